"""What the screen in the room shows of a tournament, page by page: who sits where, the standing, the clock."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, pairwise
from math import ceil
from typing import Final, Literal, TypeVar
from uuid import UUID

from django.utils.text import Truncator

from games.core.settling import InUnits
from scorekeeper.common.ids import digest
from scorekeeper.common.names import alphabetical, public_names
from scorekeeper.draws.words import TABLES, TableWords
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.clock.reads import Time, time_of
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.knockout.tables import ShownTables, knockout_now
from scorekeeper.tournaments.formats.standing import BracketMatch
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.results import Played, tables_of
from scorekeeper.tournaments.standing.reads import final_lines, podium

# in rem of css/screen.css, whose page is 120 wide: what is left below the heading, and the parts of a row
HIGH: Final = 46.0
LINE: Final = 3.44
AROUND: Final = 1.6
AROUND_RANKED: Final = 0.9
FEWEST: Final = 3  # rows of a last page: it takes them from the page before it
SCALES: Final = (1.6, 1.35, 1.15)  # how much larger the letters of few rows are, so that they fill the wall
HEADING: Final = 6.5  # of a second round on a page of a bracket
GROUP: Final = 2.8  # what a group of a standing is called
TABLE_NUMBER: Final = 4.0
LETTERS: Final = 38  # of a row of seats, in a line
OUT_LETTERS: Final = 24  # what stands before those who sit at no table
NAME_LETTERS: Final = 30  # beside place and points
TEAM_SIZE: Final = 0.65  # of a letter of a team, beside that of a name
SIDE_LETTERS: Final = 15  # of one side of a match
CHAIRS: Final = 3  # beside one another


@dataclass(frozen=True, slots=True)
class Sat:
    """Who sits at a table: the number of the `chair` where chairs are numbered, what they `got` there, in words, once
    it is over, and of single players of teams their `team`, in short."""

    name: str
    chair: int | None = None
    got: str = ""
    team: str = ""

    @property
    def letters(self) -> int:
        """How many there are of it, with what parts them; those of a team are smaller."""
        team = ceil(TEAM_SIZE * len(self.team)) + 1 if self.team else 0
        return len(self.name) + len(self.got) + team + 3


@dataclass(frozen=True, slots=True)
class Seated:
    """A table and who sits there, the first deals; of a match who is at home and who is away, as its `words` say. With
    the number 0 who sits at none. `hands` were played so far, of `length` or of nobody knows how many; None without a
    sheet."""

    number: int
    state: str
    people: tuple[Sat, ...]
    words: TableWords = TABLES
    hands: int | None = None
    length: int | None = None

    @property
    def has_chairs(self) -> bool:
        return any(person.chair is not None for person in self.people)

    def lines(self, scale: float = 1) -> int:
        """How many lines its people need, in letters so much larger."""
        if self.has_chairs:
            return ceil(len(self.people) / CHAIRS)
        letters = 0 if self.number else OUT_LETTERS
        return max(1, ceil((letters + sum(person.letters for person in self.people)) * scale / LETTERS))

    def high(self, scale: float = 1) -> float:
        return max(self.lines(scale) * LINE, TABLE_NUMBER) * scale + AROUND


@dataclass(frozen=True, slots=True)
class Paired:
    """A match of a bracket: the round it belongs to, its two sides, and what became of it."""

    title: str
    match: BracketMatch

    def high(self, scale: float = 1) -> float:
        longest = max(len(side.name) + len(str(side.figure or "")) for side in self.match.sides)
        return max(1, ceil(longest * scale / SIDE_LETTERS)) * LINE * scale + AROUND


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a standing; `said` is the total in words, where it counts in halves: of a team its team points
    (`by_team`), where these count. `on_podium`: one of the first three places of a tournament that has ended. `group`:
    the number of its group, where there are several; ranks are those of the group then."""

    rank: str
    name: str
    total: int | None
    said: str = ""
    by_team: bool = False
    on_podium: bool = False
    group: int = 0

    def high(self, scale: float = 1) -> float:
        return max(1, ceil(len(self.name) * scale / NAME_LETTERS)) * LINE * scale + AROUND_RANKED


Row = Seated | Ranked | Paired
Of = TypeVar("Of", bound=Row)


def paged(rows: Sequence[Of], high: float = HIGH) -> Iterator[tuple[Sequence[Of], int]]:
    """(rows of a page, how many stand before it): as many as fit, at least one; the last page has a few where the one
    before it can spare them, so that no row stands alone."""
    begins, used = [0], 0.0
    for at, row in enumerate(rows):
        if at > begins[-1] and used + row.high() > high:
            begins.append(at)
            used = 0.0
        used += row.high()
    if len(begins) > 1:
        spare = (begins[-1] - begins[-2]) // 2
        wanted = max(FEWEST - (len(rows) - begins[-1]), 0)
        begin = begins[-1] - min(wanted, spare)
        if sum(row.high() for row in rows[begin:]) <= high:
            begins[-1] = begin
    for begin, end in pairwise([*begins, len(rows)]):
        if begin < end:
            yield rows[begin:end], begin


def scale_of(rows: Sequence[Row], high: float = HIGH) -> int:
    """By how many steps the letters of these rows may be larger so that they still fit: 0 is the usual size."""
    for steps, scale in zip(range(len(SCALES), 0, -1), SCALES, strict=True):
        if sum(row.high(scale) for row in rows) <= high:
            return steps
    return 0


def ranked_pages(rows: Sequence[Ranked]) -> Iterator[tuple[Sequence[Ranked], int]]:
    """Pages of a standing, as `paged`; of several groups each begins on the page of the one before it where all of it
    fits there."""
    if not rows or not rows[0].group:
        yield from paged(rows)
        return
    groups = [list(own) for _number, own in groupby(rows, key=lambda row: row.group)]
    yield from ((page, 0) for page in together(groups, heading=GROUP, first=GROUP))


def together(parts: Iterable[Sequence[Of]], *, heading: float = HEADING, first: float = 0.0) -> Iterator[Sequence[Of]]:
    """Pages of rounds, or of groups: one begins on the page of the one before it where all of it fits there. Its
    heading is so high, that of the first of a page as high as `first`."""
    page: list[Of] = []
    used = 0.0
    for rows in parts:
        high = heading + sum(row.high() for row in rows)
        if page and used + high > HIGH:
            yield page
            page, used = [], 0.0
        *full, rest = [list(part) for part, _before in paged(rows, HIGH - first)] or [[]]
        yield from full
        used += sum(row.high() for row in rest) + (heading if page else first)
        page += rest
    if page:
        yield page


SEATS, RESULTS, STANDING, PLACES, OUT, BRACKET = "seats", "results", "standing", "places", "out", "bracket"
HELD: Final = "held"  # nothing is said of the standing before the ceremony
WAITS: Final = "waits"  # a table of a knock-out that is too short
TEAM_LETTERS: Final = 14  # of the name of a team beside one of its players


@dataclass(frozen=True, slots=True)
class Screen:
    """One page of the screen: `what` it shows, its rows, and which page of how many it is. `tables` are all tables of
    the round that is played, with what each waits for; `unit` is what totals are counted in. `knockout` is that at
    tables which is played: it has no rounds, but who is left."""

    tournament: Tournament
    stage: Stage | None
    round: Round | None
    what: str
    rows: Sequence[Row]
    page: int
    pages: int
    official: bool
    after: int
    tables: tuple[Seated, ...]
    time: Time | None
    unit: InUnits
    first: int = 0
    of: int = 0
    knockout: ShownTables | None = None

    @property
    def seated_here(self) -> int:
        """How many tables stand on this page."""
        return sum(1 for row in self.rows if isinstance(row, Seated) and row.number)

    @property
    def scale(self) -> int:
        """By how many steps the letters of this page are larger, so that few rows fill the wall too."""
        return 0 if self.what == BRACKET or self.is_in_groups else scale_of(self.rows, HIGH - 1)

    @property
    def next_round(self) -> int | None:
        """The number of the round after the one that is shown, where it is known that one comes."""
        if self.round is None or self.stage is None or self.tournament.is_ended:
            return None
        planned = format_of(self.stage).planned_rounds(self.stage)
        return self.round.number + 1 if planned and self.round.number < planned else None

    @property
    def is_in_groups(self) -> bool:
        """A standing of several groups, each with ranks of its own."""
        return any(isinstance(row, Ranked) and row.group for row in self.rows)

    @property
    def counted(self) -> Literal["tables", "lines", ""]:
        """What the foot of one page of several counts: the tables, where some stand on another page, or the lines."""
        if self.what == BRACKET or self.is_in_groups:
            return ""
        if self.what in {SEATS, RESULTS}:
            return "tables" if self.seated_here < self.of else ""
        return "lines"

    @property
    def last(self) -> int:
        return min(self.first + len(self.rows) - 1, max(self.of, self.first))

    @property
    def next(self) -> int:
        return self.page % self.pages + 1

    @property
    def unfinished(self) -> list[int]:
        """The numbers of the tables without a result."""
        return [
            table.number for table in self.tables if table.state in {"playing", "unsigned", "to_be_accepted", WAITS}
        ]

    @property
    def finished(self) -> int:
        """How many tables have one."""
        return len(self.tables) - len(self.unfinished)

    @property
    def turns(self) -> range:
        """The numbers of all pages."""
        return range(1, self.pages + 1)

    @property
    def stamp(self) -> str:
        """What changes when anything that is shown does; the seconds of a clock that runs are no change."""
        clock = (self.time.ends_at, None if self.time.is_running else self.time.left) if self.time else None
        return digest([repr((self.tournament.name, self.what, self.rows, self.tables, clock, self.official))])[:16]


def screen_of(tournament: Tournament, page: int, now: datetime) -> Screen:
    """The page with this number, from 1; beyond the last one it is the first again."""
    stage = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number").last()
    if stage:
        stage.tournament = tournament
    played = stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").last() if stage else None
    if played and stage:
        played.stage = stage
    names = names_of(tournament)
    sheets: list[tuple[str, Sequence[Row], int]] = []
    held, knockout = held_back(tournament), knockout_now(played)
    tables = seated_in(played, names, knockout) if played else ()
    if held and played and held.has(played):
        tables = () if knockout else tuple(without_results(table) for table in tables)
    if played and played.state == Round.State.PUBLISHED and (tables or not held):
        sheets += [(SEATS, *part) for part in paged((*tables, *out_of(played, names)))]
    elif played and stage and not tournament.is_ended and not knockout and not held:
        sheets += [(RESULTS, *part) for part in paged(tables)]
    if stage and played and not tournament.is_ended and not held:
        sheets += _bracket(stage, names)
    what, rows, unit, official, after = stand_of(tournament, stage, names)
    sheets += [(HELD, (), 0)] if held else [(what, *part) for part in ranked_pages(rows)]
    pages = max(len(sheets), 1)
    number = (page - 1) % pages + 1
    kind, shown, begin = sheets[number - 1] if sheets else (SEATS, (), 0)
    return Screen(
        tournament=tournament,
        stage=stage,
        round=played,
        what=kind,
        rows=shown,
        page=number,
        pages=pages,
        official=official,
        after=after,
        tables=tables if played and played.state == Round.State.PUBLISHED else (),
        time=None if tournament.is_ended else time_of(tournament, now),
        unit=unit,
        first=begin + 1,
        of={SEATS: len(tables), RESULTS: len(tables), BRACKET: len(shown)}.get(kind, len(rows)),
        knockout=knockout,
    )


def _bracket(stage: Stage, names: Mapping[UUID, str]) -> list[tuple[str, Sequence[Paired], int]]:
    """The rounds of a bracket that are not over, or the last of all, without byes; short ones share a page."""
    rounds = [round_ for part in format_of(stage).picture(stage, names) for round_ in part.rounds]
    live = [round_ for round_ in rounds if not round_.is_over] or rounds[-1:]
    rows = [
        [Paired(bracket.title, match) for match in bracket.matches if match.state not in {"bye", "none"}]
        for bracket in live
    ]
    return [(BRACKET, part, 0) for part in together(rows)]


def stand_of(
    tournament: Tournament, stage: Stage | None, names: Mapping[UUID, str]
) -> tuple[str, list[Ranked], InUnits, bool, int]:
    """What stands, in its unit, whether it is official, and after how many rounds: final places once it is over, else
    the standing of official rounds, or of all that was played while there is none; nothing while it is held back."""
    if held_back(tournament):
        return HELD, [], InUnits(), False, 0
    if tournament.is_ended:
        lines = final_lines(tournament, official=True)
        best = len(podium(lines))
        rows = [
            Ranked(line.place, names[line.entrant.pk], None, on_podium=nth < best) for nth, line in enumerate(lines)
        ]
        return PLACES, rows, InUnits(), True, 0
    if stage is None:
        return STANDING, [], InUnits(), False, 0
    format_ = format_of(stage)
    standing = format_.counted_standing(stage, official=True)
    if standing is None:
        standing = format_.standing(stage, official=False)
        return OUT, [Ranked(row.place, names[row.entrant], None) for row in standing.settled], InUnits(), False, 0
    if not standing.rounds:
        return STANDING, [], standing.unit, False, 0
    return STANDING, list(_ranked(standing, names)), standing.unit, True, standing.rounds


def _ranked(standing: Standing, names: Mapping[UUID, str]) -> Iterator[Ranked]:
    """Of several groups each row with the number of its own."""
    for group in standing.groups:
        number = group.number if standing.is_in_groups else 0
        for row in group.rows:
            yield Ranked(
                str(row.first), names[row.entrant], row.total, row.figure, by_team=standing.by_team, group=number
            )


def seated_in(played: Round, names: Mapping[UUID, str], knockout: ShownTables | None) -> tuple[Seated, ...]:
    """Who sits where; in a knock-out as it is now, each with the number of the seat."""
    if knockout is None:
        return tuple(seated(table, played.stage, names) for table in tables_of([played]))
    return tuple(
        Seated(
            table.number,
            WAITS if table.waits else "playing",
            tuple(Sat(names[place.entrant_id], place.seat + 1) for place in table.places if place.seat is not None),
        )
        for table in knockout.tables
    )


def out_of(played: Round, names: Mapping[UUID, str]) -> tuple[Seated, ...]:
    """Who sits at no table of the round, in a line of their own; none where all sit."""
    places = played.places.filter(kind=RoundPlace.Kind.BYE).select_related("player")
    out = [names[place.player.identity if place.player else place.entrant_id] for place in places]
    called = sorted(out, key=alphabetical)
    return (Seated(0, "", tuple(map(Sat, called)), format_of(played.stage).words),) if called else ()


def seated(table: Played, stage: Stage, names: Mapping[UUID, str]) -> Seated:
    """With what the table has brought everybody, once it is over."""
    format_ = format_of(stage)
    is_over = table.state != "playing"
    people = tuple(
        Sat(
            names[place.player.identity] if place.player else names[place.entrant_id],
            got=format_.figure(stage, table, place.entrant_id) if is_over else "",
            team=Truncator(names[place.entrant_id]).chars(TEAM_LETTERS) if place.player else "",
        )
        for place in table.places
    )
    hands, length = _progress(table)
    return Seated(table.number, table.state, people, format_.words, hands, length)


def _progress(table: Played) -> tuple[int | None, int | None]:
    """How many hands of how many its sheet has; its seats were read with it."""
    sitting = table.sitting
    if sitting is None:
        return None, None
    active = tuple(seat.number for seat in sitting.seats.all() if seat.is_active)
    return sitting.plays.progress(sitting.typed_state, sitting.typed_rules, active)


def without_results(table: Seated) -> Seated:
    """Who sits there alone: what the table has brought is held back."""
    return replace(table, people=tuple(replace(person, got="") for person in table.people))


def names_of(tournament: Tournament) -> dict[UUID, str]:
    """What to call everybody in front of a room: entrants, and people by their lines. Pairs and teams by their name,
    else by those of their players."""
    players = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related("player__merged_into")
    people: dict[UUID, list[UUID]] = {}
    names = {}
    for player in players.order_by("order", "pk"):
        names[player.player.identity] = player.player.person.name
        if player.is_active:
            people.setdefault(player.entrant_id, []).append(player.player.identity)
    called = public_names(names)
    own = {
        entrant.pk: entrant.name or " & ".join(called[pk] for pk in people.get(entrant.pk, ())) or f"{entrant.number}"
        for entrant in Entrant.objects.filter(tournament=tournament)
    }
    return {**called, **own}
