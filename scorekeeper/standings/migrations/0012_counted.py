from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("standings", "0011_lots")]
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
                    ("counted", "sheets counted in"),
                ],
                max_length=12,
            ),
        ),
    ]
