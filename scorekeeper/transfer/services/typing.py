"""An old paper list typed in: its lines of short cells to hands of Skat, and a sitting of the day it was played,
recorded by the services that record any hand."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.text import Text, pgettext
from games.core.values import Problem
from games.skat.contracts import PASSED as ALL_PASSED
from games.skat.contracts import Announced, Written, contract_of
from games.skat.rules import CONTRACTS
from games.skat.state import LOST_BONUS, OTHERS_BONUS, WON_BONUS
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import TYPED_FROM_PAPER, default_words, name_key
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.opening.services import open_once, opening_of
from scorekeeper.play.recording.services import Recorded, SentHand, judged, next_table, record_hand
from scorekeeper.play.records import Reasoned
from scorekeeper.transfer.policies import can_type_lists
from scorekeeper.transfer.records import ListLine, ListOpening, ListTotals

GAMES: Final = {
    word: contract
    for contract, words in {
        "diamonds": "d ka karo diamonds 9",
        "hearts": "h he herz hearts 10",
        "spades": "s p pi pik spades 11",
        "clubs": "c k kr kreuz clubs 12",
        "grand": "g gr grand 24",
        "null": "n nu null 23",
    }.items()
    for word in words.split()
}
PASSED: Final = "0"
WON: Final = {"+", "w", "won", "g"}
LOST: Final = {"-", "\u2212", "l", "lost", "v"}
EXTRA: Final = re.compile(r"(\d{2,3})|sa|za|h|o|s|z|k|r|b")
FLAGS: Final = {
    "h": "hand",
    "o": "ouvert",
    "sa": "schneider_announced",
    "za": "schwarz_announced",
    "k": "kontra",
    "r": "re",
    "b": "bock",
}
OF_LEVELS: Final = {
    "hand": "h",
    "ouvert": "o",
    "schneider": "s",
    "schneider_announced": "sa",
    "schwarz": "z",
    "schwarz_announced": "za",
}
FROM_THE_HAND: Final = {"ouvert", "schneider_announced", "schwarz_announced"}
NONE: Final[Mapping[int, int]] = MappingProxyType({})
CELLS: Final = {  # the cell that a problem of the rules belongs to
    "declarer": "who",
    "contract": "game",
    "matadors": "matadors",
    "with": "matadors",
    "bid": "extras",
    "hand": "extras",
    "schneider_announced": "extras",
    "schwarz_announced": "extras",
    "ouvert": "extras",
    "kontra": "extras",
    "re": "extras",
    "bock": "extras",
}


class Unclear(Exception):
    """A cell that can't be read: which one."""

    def __init__(self, cell: str) -> None:
        self.cell = cell
        super().__init__(cell)


def seat_of(typed: str, names: Mapping[int, str]) -> int | None:
    """Whose hand it was: the number of the seat from 1, or how a name begins; None: all passed.

    Raises:
        Unclear: nobody, or more than one.
    """
    key = name_key(typed)
    if key == PASSED:
        return None
    if not key:
        raise Unclear("who")
    if key.isdecimal():
        found = [number for number in names if str(number + 1) == key]
    else:
        found = [number for number, name in names.items() if name_key(name).startswith(key)]
    if len(found) != 1:
        raise Unclear("who")
    return found[0]


def record_of(
    cells: Mapping[str, str], names: Mapping[int, str], value: int | None = None, bonuses: Mapping[int, int] = NONE
) -> dict[str, Any]:
    """The record of a line: who, game (a letter, a number, or words as on lists: "Grand Hand", "Pik ohne 2"), matadors
    ("2" with, "-2" without), extras (h, s, sa, z, za, o, k, r, b and a bid), result (card points, + or -).

    An empty `who` is whoever has the 50 among the `bonuses` ({seat: amount}), an empty result what the sign of the
    `value` says, or that of the 50.

    Raises:
        Unclear: a cell can't be read.
    """
    # What was played: by the short forms of this page, else as people write it on lists.
    typed = cells["game"]
    short = GAMES.get(typed.strip().casefold())
    written = Written(Announced(short)) if short else contract_of(typed)
    says_passed = written.game.contract == ALL_PASSED
    seat = _declarer(cells["who"], names, bonuses, says_passed=says_passed)
    if seat is None:
        if any(cells[cell].strip() for cell in ("game", "matadors", "extras", "result")[says_passed:]):
            raise Unclear("who")
        return {"kind": "passed"}
    contract = written.game.contract
    if contract not in CONTRACTS or written.unread:
        raise Unclear("game")
    flags, bid = _extras(cells["extras"])
    flags += _flags_of(written.game)
    record: dict[str, Any] = {"kind": "played", "declarer": seat, "contract": contract}
    record |= {FLAGS[flag]: True for flag in flags if flag in FLAGS}
    if bid:
        record["bid"] = bid
    record |= _matadors_of(cells["matadors"], written)
    return record | _result(cells["result"].strip() or _sign(value or bonuses.get(seat)), flags)


def bonuses_due(declarer: int | None, points: int, seats: Collection[int]) -> dict[int, int]:
    """What stands in each column of bonuses once this game was won or lost: {seat: amount}, 0 for an empty cell."""
    if declarer is None or not points:
        return dict.fromkeys(seats, 0)
    share = 0 if points > 0 else OTHERS_BONUS[len(seats)]
    return dict.fromkeys(seats, share) | {declarer: WON_BONUS if points > 0 else LOST_BONUS}


def _declarer(typed: str, names: Mapping[int, str], bonuses: Mapping[int, int], *, says_passed: bool) -> int | None:
    """Whose hand it was, or whoever has the 50; None: all passed.

    Raises:
        Unclear: nobody, or more than one; somebody where all passed.
    """
    if typed.strip():
        seat = seat_of(typed, names)
        if says_passed and seat is not None:
            raise Unclear("who")
        return seat
    found = [seat for seat, amount in bonuses.items() if abs(amount) == WON_BONUS]
    if len(found) != 1 and not says_passed:
        raise Unclear("who")
    return None if says_passed else found[0]


def _sign(amount: int | None) -> str:
    return "" if not amount else "+" if amount > 0 else "-"


def _flags_of(game: Announced) -> list[str]:
    """The extras that the words of the game name; what is announced, and an ouvert, is from the hand (ISkO 5.2.5)."""
    named = [OF_LEVELS[level] for level in OF_LEVELS if level in game.levels]
    if game.contract != "null" and FROM_THE_HAND & game.levels:
        named.append("h")
    return named


def _matadors_of(typed: str, written: Written) -> dict[str, Any]:
    """With or without how many, from their own cell or from the words of the game.

    Raises:
        Unclear: they are missing, or the two say otherwise.
    """
    game = written.game
    if game.matadors is None:
        return _matadors(typed) if game.contract != "null" or typed.strip() else {}
    named = {"matadors": game.matadors, "with": written.with_them}
    if typed.strip() and _matadors(typed) != named:
        raise Unclear("matadors")
    return named


def _extras(typed: str) -> tuple[list[str], int | None]:
    text = re.sub(r"[\s,;.]+", " ", typed.casefold()).strip()
    flags, bid = [], None
    for word in text.split():
        place = 0
        while place < len(word):
            found = EXTRA.match(word, place)
            if found is None:
                raise Unclear("extras")
            if found[1]:
                bid = int(found[1])
            else:
                flags.append(found[0])
            place = found.end()
    return flags, bid


def _matadors(typed: str) -> dict[str, Any]:
    text = typed.strip().replace("\u2212", "-")
    found = re.fullmatch(r"([-+]?)(\d{1,2})", text, re.ASCII)
    if found is None:
        raise Unclear("matadors")
    return {"matadors": int(found[2]), "with": found[1] != "-"}


def _result(typed: str, flags: list[str]) -> dict[str, Any]:
    text = typed.strip().casefold()
    if text in WON | LOST:
        schwarz = "z" in flags
        return {"outcome": {"won": text in WON, "schneider": schwarz or "s" in flags, "schwarz": schwarz}}
    if re.fullmatch(r"\d{1,3}", text, re.ASCII):
        return {"declarer_points": int(text)}
    raise Unclear("result")


UNCLEAR = {
    "who": pgettext(
        "skat", "Whose hand was it? Enter the seat number or the first letters of the name; enter 0 if all passed."
    ),
    "game": pgettext(
        "skat", "Enter D, H, S, C, G or N, or a number such as 9 or 24. A name such as “Grand Hand” also works."
    ),
    "matadors": pgettext("skat", "Enter the number: 2 for with two, -2 for without two."),
    "extras": pgettext("skat", "Enter h, s, sa, z, za, o, k, r, b and the bid, or nothing."),
    "result": pgettext("skat", "Enter the card points, or + for won and - for lost."),
}
BONUS_DIFFERS = gettext_noop("By this line, the cell should be {due}.")
NO_BONUS = gettext_noop("By this line, the cell should be empty.")
DIFFERS = gettext_noop("By the rules, this comes to {due}. Check the line, or leave the value empty.")
NOT_HERE = {
    "kontra": pgettext("skat", "The rules of this list have no kontra. Leave out k, or choose rules with kontra."),
    "bock": pgettext("skat", "The rules of this list have no Bock. Leave out b, or choose rules with Bock."),
}


def open_list(asked: ListOpening, *, club: Club, by: User, key: UUID, now: datetime) -> Sitting:
    """A sitting of the day that is named, for a list that is typed in; the same key is the same sitting.

    Raises:
        Conflict, PermissionDenied, Refused: as `open_once`.
    """
    require(can_type_lists(role_in(by, club)))
    opening = replace(opening_of(asked, key), played_on=asked.played_on)
    return open_once(club=club, by=by, opening=opening, now=now)[0]


def type_hand(line: ListLine, *, sitting: Sitting, by: User, key: UUID, now: datetime) -> Recorded:
    """Record a line of the list; the same key is the same hand.

    Raises:
        Refused: `unclear`: a cell can't be read; as `_require_offered`, as `_compare`, as `record_hand`; by cell.
        Conflict: as `record_hand`.
    """
    require(can_type_lists(role_in(by, sitting.club)))
    names = {seat.number: seat.player.name for seat in sitting.seats.select_related("player")}
    bonuses = {bonus.seat: bonus.amount for bonus in line.bonuses if bonus.amount}
    try:
        record = record_of(line.cells, names, line.value, bonuses)
    except Unclear as unclear:
        raise Refused([Problem("unclear", unclear.cell, Text(UNCLEAR[unclear.cell]))]) from None
    _require_offered(sitting, record)
    sent = SentHand(record=record, number=line.number)
    is_sent_again = sitting.hands.filter(key=key).exists()
    try:
        if not is_sent_again:
            _compare(sitting, record, line.value, bonuses)
        return record_hand(sent, sitting_id=sitting.pk, by=Actor(user=by), key=key, now=now)
    except Refused as refused:
        raise Refused(
            [
                Problem(problem.code, CELLS.get(problem.field.split(".")[0], problem.field), problem.message)
                for problem in refused.problems
            ]
        ) from None


def totals_of(sitting: Sitting, seats: Sequence[Seat]) -> dict[int, int]:
    """{seat number: the total by the system of the list}."""
    weights = sitting.plays.weights(sitting.typed_rules)
    return {seat.number: sum(weight * seat.tally.get(name, 0) for name, weight in weights.items()) for seat in seats}


def close_list(asked: ListTotals, *, sitting: Sitting, by: User, now: datetime) -> Sitting:
    """Close the list when its totals are those of the paper.

    Raises:
        Conflict, PermissionDenied: as `close_sitting`.
        Refused: `total_differs`, by seat; as `close_sitting`.
    """
    on_paper = {total.seat: total.points for total in asked.totals}
    due = totals_of(sitting, list(sitting.seats.all()))
    problems = [
        Problem("total_differs", f"total-{number}", Text(TOTAL_DIFFERS, {"due": amount}))
        for number, amount in due.items()
        if on_paper.get(number) != amount
    ]
    if problems:
        raise Refused(problems)
    why = Reasoned.model_construct(reason=default_words(TYPED_FROM_PAPER))
    return close_sitting(why, sitting_id=sitting.pk, by=Actor(user=by), now=now)


TOTAL_DIFFERS = gettext_noop("The hands entered add up to {due}.")


def _require_offered(sitting: Sitting, record: Mapping[str, object]) -> None:
    """As on the screen of the table: what the rules do not have is not there to be entered. Raises Refused
    `not_in_rules`."""
    rules = sitting.typed_rules
    problems = [
        Problem("not_in_rules", CELLS[name], Text(message))
        for name, message in NOT_HERE.items()
        if record.get(name) and not getattr(rules, name)
    ]
    if problems:
        raise Refused(problems)


def _compare(sitting: Sitting, record: Mapping[str, Any], value: int | None, on_paper: Mapping[int, int]) -> None:
    """Hold value and bonuses of the paper against what the rules make of the line.

    Raises:
        Refused: `value_differs`, `bonus_differs`, with what should stand there.
    """
    if value is None and not on_paper:
        return
    seats = list(sitting.seats.all())
    _hand, outcome = judged(sitting, record, next_table(sitting, seats))
    declarer = record.get("declarer")
    due = sum(line.amount for line in outcome.lines if line.measure == "points" and line.seat == declarer)
    problems = []
    if value is not None and due != value:
        problems.append(Problem("value_differs", "value", Text(DIFFERS, {"due": due})))
    bonuses = bonuses_due(declarer, due, [seat.number for seat in seats]) if on_paper else {}
    for seat, amount in bonuses.items():
        if on_paper.get(seat, 0) != amount:
            text = Text(BONUS_DIFFERS, {"due": amount}) if amount else Text(NO_BONUS)
            problems.append(Problem("bonus_differs", f"bonus-{seat}", text))
    if problems:
        raise Refused(problems)
