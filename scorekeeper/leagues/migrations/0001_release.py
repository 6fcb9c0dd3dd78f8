from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("leagues", "0001_base"),
        ("leagues", "0002_table_calls"),
        ("leagues", "0003_locks_and_undo"),
        ("leagues", "0004_lengths"),
        ("leagues", "0005_groups"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_release"),
        ("payouts", "0001_release"),
        ("play", "0001_release"),
        ("standings", "0001_release"),
    ]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Evening",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("starts_at", models.DateTimeField(verbose_name="begins")),
                    ("venue", models.CharField(blank=True, max_length=80, verbose_name="venue")),
                    ("fee", models.PositiveIntegerField(default=0)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    (
                        "state",
                        models.CharField(
                            choices=[("planned", "planned"), ("open", "open"), ("closed", "closed")],
                            default="planned",
                            max_length=10,
                        ),
                    ),
                    ("planned_at", models.DateTimeField()),
                    ("opened_at", models.DateTimeField(null=True)),
                    ("closed_at", models.DateTimeField(null=True)),
                    (
                        "closed_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="evenings", to="clubs.club")),
                    (
                        "next_of",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="next", to="leagues.evening"
                        ),
                    ),
                    (
                        "planned_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    ("seasons", models.ManyToManyField(related_name="evenings", to="standings.competition")),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "-starts_at"], name="evening_list")],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["planned", "open", "closed"])), name="evening_state"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("closed_at__isnull", False), ("state", "closed")),
                                models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at__isnull", True)),
                                _connector="OR",
                            ),
                            name="evening_closed_at",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Collected",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    ("amount", models.PositiveBigIntegerField()),
                    ("at", models.DateTimeField()),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.player")),
                    (
                        "evening",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="collected", to="leagues.evening"),
                    ),
                    (
                        "booking",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="collected", to="payouts.booking"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("club", "evening", "player", "unit", "decimals"), name="one_collected_a_unit"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="ReportReader",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "user",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "user"), name="one_report_reader_a_member")
                    ],
                },
            ),
            migrations.CreateModel(
                name="TeamLeague",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("series", models.PositiveSmallIntegerField()),
                    ("rules", models.JSONField()),
                    ("rules_name", models.CharField(max_length=80)),
                    ("made_at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="team_leagues", to="clubs.club")),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    (
                        "season",
                        models.OneToOneField(
                            on_delete=models.PROTECT, related_name="team_league", to="standings.competition"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "name"), name="one_team_league_a_name"),
                        models.CheckConstraint(
                            condition=models.Q(("series__gte", 1), ("series__lte", 4)), name="team_league_series"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MatchDay",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("seed", models.BigIntegerField()),
                    ("report", models.JSONField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "evening",
                        models.OneToOneField(on_delete=models.PROTECT, related_name="match_day", to="leagues.evening"),
                    ),
                    (
                        "league",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="days", to="leagues.teamleague"),
                    ),
                    ("size", models.PositiveSmallIntegerField(db_default=4, default=4)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "league", "number"), name="one_match_day_a_number"),
                        models.CheckConstraint(condition=models.Q(("size__in", [4, 5])), name="match_day_size"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Team",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "league",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="teams", to="leagues.teamleague"),
                    ),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "league", "name"), name="one_team_a_name"),
                        models.UniqueConstraint(fields=("club", "league", "number"), name="one_team_a_number"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="LineUp",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("slot", models.PositiveSmallIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.player")),
                    (
                        "day",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="line_ups", to="leagues.matchday"),
                    ),
                    ("team", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="leagues.team")),
                ],
                options={
                    "ordering": ["slot"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "day", "team", "slot"), name="one_player_a_slot"),
                        models.UniqueConstraint(fields=("club", "day", "player"), name="one_slot_a_player"),
                        models.CheckConstraint(condition=models.Q(("slot__lte", 3)), name="line_up_slot"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="TeamGroup",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("day", models.ForeignKey(on_delete=models.CASCADE, related_name="groups", to="leagues.matchday")),
                    (
                        "venue",
                        models.CharField(blank=True, db_default="", default="", max_length=80, verbose_name="venue"),
                    ),
                    ("starts_at", models.DateTimeField(null=True)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "day", "number"), name="one_group_a_number")
                    ],
                },
            ),
            migrations.CreateModel(
                name="GroupTeam",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("place", models.PositiveSmallIntegerField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("day", models.ForeignKey(on_delete=models.CASCADE, related_name="teams", to="leagues.matchday")),
                    ("team", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="leagues.team")),
                    (
                        "group",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="teams", to="leagues.teamgroup"
                        ),
                    ),
                ],
                options={
                    "ordering": ["place"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "day", "team"), name="one_group_a_team"),
                        models.UniqueConstraint(fields=("club", "group", "place"), name="one_team_a_place"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("group__isnull", True), ("place__isnull", True)),
                                models.Q(("group__isnull", False), ("place__isnull", False)),
                                _connector="OR",
                            ),
                            name="group_team_has_group_and_place",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="TeamMember",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "role",
                        models.CharField(
                            choices=[("captain", "captain"), ("player", "player"), ("substitute", "substitute")],
                            max_length=10,
                        ),
                    ),
                    ("since", models.DateTimeField()),
                    ("until", models.DateTimeField(null=True)),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "league",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="members", to="leagues.teamleague"),
                    ),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.player")),
                    ("team", models.ForeignKey(on_delete=models.PROTECT, related_name="members", to="leagues.team")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("until", None)),
                            fields=("club", "league", "player"),
                            name="one_team_a_player",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("role", "captain"), ("until", None)),
                            fields=("club", "team"),
                            name="one_captain_a_team",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("role__in", ["captain", "player", "substitute"])),
                            name="team_member_role",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="EveningGame",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("order", models.PositiveSmallIntegerField()),
                    ("game", models.CharField(max_length=20)),
                    ("rules", models.JSONField()),
                    ("rules_name", models.CharField(max_length=80)),
                    ("size", models.PositiveSmallIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "evening",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="games", to="leagues.evening"),
                    ),
                    (
                        "house_version",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to="clubs.houserulesversion"
                        ),
                    ),
                    ("lengths", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ],
                options={
                    "ordering": ["order"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "evening", "order"), name="one_evening_game_a_place"),
                        models.UniqueConstraint(fields=("club", "evening", "game"), name="one_evening_game_a_game"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Attendance",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("signed_up", "signed up"),
                                ("here", "here"),
                                ("left", "gone home"),
                                ("cancelled", "does not come"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("at", models.DateTimeField()),
                    ("came_at", models.DateTimeField(null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "player",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="attendances", to="clubs.player"),
                    ),
                    (
                        "evening",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="attendances", to="leagues.evening"),
                    ),
                    (
                        "evening_game",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to="leagues.eveninggame"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "evening", "player"), name="one_attendance_a_player"),
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["signed_up", "here", "left", "cancelled"])),
                            name="attendance_state",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("state__in", ["here", "left"]), _negated=True),
                                ("came_at__isnull", False),
                                _connector="OR",
                            ),
                            name="attendance_came_at",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="TableDraw",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("seed", models.BigIntegerField()),
                    ("engine", models.CharField(max_length=20)),
                    ("facts", models.CharField(max_length=64)),
                    ("report", models.JSONField(default=dict)),
                    ("revision", models.PositiveIntegerField(default=1)),
                    ("made_at", models.DateTimeField()),
                    ("published_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "evening",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="draws", to="leagues.evening"),
                    ),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    (
                        "published_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "evening_game",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="draws", to="leagues.eveninggame"),
                    ),
                    ("undo", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "evening_game", "number"), name="one_draw_a_number"),
                        models.UniqueConstraint(
                            condition=models.Q(("published_at", None)),
                            fields=("club", "evening_game"),
                            name="one_draft_a_game",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="DrawnTable",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "sitting",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="drawn_table", to="play.sitting"
                        ),
                    ),
                    (
                        "draw",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="tables", to="leagues.tabledraw"),
                    ),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "draw", "number"), name="one_drawn_table_a_number")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Place",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("seat", models.PositiveSmallIntegerField(null=True)),
                    ("by_hand", models.BooleanField(default=False)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.player")),
                    (
                        "table",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="places", to="leagues.drawntable"
                        ),
                    ),
                    (
                        "draw",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="places", to="leagues.tabledraw"),
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
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "draw", "player"), name="one_place_a_player"),
                        models.UniqueConstraint(fields=("club", "table", "seat"), name="one_player_a_place"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("seat__isnull", True), ("table__isnull", True)),
                                models.Q(("seat__isnull", False), ("table__isnull", False)),
                                _connector="OR",
                            ),
                            name="place_has_table_and_seat",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("by_hand", True),
                                models.Q(("held_at", None), ("held_by", None), ("holds_seat", False)),
                                _connector="OR",
                            ),
                            name="place_is_held",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Series",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("day", models.ForeignKey(on_delete=models.PROTECT, related_name="series", to="leagues.matchday")),
                    (
                        "draw",
                        models.OneToOneField(on_delete=models.PROTECT, related_name="series", to="leagues.tabledraw"),
                    ),
                    (
                        "group",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="series", to="leagues.teamgroup"
                        ),
                    ),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("group", None)),
                            fields=("club", "day", "number"),
                            name="one_series_a_number",
                        ),
                        models.UniqueConstraint(
                            fields=("club", "group", "number"), name="one_series_a_group_and_number"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="TeamPlace",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "place",
                        models.OneToOneField(on_delete=models.CASCADE, related_name="of_team", to="leagues.place"),
                    ),
                    ("series", models.ForeignKey(on_delete=models.PROTECT, related_name="places", to="leagues.series")),
                    ("team", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="leagues.team")),
                ],
            ),
            migrations.CreateModel(
                name="TableCall",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
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
                        models.ForeignKey(on_delete=models.CASCADE, related_name="calls", to="leagues.drawntable"),
                    ),
                    ("words", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ],
                options={
                    "ordering": ["at"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("answered_at", None)),
                            fields=("club", "table"),
                            name="one_open_call_an_evening_table",
                        )
                    ],
                },
            ),
        ),
    ]
