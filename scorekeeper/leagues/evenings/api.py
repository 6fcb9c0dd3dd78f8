"""The door of programs to evenings and their games, and to the calls of their tables for the director."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, cast
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.common.texts import translated
from scorekeeper.leagues.evenings import services
from scorekeeper.leagues.evenings.reads import evenings_of, evenings_with_games, rounds_of, sittings_of
from scorekeeper.leagues.evenings.records import (
    AddedGame,
    EveningBody,
    EveningDetailBody,
    EveningDetails,
    EveningGameBody,
    EveningPlan,
    EveningRoundBody,
    EveningsAsked,
    EveningsBody,
    EveningTableBody,
    EveningTablesBody,
    GamePlan,
    State,
)
from scorekeeper.leagues.models import Evening, EveningGame, TableCall
from scorekeeper.leagues.money.services import EveningReopening, close_evening, reopen_evening
from scorekeeper.leagues.policies import can_plan, can_run
from scorekeeper.play.api import PlayView
from scorekeeper.play.policies import can_record

A_PAGE: Final = 20  # evenings that are over


class EveningView(Door):
    """What the views of evenings and team leagues share. `rights` says who may do what, of those who belong to the
    club."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}
    rights: ClassVar[Mapping[str, Callable[[str | None], bool]]] = {}
    membership: Membership

    def enter(self, club: UUID) -> Membership:
        """What the caller is in the club; from here on times are the club's.

        Raises:
            Membership.DoesNotExist: nothing (404).
            PermissionDenied: they may not do that there.
        """
        self.membership = membership_of(self.request.user, club)
        use_time_of(self.membership.club)
        if right := self.rights.get(self.request.method or ""):
            require(right(self.membership.role))
        return self.membership

    def evening(self, pk: UUID) -> Evening:
        """An evening of one of the caller's clubs, with its games. Raises DoesNotExist (404), PermissionDenied."""
        found = evenings_with_games().select_related("club", "match_day").get(pk=pk)
        self.enter(found.club_id)
        return found


class InClub(EveningView):
    """Acts of directors in a club."""

    rights = {"POST": can_plan}

    def place(self, _request: Request, club: UUID) -> dict[str, Any]:
        here = self.enter(club)
        return {"club": here.club, "by": here.user}

    def shown(self, evening: Evening) -> EveningDetailBody:
        return evening_body(evening.pk, self.membership)


class AtEvening(EveningView):
    """Acts at an evening; of whoever runs it, unless `rights` say otherwise."""

    rights = {"POST": can_run}

    def place(self, _request: Request, evening: UUID) -> dict[str, Any]:
        return {"evening_id": self.evening(evening).pk, "by": self.membership.user}

    def shown(self, found: Evening | EveningGame) -> EveningDetailBody:
        return evening_body(found.evening_id if isinstance(found, EveningGame) else found.pk, self.membership)


class OnGame(AtEvening):
    """Acts of directors on a game of an evening."""

    rights = {"POST": can_plan}

    def place(self, request: Request, played: UUID) -> dict[str, Any]:
        evening = EveningGame.objects.values_list("evening", flat=True).get(pk=played)
        return {**super().place(request, evening), "game_id": played}


class ClubEvenings(EveningView):
    """Evenings."""

    in_address = EveningsAsked

    @extend_schema(
        operation_id="evenings",
        responses={200: EveningsBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """List the evenings of a club.

        Lists what is open or planned, the next one first, and page by page what is over, the newest first.
        """
        here, asked = self.enter(club), self.asked
        coming, over = evenings_of(here.club, asked.before)
        rows = list(over[: A_PAGE + 1])
        page = EveningsBody(
            coming=[_in_list(evening) for evening in coming],
            over=[_in_list(evening) for evening in rows[:A_PAGE]],
            older=rows[A_PAGE - 1].pk if len(rows) > A_PAGE else None,
        )
        return Response(page.model_dump())


class EveningDetail(EveningView):
    """One evening."""

    @extend_schema(operation_id="evening", responses={200: EveningDetailBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """Read an evening.

        Shows an evening with its games and the seasons that its sheets count for.
        """
        return Response(evening_body(self.evening(evening).pk, self.membership).model_dump())


class EveningTables(EveningView):
    """The tables of an evening."""

    @extend_schema(operation_id="evening_tables", responses={200: EveningTablesBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """Read the tables of an evening.

        Lists the rounds whose tables were opened, the newest first, with who sat out and who has not signed.
        """
        found = self.evening(evening)
        sittings = [] if found.is_planned else sittings_of(found)
        rounds = rounds_of(found, sittings, self.membership.user) if sittings else []
        page = EveningTablesBody(
            rounds=[
                EveningRoundBody(
                    game=drawn.game.pk,
                    number=drawn.number,
                    tables=[
                        EveningTableBody(
                            sitting=table.sitting.pk,
                            name=table.sitting.name,
                            number=table.sitting.drawn_table.number,
                            phase=table.state,
                            unsigned=list(table.unsigned),
                        )
                        for table in drawn.tables
                    ],
                    out=list(drawn.out),
                )
                for drawn in rounds
            ]
        )
        return Response(page.model_dump())


def evening_body(pk: UUID, here: Membership) -> EveningDetailBody:
    """An evening as this member sees it."""
    evening = evenings_with_games().select_related("match_day").get(pk=pk)
    seasons = list(evening.seasons.order_by("pk"))
    return EveningDetailBody(
        id=evening.pk,
        club=evening.club_id,
        name=evening.name,
        state=cast("State", evening.state),
        starts_at=evening.starts_at,
        venue=evening.venue,
        fee=evening.fee,
        unit=evening.unit,
        games=[EveningGameBody.of(game) for game in evening.line_up],
        seasons=[season.pk for season in seasons],
        opened_at=evening.opened_at,
        closed_at=evening.closed_at,
        match_day=day.pk if (day := getattr(evening, "match_day", None)) else None,
        next=Evening.objects.filter(next_of=evening).values_list("pk", flat=True).first(),
        problems=[
            translated(problem.message)
            for game in (evening.line_up if can_run(here.role) and not evening.is_closed else ())
            for problem in services.obstacles(
                here.club, game, [season for season in seasons if not season.ended_at and game.game in season.systems]
            )
        ],
    )


def _in_list(evening: Evening) -> EveningBody:
    return EveningBody(
        id=evening.pk,
        name=evening.name,
        state=cast("State", evening.state),
        starts_at=evening.starts_at,
        venue=evening.venue,
        games=[game.game for game in evening.line_up],
    )


evening_plan = Act(
    operation="evening_plan",
    summary="Plan an evening",
    about="A director plans an evening with its first game.",
    asks=EveningPlan,
    does=services.plan_evening,
    gives=EveningDetailBody,
    status=201,
).at(InClub)
evening_change = Act(
    operation="evening_change",
    summary="Change what was planned for an evening",
    about="A director says otherwise what was planned, until the evening is closed. Its games are changed one by one.",
    asks=EveningDetails,
    does=services.change_evening,
    gives=EveningDetailBody,
).at(AtEvening, rights={"POST": can_plan})
evening_open = Act(
    operation="evening_open",
    summary="Open the doors of an evening",
    about="A scorer opens the doors: from here on people are checked in. An evening that is open stays so.",
    does=services.open_evening,
    gives=EveningDetailBody,
).at(AtEvening)
evening_next = Act(
    operation="evening_next",
    summary="Plan the next evening like this one",
    about="A director plans the same evening for a week later, with its games and the seasons that still run. A "
    "repeated call gives the same evening.",
    does=services.next_evening,
    gives=EveningDetailBody,
).at(AtEvening, rights={"POST": can_plan})
evening_close = Act(
    operation="evening_close",
    summary="Close an evening",
    about="A director closes an evening; one that never began is called off. Where the club keeps money the entry fees "
    "are booked. An evening that is closed stays so.",
    does=close_evening,
    gives=EveningDetailBody,
).at(AtEvening, rights={"POST": can_plan})
evening_reopen = Act(
    operation="evening_reopen",
    summary="Open an evening again",
    about="A director opens an evening that was closed too early. Entry fees that closing it has booked are booked "
    "back, with a reason.",
    asks=EveningReopening,
    does=reopen_evening,
    gives=EveningDetailBody,
).at(AtEvening, rights={"POST": can_plan})
game_add = Act(
    operation="evening_game_add",
    summary="Add a game to an evening",
    about="A director adds one more game, and the seasons that the evening then counts for too.",
    asks=AddedGame,
    does=services.add_game,
    gives=EveningDetailBody,
    status=201,
).at(AtEvening, rights={"POST": can_plan})
game_change = Act(
    operation="evening_game_change",
    summary="Change what a game of an evening is played by",
    about="A director changes rules, table size and lengths of a game. Tables that are open keep what they were opened "
    "with.",
    asks=GamePlan,
    does=services.change_game,
    gives=EveningDetailBody,
).at(OnGame)
game_remove = Act(
    operation="evening_game_remove",
    summary="Take a game out of an evening",
    about="A director takes a game out while none of its tables was opened; an evening keeps one game.",
    does=services.remove_game,
    gives=EveningDetailBody,
).at(OnGame)


class EveningCalls(EveningView):
    """Who waits."""

    rights = {"GET": can_run}

    @extend_schema(operation_id="evening_calls", responses={200: services.EveningCallsBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """List the calls for the director at an evening.

        Lists the tables that wait, the longest first, for those who run the evening.
        """
        calls = [services.EveningCallBody.of(call) for call in services.open_calls(self.evening(evening))]
        return Response(services.EveningCallsBody(calls=calls).model_dump())


class AtTable(PlayView):
    """Acts at a table of an evening."""

    scopes = {"POST": Scope.RECORD}
    rights = {"POST": can_record}

    def place(self, request: Request, sitting: UUID) -> dict[str, Any]:
        self.visible(request, sitting)
        return {"sitting_id": sitting, "by": self.actor(request, sitting)}


class OnCall(EveningView):
    """Acts on a call for the director."""

    rights = {"POST": can_run}

    def place(self, _request: Request, call: UUID) -> dict[str, Any]:
        evening = TableCall.objects.values_list("table__draw__evening", flat=True).get(pk=call)
        self.evening(evening)
        return {"call_id": call, "by": self.membership.user}


table_call = Act(
    operation="evening_table_call",
    summary="Call the director to a table of an evening",
    about="Whoever may record at a table of an open evening calls the director. While a call waits, another is the "
    "same call.",
    asks=services.TableCallWords,
    does=services.call_to_table,
    gives=services.EveningCallBody,
).at(AtTable)
call_answer = Act(
    operation="evening_call_answer",
    summary="Answer a call for the director at an evening",
    about="A scorer answers that somebody has come. A repeated answer changes nothing.",
    does=services.answer_call,
    gives=services.EveningCallBody,
).at(OnCall)
