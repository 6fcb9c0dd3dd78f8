"""What the rows of a draw say by themselves is the same at evenings and in tournaments."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_replaces_none")]
    operations = [
        migrations.AlterField(
            "directorcall", "words", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        migrations.AlterField(
            "round", "undo", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
        migrations.AlterField("roundplace", "holds_seat", models.BooleanField(db_default=False, default=False)),
    ]
