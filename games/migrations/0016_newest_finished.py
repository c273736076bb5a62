from django.conf import settings
from django.db import migrations, models

from common.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0015_finished_newest"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="table",
            index=models.Index(
                condition=models.Q(("status", "finished")),
                fields=["status", "-finished_at", "id"],
                name="table_newest_finished",
            ),
        ),
        migrations.RemoveIndex(model_name="table", name="table_finished_newest"),
    ]
