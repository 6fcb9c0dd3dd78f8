"""What was printed of a tournament is kept: when, by whom, and what it said."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.ids import uuid7

KINDS = [
    ("entries", "Entry list"),
    ("places", "Places"),
    ("prizes", "Prize list"),
    ("receipts", "Receipts to sign"),
    ("standing", "Official standing"),
    ("seats", "Seat plan by table"),
    ("names", "Seat plan by name"),
    ("cards", "Cards for the tables"),
    ("sheets", "Empty score sheets"),
]


def part_of(what, *, is_null=False):
    return models.ForeignKey(what, null=is_null, on_delete=django.db.models.deletion.CASCADE, related_name="+")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_replaces_none"),
        ("tournaments", "0007_held_back"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="PrintedPaper",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("content", models.CharField(max_length=64)),
                ("batch", models.UUIDField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", part_of("clubs.club")),
                ("round", part_of("tournaments.round", is_null=True)),
                ("stage", part_of("tournaments.stage", is_null=True)),
                ("tournament", part_of("tournaments.tournament")),
            ],
            options={"indexes": [models.Index(fields=["tournament", "batch"], name="papers_printed_together")]},
        ),
    ]
