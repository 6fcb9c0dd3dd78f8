"""A hand of Skat as a line of an old list is typed: five short cells to a record, and the bonuses beside them. Plain
values, no rules."""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.skat.contracts import PASSED as ALL_PASSED
from games.skat.contracts import Announced, Written, contract_of
from games.skat.rules import CONTRACTS
from games.skat.state import LOST_BONUS, OTHERS_BONUS, WON_BONUS
from scorekeeper.common.names import name_key

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
    written = _game(cells["game"])
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


def _game(typed: str) -> Written:
    """What was played: by the short forms of this page, else as people write it on lists."""
    short = GAMES.get(typed.strip().casefold())
    return Written(Announced(short)) if short else contract_of(typed)


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
