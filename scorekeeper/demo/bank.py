"""A cash game of Palace Poker that is played tonight, with a bank."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.payouts.bank.records import BankRequest
from scorekeeper.payouts.bank.services import ask_bank
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.recording.records import SentHand
from scorekeeper.play.recording.services import record_hand

NAME: Final = "Tonight, cash game"
OPENER: Final = "Jürgen Kowalski"
SEATED: Final = (OPENER, "Ayşe Demir", "Piotr Nowak", "Sabine Thiel")
RULES: Final = {"unit": "€", "decimals": 2, "small_bet": 50}
PLAYED: Final = (
    ([125, 125, 225, 225], [4, 3, 2, 1]),
    ([25, 225, 225, 25], [3, 1, 2, 4]),
    ([25, 125, 325, 325], [4, 3, 1, 2]),
)
AGO: Final = timedelta(minutes=40)
KEYS: Final = UUID("5f0c2f0e-6a5e-5f62-8f0b-7c1a9f1e2d33")


def cash_game(club: Club, users: Mapping[str, User], players: Mapping[str, Player], *, now: datetime) -> None:
    """Once, where the club keeps its money: four buy in, one buys in again, and one asks for more."""
    if not club.keeps_money or Sitting.objects.filter(club=club, name=NAME).exists():
        return
    at, user = now - AGO, users[OPENER]
    seats = [Sitter(player_id=players[name].pk) for name in SEATED]
    opening = Opening(game="palace_poker", rules=RULES, seats=seats, name=NAME)
    sitting = open_sitting(club=club, by=user, opening=opening, now=at)
    for seat in range(len(SEATED)):
        _ask(sitting, user, "buy_in", 2000, seat, at)
    for number, (paid, places) in enumerate(PLAYED, start=1):
        record: dict[str, Any] = {"kind": "quick", "contributions": paid, "ranking": places}
        key, played = uuid5(KEYS, f"hand {number}"), at + timedelta(minutes=8 * number)
        record_hand(SentHand(record=record), sitting_id=sitting.pk, by=Actor(user=user), key=key, now=played)
    _ask(sitting, user, "buy_in", 1000, 0, now - timedelta(minutes=6))
    _ask(sitting, users["Ayşe Demir"], "buy_in", 1000, 1, now - timedelta(minutes=2))


def _ask(sitting: Sitting, by: User, move: str, amount: int, seat: int, now: datetime) -> None:
    key = uuid5(KEYS, f"{move} {seat} {now}")
    wanted = BankRequest.read({"move": move, "seat": seat, "amount": amount})
    ask_bank(wanted, sitting_id=sitting.pk, by=Actor(user=by), key=key, now=now)
