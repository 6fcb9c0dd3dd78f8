"""A tournament that is opened from a file: what the file is, who is in it, and what became of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.calling import new_line, taken_names
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import clean_name
from scorekeeper.spreadsheets.matching import Matching
from scorekeeper.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class OpeningTerms:
    """Into which club a file is opened, by whom, what was said of its names (`said`), and when. `game` is what was
    played, where the file does not say it."""

    club: Club
    by: User
    said: dict[str, str]
    now: datetime
    game: str = ""


@dataclass(slots=True, kw_only=True)
class Opening:
    """What opening a file does, or did. `source` is whose it was, `made_at` when it was written; `facts` say in
    sentences what is in it, `stays` what of it does not come along. `there` is the tournament where the file was opened
    before. `games` are those that can have been played, where the file does not say it, and `game` the one that was
    chosen. `problems` are why it can't be opened."""

    name: str
    source: str
    made_at: str
    starts_at: datetime | None
    matching: Matching
    facts: Sequence[Text] = ()
    stays: Sequence[Text] = ()
    there: Tournament | None = None
    games: Sequence[str] = ()
    game: str = ""
    problems: list[Problem] = field(default_factory=list)
    tournament: Tournament | None = None

    @property
    def is_ready(self) -> bool:
        is_said = not self.games or bool(self.game)
        return is_said and self.matching.is_settled and not self.problems and self.there is None


def called_apart(names: Sequence[str]) -> list[str]:
    """These names, tidied; whoever is called like somebody before them with a number behind.

    Raises:
        Refused: as `clean_name`: one is no name.
    """
    found: dict[str, None] = {}
    so_far: Counter[str] = Counter()
    for name in names:
        called = tidy = clean_name(name, "name")
        while called in found:
            so_far[tidy] += 1
            called = f"{tidy[:70]} ({so_far[tidy] + 1})"
        found[called] = None
    return list(found)


def doubled(matching: Matching) -> list[Problem]:
    """Two of the file who would be one person of the book. Refuses `two_are_one`."""
    seen: dict[object, str] = {}
    found = []
    for match in matching.matches:
        if match.chosen is None:
            continue
        if match.chosen.pk in seen:
            values = {"one": seen[match.chosen.pk], "other": match.name, "name": match.chosen.name}
            found.append(Problem("two_are_one", "", Text(TWO_ARE_ONE, values)))
        seen[match.chosen.pk] = match.name
    return found


def lines_in_book(club: Club, matching: Matching, now: datetime) -> dict[str, Player]:
    """{name of the file: the line of the book}; who is new is written in as a guest. The book is locked."""
    found, taken = {}, taken_names(club)
    for match in matching.matches:
        found[match.name] = match.chosen or new_line(club, match.name, taken)
        if match.chosen is None:
            found[match.name].created_at = now
    Player.objects.bulk_create([found[match.name] for match in matching.matches if match.chosen is None])
    return found


TWO_ARE_ONE = gettext_noop("Both {one} and {other} in the file are matched to {name}. Mark one of them as new.")
