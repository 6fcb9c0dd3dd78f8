"""The draft of a round at the desk: two change places, somebody is held where they are, what was before is back."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical
from scorekeeper.draws.report import Report
from scorekeeper.draws.services import drafts
from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.draft.records import DraftHold, PlacesSwap, SeenDraft
from scorekeeper.tournaments.formats.offers import StageAct
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import names_in
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.selectors.unsaid import unsaid_pairs
from scorekeeper.tournaments.services.common import draft_at_desk, refused


@transaction.atomic
def swap_places(swap: PlacesSwap, *, stage_id: UUID, by: User, now: datetime) -> Round:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`: the format leaves nothing to choose; `place_unknown`, `place_twice`; `keeps_apart`: it
            needs `despite`.
    """
    draft = draft_at_desk(stage_id, by, swap.seen)
    change = _change(draft, by, now)
    before = format_of(draft.stage).never_together(draft.stage, draft)

    def keeps_apart(draft: Round) -> None:
        if worse := format_of(draft.stage).never_together(draft.stage, draft) - before:
            raise _keeps_apart(draft.stage, worse)

    places = (swap.one, swap.other)
    return drafts.swap_places(draft, places, change if swap.despite else replace(change, check=keeps_apart))


@transaction.atomic
def hold_place(hold: DraftHold, *, stage_id: UUID, by: User, now: datetime) -> Round:
    """Somebody stays at their table when the draft is drawn again, a match of two as a whole; or may sit elsewhere
    again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`, `place_unknown`.
    """
    draft = draft_at_desk(stage_id, by, hold.seen)
    return drafts.hold_place(draft, hold.place, _change(draft, by, now), held=hold.held)


@transaction.atomic
def undo_draft(draft: SeenDraft, *, stage_id: UUID, by: User) -> Round:
    """The draw that was there before the last one, or before the last change by hand, bit for bit; nothing is drawn.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`; `nothing_before`.
    """
    found = draft_at_desk(stage_id, by, draft.seen)
    made = drafts.undo_draft(found)
    made.stage = found.stage
    return made


@transaction.atomic
def drop_draft(draft: SeenDraft, *, stage_id: UUID, by: User) -> Stage:
    """Let go of the draft of a stage.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
    """
    found = draft_at_desk(stage_id, by, draft.seen)
    found.delete()
    return found.stage


def _change(draft: Round, by: User, now: datetime) -> drafts.ByHand:
    """Raises Refused `draw_follows`."""
    stage = draft.stage
    format_of(stage).require(StageAct.CHANGE_PLACES)
    report_of = partial(_report_of, unsaid=unsaid_pairs(stage, draft))
    return drafts.ByHand(by, now, report_of, of_two=format_of(stage).is_of_matches)


def _keeps_apart(stage: Stage, pairs: Iterable[tuple[str, str]]) -> Refused:
    names = names_in(stage)
    named = sorted(((names[one], names[other]) for one, other in pairs), key=lambda two: [*map(alphabetical, two)])
    together = ", ".join(_("{one} and {other}").format(one=one, other=other) for one, other in named)
    text = gettext_noop("Then these sit together, who are never to: {pairs}. Say that you want it so.")
    return refused("keeps_apart", "", text, pairs=together)


def _report_of(draft: Round, unsaid: Iterable[Pair]) -> Report:
    """Of those nobody had said are wanted together, a change elsewhere says no more than before."""
    format_, stage = format_of(draft.stage), draft.stage
    report = format_.changed_report(stage, draft).without("unsaid")
    together = {frozenset(pair) for pair in format_.never_together(stage, draft)}
    still = sorted((min(pair), max(pair)) for pair in unsaid if pair in together)
    return report.but(unsaid=tuple(still)) if still else report
