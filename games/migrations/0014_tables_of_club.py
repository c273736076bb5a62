from django.conf import settings
from django.db import migrations, models

from common.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0008_frozen"),
        ("games", "0013_finished_tables_by_game"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="table",
            index=models.Index(
                condition=models.Q(("club__isnull", False)),
                fields=["club", "status", "-opened_at"],
                name="table_of_club",
            ),
        ),
    ]
