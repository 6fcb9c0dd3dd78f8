"""Names that are pasted as a list, one a line: who of the book each one is, or whom it may be."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.selectors import alike
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.play.opening.services import Sitter

MOST_NAMES: Final = 100
_LONGEST_LIST: Final = MOST_NAMES * (LONGEST + 2)  # characters
_NUMBERED: Final = re.compile(r"^\s*(?:\d{1,3}[.):]|[-*•])\s+")
_TOO_MANY: Final = gettext_noop("At most {most} names at once, please.")


@dataclass(frozen=True, slots=True)
class PastedName:
    """One line of the list: `player` is the only one of that very name, `asks` whom it may mean instead; of somebody
    new neither."""

    name: str
    player: Player | None = None
    asks: Sequence[Player] = ()

    @property
    def sitter(self) -> Sitter:
        return Sitter(self.player.pk) if self.player else Sitter(name=self.name)


def pasted(club: Club, text: str) -> list[PastedName]:
    """The names of a list, each with whom of the book it means or may mean.

    Raises:
        Refused: `names_many`.
    """
    names = listed(text)
    people = list(Player.objects.people().filter(club=club).order_by("pk"))
    return [_read(people, name) for name in names]


def listed(text: str) -> list[str]:
    """The names of a list, each once, in its order; what numbers the lines is left out.

    Raises:
        Refused: `names_many`.
    """
    lines = [tidied(_NUMBERED.sub("", line)) for line in re.split(r"[\n;\t]", text[:_LONGEST_LIST])]
    names = list({name.casefold(): name for name in lines if name}.values())
    if len(names) > MOST_NAMES or len(text) > _LONGEST_LIST:
        raise Refused([Problem("names_many", "names", Text(_TOO_MANY, {"most": MOST_NAMES}))])
    return names


def _read(people: Sequence[Player], name: str) -> PastedName:
    same = [player for player in people if player.name.casefold() == name.casefold() and player.retired_at is None]
    if len(same) == 1:
        return PastedName(name, same[0])
    return PastedName(name, asks=same or alike(people, name))
