import django.db.models.deletion
from django.db import migrations, models

from common.database.indexes import DropIndexOfForeignKey


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0017_house_level"),
    ]

    operations = [
        DropIndexOfForeignKey(
            model_name="deal",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deals",
                to="games.table",
            ),
        ),
        DropIndexOfForeignKey(
            model_name="move",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="moves",
                to="games.table",
            ),
        ),
    ]
