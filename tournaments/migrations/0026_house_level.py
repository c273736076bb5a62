from typing import Any

from django.db import migrations, models


def keep_what_was_agreed(apps: Any, schema_editor: Any) -> None:
    """Have the house go on playing as well as before in tournaments that have been announced."""
    announced = apps.get_model('tournaments', 'Tournament').objects.exclude(status='draft')
    announced.update(house_level='medium')
    tables = apps.get_model('games', 'Table').objects.filter(status__in=['open', 'running'])
    tables.filter(board__round__tournament__in=announced).update(house_level='medium')


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_house_level'),
        ('tournaments', '0025_handicap'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='house_level',
            field=models.CharField(choices=[('weak', 'weakly, so that nobody gains by being away'), ('easy', 'like an easy bot'), ('medium', 'like a medium bot')], db_default='weak', default='weak', max_length=8, verbose_name='how well the house plays'),
        ),
        migrations.RunPython(keep_what_was_agreed, migrations.RunPython.noop),
    ]
