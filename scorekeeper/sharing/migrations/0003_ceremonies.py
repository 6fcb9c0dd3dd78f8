"""Ceremonies, at which the places of a tournament are revealed."""

import django.db.models.deletion
from django.db import migrations, models

from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_replaces_none"),
        ("sharing", "0002_links"),
        ("tournaments", "0007_held_back"),
    ]
    operations = [
        migrations.CreateModel(
            name="Ceremony",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("since", models.PositiveSmallIntegerField(null=True)),
                ("turn", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ceremony",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"abstract": False},
        ),
    ]
