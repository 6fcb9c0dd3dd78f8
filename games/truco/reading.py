"""Why an entry is refused: each check of section 10, in its order.

The checks work on plain values and know no table, only what was before; so the app and the public form share
them. What they let through is a valid record that can be scored.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from games.core.record import field_unknown, kind_of, load
from games.core.values import Problem
from games.truco.hand import HANDS, Envido, Flor, FullHand, Penalty, QuickHand
from games.truco.machine import Play, after, refusal, unfinished
from games.truco.refusals import call_refused, end_refused, event_refused, extra_fields, refused, value_refused
from games.truco.rules import (
    BAD_PLAYER_COUNT,
    CONTRAFLOR,
    CONTRAFLOR_REFUSED,
    ENVIDO_CALLS,
    ENVIDO_POINTS,
    ENVIDO_REFUSED,
    ENVIDO_VALUES,
    FLOR,
    HALVES_ABOVE,
    MOST_ENVIDOS,
    OTHER,
    PLAYERS,
    SIDES,
    Figure,
    Kind,
    Side,
    TrucoRules,
    is_side,
    is_whole,
    same,
)
from games.truco.state import TrucoTable, Two, for_side, hand_kind, index_of, side_of, sum_of, winner_at

# What an entry is judged against: the score and the deal before it.

Data: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]


class Before(NamedTuple):
    """The score before a hand, the side that dealt it (None: nobody knows), and the seats for the sentences."""

    score: Two
    dealer: Side | None
    seats: tuple[int, ...]

    @property
    def mano(self) -> Side | None:
        """Section 1: who leads first is never on the side that dealt."""
        return OTHER[self.dealer] if self.dealer else None

    def kind(self, rules: TrucoRules) -> tuple[Kind, Side | None]:
        """What this hand is, and which side decides about it."""
        return hand_kind(self.score, rules.special_at)

    def play(self, rules: TrucoRules, moved: Two = (0, 0)) -> Play:
        """The hand before its first event; `moved` is what bets beside it were worth."""
        kind, decider = self.kind(rules)
        score = (self.score[0] + moved[0], self.score[1] + moved[1])
        return Play(rules, score, kind, decider, self.dealer)


# Envido and flor: what they are worth (section 9).


class Part(NamedTuple):
    """A bet beside the hand: which, who has it, for how many points."""

    part: str
    winner: Side
    points: int


class FlorEnd(NamedTuple):
    """How a sequence of answers ends a flor: for `points` (a name: by the rules), to the first caller or to
    the other side; None: to whoever had the better flor.
    """

    points: int | str
    to_caller: bool | None


FLOR_ENDS: Final = MappingProxyType(
    {
        (): FlorEnd(FLOR, to_caller=True),
        ("achico",): FlorEnd(FLOR, to_caller=True),
        ("quiero",): FlorEnd("flor_both", to_caller=None),
        ("contraflor", "no"): FlorEnd(CONTRAFLOR_REFUSED, to_caller=False),
        ("contraflor", "quiero"): FlorEnd(CONTRAFLOR, to_caller=None),
        ("resto", "no"): FlorEnd(CONTRAFLOR_REFUSED, to_caller=False),
        ("resto", "quiero"): FlorEnd("falta", to_caller=None),
        ("contraflor", "resto", "no"): FlorEnd(CONTRAFLOR, to_caller=True),
        ("contraflor", "resto", "quiero"): FlorEnd("falta", to_caller=None),
    }
)


def settle_flor(flor: Flor, score: Two, rules: TrucoRules) -> Part:
    """Who gets a flor, and how much."""
    points, to_caller = FLOR_ENDS[flor.seq]
    caller = flor.by if to_caller else OTHER[flor.by]
    winner = caller if flor.winner is None else flor.winner
    amounts = {"flor_both": rules.flor_both, "falta": falta(winner, score, rules)}
    return Part("flor", winner, amounts[points] if isinstance(points, str) else points)


def settle_envido(envido: Envido, score: Two, rules: TrucoRules, mano: Side | None) -> Part:
    """Who gets an envido, and how much: refused, the last caller what was called before, at least one point."""
    calls = envido.calls
    if envido.answer == "decline":
        return Part(
            "envido", caller(envido.by or SIDES[0], len(calls) - 1), max(ENVIDO_REFUSED, worth_of_calls(calls[:-1]))
        )
    shown = envido.points and (envido.points.a, envido.points.b)
    winner = (better(shown, mano) if shown else envido.winner) or SIDES[0]
    points = falta(winner, score, rules) if calls[-1] == "falta" else worth_of_calls(calls)
    return Part("envido", winner, points)


def forgone(play: Play) -> tuple[Part, ...]:
    """What cards thrown in give the others beside a hand in which nobody has bet: an envido refused, as long as one
    could still be called, which is until a round is over or a raise accepted.
    """
    end, rules = play.end, play.rules
    could_be_called = rules.envido and not play.rounds and not play.step
    if not rules.fold_gives_envido or not could_be_called or end is None or end.by != "fold" or end.winner is None:
        return ()
    return (Part("envido", end.winner, ENVIDO_REFUSED),)


def caller(first: Side, place: int) -> Side:
    """Who made a call of an envido, counted from 0: the sides call in turn."""
    return OTHER[first] if place % 2 else first


def worth_of_calls(calls: Sequence[str]) -> int:
    """What accepted calls add up to."""
    return sum(ENVIDO_VALUES[call] for call in calls)


def better(points: Two, mano: Side | None) -> Side | None:
    """The side with the more envido points; equal, the one that leads (None: nobody knows who does)."""
    if points[0] == points[1]:
        return mano
    return "A" if points[0] > points[1] else "B"


def falta(winner: Side, score: Two, rules: TrucoRules) -> int:
    """What falta envido is worth to its winner at this score (section 9, three customs)."""
    target, leader = rules.target, max(score)
    half = target // 2
    if rules.falta == "leader_half" and target > HALVES_ABOVE and leader < half:
        return half - leader
    if rules.falta == "malas_half" and target > HALVES_ABOVE and leader < half:
        return half - score[index_of(winner)]
    return max(1, target - leader)


# Why an envido or a flor is refused: each check of section 10, in its order.

_ENVIDO: Final = frozenset({"by", "calls", "answer", "points", "winner"})
_FLOR: Final = frozenset({"by", "seq", "winner"})
_ANSWERS: Final = ("accept", "decline")
_CALL_FAULTS: Final = ("envido_unknown_call", "envido_after_falta", "envido_bad_order")


def bets_of(data: Data, rules: TrucoRules, before: Before) -> tuple[Found, tuple[Part, ...]]:
    """What is wrong with the bets of a hand, and if nothing is, what they move."""
    flor, envido = data.get("flor"), data.get("envido")
    if flor is None and envido is None:
        return [], ()
    found = [] if flor is None else flor_problems(flor, rules, before)
    if flor is not None and envido is not None:
        found.append(refused("envido_and_flor_both_scored"))
    if envido is not None:
        found += envido_problems(envido, rules, before)
    if found:
        return found, ()
    if flor is not None:
        return [], (settle_flor(load(Flor, flor), before.score, rules),)
    return [], (settle_envido(load(Envido, envido), before.score, rules, before.mano),)


def flor_problems(flor: object, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with a flor."""
    if not rules.flor:
        return [refused("flor_not_in_ruleset")]
    if not isinstance(flor, Mapping):
        return [refused("flor_bad_sequence", field="flor")]
    found = [] if is_side(flor.get("by")) else [refused("unknown_side", field="flor.by")]
    sequence, winner = flor.get("seq", ()), flor.get("winner")
    if not isinstance(sequence, Sequence) or not _ends_flor(sequence):
        found.append(refused("flor_bad_sequence"))
    elif winner is not None and not is_side(winner):
        found.append(refused("unknown_side", field="flor.winner"))
    elif winner is None and FLOR_ENDS[tuple(sequence)].to_caller is None:
        found.append(refused("flor_no_result"))
    elif winner is not None and FLOR_ENDS[tuple(sequence)].to_caller is not None:
        found.append(refused("flor_has_result"))
    return found + extra_fields(flor, _FLOR, "flor.")


def _ends_flor(sequence: Sequence[object]) -> bool:
    return not isinstance(sequence, str) and any(list(sequence) == list(ending) for ending in FLOR_ENDS)


def envido_problems(envido: object, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with an envido."""
    if not rules.envido:
        return [refused("envido_not_in_ruleset")]
    calls = envido.get("calls") if isinstance(envido, Mapping) else None
    if not isinstance(envido, Mapping) or not isinstance(calls, list | tuple) or not calls:
        return [refused("envido_no_call")]
    by, answer = envido.get("by"), envido.get("answer")
    may_be_open = by is None and answer != "decline"
    found = [] if may_be_open or is_side(by) else [refused("unknown_side", field="envido.by")]
    found += calls_problems(calls)
    if not isinstance(answer, str) or answer not in _ANSWERS:
        found.append(refused("envido_unanswered"))
    if answer == "decline" and not (envido.get("points") is None and envido.get("winner") is None):
        found.append(refused("envido_declined_has_result"))
    elif answer == "accept":
        found += _result_problems(envido, before)
    return found + extra_fields(envido, _ENVIDO, "envido.")


def calls_problems(calls: Sequence[object]) -> Found:
    """What is wrong with these calls: each fault where it is first made, in the order of section 10."""
    first: dict[str, Problem] = {}
    called: Counter[str] = Counter()
    for at, call in enumerate(calls):
        if problem := call_problem(call, called, at):
            first.setdefault(problem.code, problem)
        if isinstance(call, str):
            called[call] += 1
    return [first[code] for code in _CALL_FAULTS if code in first]


def call_problem(call: object, called: Mapping[str, int], at: int) -> Problem | None:
    """Why this cannot be called after what was called before it, so many times each."""
    if not isinstance(call, str) or call not in ENVIDO_CALLS:
        return call_refused("envido_unknown_call", at)
    if called.get("falta"):
        return call_refused("envido_after_falta", at)
    if call != "falta" and (called.get("real") or called.get(call, 0) >= MOST_ENVIDOS):
        return call_refused("envido_bad_order", at)
    return None


def _result_problems(envido: Data, before: Before) -> Found:
    points, winner = envido.get("points"), envido.get("winner")
    if winner is not None and not is_side(winner):
        return [refused("unknown_side", field="envido.winner")]
    if points is None:
        return [refused("envido_no_result")] if winner is None else []
    if not isinstance(points, Mapping) or not all(_possible(points.get(side)) for side in SIDES):
        return [refused("envido_bad_points")]
    best = better((points["A"], points["B"]), before.mano)
    if best is None:
        return [refused("mano_required")]
    if winner is not None and winner != best:
        return [refused("envido_winner_contradicts_points", before.seats, side=best)]
    return extra_fields(points, frozenset(OTHER), "envido.points.")


def _possible(points: object) -> bool:
    return is_whole(points, 0) and points in ENVIDO_POINTS


_FULL: Final = frozenset(FullHand.model_fields)
_QUICK: Final = frozenset(QuickHand.model_fields)
_PENALTY: Final = frozenset(Penalty.model_fields)
_FORFEIT: Final = frozenset({"kind", "side"})
_OF_EVENT: Final = {
    "call": frozenset({"t", "by", "to"}),
    "accept": frozenset({"t", "by"}),
    "run": frozenset({"t", "by"}),
    "fold": frozenset({"t", "by"}),
    "decide": frozenset({"t", "by", "play"}),
    "round": frozenset({"t", "winner"}),
}
_EVENT: Final = frozenset({"t", "by", "to", "play", "winner"})
_HOWS: Final = ("played", "ran", "declined", "nobody")


def full_problems(data: Data, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with a hand as it was told."""
    found, parts = bets_of(data, rules, before)
    events = data.get("events", ())
    if not isinstance(events, list | tuple):
        return [*found, refused("events_required"), *extra_fields(data, _FULL)]
    play = before.play(rules, moved_by(parts))
    if winner_at(play.score, rules.target):
        found += [refused("event_after_game_over", field="events.0")] if events else []
    else:
        found += _events_problems(events, play, before.seats)
    return found + extra_fields(data, _FULL)


def _events_problems(events: Sequence[Any], play: Play, seats: tuple[int, ...]) -> Found:
    play, fault = replay(events, play)
    if fault is not None:
        return [event_refused(fault[1], fault[0], seats)]
    if ending := unfinished(play):
        return [end_refused(ending, seats)]
    return [problem for at, event in enumerate(events) for problem in _event_fields(event, at)]


def replay(events: Sequence[Any], play: Play) -> tuple[Play, tuple[int, Any] | None]:
    """The hand after these events, up to the first that cannot be: where that stands, and why."""
    for at, event in enumerate(events):
        if fault := refusal(play, event):
            return play, (at, fault)
        play = after(play, event)
    return play, None


def _event_fields(event: Data, at: int) -> Found:
    own = _OF_EVENT[event["t"]]
    if own.issuperset(event):
        return []
    return [
        field_unknown(f"events.{at}.{name}")
        for name, value in event.items()
        if name not in own and (value is not None or name not in _EVENT)
    ]


def moved_by(parts: Sequence[Part]) -> Two:
    """What bets beside a hand move, by side."""
    moved = (0, 0)
    for part in parts:
        moved = sum_of(moved, for_side(part.winner, part.points))
    return moved


def quick_problems(data: Data, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with a hand by its result."""
    found, parts = bets_of(data, rules, before)
    if winner_at(sum_of(before.score, moved_by(parts)), rules.target) is not None:
        return [refused("hand_after_game_over"), *extra_fields(data, _QUICK)]
    return found + _quick(data, rules, before) + extra_fields(data, _QUICK)


def _quick(data: Data, rules: TrucoRules, before: Before) -> Found:
    how, winner = data.get("how"), data.get("winner")
    if not isinstance(how, str) or how not in _HOWS:
        return [refused("unknown_how")]
    if how == "nobody":
        return _nobody(winner, rules) + _value(data, rules, before)
    found = [] if is_side(winner) else [refused("unknown_side", field="winner")]
    kind, decider = before.kind(rules)
    if how == "ran" and kind != "normal":
        return [*found, refused("raise_in_hand_of_ten" if kind == "special" else "raise_in_iron_hand")]
    if how == "declined":
        if decider is None:
            return [*found, refused("decision_not_allowed")]
        if winner == decider:
            found.append(refused("decision_by_wrong_side", before.seats, side=decider))
    return found + _value(data, rules, before)


def _nobody(winner: object, rules: TrucoRules) -> Found:
    if not rules.nobody_may_win:
        return [refused("hand_must_have_winner")]
    return [] if winner is None else [refused("nobody_has_winner")]


def _value(data: Data, rules: TrucoRules, before: Before) -> Found:
    """A value may be left out where there is only one."""
    value, how = data.get("value"), data["how"]
    kind, _decider = before.kind(rules)
    allowed = values_of(how, kind, rules)
    if value is None:
        return [refused("value_required")] if how != "nobody" and len(allowed) != 1 else []
    if any(same(value, figure) for figure in allowed):
        return []
    return [value_refused("declined" if how == "declined" else kind, allowed, rules.special_at)]


def values_of(how: str, kind: str, rules: TrucoRules) -> tuple[Figure, ...]:
    """What a hand that ended so may be worth (section 10, quick entry)."""
    if how == "declined":
        return (rules.special_pass,)
    if kind == "special":
        return (rules.special_play,)
    if kind == "iron":
        return (rules.base,)
    return rules.ladder[:-1] if how == "ran" else rules.ladder


def penalty_problems(data: Data, rules: TrucoRules) -> Found:
    """What is wrong with a penalty."""
    found = [] if is_side(data.get("to")) else [refused("unknown_side", field="to")]
    if not is_whole(data.get("points"), 1, rules.target):
        found.append(refused("bad_penalty", target=rules.target))
    return found + extra_fields(data, _PENALTY)


def forfeit_problems(data: Data) -> Found:
    """What is wrong with a forfeit."""
    found = [] if is_side(data.get("side")) else [refused("unknown_side")]
    return found + extra_fields(data, _FORFEIT)


# Why an entry is refused at a table: the match, the deal, then the entry itself.


def problems(data: object, rules: TrucoRules, table: TrucoTable) -> list[Problem]:
    """Every reason to refuse an entry, in the order of section 10."""
    problem, kind = kind_of(HANDS, data)
    if problem is not None:
        return [problem]
    entry = cast("Data", data)
    if closed := closed_problems(rules, table):
        return closed
    if kind == "penalty":
        return penalty_problems(entry, rules)
    if kind == "forfeit":
        return forfeit_problems(entry)
    found, before = dealt(entry, table)
    read = quick_problems if kind == "quick" else full_problems
    return found + read(entry, rules, before)


def closed_problems(rules: TrucoRules, table: TrucoTable) -> Found:
    """Why nothing at all can be recorded."""
    if len(table.seats) not in PLAYERS:
        return [BAD_PLAYER_COUNT]
    if table.state.winner is not None:
        return [refused("match_already_over")]
    if winner_at(table.state.score, rules.target) is not None:
        return [refused("game_already_over")]
    return []


def dealt(data: Data, table: TrucoTable) -> tuple[Found, Before]:
    """What is wrong with the dealer, and what the hand is judged against."""
    dealer = data.get("dealer")
    if dealer is None:
        dealer = table.dealer
    if type(dealer) is not int:
        return [refused("dealer_not_integer")], before_at(table, table.dealer)
    if dealer not in table.seats:
        return [refused("dealer_not_at_table")], before_at(table, table.dealer)
    return [], before_at(table, dealer)


def before_at(table: TrucoTable, dealer: int) -> Before:
    """What an entry is judged against if this seat dealt."""
    return Before(table.state.score, side_of(table.seats, dealer), table.seats)
