"""The standing of a tournament may be held back until it is released."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_checked")]
    operations = [
        migrations.AddField("tournament", "held_from", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("tournament", "released_at", models.DateTimeField(null=True)),
    ]
