from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

from scorekeeper.common.append_only import CreateModels, protection
from scorekeeper.common.ids import uuid7


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("play", "0001_base"),
        ("play", "0002_seats"),
        ("play", "0003_replaces_none"),
        ("play", "0004_phone_refused"),
        ("play", "0005_withdrawn"),
        ("play", "0006_held_back"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_release"),
        ("standings", "0001_release"),
    ]
    operations = [
        CreateModels(
            migrations.CreateModel(
                name="JoinFailure",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("address", models.CharField(max_length=64)),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["address", "at"], name="failures_of_an_address"),
                        models.Index(fields=["at"], name="failures_by_time"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Sitting",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("game", models.CharField(max_length=20)),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("rules", models.JSONField()),
                    ("rules_name", models.CharField(max_length=80)),
                    ("opened_at", models.DateTimeField()),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("closed_at", models.DateTimeField(null=True)),
                    ("reopenings", models.PositiveSmallIntegerField(default=0)),
                    ("state", models.JSONField()),
                    ("is_over", models.BooleanField(default=False)),
                    ("next_number", models.PositiveIntegerField(default=1)),
                    ("dealer", models.PositiveSmallIntegerField(default=0)),
                    ("seq", models.PositiveIntegerField(default=0)),
                    ("head", models.CharField(blank=True, max_length=64)),
                    ("revision", models.PositiveIntegerField(default=1)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="sittings", to="clubs.club")),
                    (
                        "opened_by_user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("disputed", models.PositiveSmallIntegerField(db_default=0, default=0)),
                    ("marked", models.PositiveIntegerField(db_default=0, default=0)),
                    ("marks_head", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    ("key", models.UUIDField(null=True)),
                    ("facts", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    (
                        "house_version",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="sittings", to="clubs.houserulesversion"
                        ),
                    ),
                    ("competitions", models.ManyToManyField(related_name="sittings", to="standings.competition")),
                    ("awaits_acceptance", models.BooleanField(db_default=False, default=False)),
                    ("withdrawn_at", models.DateTimeField(null=True)),
                    ("held_back", models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "closed_at", "-opened_at"], name="sitting_list"),
                        models.Index(fields=["club", "-opened_at", "-id"], name="sitting_newest"),
                        models.Index(condition=models.Q(("disputed__gt", 0)), fields=["club"], name="sitting_disputed"),
                        models.Index(
                            condition=models.Q(("awaits_acceptance", True)),
                            fields=["club", "closed_at"],
                            name="sitting_awaiting",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("key__isnull", False)), fields=("club", "key"), name="one_sitting_a_key"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Seat",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("is_active", models.BooleanField(default=True)),
                    ("tally", models.JSONField(default=dict)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.PROTECT, related_name="seats", to="clubs.player")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="seats", to="play.sitting")),
                    ("opened_at", models.DateTimeField(db_default=Now())),
                ],
                options={
                    "ordering": ["number"],
                    "indexes": [models.Index(fields=["player", "opened_at"], name="seat_by_player")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "sitting", "number"), name="one_seat_a_number"),
                        models.UniqueConstraint(fields=("club", "sitting", "player"), name="one_seat_a_player"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Anchor",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("head", models.CharField(blank=True, max_length=64)),
                    ("seq", models.PositiveIntegerField()),
                    ("at", models.DateTimeField()),
                    ("previous", models.CharField(blank=True, max_length=64)),
                    ("hash", models.CharField(max_length=64)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="anchors", to="clubs.club")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="anchors", to="play.sitting")),
                    ("marks_head", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "previous"), name="one_anchor_after_another")
                    ],
                },
            ),
            migrations.CreateModel(
                name="TablePass",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("link_hash", models.CharField(max_length=64, unique=True)),
                    ("code_hash", models.CharField(max_length=64, unique=True)),
                    ("made_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                    ("revoked_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="passes", to="play.sitting")),
                ],
            ),
            migrations.CreateModel(
                name="Device",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=80)),
                    ("is_host", models.BooleanField(default=False)),
                    ("made_at", models.DateTimeField()),
                    ("revoked_at", models.DateTimeField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "seat",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="devices", to="play.seat"),
                    ),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="devices", to="play.sitting")),
                    (
                        "table_pass",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="devices", to="play.tablepass"
                        ),
                    ),
                    (
                        "asks_for",
                        models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to="play.seat"),
                    ),
                    ("address", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name="Signature",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("head", models.CharField(blank=True, max_length=64)),
                    ("reopenings", models.PositiveSmallIntegerField()),
                    ("at", models.DateTimeField()),
                    ("on_behalf", models.BooleanField()),
                    (
                        "by_device",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.device"),
                    ),
                    (
                        "by_user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("seat", models.ForeignKey(on_delete=models.PROTECT, related_name="signatures", to="play.seat")),
                    (
                        "sitting",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="signatures", to="play.sitting"),
                    ),
                    (
                        "via",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("account", "account"),
                                ("code", "phone with the code"),
                                ("keeper", "phone that keeps the sheet"),
                                ("program", "program"),
                            ],
                            db_default="",
                            default="",
                            max_length=10,
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("club", "sitting", "seat", "head", "reopenings"), name="one_signature_a_seat"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Hand",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveIntegerField()),
                    ("version", models.PositiveSmallIntegerField()),
                    ("seq", models.PositiveIntegerField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("recorded", "recorded"),
                                ("corrected", "corrected"),
                                ("voided", "struck"),
                                ("followed", "follows from an earlier hand"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("key", models.UUIDField()),
                    ("facts", models.CharField(max_length=64)),
                    ("record", models.JSONField()),
                    ("table", models.JSONField()),
                    ("outcome", models.JSONField()),
                    ("rules_version", models.CharField(max_length=20)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("at", models.DateTimeField()),
                    ("previous", models.CharField(blank=True, max_length=64)),
                    ("hash", models.CharField(max_length=64)),
                    (
                        "by_device",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.device"),
                    ),
                    (
                        "by_user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="hands", to="play.sitting")),
                    (
                        "via",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("account", "account"),
                                ("code", "phone with the code"),
                                ("keeper", "phone that keeps the sheet"),
                                ("program", "program"),
                            ],
                            db_default="",
                            default="",
                            max_length=10,
                        ),
                    ),
                ],
                options={
                    "ordering": ["seq"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_hand_a_key"),
                        models.UniqueConstraint(fields=("club", "sitting", "seq"), name="one_hand_a_seq"),
                        models.UniqueConstraint(
                            fields=("club", "sitting", "number", "version"), name="one_hand_a_version"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Act",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("opened", "opened"),
                                ("joined", "joined the table"),
                                ("left", "left the table"),
                                ("ended", "ended the list early"),
                                ("resumed", "went on with the list"),
                                ("closed", "closed"),
                                ("reopened", "reopened"),
                                ("claimed", "took over the sheet"),
                                ("dealer", "set the dealer"),
                                ("penalty", "penalty"),
                                ("adjusted", "adjustment"),
                                ("reversed", "taken back"),
                                ("swapped", "swapped seats"),
                                ("substitute", "is played for"),
                                ("returned", "plays again"),
                                ("let_in", "phone let in to the seat"),
                                ("refused", "phone not let in to the seat"),
                                ("moved", "seat moved to another phone"),
                                ("phone_out", "phone ended"),
                                ("accepted", "made official"),
                                ("withdrawn", "withdrew the table"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("at", models.DateTimeField()),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("head", models.CharField(blank=True, max_length=64)),
                    (
                        "by_user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "by_device",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.device"),
                    ),
                    ("seat", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.seat")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="acts", to="play.sitting")),
                    ("detail", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                    ("facts", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    ("hash", models.CharField(blank=True, db_default="", default="", max_length=64)),
                    ("key", models.UUIDField(null=True)),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "reverses",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="reversals", to="play.act"),
                    ),
                    ("seq", models.PositiveIntegerField(null=True)),
                ],
                options={
                    "ordering": ["id"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_act_a_key"),
                        models.UniqueConstraint(fields=("club", "sitting", "seq"), name="one_act_a_seq"),
                        models.UniqueConstraint(fields=("club", "reverses"), name="one_reversal_an_act"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="LedgerEntry",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("measure", models.CharField(max_length=20)),
                    ("amount", models.BigIntegerField()),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "hand",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="entries", to="play.hand"),
                    ),
                    ("seat", models.ForeignKey(on_delete=models.PROTECT, related_name="entries", to="play.seat")),
                    (
                        "act",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="entries", to="play.act"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "hand", "seat", "measure"), name="one_entry_a_measure"),
                        models.CheckConstraint(
                            condition=models.Q(("amount", 0), _negated=True), name="entry_moves_something"
                        ),
                        models.UniqueConstraint(fields=("club", "act", "seat", "measure"), name="one_entry_an_act"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("act__isnull", False), ("hand", None)),
                                models.Q(("act", None), ("hand__isnull", False)),
                                _connector="OR",
                            ),
                            name="entry_has_one_cause",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="HandMark",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("seq", models.PositiveIntegerField()),
                    ("after", models.PositiveIntegerField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("confirmed", "confirmed"),
                                ("disputed", "disputed"),
                                ("withdrawn", "dispute taken back"),
                                ("decided", "decided"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("at", models.DateTimeField()),
                    ("previous", models.CharField(blank=True, max_length=64)),
                    ("hash", models.CharField(max_length=64)),
                    (
                        "by_device",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.device"),
                    ),
                    (
                        "by_user",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    ("hand", models.ForeignKey(on_delete=models.PROTECT, related_name="marks", to="play.hand")),
                    ("seat", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.seat")),
                    ("sitting", models.ForeignKey(on_delete=models.PROTECT, related_name="marks", to="play.sitting")),
                    (
                        "via",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("account", "account"),
                                ("code", "phone with the code"),
                                ("keeper", "phone that keeps the sheet"),
                                ("program", "program"),
                            ],
                            db_default="",
                            default="",
                            max_length=10,
                        ),
                    ),
                ],
                options={
                    "ordering": ["seq"],
                    "constraints": [models.UniqueConstraint(fields=("club", "sitting", "seq"), name="one_mark_a_seq")],
                },
            ),
            migrations.CreateModel(
                name="Presence",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("seen_at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "device",
                        models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="+", to="play.device"),
                    ),
                    (
                        "sitting",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="presences", to="play.sitting"),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            null=True, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["seen_at"], name="presences_by_time")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "sitting", "user"), name="one_presence_a_person"),
                        models.UniqueConstraint(fields=("club", "sitting", "device"), name="one_presence_a_phone"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Seated",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("tables", models.PositiveIntegerField()),
                    ("last", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "player",
                        models.OneToOneField(on_delete=models.CASCADE, related_name="seated", to="clubs.player"),
                    ),
                ],
            ),
        ),
        protection("play_anchor", "play_signature", "play_hand", "play_act", "play_ledgerentry", "play_handmark"),
    ]
