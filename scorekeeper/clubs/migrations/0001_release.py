from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from scorekeeper.common.append_only import CreateModels, protection
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("clubs", "0001_base"),
        ("clubs", "0002_second_factor"),
        ("clubs", "0003_replaces_none"),
        ("clubs", "0004_words_of_choices"),
        ("clubs", "0005_language"),
        ("clubs", "0006_names_shown"),
        ("clubs", "0007_game_words"),
    ]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Club",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("is_private", models.BooleanField(default=False)),
                    (
                        "ink",
                        models.CharField(
                            choices=[
                                ("pine", "Pine"),
                                ("petrol", "Petrol"),
                                ("blue", "Blue"),
                                ("olive", "Olive"),
                                ("ochre", "Ochre"),
                                ("graphite", "Graphite"),
                            ],
                            default="pine",
                            max_length=10,
                            verbose_name="form ink",
                        ),
                    ),
                    ("time_zone", models.CharField(default="UTC", max_length=50, verbose_name="time zone")),
                    ("created_at", models.DateTimeField(default=timezone.now)),
                    ("anchor", models.CharField(blank=True, max_length=64)),
                    ("book", models.PositiveIntegerField(db_default=0, default=0)),
                    (
                        "confirm_after",
                        models.PositiveIntegerField(
                            choices=[
                                (0, "never"),
                                (15, "after 15 minutes"),
                                (60, "after an hour"),
                                (240, "after 4 hours"),
                                (1440, "after a day"),
                                (10080, "after a week"),
                            ],
                            db_default=1440,
                            default=1440,
                        ),
                    ),
                    ("closed_at", models.DateTimeField(null=True)),
                    (
                        "pages_for",
                        models.CharField(
                            choices=[
                                ("members", "all members"),
                                ("own", "directors (and each player for their own page)"),
                            ],
                            db_default="members",
                            default="members",
                            max_length=10,
                        ),
                    ),
                    ("decimals", models.PositiveSmallIntegerField(db_default=2, default=2)),
                    ("for_minors", models.BooleanField(db_default=False, default=False)),
                    ("unit", models.CharField(blank=True, db_default="", default="", max_length=12)),
                    ("language", models.CharField(blank=True, db_default="", default="", max_length=10)),
                    (
                        "names",
                        models.CharField(
                            choices=[("full", "full names"), ("short", "short names, for example Renate K.")],
                            db_default="full",
                            default="full",
                            max_length=5,
                        ),
                    ),
                    ("game_words", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ],
                options={
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("for_minors", False), ("unit", ""), _connector="OR"),
                            name="no_money_for_minors",
                        ),
                        models.CheckConstraint(condition=models.Q(("decimals__in", [0, 2])), name="club_decimals"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Membership",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "role",
                        models.CharField(
                            choices=[
                                ("owner", "owner"),
                                ("director", "director"),
                                ("scorer", "scorer"),
                                ("member", "member"),
                            ],
                            max_length=10,
                            verbose_name="role",
                        ),
                    ),
                    ("joined_at", models.DateTimeField(default=timezone.now)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="memberships", to="clubs.club")),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=models.CASCADE, related_name="memberships", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "user"), name="one_membership_a_person"),
                        models.CheckConstraint(
                            condition=models.Q(("role__in", ["owner", "director", "scorer", "member"])),
                            name="role_is_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Player",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("created_at", models.DateTimeField(default=timezone.now)),
                    ("retired_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="players", to="clubs.club")),
                    (
                        "user",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="players", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "merged_into",
                        models.ForeignKey(
                            null=True, on_delete=models.RESTRICT, related_name="merged", to="clubs.player"
                        ),
                    ),
                    (
                        "called",
                        models.CharField(
                            choices=[
                                ("club", "as the club shows names"),
                                ("short", "by a short name"),
                                ("code", "by a code name"),
                            ],
                            db_default="club",
                            default="club",
                            max_length=5,
                        ),
                    ),
                    ("full_name", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "name"], name="player_by_name")],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("merged_into__isnull", True), ("user__isnull", False)),
                            fields=("club", "user"),
                            name="one_person_a_member",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("merged_into__isnull", True),
                                models.Q(("merged_into", models.F("id")), _negated=True),
                                _connector="OR",
                            ),
                            name="merged_into_another",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Invitation",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "role",
                        models.CharField(
                            choices=[
                                ("owner", "owner"),
                                ("director", "director"),
                                ("scorer", "scorer"),
                                ("member", "member"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("hash", models.CharField(max_length=64, unique=True)),
                    ("made_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                    ("used_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="invitations", to="clubs.club")),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    (
                        "used_by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("note", models.CharField(blank=True, db_default="", default="", max_length=80)),
                    (
                        "player",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="invitations", to="clubs.player"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Apart",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("at", models.DateTimeField()),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("one", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                    ("other", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "one", "other"), name="two_people_once")],
                },
            ),
            migrations.CreateModel(
                name="Merge",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80)),
                    ("at", models.DateTimeField()),
                    ("undone_at", models.DateTimeField(null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="merges", to="clubs.club")),
                    ("gone", models.ForeignKey(on_delete=models.RESTRICT, related_name="+", to="clubs.player")),
                    ("kept", models.ForeignKey(on_delete=models.RESTRICT, related_name="+", to="clubs.player")),
                    (
                        "undone_by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("undone_at__isnull", True)),
                            fields=("club", "gone"),
                            name="one_merge_in_force",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="HouseRules",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("is_default", models.BooleanField(default=False)),
                    ("created_at", models.DateTimeField(default=timezone.now)),
                    ("retired_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="house_rules", to="clubs.club")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("retired_at", None)),
                            fields=("club", "game", "name"),
                            name="one_house_rules_a_name",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("is_default", True)),
                            fields=("club", "game"),
                            name="one_default_house_rules_a_game",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("is_default", False), ("retired_at", None), _connector="OR"),
                            name="no_retired_default",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="HouseRulesVersion",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveIntegerField()),
                    ("rules", models.JSONField()),
                    ("note", models.CharField(blank=True, max_length=200)),
                    ("at", models.DateTimeField()),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "house",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="versions", to="clubs.houserules"),
                    ),
                ],
                options={
                    "ordering": ["-number"],
                    "constraints": [models.UniqueConstraint(fields=("house", "number"), name="one_version_a_number")],
                },
            ),
            migrations.CreateModel(
                name="KeepApart",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("made_at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="keep_apart", to="clubs.club")),
                    (
                        "made_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                    ("one", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                    ("other", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "db_table": "leagues_keepapart",
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "one", "other"), name="one_keep_apart_a_pair"),
                        models.CheckConstraint(
                            condition=models.Q(("one__lt", models.F("other"))), name="keep_apart_in_order"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SecondFactorAsked",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("at", models.DateTimeField()),
                    (
                        "by",
                        models.ForeignKey(
                            null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                ],
            ),
        ),
        protection("clubs_houserulesversion"),
    ]
