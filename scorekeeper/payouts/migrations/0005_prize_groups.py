"""Prizes of groups, and the marks that say who is in one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scorekeeper.common.ids


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_replaces_none"),
        ("payouts", "0004_collected_fees"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField(
            "prizepool", "groups", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
        migrations.CreateModel(
            name="PrizeMark",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["club", "player", "name"], name="one_prize_mark_a_name")
                ],
            },
        ),
    ]
