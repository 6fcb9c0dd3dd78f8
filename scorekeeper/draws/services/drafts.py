"""A draft of tables from its draw to the moment when its tables are opened: written, changed by hand, taken back,
published. Who may do that, and when, its owner says: an evening or a stage, which is locked meanwhile."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.draws.drawn import Drawn, Locked, Report, SeatedTable, report_of
from scorekeeper.draws.models import BaseDraw
from scorekeeper.play.opening.services import Opening, open_sitting

DEEPEST: Final = 8  # draws that a draft remembers
D = TypeVar("D", bound=BaseDraw)


def seen_draft(draws: QuerySet[D], draw: UUID, revision: int) -> D:
    """The draft as it was seen: nobody acts on another one. Raises Conflict `draw_changed`."""
    draft = draws.filter(published_at=None, pk=draw, revision=revision).first()
    if draft is None:
        raise Conflict("draw_changed", _("Somebody has just changed the draw. Check it again."))
    return draft


def put_down(
    made: D,
    drawn: Drawn,
    who: Mapping[str, Mapping[str, Any]],
    before: D | None = None,
    held: Mapping[str, Locked] | None = None,
) -> D:
    """Write down what was drawn as `made`, in the place of the draft `before`, which it can be again. `who` are the
    columns that say who somebody is, by what the draw calls them; `held` are the locks that were asked for."""
    made.seed, made.engine, made.facts, made.report = drawn.seed, drawn.engine, drawn.facts, drawn.report.kept()
    if before:
        made.revision, made.undo = before.revision + 1, undo_with(before)
        before.delete()
    made.save(force_insert=True)
    tables = [
        _new(made.tables, made, number=number, **_of_table(made, found_table))
        for number, found_table in enumerate(drawn.tables, 1)
    ]
    made.tables.bulk_create(tables)
    locks = {key: lock for key, lock in (held or {}).items() if key in drawn.fixed}
    places = [
        _new(made.places, made, table_id=table.pk, seat=seat, **who[key], **_lock(locks.get(key), seat))
        for table, drawn_table in zip(tables, drawn.tables, strict=True)
        for seat, key in enumerate(drawn_table.keys)
    ]
    places += [
        _new(made.places, made, **who[key], **made.places.model.OUT, **_lock(locks.get(key))) for key in drawn.out
    ]
    made.places.bulk_create(places)
    return made


def _new(rows: Any, draw: BaseDraw, **columns: Any) -> Any:
    """A row of a draw, not saved."""
    return rows.model(club_id=draw.club_id, **{rows.field.name: draw}, **columns)


def _of_table(draw: BaseDraw, table: SeatedTable) -> dict[str, Any]:
    """What a table is called beside its number, as far as the draw keeps that."""
    return {name: getattr(table, name) for name in draw.tables.model.KEPT if name != "number"}


def _lock(held: Locked | None, seat: int | None = None) -> dict[str, Any]:
    if held is None:
        return {}
    is_same = seat is not None and held.seat == seat
    return {"by_hand": True, "holds_seat": is_same, "held_by_id": held.by, "held_at": held.at}


@dataclass(frozen=True, slots=True)
class ByHand:
    """Who changes a draft by hand, and when. `report_of` says of the changed draft what its report is now; `check` may
    refuse the change. In rounds of two (`of_two`) both sides of a match are set together."""

    by: User
    at: datetime
    report_of: Callable[[Any], Report]
    check: Callable[[Any], None] = lambda _draft: None
    of_two: bool = False


def swap_places(draft: D, places: tuple[UUID, UUID], change: ByHand) -> D:
    """Two of the draft change places, and stay where they are put when it is drawn again.

    Raises:
        Refused: `place_unknown`, `place_twice`, and what the check of the change refuses.
    """
    one, other = (_place(draft, field, place) for field, place in zip(("one", "other"), places, strict=True))
    if one.pk == other.pk:
        raise _refused("place_twice", "other", gettext_noop("Choose two different people."))
    undo = undo_with(draft)
    _exchange(draft, one, other, change)
    change.check(draft)
    draft.undo, draft.report = undo, report_of(draft.report).but(by_hand=True).kept()
    return _changed(draft, change)


def hold_place(draft: D, place: UUID, change: ByHand, *, held: bool) -> D:
    """Somebody stays at their table when the draft is drawn again, a match of two as a whole; or may sit elsewhere
    again.

    Raises:
        Refused: `place_unknown`.
    """
    found = _place(draft, "place", place)
    whole = change.of_two and found.table_id
    places = draft.places.filter(table=found.table_id) if whole else draft.places.filter(pk=found.pk)
    if held:
        _hold(places, change)
    else:
        places.update(by_hand=False, holds_seat=False, held_by=None, held_at=None)
    return _changed(draft, change)


def _place(draft: BaseDraw, field: str, place: UUID) -> Any:
    found = draft.present.filter(pk=place).first()
    if found is None:
        raise _refused("place_unknown", field, gettext_noop("Choose somebody who is in this draw."))
    return found


def _hold(places: QuerySet[Any], change: ByHand) -> None:
    """Who is held already, stays so by whom and since when they were."""
    places.filter(by_hand=False).update(by_hand=True, held_by=change.by, held_at=change.at)


def _exchange(draft: BaseDraw, one: Any, other: Any, change: ByHand) -> None:
    """Written anew, because no moment may show somebody at two places, or two at one. Of a match both sides are set
    by hand, and who of them is at home; at one table the seats are."""
    if change.of_two:
        _hold(draft.places.filter(table__in=[place.table_id for place in (one, other) if place.table_id]), change)
    lock = {
        "by_hand": True,
        "holds_seat": one.table_id == other.table_id and one.table_id is not None and not change.of_two,
        "held_by": change.by,
        "held_at": change.at,
    }
    draft.places.filter(pk__in=[one.pk, other.pk]).delete()
    draft.places.bulk_create(
        _new(
            draft.places,
            draft,
            table_id=place.table_id,
            seat=place.seat,
            **{name: getattr(place, name) for name in place.OUT},
            **{name: getattr(person, name) for name in person.WHO},
            **lock,
        )
        for place, person in ((one, other), (other, one))
    )


def _changed(draft: D, change: ByHand) -> D:
    """What is said of the draft follows."""
    is_by_hand, report = report_of(draft.report).by_hand, change.report_of(draft)
    draft.report = (report.but(by_hand=True) if is_by_hand else report).kept()
    draft.revision += 1
    draft.save(update_fields=["report", "revision", "undo"])
    return draft


def undo_draft(draft: D) -> D:
    """The draw that was there before the last one, or before the last change by hand, bit for bit; nothing is drawn.

    Raises:
        Conflict: `nothing_before`.
    """
    if not draft.undo:
        raise Conflict("nothing_before", _("There is no earlier draw."))
    *undo, before = draft.undo
    draft.delete()
    return restored(draft, before, undo)


def undo_with(draft: BaseDraw) -> list[dict[str, Any]]:
    """What a draft remembers that takes the place of this one."""
    return [*draft.undo, kept(draft)][-DEEPEST:]


def kept(draft: BaseDraw) -> dict[str, Any]:
    """A draft as plain values: all that makes it again."""
    of_table, of_place = draft.tables.model.KEPT, draft.places.model.kept()
    return {
        "id": str(draft.pk),
        "made_at": draft.made_at.isoformat(),
        **{name: _plain(getattr(draft, name)) for name in draft.KEPT},
        "tables": [list(row) for row in draft.tables.values_list(*of_table)],
        "places": [[_plain(value) for value in row] for row in draft.places.values_list(*of_place)],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def restored(gone: D, was: Mapping[str, Any], undo: Sequence[dict[str, Any]] = ()) -> D:
    """A draft as it was `kept`, of the same owner as the draw that is gone for it; it can be what `undo` says."""
    made = type(gone)(
        pk=UUID(was["id"]),
        revision=gone.revision + 1,
        undo=list(undo),
        made_at=datetime.fromisoformat(was["made_at"]),
        **{name: getattr(gone, name) for name in gone.OWNER},
        **{name: was[name] for name in gone.KEPT},
    )
    made.save(force_insert=True)
    of_table, of_place = made.tables.model.KEPT, made.places.model.kept()
    tables = [_new(made.tables, made, **dict(zip(of_table, row, strict=True))) for row in was["tables"]]
    made.tables.bulk_create(tables)
    by_number = {table.number: table for table in tables}
    places = []
    for row in was["places"]:
        columns = dict(zip(of_place, row, strict=True))
        table, held_at = by_number.get(columns.pop("table__number")), columns.pop("held_at")
        at = datetime.fromisoformat(held_at) if held_at else None
        places.append(_new(made.places, made, table=table, held_at=at, **columns))
    made.places.bulk_create(places)
    return made


def open_tables(
    draft: BaseDraw,
    opening_of: Callable[[Any], Opening | None],
    club: Club,
    by: User,
    now: datetime,
    also: Iterable[str] = (),
) -> None:
    """Open every table of the draft for which `opening_of` says how; from now on it is published. `also` are columns
    of the draw that its owner has changed with it.

    Raises Refused `player_elsewhere`, `player_twice`, `player_unknown`, `season_unknown`, `season_unit`,
    `plays_for_points`, `table_size`, as `games.size_codes`: the rest of what opening a table refuses was asked when it
    was planned.
    """
    for table in draft.tables.prefetch_related("places"):
        if opening := opening_of(table):
            table.sitting = open_sitting(club=club, by=by, opening=replace(opening, key=table.pk), now=now)
            table.save(update_fields=["sitting"])
    draft.published_by, draft.published_at, draft.undo = by, now, []
    draft.save(update_fields=["published_by", "published_at", "undo", *also])


def in_seats(table: Any) -> list[Any]:
    """The places of a table in the order of its seats."""
    return sorted(table.places.all(), key=lambda place: place.seat)


def _refused(code: str, field: str, template: str) -> Refused:
    return Refused([Problem(code, field, Text(template))])
