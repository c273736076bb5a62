from typing import Any

from django.db import migrations, models


def keep_what_was_agreed(apps: Any, schema_editor: Any) -> None:
    """Count tournaments that were announced before there were rules for seats to which nobody comes as before."""
    announced = apps.get_model('tournaments', 'Tournament').objects.exclude(status='draft')
    announced.update(counting_version=1, no_shows='house')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_frozen'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='counting_version',
            field=models.PositiveSmallIntegerField(default=2, verbose_name='version of the standings'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='no_shows',
            field=models.CharField(choices=[('worst', 'as the worst result of the round; in duels the match is lost'), ('house', 'as the house plays it')], default='worst', max_length=8, verbose_name='seats to which nobody comes'),
        ),
        migrations.RunPython(keep_what_was_agreed, migrations.RunPython.noop),
    ]
