from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("action_log", "0002_append_only")]

    operations = [migrations.RemoveField("logline", "undone_at")]
