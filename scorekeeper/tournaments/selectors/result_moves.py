"""What a result that is changed would move, before it is written: places in the stage, and rounds drawn after it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from scorekeeper.common.texts import amount_figure, isolated
from scorekeeper.standings.standing import Standing, StandingRow
from scorekeeper.tournaments.formats.corrections import Corrected, LateMatch
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DeskAct, Round
from scorekeeper.tournaments.rounds.results import Once, Played
from scorekeeper.tournaments.rounds.units import called

MOST_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """Whose place or total in the stage becomes another one; figures are as people write them, empty where the format
    has none."""

    name: str
    place_before: str
    place_after: str
    figure_before: str
    figure_after: str

    @property
    def places(self) -> str:
        """The place before and after."""
        return f"{self.place_before} → {self.place_after}"


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round that was drawn after the one that is changed: a draft is drawn again, one that is open stays as it is.
    `corrected`: what it was drawn by and what that would be, with who would sit elsewhere."""

    number: int
    corrected: Corrected | None = None
    matches: tuple[LateMatch, ...] = ()
    is_draft: bool = False

    @property
    def would_move(self) -> list[str]:
        """Who would sit elsewhere, or with others; of a bracket who would play in the place of whom."""
        moved = [isolated(who.name) for who in self.corrected.moved] if self.corrected else []
        return [*moved, *(isolated(called(match.would)) for match in self.matches if match.would)]


@dataclass(frozen=True, slots=True)
class ResultMoves:
    """All of it. `was_official`: the results of the round stand already."""

    places: tuple[PlaceMove, ...]
    rounds: tuple[LaterRound, ...]
    was_official: bool

    @property
    def shown(self) -> tuple[PlaceMove, ...]:
        """As many as somebody reads."""
        return self.places[:MOST_SHOWN]

    @property
    def more(self) -> int:
        """How many more there are."""
        return len(self.places) - len(self.shown)

    @property
    def changes_nothing(self) -> bool:
        return not self.places and not self.rounds


class Supposed:
    """Reads the tables of rounds as if these results had been written, and those of the desk `without` never; reads
    each round once, with `read`."""

    def __init__(self, read: Once, acts: Iterable[DeskAct], without: Collection[UUID] = ()) -> None:
        self._read, self._without = read, without
        self._acts: dict[UUID, list[DeskAct]] = defaultdict(list)
        for act in acts:
            assert act.table_id  # noqa: S101 results are of tables
            self._acts[act.table_id].append(act)

    def __call__(self, rounds: Iterable[Round]) -> list[Played]:
        return [self._supposed(played) for played in self._read(rounds)]

    def _supposed(self, played: Played) -> Played:
        written: Sequence[DeskAct] = played.table.written  # type: ignore[attr-defined]  # of `read_tables`
        own = {act.entrant_id: act for act in written if act.pk not in self._without}
        own |= {act.entrant_id: act for act in self._acts.get(played.table.pk, ())}
        got = {entrant: replace(got, act=own.get(entrant)) for entrant, got in played.got.items()}
        return replace(played, got=got, match=own.get(None))


def moves_of(round_: Round, acts: Sequence[DeskAct], without: Collection[UUID] = ()) -> ResultMoves:
    """What these results of tables of a round, not saved yet, would move, and what taking back those `without`."""
    format_, read = format_of(round_.stage), Once()
    supposed = Supposed(read, acts, without)
    before = format_.standing(round_.stage, official=False, read=read)
    after = format_.standing(round_.stage, official=False, read=supposed)
    later = []
    for other in round_.stage.rounds.filter(number__gt=round_.number).order_by("number"):
        other.stage = round_.stage
        if other.is_draft:
            later.append(LaterRound(other.number, is_draft=True))
            continue
        corrected, matches = format_.corrected(other, supposed), format_.late_matches(other, supposed)
        if corrected or matches:
            later.append(LaterRound(other.number, corrected, matches))
    was_official = round_.state == Round.State.OFFICIAL
    return ResultMoves(tuple(_places(before, after)), tuple(later), was_official)


def _places(before: Standing, after: Standing) -> Iterable[PlaceMove]:
    """In the order they would stand in."""
    were: Mapping[UUID, StandingRow] = {row.entrant: row for row in before.everybody}
    for row in after.everybody:
        was = were.get(row.entrant)
        move = PlaceMove(
            row.name, was.place if was else "–", row.place, _figure(was, before) if was else "–", _figure(row, after)
        )
        if (move.place_before, move.figure_before) != (move.place_after, move.figure_after):
            yield move


def _figure(row: StandingRow, standing: Standing) -> str:
    if row.figure or row.total is None:
        return row.figure
    return amount_figure(row.total, standing.unit)
