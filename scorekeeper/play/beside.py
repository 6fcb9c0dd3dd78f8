"""Pieces that apps above this one put on the page of a table and on its paper, named in settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from scorekeeper.common.tables.serving import Tables
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.policies import Standpoint


@dataclass(frozen=True, slots=True)
class Beside:
    """A piece: its templates where it has them, and what these are given as `piece`: `template` below the sheet,
    `paper` on the printed one, `above` over the entry (with `script`, a module it needs), `item` in the menu of the
    table. `waits` is what somebody at this phone is to answer, `page` where; with `settles` it says who has won what,
    in the place of the sheet. `tables` are those that its template shows, for their files."""

    template: str = ""
    paper: str = ""
    holds: Mapping[str, Any] = field(default_factory=dict)
    page: str = ""
    waits: str = ""
    settles: bool = False
    above: str = ""
    item: str = ""
    script: str = ""
    tables: Tables = field(default_factory=dict)


def beside(sitting: Sitting, by: Actor, who: Standpoint) -> list[Beside]:
    """What stands beside this sheet, in the order of the settings."""
    found = (import_string(path)(sitting, by, who) for path in settings.SCOREKEEPER_BESIDE)
    return [piece for piece in found if piece is not None]
