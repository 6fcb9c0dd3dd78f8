"""A tournament that was opened from a file says from whose."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_draws")]
    operations = [migrations.AddField("tournament", "brought", models.JSONField(null=True))]
