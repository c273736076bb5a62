from django.conf import settings
from django.db import migrations, models

from common.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0008_frozen"),
        ("games", "0018_moves_by_table_and_ply"),
        ("tournaments", "0028_sent_as"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["-starts_at"],
                name="tournament_newest_over",
            ),
        ),
    ]
