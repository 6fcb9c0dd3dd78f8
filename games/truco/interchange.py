"""The public form of a hand, by its events or by its result: sides, and a score given with it.

Each function takes the plain rules and the input of a case and gives what its `expected` would
hold, or raises `InvalidRecord`.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from games.core.record import NOT_AN_OBJECT, load
from games.core.values import InvalidRecord
from games.truco.before import Before, Data, Found
from games.truco.hand import FullHand, QuickHand
from games.truco.interchange_bets import in_order, stored_envido
from games.truco.interchange_rules import agreed
from games.truco.outcome import Settled, settle
from games.truco.reading import full_problems, quick_problems
from games.truco.refusals import refused
from games.truco.rules import TrucoRules
from games.truco.state import Two, display, kind_of, sum_of, winner_at
from games.truco.values import OTHER, SIDES, Side, is_side, is_whole

Plain: TypeAlias = dict[str, Any]

SEATS: Final = (0, 1)
"""Seats for the sentences, where nobody has a name: one a side."""

_EVENTS: Final = "events."
_DEAL: Final = frozenset({"dealer", "mano"})


class Deal(NamedTuple):
    """What a case says about the deal: the side that dealt, and what is wrong with it."""

    found: Found
    dealer: Side | None


def hand(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand as it was told."""
    chosen, data = agreed(rules).rules, as_object(given)
    score = score_of(data.get("score"), chosen)
    return _answer(score, judged_full(as_object(data.get("hand")), chosen, score, None)[0], chosen)


def quick(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand by its result."""
    chosen, data = agreed(rules).rules, as_object(given)
    score = score_of(data.get("score"), chosen)
    return _answer(score, judged_quick(as_object(data.get("quick")), chosen, score, None)[0], chosen)


def judged_full(entry: Data, rules: TrucoRules, score: Two, turn: Side | None) -> tuple[Settled, Side | None]:
    """A hand by its events, and who dealt it; `turn` is the side whose deal it was."""
    deal = deal_of(entry, turn)
    before = Before(score, deal.dealer, SEATS)
    record = {"events": None} | {name: value for name, value in entry.items() if name not in _DEAL}
    faults, envido = stored_envido(entry.get("envido"), rules, SEATS)
    record["envido"] = envido
    refuse(deal.found + in_order(faults + full_problems(record, rules, before)))
    return settle(load(FullHand, record), rules, before), deal.dealer


def judged_quick(entry: Data, rules: TrucoRules, score: Two, turn: Side | None) -> tuple[Settled, Side | None]:
    """A hand by its result, and who dealt it."""
    deal = deal_of(entry, turn)
    before = Before(score, deal.dealer, SEATS)
    record = {name: value for name, value in entry.items() if name not in _DEAL}
    faults, record["envido"] = stored_envido(entry.get("envido"), rules, SEATS)
    refuse(deal.found + in_order(faults + quick_problems(record, rules, before)))
    return settle(load(QuickHand, record), rules, before), deal.dealer


def deal_of(entry: Data, turn: Side | None) -> Deal:
    """Who dealt: as the entry says, by whoever leads, or by the rotation (section 7)."""
    given = ("dealer", "mano")
    found = [
        refused("unknown_side", field=name)
        for name in given
        if entry.get(name) is not None and not is_side(entry[name])
    ]
    if found:
        return Deal(found, turn)
    dealer, mano = entry.get("dealer"), entry.get("mano")
    if mano is None:
        return Deal([], dealer or turn)
    return Deal([refused("mano_is_dealer_side")] if mano == dealer else [], OTHER[mano])


def score_of(given: object, rules: TrucoRules) -> Two:
    """The score before an entry, which must leave the game open."""
    if not isinstance(given, Mapping) or not all(is_whole(given.get(side), 0) for side in SIDES):
        raise InvalidRecord((refused("bad_score"),))
    score = given["A"], given["B"]
    if min(score) >= rules.target:
        raise InvalidRecord((refused("bad_score"),))
    if winner_at(score, rules.target) is not None:
        raise InvalidRecord((refused("game_already_over"),))
    return score


def _answer(before: Two, settled: Settled, rules: TrucoRules) -> Plain:
    score = sum_of(before, settled.points)
    return {
        "kind": settled.kind,
        "winner": settled.end.winner,
        "value": settled.end.value,
        "decided_by": settled.end.by,
        "points": by_side(settled.points),
        "parts": [part._asdict() for part in settled.parts],
        **standing(score, winner_at(score, rules.target), rules),
    }


def standing(score: Two, winner: Side | None, rules: TrucoRules) -> Plain:
    """Where a game stands: the score, who won, and what the next hand is."""
    kind, decider = (None, None) if winner else kind_of(score, rules.special_at)
    return {
        "score": by_side(score),
        "display": by_side(display(score, rules.target)),
        "game_over": winner is not None,
        "game_winner": winner,
        "next_kind": kind,
        "next_decider": decider,
    }


def by_side(pair: Two) -> dict[str, int]:
    """A pair as the public form writes it."""
    return dict(zip(SIDES, pair, strict=True))


def as_object(given: object) -> Data:
    """The input of a case, which must be a JSON object."""
    if not isinstance(given, Mapping):
        raise InvalidRecord((NOT_AN_OBJECT,))
    return given


def refuse(found: Found) -> None:
    """Raise what was found, if anything was, with the event it stands at."""
    if found:
        field = found[0].field
        at = field.removeprefix(_EVENTS).partition(".")[0]
        raise InvalidRecord(tuple(found), {"at": int(at)} if field.startswith(_EVENTS) else None)
