"""The sheet of a match: one row an entry, under the heads of its games."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.core.text import Head, Listing, Text, pgettext
from games.truco.hand import AnyDetail, AnyHand, HandDetail, PenaltyDetail
from games.truco.rules import Side


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as it is written.

    `number` counts the entries of the match, `game` is its game (from 1), `hand` the number of the hand in
    that game (None: a penalty or a game given up). `kind` is normal, special, iron, penalty or forfeit, `side`
    whom the points go to (of a forfeit: who gave up), `points` what each side gets, `score` where the game
    stood then, uncapped. `won` is the side that has the game by it, and then `games` stands under the line.
    """

    number: int
    game: int
    hand: int | None
    kind: str
    decided_by: str
    side: Side | None
    value: int
    bets: tuple[tuple[str, Side, int], ...]
    points: tuple[int, int]
    score: tuple[int, int]
    shown: tuple[int, int]
    won: Side | None
    games: tuple[int, int]
    match: Side | None


def rows(hands: Iterable[tuple[AnyHand, AnyDetail]]) -> tuple[Row, ...]:
    """The sheet of the entries that stand, in order."""
    written: list[Row] = []
    dealt = 0
    for _hand, detail in hands:
        if written and written[-1].won:
            dealt = 0
        is_hand = isinstance(detail, HandDetail)
        dealt += is_hand
        written.append(_row(detail, len(written) + 1, dealt if is_hand else None))
    return tuple(written)


def _row(detail: AnyDetail, number: int, hand: int | None) -> Row:
    kind, decided_by, side, value = _cells_of(detail)
    bets = detail.parts if isinstance(detail, HandDetail) else ()
    return Row(
        number=number,
        game=detail.number,
        hand=hand,
        kind=kind,
        decided_by=decided_by,
        side=side,
        value=value,
        bets=tuple((bet.part, bet.winner, bet.points) for bet in bets),
        points=detail.points,
        score=detail.score,
        shown=detail.shown,
        won=detail.game,
        games=detail.games,
        match=detail.match,
    )


def _cells_of(detail: AnyDetail) -> tuple[str, str, Side | None, int]:
    if isinstance(detail, HandDetail):
        return detail.hand_kind, detail.decided_by, detail.winner, detail.value
    if isinstance(detail, PenaltyDetail):
        return detail.kind, "", detail.to, sum(detail.points)
    return detail.kind, "", detail.side, 0


# What each raise pays, accepted or refused, as a table.

PAYS: Final = Listing(
    "pays",
    Text(pgettext("truco", "What a hand pays with each raise")),
    (
        Head("raise", Text(pgettext("truco", "Raise"))),
        Head("asked", Text(pgettext("truco", "Accepted: worth")), "number"),
        Head("pays", Text(pgettext("truco", "They run: pays")), "number"),
    ),
    (
        (Text(pgettext("truco", "no raise")), 2, None),
        (Text(pgettext("truco", "truco")), 4, 2),
        (Text(pgettext("truco", "seis")), 6, 4),
        (Text(pgettext("truco", "dez")), 10, 6),
        (Text(pgettext("truco", "doze")), 12, 10),
    ),
)
