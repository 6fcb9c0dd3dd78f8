"""The picture of a bracket as pages, screens and papers draw it: parts of rounds of matches of two sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.rounds.results import Played


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: who plays (None: not known yet, or nobody), what stands there, and where they come from.
    `figure` is what they have won in it, where anybody knows."""

    entrant: Entrant | None
    seed: int
    name: str
    comes: str
    figure: str = ""
    has_won: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match as it is shown: `state` is `waits`, `open` (nobody has opened it), `playing`, `level` (over without a
    winner), `played`, `walkover`, `bye` or `none` (nobody comes)."""

    name: str
    title: str
    sides: tuple[BracketSide, BracketSide]
    state: str
    words: str
    played: Played | None

    @property
    def sitting(self) -> Sitting | None:
        return self.played.sitting if self.played else None

    @property
    def is_live(self) -> bool:
        return self.state in {"open", "playing", "level"}


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of one round of the bracket, from the top. `leads` says how they go on to the next round of the
    part: `halves` (two to one), `straight` (one to one), or empty. `short` is what it is called under the title of
    its part."""

    name: str
    title: str
    short: str
    matches: tuple[BracketMatch, ...]
    leads: str = ""

    @property
    def is_over(self) -> bool:
        return all(match.state in {"played", "walkover", "bye", "none"} for match in self.matches)


@dataclass(frozen=True, slots=True)
class BracketPart:
    """The upper bracket, the lower one, or the finals, with their rounds; a bracket of one life is one part."""

    name: str
    title: str
    rounds: tuple[BracketRound, ...]


@dataclass(frozen=True, slots=True)
class BracketPaper:
    """A bracket on paper: its title, what stands under it, and its parts; none while nothing was opened, or is
    official."""

    title: str
    over: Sequence[str]
    parts: Sequence[BracketPart]
