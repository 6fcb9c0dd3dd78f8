"""The rounds of an evening may have lengths of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_locks_and_undo")]
    operations = [
        migrations.AddField(
            "eveninggame", "lengths", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
    ]
