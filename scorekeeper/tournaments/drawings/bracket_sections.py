"""How a bracket is cut into pieces that fit on paper: rounds side by side, matches below one another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.pairing.brackets import THIRD
from scorekeeper.tournaments.formats.picture import BracketMatch, BracketPart, BracketRound

BELOW = 1.6  # slots from the final to the match for the third place
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Section:
    """Rounds that stand side by side, each of as many matches as the one before or of half as many. `third` is the
    match for the third place, below the final."""

    title: str
    rounds: tuple[BracketRound, ...]
    third: BracketRound | None = None

    @property
    def slots(self) -> float:
        """How many matches high it is."""
        first = len(self.rounds[0].matches)
        return max(first, first * HALF + BELOW + HALF) if self.third else first


def sections_of(part: BracketPart, across: int, down: int) -> list[Section]:
    """The pieces of a part, those of its last rounds last. Each goes on with the round the ones before it end with."""
    rounds = [one for one in part.rounds if one.name != THIRD]
    found: list[Section] = []
    begin = 0
    while not found or begin < len(rounds) - 1:
        shown, pieces = _together(rounds[begin:], across, down)
        found += [Section(part.title, tuple(_piece(one, pieces, nth) for one in shown)) for nth in range(pieces)]
        begin += max(len(shown) - 1, 1)
    third = next((one for one in part.rounds if one.name == THIRD), None)
    found[-1] = replace(found[-1], third=third)
    if len(found) == 1:
        return found
    title = _("{part}, {number} of {all}")
    return [
        replace(one, title=title.format(part=part.title, number=nth, all=len(found)))
        for nth, one in enumerate(found, 1)
    ]


def _together(rounds: Sequence[BracketRound], across: int, down: int) -> tuple[Sequence[BracketRound], int]:
    """The next rounds that fit side by side, and into how many pieces they fall."""
    first = len(rounds[0].matches)
    pieces = -(-first // down)
    sheets = max(1, -(-(len(rounds) - 1) // (across - 1)))
    most = -(-(len(rounds) - 1) // sheets) + 1
    return [one for one in rounds[:most] if len(one.matches) >= pieces], pieces


def _piece(one: BracketRound, pieces: int, nth: int) -> BracketRound:
    each = len(one.matches) // pieces
    return replace(one, matches=one.matches[nth * each : (nth + 1) * each])


def middles(section: Section) -> Iterator[list[tuple[BracketMatch, float]]]:
    """Of each round its matches with where the middle of each is, in slots from the top."""
    before: list[float] = []
    for one in section.rounds:
        if not before:
            before = [number + HALF for number in range(len(one.matches))]
        elif len(one.matches) < len(before):
            before = [(up + low) / 2 for up, low in zip(before[::2], before[1::2], strict=True)]
        yield list(zip(one.matches, before, strict=True))
