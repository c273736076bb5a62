from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="house_bytes",
            field=models.CharField(
                default="", editable=False, max_length=32, verbose_name="the house's bytes, published at opening"
            ),
            preserve_default=False,
        ),
    ]
