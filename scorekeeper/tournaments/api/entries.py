"""Who takes part, by programs: the list, entering, signing up, seeds, lists of entries."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.values import Problem
from scorekeeper.common.api import REFUSALS, Again, key_of
from scorekeeper.common.errors import Refused, require
from scorekeeper.spreadsheets.reading import Reading, read
from scorekeeper.spreadsheets.refusing import Unreadable
from scorekeeper.tournaments.api.entry_bodies import (
    EntrantBody,
    EntriesBody,
    ListBody,
    MineBody,
    entrant_body,
    line_body,
    list_line_body,
)
from scorekeeper.tournaments.api.entry_requests import EntryRequest, ListRequest, SeedsRequest, SignUpRequest, sitters
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY, NO_BODY, TournamentView
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.entries import entry_list
from scorekeeper.tournaments.services.entering import EntryWanted, enter, sign_off, sign_up
from scorekeeper.tournaments.services.importing import COLUMNS, ListLine, enter_list, lines_of
from scorekeeper.tournaments.services.seeding import seed_by_rating, set_seeds


class TournamentEntries(TournamentView):
    """The list of entries."""

    shown_while_held = True

    @extend_schema(operation_id="tournament_entries", responses={200: EntriesBody, **CONDITIONAL})
    def get(self, request: Request, tournament: UUID) -> Any:
        """List the entries of a tournament.

        Lists everybody who has entered a tournament. Send the ETag back to learn whether the list has changed.
        """
        found, _here = self.tournament(request, tournament)
        return self.told(request, _entries(found))


class TournamentEnter(TournamentView):
    """Entering at the desk."""

    rights = {"POST": can_desk}

    @extend_schema(
        operation_id="tournament_enter",
        parameters=[KEY],
        request=EntryRequest,
        responses={201: EntrantBody, 200: OpenApiResponse(EntrantBody, description="Entered before."), **REFUSALS},
    )
    def post(self, request: Request, tournament: UUID) -> Response:
        """Enter somebody.

        A scorer enters a person, a pair or a team. If there is no place they go on the waiting list; a new name becomes
        a new guest.
        """
        self.tournament(request, tournament)
        sent = self.body(EntryRequest, request)
        is_here = sent.pop("here")
        wanted = EntryWanted(**{**sent, "who": sitters(sent["who"])})
        by, key, now = self.user(request), key_of(request), timezone.now()
        done = enter(tournament_id=tournament, by=by, wanted=wanted, now=now, key=key, is_here=is_here)
        body = entrant_body(done.entrant)
        return Response(body, status=201) if done.is_new else Again(body)


class TournamentSignUp(TournamentView):
    """Entering by oneself."""

    shown_while_held = True

    @extend_schema(operation_id="tournament_sign_up", request=SignUpRequest, responses={200: MineBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Enter yourself.

        A member enters with the partners they name. A repeated call changes nothing.
        """
        self.tournament(request, tournament)
        sent = self.body(SignUpRequest, request)
        by, others = self.user(request), sitters(sent["others"])
        mine = sign_up(tournament_id=tournament, by=by, others=others, name=sent["name"], now=timezone.now())
        return Response({"entrant": entrant_body(mine)})


class TournamentSignOff(TournamentView):
    """Not coming."""

    shown_while_held = True

    @extend_schema(operation_id="tournament_sign_off", request=None, responses={200: MineBody, **NO_BODY})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Withdraw your own entry.

        A member withdraws their own entry, or that of their pair or team. The first on the waiting list moves up.
        """
        self.tournament(request, tournament)
        mine = sign_off(tournament_id=tournament, by=self.user(request), now=timezone.now())
        return Response({"entrant": entrant_body(mine) if mine else None})


class TournamentSeeds(TournamentView):
    """The seeds."""

    rights = {"POST": can_desk}

    @extend_schema(operation_id="tournament_seeds", request=SeedsRequest, responses={200: EntriesBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Set the seeding.

        A scorer sets the seeding by hand, or by rating again, until the first stage has begun.
        """
        found, _here = self.tournament(request, tournament)
        order, by, now = self.body(SeedsRequest, request)["order"], self.user(request), timezone.now()
        if order:
            set_seeds(tournament_id=tournament, by=by, order=order, now=now)
        else:
            seed_by_rating(tournament_id=tournament, by=by, now=now)
        return Response(_entries(found))


class TournamentList(TournamentView):
    """A list of entries."""

    @extend_schema(operation_id="tournament_enter_list", request=ListRequest, responses={200: ListBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Enter a list.

        A scorer checks a list (`dry`), or enters all of it or nothing. Each problem names its line.
        """
        found, here = self.tournament(request, tournament)
        require(can_desk(here.role))
        sent = self.body(ListRequest, request)
        reading = _read(sent["text"], found)
        lines, is_whole = lines_of(found, reading), True
        made: set[UUID] = set()
        try:
            done = enter_list(
                tournament_id=tournament, by=self.user(request), lines=lines, now=timezone.now(), dry=sent["dry"]
            )
            made = set() if sent["dry"] else {one.pk for one in done}
        except Refused as refused:
            if not sent["dry"]:
                raise Refused([*refused.problems, *_at_lines(lines)]) from None
            is_whole = False
        entered = [line_body(line) for line in entry_list(found).lines if line.entrant.pk in made]
        told = [list_line_body(line) for line in lines]
        passed = [row.number for row in (*reading.passed, *reading.sums)]
        body = {"dry": sent["dry"], "is_whole": is_whole, "lines": told, "entries": entered}
        return Response({**body, "unread": reading.unread, "passed_over": passed})


def _entries(found: Tournament) -> dict[str, Any]:
    return {"entries": [line_body(line) for line in entry_list(found).lines]}


def _read(text: str, tournament: Tournament) -> Reading:
    """The table in a list. Raises Refused: it cannot be read."""
    try:
        return read(text.encode(), COLUMNS[tournament.of])
    except Unreadable as unreadable:
        raise Refused([Problem("list_unreadable", "text", unreadable.message)]) from None


def _at_lines(lines: list[ListLine]) -> list[Problem]:
    """What is wrong at each line, from 1 as an editor counts them."""
    return [Problem("line_wrong", f"text.{line.number}", problem) for line in lines for problem in line.problems]
