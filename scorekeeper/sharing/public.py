"""A tournament as everybody sees it who holds its link: rounds, tables, standing, places; without an account."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core.settling import InUnits
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Column, Figure, Kind, Table
from scorekeeper.common.texts import POINTS, amount_words
from scorekeeper.draws.words import TableWords
from scorekeeper.sharing.screens import PLACES, Ranked, names_of, stand_of
from scorekeeper.tournaments.clock.reads import Time, time_of
from scorekeeper.tournaments.ending.reads import held_back, tables_for_others
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.standing import BracketPart
from scorekeeper.tournaments.models import Round, RoundPlace, Tournament
from scorekeeper.tournaments.rounds.results import Played, unit_of
from scorekeeper.tournaments.words import stage_title

LEADERS = 3  # how many places are read out


@dataclass(frozen=True, slots=True)
class RoundTableShown:
    """A table of a round: everybody there, the first deals, with what it has brought them as a figure (empty: nothing
    yet), of a match 1, ½ or 0, in a bracket what was counted. Where chairs are numbered everybody's number comes last,
    else None."""

    number: int
    code: str
    state: str
    places: tuple[tuple[str, str, int | None], ...]

    @property
    def is_over(self) -> bool:
        """Whether what it has brought is final."""
        return self.state in {"closed", "desk"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A round that can be looked at: its number among all, the round, and its stage where there are several."""

    number: int
    round: Round
    stage: str

    @property
    def title(self) -> str:
        return format_of(self.round.stage).rounds.title(self.round.number)

    @property
    def short(self) -> str:
        """The same where there is little room."""
        return format_of(self.round.stage).rounds.short(self.round.number)

    @property
    def words(self) -> TableWords:
        return format_of(self.round.stage).words


@dataclass(frozen=True, slots=True)
class Public:
    """The page: the chosen round with its tables and who sits out, all rounds, and what stands (`ranked`; final places
    once it is over, else of so many rounds that are official). `parts` are those of the bracket that the chosen round
    is of. `is_held`: the standing is held back until the ceremony."""

    tournament: Tournament
    chosen: Choice | None
    choices: tuple[Choice, ...]
    tables: tuple[RoundTableShown, ...]
    out: tuple[str, ...]
    ranked: Sequence[Ranked]
    parts: Sequence[BracketPart]
    is_final: bool
    after: int
    time: Time | None
    unit: InUnits
    is_held: bool = False

    @property
    def news(self) -> str:
        """What is read out to who hears the page: how far it is, and who leads; nothing before there are places."""
        if self.is_final and self.ranked:
            leaders = ", ".join(f"{line.rank} {line.name}" for line in self.ranked[:LEADERS])
            return _("Final places: {places}").format(places=leaders)
        if not self.after:
            return ""
        leaders = ", ".join(
            f"{line.rank} {line.name} {line.said or amount_words(line.total or 0, self.unit)}"
            for line in self.ranked[:LEADERS]
        )
        words = ngettext("After {number} round: {places}", "After {number} rounds: {places}", self.after)
        return words.format(number=self.after, places=leaders)

    @property
    def standings(self) -> list[tuple[int, Table]]:
        """Who stands where, by the number of the group (0: of all) and as a table."""
        groups = groupby(self.ranked, key=attrgetter("group"))
        return [(number, _ranked_table(self, number, list(lines))) for number, lines in groups]

    @property
    def winners(self) -> list[tuple[str, str]]:
        """The first three places, once it is over."""
        return [(line.rank, line.name) for line in self.ranked if line.on_podium]


def _ranked_table(shown: Public, group: int, lines: Sequence[Ranked]) -> Table:
    """Who stands where, of one group where there are several; final places without points."""
    has_points = bool(shown.after) and not shown.is_final
    by_team = lines[0].by_team
    head = pgettext("note", "Team points") if by_team else shown.unit.unit or pgettext("note", "Points")
    columns = [
        Column("rank", pgettext("column", "Place"), classes="rk"),
        Column("name", pgettext("column", "Name"), Kind.NAME, heads_rows=True, classes="pl"),
        *([Column("points", head, Kind.AMOUNT, POINTS if by_team else shown.unit)] if has_points else []),
    ]
    rows: list[list[Cell]] = [
        [line.rank, line.name, *([Figure(line.said) if line.said else line.total] if has_points else [])]
        for line in lines
    ]
    caption = _("Standing of group {number}").format(number=group) if group else pgettext("note", "Standing")
    key = f"standing-{group}" if group else "standing"
    return Table(shown.tournament.name, columns, rows, key=key, caption=caption)


def public_of(tournament: Tournament, number: int, now: datetime) -> Public:
    """With the round of this number among all, else the newest."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    found = list(rounds.select_related("stage").order_by("stage__number", "number"))
    for round_ in found:
        round_.stage.tournament = tournament
    has_several = len({round_.stage_id for round_ in found}) > 1
    choices = [Choice(n, round_, stage_title(round_.stage) if has_several else "") for n, round_ in enumerate(found, 1)]
    chosen = choices[number - 1] if 0 < number <= len(choices) else (choices[-1] if choices else None)
    names = names_of(tournament)
    stage = choices[-1].round.stage if choices else None
    what, ranked, _unit, _official, after = stand_of(tournament, stage, names)
    held = held_back(tournament)
    is_held = held is not None and chosen is not None and held.has(chosen.round)
    return Public(
        tournament=tournament,
        chosen=chosen,
        choices=tuple(choices),
        tables=tuple(
            _table(table, names, chosen.round)
            for table in (
                tables_for_others(chosen.round) if is_held else format_of(chosen.round.stage).tables_now(chosen.round)
            )
        )
        if chosen
        else (),
        out=_out(chosen.round, names) if chosen else (),
        ranked=ranked,
        parts=format_of(chosen.round.stage).picture(chosen.round.stage, names) if chosen and not held else (),
        is_final=what == PLACES,
        after=after,
        time=time_of(tournament, now) if tournament.is_running else None,
        unit=unit_of(tournament),
        is_held=held is not None,
    )


def _table(table: Played, names: Mapping[UUID, str], of: Round) -> RoundTableShown:
    format_ = format_of(of.stage)
    places = tuple(
        (_name(place, names), format_.figure(of.stage, table, place.entrant_id), format_.chair(place))
        for place in table.places
    )
    return RoundTableShown(table.number, table.table.code, format_.table_state(of, table), places)


def _out(round_: Round, names: Mapping[UUID, str]) -> tuple[str, ...]:
    places = round_.places.filter(kind=RoundPlace.Kind.BYE).select_related("player")
    return tuple(sorted((_name(place, names) for place in places), key=alphabetical))


def _name(place: RoundPlace, names: Mapping[UUID, str]) -> str:
    return names[place.player.identity] if place.player else names[place.entrant_id]
