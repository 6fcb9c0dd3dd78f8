"""Where somebody stands in a tournament, in the words of the format that is played: a rank, still in, or out."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.tournaments.rounds.units import place_words


@dataclass(frozen=True, slots=True)
class Stand:
    """A place from `first` to the `last` of those who share it, `of` so many: over the whole tournament, or, with
    `stage`, in that stage as if it ended now; `group` is its number where there are several. In a bracket or a
    knock-out somebody `is_in` or has this place because they are out. `ahead` says what comes next in a bracket."""

    first: int
    last: int
    of: int
    stage: UUID | None = None
    group: int = 0
    is_out: bool = False
    is_in: bool = False
    is_bracket: bool = False
    ahead: str = ""

    @property
    def is_shared(self) -> bool:
        return self.first < self.last

    @property
    def words(self) -> str:
        """The place, or the places that are shared."""
        return place_words(self.first, self.last)
