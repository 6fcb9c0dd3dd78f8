from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("standings", "0010_prepared_results")]
    operations = [
        migrations.AlterField(
            "seasonact",
            "kind",
            models.CharField(
                choices=[
                    ("bonus", "bonus or penalty"),
                    ("lot", "lot"),
                    ("taken_back", "taken back"),
                    ("changed", "settings changed"),
                    ("ended", "ended"),
                    ("reopened", "opened again"),
                ],
                max_length=12,
            ),
        ),
    ]
