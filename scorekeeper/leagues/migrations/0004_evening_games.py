"""An evening holds several games: a row each. What an evening said of its one game is copied in the next migration."""

import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.common.ids


class Migration(migrations.Migration):
    dependencies = [("clubs", "0007_pages_for"), ("leagues", "0003_house_version")]
    operations = [
        migrations.CreateModel(
            name="EveningGame",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=scorekeeper.common.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=20)),
                ("rules", models.JSONField()),
                ("rules_name", models.CharField(max_length=80)),
                ("size", models.PositiveSmallIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="leagues.evening"
                    ),
                ),
                (
                    "house_version",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.houserulesversion",
                    ),
                ),
            ],
            options={
                "ordering": ["order"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "evening", "order"), name="one_evening_game_a_place"),
                    models.UniqueConstraint(fields=("club", "evening", "game"), name="one_evening_game_a_game"),
                ],
            },
        ),
        migrations.AddField(
            model_name="attendance",
            name="evening_game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.eveninggame"
            ),
        ),
        migrations.AddField(
            model_name="tabledraw",
            name="evening_game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="draws", to="leagues.eveninggame"
            ),
        ),
    ]
