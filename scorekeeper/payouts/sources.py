"""What apps above this one know: things that bookings come from, and who stands where in what prizes are given for.
Settings say who knows which kind."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.amounts import InUnits
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.standings.models import Competition

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
