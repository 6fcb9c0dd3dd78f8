"""Take back what was done to a draft: the draw that was there before, as it was, with its locks."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Stage
from scorekeeper.tournaments.services.running import Seen, seen_draft, stage_at_desk

DEEPEST: Final = 8  # draws that a draft remembers
OF_ROUND: Final = ("number", "seed", "engine", "facts", "report", "before", "made_by_id")
OF_TABLE: Final = ("number", "group", "code")
OF_PLACE: Final = (
    *("seat", "entrant_id", "player_id", "kind", "by_hand", "holds_seat", "held_by_id", "held_at", "table__number"),
)


def undo_with(draft: Round) -> list[dict[str, Any]]:
    """What a draft remembers that takes the place of this one."""
    return [*draft.undo, kept(draft)][-DEEPEST:]


@transaction.atomic
def undo_draft(*, stage_id: UUID, by: User, seen: Seen) -> Round:
    """The draw that was there before the last one, or before the last change by hand, bit for bit; nothing is drawn.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`; `nothing_before`.
    """
    stage = stage_at_desk(stage_id, by)
    draft = seen_draft(stage, seen)
    if not draft.undo:
        raise Conflict("nothing_before", _("There is no draw before this one."))
    *undo, before = draft.undo
    draft.delete()
    return restored(stage, before, undo, draft.revision + 1)


def restored(stage: Stage, was: dict[str, Any], undo: list[dict[str, Any]], revision: int) -> Round:
    """A draft as it was kept."""
    made = Round.objects.create(
        pk=UUID(was["id"]),
        club_id=stage.club_id,
        stage=stage,
        revision=revision,
        undo=undo,
        made_at=datetime.fromisoformat(was["made_at"]),
        **{name: was[name] for name in OF_ROUND},
    )
    tables = [
        RoundTable(club_id=stage.club_id, round=made, **dict(zip(OF_TABLE, row, strict=True))) for row in was["tables"]
    ]
    RoundTable.objects.bulk_create(tables)
    by_number = {table.number: table for table in tables}
    places = []
    for row in was["places"]:
        place = dict(zip(OF_PLACE, row, strict=True))
        number, held_at = place.pop("table__number"), place.pop("held_at")
        at = datetime.fromisoformat(held_at) if held_at else None
        places.append(RoundPlace(club_id=stage.club_id, round=made, table=by_number.get(number), held_at=at, **place))
    RoundPlace.objects.bulk_create(places)
    return made


def kept(draft: Round) -> dict[str, Any]:
    """A draft as plain values: all that makes it again."""
    return {
        "id": str(draft.pk),
        "made_at": draft.made_at.isoformat(),
        **{name: _plain(getattr(draft, name)) for name in OF_ROUND},
        "tables": [list(row) for row in draft.tables.values_list(*OF_TABLE)],
        "places": [[_plain(value) for value in row] for row in draft.places.values_list(*OF_PLACE)],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
