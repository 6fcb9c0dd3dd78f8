"""Who stands where in a bracket: who is still in stands before all who are out. And why the matches are who they
are: where both sides of each come from, and what has made the seeds."""

from collections.abc import Iterable, Iterator
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
from scorekeeper.common.texts import in_sentence, isolated
from scorekeeper.standings.standing import Standing, StandingGroup, StandingRow
from scorekeeper.tournaments.formats.bracket import picture
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of, level_of
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.standing import (
    BracketMatch,
    BracketPaper,
    BracketPart,
    BracketRound,
    BracketSide,
    Stand,
)
from scorekeeper.tournaments.formats.words import over, titled
from scorekeeper.tournaments.matches.ties import TITLES
from scorekeeper.tournaments.matches.totals import stage_before
from scorekeeper.tournaments.models import DeskAct, Round, Stage, Tournament
from scorekeeper.tournaments.rounds.field import acts_in_force, called, has_begun
from scorekeeper.tournaments.rounds.results import Read, by_lot


def bracket_reasons(round_: Round) -> list[str]:
    """Why these matches are in a round of a bracket: where both sides of each come from."""
    state = bracket_of(round_.stage)
    if state is None:
        return []
    text = _("{match}: {one} ({comes}) against {two} ({comes_two}).")
    codes = round_.tables.order_by("number").values_list("code", flat=True)
    found = []
    for match in (picture.shown_match(state, code, None) for code in codes if code in state.met):
        first, second = match.sides
        sides = {"one": isolated(first.name), "two": isolated(second.name)}
        found.append(text.format(match=match.title, comes=first.comes, comes_two=second.comes, **sides))
    return [*found, *(came_from(state) if round_.number == 1 else [])]


def _from_before(state: State) -> Iterator[str]:
    """How the places in the stage before have made the seeds."""
    before = stage_before(state.stage)
    if before and before.entrants.filter(group__gt=1).exists():
        yield _(
            "The seeds follow the places in the previous stage: all group winners, then all second places, and so on."
        )
        keys = ", ".join(in_sentence(str(TITLES[key])) for key in format_of(before).keys_across(before))
        text = _("Players with the same place are ordered by their average per match: {keys}; then by group number.")
        yield text.format(keys=keys)
        yield _(
            "Two players of one group meet as late as possible. To achieve this, players who were not first "
            "swap with others of the same place."
        )
    else:
        yield _("The seeds follow the places in the previous stage.")
    yield from _level(state)


def _level(state: State) -> Iterator[str]:
    """What has put those in an order who share a place."""
    names = {str(entrant.pk): isolated(called(entrant)) for entrant in state.seeds}
    for group, keys in level_of(state):
        if len(there := [names[key] for key in keys if key in names]) < 2:
            continue
        text = _("These players share a place in the previous stage and keep the order of its seeds: {names}.")
        if group:
            text = _(
                "In group {group} these players share a place and keep the order of the lots drawn there: {names}."
            )
        yield text.format(group=group, names=", ".join(there))


def came_from(state: State) -> list[str]:
    """Why everybody stands where they stand in the bracket, in sentences."""
    found = [_("The seeds come from the list: everybody who was here for the first round.")]
    if state.stage.number > 1:
        found = [*_from_before(state)]
    found.append(_("Seed 1 meets the last seed, seed 2 the last but one. Seeds 1 and 2 can only meet in the final."))
    firsts = [met for met in state.met.values() if met.match.name.startswith("W1.") and not met.is_played]
    if byes := ", ".join(isolated(called(state.entrant(met.winner))) for met in firsts if met.winner):
        text = _("The best seeds have a bye and move on without a match: {names}.")
        found.append(text.format(names=byes))
    if picture.is_double(state.bracket):
        found.append(_("A player who loses continues in the lower bracket. A second defeat means out."))
        found.append(
            _(
                "There, losers of the first round meet in order. Losers of later rounds join from the other "
                "end or half, so that they meet earlier opponents late."
            )
        )
    return found


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
        lines += [
            picture.line_facts(state, seed, rank, is_shared=is_shared) for seed in sorted(map(seeds.__getitem__, tied))
        ]
    return {"lines": lines, "bracket": picture.rounds_facts(state), "why": came_from(state)}


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
    matches = [match for part in picture.parts_of(state) for round_ in part.rounds for match in round_.matches]
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
        against = isolated(other.name) if other.entrant else picture.awaited(state.bracket, (met.two, met.one)[own[0]])
        return _("{match}, against {name}").format(match=match.title, name=against)
    return ""


def bracket_paper(stage: Stage, *, official: bool) -> BracketPaper:
    state = bracket_of(stage, official=official)
    parts = picture.parts_of(state, on_paper=True) if state and state.rounds else []
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
        "seeds": seeds_table(state.stage.tournament, picture.seeds_of(state)),
        "matches": matches_table(picture.parts_of(state)),
    }


def seeds_table(tournament: Tournament, seeds: Iterable[picture.Seeded]) -> Table:
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


def _seeded(tournament: Tournament, line: picture.Seeded) -> RichCell:
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
