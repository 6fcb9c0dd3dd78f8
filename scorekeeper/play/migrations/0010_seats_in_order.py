"""Each seat says when its table was opened, and each line of a book at how many tables it has sat."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    dependencies = [("clubs", "0007_pages_for"), ("play", "0009_disputed")]
    operations = [
        migrations.AddField("seat", "opened_at", models.DateTimeField(db_default=Now())),
        migrations.CreateModel(
            name="Seated",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("tables", models.PositiveIntegerField()),
                ("last", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seated", to="clubs.player"
                    ),
                ),
            ],
            options={"abstract": False},
        ),
    ]
