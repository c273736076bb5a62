from django.conf import settings
from django.db import migrations, models

from common.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0008_frozen"),
        ("games", "0014_tables_of_club"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="table",
            index=models.Index(
                condition=models.Q(("status", "finished")),
                fields=["-finished_at", "id"],
                name="table_finished_newest",
            ),
        ),
    ]
