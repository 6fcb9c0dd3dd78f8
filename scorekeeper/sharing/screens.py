"""What the screen in the room shows of a tournament, page by page: who sits where, the standing, the clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games.core.units import InUnits
from scorekeeper.common.hashing import digest
from scorekeeper.common.names import public_names
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, Round, Stage, Tournament
from scorekeeper.tournaments.plans import OF_DUELS, DoublePlan, KnockoutPlan, SinglePlan, TablesPlan
from scorekeeper.tournaments.selectors.bracket import bracket_of
from scorekeeper.tournaments.selectors.bracket_page import Shown, parts_of
from scorekeeper.tournaments.selectors.duel_standing import Line as DuelLine
from scorekeeper.tournaments.selectors.duel_standing import duel_standing_of
from scorekeeper.tournaments.selectors.knockout_page import knockout_lines, shown_of
from scorekeeper.tournaments.selectors.places import PlaceLine, final_lines
from scorekeeper.tournaments.selectors.results import Played, tables_of
from scorekeeper.tournaments.selectors.room import Time, time_of
from scorekeeper.tournaments.selectors.standing import Line, standing_of
from scorekeeper.tournaments.selectors.ways import is_of_two
from scorekeeper.tournaments.words import place_words

ROWS: Final = 9  # of a standing that can be read from the back of a room
TABLES: Final = 6  # with everybody who sits at them
MATCHES: Final = 8  # of a round of a bracket
SEATS, STANDING, PLACES, OUT, BRACKET = "seats", "standing", "places", "out", "bracket"
WAITS: Final = "waits"  # a table of a knock-out that is too short


@dataclass(frozen=True, slots=True)
class Seated:
    """A table and who sits there, the first deals; of a match (`is_match`) who is at home and who is away."""

    number: int
    state: str
    names: tuple[str, ...]
    is_match: bool = False


@dataclass(frozen=True, slots=True)
class Paired:
    """A match of a bracket: the round it belongs to, its two sides, and what became of it."""

    title: str
    match: Shown


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a standing; `said` is the total in words, where it counts in halves."""

    rank: str
    name: str
    total: int | None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """One page of the screen: `what` it shows, its rows, and which page of how many it is. `tables` are all tables of
    the round that is played, with what each waits for; `unit` is what totals are counted in."""

    tournament: Tournament
    stage: Stage | None
    round: Round | None
    what: str
    rows: Sequence[Seated | Ranked | Paired]
    page: int
    pages: int
    official: bool
    after: int
    tables: tuple[Seated, ...]
    time: Time | None
    unit: InUnits
    first: int = 0
    of: int = 0

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1

    @property
    def next(self) -> int:
        return self.page % self.pages + 1

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
    tables = seated_in(played, names) if played else ()
    sheets: list[tuple[str, Sequence[Seated | Ranked | Paired], int]] = []
    if played and played.state == Round.State.PUBLISHED:
        sheets += [(SEATS, tables[at : at + TABLES], at) for at in range(0, len(tables), TABLES)]
    sheets += _bracket(stage, names) if stage and played and not tournament.is_ended else []
    what, rows, unit, official, after = stand_of(tournament, stage, names)
    sheets += [(what, rows[at : at + ROWS], at) for at in range(0, len(rows), ROWS)]
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
        time=time_of(tournament, now),
        unit=unit,
        first=begin + 1,
        of={SEATS: len(tables), BRACKET: len(shown)}.get(kind, len(rows)),
    )


def _bracket(stage: Stage, names: Mapping[UUID, str]) -> list[tuple[str, Sequence[Paired], int]]:
    """A page for each round of a bracket from the last that is over to the end, the matches without byes."""
    if not isinstance(stage.typed_plan, SinglePlan | DoublePlan) or (state := bracket_of(stage)) is None:
        return []
    rounds = [one for part in parts_of(state, names) for one in part.rounds]
    live = [one for one in rounds if not one.is_over] or rounds[-1:]
    found: list[tuple[str, Sequence[Paired], int]] = []
    for one in live:
        rows = [Paired(one.title, match) for match in one.matches if match.state not in {"bye", "none"}]
        found += [(BRACKET, rows[at : at + MATCHES], 0) for at in range(0, len(rows), MATCHES)]
    return found


def stand_of(
    tournament: Tournament, stage: Stage | None, names: Mapping[UUID, str]
) -> tuple[str, list[Ranked], InUnits, bool, int]:
    """What stands, in its unit, whether it is official, and after how many rounds: final places once it is over, else
    the standing of official rounds, or of all that was played while there is none."""
    if tournament.is_ended:
        return PLACES, [_place(line, names) for line in final_lines(tournament, official=True)], InUnits(), True, 0
    if stage and stage.plan["kind"] in OF_DUELS:
        duels = duel_standing_of(stage, official=True)
        rows = [_duel(line, group.number, len(duels.groups), names) for group in duels.groups for line in group.lines]
        return STANDING, rows if duels.rounds else [], InUnits(), True, len(duels.rounds)
    if stage is None:
        return STANDING, [], InUnits(), False, 0
    if not isinstance(stage.typed_plan, TablesPlan):
        gone = _knocked_out if isinstance(stage.typed_plan, KnockoutPlan) else _beaten
        return OUT, gone(stage, names), InUnits(), False, 0
    found = standing_of(stage, official=True)
    if not found.rounds:
        return STANDING, [], found.unit, False, 0
    return STANDING, [_line(line, names) for line in found.lines], found.unit, True, len(found.rounds)


def seated_in(played: Round, names: Mapping[UUID, str]) -> tuple[Seated, ...]:
    """Who sits where; in a knock-out as it is now, each with the number of the seat."""
    if not isinstance(played.stage.typed_plan, KnockoutPlan):
        return tuple(seated(one, names, is_match=is_of_two(played.stage)) for one in tables_of([played]))
    return tuple(
        Seated(
            table.number,
            WAITS if table.waits else "playing",
            tuple(f"{place.seat + 1} {names[place.entrant_id]}" for place in table.places if place.seat is not None),
        )
        for table in shown_of(played, {}).tables
    )


def _knocked_out(stage: Stage, names: Mapping[UUID, str]) -> list[Ranked]:
    """Who has a place already, and who has won."""
    return [
        Ranked(place_words(line.first, line.last), names[entrant.pk], None)
        for line in knockout_lines(stage, official=False)
        for entrant in line.entrants
        if line.acts[0] or not line.is_shared
    ]


def _beaten(stage: Stage, names: Mapping[UUID, str]) -> list[Ranked]:
    """Of a bracket who has a place already, best first: who is out, and who has won."""
    state = bracket_of(stage)
    if state is None or not state.rounds:
        return []
    in_order = sorted((first, last, names[state.entrant(seed).pk]) for seed, (first, last) in state.ranges.items())
    return [Ranked(place_words(first, last), name, None) for first, last, name in in_order]


def _line(line: Line, names: Mapping[UUID, str]) -> Ranked:
    return Ranked(str(line.rank), names[line.entrant.pk], line.total)


def _duel(line: DuelLine, group: int, groups: int, names: Mapping[UUID, str]) -> Ranked:
    """Of several groups with the number of its own."""
    rank = f"{group}/{line.rank}" if groups > 1 else str(line.rank)
    return Ranked(rank, names[line.entrant.pk], line.total, line.said)


def _place(line: PlaceLine, names: Mapping[UUID, str]) -> Ranked:
    return Ranked(place_words(line.first, line.last), names[line.entrant.pk], None)


def seated(table: Played, names: Mapping[UUID, str], *, is_match: bool) -> Seated:
    shown = [names[place.player.identity] if place.player else names[place.entrant_id] for place in table.places]
    return Seated(table.number, table.state, tuple(shown), is_match)


def names_of(tournament: Tournament) -> dict[UUID, str]:
    """What to call everybody in front of a room: entrants, and people by their lines. Pairs and teams by their name,
    else by those of their players."""
    players = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related("player__merged_into")
    people: dict[UUID, list[UUID]] = {}
    known = {}
    for one in players.order_by("order", "pk"):
        known[one.player.identity] = one.player.person.name
        if one.is_active:
            people.setdefault(one.entrant_id, []).append(one.player.identity)
    called = public_names(known)
    own = {
        entrant.pk: entrant.name or " & ".join(called[pk] for pk in people.get(entrant.pk, ())) or f"{entrant.number}"
        for entrant in Entrant.objects.filter(tournament=tournament)
    }
    return {**called, **own}
