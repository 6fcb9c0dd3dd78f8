"""The door of programs to the house rules of a club: which there are, what they said and say, writing them."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.house_rules import in_force, newest_first
from scorekeeper.clubs.models import HouseRules, HouseRulesVersion
from scorekeeper.clubs.policies import can_keep_rules
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.names import Alphabetical
from scorekeeper.play.house_rules import services


class RulesView(Door):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}


class ClubHouseRules(RulesView):
    """The house rules of a club that the caller belongs to."""

    @extend_schema(operation_id="house_rules_list", responses={200: services.RulesListBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """List house rules.

        The house rules of a club to which the caller belongs, of every game, those too that are retired.
        """
        here = membership_of(request.user, club)
        found = HouseRules.objects.filter(club=here.club).prefetch_related(newest_first())
        ordered = sorted(found.order_by("game", Alphabetical("name"), "pk"), key=lambda house: bool(house.retired_at))
        body = services.RulesListBody(house_rules=[services.RulesInForceBody(**_facts(house)) for house in ordered])
        return Response(body.model_dump())


class KeptRulebook(RulesView):
    """A club whose house rules the caller may write."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = membership_of(request.user, club)
        require(can_keep_rules(here.role))
        return {"club": here.club, "by": here.user}


class HouseRulesDetail(RulesView):
    """House rules of a club that the caller belongs to."""

    @extend_schema(operation_id="house_rules", responses={200: services.RulesHistoryBody, **READ_REFUSALS})
    def get(self, request: Request, house: UUID) -> Response:
        """Read house rules.

        What house rules of a club say and have said, version by version.
        """
        return Response(_history(_found(request, house)).model_dump())


class KeptHouseRules(RulesView):
    """House rules that the caller may change."""

    def place(self, request: Request, house: UUID) -> dict[str, Any]:
        found = _found(request, house)
        here = membership_of(request.user, found.club_id)
        require(can_keep_rules(here.role))
        return {"house": found, "by": here.user}


def _found(request: Request, pk: UUID) -> HouseRules:
    """House rules of a club that the caller belongs to. Raises HouseRules.DoesNotExist."""
    shown = HouseRules.objects.select_related("club").prefetch_related(newest_first())
    found = shown.get(pk=pk, club__memberships__user=request.user.pk)
    name_in_log(club=found.club_id)
    return found


def _facts(house: HouseRules) -> dict[str, Any]:
    """The fields of house rules as they say now."""
    return {
        "id": house.pk,
        "game": house.game,
        "name": house.name,
        "is_default": house.is_default,
        "retired_at": house.retired_at,
        "number": in_force(house).number,
    }


def _version(version: HouseRulesVersion) -> services.RulesVersionBody:
    return services.RulesVersionBody(
        id=version.pk,
        number=version.number,
        rules=version.rules,
        note=version.note,
        at=version.at,
        by=str(version.by or ""),
    )


def _history(house: HouseRules) -> services.RulesHistoryBody:
    return services.RulesHistoryBody(**_facts(house), versions=[_version(version) for version in house.versions.all()])


def _written(house: HouseRules) -> services.RulesHistoryBody:
    return _history(HouseRules.objects.prefetch_related(newest_first()).get(pk=house.pk))


house_rules_write = Act(
    operation="house_rules_write",
    summary="Write down house rules",
    about="A director writes down how a game is played in the club; new tables can be opened by it. Sent again they "
    "are there once.",
    asks=services.WrittenRules,
    does=services.write_rules,
    gives=services.RulesHistoryBody,
    shown=_written,
    status=201,
).at(KeptRulebook)
house_rules_change = Act(
    operation="house_rules_change",
    summary="Write another version of house rules",
    about="A director changes house rules for new tables; tables that were opened keep what they were opened by. The "
    "rules that are in force already are no new version.",
    asks=services.ChangedRules,
    does=services.change_rules,
    gives=services.RulesVersionBody,
    shown=_version,
    status=201,
).at(KeptHouseRules)
