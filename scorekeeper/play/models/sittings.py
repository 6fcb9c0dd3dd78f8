"""What is played by a copy of rules; sittings, their seats, acts, signatures and anchors; their code and its phones."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

import games
from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.settling import InUnits
from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained, ChainedQuerySet, Salted
from scorekeeper.clubs.models import Club, HouseRulesVersion, Player
from scorekeeper.common.models import Row
from scorekeeper.common.names import WordsField
from scorekeeper.standings.models import Competition


class Ruled(Row):
    """`game` is the code of the game, `rules` the copy made once and kept, `rules_name` what these are called."""

    game = models.CharField(max_length=20)
    rules = models.JSONField()
    rules_name = models.CharField(max_length=80)

    class Meta:
        abstract = True

    @property
    def plays(self) -> AnyGame:
        """The game."""
        return games.game(self.game)

    @property
    def typed_rules(self) -> Record:
        """Its rules as the game's own record."""
        rules: Record = load(self.plays.rules, self.rules)
        return rules

    @property
    def icon(self) -> str:
        """The mark of the game."""
        return f"g-{self.game}"


class Via(models.TextChoices):
    """The door by which a hand, a confirmation or a signature came: somebody signed in, a phone that joined with the
    code of the table, the phone that started a sheet without an account, or a program with a token."""

    ACCOUNT = "account", pgettext_lazy("choice", "account")
    CODE = "code", pgettext_lazy("choice", "phone with the code")
    KEEPER = "keeper", pgettext_lazy("choice", "phone that keeps the sheet")
    PROGRAM = "program", pgettext_lazy("choice", "program")


class SittingQuerySet(ChainedQuerySet["Sitting"]):
    """Tables."""

    def running(self) -> "SittingQuerySet":
        return self.filter(closed_at=None)

    def official(self) -> "SittingQuerySet":
        return self.filter(closed_at__isnull=False, awaits_acceptance=False)

    def unofficial(self) -> "SittingQuerySet":
        return self.filter(models.Q(closed_at=None) | models.Q(awaits_acceptance=True))

    def rated(self) -> "SittingQuerySet":
        """Those that count for ratings and records: official, and held back from nobody."""
        return self.official().filter(held_back=False)

    def to_be_accepted(self) -> "SittingQuerySet":
        """Closed, and not official before a scorer or director says so."""
        return self.filter(awaits_acceptance=True)


class _NotWithdrawn(models.Manager["Sitting"]):
    """Tables: none that was withdrawn."""

    def get_queryset(self) -> SittingQuerySet:
        return SittingQuerySet(self.model, using=self._db).filter(withdrawn_at=None)


_SittingManager = _NotWithdrawn.from_queryset(SittingQuerySet)


class Sitting(Chained, Ruled):
    """`rules` is the copy made on opening, `house_version` the house rules that it is a copy of, `state` the game's own
    state after the newest hand, `dealer` the seat number that deals next. `head` is the hash of
    the newest version of a hand: the end of the chain. `marked` counts
    what was said of its hands, `marks_head` ends the chain of that, `disputed` is how many hands are disputed now.
    `key` comes from a phone that opened it and makes sending twice harmless; `facts` is the hash of what was sent
    under it.

    A table that was opened by mistake and withdrawn before any hand (`withdrawn_at`) keeps its row, because acts speak
    of it: `objects` and the sittings of a club or season know nothing of it, `everything` does.

    `held_back`: whoever neither sits there nor scores for the club reads nothing of it for now.
    """

    content = Content(
        owner=lambda sitting: sitting.pk,
        fields=("club", "game", "rules", "rules_name", "house_version", "opened_at", "opened_by_user", "key", "facts"),
        texts=("rules_name",),
    )

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sittings")
    name = WordsField(pgettext_lazy("note", "name"), max_length=80)
    house_version = models.ForeignKey(HouseRulesVersion, on_delete=models.PROTECT, null=True, related_name="sittings")
    competitions = models.ManyToManyField(Competition, related_name="sittings")

    opened_at = models.DateTimeField()
    opened_by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)  # a time limit struck the hands not begun
    closed_at = models.DateTimeField(null=True)
    awaits_acceptance = models.BooleanField(default=False, db_default=False)  # closed by phones with the code alone
    reopenings = models.PositiveSmallIntegerField(default=0)
    withdrawn_at = models.DateTimeField(null=True)

    state = models.JSONField()
    is_over = models.BooleanField(default=False)  # the game says so: the list is complete
    next_number = models.PositiveIntegerField(default=1)
    dealer = models.PositiveSmallIntegerField(default=0)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    marked = models.PositiveIntegerField(default=0, db_default=0)
    marks_head = models.CharField(max_length=64, blank=True, default="", db_default="")
    disputed = models.PositiveSmallIntegerField(default=0, db_default=0)
    revision = models.PositiveIntegerField(default=1)
    key = models.UUIDField(null=True)
    facts = models.CharField(max_length=64, blank=True, default="", db_default="")
    held_back = models.BooleanField(default=False, db_default=False)

    objects: ClassVar[SittingQuerySet] = _SittingManager()  # type: ignore[assignment]
    everything: ClassVar[SittingQuerySet] = SittingQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [
            models.Index(fields=["club", "closed_at", "-opened_at"], name="sitting_list"),
            models.Index(fields=["club", "-opened_at", "-id"], name="sitting_newest"),
            models.Index(fields=["club"], condition=models.Q(disputed__gt=0), name="sitting_disputed"),
            models.Index(
                fields=["club", "closed_at"], condition=models.Q(awaits_acceptance=True), name="sitting_awaiting"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"], condition=models.Q(key__isnull=False), name="one_sitting_a_key"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def typed_state(self) -> Record:
        state: Record = load(self.plays.state, self.state)
        return state

    @property
    def unit(self) -> InUnits:
        """What its amounts are counted in."""
        return InUnits(unit=self.rules.get("unit", ""), decimals=self.rules.get("decimals", 0))

    def unit_of(self, measures: Iterable[str]) -> InUnits:
        """What a sum of these measures is counted in: the unit where all of them are, else points."""
        return self.unit if self.plays.in_units.issuperset(measures) else InUnits()

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def is_official(self) -> bool:
        """Closed, and what it brought counts as official: somebody answers for it by an account."""
        return self.closed_at is not None and not self.awaits_acceptance

    @property
    def phase(self) -> str:
        """`playing`, `unsigned`, `to_be_accepted`, or `closed`: official."""
        if self.is_official:
            return "closed"
        if self.awaits_acceptance:
            return "to_be_accepted"
        return "playing" if self.accepts_hands else "unsigned"

    @property
    def accepts_hands(self) -> bool:
        """Open, and neither complete nor cut short."""
        return self.is_open and not self.is_over and self.ended_at is None

    @property
    def awaits_signatures(self) -> bool:
        return self.is_open and (self.is_over or self.ended_at is not None)

    @property
    def code(self) -> str:
        """What the printed sheet is called by: no secret."""
        return f"{self.pk.hex[-8:-4]}-{self.pk.hex[-4:]}".upper()

    @property
    def played_on(self) -> date:
        """The club's local day of the opening: an evening that runs past midnight stays one evening."""
        return self.opened_at.astimezone(ZoneInfo(self.club.time_zone)).date()


PUT_AWAY = 1000  # from this number on: a place that was taken back, as if nobody had sat there


class SeatQuerySet(ChainedQuerySet["Seat"]):
    """Places at tables."""


class _AtTables(models.Manager["Seat"]):
    """Places at tables: none that was taken back."""

    def get_queryset(self) -> SeatQuerySet:
        return SeatQuerySet(self.model, using=self._db).filter(number__lt=PUT_AWAY)


_SeatManager = _AtTables.from_queryset(SeatQuerySet)


class Seat(Chained):
    """A place at the table with the player who holds it. `tally` holds the running total of each measure: the sum
    of the seat's ledger entries, kept in step in the same transaction. `opened_at` is the sitting's, so that the newest
    tables of a player are found without looking at all of them.

    One that was taken back before any hand keeps its row, because acts speak of it, under a number of `PUT_AWAY` or
    more: `objects` and `sitting.seats` know nothing of it.
    """

    content = Content(owner=lambda seat: seat.sitting_id, fields=("club", "sitting", "player"))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    is_active = models.BooleanField(default=True)
    tally = models.JSONField(default=dict)
    opened_at = models.DateTimeField(db_default=Now())

    objects: ClassVar[SeatQuerySet] = _SeatManager()  # type: ignore[assignment]
    everything: ClassVar[SeatQuerySet] = SeatQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["player", "opened_at"], name="seat_by_player")]
        constraints = [
            models.UniqueConstraint(fields=["club", "sitting", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["club", "sitting", "player"], name="one_seat_a_player"),
        ]


class Seated(Row):
    """At how many tables a line of the book has sat down, and when the newest of these was opened: the count of its
    seats, kept in step when somebody sits down."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="seated")
    tables = models.PositiveIntegerField()
    last = models.DateTimeField()


class Act(Salted, Chained):
    """What happened to a sitting beyond its hands: opened, a seat left or joined, ended, closed, reopened.
    Append-only.

    From the penalty on they say something of the sheet itself. Those stand in the sitting's chain between the hands
    (`seq`, `hash`; `head` is the hash before), come with a `key` that makes sending twice harmless, and keep what they
    did in `detail`. The others are chained by a link each; opening says in `detail` which seasons the table counts for,
    closing whether the sheet awaits acceptance. Acts of before don't.
    """

    content = Content(owner=lambda act: act.sitting_id, texts=("reason",), only={"seq": None})

    class Kind(models.TextChoices):
        OPENED = "opened", pgettext_lazy("choice", "opened")
        JOINED = "joined", pgettext_lazy("choice", "joined the table")
        LEFT = "left", pgettext_lazy("choice", "left the table")
        ENDED = "ended", pgettext_lazy("choice", "ended the list early")
        RESUMED = "resumed", pgettext_lazy("choice", "went on with the list")
        CLOSED = "closed", pgettext_lazy("choice", "closed")
        REOPENED = "reopened", pgettext_lazy("choice", "reopened")
        CLAIMED = "claimed", pgettext_lazy("choice", "took over the sheet")
        DEALER = "dealer", pgettext_lazy("choice", "set the dealer")
        PENALTY = "penalty", pgettext_lazy("choice", "penalty")
        ADJUSTED = "adjusted", pgettext_lazy("choice", "adjustment")
        REVERSED = "reversed", pgettext_lazy("state", "taken back")
        SWAPPED = "swapped", pgettext_lazy("choice", "swapped seats")
        SUBSTITUTE = "substitute", pgettext_lazy("choice", "is played for")
        RETURNED = "returned", pgettext_lazy("choice", "plays again")
        LET_IN = "let_in", pgettext_lazy("choice", "phone let in to the seat")
        REFUSED = "refused", pgettext_lazy("choice", "phone not let in to the seat")
        MOVED = "moved", pgettext_lazy("choice", "seat moved to another phone")
        PHONE_OUT = "phone_out", pgettext_lazy("choice", "phone ended")
        ACCEPTED = "accepted", pgettext_lazy("choice", "made official")
        WITHDRAWN = "withdrawn", pgettext_lazy("choice", "withdrew the table")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_device = models.ForeignKey("play.Device", on_delete=models.PROTECT, null=True, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    reason = WordsField(max_length=200, blank=True)
    head = models.CharField(max_length=64, blank=True)

    seq = models.PositiveIntegerField(null=True)
    hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    key = models.UUIDField(null=True)
    facts = models.CharField(max_length=64, blank=True, default="", db_default="")
    detail = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    reverses = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="reversals")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_act_a_key"),
            models.UniqueConstraint(fields=["club", "sitting", "seq"], name="one_act_a_seq"),
            models.UniqueConstraint(fields=["club", "reverses"], name="one_reversal_an_act"),
        ]

    @property
    def is_linked(self) -> bool:
        return self.seq is not None

    @property
    def previous(self) -> str:
        """The hash before it in the chain, as a hand calls it."""
        return self.head


class Signature(Chained):
    """A seat agrees to the sheet as it stood at `head`; a later version of a hand makes it void. Append-only.

    `on_behalf`: somebody who keeps the sheet signed for the seat. `via` is empty where it was not kept
    yet.
    """

    content = Content(owner=lambda signature: signature.sitting_id)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="signatures")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="signatures")
    head = models.CharField(max_length=64, blank=True)
    reopenings = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_device = models.ForeignKey("play.Device", on_delete=models.PROTECT, null=True, related_name="+")
    on_behalf = models.BooleanField()
    via = models.CharField(max_length=10, choices=Via.choices, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting", "seat", "head", "reopenings"],
                name="one_signature_a_seat",
            )
        ]

    @property
    def is_by_code(self) -> bool:
        """Whether a phone gave it that has the code of the table and nothing else."""
        return not self.on_behalf and (self.via == Via.CODE or (not self.via and self.by_user_id is None))


class Anchor(Chained):
    """The heads of a closed sitting (of its hands, and of what was said of them), chained within the club: it names
    what was sealed, so that a sitting's whole chain can't be made anew unnoticed. Append-only."""

    content = Content(owner=lambda anchor: anchor.sitting_id)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="anchors")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="anchors")
    head = models.CharField(max_length=64, blank=True)
    seq = models.PositiveIntegerField()
    marks_head = models.CharField(max_length=64, blank=True, default="", db_default="")
    at = models.DateTimeField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "previous"], name="one_anchor_after_another")]


class DeviceQuerySet(models.QuerySet["Device"]):
    def in_force(self, now: datetime) -> "DeviceQuerySet":
        """The phones that may act: neither they nor the pass they joined with have ended."""
        is_valid = models.Q(table_pass=None) | models.Q(table_pass__revoked_at=None, table_pass__expires_at__gt=now)
        return self.filter(is_valid, revoked_at=None)


class TablePass(Row):
    """A revocable way to one table: a link (as a QR code) and a short code. Both are made from the row's id and the
    installation's secret when they are shown; the row keeps only their hashes."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="passes")
    link_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)


class Device(Row):
    """A phone at one table: it may record, undo, confirm and sign for its seat there, and nothing else.

    `is_host` marks the phone that started a table without an account; it may also do what the table's scorer may.
    `asks_for` is a seat that only somebody who keeps the sheet can give it. `address` is a keyed hash of where it
    joined from, kept as long as a pass is valid.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="devices")
    table_pass = models.ForeignKey(TablePass, on_delete=models.PROTECT, null=True, related_name="devices")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="devices")
    name = WordsField(max_length=80)
    asks_for = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="+")
    is_host = models.BooleanField(default=False)
    address = models.CharField(max_length=64, blank=True, default="", db_default="")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[DeviceQuerySet] = DeviceQuerySet.as_manager()  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.name

    def is_in_force(self, now: datetime) -> bool:
        """Whether it is one of `in_force`; it comes with its pass."""
        table_pass = self.table_pass
        is_valid = table_pass is None or (table_pass.revoked_at is None and table_pass.expires_at > now)
        return is_valid and self.revoked_at is None


class Presence(Row):
    """Somebody who may record has the table open: a phone that joined, or somebody signed in. Kept for the others at
    the table while it is fresh; no fact of the sitting."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, null=True, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "sitting", "user"], name="one_presence_a_person"),
            models.UniqueConstraint(fields=["club", "sitting", "device"], name="one_presence_a_phone"),
        ]
        indexes = [models.Index(fields=["seen_at"], name="presences_by_time")]


class JoinFailure(Row):
    """A code that was no code, by address (hashed): a cache per process would be no lock."""

    address = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["address", "at"], name="failures_of_an_address"),
            models.Index(fields=["at"], name="failures_by_time"),
        ]
