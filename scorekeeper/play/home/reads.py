"""Reads for the first page and the page of a club."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import TABLE, Alphabetical
from scorekeeper.common.texts import amount_figure, in_language
from scorekeeper.play.models import Device, Seat, Sitting
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.play.moves import sides_of, totals
from scorekeeper.play.sheet.rows import names_of, progress_of, seats_with_players, together
from scorekeeper.standings.models import Competition

MOST_TABLES = 20
MOST_LISTS = 8
SHORT = 16  # letters of a name on a button
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)  # before every table
BAR_STEP, BAR_WIDTH, BAR_LEFT = 45.75, 33.8, 6.0
TOP, BASE, BOTTOM = 22.0, 91.0, 12.0  # of the tallest bar, of the zero line, room below for figures of minus bars


@dataclass(frozen=True, slots=True)
class TableRow:
    """A sitting as one line of a list. `mine` is the reader's seat number there, or None; `first` is who leads;
    `stands` is what its game says of it in a few words, or nothing. Its totals are in `unit`."""

    sitting: Sitting
    who: str
    hand: int
    length: int | None
    stands: str
    unit: InUnits
    total: int
    lead: str
    mine: int | None
    first: str

    @property
    def is_held_back(self) -> bool:
        """Whether a list says nothing of its totals: who may read them finds them on its sheet."""
        return self.sitting.held_back and self.mine is None

    @property
    def icon(self) -> str:
        """The mark of its game."""
        return self.sitting.icon

    @property
    def is_own(self) -> bool:
        """Whether the reader sits there, or has claimed its sheet."""
        return self.mine is not None or self.sitting.club.is_private

    @property
    def number(self) -> str:
        """The number of its table, where its name says "table 3" in the reader's language; else nothing."""
        pattern = re.escape(in_language(TABLE)).replace(re.escape("{number}"), r"(\d+)")
        parts = (re.fullmatch(pattern, part.strip(), re.IGNORECASE) for part in self.sitting.name.split(","))
        return next((found[1] for found in parts if found), "")

    @property
    def short_name(self) -> str:
        """Its name, if that is short enough for a button in large letters."""
        return self.sitting.name if len(self.sitting.name) <= SHORT else ""

    @property
    def is_named_by_people(self) -> bool:
        """Its name says already who plays."""
        return self.who in self.sitting.name


@dataclass(frozen=True, slots=True)
class Bar:
    """One list of the reader: geometry as text, so that no locale changes a figure."""

    total: int
    x: str
    y: str
    width: str
    height: str
    text_x: str
    text_y: str
    is_last: bool
    row: TableRow

    @property
    def written(self) -> str:
        """The figure as plain text: an SVG takes no spans."""
        return amount_figure(self.total, self.row.unit)


@dataclass(frozen=True, slots=True)
class Bars:
    """The reader's last sheets of one game, oldest first; `counts` are what breaks ties on the newest of them."""

    bars: Sequence[Bar]
    zero: str
    height: str
    counts: Sequence[tuple[Text, int]]


def open_tables(user: User, club: Club | None = None) -> list[TableRow]:
    """The open tables of the reader's clubs (or of one), those where they sit first, then the newest. Of a club that
    was closed only its own page has them: nobody goes on there."""
    found = _with_seats(Sitting.objects.running())
    found = found.filter(club=club) if club else found.filter(club__memberships__user=user, club__closed_at=None)
    rows = [table_row(sitting, user) for sitting in found.order_by("-opened_at")[:MOST_TABLES]]
    return sorted(rows, key=lambda row: row.mine is None)


def tables_of_phone(known: Mapping[str, str], now: datetime) -> list[TableRow]:
    """The open tables that this phone has joined or started without an account, the newest first."""
    if not known:
        return []
    devices = [UUID(hex=device) for device in known.values()]
    found_devices = Device.objects.in_force(now).select_related("seat").filter(pk__in=devices)
    seats = {device.sitting_id: device for device in found_devices}
    found = _with_seats(Sitting.objects.running()).filter(pk__in=list(seats)).order_by("-opened_at")
    return [_told(sitting, _number(seats[sitting.pk].seat)) for sitting in found]


def closed_sittings(club: Club) -> QuerySet[Sitting]:
    """The club's sealed sheets, newest first."""
    return _with_seats(Sitting.objects.filter(club=club, closed_at__isnull=False)).order_by("-opened_at", "-pk")


def counts_nowhere(club: Club) -> bool:
    """Whether a table can be opened here, and there is no season that it could count for."""
    return not club.is_closed and not Competition.objects.running().filter(club=club).exists()


def awaiting_sheets(club: Club) -> QuerySet[Sitting]:
    """The closed sheets that phones with the code alone have signed, the oldest first: somebody has to accept them."""
    return Sitting.objects.to_be_accepted().filter(club=club).order_by("closed_at", "pk")


def own_sheets(user: User) -> QuerySet[Sitting]:
    """The sheets the reader has claimed, open and closed, newest first: those of no club."""
    mine = Sitting.objects.filter(club__is_private=True, club__memberships__user=user)
    return _with_seats(mine).order_by("-opened_at", "-pk")


def clubs_of(user: User) -> QuerySet[Club]:
    """The reader's clubs, those with the newest table first and closed ones last; not the private ones of guest
    sheets."""
    clubs = Club.objects.visible_to(user).filter(is_private=False)
    newest = Sitting.objects.filter(club=OuterRef("pk")).order_by("-opened_at").values("opened_at")[:1]
    return clubs.annotate(last=Subquery(newest)).order_by(
        F("closed_at").asc(nulls_first=True), F("last").desc(nulls_last=True), Alphabetical("name")
    )


def club_at_home(request: HttpRequest) -> Club | None:
    """The club whose words the first page of this reader has."""
    return clubs_of(request.user).first() if isinstance(request.user, User) else None


def last_lists(user: User) -> list[TableRow]:
    """The reader's last sealed sheets, oldest first; of one game in one unit, for other figures don't compare: the one
    they have played most lately."""
    newest = list(_with_seats(_newest_of(user)).order_by("-opened_at", "-pk")[: MOST_LISTS * 2])
    most = Counter(map(_kind, newest)).most_common(1)  # of equals the one that was counted first: the newest
    same = [sitting for sitting in newest if _kind(sitting) == most[0][0]][:MOST_LISTS]
    return [table_row(sitting, user) for sitting in reversed(same)]


def _newest_of(user: User) -> QuerySet[Sitting]:
    """The sealed sheets of a person among which the newest are: of each of their lines in books only so many, sought in
    the order of an index, for some have played thousands."""
    sealed = Seat.objects.filter(player=OuterRef("pk"), sitting__closed_at__isnull=False).order_by("-opened_at")
    last = Subquery(sealed.values("opened_at")[MOST_LISTS * 2 - 1 : MOST_LISTS * 2])
    lines = Player.objects.filter(user=user, club__memberships__user=user).annotate(
        since=Coalesce(last, Value(LONG_AGO))
    )
    seats = lines.filter(seats__opened_at__gte=F("since"), seats__number__lt=PUT_AWAY).values("seats__sitting")
    return Sitting.objects.filter(closed_at__isnull=False, pk__in=seats)


def _kind(sitting: Sitting) -> tuple[str, InUnits]:
    """What the figures of two sheets must share to be compared."""
    return sitting.game, sitting.unit_of(sitting.plays.weights(sitting.typed_rules))


def bars_of(rows: Sequence[TableRow]) -> Bars | None:
    """The bars of these sheets; None without any."""
    if not rows:
        return None
    sums = {row.sitting.pk: _own(row) for row in rows}
    highest, lowest = max(0, *sums.values()), min(0, *sums.values())
    zero = BASE if not lowest else TOP + (BASE - TOP) * highest / (highest - lowest or 1)
    scale = (BASE - TOP) / ((highest - lowest) or 1)

    def bar(place: int, row: TableRow) -> Bar:
        total = sums[row.sitting.pk]
        height = max(abs(total) * scale, 1.0)
        x = BAR_LEFT + place * BAR_STEP
        top = zero - height if total >= 0 else zero
        return Bar(
            total=total,
            x=f"{x:.1f}",
            y=f"{top:.1f}",
            width=f"{BAR_WIDTH:.1f}",
            height=f"{height:.1f}",
            text_x=f"{x + BAR_WIDTH / 2:.1f}",
            text_y=f"{top - 5:.1f}" if total >= 0 else f"{top + height + 15:.1f}",
            is_last=place == len(rows) - 1,
            row=row,
        )

    newest, game = _seat(rows[-1]), rows[-1].sitting.plays
    return Bars(
        bars=[bar(place, row) for place, row in enumerate(rows)],
        zero=f"{zero:.1f}",
        height=f"{BASE + 1 + (BOTTOM + 6 if lowest else 0):.0f}",
        counts=[(game.measure_titles[measure], newest.tally.get(measure, 0)) for measure, _sign in game.ranking],
    )


def table_row(sitting: Sitting, user: User) -> TableRow:
    """A sitting with its seats loaded, as a line for this reader."""
    mine = next((seat.number for seat in sitting.seats.all() if seat.player.user_id == user.pk), None)
    return _told(sitting, mine)


def _told(sitting: Sitting, mine: int | None) -> TableRow:
    seats = list(sitting.seats.all())
    names = names_of(sitting, seats)
    sums = totals(sitting, seats)
    best = max(sums.values())
    sides = [[seat.number for seat in side] for side in sides_of(sitting, seats)]
    leaders = [side for side in sides if sums[side[0]] == best]
    progress = progress_of(sitting, seats, names)
    return TableRow(
        sitting=sitting,
        who=_who(names, mine),
        hand=progress.played + 1,
        length=progress.length,
        stands=progress.stands,
        unit=sitting.unit_of(sitting.plays.weights(sitting.typed_rules)),
        total=best,
        lead=_lead(leaders, names, mine),
        mine=mine,
        first=", ".join(together(names[number] for number in side) for side in leaders),
    )


def _who(names: Mapping[int, str], mine: int | None) -> str:
    others = [name for number, name in names.items() if number != mine]
    if mine is None:
        return ", ".join(others)
    return _("{others} and you").format(others=", ".join(others))


def _lead(leaders: Sequence[Sequence[int]], names: Mapping[int, str], mine: int | None) -> str:
    if len(leaders) > 1:
        return npgettext("note", "{number} level", "{number} level", len(leaders)).format(number=len(leaders))
    if mine in leaders[0]:
        return pgettext("note", "you lead")
    name = together(names[number] for number in leaders[0])
    return npgettext("note", "{name} leads", "{name} lead", len(leaders[0])).format(name=name)


def _with_seats(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    return sittings.select_related("club").prefetch_related(seats_with_players())


def _number(seat: Seat | None) -> int | None:
    return seat.number if seat else None


def _seat(row: TableRow) -> Seat:
    return next(seat for seat in row.sitting.seats.all() if seat.number == row.mine)


def _own(row: TableRow) -> int:
    """The reader's own total in a list of theirs."""
    return totals(row.sitting, [_seat(row)])[_seat(row).number]
