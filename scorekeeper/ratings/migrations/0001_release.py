from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [("ratings", "0001_base")]
    dependencies = [("clubs", "0001_release"), ("play", "0001_release")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Digest",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("at", models.DateTimeField()),
                    ("head", models.CharField(blank=True, max_length=64)),
                    ("played_on", models.DateField()),
                    ("hands", models.PositiveIntegerField()),
                    ("counts", models.JSONField(default=dict)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField(default=0)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "sitting",
                        models.ForeignKey(
                            db_constraint=False, on_delete=models.CASCADE, related_name="+", to="play.sitting"
                        ),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "game", "at"], name="digest_in_order"),
                        models.Index(fields=["club", "game", "played_on"], name="digest_by_day"),
                        models.Index(fields=["club", "played_on"], name="digest_of_any_game"),
                    ],
                    "constraints": [models.UniqueConstraint(fields=("club", "sitting"), name="one_digest_a_sitting")],
                },
            ),
            migrations.CreateModel(
                name="OptOut",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "player"), name="one_opt_out_a_line")],
                },
            ),
            migrations.CreateModel(
                name="Played",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("seat", models.PositiveSmallIntegerField()),
                    ("side", models.PositiveSmallIntegerField()),
                    ("rank", models.PositiveSmallIntegerField()),
                    ("won", models.BooleanField()),
                    ("total", models.BigIntegerField()),
                    ("hands", models.PositiveIntegerField()),
                    ("facts", models.JSONField(default=dict)),
                    ("peaks", models.JSONField(default=dict)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("digest", models.ForeignKey(on_delete=models.CASCADE, related_name="played", to="ratings.digest")),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "player"], name="played_by_player")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "digest", "player"), name="one_played_a_line")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Rated",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("at", models.DateTimeField()),
                    ("nth", models.PositiveIntegerField()),
                    ("mu_before", models.IntegerField()),
                    ("sigma_before", models.IntegerField()),
                    ("mu", models.IntegerField()),
                    ("sigma", models.IntegerField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                    (
                        "sitting",
                        models.ForeignKey(
                            db_constraint=False, on_delete=models.CASCADE, related_name="+", to="play.sitting"
                        ),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "game", "player", "at"], name="rated_by_player"),
                        models.Index(fields=["club", "game", "at"], name="rated_in_order"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "sitting", "player"), name="rated_once_a_sitting")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Rating",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("mu", models.IntegerField()),
                    ("sigma", models.IntegerField()),
                    ("sheets", models.PositiveIntegerField()),
                    ("at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "game", "player"), name="one_rating_a_game")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Stale",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("since", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "game", "since"], name="stale_since")],
                },
            ),
            migrations.CreateModel(
                name="Board",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("has_months", models.BooleanField(db_default=False, default=True)),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "game"), name="one_board_a_game")],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("has_months", False)), fields=["club"], name="boards_without_months"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="ClubMonth",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("month", models.DateField()),
                    ("sheets", models.PositiveIntegerField()),
                    ("hands", models.PositiveIntegerField()),
                    ("units", models.JSONField()),
                    ("counts", models.JSONField()),
                    ("peaks", models.JSONField()),
                    ("best", models.JSONField()),
                    ("runs", models.JSONField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "game", "month"), name="one_month_a_club")],
                },
            ),
            migrations.CreateModel(
                name="Month",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("month", models.DateField()),
                    ("sheets", models.PositiveIntegerField()),
                    ("won", models.PositiveIntegerField()),
                    ("hands", models.PositiveIntegerField()),
                    ("run", models.JSONField()),
                    ("units", models.JSONField()),
                    ("days", models.JSONField()),
                    ("facts", models.JSONField()),
                    ("peaks", models.JSONField()),
                    ("met", models.JSONField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "game", "month"], name="months_in_order")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "player", "game", "month"), name="one_month_a_person")
                    ],
                },
            ),
        ),
    ]
