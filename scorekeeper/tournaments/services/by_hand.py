"""Change a draft by hand: two change places, somebody is held where they are. Each is a lock with author and time."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical
from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import names_in
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.drawing import BY_HAND, UNSAID
from scorekeeper.tournaments.selectors.unsaid import unsaid_pairs
from scorekeeper.tournaments.services.common import refused
from scorekeeper.tournaments.services.running import Seen, seen_draft, stage_at_desk
from scorekeeper.tournaments.services.undoing import undo_with


@transaction.atomic
def swap_places(
    *, stage_id: UUID, by: User, seen: Seen, places: tuple[UUID, UUID], now: datetime, despite: bool = False
) -> Round:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again. `despite` says that
    whoever does it knows that it puts people together who are never to sit together.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`: the format leaves nothing to choose; `place_unknown`, `place_twice`; `keeps_apart`: it
            needs `despite`.
    """
    stage = stage_at_desk(stage_id, by)
    draft = seen_draft(stage, seen)
    _require_choice(stage)
    one, other = (_place(draft, field, place) for field, place in zip(("one", "other"), places, strict=True))
    if one.pk == other.pk:
        raise refused("place_twice", "other", gettext_noop("Choose two different people."))
    before, unsaid, undo = format_of(stage).never_together(stage, draft), unsaid_pairs(stage, draft), undo_with(draft)
    _exchange(stage, one, other, by, now)
    if not despite and (worse := format_of(stage).never_together(stage, draft) - before):
        raise _keeps_apart(stage, worse)
    draft.undo, draft.report = undo, {**draft.report, BY_HAND: True}
    return _changed(stage, draft, unsaid)


@transaction.atomic
def hold_place(*, stage_id: UUID, by: User, seen: Seen, place: UUID, held: bool, now: datetime) -> Round:
    """Somebody stays at their table when the draft is drawn again, a match of two as a whole; or may sit elsewhere
    again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`, `place_unknown`.
    """
    stage = stage_at_desk(stage_id, by)
    draft = seen_draft(stage, seen)
    _require_choice(stage)
    found, unsaid = _place(draft, "place", place), unsaid_pairs(stage, draft)
    whole = format_of(stage).is_of_matches and found.table_id
    places = RoundPlace.objects.filter(table=found.table_id) if whole else RoundPlace.objects.filter(pk=found.pk)
    if held:
        places.filter(by_hand=False).update(by_hand=True, held_by=by, held_at=now)
    else:
        places.update(by_hand=False, holds_seat=False, held_by=None, held_at=None)
    return _changed(stage, draft, unsaid)


def _require_choice(stage: Stage) -> None:
    if not format_of(stage).has_swaps:
        raise refused("draw_follows", "", gettext_noop("Here the draw follows from the plan: nobody changes places."))


def _place(draft: Round, field: str, place: UUID) -> RoundPlace:
    found = draft.places.exclude(kind=RoundPlace.Kind.ABSENT).filter(pk=place).first()
    if found is None:
        raise refused("place_unknown", field, gettext_noop("Choose somebody who is in this draw."))
    return found


def _keeps_apart(stage: Stage, pairs: Iterable[tuple[str, str]]) -> Refused:
    names = names_in(stage)
    named = sorted(((names[one], names[other]) for one, other in pairs), key=lambda two: [*map(alphabetical, two)])
    together = ", ".join(_("{one} and {other}").format(one=one, other=other) for one, other in named)
    text = gettext_noop("Then these sit together, who are never to: {pairs}. Say that you want it so.")
    return refused("keeps_apart", "", text, pairs=together)


def _changed(stage: Stage, draft: Round, unsaid: Iterable[Pair]) -> Round:
    """What is said of the draft follows. Of those nobody had said are wanted together, a change elsewhere says no more
    than before."""
    by_hand = {BY_HAND: True} if draft.report.get(BY_HAND) else {}
    draft.report = {
        name: told for name, told in format_of(stage).changed_report(stage, draft).items() if name != UNSAID
    }
    draft.report |= by_hand
    together = {frozenset(pair) for pair in format_of(stage).never_together(stage, draft)}
    if still := sorted(sorted(pair) for pair in unsaid if pair in together):
        draft.report[UNSAID] = still
    draft.revision += 1
    draft.save(update_fields=["report", "revision", "undo"])
    return draft


def _exchange(stage: Stage, one: RoundPlace, other: RoundPlace, by: User, now: datetime) -> None:
    """Written anew, because no moment may show somebody at two places, or two at one. Of a match both sides are set
    by hand, and who of them is at home; at one table the seats are."""
    if format_of(stage).is_of_matches:
        tables = [place.table_id for place in (one, other) if place.table_id]
        there = RoundPlace.objects.filter(table__in=tables)
        there.filter(by_hand=False).update(by_hand=True, held_by=by, held_at=now)
    RoundPlace.objects.filter(pk__in=[one.pk, other.pk]).delete()
    RoundPlace.objects.bulk_create(
        RoundPlace(
            club_id=place.club_id,
            round_id=place.round_id,
            table_id=place.table_id,
            seat=place.seat,
            kind=place.kind,
            entrant_id=who.entrant_id,
            player_id=who.player_id,
            by_hand=True,
            holds_seat=one.table_id == other.table_id
            and one.table_id is not None
            and not format_of(stage).is_of_matches,
            held_by=by,
            held_at=now,
        )
        for place, who in ((one, other), (other, one))
    )
