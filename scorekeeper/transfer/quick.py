"""A hand of Skat as a line of an old list is typed: five short cells to a record. Plain values, no rules."""

import re
from collections.abc import Mapping
from typing import Any, Final

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


def record_of(cells: Mapping[str, str], names: Mapping[int, str]) -> dict[str, Any]:
    """The record of a line: who, game, matadors ("2" with, "-2" without), extras (h, s, sa, z, za, o, k, r, b and
    a bid), result (card points, + or -).

    Raises:
        Unclear: a cell can't be read.
    """
    seat = seat_of(cells["who"], names)
    if seat is None:
        if any(cells[cell].strip() for cell in ("game", "matadors", "extras", "result")):
            raise Unclear("who")
        return {"kind": "passed"}
    contract = GAMES.get(cells["game"].strip().casefold())
    if contract is None:
        raise Unclear("game")
    flags, bid = _extras(cells["extras"])
    record: dict[str, Any] = {"kind": "played", "declarer": seat, "contract": contract}
    record |= {FLAGS[flag]: True for flag in flags if flag in FLAGS}
    if bid:
        record["bid"] = bid
    if contract != "null" or cells["matadors"].strip():
        record |= _matadors(cells["matadors"])
    return record | _result(cells["result"], flags)


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
