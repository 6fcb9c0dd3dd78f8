"""What a club may choose; the defaults are truco mineiro."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeGuard

from pydantic import Field, Strict

from games.core.effects import UNIT_OPTIONS, Group, Option
from games.core.settling import UNIT, InUnits
from games.core.text import Text, pgettext
from games.core.text import Value as Told
from games.core.values import Preset, Problem

# The words and numbers of truco; sections are those of the rules description in the README.

Side: TypeAlias = Literal["A", "B"]
Kind: TypeAlias = Literal["normal", "special", "iron"]
Figure: TypeAlias = int | Literal["game"]
"""A step of a ladder: a number, or the whole rest of the game."""

SIDES: Final[tuple[Side, Side]] = ("A", "B")
OTHER: Final[dict[Side, Side]] = {"A": "B", "B": "A"}
DRAW: Final = "draw"
WHOLE_GAME: Final = "game"
GAME_WORD: Final = pgettext("truco", "game")

PLAYERS: Final = (2, 4, 6)
"""Section 7: sides of one, two or three."""

MOST_POINTS: Final = 999
"""No target, value or penalty is higher: the rules file names no bound, a record needs one."""
MOST_COUNTED: Final = 99_999
"""More than the points of a whole match."""
MOST_STEPS: Final = 8
"""No ladder has more values: each is a button on a phone."""
MOST_EVENTS: Final = 40
"""Far more than any hand has: three rounds, a decision, and each step of the ladder called and answered."""

Number: TypeAlias = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
Pair: TypeAlias = Annotated[tuple[Number, Number], Strict(strict=False)]
"""Something counted for side A and for side B."""

ENVIDO_VALUES: Final = {"envido": 2, "real": 3}
"""Section 9; `falta` is worth what the score makes of it."""
ENVIDO_CALLS: Final = (*ENVIDO_VALUES, "falta")
MOST_ENVIDOS: Final = 2
MOST_ENVIDO_CALLS: Final = 4
ENVIDO_POINTS: Final = frozenset({*range(8), *range(20, 34)})
"""Without a pair at most a seven; a pair counts twenty more."""
ENVIDO_REFUSED: Final = 1
"""Section 9: what a refused envido gives at least."""

HALVES_ABOVE: Final = 15
"""Section 9: a game to fifteen has one half only."""

FLOR: Final = 3
"""Section 9: what one flor is worth, alone or taken small (achico)."""
CONTRAFLOR_REFUSED: Final = 4
CONTRAFLOR: Final = 6
FLOR_WORDS: Final = ("achico", "quiero", "contraflor", "resto", "no")
MOST_FLOR_WORDS: Final = 3


def is_side(value: object) -> TypeGuard[Side]:
    """Whether plain data names a side."""
    return isinstance(value, str) and value in OTHER


def is_whole(value: object, least: int, most: int | None = None) -> TypeGuard[int]:
    """Whether plain data is a whole number in these bounds; a boolean is none."""
    return type(value) is int and least <= value and (most is None or value <= most)


def same(one: Any, other: Any) -> bool:
    """Equality that keeps `1` and `True` apart."""
    return type(one) is type(other) and bool(one == other)


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
    (
        "special_at_not_below_target",
        "special_at",
        pgettext("truco", "This score must be below the score that wins the game."),
    ),
    ("bad_score", "start_a", pgettext("truco", "A game must begin below the score that wins it.")),
    ("bad_score", "start_b", pgettext("truco", "A game must begin below the score that wins it.")),
)
_SPECIAL, _START_A, _START_B = (Problem(code, field, Text(message)) for code, field, message in _SENTENCES)
_LADDER = pgettext(
    "truco",
    "Each value must be higher than the one before; “{word}” can only come last. "
    "A ladder has {steps} values at most, and none above {points}.",
)
_BOUNDS: Final[Mapping[str, Told]] = {"word": Text(GAME_WORD), "steps": MOST_STEPS, "points": MOST_POINTS}
BAD_LADDER: Final = Problem("bad_ladder", "ladder", Text(_LADDER, _BOUNDS))

_PLAYED_BY = pgettext("truco", "These rules are for {counts} players. Change the number of players.")
_OR = pgettext("truco", "{counts} or {count}")
_COMMA = pgettext("truco", "{counts}, {count}")


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


# The rule sets of section 8, each with every field that is not the default, and their names.

_ARGENTINE: Final = {
    "target": 30,
    "ladder": (1, 2, 3, 4),
    "special_at": None,
    "all_tied": "mano_side",
    "allow_fold": True,
    "envido": True,
}

RULE_SETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "mineiro": {},
        "mineiro_copag": {"all_tied": "nobody"},
        "mineiro_oito": {"ladder": (2, 4, 8, 10, 12)},
        "paulista": {
            "ladder": (1, 3, 6, 9, 12),
            "special_at": 11,
            "special_play": 3,
            "special_pass": 1,
            "all_tied": "nobody",
        },
        "argentino30": _ARGENTINE,
        "argentino15": {**_ARGENTINE, "target": 15},
        "argentino30_flor": {**_ARGENTINE, "flor": True},
        "gaucho24": {**_ARGENTINE, "target": 24, "all_tied": "nobody", "flor": True},
        "venezolano24": {
            "target": 24,
            "ladder": (1, 3, 6, 9, "game"),
            "special_at": None,
            "all_tied": "mano_side",
        },
    }
)

_TOLD: Final = {
    "mineiro": (
        pgettext("truco", "Truco mineiro"),
        pgettext(
            "truco",
            "To 12 points; hands worth 2, 4, 6, 10, 12; hand of ten. Three drawn rounds go to the dealing side.",
        ),
    ),
    "mineiro_copag": (
        pgettext("truco", "Truco mineiro, draws to nobody"),
        pgettext("truco", "Like truco mineiro, but nobody scores when all three rounds are drawn."),
    ),
    "mineiro_oito": (
        pgettext("truco", "Truco mineiro with eight"),
        pgettext("truco", "Like truco mineiro, but the second raise is to 8 instead of 6."),
    ),
    "paulista": (
        pgettext("truco", "Truco paulista"),
        pgettext(
            "truco",
            "To 12 points; hands worth 1, 3, 6, 9, 12; hand of eleven. Nobody scores when all three rounds are drawn.",
        ),
    ),
    "argentino30": (
        pgettext("truco", "Argentine truco to 30"),
        pgettext("truco", "Truco, retruco and vale cuatro for 2, 3 and 4, with envido, without flor."),
    ),
    "argentino15": (
        pgettext("truco", "Argentine truco to 15"),
        pgettext("truco", "Truco, retruco and vale cuatro for 2, 3 and 4, with envido, without flor."),
    ),
    "argentino30_flor": (
        pgettext("truco", "Argentine truco to 30 with flor"),
        pgettext("truco", "Truco, retruco and vale cuatro for 2, 3 and 4, with envido and flor."),
    ),
    "gaucho24": (
        pgettext("truco", "Truco gaúcho to 24"),
        pgettext("truco", "Like Argentine truco with envido and flor; nobody scores when all three rounds are drawn."),
    ),
    "venezolano24": (
        pgettext("truco", "Venezuelan truco to 24"),
        pgettext("truco", "Hands worth 1, 3, 6, 9 or the whole game; envido and flor are not recorded."),
    ),
}

_AT_HOME: Final = {
    **dict.fromkeys(("argentino30", "argentino15", "argentino30_flor", "venezolano24"), frozenset({"es"})),
    "gaucho24": frozenset({"pt-gaucho"}),
}
"""Who plays by which rules at home. Portuguese speaks of those of Minas first, as the rule book of the game does."""

PRESETS: Final = tuple(
    Preset(slug, Text(_TOLD[slug][0]), Text(_TOLD[slug][1]), rules, _AT_HOME.get(slug, frozenset()))
    for slug, rules in RULE_SETS.items()
)


# What each option of the rules does, in a sentence.

EFFECTS: Final = (
    Group(
        pgettext("truco", "The match"),
        (
            Option(
                "best_of",
                pgettext("truco", "Games of the match"),
                {
                    "1": pgettext("truco", "One game decides the match."),
                    "3": pgettext("truco", "Best of three: two games win the match."),
                    "5": pgettext("truco", "Best of five: three games win the match."),
                    "7": pgettext("truco", "Best of seven: four games win the match."),
                    "9": pgettext("truco", "Best of nine: five games win the match."),
                    "11": pgettext("truco", "Best of eleven: six games win the match."),
                    "13": pgettext("truco", "Best of thirteen: seven games win the match."),
                    "15": pgettext("truco", "Best of fifteen: eight games win the match."),
                },
            ),
            Option(
                "target",
                pgettext("truco", "Score that wins a game"),
                given=pgettext("truco", "A game is won with {value} points."),
            ),
            Option(
                "start_a",
                pgettext("truco", "Side A begins at"),
                given=pgettext("truco", "Side A begins each game with {value} points."),
            ),
            Option(
                "start_b",
                pgettext("truco", "Side B begins at"),
                given=pgettext("truco", "Side B begins each game with {value} points."),
            ),
        ),
    ),
    Group(
        pgettext("truco", "What a hand is worth"),
        (
            Option(
                "ladder",
                pgettext("truco", "Values of a hand, lowest first"),
                given=pgettext("truco", "A hand is worth, from plain and raise by raise: {value}."),
                places=(
                    pgettext("truco", "plain"),
                    pgettext("truco", "truco"),
                    pgettext("truco", "raise 2"),
                    pgettext("truco", "raise 3"),
                    pgettext("truco", "raise 4"),
                    pgettext("truco", "raise 5"),
                    pgettext("truco", "raise 6"),
                    pgettext("truco", "raise 7"),
                ),
                words={WHOLE_GAME: GAME_WORD},
            ),
            Option(
                "raise_cap",
                pgettext("truco", "Unnecessary raises"),
                {
                    "none": pgettext("truco", "They are allowed."),
                    "own_win": pgettext(
                        "truco", "A side may not raise if the value already offered would win it the game."
                    ),
                    "both_can_win": pgettext(
                        "truco", "Nobody raises once the value would win the game for either side."
                    ),
                },
            ),
            Option(
                "all_tied",
                pgettext("truco", "All three rounds drawn"),
                {
                    "dealer_side": pgettext("truco", "The side that dealt wins the hand."),
                    "mano_side": pgettext("truco", "The side that leads wins the hand."),
                    "nobody": pgettext("truco", "Nobody wins the hand, and the next one is dealt."),
                    "raiser_loses": pgettext(
                        "truco", "The side that raised last loses the hand; without a raise nobody wins it."
                    ),
                },
            ),
            Option(
                "allow_fold",
                pgettext("truco", "Throwing in the cards"),
                {
                    "false": pgettext(
                        "truco", "Nobody may throw in the cards; players finish the hand or refuse a raise."
                    ),
                    "true": pgettext(
                        "truco", "A side may throw in its cards, and the other side gets the value of the hand."
                    ),
                },
            ),
            Option(
                "fold_gives_envido",
                pgettext("truco", "Cards thrown in before envido is over"),
                {
                    "false": pgettext("truco", "They give the value of the hand, and no envido."),
                    "true": pgettext(
                        "truco",
                        "They also give 1 for a refused envido if no bet was made. This ends with the first round or "
                        "accepted raise.",
                    ),
                },
            ),
        ),
    ),
    Group(
        pgettext("truco", "Hand of ten, or of eleven"),
        (
            Option(
                "special_at",
                pgettext("truco", "From a score of"),
                given=pgettext(
                    "truco",
                    "A side with {value} or more decides whether to play the hand. If both have {value}, it is "
                    "an iron hand.",
                ),
                empty=pgettext("truco", "There are no hands of ten or eleven and no iron hands."),
            ),
            Option(
                "special_play",
                pgettext("truco", "Value when played"),
                given=pgettext("truco", "If played, such a hand is worth {value}, and nobody may raise."),
            ),
            Option(
                "special_pass",
                pgettext("truco", "Value when declined"),
                given=pgettext("truco", "If declined, it gives the other side {value}."),
            ),
        ),
    ),
    Group(
        pgettext("truco", "Side bets"),
        (
            Option(
                "envido",
                pgettext("truco", "Envido"),
                {
                    "false": pgettext("truco", "There is no envido."),
                    "true": pgettext("truco", "Envido is played and counted before the hand."),
                },
            ),
            Option(
                "falta",
                pgettext("truco", "Falta envido"),
                {
                    "leader_to_target": pgettext(
                        "truco", "It is worth the points the leading side needs to win the game."
                    ),
                    "leader_half": pgettext(
                        "truco", "It is worth the points the leading side needs to finish its half."
                    ),
                    "malas_half": pgettext(
                        "truco",
                        "With both sides in the first half: the points the winner needs to finish it. After that: the "
                        "points the leader needs to win.",
                    ),
                },
            ),
            Option(
                "flor",
                pgettext("truco", "Flor"),
                {
                    "false": pgettext("truco", "There is no flor."),
                    "true": pgettext("truco", "Flor is played and counted before the hand."),
                },
            ),
            Option(
                "flor_both",
                pgettext("truco", "Two flors"),
                given=pgettext("truco", "If both sides have a flor and the second is accepted, it is worth {value}."),
            ),
        ),
    ),
    Group(
        pgettext("truco", "What is at stake"),
        (
            Option(
                "stake",
                pgettext("truco", "Stake of each"),
                {"0": pgettext("truco", "Nothing is owed.")},
                given=pgettext("truco", "Each player of the losing side owes one player of the other side {value}."),
            ),
            Option(
                "stake_for",
                pgettext("truco", "The stake is for"),
                {
                    "match": pgettext("truco", "The stake is owed once, for the match."),
                    "game": pgettext("truco", "The stake is owed for each game lost."),
                },
            ),
            *UNIT_OPTIONS,
        ),
    ),
)
