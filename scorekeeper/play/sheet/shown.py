"""A table as programs are shown it, made of its rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.text import Text
from scorekeeper.common.texts import Names, translated
from scorekeeper.languages.spoken import use_words
from scorekeeper.play.acting import Acted, with_seats
from scorekeeper.play.models import Act, Device, Hand, HandMark, Seat, Signature, Sitting, State
from scorekeeper.play.moves import sides_of, totals
from scorekeeper.play.sheet.origins import Phone, via_of
from scorekeeper.play.sheet.records import (
    ActBody,
    ActedBody,
    EntryBody,
    HandBody,
    LineBody,
    MarkBody,
    MarkedBody,
    NoticeBody,
    OriginBody,
    OutcomeBody,
    SeatBody,
    SignatureBody,
    StateBody,
)
from scorekeeper.play.sheet.rows import names_of, progress_of
from scorekeeper.standings.models import Competition


def names_for(sitting: Sitting) -> Names:
    """Who sits there, for the sentences of this sitting, which are in the words of its club from here on."""
    use_words(sitting.club.game_words, sitting.game)
    if "seats" not in getattr(sitting, "_prefetched_objects_cache", {}):
        with_seats(sitting)
    return Names({seat.number: seat.player.name for seat in sitting.seats.all()}, sitting.unit)


def standing_of(sitting: Sitting) -> StateBody:
    """Where a sitting stands, whose seats and seasons are read once."""
    names_for(sitting)
    return state_of_table(sitting, list(sitting.seats.all()), list(sitting.competitions.all()))


def state_of_table(sitting: Sitting, seats: Sequence[Seat], competitions: Sequence[Competition]) -> StateBody:
    """Where the sitting stands. `seats` come with their players."""
    sums = totals(sitting, seats)
    progress = progress_of(sitting, seats, names_of(sitting, seats))
    return StateBody(
        id=sitting.pk,
        club=sitting.club_id,
        game=sitting.game,
        name=sitting.name,
        code=sitting.code,
        rules=sitting.rules,
        rules_name=sitting.rules_name,
        house_version=sitting.house_version_id,
        seasons=[competition.pk for competition in competitions],
        opened_at=sitting.opened_at,
        closed_at=sitting.closed_at,
        status="closed" if not sitting.is_open else "playing" if sitting.accepts_hands else "to_be_signed",
        awaits_acceptance=sitting.awaits_acceptance,
        next_number=sitting.next_number,
        dealer=sitting.dealer,
        played=progress.played,
        length=progress.length,
        stands=progress.stands,
        head=sitting.head,
        disputed=sitting.disputed,
        revision=sitting.revision,
        unit=sitting.unit.unit,
        decimals=sitting.unit.decimals,
        sides=[[seat.number for seat in side] for side in sides_of(sitting, seats)],
        seats=[
            SeatBody(
                number=seat.number,
                player=seat.player.identity,
                name=seat.player.name,
                is_active=seat.is_active,
                measures=seat.tally,
                total=sums[seat.number],
            )
            for seat in seats
        ],
    )


def origin_of(row: Any) -> OriginBody:
    """How a hand, a mark, a signature or an act came; the row comes with its person and its phone."""
    device: Device | None = row.by_device
    return OriginBody(
        via=str(via_of(row, {device.pk: Phone(0, device)} if device else {})),
        person=str(row.by_user) if row.by_user_id else None,
        device=device.pk if device else None,
        device_name=device.name if device else None,
    )


def outcome_words(outcome: Mapping[str, Any], names: Mapping[int, str]) -> OutcomeBody:
    """An outcome as stored, in the reader's language and with names."""

    def told(plain: Mapping[str, Any]) -> str:
        return translated(Text.from_json(plain), names)

    return OutcomeBody(
        said=told(outcome["said"]),
        lines=[
            LineBody(seat=seat, measure=measure, amount=amount, reason=told(reason))
            for seat, measure, amount, reason in outcome["lines"]
        ],
        detail=outcome["detail"],
        warnings=[NoticeBody(code=notice["code"], message=told(notice["message"])) for notice in outcome["warnings"]],
        over=outcome["over"],
    )


def hand_facts(hand: Hand, names: Mapping[int, str], state: State) -> dict[str, Any]:
    """The fields of one version of a hand."""
    return {
        "id": hand.pk,
        "sitting": hand.sitting_id,
        "number": hand.number,
        "version": hand.version,
        "kind": str(hand.kind),
        "status": state.value,
        "key": hand.key,
        "record": hand.record,
        "dealer": hand.table["dealer"],
        "outcome": outcome_words(hand.outcome, names),
        "reason": hand.reason,
        "at": hand.at,
        "by": origin_of(hand),
        "hash": hand.hash,
    }


def hand_of(hand: Hand, names: Mapping[int, str], state: State) -> HandBody:
    """One version of a hand."""
    return HandBody(**hand_facts(hand, names, state))


def marked_hand(hand: Hand, names: Mapping[int, str], state: State, marks: Sequence[HandMark]) -> MarkedBody:
    """The version in force, and what was said of it; marks come with their seats."""
    remarks = [
        MarkBody(
            kind=str(mark.kind),
            hand=mark.hand_id,
            at=mark.at,
            seat=mark.seat.number if mark.seat else None,
            by=origin_of(mark),
            reason=mark.reason,
        )
        for mark in marks
    ]
    return MarkedBody(**hand_facts(hand, names, state), marks=remarks)


def act_facts(act: Act, seats: Sequence[Seat]) -> dict[str, Any]:
    """The fields of what happened at the table of these seats; `act` comes with its seat."""
    numbers = {str(seat.pk): seat.number for seat in seats}
    return {
        "id": act.pk,
        "kind": str(act.kind),
        "at": act.at,
        "seat": numbers.get(str(act.seat_id)),
        "by": origin_of(act),
        "reason": act.reason,
        "points": act.detail.get("points"),
        "lines": [
            EntryBody(seat=numbers[seat], measure=measure, amount=amount)
            for seat, measure, amount in act.detail.get("lines", [])
        ],
        "after": act.detail.get("after"),
        "player": act.player.identity if act.player else None,
        "number": act.detail.get("from"),
        "reverses": act.reverses_id,
        "hash": act.hash,
    }


def act_of(act: Act, seats: Sequence[Seat]) -> ActBody:
    """What happened at the table of these seats."""
    return ActBody(**act_facts(act, seats))


def acted(done: Acted) -> ActedBody:
    """The act, and where its sitting stands now."""
    found = with_seats(Sitting.objects.select_related("club").get(pk=done.sitting.pk))
    return ActedBody(**act_facts(done.act, list(found.seats.all())), state=standing_of(found))


def signature_of(signature: Signature) -> SignatureBody:
    """One signature; it comes with its seat, its person and its phone."""
    return SignatureBody(
        seat=signature.seat.number, at=signature.at, by=origin_of(signature), on_behalf=signature.on_behalf
    )
