"""Who stands where in a bracket: who is still in stands before all who are out."""

from collections.abc import Iterable
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Column, Kind, RichCell, Row, Table
from scorekeeper.common.texts import isolated
from scorekeeper.standings.standing import Standing, StandingGroup, StandingRow
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of
from scorekeeper.tournaments.formats.bracket.facts import line_facts, rounds_facts
from scorekeeper.tournaments.formats.bracket.picture import Seeded, parts_of, seeds_of
from scorekeeper.tournaments.formats.bracket.reasons import came_from
from scorekeeper.tournaments.formats.bracket.words import awaited
from scorekeeper.tournaments.formats.lists import over, titled
from scorekeeper.tournaments.formats.picture import BracketMatch, BracketPaper, BracketPart, BracketRound, BracketSide
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.models import DeskAct, Stage, Tournament
from scorekeeper.tournaments.rounds.field import acts_in_force, called, has_begun
from scorekeeper.tournaments.rounds.results import Read, by_lot

ROOM: Final = "            "  # for what is written in by hand


def standing(stage: Stage, *, official: bool, read: Read | None = None) -> Standing:
    """As if it ended now, or by what is official; nobody while nothing was opened."""
    state = bracket_of(stage, official=official, read=read)
    rows = _rows(state) if state and state.rounds else []
    return Standing(
        groups=[StandingGroup(1, [Column("seed", pgettext("column", "Seed"), Kind.NUMBER)], rows)] if rows else [],
        official=official,
        is_final=state is not None and state.is_decided,
        rounds=len(state.rounds) if state else 0,
        head=pgettext("column", "Place"),
        names=pgettext("column", "Name"),
        facts=partial(_facts, stage, state) if state else dict,
    )


def _facts(stage: Stage, state: State) -> dict[str, Any]:
    """The rounds, how the seeds stand in them, and everybody by their places; before the first round by the seeds, who
    all stand level then."""
    seeds = {entrant.pk: seed for seed, entrant in enumerate(state.seeds, 1)}
    lines: list[dict[str, Any]] = []
    for tied in places_in(stage, state) if has_begun(stage) else [list(seeds)]:
        rank, is_shared = len(lines) + 1, len(tied) > 1
        lines += [line_facts(state, seed, rank, is_shared=is_shared) for seed in sorted(map(seeds.__getitem__, tied))]
    return {"lines": lines, "bracket": rounds_facts(state), "why": came_from(state)}


def places_in(stage: Stage, state: State) -> list[list[UUID]]:
    """Who is still in stands before all who are out; lots part who is level."""
    in_order: dict[int, list[UUID]] = {}
    for seed, entrant in enumerate(state.seeds, 1):
        in_order.setdefault(state.places.get(seed, 0), []).append(entrant.pk)
    lots = list(acts_in_force(stage, DeskAct.Kind.LOT))
    return [list(tied) for place in sorted(in_order) for tied in by_lot(lots, in_order[place])]


def _rows(state: State) -> list[StandingRow]:
    still_in = len(state.seeds) - len(state.ranges)
    found = []
    for seed, entrant in enumerate(state.seeds, 1):
        first, last = state.ranges.get(seed, (1, still_in))
        found.append(StandingRow(first, last, entrant.pk, called(entrant), [seed], is_settled=seed in state.ranges))
    return sorted(found, key=lambda row: (row.first, row.last, alphabetical(row.name)))


def stands(stage: Stage, so_far: dict[UUID, Stand]) -> dict[UUID, Stand]:
    """Who is out has the places of their round; once all is decided the place they have so far, for lots can have
    parted them."""
    state = bracket_of(stage)
    if state is None or not state.rounds:
        return {}
    matches = [match for part in parts_of(state) for round_ in part.rounds for match in round_.matches]
    found = {}
    for seed, entrant in enumerate(state.seeds, 1):
        place, settled = so_far[entrant.pk], state.ranges.get(seed)
        first, last = settled if settled and not state.is_decided else (place.first, place.last)
        found[entrant.pk] = Stand(
            first,
            last,
            len(state.seeds),
            stage.pk,
            page=pgettext("link", "The bracket"),
            is_settled=settled is not None,
            is_out=settled is not None and settled[0] > 1,
            is_in=settled is None,
            ahead="" if settled else _ahead(state, matches, entrant.pk),
        )
    return found


def _ahead(state: State, matches: list[BracketMatch], entrant: UUID) -> str:
    """The next match of somebody that is not open yet, and against whom, as far as that is known."""
    for match in matches:
        own = [n for n, side in enumerate(match.sides) if side.entrant and side.entrant.pk == entrant]
        if not own or match.state not in {"waits", "open"}:
            continue
        other, met = match.sides[1 - own[0]], state.met[match.name].match
        against = isolated(other.name) if other.entrant else awaited(state.bracket, (met.two, met.one)[own[0]])
        return _("{match}, against {name}").format(match=match.title, name=against)
    return ""


def bracket_paper(stage: Stage, *, official: bool) -> BracketPaper:
    state = bracket_of(stage, official=official)
    parts = parts_of(state, on_paper=True) if state and state.rounds else []
    is_part = official and stage.state != Stage.State.ENDED
    title = titled(
        stage, pgettext("heading", "bracket by what is official") if is_part else pgettext("heading", "bracket")
    )
    return BracketPaper(title, over(stage.tournament), parts)


def standing_list(stage: Stage, *, official: bool) -> Table:
    """Every match in the order of the rounds; what is open has room for its result."""
    paper = bracket_paper(stage, official=official)
    heads = [
        pgettext("column", "Round"),
        pgettext("column", "Match"),
        pgettext("column", "One side"),
        _("The other side"),
        pgettext("column", "Result"),
    ]
    rows = [_match(round_, match) for part in paper.parts for round_ in part.rounds for match in round_.matches]
    return Table(paper.title, heads, rows, paper.over)


def _match(bracket_round: BracketRound, match: BracketMatch) -> list[Cell]:
    sides = [f"{side.seed}. {side.name}" if side.seed else side.name for side in match.sides]
    return [bracket_round.title, match.name, *sides, _result(match)]


def _result(match: BracketMatch) -> str:
    """Who goes on, with what was counted; words where it was not played."""
    winner = next((side for side in match.sides if side.has_won), None)
    if match.state not in {"played", "walkover"}:
        return ROOM if match.state in {"waits", "open", "playing"} else match.words
    if winner is None:
        return match.words
    figures = ":".join(side.figure for side in match.sides)
    if figures.strip(":"):
        return f"{figures} {winner.name}"
    return winner.name if match.state == "played" else f"{winner.name} ({match.words})"


def tables_of(state: State) -> dict[str, Table]:
    """Who is seeded where and stands where, and every match."""
    return {
        "seeds": seeds_table(state.stage.tournament, seeds_of(state)),
        "matches": matches_table(parts_of(state)),
    }


def seeds_table(tournament: Tournament, seeds: Iterable[Seeded]) -> Table:
    """The seeds of a bracket with their places, as far as there are any."""
    columns = [
        Column("seed", pgettext("column", "Seed"), Kind.NUMBER),
        Column("name", pgettext("column", "Name"), Kind.NAME, heads_rows=True),
        Column("place", pgettext("column", "Place"), classes="num"),
    ]
    none = RichCell(None, html=format_html('<span class="muted">{}</span>', "–"))
    rows = [(line.seed, _seeded(tournament, line), line.place or none) for line in seeds]
    return Table(_("Seeds and places"), columns, rows, key="seeds")


def matches_table(parts: Iterable[BracketPart]) -> Table:
    """All matches of a bracket: who comes from where, and how each stands."""
    columns = [
        Column("match", pgettext("column", "Match"), heads_rows=True),
        Column("home", pgettext("column", "One side")),
        Column("away", _("The other side")),
        Column("state", pgettext("column", "State")),
    ]
    rows: list[Row] = [
        (match.name, *(_side(side, is_bye=match.state == "bye") for side in match.sides), match.words)
        for part in parts
        for round_ in part.rounds
        for match in round_.matches
    ]
    return Table(_("All matches as a list"), columns, rows, key="matches")


def _seeded(tournament: Tournament, line: Seeded) -> RichCell:
    page = reverse("entrant_detail", args=[tournament.pk, line.entrant.pk])
    left = (
        format_html(' <span class="small muted">{}</span>', pgettext("in a line", "has left"))
        if line.is_gone
        else SafeString("")
    )
    html = format_html('<a href="{}"><bdi>{}</bdi></a>{}', page, line.name, left)
    return RichCell(line.name, note=pgettext("in a line", "has left") if line.is_gone else "", html=html)


def _side(side: BracketSide, *, is_bye: bool) -> RichCell:
    """Who sits there, whether they have won, and where they come from."""
    won = format_html(" <b>{}</b>", pgettext("in a line", "won")) if side.has_won and not is_bye else SafeString("")
    html = format_html('<bdi>{}</bdi>{} <small class="muted">({})</small>', side.name, won, side.comes)
    value = f"{side.name}, {pgettext('in a line', 'won')}" if won else side.name
    return RichCell(value, note=side.comes, html=html)
