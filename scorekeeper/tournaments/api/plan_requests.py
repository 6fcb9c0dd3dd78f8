"""What the API is sent about a tournament and its stages: the shape of each body. Unknown fields are refused."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import games
from games.core.game import AnyGame
from games.core.record import dump, load
from games.core.text import Text
from games.core.values import MOST_HANDS, InvalidRecord, Preset, Problem
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.common.texts import translated
from scorekeeper.play.offers import MOST_LENGTHS
from scorekeeper.play.schema import REFERENCE, RulesRequestField
from scorekeeper.tournaments.api.here import fields
from scorekeeper.tournaments.api.plan_schema import NAME
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.plans import plans
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.models.events import MOST_ENTRANTS, MOST_IN_A_TEAM, RULES_VERSIONS
from scorekeeper.tournaments.planning.records import MOST_ROUNDS
from scorekeeper.tournaments.services.planning import LONGEST_NOTE
from scorekeeper.tournaments.services.stages import StageWanted

MOST_VERSION = 2**31 - 1
OF_RULES = ("preset", "house_version", "rules")
NO_FORMAT = Text(gettext_noop("There is no such format."))
NOT_OFFERED = Text(gettext_noop("Rounds of this format are not played here."))


@extend_schema_field({"$ref": REFERENCE.format(model=NAME)})
class PlanField(serializers.JSONField):
    """How a stage is played; `kind` says in which format."""


class VersionRequest(Strict):
    """The plan that was read."""

    version = WholeNumberField(min_value=1, max_value=MOST_VERSION, help_text="The one that was read.")


class DetailsRequest(Strict):
    """What can be said of a tournament."""

    venue = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST)
    note = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_NOTE)
    of = serializers.ChoiceField(required=False, choices=Tournament.Of.values, help_text="Who enters.")
    team_size = WholeNumberField(required=False, min_value=1, max_value=MOST_IN_A_TEAM, help_text="Of teams only.")
    most = WholeNumberField(
        required=False, min_value=2, max_value=MOST_ENTRANTS, help_text="Entrants there is room for; more wait."
    )
    signs_up = serializers.BooleanField(required=False, help_text="Members enter by themselves.")
    rules_version = serializers.ChoiceField(
        required=False, choices=RULES_VERSIONS, help_text="The year whose tie-breaks count in matches, until it begins."
    )
    held_from = WholeNumberField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text="From this round on, counted over all stages, only the desk reads the standing; null: never.",
    )
    preset = serializers.CharField(required=False, max_length=40, help_text="Rules by name; `rules` come on top.")
    house_version = serializers.UUIDField(
        required=False, help_text="House rules: their `version` in the club; `rules` add what a table agrees on."
    )
    rules = RulesRequestField(required=False)
    rules_name = serializers.CharField(required=False, max_length=LONGEST, help_text="What the rules are called.")


class PlanRequest(DetailsRequest):
    """A new tournament with its first stage."""

    name = serializers.CharField(max_length=LONGEST)
    game = serializers.CharField(max_length=20)
    starts_at = serializers.DateTimeField(help_text="With its offset, or in the club’s time.")
    plan = PlanField(required=False, help_text="Of the first stage; not said: as is usual in the game.")


class ChangeRequest(DetailsRequest, VersionRequest):
    """What is to be otherwise; what is not sent stays."""

    name = serializers.CharField(required=False, max_length=LONGEST)
    starts_at = serializers.DateTimeField(required=False, help_text="With its offset, or in the club’s time.")


class StageRequest(VersionRequest):
    """A stage as it should be."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST, default="")
    plan = PlanField()


class LengthsRequest(VersionRequest):
    """How long the rounds of a stage are."""

    lengths = serializers.ListField(
        child=WholeNumberField(allow_null=True, min_value=1, max_value=MOST_HANDS),
        max_length=MOST_LENGTHS,
        help_text="As `lengths` of a plan: the hands of each round at a full table, in their order; the last one holds "
        "for all rounds after it. null: as many as the rules say. Those of rounds that are drawn stay.",
    )


def plan_in(sent: Any) -> StagePlan:
    """The plan that was sent. Raises Refused: it is none."""
    kind = sent.get("kind") if isinstance(sent, Mapping) else None
    if not isinstance(kind, str) or kind not in plans():
        raise Refused([Problem("kind_unknown", "plan.kind", NO_FORMAT)])
    with fields(inside="plan"):
        return load(plans()[kind], sent)


def stage_in(sent: Mapping[str, Any]) -> StageWanted:
    """The stage that was sent. Raises Refused."""
    return StageWanted(sent["name"], plan_in(sent["plan"]))


def rules_in(game: str, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that were sent, for `Wanted`. Raises Refused: `game_unknown`, `preset_unknown`."""
    slug, known = sent.get("preset"), games.all_games().get(game)
    if known is None:
        text = Text(gettext_noop("There is no such game. There are: {names}."), {"names": ", ".join(games.all_games())})
        raise Refused([Problem("game_unknown", "game", text)])
    preset = next((one for one in known.presets if one.slug == slug), None) if known else None
    if slug and preset is None:
        names = ", ".join(one.slug for one in known.presets) if known else ""
        text = Text(gettext_noop("This game has no rules of that name. There are: {names}."), {"names": names})
        raise Refused([Problem("preset_unknown", "preset", text)])
    rules = {**(preset.rules if preset else {}), **sent.get("rules", {})}
    return {
        "rules": rules,
        "rules_name": sent.get("rules_name") or _called(known, rules, preset),
        "house_version": sent.get("house_version"),
    }


def _called(game: AnyGame, rules: Mapping[str, Any], preset: Preset | None) -> str:
    """Rules without a name of their own are called by the preset that was asked for, or that they equal."""
    if preset is None:
        preset = next((one for one in game.presets if _same(game, one.rules, rules)), None)
    return translated(preset.title) if preset else _("Own rules")


def _same(game: AnyGame, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    try:
        return dump(load(game.rules, one)) == dump(load(game.rules, other))
    except InvalidRecord:
        return False  # whoever plans with them is told why
