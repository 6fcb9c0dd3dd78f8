"""What else can be said of a log once a step is taken: soldiers that go too, a palace taken back, the quick entry."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.core.text import SeatName, Text, gettext_noop
from games.palace_poker.buttons import Button
from games.palace_poker.log import tiers_of
from games.palace_poker.moves import Move, move_of
from games.palace_poker.position import Player, Position
from games.palace_poker.reading import are_places, listed, tiers_by
from games.palace_poker.undoing import BY_CARDS, gone_of, keeping
from games.palace_poker.values import MOST_SOLDIERS
from games.palace_poker.walking import Walked, is_partial, palaces_of

_ALSO_CARD: Final = gettext_noop("{seat} discards {card} too")
_ALSO_ONE: Final = gettext_noop("{seat} discards one more")
_KEEP_LESS: Final = gettext_noop("{seat} keeps one soldier less")
_KEEP_WITHOUT: Final = gettext_noop("{seat} does not keep {card}")
_CLEAR: Final = gettext_noop("Enter the palace of {seat} again")


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
            yield Button(Text(_ALSO_CARD, {**named, "card": card}), {"also": card}, name="also", card=card)
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
        yield Button(Text(_KEEP_WITHOUT, {**named, "card": card}), step, name="less", card=card)


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
    told = {"contributions": [players[seat].paid for seat in seats], "all_in": _all_in(players, seats)}
    showdown = listed(draft.get("showdown"))
    if position.end is None or walked.wants is not None or walked.problem:
        return told
    tiers = tiers_of(position, tiers_by(showdown, seats) if are_places(showdown, len(seats)) else ())
    ranking = {seat: place for place, tier in enumerate(tiers, start=1) for seat in tier}
    return {**told, "ranking": [ranking.get(seat) for seat in seats], "end": position.end}


def _all_in(players: Mapping[int, Player], seats: tuple[int, ...]) -> list[bool | None] | None:
    flags: list[bool | None] = [True if players[seat].all_in else None for seat in seats]
    return flags if any(flags) else None
