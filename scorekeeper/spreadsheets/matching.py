"""Who is who: the names of a file and the people of the book. One statement, and time that grows with both lists."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.selectors import twins
from scorekeeper.common.ids import digest, uuid7
from scorekeeper.common.names import Alphabetical, word_key

NEW: Final = "new"
MOST_ASKED: Final = 150  # names that need an answer on one page
SOUNDS: Final = (
    ("ä", "a"), ("ö", "o"), ("ü", "u"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ß", "s"), ("th", "t"), ("ph", "f"),
    ("ck", "k"), ("ai", "ei"), ("ay", "ei"), ("ey", "ei"), ("y", "i"), ("dt", "t"),
)  # fmt: skip
DOUBLED: Final = re.compile(r"([^\W\d_])\1")


@dataclass(slots=True)
class Match:
    """A name of the file: the person of the book it is, those it may be, and what was said of it."""

    name: str
    player: Player | None = None
    alike: list[Player] = field(default_factory=list)
    said: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether somebody has to say who it is."""
        return self.player is None and bool(self.alike)

    @property
    def is_settled(self) -> bool:
        return not self.is_asked or bool(self.said)

    @property
    def likely(self) -> str:
        """The answer to begin with: the only one with the same words in any order."""
        turned = [player for player in self.alike if word_key(player.own_name) == word_key(self.name)]
        return str(turned[0].pk) if len(turned) == 1 else ""

    @property
    def chosen(self) -> Player | None:
        """Who it is, once that is settled; None for somebody new."""
        return self.player or next((player for player in self.alike if str(player.pk) == self.said), None)


@dataclass(frozen=True, slots=True)
class Matching:
    """The names of a file, each with what is known of it."""

    matches: Sequence[Match]

    @property
    def known(self) -> list[Match]:
        return [match for match in self.matches if match.player]

    @property
    def new(self) -> list[Match]:
        return [match for match in self.matches if not match.player and not match.alike]

    @property
    def asked(self) -> list[Match]:
        return [match for match in self.matches if match.is_asked]

    @property
    def chosen(self) -> dict[str, Player | None]:
        """Who each name is."""
        return {match.name: match.chosen for match in self.matches}

    @property
    def is_settled(self) -> bool:
        return all(match.is_settled for match in self.matches)


def match(club: Club, names: Sequence[str], said: Mapping[str, str]) -> Matching:
    """Each of these names: written as in the book once, in any case; much like somebody's, which is asked; or new."""
    book = list(Player.objects.people().filter(club=club).order_by(Alphabetical("name"), "pk"))
    by_key: defaultdict[str, list[Player]] = defaultdict(list)
    for player in book:
        by_key[player.own_name.casefold()].append(player)
    found = {name: Match(name, said=said.get(name, "")) for name in names}
    open_names = []
    for name, open_match in found.items():
        same = by_key.get(name.casefold(), [])
        if len(same) == 1:
            open_match.player = same[0]
        elif same:
            open_match.alike = same
        else:
            open_names.append(name)
    _find_alike(book, {name: found[name] for name in open_names})
    for name_match in found.values():
        _settle(name_match)
    return Matching([found[name] for name in names])


def _find_alike(book: Sequence[Player], open_names: Mapping[str, Match]) -> None:
    """Whom each name may mean: by its letters, and by how it sounds, as "Guenther" and "Günter" do."""
    typed = {uuid7(): name_match for name_match in open_names.values()}
    known = {player.pk: player for player in book}
    names = {
        **{pk: player.own_name for pk, player in known.items()},
        **{pk: name_match.name for pk, name_match in typed.items()},
    }
    for spelled in (str, _sounded):
        for one, other in twins([Player(pk=pk, name=spelled(name)) for pk, name in names.items()]):
            if one.pk in known and other.pk in typed and known[one.pk] not in typed[other.pk].alike:
                typed[other.pk].alike.append(known[one.pk])


def _sounded(name: str) -> str:
    """A name without what is spelled one way or another and sounds alike."""
    text = name.casefold()
    for written, sound in SOUNDS:
        text = text.replace(written, sound)
    return DOUBLED.sub(r"\1", text)


def _settle(match: Match) -> None:
    """What was said must still be possible."""
    if match.said not in {NEW, *(str(player.pk) for player in match.alike)}:
        match.said = ""


def answer_key(name: str) -> str:
    """Under what a page sends who a name of its list is."""
    return f"who-{digest([name])[:20]}"


def players_of(matching: Matching) -> dict[str, UUID]:
    """{name: the person of the book} of those who are there."""
    return {match.name: match.chosen.pk for match in matching.matches if match.chosen}
