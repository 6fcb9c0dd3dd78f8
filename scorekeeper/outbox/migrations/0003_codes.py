from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("outbox", "0002_no_text_once_sent")]
    operations = [
        migrations.AddField(
            model_name="mail",
            name="is_code",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
