from django.conf import settings
from django.db import migrations, models

from scorekeeper.common.append_only import CreateModels, Guard, protection
from scorekeeper.common.ids import uuid7
from scorekeeper.payouts import guards


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("payouts", "0001_base"),
        ("payouts", "0003_replaces_none"),
        ("payouts", "0004_collected_fees"),
        ("payouts", "0005_prize_groups"),
        ("payouts", "0006_words_of_choices"),
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
                name="Account",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("player", "player"),
                                ("pot", "bank of a table"),
                                ("prizes", "prize pool"),
                                ("fees", "fees"),
                                ("carry", "chips left on a table"),
                                ("club", "the club"),
                                ("cash", "cash box"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("balance", models.BigIntegerField(default=0)),
                    ("entries", models.PositiveBigIntegerField(default=0)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "competition",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to="standings.competition"
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "sitting",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.sitting"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("kind", "player")),
                            fields=("club", "unit", "decimals", "player"),
                            name="one_account_a_player",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("kind", "pot")),
                            fields=("club", "unit", "decimals", "sitting"),
                            name="one_account_a_pot",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("kind", "prizes")),
                            fields=("club", "unit", "decimals", "competition"),
                            name="one_account_a_prize_pool",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("kind__in", ["fees", "carry", "club", "cash"])),
                            fields=("club", "unit", "decimals", "kind"),
                            name="one_account_of_the_club",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("competition", None),
                                    ("kind", "player"),
                                    ("player__isnull", False),
                                    ("sitting", None),
                                ),
                                models.Q(
                                    ("competition", None), ("kind", "pot"), ("player", None), ("sitting__isnull", False)
                                ),
                                models.Q(
                                    ("competition__isnull", False),
                                    ("kind", "prizes"),
                                    ("player", None),
                                    ("sitting", None),
                                ),
                                models.Q(
                                    ("competition", None),
                                    ("kind__in", ["fees", "carry", "club", "cash"]),
                                    ("player", None),
                                    ("sitting", None),
                                ),
                                _connector="OR",
                            ),
                            name="account_says_whose",
                        ),
                        models.CheckConstraint(condition=models.Q(("decimals__in", [0, 2])), name="account_decimals"),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("balance__gte", -1000000000000000000), ("balance__lte", 1000000000000000000)
                            ),
                            name="balance_in_bounds",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Booking",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    ("kind", models.CharField(max_length=20)),
                    ("at", models.DateTimeField()),
                    ("on", models.DateField()),
                    ("source_kind", models.CharField(blank=True, max_length=20)),
                    ("source", models.UUIDField(null=True)),
                    ("detail", models.JSONField(default=dict)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("key", models.UUIDField(null=True)),
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
                    (
                        "competition",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="bookings", to="standings.competition"
                        ),
                    ),
                    (
                        "reverses",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="reversal", to="payouts.booking"
                        ),
                    ),
                    (
                        "sitting",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="bookings", to="play.sitting"
                        ),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "-on", "-id"], name="booking_newest_first"),
                        models.Index(fields=["club", "sitting"], name="booking_of_a_sheet"),
                        models.Index(
                            condition=models.Q(("source__isnull", False)),
                            fields=["club", "source"],
                            name="booking_of_a_thing",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_booking_a_key"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("source", None), ("source_kind", "")),
                                models.Q(("source__isnull", False), models.Q(("source_kind", ""), _negated=True)),
                                _connector="OR",
                            ),
                            name="booking_source_is_whole",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("reverses", None),
                                models.Q(
                                    ("kind", "reversal"),
                                    models.Q(("reason", ""), _negated=True),
                                    models.Q(("reverses", models.F("id")), _negated=True),
                                ),
                                _connector="OR",
                            ),
                            name="reversal_says_why",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Leg",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("number", models.PositiveBigIntegerField()),
                    ("amount", models.BigIntegerField()),
                    ("balance", models.BigIntegerField()),
                    (
                        "account",
                        models.ForeignKey(
                            db_index=False, on_delete=models.PROTECT, related_name="legs", to="payouts.account"
                        ),
                    ),
                    (
                        "booking",
                        models.ForeignKey(
                            db_index=False, on_delete=models.PROTECT, related_name="legs", to="payouts.booking"
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("account", "number"), name="one_leg_a_number"),
                        models.UniqueConstraint(fields=("booking", "account"), name="one_leg_an_account"),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("amount__gte", -1000000000000000),
                                ("amount__lte", 1000000000000000),
                                models.Q(("amount", 0), _negated=True),
                            ),
                            name="leg_moves_something",
                        ),
                        models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="legs_count_from_one"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="BankAct",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("asked", "requested"),
                                ("approved", "approved"),
                                ("refused", "refused"),
                                ("withdrawn", "withdrawn"),
                                ("undone", "reversed"),
                            ],
                            max_length=10,
                        ),
                    ),
                    (
                        "move",
                        models.CharField(
                            choices=[
                                ("buy_in", "buy-in"),
                                ("cash_out", "cash-out"),
                                ("carry", "chips from an earlier table"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("amount", models.BigIntegerField()),
                    ("at", models.DateTimeField()),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("key", models.UUIDField(null=True)),
                    ("facts", models.CharField(blank=True, max_length=64)),
                    (
                        "booking",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="bank_act", to="payouts.booking"
                        ),
                    ),
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
                    (
                        "of",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="answers", to="payouts.bankact"
                        ),
                    ),
                    ("seat", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="play.seat")),
                    (
                        "sitting",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="bank_acts", to="play.sitting"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_bank_act_a_key"),
                        models.UniqueConstraint(
                            condition=models.Q(("kind__in", ["approved", "refused", "withdrawn"])),
                            fields=("club", "of"),
                            name="one_answer_of_the_bank",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("kind", "undone")), fields=("club", "of"), name="undone_once"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("kind", "asked"), ("of", None)),
                                models.Q(models.Q(("kind", "asked"), _negated=True), ("of__isnull", False)),
                                _connector="OR",
                            ),
                            name="answers_a_request",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("booking__isnull", False), ("kind__in", ["approved", "undone"])),
                                models.Q(("booking", None), ("kind__in", ["asked", "refused", "withdrawn"])),
                                _connector="OR",
                            ),
                            name="bank_act_is_booked",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("amount__gte", 1), ("amount__lte", 1000000000000000)),
                            name="bank_amount_in_bounds",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("move", "carry"), ("seat", None)),
                                models.Q(models.Q(("move", "carry"), _negated=True), ("seat__isnull", False)),
                                _connector="OR",
                            ),
                            name="bank_act_says_whose",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Payment",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    ("amount", models.BigIntegerField()),
                    ("about_kind", models.CharField(blank=True, max_length=20)),
                    ("about", models.UUIDField(null=True)),
                    ("said_at", models.DateTimeField()),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("open", "waiting for confirmation"),
                                ("confirmed", "confirmed"),
                                ("declined", "declined"),
                                ("taken_back", "withdrawn"),
                            ],
                            default="open",
                            max_length=10,
                        ),
                    ),
                    ("answered_at", models.DateTimeField(null=True)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("key", models.UUIDField()),
                    (
                        "answered_by",
                        models.ForeignKey(
                            null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "booking",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="payment", to="payouts.booking"
                        ),
                    ),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "getter",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "payer",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    (
                        "said_by",
                        models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["club", "state", "-said_at"], name="payments_of_a_club")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_payment_a_key"),
                        models.CheckConstraint(
                            condition=models.Q(("amount__gt", 0), ("amount__lte", 1000000000000000)),
                            name="payment_is_something",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("payer__isnull", False), ("getter__isnull", False), _connector="OR"),
                                models.Q(
                                    ("payer", None),
                                    ("getter", None),
                                    models.Q(("payer", models.F("getter")), _negated=True),
                                    _connector="OR",
                                ),
                            ),
                            name="payment_between_two",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("answered_at", None), ("booking", None), ("state", "open")),
                                models.Q(
                                    ("answered_at__isnull", False), ("booking__isnull", False), ("state", "confirmed")
                                ),
                                models.Q(
                                    ("answered_at__isnull", False),
                                    ("booking", None),
                                    ("state__in", ["declined", "taken_back"]),
                                ),
                                _connector="OR",
                            ),
                            name="payment_counts_when_confirmed",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PrizePool",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    ("entry_price", models.BigIntegerField(default=0)),
                    ("rebuy_price", models.BigIntegerField(default=0)),
                    ("addon_price", models.BigIntegerField(default=0)),
                    ("guarantee", models.BigIntegerField(default=0)),
                    ("round_to", models.BigIntegerField(default=1)),
                    ("tie_unit", models.BigIntegerField(default=1)),
                    ("weights", models.JSONField(default=list)),
                    ("deductions", models.JSONField(default=list)),
                    ("specials", models.JSONField(default=list)),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "competition",
                        models.OneToOneField(
                            on_delete=models.PROTECT, related_name="prize_pool", to="standings.competition"
                        ),
                    ),
                    ("one_each", models.BooleanField(default=False)),
                    ("groups", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ],
                options={
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                ("addon_price__gte", 0),
                                ("entry_price__gte", 0),
                                ("guarantee__gte", 0),
                                ("rebuy_price__gte", 0),
                                ("round_to__gte", 1),
                                ("tie_unit__gte", 1),
                            ),
                            name="pool_amounts_in_bounds",
                        ),
                        models.CheckConstraint(condition=models.Q(("decimals__in", [0, 2])), name="pool_decimals"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PoolAct",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("entry", "entry"),
                                ("rebuy", "re-buy"),
                                ("addon", "add-on"),
                                ("collected", "paid into the cash box"),
                                ("awarded", "prizes awarded"),
                                ("taken_back", "withdrawn"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("amount", models.BigIntegerField(default=0)),
                    ("detail", models.JSONField(default=dict)),
                    ("at", models.DateTimeField()),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("key", models.UUIDField(null=True)),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                    (
                        "of",
                        models.OneToOneField(
                            null=True, on_delete=models.PROTECT, related_name="taken_back_by", to="payouts.poolact"
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="clubs.player"),
                    ),
                    ("pool", models.ForeignKey(on_delete=models.PROTECT, related_name="acts", to="payouts.prizepool")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "key"), name="one_pool_act_a_key"),
                        models.CheckConstraint(
                            condition=models.Q(("amount__gte", 0)), name="pool_act_amount_in_bounds"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("kind__in", ["entry", "rebuy", "addon", "collected"]),
                                    ("of", None),
                                    ("player__isnull", False),
                                ),
                                models.Q(("kind", "awarded"), ("of", None), ("player", None)),
                                models.Q(
                                    ("kind", "taken_back"),
                                    ("of__isnull", False),
                                    models.Q(("reason", ""), _negated=True),
                                ),
                                _connector="OR",
                            ),
                            name="pool_act_is_whole",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Limit",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    ("amount", models.BigIntegerField(null=True)),
                    ("next_amount", models.BigIntegerField(null=True)),
                    ("next_on", models.DateField(null=True)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "user",
                        models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "user", "unit", "decimals"), name="one_limit_a_unit"),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("amount", None),
                                    models.Q(("amount__gte", 0), ("amount__lte", 1000000000000000)),
                                    _connector="OR",
                                ),
                                models.Q(
                                    ("next_amount", None),
                                    models.Q(("next_amount__gte", 0), ("next_amount__lte", 1000000000000000)),
                                    _connector="OR",
                                ),
                            ),
                            name="limit_in_bounds",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("next_on__isnull", False), ("next_amount", None), _connector="OR"),
                            name="next_limit_has_its_day",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="BoxTarget",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("unit", models.CharField(blank=True, max_length=12)),
                    ("decimals", models.PositiveSmallIntegerField()),
                    ("amount", models.BigIntegerField()),
                    ("what", models.CharField(max_length=80)),
                    ("club", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="clubs.club")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "unit", "decimals"), name="one_target_a_unit"),
                        models.CheckConstraint(
                            condition=models.Q(("amount__gt", 0), ("amount__lte", 1000000000000000)),
                            name="target_is_something",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Discreet",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("at", models.DateTimeField()),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    (
                        "player",
                        models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="+", to="clubs.player"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "player"), name="one_discretion_a_line"),
                        models.UniqueConstraint(
                            condition=models.Q(("player", None)), fields=("club",), name="one_discretion_of_a_club"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PrizeMark",
                fields=[
                    ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=40)),
                    ("at", models.DateTimeField()),
                    ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ("club", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.club")),
                    ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="clubs.player")),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "player", "name"), name="one_prize_mark_a_name")
                    ],
                },
            ),
        ),
        Guard(guards.protect),
        protection("payouts_booking", "payouts_leg", "payouts_bankact", "payouts_poolact"),  # the last is asked first
    ]
