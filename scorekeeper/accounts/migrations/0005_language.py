from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_named_by_address")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
