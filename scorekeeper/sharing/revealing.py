"""What a ceremony reveals, turn by turn: the places of a tournament from the last to the first, then special prizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_name
from scorekeeper.common.texts import amount_words
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.pools.reads import Given, PoolNow, outlook, people, ranking_of
from scorekeeper.sharing.models import Ceremony
from scorekeeper.sharing.screens import names_of
from scorekeeper.sharing.services import CeremonyStart, CeremonyTurn
from scorekeeper.tournaments.acting import locked, role_at
from scorekeeper.tournaments.ending.services import release
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import EntrantPlayer, Tournament
from scorekeeper.tournaments.planning.services import is_called_off
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.standing.reads import final_lines

MOST_BESIDE: Final = 8  # of those who are revealed already, beside the newest ones


@dataclass(frozen=True, slots=True)
class Honoured:
    """Somebody who is revealed: with the points and the prize in words, where there are any."""

    name: str
    points: str = ""
    prize: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one key reveals: a place, with all who share it, or a special prize, which has no `place`."""

    title: str
    honoured: Sequence[Honoured]
    place: str = ""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A ceremony as it stands: `now` is the newest turn, None before the first; `before` are the turns that came
    before it, the newest first."""

    tournament: Tournament
    ceremony: Ceremony
    turns: Sequence[Turn]

    @property
    def at(self) -> int:
        """How many turns are revealed."""
        return min(self.ceremony.turn, len(self.turns))

    @property
    def of(self) -> int:
        return len(self.turns)

    @property
    def now(self) -> Turn | None:
        return self.turns[self.at - 1] if self.at else None

    @property
    def before(self) -> Sequence[Turn]:
        return self.turns[max(self.at - 1 - MOST_BESIDE, 0) : max(self.at - 1, 0)][::-1]

    @property
    def next(self) -> int | None:
        return self.at + 1 if self.at < self.of else None

    @property
    def back(self) -> int | None:
        return self.at - 1 if self.at else None

    @property
    def news(self) -> str:
        """What is read out to who hears the page."""
        if self.now is None:
            return ""
        sentence = ", ".join(
            " ".join(filter(None, (honoured.name, honoured.points, honoured.prize))) for honoured in self.now.honoured
        )
        return pgettext("note", "{place}: {names}").format(place=self.now.title, names=sentence)


def ceremony_of(tournament: Tournament) -> Ceremony | None:
    """The one that is on."""
    return Ceremony.objects.filter(tournament=tournament, ended_at=None).first()


def shown_at(ceremony: Ceremony, tournament: Tournament) -> Shown:
    """All of it, with everybody called by their short name, as on the screen of the room."""
    return Shown(tournament, ceremony, turns_of(tournament, ceremony.since))


def stamp_of(ceremony: Ceremony) -> str:
    """Another one with each turn."""
    return digest([repr((ceremony.pk, ceremony.turn, ceremony.since, ceremony.begun_at, ceremony.ended_at))])[:16]


def turns_of(tournament: Tournament, since: int | None) -> list[Turn]:
    """From the last place, or from place `since`, to the first, those who share one together; then special prizes."""
    names, points = names_of(tournament), _points(tournament)
    prizes, specials = _prizes(tournament)
    lines = final_lines(tournament, official=True)
    turns = []
    for first, tied in groupby(lines, key=attrgetter("first")):
        if since is not None and first > since:
            continue
        own = list(tied)
        honoured = [
            Honoured(names[line.entrant.pk], points.get(line.entrant.pk, ""), prizes.get(line.entrant.pk, ""))
            for line in own
        ]
        words = pgettext("note", "Places {place}") if own[0].is_shared else pgettext("note", "Place {place}")
        title = words.format(place=own[0].place)
        turns.append(Turn(title, honoured, own[0].place, is_first=first == 1))
    return [*reversed(turns), *specials]


def _points(tournament: Tournament) -> dict[UUID, str]:
    """{entrant: the points of the last stage it was in, in words}"""
    found: dict[UUID, str] = {}
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        standing = format_of(stage).counted_standing(stage, official=True)
        if standing is None:
            found = {}
            continue
        for row in standing.rows:
            if row.total is not None:
                words = amount_words(row.total, standing.unit)
                found[row.entrant] = row.figure or (
                    words if standing.unit.unit else pgettext("note", "{number} points").format(number=words)
                )
    return found


def _prizes(tournament: Tournament) -> tuple[Mapping[UUID, str], list[Turn]]:
    """What each entrant gets in words, as it was awarded or would be now, and the special prizes."""
    pool = PrizePool.objects.filter(competition__tournament=tournament).select_related("competition").first()
    given = _given(pool) if pool else None
    if pool is None or given is None:
        return {}, []
    unit, sums = pool.in_unit, dict[UUID, int]()
    plays = EntrantPlayer.objects.filter(entrant__tournament=tournament, is_active=True).select_related("player")
    entrant_of = {play.player.identity: play.entrant_id for play in plays}
    players = people(
        tournament.club_id, [*(prize.player for prize in given.prizes), *(special.player for special in given.specials)]
    )
    for award in given.paid:
        entrant = entrant_of.get(players[award.player].identity)
        if entrant:
            sums[entrant] = sums.get(entrant, 0) + award.amount
    specials = [
        Turn(
            special.cause,
            [Honoured(public_name(players[special.player].person.name), prize=amount_words(special.amount, unit))]
            if special.player
            else [Honoured(pgettext("note", "nobody"), prize=amount_words(special.amount, unit))],
        )
        for special in given.specials
    ]
    return {entrant: amount_words(amount, unit) for entrant, amount in sums.items()}, specials


def _given(pool: PrizePool) -> Given | None:
    now = PoolNow(pool)
    if now.award:
        return Given.from_json(now.award.detail)
    entrants = list(now.entrants)
    return outlook(now, ranking_of(pool.competition, entrants, official=True)).given


@transaction.atomic
def begin_ceremony(asked: CeremonyStart, *, tournament_id: UUID, by: User, now: datetime) -> Ceremony:
    """Reveal the places of a tournament that has ended: from the last one, or from place `since`. One that is on, or
    over, begins anew.

    Raises:
        Conflict: `tournament_runs`: it has no final places yet.
        PermissionDenied: not a director.
        Refused: `place_unknown`: nobody stands at this place.
    """
    found = _at(tournament_id, by)
    if not found.is_ended or is_called_off(found):
        raise Conflict("tournament_runs", _("End the tournament first: then its places are final."))
    since = asked.since
    if since is not None and not 1 <= since <= found.entrants.count():
        text = Text(gettext_noop("Choose a place from 1 to {most}."), {"most": found.entrants.count()})
        raise Refused([Problem("place_unknown", "since", text)])
    values = {"club_id": found.club_id, "since": since, "turn": 0, "begun_at": now, "ended_at": None}
    return Ceremony.objects.update_or_create(tournament=found, defaults=values)[0]


@transaction.atomic
def turn_to(asked: CeremonyTurn, *, tournament_id: UUID, by: User) -> Ceremony:
    """Have so many turns revealed. Done twice it is done once.

    Raises:
        Conflict: `no_ceremony`.
        PermissionDenied: not a director.
    """
    found = _at(tournament_id, by)
    ceremony = Ceremony.objects.filter(tournament=found, ended_at=None).first()
    if ceremony is None:
        raise Conflict("no_ceremony", _("The ceremony is over, or has not begun."))
    ceremony.turn = min(asked.turn, len(turns_of(found, ceremony.since)))
    ceremony.save(update_fields=["turn"])
    return ceremony


@transaction.atomic
def end_ceremony(*, tournament_id: UUID, by: User, now: datetime) -> None:
    """The ceremony is over, and the standing is released. Done twice it is done once.

    Raises:
        PermissionDenied: not a director.
    """
    found = _at(tournament_id, by)
    Ceremony.objects.filter(tournament=found, ended_at=None).update(ended_at=now)
    release(tournament_id=tournament_id, by=by, now=now)


def _at(tournament_id: UUID, by: User) -> Tournament:
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    return found
