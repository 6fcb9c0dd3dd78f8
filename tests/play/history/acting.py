"""The acts of an evening through the real services, each in the words of the oracle."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.acting import Acted
from scorekeeper.play.closing.services import close_sitting, end_list, reopen_sitting, resume_list, sign
from scorekeeper.play.correcting.services import (
    Adjustment,
    Correction,
    TakingBack,
    adjust,
    correct_hand,
    take_back,
    void_hand,
)
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Sitting
from scorekeeper.play.recording.services import Recorded, SentHand, Undoing, record_hand, undo_hand
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.seats.records import Dealer, Latecomer, Leaving, Substitution, Swap
from scorekeeper.play.seats.services import seat_leaves, seat_player, set_dealer, substitute
from scorekeeper.play.seats.swapping import swap_seats
from tests.play.history.sheet import ABSENT, DENIED, Act, Turned, Version

Named = dict[str, Any]  # sitting_id, by, now
Done = tuple[str, Any]  # the code of the refusal (empty: accepted), and what was made


def told(do: Callable[[], Any]) -> Done:
    """Do it; what became of it."""
    try:
        return "", do()
    except Turned as error:
        return error.code, None
    except Refused as error:
        return error.problems[0].code, None
    except Conflict as error:
        return error.code, None
    except PermissionDenied:
        return DENIED, None
    except ObjectDoesNotExist:
        return ABSENT, None


def really(act: str, named: Named, said: dict[str, Any]) -> tuple[UUID, bool] | None:
    """Do it at the table: the id of the link that was made or found, and whether it is new."""
    done = ACTS[act](named, **said)
    if isinstance(done, Recorded):
        return done.hand.pk, done.is_new
    return (done.act.pk, done.is_new) if isinstance(done, Acted) else None


def _record(named: Named, key: UUID, record: Any, number: int | None = None) -> Recorded:
    return record_hand(SentHand(record=record, number=number), **named, key=key)


def _correct(named: Named, key: UUID, version: Version, record: Any, reason: str) -> Recorded:
    if record is None:
        return void_hand(Reasoned(reason=reason), **named, hand_id=_pk(version), key=key)
    return correct_hand(Correction(record=record, reason=reason), **named, hand_id=_pk(version), key=key)


def _adjust(named: Named, key: UUID, reason: str, **change: Any) -> Acted:
    place = change.pop("place")
    return adjust(Adjustment(seat=place, **change, reason=reason), **named, key=key)


def _substitute(named: Named, key: UUID, place: int, player: UUID | None, number: int | None) -> Acted:
    wanted = Substitution(seat=place, player=player, number=number, elsewhere=True)
    return substitute(wanted, **named, key=key)


def _swap(named: Named, key: UUID, places: tuple[int, ...], first: int, reason: str) -> Acted:
    return swap_seats(Swap(seats=places, number=first, reason=reason), **named, key=key)


def _sign(named: Named, place: int, *, is_current: bool) -> Sitting:
    head = Sitting.objects.values_list("head", flat=True).get(pk=named["sitting_id"])
    return sign(Signing(seat=place, head=head if is_current else "0" * 64), **named)


def _pk(link: Version | Act) -> UUID:
    assert link.pk
    return link.pk


ACTS: dict[str, Callable[..., Any]] = {
    "record": _record,
    "correct": _correct,
    "undo": lambda named, version: undo_hand(Undoing(hand=_pk(version)), **named),
    "confirm": lambda named, version: confirm_hand(**named, hand_id=_pk(version)),
    "dispute": lambda named, version, reason: dispute_hand(Reasoned(reason=reason), **named, hand_id=_pk(version)),
    "withdraw": lambda named, version: withdraw_dispute(**named, hand_id=_pk(version)),
    "decide": lambda named, version, reason: decide_dispute(Reasoned(reason=reason), **named, hand_id=_pk(version)),
    "adjust": _adjust,
    "take_back": lambda named, key, act, reason: take_back(TakingBack(act=_pk(act), reason=reason), **named, key=key),
    "swap": _swap,
    "substitute": _substitute,
    "join": lambda named, player: seat_player(Latecomer(player=player, elsewhere=True), **named),
    "leave": lambda named, place: seat_leaves(Leaving(seat=place, reason="late"), **named),
    "deal_next": lambda named, key, place: set_dealer(Dealer(seat=place), **named, key=key),
    "end": lambda named: end_list(PerhapsReasoned(reason="late"), **named),
    "resume": lambda named: resume_list(**named),
    "sign": _sign,
    "close": lambda named, reason: close_sitting(Reasoned(reason=reason), **named),
    "reopen": lambda named, reason: reopen_sitting(Reasoned(reason=reason), **named),
}
