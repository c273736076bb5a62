from django.db import migrations, models

import games.models.tables


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_newest_finished'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='house_level',
            field=models.CharField(choices=games.models.tables.house_levels, db_default='weak', default='weak', max_length=8, verbose_name='how well the house plays'),
        ),
    ]
