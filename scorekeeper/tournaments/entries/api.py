"""The door of programs to entries and seeding, to who is here and to who has paid."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS, Act
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.texts import translated
from scorekeeper.payouts.pools.services import Ticked
from scorekeeper.tournaments.api import CONDITIONAL, AtTournament, OfEntrant, TournamentView
from scorekeeper.tournaments.entries import attending, records, services
from scorekeeper.tournaments.entries.importing import EnteredList, ListLine, enter_text
from scorekeeper.tournaments.entries.reads import Line, absences_of, acts_of, entry_list, seeds_of
from scorekeeper.tournaments.fees.reads import fees_of
from scorekeeper.tournaments.fees.services import NO_FEES, give_fee_back, tick_fees, untick_fees
from scorekeeper.tournaments.models import DeskAct, Entrant, Tournament
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.records import DeskActBody
from scorekeeper.tournaments.rounds.field import active, called, with_players


class TournamentEntries(TournamentView):
    """The list of entries."""

    shown_while_held = True

    @extend_schema(operation_id="tournament_entries", responses={200: records.EntriesBody, **CONDITIONAL})
    def get(self, request: Request, tournament: UUID) -> Any:
        """List the entries of a tournament.

        Lists everybody who has entered a tournament. Send the ETag back to learn whether the list has changed.
        """
        found, _here = self.tournament(request, tournament)
        return self.told(request, _entries(found).model_dump())


class EntrantDetail(TournamentView):
    """One entrant."""

    shown_while_held = True

    @extend_schema(operation_id="entrant", responses={200: records.EntrantDetailBody, **READ_REFUSALS})
    def get(self, request: Request, entrant: UUID) -> Response:
        """Read an entrant.

        A scorer reads who plays for an entrant, which rounds they sit out, and what was done.
        """
        found, here = self.entrant(request, entrant)
        require(can_desk(here.role))
        return Response(_detail(found).model_dump())


class TournamentFees(TournamentView):
    """The fees of a tournament."""

    @extend_schema(
        operation_id="tournament_fees", responses={200: records.FeesBody, **READ_REFUSALS, 409: REFUSALS[409]}
    )
    def get(self, request: Request, tournament: UUID) -> Response:
        """Read the entry fees.

        A director reads the price of an entry, and for each entrant what is booked, paid and owed.

        Raises:
            Conflict: `no_fees`.
        """
        found, here = self.tournament(request, tournament)
        require(can_plan(here.role))
        return Response(records.FeesBody(**_fees(found)).model_dump())


class EntrantAtDesk(OfEntrant):
    """Acts of who works at the desk on an entrant."""

    rights = {"POST": can_desk}

    def shown(self, _done: object) -> records.EntrantDetailBody:
        return _detail(self.found)


class Seeding(AtTournament):
    """Acts on the seeds."""

    rights = {"POST": can_desk}

    def shown(self, _order: object) -> records.EntriesBody:
        return _entries(self.found)


class FeesOfTournament(AtTournament):
    """Acts on the fees of a tournament."""

    rights = {"POST": can_plan}

    def shown(self, _done: object) -> records.FeesBody:
        return records.FeesBody(**_fees(self.found))


class TickedFees(AtTournament):
    """Ticking fees off."""

    rights = {"POST": can_plan}

    def shown(self, ticked: Ticked) -> records.TickedBody:
        return records.TickedBody(**_fees(self.found), step=UUID(ticked.step), amount=ticked.amount)


class FeeOfEntrant(OfEntrant):
    """Acts on the fee of an entrant."""

    rights = {"POST": can_plan}

    def shown(self, _done: object) -> records.FeesBody:
        return records.FeesBody(**_fees(self.found.tournament))


def _entries(found: Tournament) -> records.EntriesBody:
    return records.EntriesBody(entries=[records.EntrantBody.of(line) for line in entry_list(found).lines])


def _line(entrant: Entrant) -> Line:
    """An entrant as it stands now."""
    found = with_players(Entrant.objects.select_related("tournament")).get(pk=entrant.pk)
    seeds = seeds_of(found.tournament, list(found.tournament.entrants.all()))
    return Line(found, called(found), active(found), seeds.get(found.pk, 0))


def _entered(entered: services.Entered) -> records.EntrantBody:
    return records.EntrantBody.of(_line(entered.entrant))


def _mine(entrant: Entrant | None) -> records.MineBody:
    return records.MineBody(entrant=records.EntrantBody.of(_line(entrant)) if entrant else None)


def _detail(entrant: Entrant) -> records.EntrantDetailBody:
    """An entrant with what was done."""
    missed = [
        records.MissedBody(stage=stage, round=number)
        for (stage, number), kind in absences_of(entrant).items()
        if kind == DeskAct.Kind.ABSENT
    ]
    acts = acts_of(entrant.tournament).filter(entrant=entrant).select_related("taken_back_by")
    line = records.EntrantBody.of(_line(entrant))
    return records.EntrantDetailBody(**dict(line), missed=missed, acts=[DeskActBody.of(act) for act in acts])


def _came(came: attending.CameIn) -> records.CameBody:
    return records.CameBody(step=came.step, entrants=[entrant.pk for entrant in came.entrants])


def _fees(tournament: Tournament) -> dict[str, Any]:
    """How everybody stands with the fee now. Raises Conflict `no_fees`."""
    fees = fees_of(tournament)
    if fees is None:
        raise Conflict("no_fees", str(NO_FEES))
    lines = [(entrant.pk, fees.of(entrant)) for entrant in with_players(tournament.entrants.order_by("number"))]
    return {
        "price": fees.price,
        "unit": fees.unit.unit,
        "decimals": fees.unit.decimals,
        "fees": [
            records.FeeBody(entrant=pk, asked=fee.asked, booked=len(fee.booked), paid=fee.paid, owes=fee.owes)
            for pk, fee in lines
        ],
    }


def _list(entered: EnteredList) -> records.ListBody:
    """What a list has come to."""
    made = {entrant.pk for entrant in entered.made}
    return records.ListBody(
        dry=entered.dry,
        is_whole=entered.is_whole,
        lines=[_list_line(line) for line in entered.lines],
        entries=[
            records.EntrantBody.of(line) for line in entry_list(entered.tournament).lines if line.entrant.pk in made
        ],
        unread=entered.reading.unread,
        passed_over=[row.number for row in (*entered.reading.passed, *entered.reading.sums)],
    )


def _list_line(line: ListLine) -> records.ListLineBody:
    """A line of a list, and what is wrong with it."""
    return records.ListLineBody(
        number=line.number,
        names=line.names,
        team=line.team,
        origin=line.origin,
        rating=line.rating,
        new=line.new,
        alike=[records.AlikeBody(name=name, book=book) for name, book in line.alike.items()],
        has_entered=line.has_entered,
        changes=[records.ListChangeBody.of(change) for change in line.changes],
        waits=line.waits,
        problems=[translated(problem) for problem in line.problems],
    )


tournament_enter = Act(
    operation="tournament_enter",
    summary="Enter somebody",
    about="A scorer enters a person, a pair or a team. If there is no place they go on the waiting list; a new name "
    "becomes a new guest.",
    asks=records.NewEntry,
    does=services.enter,
    gives=records.EntrantBody,
    shown=_entered,
    status=201,
    is_keyed=True,
    may_repeat="Entered before.",
).at(AtTournament, rights={"POST": can_desk})
tournament_enter_list = Act(
    operation="tournament_enter_list",
    summary="Enter a list",
    about="A scorer checks a list (`dry`), or enters all of it or nothing. Each problem names its line.",
    asks=records.EntryText,
    does=enter_text,
    gives=records.ListBody,
    shown=_list,
).at(AtTournament, rights={"POST": can_desk})
tournament_sign_up = Act(
    operation="tournament_sign_up",
    summary="Enter yourself",
    about="A member enters with the partners they name. A repeated call changes nothing.",
    asks=records.SignUp,
    does=services.sign_up,
    gives=records.MineBody,
    shown=_mine,
).at(AtTournament, shown_while_held=True)
tournament_sign_off = Act(
    operation="tournament_sign_off",
    summary="Withdraw your own entry",
    about="A member withdraws their own entry, or that of their pair or team. The first on the waiting list moves up.",
    does=services.sign_off,
    gives=records.MineBody,
    shown=_mine,
).at(AtTournament, shown_while_held=True)
tournament_seeds = Act(
    operation="tournament_seeds",
    summary="Set the seeding",
    about="A scorer sets the seeding by hand, or by rating again, until the first stage has begun.",
    asks=records.SeedOrder,
    does=services.set_seeds,
    gives=records.EntriesBody,
).at(Seeding)
all_are_here = Act(
    operation="all_here",
    summary="Check everybody in",
    about="A scorer checks in all expected entrants, except those who miss the coming round where each round has a "
    "check-in. A repeated call changes nothing.",
    does=attending.all_here,
    gives=records.CameBody,
    shown=_came,
).at(AtTournament, rights={"POST": can_desk})
all_here_undo = Act(
    operation="all_here_undo",
    summary="Undo checking everybody in",
    about="Entrants who were checked in together are expected again unless they have played since; a scorer decides.",
    asks=records.DeskStep,
    does=attending.undo_all_here,
    gives=records.CameBody,
    shown=_came,
).at(AtTournament, rights={"POST": can_desk})
tournament_paid = Act(
    operation="tournament_paid",
    summary="Record entry fees as paid",
    about="A director records that these entrants, or all who are here and owe a fee, have paid. The fee is booked as "
    "owed and as paid into the club's box at once. Fees that are paid already are left out.",
    asks=records.FeesPaid,
    does=tick_fees,
    gives=records.TickedBody,
).at(TickedFees)
tournament_unpaid = Act(
    operation="tournament_unpaid",
    summary="Take back paid entry fees",
    about="A director takes back the paid fees of these entrants, or all of one step, with their bookings.",
    asks=records.FeesUnpaid,
    does=untick_fees,
    gives=records.FeesBody,
).at(FeesOfTournament)
entrant_fee_back = Act(
    operation="entrant_fee_back",
    summary="Return an entry fee",
    about="A director returns the fee of an entrant who does not come or has left: the fee is reversed, and a paid fee "
    "leaves the club's box.",
    asks=records.FeeReturn,
    does=give_fee_back,
    gives=records.FeesBody,
).at(FeeOfEntrant)
entrant_change = Act(
    operation="entrant_change",
    summary="Change the details of an entrant",
    about="A scorer changes the name, the origin or the rating of an entrant. Fields that are not sent stay as they "
    "are.",
    asks=records.EntrantChange,
    does=services.change_entrant,
    gives=records.EntrantDetailBody,
).at(EntrantAtDesk)
entrant_mark = Act(
    operation="entrant_mark",
    summary="Set the state of an entrant",
    about="A scorer marks an entrant as here, absent, left or back, or moves them up from the waiting list. A repeated "
    "mark changes nothing.",
    asks=records.EntrantMark,
    does=attending.mark,
    gives=records.EntrantDetailBody,
).at(EntrantAtDesk)
entrant_miss = Act(
    operation="entrant_miss",
    summary="Let an entrant sit out a round",
    about="A scorer notes that an entrant sits out a round that is not published yet, or plays it after all.",
    asks=records.Miss,
    does=attending.miss_round,
    gives=records.EntrantDetailBody,
).at(EntrantAtDesk)
entrant_late = Act(
    operation="entrant_late",
    summary="Let an entrant in late",
    about="A scorer lets an entrant join a stage in this round; the rounds before it count as missed. For the "
    "next round "
    "the entrant joins at once.",
    asks=records.LateEntry,
    does=attending.comes_late,
    gives=records.EntrantDetailBody,
).at(EntrantAtDesk)
entrant_substitute = Act(
    operation="entrant_substitute",
    summary="Bring in a substitute",
    about="From now on somebody else plays for a member of a pair or a team, or in place of a single entrant; a scorer "
    "decides. For a single entrant the plan of the stage says whether the points so far are kept.",
    asks=records.PlaysFor,
    does=attending.substitute,
    gives=records.EntrantDetailBody,
).at(EntrantAtDesk)
entrant_seed = Act(
    operation="entrant_seed",
    summary="Seed an entrant",
    about="A scorer puts an entrant at a place of the seeding until the first stage has begun.",
    asks=records.SeedPlace,
    does=services.set_seed,
    gives=records.EntrantDetailBody,
).at(EntrantAtDesk)
