"""The page of a bracket: all of it as a picture and as a list, who waits for whom, and why it is so."""

from uuid import uuid4

from django.http import HttpResponse

from scorekeeper.common.doing import NotDone
from scorekeeper.standings.standing import StandingRow
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of, late_matches
from scorekeeper.tournaments.formats.bracket.picture import parts_of
from scorekeeper.tournaments.formats.bracket.reasons import came_from
from scorekeeper.tournaments.formats.bracket.standing import tables_of
from scorekeeper.tournaments.formats.bracket.words import match_title
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DeskAct, Round
from scorekeeper.tournaments.rounds.field import acts_in_force
from scorekeeper.tournaments.rounds.results import signed_for_in
from scorekeeper.tournaments.rounds.units import called
from scorekeeper.tournaments.services.taking_back import is_untouched
from scorekeeper.tournaments.views.at_stage import AtStage


def show_bracket(here: AtStage, problem: NotDone | None, *, official: bool) -> HttpResponse:
    """As it is now, before its first round as it would be with those who are here; or by what is official."""
    state = bracket_of(here.stage, official=official)
    if official and state and not state.rounds:
        state = None
    return here.show_live(
        "tournaments/bracket.html",
        problem,
        state=state,
        official=official,
        parts=parts_of(state) if state else [],
        seeded=len(state.seeds) if state else 0,
        tables=tables_of(state) if state else {},
        why=came_from(state) if state else [],
        signed_for=signed_for_in(here.stage) if state else {},
        moved=_moved(state) if state and not official else [],
        early=_taken_early(state) if state and not official and here.may_desk else [],
        tied=_tied(here, state) if state and not official else [],
        lots=acts_in_force(here.stage, DeskAct.Kind.LOT),
        key=uuid4(),
    )


def _moved(state: State) -> list[dict[str, str]]:
    """Corrections that came too late, by name."""
    return [
        {
            "match": match_title(state.bracket, one.name),
            "into": match_title(state.bracket, one.into),
            "sits": called(one.sits) if one.sits else "",
            "would": called(one.would) if one.would else "",
        }
        for one in late_matches(state)
    ]


def _taken_early(state: State) -> list[Round]:
    """The rounds that were opened with somebody who would not be there by now, as long as their opening can be taken
    back."""
    of = {state.tables[one.into].table.round_id for one in late_matches(state)}
    return [one for one in state.rounds if one.pk in of and is_untouched(one)]


def _tied(here: AtStage, state: State) -> list[list[StandingRow]]:
    """Who shares a place at the end, where a stage comes after it: lots say who of them goes on."""
    following = here.stage.tournament.stages.filter(number__gt=here.stage.number).exists()
    if not (following and state.rounds and state.is_decided):
        return []
    format_ = format_of(here.stage)
    rows = {row.entrant: row for row in format_.standing(here.stage, official=False).rows}
    (group,) = format_.places(here.stage, official=False)
    return [[rows[entrant] for entrant in tied] for tied in group if len(tied) > 1]
