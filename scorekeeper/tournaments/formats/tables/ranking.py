"""Who stands before whom after rounds of tables, and the sentences that say why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.units import InUnits
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import amount_figure, isolated, translated
from scorekeeper.pairing.ties import Key, Place, Told, figure_key, places
from scorekeeper.tournaments.formats.tables.lines import Line
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Stage
from scorekeeper.tournaments.rounds.lots import LOT, lot_key
from scorekeeper.tournaments.rounds.results import unit_of

TEAM: Final = "team-points"  # with a dash no measure of a game is called so
POINTS: Final = "points"
WON: Final = "rounds-won"


def ranked(stage: Stage, lines: Sequence[Line], lots: Sequence[DeskAct]) -> list[Line]:
    """Team points where they are counted, points, then what breaks ties, then the lot where one was drawn; else they
    share the place."""
    by_pk = {
        line.entrant.pk: line for line in sorted(lines, key=lambda line: (alphabetical(line.name), line.entrant.pk))
    }
    found: list[Line] = []
    for place in places(list(by_pk), list(_keys(stage, by_pk, lots))):
        rank = len(found) + 1
        why = _why(stage, place, by_pk)
        found += [replace(by_pk[pk], rank=rank, why=why, is_shared=len(place.rows) > 1) for pk in place.rows]
    return found


def _keys(stage: Stage, lines: Mapping[UUID, Line], lots: Sequence[DeskAct]) -> Iterator[Key[UUID]]:
    by_team = is_by_team(stage)
    if by_team:
        yield figure_key(TEAM, {pk: line.team_points or 0 for pk, line in lines.items()})
    yield figure_key(POINTS, {pk: line.total for pk, line in lines.items()})
    if by_team:
        yield figure_key(WON, {pk: line.won for pk, line in lines.items()})
    for measure, sign in stage.tournament.plays.ranking:
        yield figure_key(measure, {pk: sign * line.measures.get(measure, 0) for pk, line in lines.items()})
    yield lot_key(lots)


def is_by_team(stage: Stage) -> bool:
    """Whether team points come first."""
    plan = stage.typed_plan
    return isinstance(plan, TablesPlan) and plan.counts == "team_points"


def _why(stage: Stage, place: Place[UUID], lines: Mapping[UUID, Line]) -> tuple[str, ...]:
    """What was asked of those who are level in what counts first, and what it said."""
    asked = [told for told in place.told[1:] if told.said is not None and len(told.said) > 1]
    if not asked:
        return ()
    first, here = place.told[0], place.rows[0]
    counted = first.said or {}
    level = [pk for pk in lines if counted[pk] == counted[here] and pk not in place.rows]
    others = ", ".join(isolated(lines[pk].name) for pk in level)
    text = _("Level on team points with {names}.") if first.name == TEAM else _("Level on points with {names}.")
    found = [text.format(names=others)] if others else []
    found += [said for told in asked if (said := _said(stage, told, here, level))]
    if len(place.rows) > 1:
        found.append(_("Equal in everything that is asked: they share the place, unless lots are drawn."))
    return tuple(found)


def _said(stage: Stage, told: Told[UUID], here: UUID, level: Sequence[UUID]) -> str:
    """What a key said of this one, against those who are level; empty where it parts them from nobody."""
    if told.name == LOT:
        return _("The lot decided.")
    said = told.said or {}
    others = sorted({said[pk] for pk in level if pk in said and said[pk] != said[here]}, reverse=True)
    if not others:
        return ""
    title, sign, unit = _titles(stage)[told.name]
    mine, *rest = (amount_figure(int(sign * figure), unit) for figure in (said[here], *others))
    return _("{title}: {mine} against {others}.").format(title=title, mine=mine, others=", ".join(rest))


def _titles(stage: Stage) -> dict[str, tuple[str, int, InUnits]]:
    """{key: what it is called, -1 where less is better, what its figures are in}"""
    game = stage.tournament.plays
    titles = game.titles(stage.tournament.typed_rules)
    found = {measure: (translated(titles[measure]), sign, InUnits()) for measure, sign in game.ranking}
    found[POINTS] = (_("Points"), 1, unit_of(stage.tournament))
    found[WON] = (_("Rounds won"), 1, InUnits())
    return found
