from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("standings", "0008_reopened")]
    operations = [
        migrations.AddField("competition", "factors", models.JSONField(db_default={}, default=dict)),
    ]
