from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from scorekeeper.common.append_only import CreateModels, protection
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("standings", "0001_base"),
        ("standings", "0003_replaces_none"),
        ("standings", "0004_digests"),
        ("standings", "0005_versions"),
        ("standings", "0006_awards"),
    ]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("clubs", "0001_release")]
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
                managers=[
                    ("everything", models.Manager()),
                ],
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
                        )
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
                        models.UniqueConstraint(fields=("club", "competition", "player"), name="one_standing_a_player")
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
                    ("digest", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    ("salt", models.CharField(blank=True, db_default="", default="", max_length=32)),
                    ("salted", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    ("line", models.PositiveIntegerField(db_default=0, default=0)),
                    ("list_place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                    ("version", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ],
                options={
                    "indexes": [models.Index(fields=["run", "imported"], name="prepared_results_of_a_run")],
                },
            ),
            migrations.CreateModel(
                name="Spreadsheet",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80)),
                    ("kind", models.CharField(max_length=10)),
                    ("said", models.JSONField(default=dict)),
                    ("at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="spreadsheets", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="standings.competition"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "competition", "name"), name="one_spreadsheet_a_name")
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
                    ("sheet", models.CharField(blank=True, db_default="", default="", max_length=80)),
                    (
                        "spreadsheet",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="states", to="standings.spreadsheet"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("taken_back_at__isnull", True)),
                            fields=("club", "competition", "digest"),
                            name="one_import_a_content",
                        )
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
                    ("line", models.PositiveIntegerField(db_default=0, default=0)),
                    ("list_place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                    ("version", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ],
                options={
                    "indexes": [models.Index(fields=["imported", "source"], name="imported_evening")],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("club", "source", "player", "version"), name="one_imported_result"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="AwardedEvent",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[("season", "season"), ("league", "team league"), ("tournament", "tournament")],
                            max_length=10,
                        ),
                    ),
                    ("source", models.UUIDField()),
                    ("name", models.CharField(max_length=80)),
                    ("ended_at", models.DateTimeField()),
                    ("basis", models.CharField(max_length=200)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "kind", "source"), name="one_awarded_event_a_source")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Award",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("first", models.PositiveSmallIntegerField(default=0)),
                    ("last", models.PositiveSmallIntegerField(default=0)),
                    ("of", models.PositiveSmallIntegerField(default=0)),
                    ("side", models.CharField(blank=True, max_length=80)),
                    ("cause", models.CharField(blank=True, max_length=60)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "event",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="awards", to="standings.awardedevent"),
                    ),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("cause", ""),
                                    ("first__gte", 1),
                                    ("last__gte", models.F("first")),
                                    ("of__gte", models.F("last")),
                                ),
                                models.Q(models.Q(("cause", ""), _negated=True), ("first", 0), ("last", 0), ("of", 0)),
                                _connector="OR",
                            ),
                            name="award_is_of_a_place_or_a_cause",
                        )
                    ],
                },
            ),
        ),
        protection("standings_seasonact", "standings_importedresult"),
    ]
