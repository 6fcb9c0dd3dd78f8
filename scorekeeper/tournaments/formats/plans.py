"""The plans of all formats, found by the folders they stand in."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from games.core.record import load
from scorekeeper.tournaments import formats
from scorekeeper.tournaments.formats.plan import StagePlan


def folders() -> list[str]:
    """The names of the packages of formats."""
    return [f"{formats.__name__}.{found.name}" for found in iter_modules(formats.__path__) if found.ispkg]


@cache
def plans() -> Mapping[str, type[StagePlan]]:
    """{kind: its plan}, in the order of the folders."""
    found = [plan for folder in folders() for plan in import_module(f"{folder}.plan").PLANS]
    return {plan.model_fields["kind"].default: plan for plan in found}


def plan_of(data: Mapping[str, Any]) -> StagePlan:
    """The plan that a stage keeps.

    Raises:
        KeyError: no format is called so.
        InvalidRecord: what is no plan, with every wrong field.
    """
    return load(plans()[data["kind"]], data)
