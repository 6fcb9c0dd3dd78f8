"""The players of an unfinished log, for the screen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import SeatName, Text, pgettext
from games.core.values import card_name
from games.palace_poker.buttons import Button, attack_refusals
from games.palace_poker.hand import PART_OF
from games.palace_poker.log import tiers_of
from games.palace_poker.reading import Move, are_places, listed, move_of, tiers_by
from games.palace_poker.state import PalaceTable, Player, Position
from games.palace_poker.stepping import BY_CARDS, Walked, gone_of, is_partial, keeping, palaces_of
from games.palace_poker.steps import minimum
from games.palace_poker.values import MOST_SOLDIERS, is_card

# What else can be said of a log once a step is taken: soldiers that go too, a palace taken back, the quick entry.

_ALSO_CARD: Final = pgettext("palace_poker", "{seat} discards {card} too")
_ALSO_ONE: Final = pgettext("palace_poker", "{seat} discards one more")
_KEEP_LESS: Final = pgettext("palace_poker", "{seat} keeps one soldier less")
_KEEP_WITHOUT: Final = pgettext("palace_poker", "{seat} does not keep {card}")
_CLEAR: Final = pgettext("palace_poker", "Enter the palace of {seat} again")


def also(walked: Walked, draft: Mapping[str, Any]) -> tuple[Button, ...]:
    """Soldiers that can go with the last action: after a buy or a discard, or of those a battle brought."""
    actions = listed(draft.get("actions"))
    if walked.problem or walked.wants not in ("action", "showdown", None) or walked.position is None or not actions:
        return ()
    move = move_of(actions[-1])
    if move.do in ("buy", "discard"):
        return tuple(_discards(walked.position, move))
    return tuple(_less_kept(walked, walked.position, move.keep)) if move.do == "battle" else ()


def _discards(position: Position, move: Move) -> Iterator[Button]:
    place = position.place_of(move.by)
    if place is None or not position.players[place].soldiers:
        return
    player = position.players[place]
    named = {"seat": SeatName(player.seat)}
    if position.full:
        for card in player.cards:
            yield Button(Text(_ALSO_CARD, {**named, "card": card_name(card)}), {"also": card}, name="also", card=card)
    else:
        yield Button(Text(_ALSO_ONE, named), {"also": 1}, name="also")


def _less_kept(walked: Walked, position: Position, keep: object) -> Iterator[Button]:
    """Where soldiers are counted and there were more than five, the number was chosen already."""
    fought, (total, booty) = position.battles[-1], walked.booty
    place = position.place_of(fought.winner)
    if place is None or position.end or not position.players[place].soldiers:
        return
    player = position.players[place]
    named = {"seat": SeatName(player.seat)}
    if not position.full:
        if total <= MOST_SOLDIERS:
            yield Button(Text(_KEEP_LESS, named), {"set": {"keep": player.soldiers - 1}}, name="less")
        return
    gone = gone_of(booty, listed(keep)) if keep is not None else []
    for card in player.cards:
        step = {"set": {"keep": keeping(booty, [*gone, card])}}
        yield Button(Text(_KEEP_WITHOUT, {**named, "card": card_name(card)}), step, name="less", card=card)


def clearing(position: Position, draft: Mapping[str, Any], seats: Sequence[int]) -> Mapping[int, Button]:
    """{seat: the step that takes its palace back}, unless a battle further back was decided by it."""
    palaces, needed = palaces_of(draft, seats), _needed(position, listed(draft.get("actions")))
    found = {}
    for seat, palace in palaces.items():
        if listed(palace) and not is_partial(palace) and seat not in needed:
            step = {"set": {"palaces": [None if at == seat else own for at, own in palaces.items()]}}
            found[seat] = Button(Text(_CLEAR, {"seat": SeatName(seat)}), step, name="clear", seat=seat)
    return found


def _needed(position: Position, actions: Sequence[object]) -> frozenset[int]:
    """Whose cards decided a battle before the last action, which nobody said the winner of."""
    battles = [action for action in actions[:-1] if isinstance(action, Mapping) and action.get("do") == "battle"]
    decided = zip(position.battles, battles, strict=False)
    silent = [fought for fought, action in decided if fought.decided_by in BY_CARDS and action.get("winner") is None]
    return frozenset(seat for fought in silent for seat in (fought.attacker, fought.defender))


def as_quick(walked: Walked, draft: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The fields of a quick hand that say the same of the money, as far as the log goes; None before its first
    action, and with somebody who had nothing to begin with: a quick hand knows no all-in of nothing.
    """
    position, seats = walked.position, walked.seats
    if position is None or not listed(draft.get("actions")):
        return None
    if any(player.all_in and not player.paid for player in position.players):
        return None
    players = {player.seat: player for player in position.players}
    record = {"contributions": [players[seat].paid for seat in seats], "all_in": _all_in(players, seats)}
    showdown = listed(draft.get("showdown"))
    if position.end is None or walked.wants is not None or walked.problem:
        return record
    tiers = tiers_of(position, tiers_by(showdown, seats) if are_places(showdown, len(seats)) else ())
    ranking = {seat: place for place, tier in enumerate(tiers, start=1) for seat in tier}
    return {**record, "ranking": [ranking.get(seat) for seat in seats], "end": position.end}


def _all_in(players: Mapping[int, Player], seats: tuple[int, ...]) -> list[bool | None] | None:
    flags: list[bool | None] = [True if players[seat].all_in else None for seat in seats]
    return flags if any(flags) else None


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of what a player paid: what `for_` (ante, soldiers, battles), and on how much it lies."""

    for_: str
    amount: int
    below: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player now. `cards` are the soldiers where they are named, `palace` as far as it was shown; `left` is
    None without stacks. `minimum` is what an attack or a call costs. `refusal` says why the player whose
    turn it is cannot attack this one, None where that is possible. `parts` is what was paid, from the
    bottom; `turned` says that somebody waits for this player; `clear` takes the palace back, where it can be.
    """

    seat: int
    banner: str
    soldiers: int
    cards: tuple[str, ...]
    paid: int
    left: int | None
    minimum: int
    out: bool
    all_in: bool
    refusal: Text | None
    palace: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    turned: bool = False
    clear: Button | None = None


def seat_views(
    walked: Walked, position: Position, table: PalaceTable, draft: Mapping[str, Any]
) -> tuple[SeatView, ...]:
    """The players in the order of the table."""
    refusals = attack_refusals(position) if walked.wants == "action" else {}
    palaces, clear = palaces_of(draft, table.seats), clearing(position, draft, table.seats)
    parts, turned = _parts(position), _turned(walked, position)
    by_seat = {player.seat: (place, player) for place, player in enumerate(position.players)}
    return tuple(
        SeatView(
            seat=seat,
            banner=player.banner,
            soldiers=player.soldiers,
            cards=player.cards,
            paid=player.paid,
            left=player.left,
            minimum=minimum(position, place),
            out=player.out,
            all_in=player.all_in,
            refusal=refusals.get(place),
            palace=tuple(card for card in listed(palaces[seat]) if is_card(card)),
            parts=parts[seat],
            turned=place == turned,
            clear=clear.get(seat),
        )
        for seat, (place, player) in ((seat, by_seat[seat]) for seat in table.seats)
    )


def _turned(walked: Walked, position: Position) -> int | None:
    """The place that is waited for."""
    if position.end is not None:
        return None
    return position.turn if walked.fight is None else walked.fight.awaited


def _parts(position: Position) -> Mapping[int, tuple[Part, ...]]:
    """{seat: what the player paid, by what it was for}."""
    moved = {player.seat: {"ante": 0, "soldiers": 0, "battles": 0} for player in position.players}
    for entry in position.ledger:
        moved[entry.seat][PART_OF[entry.reason]] += entry.amount
    return {seat: tuple(_stacked(own)) for seat, own in moved.items()}


def _stacked(moved: Mapping[str, int]) -> Iterator[Part]:
    """One on the other."""
    below = 0
    for for_, amount in moved.items():
        if amount:
            yield Part(for_, amount, below)
        below += amount
