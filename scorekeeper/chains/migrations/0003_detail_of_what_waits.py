from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chains", "0002_erasable")]
    operations = [
        migrations.AddField(
            model_name="waiting",
            name="detail",
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
    ]
