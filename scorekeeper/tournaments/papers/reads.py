"""The papers of a tournament: its lists as tables, to print and for other programs; receipts for prizes, cards for the
tables, empty sheets."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core.record import load
from scorekeeper.common.tables.values import Cell, Table, figure, headed, without_empty
from scorekeeper.common.texts import isolated
from scorekeeper.draws.selectors.why import names_title, plan_title, seats_by_name, seats_by_table
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.pools.pages import GivenShown, Shown, given_shown
from scorekeeper.payouts.pools.reads import Given, PoolNow
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.sheet.rows import progress_of
from scorekeeper.standings.standing import place_cell
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.entries.reads import entry_list
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.words import named, over, titled
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Stage, Tournament
from scorekeeper.tournaments.rounds.field import called, name_of
from scorekeeper.tournaments.rounds.results import tables_of
from scorekeeper.tournaments.standing.reads import final_lines, points_of_stages
from scorekeeper.tournaments.words import stage_title

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
        return [(passed.name, self._place(passed)) for passed in self.given.passed_over]

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


def of_stage(stage: Stage) -> str:
    """Its tournament, and its own name where it has one."""
    return f"{isolated(stage.tournament.name)}, {isolated(stage.name)}" if stage.name else stage.tournament.name


def entries_out(tournament: Tournament) -> Table:
    """Everybody on the list with how they stand, by number."""
    heads = [
        pgettext("note", "No."),
        pgettext("column", "Name"),
        pgettext("column", "Players"),
        pgettext("column", "Comes from"),
        pgettext("column", "Rating"),
        pgettext("column", "Seed"),
        pgettext("column", "State"),
    ]
    lines = sorted(entry_list(tournament).lines, key=lambda line: line.entrant.number)
    rows: Iterable[list[Cell]] = [
        [
            line.entrant.number,
            line.name,
            line.who,
            line.entrant.origin,
            line.entrant.rating,
            line.seed or None,
            str(line.entrant.get_state_display()),
        ]
        for line in lines
    ]
    return without_empty(
        Table(named(tournament, pgettext("in a line", "entry list")), heads, list(rows), over(tournament))
    )


def seats_out(round_: Round) -> Table:
    """Who sits where, table by table; of a round of matches who plays whom, with room for the result."""
    if not format_of(round_.stage).has_rounds:
        return _seats_now(round_)
    found = explained(round_)
    is_matches = max((len(table.places) for table in found.tables), default=0) == 2
    name = titled(round_.stage, plan_title(round_.number, is_draft=round_.is_draft, is_matches=is_matches))
    codes = [table.table.code for table in found.tables]
    return seats_by_table(name, over(round_.stage.tournament), found, name_of, is_matches=is_matches, codes=codes)


def _seats_now(round_: Round) -> Table:
    """Of a knock-out at tables who sits where now; seats keep their numbers, and empty ones stay empty."""
    tables = format_of(round_.stage).tables_now(round_)
    most = 1 + max((place.seat or 0 for table in tables for place in table.places), default=0)
    rows: list[list[Cell]] = []
    for table in tables:
        sits = {place.seat: name_of(place) for place in table.places}
        rows.append([table.number, *(sits.get(seat, "") for seat in range(most))])
    heads = [
        pgettext("column", "Table"),
        *(pgettext("column", "Seat {number}").format(number=number) for number in range(1, most + 1)),
    ]
    left = sum(len(table.places) for table in tables)
    sentence = ngettext("{number} is left.", "{number} are left.", left).format(number=left)
    name = titled(round_.stage, pgettext("heading", "seat plan of now"))
    return Table(name, heads, rows, over(round_.stage.tournament, sentence), grows=True)


def names_out(round_: Round) -> Table:
    """Who sits where, by name: the list to hang up."""
    found = explained(round_) if format_of(round_.stage).has_rounds else None
    tables = found.tables if found else format_of(round_.stage).tables_now(round_)
    seats: list[tuple[str, int | None, int | None, str]] = [
        (name_of(place), table.table.number, place.seat + 1 if place.seat is not None else None, "")
        for table in tables
        for place in table.places
    ]
    name = titled(round_.stage, pgettext("heading", "seats by name"))
    if found:
        seats += [(name_of(place), None, None, str(place.get_kind_display())) for place in (*found.out, *found.absent)]
        name = titled(round_.stage, names_title(round_.number, is_draft=round_.is_draft))
    return seats_by_name(name, over(round_.stage.tournament), seats)


def places_out(tournament: Tournament) -> Table:
    """Who stands where over all stages, with the points of each stage that gives any."""
    lines = final_lines(tournament, official=tournament.is_ended)
    points = points_of_stages(tournament)
    rows: list[list[Cell]] = [
        [
            place_cell(line.first, line.last),
            line.name,
            ", ".join(line.people),
            *(of_stage.get(line.entrant.pk) for _head, of_stage in points),
        ]
        for line in lines
    ]
    what = (
        pgettext("in a line", "final places")
        if tournament.is_ended
        else pgettext("in a line", "places, if it ended now")
    )
    heads = [
        pgettext("column", "Place"),
        pgettext("column", "Name"),
        pgettext("column", "Players"),
        *(head for head, _of_stage in points),
    ]
    nothing = _("The standings appear here once the first round is open.")
    return without_empty(Table(named(tournament, what), heads, rows, over(tournament), nothing=nothing))


def prizes_out(tournament: Tournament, prizes: Awarded) -> Table:
    """The places with what they get, and who was passed over because their club has its prize already."""
    unit = prizes.pool.in_unit
    rows: list[list[Cell]] = [[capfirst(what), name, figure(amount, unit)] for name, what, amount in prizes.receipts]
    passed_over = _("{place}: one prize for each club, and theirs has one")
    rows += [[capfirst(passed_over.format(place=place)), name, None] for name, place in prizes.passed_over]
    heads = [pgettext("column", "For"), pgettext("column", "Name"), headed(pgettext("column", "Prize"), unit)]
    return Table(named(tournament, pgettext("in a line", "prizes")), heads, rows, over(tournament))


def by_official(stage: Stage, *, asked: bool) -> bool:
    """Whether its standing is by what is official: where that is asked for, and always once it has ended."""
    return asked or stage.state == Stage.State.ENDED


@dataclass(frozen=True, slots=True)
class ToPrint:
    """A stage that has begun, with its title and its rounds, the newest first."""

    stage: Stage
    title: str
    rounds: list[Round]


def rounds_to_print(tournament: Tournament) -> list[ToPrint]:
    """Every stage that has begun."""
    stages = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("-number").prefetch_related("rounds")
    found = []
    for stage in stages:
        rounds = sorted(
            (round_ for round_ in stage.rounds.all() if not round_.is_draft),
            key=lambda published_round: -published_round.number,
        )
        found.append(ToPrint(stage, stage_title(stage), rounds))
    return found
