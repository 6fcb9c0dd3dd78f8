from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_names_shown")]
    operations = [
        migrations.AddField(
            model_name="club",
            name="game_words",
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
    ]
