"""What people keep of seasons, leagues and tournaments that have ended."""

import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.common.ids

KINDS = [("season", "season"), ("league", "team league"), ("tournament", "tournament")]


def key() -> models.UUIDField:
    return models.UUIDField(default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False)


def to(model: str, name: str = "+") -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to=model)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_replaces_none"), ("standings", "0005_versions")]
    operations = [
        migrations.CreateModel(
            name="AwardedEvent",
            fields=[
                ("id", key()),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("source", models.UUIDField()),
                ("name", models.CharField(max_length=80)),
                ("ended_at", models.DateTimeField()),
                ("basis", models.CharField(max_length=200)),
                ("club", to("clubs.club")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["club", "kind", "source"], name="one_awarded_event_a_source")
                ]
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", key()),
                ("first", models.PositiveSmallIntegerField(default=0)),
                ("last", models.PositiveSmallIntegerField(default=0)),
                ("of", models.PositiveSmallIntegerField(default=0)),
                ("side", models.CharField(blank=True, max_length=80)),
                ("cause", models.CharField(blank=True, max_length=60)),
                ("club", to("clubs.club")),
                ("event", to("standings.awardedevent", "awards")),
                ("player", to("clubs.player")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(cause="", first__gte=1, last__gte=models.F("first"), of__gte=models.F("last"))
                        | (~models.Q(cause="") & models.Q(first=0, last=0, of=0)),
                        name="award_is_of_a_place_or_a_cause",
                    )
                ]
            },
        ),
    ]
