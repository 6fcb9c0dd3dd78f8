"""Tables and what is done at them: opened, hands recorded and corrected, penalties, signatures, phones."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, sign, unsigned
from scorekeeper.play.correcting.services import Adjustment, Correction, TakingBack, adjust, correct_hand, void_hand
from scorekeeper.play.correcting.services import take_back as take_back_act
from scorekeeper.play.models import Act, Device, Hand, Seat, Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting, start_guest_table
from scorekeeper.play.passes.services import Joining, SeatWanted, give_seat, join_table, make_pass
from scorekeeper.play.recording.services import Recorded, SentHand, Undoing, record_hand, undo_hand
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.seats.records import Substitution, Swap
from scorekeeper.play.seats.services import substitute
from scorekeeper.play.seats.swapping import swap_seats
from scorekeeper.standings.models import Competition
from tests.factories.clubs import NOW, at, make_club, make_player, owner_of
from tests.factories.hands import played


def make_sitting(
    club: Club | None = None,
    *,
    by: User | None = None,
    players: Sequence[Player] | int = 3,
    rules: Mapping[str, Any] | None = None,
    seasons: Sequence[Competition] = (),
    game: str = "skat",
    now: datetime = NOW,
) -> Sitting:
    """An open sitting; `players` in the order of the table, or how many guests to make."""
    club = club or make_club()
    asked = {name: games.game(game).rules.model_fields[name].default for name in games.game(game).asked}
    seated = [make_player(club) for _seat in range(players)] if isinstance(players, int) else players
    return open_sitting(
        club=club,
        by=by or owner_of(club),
        opening=Opening(
            game=game,
            seats=[Sitter(player.pk) for player in seated],
            rules={**asked, **(rules or {})},
            competitions=[season.pk for season in seasons],
        ),
        now=now,
    )


def seats_of(sitting: Sitting) -> list[Seat]:
    return list(Seat.objects.filter(sitting=sitting).order_by("number"))


def keeper_of(sitting: Sitting) -> Actor:
    """Who opened the table."""
    return Actor(user=sitting.opened_by_user)


def record(
    sitting: Sitting,
    hand: Mapping[str, Any] | None = None,
    *,
    by: Actor | None = None,
    key: UUID | None = None,
    number: int | None = None,
    now: datetime = NOW,
) -> Recorded:
    """Record one hand as its keeper would; without facts a plain one by the first seat."""
    return record_hand(
        SentHand(record=hand or played(), number=number),
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        key=key or uuid4(),
        now=now,
    )


def record_list(sitting: Sitting, hands: Sequence[Mapping[str, Any]]) -> list[Hand]:
    """Record these hands one minute after the other."""
    return [record(sitting, hand, now=at(minute)).hand for minute, hand in enumerate(hands)]


def sign_all(sitting: Sitting, *, now: datetime = NOW) -> Sitting:
    """Every seat that has not signed yet signs, on its keeper's phone; the last one closes the sitting."""
    signed = Sitting.objects.get(pk=sitting.pk)
    for seat in unsigned(signed):
        signed = sign(
            Signing(seat=seat.number, head=signed.head), sitting_id=sitting.pk, by=keeper_of(sitting), now=now
        )
    return signed


def sign_by_code(sitting: Sitting, *numbers: int, now: datetime = NOW) -> Sitting:
    """Each of these seats signs on a phone of its own that joined with the code; without numbers all of them."""
    signed = Sitting.objects.get(pk=sitting.pk)
    for number in numbers or [seat.number for seat in unsigned(signed)]:
        phone = signed.devices.in_force(now).filter(seat__number=number).first() or make_device(signed, number, now=now)
        signed = sign(Signing(seat=number, head=signed.head), sitting_id=signed.pk, by=Actor(device=phone), now=now)
    return signed


def correct(
    hand: Hand,
    facts: Mapping[str, Any] | None,
    *,
    by: Actor | None = None,
    key: UUID | None = None,
    reason: str = "typed wrongly",
    now: datetime = NOW,
) -> Recorded:
    """Give this version of a hand other facts; without any the hand is struck."""
    place = {"sitting_id": hand.sitting_id, "by": by or keeper_of(hand.sitting), "hand_id": hand.pk}
    if facts is None:
        return void_hand(Reasoned(reason=reason), **place, key=key or uuid4(), now=now)
    return correct_hand(Correction.read({"record": facts, "reason": reason}), **place, key=key or uuid4(), now=now)


def undo(hand: Hand, *, by: Actor | None = None, now: datetime = NOW) -> Recorded:
    """Take back this hand as the keeper of the table would."""
    return undo_hand(Undoing(hand=hand.pk), sitting_id=hand.sitting_id, by=by or keeper_of(hand.sitting), now=now)


def penalise(sitting: Sitting, seat: int = 0, points: int = 50, *, by: Actor | None = None, now: datetime = NOW) -> Act:
    """Take points from a seat as the keeper of the table would."""
    return adjust(
        Adjustment(kind="penalty", seat=seat, points=-points, reason="looked at a trick"),
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        key=uuid4(),
        now=now,
    ).act


def take_back(act: Act, *, by: Actor | None = None, now: datetime = NOW) -> Act:
    """Take a penalty back."""
    return take_back_act(
        TakingBack(act=act.pk, reason="it was no fault"),
        sitting_id=act.sitting_id,
        by=by or keeper_of(act.sitting),
        key=uuid4(),
        now=now,
    ).act


def swap(sitting: Sitting, *numbers: int, first: int = 1, by: Actor | None = None, key: UUID | None = None) -> Act:
    """Let the holders of two seats change places."""
    return swap_seats(
        Swap.read({"seats": numbers, "number": first, "reason": "the wrong way round"}),
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        key=key or uuid4(),
        now=NOW,
    ).act


def playing(seat: int, sitter: Sitter | None, number: int | None = None) -> Substitution:
    """What is asked for somebody to play for a seat, wherever they sit; without a sitter its holder plays again."""
    who = {"player": sitter.player_id} if sitter and sitter.player_id else {"name": sitter.name} if sitter else {}
    return Substitution.read({"seat": seat, "number": number, "elsewhere": True, **who})


def play_for(
    sitting: Sitting, seat: int, sitter: Sitter | None, number: int | None = None, *, by: Actor | None = None
) -> Act:
    """Let somebody play for a seat; without a sitter its holder plays again."""
    return substitute(
        playing(seat, sitter, number),
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        key=uuid4(),
        now=NOW,
    ).act


def finish(sitting: Sitting, *, now: datetime = NOW) -> Sitting:
    """End the list where it stands and let every seat sign: the sitting is closed."""
    end_list(PerhapsReasoned(reason="it is late"), sitting_id=sitting.pk, by=keeper_of(sitting), now=now)
    return sign_all(sitting, now=now)


def make_device(
    sitting: Sitting, seat: int | None = None, *, let_in: bool = False, user: User | None = None, now: datetime = NOW
) -> Device:
    """A phone that has joined the table with its pass; `let_in`: its keeper gave it the seat, which any may hold."""
    keeper = keeper_of(sitting)
    table_pass = make_pass(sitting_id=sitting.pk, by=keeper, now=now)
    number = None if let_in else seat
    device = join_table(Joining(name="a phone", seat=number), table_pass=table_pass, now=now, user=user)
    if seat is None or not let_in:
        return device
    return give_seat(SeatWanted(seat=seat), sitting_id=sitting.pk, by=keeper, device_id=device.pk, now=now)


def make_guest_table(players: int = 3, **rules: Any) -> tuple[Sitting, Actor]:
    """A table without any account, and the phone that keeps it."""
    opening = Opening(game="skat", seats=[Sitter(name=f"Guest {seat}") for seat in range(players)], rules=rules)
    sitting, device = start_guest_table(opening=opening, time_zone="Europe/Berlin", now=NOW)
    return sitting, Actor(device=device)


def refreshed(sitting: Sitting) -> Sitting:
    """The sitting, read anew."""
    return Sitting.objects.get(pk=sitting.pk)
