"""Removes a constraint of push notices, so that a browser can be removed while a notice to it is being stored."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_push_notices")]

    operations = [
        migrations.AlterField(
            model_name="push",
            name="subscription",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pushes",
                to="accounts.pushsubscription",
                verbose_name="push subscription",
            ),
        ),
    ]
