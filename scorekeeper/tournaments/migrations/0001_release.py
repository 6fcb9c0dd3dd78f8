from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels, protection
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("tournaments", "0001_base"),
        ("tournaments", "0003_replaces_none"),
        ("tournaments", "0004_draws"),
        ("tournaments", "0005_brought"),
        ("tournaments", "0006_checked"),
        ("tournaments", "0007_held_back"),
        ("tournaments", "0008_printed"),
        ("tournaments", "0009_forfeits"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_release"),
        ("play", "0001_release"),
        ("standings", "0001_release"),
    ]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Tournament",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("game", models.CharField(max_length=20)),
                    ("rules", models.JSONField()),
                    ("rules_name", models.CharField(max_length=80)),
                    (
                        "of",
                        models.CharField(
                            choices=[("players", "single players"), ("pairs", "pairs"), ("teams", "teams")],
                            default="players",
                            max_length=8,
                        ),
                    ),
                    ("team_size", models.PositiveSmallIntegerField(default=1)),
                    ("starts_at", models.DateTimeField(verbose_name="begins")),
                    ("venue", models.CharField(blank=True, max_length=80, verbose_name="venue")),
                    ("note", models.CharField(blank=True, max_length=500, verbose_name="what people should know")),
                    ("most", models.PositiveSmallIntegerField(default=1000)),
                    ("signs_up", models.BooleanField(default=True)),
                    ("rules_version", models.PositiveSmallIntegerField(default=2026)),
                    (
                        "state",
                        models.CharField(
                            choices=[("planned", "planned"), ("running", "running"), ("ended", "ended")],
                            default="planned",
                            max_length=8,
                        ),
                    ),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("made_at", models.DateTimeField()),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="tournaments", to="clubs.club")),
                    (
                        "ended_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "house_version",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to="clubs.houserulesversion"
                        ),
                    ),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    (
                        "competition",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="tournament", to="standings.competition"
                        ),
                    ),
                    ("key", models.UUIDField(null=True)),
                    ("brought", models.JSONField(null=True)),
                    ("held_from", models.PositiveSmallIntegerField(null=True)),
                    ("released_at", models.DateTimeField(null=True)),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "-starts_at"], name="tournament_list")],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["planned", "running", "ended"])), name="tournament_state"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("ended_at__isnull", False), ("state", "ended")),
                                models.Q(models.Q(("state", "ended"), _negated=True), ("ended_at__isnull", True)),
                                _connector="OR",
                            ),
                            name="tournament_ended_at",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("of", "players"), ("team_size", 1)),
                                models.Q(("of", "pairs"), ("team_size", 2)),
                                models.Q(("of", "teams"), ("team_size__gte", 2), ("team_size__lte", 12)),
                                _connector="OR",
                            ),
                            name="tournament_team_size",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("most__gte", 2), ("most__lte", 1000)), name="tournament_most_in_bounds"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("rules_version__in", [2024, 2026])), name="tournament_rules_version"
                        ),
                        models.UniqueConstraint(fields=("club", "key"), name="one_tournament_a_key"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Entrant",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
                    ("origin", models.CharField(blank=True, max_length=80, verbose_name="comes from")),
                    ("rating", models.IntegerField(null=True)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("entered", "entered"),
                                ("waiting", "on the waiting list"),
                                ("here", "here"),
                                ("withdrawn", "has left"),
                                ("cancelled", "does not come"),
                            ],
                            default="entered",
                            max_length=10,
                        ),
                    ),
                    ("entered_at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=models.CASCADE, related_name="entrants", to="tournaments.tournament"
                        ),
                    ),
                    ("seed", models.PositiveSmallIntegerField(null=True)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "tournament", "number"), name="one_entrant_a_number"),
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["entered", "waiting", "here", "withdrawn", "cancelled"])),
                            name="entrant_state",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Stage",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
                    ("plan", models.JSONField()),
                    ("seed", models.BigIntegerField()),
                    (
                        "state",
                        models.CharField(
                            choices=[("planned", "planned"), ("running", "running"), ("ended", "ended")],
                            default="planned",
                            max_length=8,
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "tournament",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="stages", to="tournaments.tournament"),
                    ),
                    ("key", models.UUIDField(null=True)),
                    ("seen", models.JSONField(null=True)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "tournament", "number"), name="one_stage_a_number"),
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["planned", "running", "ended"])), name="stage_state"
                        ),
                        models.UniqueConstraint(fields=("club", "key"), name="one_stage_a_key"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Round",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    (
                        "state",
                        models.CharField(
                            choices=[("draft", "draft"), ("published", "being played"), ("official", "official")],
                            default="draft",
                            max_length=10,
                        ),
                    ),
                    ("seed", models.BigIntegerField()),
                    ("engine", models.CharField(max_length=20)),
                    ("facts", models.CharField(max_length=64)),
                    ("report", models.JSONField(default=dict)),
                    ("before", models.JSONField(default=dict)),
                    ("revision", models.PositiveIntegerField(default=1)),
                    ("made_at", models.DateTimeField()),
                    ("published_at", models.DateTimeField(null=True)),
                    ("official_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    (
                        "official_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "published_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "stage",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="tournaments.stage"),
                    ),
                    ("undo", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "stage", "number"), name="one_round_a_number"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("official_at", None), ("published_at", None), ("state", "draft")),
                                models.Q(
                                    ("official_at", None), ("published_at__isnull", False), ("state", "published")
                                ),
                                models.Q(
                                    ("official_at__isnull", False),
                                    ("published_at__isnull", False),
                                    ("state", "official"),
                                ),
                                _connector="OR",
                            ),
                            name="round_state",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="RoundTable",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("group", models.PositiveSmallIntegerField(default=1)),
                    ("code", models.CharField(blank=True, max_length=8)),
                    ("extra_seconds", models.PositiveIntegerField(default=0)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "round",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="tables", to="tournaments.round"),
                    ),
                    (
                        "sitting",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="round_table", to="play.sitting"
                        ),
                    ),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "round", "number"), name="one_round_table_a_number")
                    ],
                },
            ),
            migrations.CreateModel(
                name="RoundPlace",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("seat", models.PositiveSmallIntegerField(null=True)),
                    (
                        "kind",
                        models.CharField(
                            choices=[("seat", "plays"), ("bye", "bye"), ("absent", "absent")],
                            default="seat",
                            max_length=6,
                        ),
                    ),
                    ("by_hand", models.BooleanField(default=False)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "entrant",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="places", to="tournaments.entrant"),
                    ),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "round",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="places", to="tournaments.round"),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="places", to="tournaments.roundtable"
                        ),
                    ),
                    ("held_at", models.DateTimeField(null=True)),
                    (
                        "held_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("holds_seat", models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    "ordering": ["seat"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("player", None)),
                            fields=("club", "round", "entrant"),
                            name="one_round_place_an_entrant",
                        ),
                        models.UniqueConstraint(fields=("club", "round", "player"), name="one_round_place_a_player"),
                        models.UniqueConstraint(fields=("club", "table", "seat"), name="one_entrant_a_seat"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("kind", "seat"), ("seat__isnull", False), ("table__isnull", False)),
                                models.Q(("kind__in", ["bye", "absent"]), ("seat", None), ("table", None)),
                                _connector="OR",
                            ),
                            name="round_place_is_whole",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("by_hand", True),
                                models.Q(("held_at", None), ("held_by", None), ("holds_seat", False)),
                                _connector="OR",
                            ),
                            name="round_place_is_held",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="StageEntrant",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("group", models.PositiveSmallIntegerField(default=1)),
                    ("line", models.PositiveSmallIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "entrant",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="stages", to="tournaments.entrant"),
                    ),
                    (
                        "stage",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="entrants", to="tournaments.stage"),
                    ),
                ],
                options={
                    "ordering": ["group", "line"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "stage", "entrant"), name="one_line_an_entrant"),
                        models.UniqueConstraint(fields=("club", "stage", "group", "line"), name="one_entrant_a_line"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="DeskAct",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("entered", "entered"),
                                ("waits", "went on the waiting list"),
                                ("moved_up", "moved up from the waiting list"),
                                ("came", "checked in"),
                                ("not_here", "check-in taken back"),
                                ("forfeits", "loses the match without coming"),
                                ("cancelled", "does not come"),
                                ("withdrew", "left the tournament"),
                                ("returned", "came back"),
                                ("absent", "misses a round"),
                                ("present", "plays the round after all"),
                                ("substitute", "is played for"),
                                ("seeded", "seeded"),
                                ("changed", "called otherwise"),
                                ("result", "result written at the desk"),
                                ("penalty", "penalty or bonus"),
                                ("lot", "lot drawn"),
                                ("out", "knocked out"),
                                ("seated", "got a seat"),
                                ("moved", "moved to another table"),
                                ("drawn", "round drawn"),
                                ("checked", "compared with the paper"),
                                ("time", "time given to all"),
                                ("taken_back", "taken back"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("points", models.BigIntegerField(default=0)),
                    ("detail", models.JSONField(default=dict)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("at", models.DateTimeField()),
                    ("key", models.UUIDField(null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "of",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="taken_back_by", to="tournaments.deskact"
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "entrant",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="acts", to="tournaments.entrant"
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to="tournaments.round"
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="acts", to="tournaments.roundtable"
                        ),
                    ),
                    (
                        "stage",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to="tournaments.stage"
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="acts", to="tournaments.tournament"),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["tournament", "kind"], name="desk_acts_of_a_kind")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_desk_act_a_key"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("kind", "taken_back"), _negated=True),
                                models.Q(("of__isnull", False), models.Q(("reason", ""), _negated=True)),
                                _connector="OR",
                            ),
                            name="desk_act_is_whole",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="EntrantPlayer",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("order", models.PositiveSmallIntegerField()),
                    ("is_active", models.BooleanField(default=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "entrant",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="players", to="tournaments.entrant"),
                    ),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.player")),
                ],
                options={
                    "ordering": ["order"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "entrant", "player"), name="one_player_an_entrant")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Clock",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("length", models.PositiveIntegerField()),
                    ("left", models.IntegerField()),
                    ("runs_since", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "tournament",
                        models.OneToOneField(
                            on_delete=models.CASCADE, related_name="clock", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("length__gte", 1), ("length__lte", 86400)),
                            name="clock_length_in_bounds",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="DirectorCall",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("words", models.CharField(blank=True, db_default="", default="", max_length=200)),
                    ("at", models.DateTimeField()),
                    ("answered_at", models.DateTimeField(null=True)),
                    (
                        "answered_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "table",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="calls", to="tournaments.roundtable"),
                    ),
                ],
                options={
                    "ordering": ["at"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("answered_at", None)),
                            fields=("club", "table"),
                            name="one_open_call_a_table",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="PairRule",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[("apart", "never together"), ("together", "should meet")], max_length=10
                        ),
                    ),
                    ("made_at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    ("one", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                    ("other", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=models.CASCADE, related_name="pair_rules", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("club", "tournament", "one", "other"), name="one_pair_rule_a_pair"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("one__lt", models.F("other"))), name="pair_rule_in_order"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("kind__in", ["apart", "together"])), name="pair_rule_kind"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PrintedPaper",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("entries", "Entry list"),
                                ("places", "Places"),
                                ("prizes", "Prize list"),
                                ("receipts", "Receipts to sign"),
                                ("standing", "Official standing"),
                                ("seats", "Seat plan by table"),
                                ("names", "Seat plan by name"),
                                ("cards", "Cards for the tables"),
                                ("sheets", "Empty score sheets"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("content", models.CharField(max_length=64)),
                    ("batch", models.UUIDField()),
                    ("at", models.DateTimeField()),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "round",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to="tournaments.round"
                        ),
                    ),
                    (
                        "stage",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to="tournaments.stage"
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.tournament"),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["tournament", "batch"], name="papers_printed_together")],
                },
            ),
        ),
        protection("tournaments_deskact"),
    ]
