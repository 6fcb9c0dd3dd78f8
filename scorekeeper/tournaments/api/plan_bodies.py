"""Tournaments and stages as the API says them."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Prefetch
from rest_framework import serializers

from games.core.record import dump
from scorekeeper.accounts.models import User
from scorekeeper.play.schema import RulesField
from scorekeeper.tournaments.api.plan_schema import PlanField
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.rounds.results import unit_of
from scorekeeper.tournaments.selectors.entries import entry_counts, mine
from scorekeeper.tournaments.selectors.held_back import held_back
from scorekeeper.tournaments.services.planning import is_called_off
from scorekeeper.tournaments.words import stage_title, told_plan

STATES: Final = Tournament.State.values  # and those of stages
ROUND_STATES: Final = Round.State.values


class ListedBody(serializers.Serializer[Any]):
    """A tournament as a list shows it."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    of = serializers.ChoiceField(choices=Tournament.Of.values, help_text="Who enters.")
    starts_at = serializers.DateTimeField()
    venue = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=STATES)


class TournamentPageBody(serializers.Serializer[Any]):
    """A page of tournaments, the one that begins last first."""

    tournaments = ListedBody(many=True)
    older = serializers.CharField(
        allow_blank=True, help_text="Send it as `before` for the next page; empty at the end."
    )


class RoundRefBody(serializers.Serializer[Any]):
    """A round of a stage; only the desk is told of a draft."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ROUND_STATES)


class StageBody(serializers.Serializer[Any]):
    """A stage and how it is played."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    title = serializers.CharField(help_text="The name, or the format in words.")
    state = serializers.ChoiceField(choices=STATES)
    plan = PlanField()
    told = serializers.ListField(child=serializers.CharField(), help_text="The plan in sentences.")
    seed = serializers.CharField(help_text="A whole number of up to 62 bits.")
    rounds = RoundRefBody(many=True)


class EntryCountsBody(serializers.Serializer[Any]):
    """How many entrants there are."""

    entered = serializers.IntegerField(help_text="Who take part, those who are here among them.")
    here = serializers.IntegerField()
    waiting = serializers.IntegerField()


class TournamentBody(ListedBody):
    """A tournament with its stages."""

    club = serializers.UUIDField()
    rules = RulesField(help_text="What every table is opened with.")
    rules_name = serializers.CharField(allow_blank=True)
    house_version = serializers.UUIDField(allow_null=True, help_text="The house rules that they are a copy of.")
    team_size = serializers.IntegerField(help_text="How many an entrant has.")
    note = serializers.CharField(allow_blank=True)
    most = serializers.IntegerField(help_text="Entrants there is room for; more wait.")
    signs_up = serializers.BooleanField(help_text="Members enter by themselves.")
    rules_version = serializers.IntegerField(help_text="The year whose tie-breaks count.")
    held_from = serializers.IntegerField(
        allow_null=True,
        help_text="From this round on, counted over all stages, the standing is held back; null: never.",
    )
    is_held_back = serializers.BooleanField(help_text="Only the desk reads standing and places now.")
    is_called_off = serializers.BooleanField()
    ended_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="Send it with whatever changes the plan.")
    unit = serializers.CharField(allow_blank=True, help_text="What results are counted in; empty for points.")
    decimals = serializers.IntegerField(help_text="2: results are hundredths of the unit.")
    prizes = serializers.UUIDField(
        allow_null=True, help_text="What its prizes go by, as that of a season; null while they are not opened."
    )
    entrants = EntryCountsBody()
    mine = serializers.UUIDField(allow_null=True, help_text="The entrant that you play for.")
    stages = StageBody(many=True)


def listed_body(found: Tournament) -> dict[str, Any]:
    """A tournament as a list shows it."""
    return {
        "id": found.pk,
        "name": found.name,
        "game": found.game,
        "of": found.of,
        "starts_at": found.starts_at,
        "venue": found.venue,
        "state": found.state,
    }


def tournament_body(tournament_id: UUID, user: User, role: str | None) -> dict[str, Any]:
    """A tournament as it stands, for a reader of this role."""
    found = Tournament.objects.select_related("club").get(pk=tournament_id)
    unit, own = unit_of(found), mine(found, user)
    rounds = Round.objects.order_by("number")
    if not can_desk(role):
        rounds = rounds.exclude(state=Round.State.DRAFT)
    stages = found.stages.prefetch_related(Prefetch("rounds", queryset=rounds))
    return {
        **listed_body(found),
        "club": found.club_id,
        "rules": found.rules,
        "rules_name": found.rules_name,
        "house_version": found.house_version_id,
        "team_size": found.team_size,
        "note": found.note,
        "most": found.most,
        "signs_up": found.signs_up,
        "rules_version": found.rules_version,
        "held_from": found.held_from,
        "is_held_back": held_back(found) is not None,
        "is_called_off": is_called_off(found),
        "ended_at": found.ended_at,
        "version": found.version,
        "unit": unit.unit,
        "decimals": unit.decimals,
        "prizes": found.competition_id,
        "entrants": entry_counts(found),
        "mine": own.pk if own else None,
        "stages": [_stage(stage, before) for stage, before in zip(stages, [None, *stages], strict=False)],
    }


def _stage(stage: Stage, before: Stage | None) -> dict[str, Any]:
    game, version = stage.tournament.plays, stage.tournament.rules_version
    return {
        "id": stage.pk,
        "number": stage.number,
        "name": stage.name,
        "title": stage_title(stage),
        "state": stage.state,
        "plan": dump(stage.typed_plan),
        "told": told_plan(stage.typed_plan, stage.number, game, version, before.typed_plan if before else None),
        "seed": str(stage.seed),
        "rounds": [{"id": one.pk, "number": one.number, "state": one.state} for one in stage.rounds.all()],
    }
