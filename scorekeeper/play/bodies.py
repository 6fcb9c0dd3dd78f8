"""What the API says of sittings and hands: plain values, and the serializers that describe them in the schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from games.core.text import Text
from scorekeeper.common.texts import translated
from scorekeeper.play.models import Act, Device, Hand, HandMark, Seat, Signature, Sitting, State, Via
from scorekeeper.play.moves import Moves, Official, OfficialMove, SeasonMove, Shift, sides_of, totals
from scorekeeper.play.schema import RecordField, RulesField
from scorekeeper.play.sheet.origins import Phone, via_of
from scorekeeper.play.sheet.rows import names_of, progress_of
from scorekeeper.standings.models import Competition

Body = dict[str, Any]
HAND_KINDS = [kind.value for kind in Hand.Kind]
ACT_KINDS = [kind.value for kind in Act.Kind]
MARK_KINDS = [kind.value for kind in HandMark.Kind]
STATUSES = ["playing", "to_be_signed", "closed"]
STATES = [state.value for state in State]
VIAS = [*(via.value for via in Via), ""]


class OriginBody(serializers.Serializer[Any]):
    """How something came to the table."""

    via = serializers.ChoiceField(
        choices=VIAS,
        allow_blank=True,
        help_text="account: somebody signed in; code: a phone that joined with the code of the table; keeper: the "
        "phone that keeps a sheet without an account; program: a token; empty: the app itself.",
    )
    person = serializers.CharField(allow_null=True, help_text="Whose account; null: nobody was signed in.")
    device = serializers.UUIDField(allow_null=True, help_text="The phone that has joined the table; null: none.")
    device_name = serializers.CharField(allow_null=True, help_text="What that phone is called.")


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
    over = serializers.BooleanField(help_text="By its rules the sitting is over with this hand.")


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
    rules = RulesField()
    rules_name = serializers.CharField()
    house_version = serializers.UUIDField(
        allow_null=True,
        help_text="The version of the club's house rules that it was opened by, as the club lists them; null: of none.",
    )
    seasons = serializers.ListField(child=serializers.UUIDField())
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    awaits_acceptance = serializers.BooleanField(
        help_text="Closed, and not official before a scorer or director accepts it: phones with the code alone signed."
    )
    next_number = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="The seat that deals next.")
    played = serializers.IntegerField(help_text="Hands that count so far.")
    length = serializers.IntegerField(allow_null=True, help_text="Of how many; null: nobody knows before.")
    stands = serializers.CharField(help_text="What the game says of it in a few words, if anything.", allow_blank=True)
    head = serializers.CharField(help_text="Hash of the newest version of a hand.", allow_blank=True)
    disputed = serializers.IntegerField(help_text="How many hands are disputed: it can't be closed while one is.")
    revision = serializers.IntegerField()
    unit = serializers.CharField(help_text="What amounts are counted in; empty: points.", allow_blank=True)
    decimals = serializers.IntegerField(help_text="2: amounts are hundredths of the unit.")
    sides = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Seats that score as one."
    )
    seats = SeatBody(many=True)


class HandBody(serializers.Serializer[Any]):
    """One version of a hand."""

    id = serializers.UUIDField()
    sitting = serializers.UUIDField()
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=HAND_KINDS)
    status = serializers.ChoiceField(choices=STATES, help_text="How far it binds; official: the sitting is closed.")
    key = serializers.UUIDField()
    record = RecordField()
    dealer = serializers.IntegerField(help_text="Whose turn it was to deal.")
    outcome = OutcomeBody()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by = OriginBody()
    hash = serializers.CharField()


class RecordedBody(HandBody):
    """A recorded hand, and where the sitting stands now."""

    state = StateBody()


class MarkBody(serializers.Serializer[Any]):
    """What was said of a hand, and of which version of it."""

    kind = serializers.ChoiceField(choices=MARK_KINDS)
    hand = serializers.UUIDField(help_text="The version that stood then.")
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(allow_null=True, help_text="The seat that says so; null: a director.")
    by = OriginBody()
    reason = serializers.CharField(allow_blank=True)


class MarkedBody(HandBody):
    """The version in force of a hand, and all that was said of the hand, in order."""

    marks = MarkBody(many=True)


class EntryBody(serializers.Serializer[Any]):
    """An amount of one measure, moved for a seat by an act."""

    seat = serializers.IntegerField(help_text="Where they sit now.")
    measure = serializers.CharField()
    amount = serializers.IntegerField()


class ActBody(serializers.Serializer[Any]):
    """What happened to a sitting beyond its hands."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=ACT_KINDS)
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(allow_null=True, help_text="Whom it concerned; null: the whole table.")
    by = OriginBody()
    reason = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField(allow_null=True, help_text="What it added to the total; null: no such act.")
    lines = EntryBody(many=True, help_text="What it moved in the ledger.")
    after = serializers.IntegerField(allow_null=True, help_text="The hand after which it stands on the sheet.")
    player = serializers.UUIDField(allow_null=True, help_text="Who plays for the seat.")
    number = serializers.IntegerField(
        allow_null=True,
        help_text="The hand from which on: somebody plays for it, or two have changed places; null: the first.",
    )
    reverses = serializers.UUIDField(allow_null=True, help_text="The act that it takes back.")
    hash = serializers.CharField(allow_blank=True, help_text="Of acts in the chain of the sheet; else empty.")


class ActedBody(ActBody):
    """An act, and where the sitting stands now."""

    state = StateBody()


class SignatureBody(serializers.Serializer[Any]):
    """A signature under the sheet as it stands."""

    seat = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = OriginBody()
    on_behalf = serializers.BooleanField(help_text="Somebody who keeps the sheet signed for the seat.")


class SittingBody(StateBody):
    """A sitting with its hands, newest version of each, in order; what else happened, newest first; and who has signed
    it as it stands."""

    hands = MarkedBody(many=True)
    acts = ActBody(many=True)
    signatures = SignatureBody(many=True)


class PreviewBody(serializers.Serializer[Any]):
    """What the next hand would be; nothing is written."""

    record = RecordField()
    outcome = OutcomeBody()


class SeatMoveBody(serializers.Serializer[Any]):
    """A seat's total and rank before and after."""

    seat = serializers.IntegerField()
    total = serializers.ListField(child=serializers.IntegerField(), help_text="[before, after]")
    rank = serializers.ListField(child=serializers.IntegerField(), help_text="[before, after]")


class SeasonMoveBody(serializers.Serializer[Any]):
    """A seat's points and rank in a season before and after; null after: not in its table any more."""

    season = serializers.UUIDField()
    seat = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="[before, after]")
    rank = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="[before, after]")


class ShiftBody(serializers.Serializer[Any]):
    """What an act would move, in the list and in the open seasons; nothing is written."""

    seats = SeatMoveBody(many=True)
    seasons = SeasonMoveBody(many=True)


class OfficialBody(serializers.Serializer[Any]):
    """What would leave the official standings; nothing is written."""

    seasons = SeasonMoveBody(many=True)


class MovesBody(ShiftBody):
    """What a correction would move; nothing is written."""

    outcome = OutcomeBody(allow_null=True)
    follows = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of later hands.")


def marked_body(hand: Hand, names: Mapping[int, str], state: State, marks: Sequence[HandMark]) -> Body:
    """The version in force, and what was said of it; marks come with their seats."""
    said = [
        {
            "kind": mark.kind,
            "hand": str(mark.hand_id),
            "at": mark.at,
            "seat": mark.seat.number if mark.seat else None,
            "by": origin_body(mark),
            "reason": mark.reason,
        }
        for mark in marks
    ]
    return {**hand_body(hand, names, state), "marks": said}


def origin_body(row: Any) -> Body:
    """How a hand, a mark, a signature or an act came; the row comes with its person and its phone."""
    device: Device | None = row.by_device
    phones = {device.pk: Phone(0, device)} if device else {}
    return {
        "via": str(via_of(row, phones)),
        "person": str(row.by_user) if row.by_user_id else None,
        "device": str(device.pk) if device else None,
        "device_name": device.name if device else None,
    }


def signature_body(signature: Signature) -> Body:
    """One signature; it comes with its seat, its person and its phone."""
    return {
        "seat": signature.seat.number,
        "at": signature.at,
        "by": origin_body(signature),
        "on_behalf": signature.on_behalf,
    }


def hand_body(hand: Hand, names: Mapping[int, str], state: State) -> Body:
    """One version of a hand."""
    return {
        "id": str(hand.pk),
        "sitting": str(hand.sitting_id),
        "number": hand.number,
        "version": hand.version,
        "kind": str(hand.kind),
        "status": state.value,
        "key": str(hand.key),
        "record": hand.record,
        "dealer": hand.table["dealer"],
        "outcome": outcome_body(hand.outcome, names),
        "reason": hand.reason,
        "at": hand.at,
        "by": origin_body(hand),
        "hash": hand.hash,
    }


def act_body(act: Act, seats: Sequence[Seat]) -> Body:
    """What happened at the table of these seats; `act` comes with its seat."""
    numbers = {str(seat.pk): seat.number for seat in seats}
    return {
        "id": str(act.pk),
        "kind": act.kind,
        "at": act.at,
        "seat": numbers.get(str(act.seat_id)),
        "by": origin_body(act),
        "reason": act.reason,
        "points": act.detail.get("points"),
        "lines": [
            {"seat": numbers[seat], "measure": measure, "amount": amount}
            for seat, measure, amount in act.detail.get("lines", [])
        ],
        "after": act.detail.get("after"),
        "player": str(act.player.identity) if act.player else None,
        "number": act.detail.get("from"),
        "reverses": str(act.reverses_id) if act.reverses_id else None,
        "hash": act.hash,
    }


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
    progress = progress_of(sitting, seats, names_of(sitting, seats))
    return {
        "id": str(sitting.pk),
        "club": str(sitting.club_id),
        "game": sitting.game,
        "name": sitting.name,
        "code": sitting.code,
        "rules": sitting.rules,
        "rules_name": sitting.rules_name,
        "house_version": str(sitting.house_version_id) if sitting.house_version_id else None,
        "seasons": [str(competition.pk) for competition in competitions],
        "opened_at": sitting.opened_at,
        "closed_at": sitting.closed_at,
        "status": status(sitting),
        "awaits_acceptance": sitting.awaits_acceptance,
        "next_number": sitting.next_number,
        "dealer": sitting.dealer,
        "played": progress.played,
        "length": progress.length,
        "stands": progress.stands,
        "head": sitting.head,
        "disputed": sitting.disputed,
        "revision": sitting.revision,
        "unit": sitting.unit.unit,
        "decimals": sitting.unit.decimals,
        "sides": [[seat.number for seat in side] for side in sides_of(sitting, seats)],
        "seats": [
            {
                "number": seat.number,
                "player": str(seat.player.identity),
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
        **shift_body(found),
    }


def shift_body(found: Shift) -> Body:
    """What an act would move."""
    return {
        "seats": [
            {
                "seat": move.seat.number,
                "total": [move.total_before, move.total_after],
                "rank": [move.rank_before, move.rank_after],
            }
            for move in found.seats
        ],
        "seasons": [_season_move(move.competition, move) for move in found.seasons],
    }


def official_body(found: Official) -> Body:
    """What opening a sheet again would move."""
    return {"seasons": [_season_move(season.competition, move) for season in found.seasons for move in season.moves]}


def _season_move(competition: Competition, move: SeasonMove | OfficialMove) -> Body:
    return {
        "season": str(competition.pk),
        "seat": move.seat.number,
        "points": [move.points_before, move.points_after],
        "rank": [move.rank_before, move.rank_after],
    }


def told(plain: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return translated(Text.from_json(plain), names)
