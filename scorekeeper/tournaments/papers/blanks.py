"""What is written on at a tournament: receipts for prizes, cards for the tables, empty sheets."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import pgettext

from games.core.record import load
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.pools.pages import GivenShown, Shown, given_shown
from scorekeeper.payouts.pools.reads import Given, PoolNow
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.sheet.rows import progress_of
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Tournament
from scorekeeper.tournaments.rounds.field import called, name_of
from scorekeeper.tournaments.rounds.results import tables_of

UNKNOWN_LINES: Final = 36  # of a sheet whose list has no length
MOST_LINES: Final = 48


@dataclass(frozen=True, slots=True)
class Awarded:
    """The prizes that were awarded, and when."""

    pool: PrizePool
    given: GivenShown
    at: datetime

    @property
    def receipts(self) -> list[tuple[str, str, int]]:
        """Who signs for how much: (name, what for, amount)."""
        found = [(prize.name, self._place(prize), prize.amount) for prize in self.given.prizes]
        return found + [
            (special.name, f"{special.cause}: {special.note}" if special.note else special.cause, special.amount)
            for special in self.given.specials
            if special.name
        ]

    @property
    def passed_over(self) -> list[tuple[str, str]]:
        """Who got nothing because their club has its prize already: (name, which place)."""
        return [(one.name, self._place(one)) for one in self.given.passed_over]

    def _place(self, shown: Shown) -> str:
        if shown.first == 0 or self.given.is_deal:
            return pgettext("in a line", "as agreed")
        if shown.first == shown.last:
            return pgettext("in a line", "place {number}").format(number=shown.first)
        words = (
            pgettext("in a line", "places {first} to {last}, shared")
            if shown.is_shared
            else pgettext("in a line", "places {first} to {last}")
        )
        return words.format(first=shown.first, last=shown.last)


def awarded(tournament: Tournament) -> Awarded | None:
    """None while no prizes are awarded."""
    pool = PrizePool.objects.filter(competition__tournament=tournament).first()
    now = PoolNow(pool) if pool else None
    if pool is None or now is None or now.award is None:
        return None
    shown = given_shown(now, Given.from_json(now.award.detail))
    assert shown  # noqa: S101 of an award
    return Awarded(pool, shown, now.award.at)


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat by its number, from 1, and who sits there."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on a table: its number, who sits there, and the pass that leads to its sheet, where one is made."""

    table: RoundTable
    seats: tuple[Seated, ...]
    table_pass: TablePass | None

    @property
    def takes_pass(self) -> bool:
        return self.table.sitting is not None and self.table.sitting.is_open


def cards_of(round_: Round, now: datetime) -> list[Card]:
    """The cards of a round, one a table; of a knock-out at tables those of now."""
    found = format_of(round_.stage).tables_now(round_)
    sittings = Sitting.objects.in_bulk([table.table.sitting_id for table in found if table.table.sitting_id])
    valid = TablePass.objects.filter(sitting__in=list(sittings), revoked_at=None, expires_at__gt=now)
    passes = {each.sitting_id: each for each in valid.order_by("made_at")}
    cards = []
    for shown in found:
        table = shown.table
        if table.sitting_id:
            table.sitting = sittings[table.sitting_id]
        seats = tuple(Seated((place.seat or 0) + 1, name_of(place)) for place in shown.places)
        cards.append(Card(table, seats, passes.get(table.sitting_id) if table.sitting_id else None))
    return cards


@dataclass(frozen=True, slots=True)
class Side:
    """A column of an empty sheet; `team` is that of a single player of it."""

    name: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty sheet of a table, or a page of it: who sits there in the order of the deal, the numbers of its lines,
    and which `part` of how many it is, like 1/2."""

    table: RoundTable
    sides: tuple[Side, ...]
    lines: tuple[int, ...]
    part: str = ""

    @property
    def rows(self) -> list[tuple[int, bool]]:
        """Each line with whether the deal has gone round with it."""
        return [(line, line % len(self.sides) == 0) for line in self.lines]

    @property
    def is_long(self) -> bool:
        return len(self.lines) > 40

    @property
    def is_half(self) -> bool:
        """More lines than have much room on the smaller paper."""
        return len(self.lines) > 24


def blanks_of(round_: Round) -> list[Blank]:
    """The empty sheets of a round, one a table."""
    found = tables_of([round_])
    wanted = [table.table.sitting_id for table in found if table.table.sitting_id]
    sittings = Sitting.objects.prefetch_related("seats").in_bulk(wanted)
    return [
        Blank(
            shown.table,
            tuple(_side(place) for place in shown.places),
            tuple(range(1, _lines(round_, len(shown.places), sittings.get(shown.table.sitting_id)) + 1)),
        )
        for shown in found
    ]


def _side(place: RoundPlace) -> Side:
    if place.player is None:
        return Side(called(place.entrant))
    return Side(place.player.person.name, called(place.entrant))


def _lines(round_: Round, people: int, sitting: Sitting | None) -> int:
    """By its sheet, or where it has none by the rules of the round."""
    if sitting:
        seats = list(sitting.seats.all())
        length = progress_of(sitting, seats, {seat.number: "" for seat in seats}).length
    else:
        tournament = round_.stage.tournament
        of_round = format_of(round_.stage).rules_of_round(round_.stage, round_.number)
        game, rules = tournament.plays, load(tournament.plays.rules, of_round[0] if of_round else tournament.rules)
        length = game.progress(game.start(rules, people), rules, range(people))[1] if people in game.seats else None
    return min(length or UNKNOWN_LINES, MOST_LINES)
