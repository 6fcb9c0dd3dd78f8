"""What a club may choose; the defaults are truco mineiro."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, Strict

from games.core.text import Text, gettext_noop
from games.core.text import Value as Told
from games.core.units import UNIT, InUnits
from games.core.values import Problem
from games.truco.values import MOST_POINTS, MOST_STEPS, PLAYERS, WHOLE_GAME, Figure, is_whole

Value: TypeAlias = Annotated[int, Field(ge=1, le=MOST_POINTS)]
Start: TypeAlias = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Ladder: TypeAlias = Annotated[
    tuple[Value | Literal["game"], ...], Strict(strict=False), Field(min_length=1, max_length=MOST_STEPS)
]

LADDER: Final = (2, 4, 6, 10, 12)
LARGEST_STAKE: Final = 10**9
AGREED: Final = (*UNIT, "stake", "stake_for")
AMOUNTS: Final = frozenset({"stake"})


class TrucoRules(InUnits):
    """The options of a match.

    `ladder` are the values of a hand from the plain one upwards; `game`, only as the last, is all that
    the winner still needs. `special_at` is the score from which a side decides whether a hand is played
    (None: no such hands, and no iron hand); it is then worth `special_play`, declined `special_pass`.
    Each game begins at `start_a` and `start_b`. Each of a side that loses a game or the match, as `stake_for` says,
    owes one of the other side the `stake`; without one nothing is owed. `fold_gives_envido` adds a refused envido to
    cards thrown in before one could no longer be called.
    """

    target: Value = 12
    ladder: Ladder = LADDER
    special_at: Value | None = 10
    special_play: Value = 4
    special_pass: Value = 2
    all_tied: Literal["dealer_side", "nobody", "mano_side", "raiser_loses"] = "dealer_side"
    raise_cap: Literal["none", "own_win", "both_can_win"] = "none"
    allow_fold: bool = False
    fold_gives_envido: bool = False
    envido: bool = False
    flor: bool = False
    falta: Literal["leader_to_target", "leader_half", "malas_half"] = "leader_to_target"
    flor_both: Value = 4
    best_of: Literal[1, 3, 5, 7, 9, 11, 13, 15] = 3
    start_a: Start = 0
    start_b: Start = 0
    stake: Annotated[int, Field(ge=0, le=LARGEST_STAKE)] = 0
    stake_for: Literal["match", "game"] = "match"

    @cached_property
    def top(self) -> int:
        """The last step of the ladder."""
        return len(self.ladder) - 1

    @property
    def base(self) -> Figure:
        """What a plain hand is worth."""
        return self.ladder[0]

    @property
    def games_to_win(self) -> int:
        """Section 7: the first side with this many games has the match."""
        return self.best_of // 2 + 1

    @property
    def nobody_may_win(self) -> bool:
        """Whether a hand can end without a winner."""
        return self.all_tied in {"nobody", "raiser_loses"}


_SENTENCES: Final = (
    ("special_at_not_below_target", "special_at", gettext_noop("This score must be below the one that wins the game.")),
    ("bad_score", "start_a", gettext_noop("A game must begin below the score that wins it.")),
    ("bad_score", "start_b", gettext_noop("A game must begin below the score that wins it.")),
)
_SPECIAL, _START_A, _START_B = (Problem(code, field, Text(message)) for code, field, message in _SENTENCES)
_LADDER = gettext_noop(
    'Each value must be higher than the one before; "game" can only be the last of several. '
    "A ladder has {steps} values at most, and none above {points}."
)
BAD_LADDER: Final = Problem("bad_ladder", "ladder", Text(_LADDER, {"steps": MOST_STEPS, "points": MOST_POINTS}))

_PLAYED_BY = gettext_noop("By these rules truco is played by {counts}: seat more players, or fewer.")
_OR = gettext_noop("{counts} or {count}")
_COMMA = gettext_noop("{counts}, {count}")


def bad_player_count(allowed: Iterable[int]) -> Problem:
    """A table of another size than these."""
    first, *others = sorted(set(allowed))
    counts: Told = first
    for count in others:
        counts = Text(_OR if count == others[-1] else _COMMA, {"counts": counts, "count": count})
    return Problem("bad_player_count", "", Text(_PLAYED_BY, {"counts": counts}))


BAD_PLAYER_COUNT: Final = bad_player_count(PLAYERS)


def rules_problems(rules: TrucoRules, size: int) -> tuple[Problem, ...]:
    """Why these rules do not suit a table of `size`."""
    checks = (
        (size in PLAYERS, BAD_PLAYER_COUNT),
        (climbs(rules.ladder), BAD_LADDER),
        (rules.special_at is None or rules.special_at < rules.target, _SPECIAL),
        (rules.start_a < rules.target, _START_A),
        (rules.start_b < rules.target, _START_B),
    )
    return tuple(problem for fine, problem in checks if not fine)


def climbs(ladder: Sequence[object]) -> bool:
    """Whether these are the values of a ladder (section 8)."""
    numbers = ladder[:-1] if len(ladder) > 1 and ladder[-1] == WHOLE_GAME else ladder
    least = 1
    for value in numbers:
        if not is_whole(value, least, MOST_POINTS):
            return False
        least = value + 1
    return 0 < len(ladder) <= MOST_STEPS
