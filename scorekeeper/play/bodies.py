"""What the API says of sittings and hands: plain values, and the serializers that describe them in the schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from games.core.text import Text
from scorekeeper.common.texts import translated
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import Moves, totals
from scorekeeper.standings.models import Competition

Body = dict[str, Any]
HAND_KINDS = [kind.value for kind in Hand.Kind]
ACT_KINDS = [kind.value for kind in Act.Kind]


class LineBody(serializers.Serializer[Any]):
    """One reason why a measure of a seat moved."""

    seat = serializers.IntegerField(help_text="Seat number, from 0.")
    measure = serializers.CharField()
    amount = serializers.IntegerField()
    reason = serializers.CharField()


class NoticeBody(serializers.Serializer[Any]):
    """Something to look at again; never a refusal."""

    code = serializers.CharField()
    message = serializers.CharField()


class OutcomeBody(serializers.Serializer[Any]):
    """What the rules make of a hand."""

    said = serializers.CharField(help_text="The sentence a scorer says.", allow_blank=True)
    lines = LineBody(many=True)
    detail = serializers.JSONField(help_text="The game's own account of how; null of a struck hand.")
    warnings = NoticeBody(many=True)
    over = serializers.BooleanField(help_text="This hand completes the list.")


class SeatBody(serializers.Serializer[Any]):
    """A place at the table and its totals."""

    number = serializers.IntegerField(help_text="From 0, in the order of the table.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    is_active = serializers.BooleanField(help_text="False: left early.")
    measures = serializers.DictField(child=serializers.IntegerField())
    total = serializers.IntegerField(help_text="By the system of the sitting.")


class StateBody(serializers.Serializer[Any]):
    """Where a sitting stands."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    game = serializers.CharField()
    name = serializers.CharField()
    code = serializers.CharField(help_text="What the printed sheet is called by.")
    rules = serializers.JSONField()
    rules_name = serializers.CharField()
    seasons = serializers.ListField(child=serializers.UUIDField())
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    status = serializers.ChoiceField(choices=["playing", "to_be_signed", "closed"])
    next_number = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="The seat that deals next.")
    played = serializers.IntegerField(help_text="Hands of the list so far.")
    length = serializers.IntegerField(allow_null=True)
    head = serializers.CharField(help_text="Hash of the newest version of a hand.", allow_blank=True)
    revision = serializers.IntegerField()
    seats = SeatBody(many=True)


class HandBody(serializers.Serializer[Any]):
    """One version of a hand."""

    id = serializers.UUIDField()
    sitting = serializers.UUIDField()
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=HAND_KINDS)
    key = serializers.UUIDField()
    record = serializers.JSONField()
    dealer = serializers.IntegerField(help_text="Whose turn it was to deal.")
    outcome = OutcomeBody()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    hash = serializers.CharField()


class RecordedBody(HandBody):
    """A recorded hand, and where the sitting stands now."""

    state = StateBody()


class ActBody(serializers.Serializer[Any]):
    """What happened to a sitting beyond its hands."""

    kind = serializers.ChoiceField(choices=ACT_KINDS)
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(allow_null=True, help_text="Whom it concerned; null: the whole table.")
    reason = serializers.CharField(allow_blank=True)


class SittingBody(StateBody):
    """A sitting with its hands, newest version of each, in order; and what else happened, newest first."""

    hands = HandBody(many=True)
    acts = ActBody(many=True)


class PreviewBody(serializers.Serializer[Any]):
    """What the next hand would be; nothing is written."""

    record = serializers.JSONField()
    outcome = OutcomeBody()


class SeatMoveBody(serializers.Serializer[Any]):
    """A seat's total and rank before and after."""

    seat = serializers.IntegerField()
    total = serializers.ListField(child=serializers.IntegerField(), help_text="[before, after]")
    rank = serializers.ListField(child=serializers.IntegerField(), help_text="[before, after]")


class MovesBody(serializers.Serializer[Any]):
    """What a correction would move; nothing is written."""

    outcome = OutcomeBody(allow_null=True)
    follows = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of later hands.")
    seats = SeatMoveBody(many=True)


def hand_body(hand: Hand, names: Mapping[int, str]) -> Body:
    """One version of a hand."""
    return {
        "id": str(hand.pk),
        "sitting": str(hand.sitting_id),
        "number": hand.number,
        "version": hand.version,
        "kind": str(hand.kind),
        "key": str(hand.key),
        "record": hand.record,
        "dealer": hand.table["dealer"],
        "outcome": outcome_body(hand.outcome, names),
        "reason": hand.reason,
        "at": hand.at.isoformat(),
        "hash": hand.hash,
    }


def act_body(act: Act) -> Body:
    """What happened; `act` comes with its seat."""
    seat = act.seat.number if act.seat else None
    return {"kind": act.kind, "at": act.at.isoformat(), "seat": seat, "reason": act.reason}


def outcome_body(outcome: Mapping[str, Any], names: Mapping[int, str]) -> Body:
    """An outcome as stored, in the reader's language and with names."""
    return {
        "said": told(outcome["said"], names),
        "lines": [
            {"seat": seat, "measure": measure, "amount": amount, "reason": told(reason, names)}
            for seat, measure, amount, reason in outcome["lines"]
        ],
        "detail": outcome["detail"],
        "warnings": [
            {"code": notice["code"], "message": told(notice["message"], names)} for notice in outcome["warnings"]
        ],
        "over": outcome["over"],
    }


def state_body(sitting: Sitting, seats: Sequence[Seat], competitions: Sequence[Competition]) -> Body:
    """Where the sitting stands. `seats` come with their players."""
    sums = totals(sitting, seats)
    active = [seat.number for seat in seats if seat.is_active]
    played, length = sitting.plays.progress(sitting.typed_state, sitting.typed_rules, active)
    return {
        "id": str(sitting.pk),
        "club": str(sitting.club_id),
        "game": sitting.game,
        "name": sitting.name,
        "code": sitting.code,
        "rules": sitting.rules,
        "rules_name": sitting.rules_name,
        "seasons": [str(competition.pk) for competition in competitions],
        "opened_at": sitting.opened_at.isoformat(),
        "closed_at": sitting.closed_at.isoformat() if sitting.closed_at else None,
        "status": status(sitting),
        "next_number": sitting.next_number,
        "dealer": sitting.dealer,
        "played": played,
        "length": length,
        "head": sitting.head,
        "revision": sitting.revision,
        "seats": [
            {
                "number": seat.number,
                "player": str(seat.player_id),
                "name": seat.player.name,
                "is_active": seat.is_active,
                "measures": seat.tally,
                "total": sums[seat.number],
            }
            for seat in seats
        ],
    }


def status(sitting: Sitting) -> str:
    if not sitting.is_open:
        return "closed"
    return "playing" if sitting.accepts_hands else "to_be_signed"


def moves_body(found: Moves, names: Mapping[int, str]) -> Body:
    """What a correction would move."""
    return {
        "outcome": outcome_body(found.judged.outcome, names) if found.judged else None,
        "follows": [judged.hand.number for judged in found.followers],
        "seats": [
            {
                "seat": move.seat.number,
                "total": [move.total_before, move.total_after],
                "rank": [move.rank_before, move.rank_after],
            }
            for move in found.seats
        ],
    }


def told(plain: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return translated(Text.from_json(plain), names)
