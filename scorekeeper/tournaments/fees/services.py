"""Entry fees of a tournament are ticked and given back, and what its prizes go by is opened."""

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.payouts.models import PoolAct
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.pools.awarding import mark_people
from scorekeeper.payouts.pools.services import Ticked, give_back, tick_paid, untick_paid
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.acting import locked, refused, role_at
from scorekeeper.tournaments.entries.records import FeeReturn, FeesPaid, FeesUnpaid
from scorekeeper.tournaments.fees.reads import Fees, fees_of
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.rounds.field import called, with_players

NO_FEES: Final = gettext_lazy("There is no entry fee here. First set one under Prizes.")


@transaction.atomic
def tick_fees(paid: FeesPaid, *, tournament_id: UUID, by: User, now: datetime) -> Ticked:
    """These entrants, or all who are here and owe, have paid their fees into the club's box. Whose fee is not booked
    yet, it is with it; nothing waits for anybody. `amount` is what was shown as owed by them together.

    Raises:
        Conflict: `no_fees`; `dues_changed`: they owe something else by now; `awarded`.
        PermissionDenied: not a director.
        Refused: `entrant_unknown`; `nothing_owed`: none of those who were named owes anything; `limit_passed`;
            `amount_too_large`.
    """
    tournament, fees, competition = _kept(tournament_id, by)
    found = _chosen(tournament, paid.entrants)
    people = [who for entrant in found if (fee := fees.of(entrant)).owes > 0 for who in fee.people]
    if paid.entrants and not people:
        raise refused("nothing_owed", "entrants", gettext_noop("They owe nothing."))
    return tick_paid(competition=competition, by=by, player_ids=people, now=now, amount=paid.amount)


@transaction.atomic
def untick_fees(unpaid: FeesUnpaid, *, tournament_id: UUID, by: User, now: datetime) -> list[PoolAct]:
    """These entrants have not paid after all; or all who were ticked off in one `step`. What the ticks have booked is
    booked back with them.

    Raises:
        Conflict: `no_fees`.
        PermissionDenied: not a director.
        Refused: `entrant_unknown`; `amount_too_large`.
    """
    tournament, fees, competition = _kept(tournament_id, by)
    found = _chosen(tournament, unpaid.entrants) if unpaid.entrants else []
    people = [who for entrant in found for who in fees.of(entrant).people]
    step = str(unpaid.step) if unpaid.step else ""
    return untick_paid(competition=competition, by=by, player_ids=people, step=step, now=now)


@transaction.atomic
def give_fee_back(back: FeeReturn, *, entrant_id: UUID, by: User, now: datetime) -> list[PoolAct]:
    """Somebody who does not come, or has left, gets the fee back: it is booked back, and what was paid comes out of the
    club's box. Without a reason how they stand is the reason.

    Raises:
        Conflict: `no_fees`; `takes_part`: they still play; `awarded`.
        PermissionDenied: not a director.
        Refused: `entrant_unknown`, `reason_too_long`, `reason_missing`, `amount_too_large`.
    """
    tournament, fees, competition = _kept(Entrant.objects.values_list("tournament", flat=True).get(pk=entrant_id), by)
    entrant = _chosen(tournament, [entrant_id])[0]
    if entrant.state not in {Entrant.State.CANCELLED, Entrant.State.WITHDRAWN}:
        text = _("{name} is taking part. First mark this person as not coming or as having left.")
        raise Conflict("takes_part", text.format(name=called(entrant)))
    people, why = fees.of(entrant).people, back.reason or str(entrant.get_state_display())
    return give_back(competition=competition, by=by, player_ids=people, reason=why, now=now)


def _kept(tournament_id: UUID, by: User) -> tuple[Tournament, Fees, Competition]:
    """The locked tournament with its fees, for who keeps the club's money. Raises Conflict `no_fees`."""
    tournament = locked(tournament_id)
    require(can_keep_money(role_at(by, tournament)))
    fees = fees_of(tournament)
    if fees is None or tournament.competition is None:
        raise Conflict("no_fees", str(NO_FEES))
    return tournament, fees, tournament.competition


def _chosen(tournament: Tournament, entrants: Collection[UUID] | None) -> list[Entrant]:
    """These, or all who are here. Raises Refused `entrant_unknown`."""
    found = with_players(tournament.entrants.order_by("number"))
    if entrants is None:
        return list(found.filter(state=Entrant.State.HERE))
    chosen = list(found.filter(pk__in=entrants))
    if len(chosen) < len(set(entrants)):
        raise refused("entrant_unknown", "entrants", gettext_noop("Nobody with this name is on the list."))
    return chosen


@transaction.atomic
def open_prizes(*, tournament_id: UUID, by: User) -> Competition:
    """What the prizes of this tournament go by; asked twice it is the same.

    Raises:
        Conflict: `no_money`: the club plays for points.
        PermissionDenied: not who keeps the money.
    """
    found = locked(tournament_id)
    require(can_keep_money(role_at(by, found)))
    if found.competition:
        return found.competition
    if not found.club.keeps_money:
        raise Conflict("no_money", _("This club plays for points, so there is no prize pool."))
    made = Competition.everything.create(
        pk=found.pk,
        club=found.club,
        kind=Competition.Kind.TOURNAMENT,
        name=found.name,
        game=found.game,
        system=next(iter(found.plays.systems)),
        created_at=found.made_at,
    )
    found.competition = made
    found.save(update_fields=["competition"])
    return made


@transaction.atomic
def mark_entrant(
    *, entrant_id: UUID, by: User, given: Collection[str] = (), taken: Collection[str] = (), now: datetime
) -> None:
    """All who play for an entrant get the marks `given` for prizes of groups, and have those `taken` no longer.

    Raises:
        Conflict, PermissionDenied: as `open_prizes`.
        Refused: `mark_wrong`, `too_many`.
    """
    entrant = Entrant.objects.get(pk=entrant_id)
    competition = open_prizes(tournament_id=entrant.tournament_id, by=by)
    people = list(entrant.players.filter(is_active=True).values_list("player", flat=True))
    mark_people(competition=competition, by=by, player_ids=people, given=given, taken=taken, now=now)
