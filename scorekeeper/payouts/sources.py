"""What apps above this one know: things that bookings come from, and who stands where in what prizes are given for.
Settings say who knows which kind; who stands where in a season is known here."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Protocol
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import lines

Entrant = tuple[UUID, ...]
"""The people who play as one, by their lines in the book: one, or those of a pair or a team."""
Ranking = Sequence[Sequence[Entrant]]
"""Who stands where, best first, equal ones together."""


Part = tuple[str, str, bool]
"""A page beside those of the prizes: its address, what it is called, and whether it is the one of the prizes."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a booking comes from: what it is called, its page, and the tables that are part of it."""

    name: str
    link: str
    sittings: tuple[UUID, ...] = ()


def thing(kind: str, pk: UUID, club: UUID) -> Thing | None:
    """The thing of this kind and id in this club; None where nobody knows it."""
    path = settings.SCOREKEEPER_MONEY_SOURCES.get(kind)
    if path is None:
        return None
    reader: Callable[[UUID, UUID], Thing | None] = import_string(path)
    return reader(pk, club)


def names_of(kind: str, pks: Collection[UUID], club: UUID) -> dict[UUID, str]:
    """What things of this kind are called, in one statement; those that nobody knows are left out."""
    path = settings.SCOREKEEPER_MONEY_NAMES.get(kind)
    if path is None:
        return {}
    reader: Callable[[Collection[UUID], UUID], dict[UUID, str]] = import_string(path)
    return reader(pks, club)


def asked_at(about: tuple[str, UUID] | None, club: UUID) -> Callable[[Player, InUnits, int], None] | None:
    """Lock the thing that a payment is for, so that what is collected there and what is paid for it come one after
    the other; whoever calls locks nothing before. What is returned refuses what this person has not left to pay the
    club for it. None where nothing is collected there.
    """
    path = settings.SCOREKEEPER_MONEY_ASKED.get(about[0]) if about else None
    if about is None or path is None:
        return None
    reader: Callable[[UUID, UUID], Callable[[Player, InUnits, int], None] | None] = import_string(path)
    return reader(about[1], club)


class Ranks(Protocol):
    """Who stands where in a season, or in a tournament."""

    def ranking(self, competition: Competition, only: Collection[UUID], *, official: bool) -> Ranking:
        """Of the entrants with one of these people, or of all where there are none."""

    def not_final(self, competition: Competition) -> tuple[Problem, ...]:
        """Why its standings are not official yet."""

    def took_part(self, competition: Competition) -> Collection[UUID]:
        """Everybody who plays in it, by person."""

    def replaced(self, competition: Competition) -> Collection[UUID]:
        """Who has entered, and somebody else plays for them now: an entry of theirs is that of the one who plays."""

    def groups(self, competition: Competition) -> Mapping[Entrant, str] | None:
        """Which entrants belong together, where a pool may give the best of each a prize and no other; None where
        nobody says so, as in a season. Whoever belongs to none is left out."""

    def origins(self, competition: Competition) -> Collection[str]:
        """The clubs that entrants come from, as they are written; none in a season."""

    def page(self, competition: Competition) -> str:
        """The address of its own page."""

    def parts(self, competition: Competition, reader: User) -> Sequence[Part]:
        """The pages that it shares a frame with, for this reader; none where its prizes stand alone."""

    def receipts(self, competition: Competition) -> str:
        """The address of the receipts to sign, once its prizes are awarded; empty where it has none."""


def ranks_of(competition: Competition) -> Ranks:
    """Who knows the standings of this competition."""
    ranks: Ranks = import_string(settings.SCOREKEEPER_RANKS[competition.kind])()
    return ranks


class SeasonRanks:
    """The standings of a season; each player is an entrant."""

    def ranking(self, competition: Competition, only: Collection[UUID], *, official: bool) -> Ranking:
        found = lines(competition, official=official).ranked
        groups = ([row.row.player_id for row in tied] for _rank, tied in groupby(found, key=lambda row: row.rank))
        asked = ([(who,) for who in tied if not only or who in only] for tied in groups)
        return [tied for tied in asked if tied]

    def not_final(self, competition: Competition) -> tuple[Problem, ...]:
        """Refuses `season_runs`, `hands_disputed`, `sheets_open`, `sheets_to_be_accepted`, `sheets_unsigned`."""
        found = []
        if not competition.ended_at:
            found.append(Problem("season_runs", "", Text(_RUNS)))
        if competition.disputed:
            found.append(Problem("hands_disputed", "", Text(_DISPUTED, {"number": competition.disputed})))
        still_open = competition.sittings.running().count()
        if still_open:
            found.append(Problem("sheets_open", "", Text(_OPEN, {"number": still_open})))
        waiting = competition.sittings.to_be_accepted().count()
        if waiting:
            found.append(Problem("sheets_to_be_accepted", "", Text(_TO_BE_ACCEPTED, {"number": waiting})))
        if not still_open and not waiting and not lines(competition, official=False).is_sealed:
            found.append(Problem("sheets_unsigned", "", Text(_UNSIGNED)))
        return tuple(found)

    def took_part(self, competition: Competition) -> Collection[UUID]:
        return {line.player_id for line in lines(competition, official=False).all_of_them}

    def replaced(self, competition: Competition) -> Collection[UUID]:
        return ()

    def groups(self, competition: Competition) -> None:
        return None

    def origins(self, competition: Competition) -> tuple[str, ...]:
        return ()

    def page(self, competition: Competition) -> str:
        return reverse("season_detail", args=[competition.pk])

    def parts(self, competition: Competition, reader: User) -> list[Part]:
        return []

    def receipts(self, competition: Competition) -> str:
        return ""


_RUNS: Final = gettext_noop("The season is still running. End it first, so that no more results are added.")
_DISPUTED: Final = gettext_noop("Disputed hands: {number}. A director must decide them first.")
_OPEN: Final = gettext_noop("Open sheets of this season: {number}. Close them first.")
_TO_BE_ACCEPTED: Final = gettext_noop(
    "Sheets of this season signed only by phones with the code: {number}. A scorer or "
    "director must make them official first."
)
_UNSIGNED: Final = gettext_noop("Some sheets are not official yet, so their points can still change.")
