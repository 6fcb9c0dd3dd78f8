from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from scorekeeper.common.append_only import protection
from scorekeeper.common.creating import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("standings", "0001_initial"),
        ("standings", "0002_units"),
        ("standings", "0003_disputed"),
        ("standings", "0004_imported"),
        ("standings", "0005_counting"),
        ("standings", "0006_by_day"),
        ("standings", "0007_of_player"),
        ("standings", "0008_reopened"),
        ("standings", "0009_factors"),
        ("standings", "0010_prepared_results"),
        ("standings", "0011_lots"),
        ("standings", "0012_counted"),
        ("standings", "0013_tournaments_too"),
    ]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("clubs", "0001_base")]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Competition",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("game", models.CharField(max_length=20, verbose_name="game")),
                    ("system", models.CharField(max_length=30, verbose_name="system")),
                    ("created_at", models.DateTimeField(default=timezone.now)),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("revision", models.PositiveIntegerField(default=1)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="competitions", to="clubs.club")),
                    ("decimals", models.PositiveSmallIntegerField(db_default=0, default=0)),
                    ("unit", models.CharField(max_length=12, null=True)),
                    ("disputed", models.PositiveIntegerField(db_default=0, default=0)),
                    ("head", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    ("others", models.JSONField(db_default={}, default=dict)),
                    ("seq", models.PositiveIntegerField(db_default=0, default=0)),
                    ("settings", models.JSONField(db_default={}, default=dict)),
                    ("factors", models.JSONField(db_default={}, default=dict)),
                    (
                        "kind",
                        models.CharField(
                            choices=[("season", "Season"), ("tournament", "Tournament")],
                            db_default="season",
                            default="season",
                            max_length=10,
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("kind", "season")),
                            fields=("club", "name"),
                            name="one_competition_a_name",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("kind__in", ["season", "tournament"])), name="competition_kind"
                        ),
                    ],
                },
                managers=[("everything", models.Manager())],
            ),
            migrations.CreateModel(
                name="Result",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("source", models.UUIDField()),
                    ("played_on", models.DateField()),
                    ("measures", models.JSONField()),
                    ("points", models.BigIntegerField()),
                    ("is_sealed", models.BooleanField(default=False)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="results", to="standings.competition"),
                    ),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="results", to="clubs.player")),
                    ("game", models.CharField(db_default="", default="", max_length=20)),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "competition", "played_on"], name="results_by_day"),
                        models.Index(fields=["club", "competition", "player"], name="results_of_player"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("club", "competition", "source", "player"), name="one_result_a_source"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SeasonTally",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("points", models.BigIntegerField(default=0)),
                    ("measures", models.JSONField(default=dict)),
                    ("sources", models.PositiveIntegerField(default=0)),
                    ("official_points", models.BigIntegerField(default=0)),
                    ("official_measures", models.JSONField(default=dict)),
                    ("official_sources", models.PositiveIntegerField(default=0)),
                    ("revision", models.PositiveIntegerField(default=0)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=models.PROTECT, related_name="standings", to="standings.competition"
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="standings", to="clubs.player"),
                    ),
                ],
                options={
                    "db_table": "standings_standing",
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "competition", "player"), name="one_standing_a_player"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Import",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80)),
                    ("digest", models.CharField(max_length=64)),
                    ("at", models.DateTimeField()),
                    ("taken_back_at", models.DateTimeField(null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="imports", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="imports", to="standings.competition"),
                    ),
                    (
                        "taken_back_by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("taken_back_at__isnull", True)),
                            fields=("club", "competition", "digest"),
                            name="one_import_a_content",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ImportedResult",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("source", models.UUIDField()),
                    ("title", models.CharField(max_length=80)),
                    ("played_on", models.DateField()),
                    ("measures", models.JSONField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "imported",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="results", to="standings.import"),
                    ),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.player")),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["imported", "source"], name="imported_evening"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "source", "player"), name="one_imported_result"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SeasonAct",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("seq", models.PositiveIntegerField()),
                    ("key", models.UUIDField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("bonus", "bonus or penalty"),
                                ("lot", "lot"),
                                ("taken_back", "taken back"),
                                ("changed", "settings changed"),
                                ("ended", "ended"),
                                ("reopened", "opened again"),
                                ("counted", "sheets counted in"),
                            ],
                            max_length=12,
                        ),
                    ),
                    ("points", models.BigIntegerField(default=0)),
                    ("detail", models.JSONField(default=dict)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("day", models.DateField()),
                    ("at", models.DateTimeField()),
                    ("previous", models.CharField(blank=True, max_length=64)),
                    ("hash", models.CharField(max_length=64)),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="acts", to="standings.competition"),
                    ),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "takes_back",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="taken_back_by", to="standings.seasonact"
                        ),
                    ),
                ],
                options={
                    "ordering": ["seq"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "competition", "seq"), name="one_season_act_a_seq"),
                        models.UniqueConstraint(fields=("club", "key"), name="one_season_act_a_key"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PreparedResult",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("run", models.UUIDField()),
                    ("imported", models.UUIDField()),
                    ("player", models.UUIDField()),
                    ("source", models.UUIDField()),
                    ("title", models.CharField(max_length=80)),
                    ("played_on", models.DateField()),
                    ("measures", models.JSONField()),
                    ("points", models.BigIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["run", "imported"], name="prepared_results_of_a_run"),
                    ],
                },
            ),
        ),
        protection("standings_importedresult", "standings_seasonact"),
    ]
