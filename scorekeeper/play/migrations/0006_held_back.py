"""A sheet may be held back from who neither sits there nor scores for the club."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0005_withdrawn")]
    operations = [
        migrations.AddField("sitting", "held_back", models.BooleanField(db_default=False, default=False)),
    ]
