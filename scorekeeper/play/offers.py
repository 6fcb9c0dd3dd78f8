"""The games on offer: at which sizes of table, in which order, in which words; and how many hands each round of an
event has, where its rules do not say that.

Lengths are those of the rounds in their order, in hands at a table of the size that is planned; the last one holds for
all rounds after it, and None is what the rules say. A smaller table has as many turns, so fewer hands.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

import games
from games.core.game import AnyGame
from games.core.record import Record, dump
from games.core.text import Text, gettext_noop
from games.core.values import MOST_HANDS, Preset, Problem
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST, alphabetical
from scorekeeper.common.texts import translated


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as somebody who opens a table chooses it."""

    name: str
    title: Text
    icon: str
    players: str
    sizes: tuple[int, ...]

    @property
    def others(self) -> range:
        """The places beside the first one at the smallest table; the first place is 0."""
        return range(1, self.sizes[0])


def offers(played: Iterable[str] = ()) -> list[Offer]:
    """Every game there is: those played most come first (`played` are games of tables here), then the one that is at
    home in the reader's language, then by title."""
    often, at_home = Counter(played), home_language()
    in_order = sorted(
        games.all_games().values(),
        key=lambda game: (-often[game.name], at_home not in game.first_in, alphabetical(translated(game.title))),
    )
    found = ((game, sizes(game)) for game in in_order)
    return [Offer(game.name, game.title, f"g-{game.name}", players(fine), fine) for game, fine in found]


def home_language() -> str:
    """The reader's language, if a game is at home there; else English."""
    language = (get_language() or "").partition("-")[0]
    return language if any(language in game.first_in for game in games.all_games().values()) else "en"


def preset_of(game: AnyGame, slug: str) -> Preset | None:
    """The preset of this name; None where none is asked for.

    Raises:
        Refused: `preset_unknown`.
    """
    found = next((preset for preset in game.presets if preset.slug == slug), None)
    if slug and found is None:
        raise Refused([Problem("preset_unknown", "preset", Text(gettext_noop("This game has no rules of that name.")))])
    return found


def sizes(game: AnyGame, rules: Record | None = None) -> tuple[int, ...]:
    """How many may sit down by these rules, or by the rules as they are where nobody changes them."""
    by = rules or game.rules()
    return tuple(size for size in game.seats if not game.rules_problems(by, size))


def players(sizes: Sequence[int]) -> str:
    """The sizes in words: "3 or 4 players", "2 to 10 players", "2, 4 or 6 players"."""
    *others, most = sizes
    if not others:
        return pgettext("note", "{number} players").format(number=most)
    fewest = others[0]
    if len(others) > 1 and most - fewest == len(others):
        return _("{fewest} to {most} players").format(fewest=fewest, most=most)
    return _("{others} or {most} players").format(others=", ".join(map(str, others)), most=most)


Lengths = Sequence[int | None]
MOST_LENGTHS: Final = 60  # rounds that have one of their own
MISFIT: Final = Text(
    gettext_noop("Under these rules, {hands} hands at a table of {size} do not give everyone the same number of deals.")
)
NO_LENGTHS: Final = Text(gettext_noop("The tables of this game have no fixed number of hands."))
AS_RULES: Final = "–"
NUMBER: Final = re.compile(r"\d+")


def hands_of(lengths: Lengths, number: int) -> int | None:
    """How many hands the round of this number (from 1) has; None: as the rules say."""
    return lengths[min(number, len(lengths)) - 1] if lengths else None


def usual_hands(game: AnyGame, rules: Record, size: int) -> int | None:
    """How many hands the rules give a round at a table of this size; None: they set none, or know no such table."""
    if size not in sizes(game, rules):
        return None
    return game.progress(game.start(rules, size), rules, range(size))[1]


def rules_of_round(
    game: AnyGame, rules: Record, name: str, size: int, hands: int | None
) -> tuple[dict[str, Any], str] | None:
    """The rules of a round of so many hands, as plain values, and what they are called. None: they stay as they are."""
    if hands is None or game.of_length is None:
        return None
    found = game.of_length(rules, size, hands)
    if found is None or found == rules:
        return None
    more = f", {hands} hand" if hands == 1 else f", {hands} hands"  # in English, as `rules_title` reads it
    return dump(found), f"{name[: LONGEST - len(more)].rstrip()}{more}"


def are_lengths(value: object) -> bool:
    """Whether this plain value, from wherever it comes, is what the database keeps as lengths."""
    return (
        isinstance(value, list)
        and len(value) <= MOST_LENGTHS
        and all(hands is None or (type(hands) is int and 1 <= hands <= MOST_HANDS) for hands in value)
    )


def length_problems(game: AnyGame, rules: Record, size: int, lengths: Lengths) -> Iterator[Problem]:
    """Why rounds of these lengths cannot be played, once for each length. Refuses `no_lengths`, `length_misfit`."""
    for hands in dict.fromkeys(found for found in lengths if found is not None):
        if game.of_length is None:
            yield Problem("no_lengths", "lengths", NO_LENGTHS)
            return
        if game.of_length(rules, size, hands) is None:
            yield Problem("length_misfit", "lengths", Text(MISFIT.template, {"hands": hands, "size": size}))


def length_sentence(lengths: Lengths, size: int) -> str:
    """How long the rounds are, in a sentence; empty where the rules say it."""
    if not any(lengths):
        return ""
    text = _("Hands of the rounds at a table of {size}: {lengths}.")
    return text.format(size=size, lengths=written(lengths))


def difference_sentence(game: AnyGame, rules: Record, size: int, lengths: Lengths, rounds: Sequence[int]) -> str:
    """That these rounds (their numbers) have different lengths, so that their points do not compare; else empty."""
    usual = usual_hands(game, rules, size)
    hands = [(number, hands_of(lengths, number) or usual) for number in rounds]
    if len({length for _number, length in hands}) < 2:
        return ""
    each = [_("{hands} in round {number}").format(hands=length, number=number) for number, length in hands]
    text = _("The rounds have different numbers of hands at a full table: {each}. Their points are added unchanged.")
    return text.format(each=", ".join(each))


def written(lengths: Lengths) -> str:
    """As people write it: "48, 48, 36", or "36 from round 3 on" where the rules say the rounds before."""
    first = next((place for place, hands in enumerate(lengths) if hands is not None), None)
    if first is None:
        return ""
    if first and len(lengths) == first + 1:
        return _("{hands} from round {number} on").format(hands=lengths[first], number=first + 1)
    return ", ".join(AS_RULES if hands is None else str(hands) for hands in lengths)


def read(text: str) -> list[int | None]:
    """What `written` makes, read again. Of each part between commas the first number is the length of the next round,
    or of the round that a second number names, and of all after it.

    Raises:
        ValidationError: a part is neither, or goes back to an earlier round.
    """
    found: list[int | None] = []
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        numbers = [int(number) for number in NUMBER.findall(part)]
        if part in {AS_RULES, "-"}:
            found.append(None)
            continue
        if (
            not 1 <= len(numbers) <= 2
            or not 1 <= numbers[0] <= MOST_HANDS
            or (len(numbers) == 1 and not part.isdigit())
        ):
            raise _unreadable(part)
        at = numbers[1] if len(numbers) > 1 else len(found) + 1
        if not len(found) < at <= MOST_LENGTHS:
            raise _unreadable(part)
        found += [found[-1] if found else None] * (at - len(found) - 1) + [numbers[0]]
    return found if any(found) else []


def _unreadable(part: str) -> ValidationError:
    text = _("“{part}” is not a number of hands. Write hands round by round, like 48, 48, 36, or: 36 from round 3 on.")
    return ValidationError(text.format(part=part), code="lengths_unreadable")


class LengthsField(forms.CharField):
    """The lengths of rounds, as people write them; `usual` is what the rules say, which holds where nothing stands."""

    def __init__(self, lengths: Lengths, usual: int | None = None) -> None:
        example = _("For example: 48, 48, 36. Or: 36 from round 3 on. Leave empty to follow the rules.")
        if usual:
            example = _(
                "For example: 48, 48, 36. Or: 36 from round 3 on. Leave empty for {hands} in every round, as in the "
                "rules."
            ).format(hands=usual)
        super().__init__(
            label=gettext_lazy("Hands of each round, at a full table"),
            required=False,
            max_length=300,
            help_text=example,
            initial=written(lengths),
        )

    def clean(self, value: Any) -> Any:
        """A list of hands, or None for what the rules say."""
        return read(super().clean(value))
