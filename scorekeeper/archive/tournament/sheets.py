"""The sheets of a tournament that is opened elsewhere: their chains are walked as they came, and made anew."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import UUID

from scorekeeper.chains.models import Salt
from scorekeeper.play.models import Act, Hand, HandMark, Sitting
from scorekeeper.play.models.hands import act_hash

Rows: TypeAlias = "dict[str, list[dict[str, Any]]]"
Link: TypeAlias = "Hand | Act"


@dataclass(slots=True)
class SheetRows:
    """What a file says of one table, each kind in the order of its chain."""

    sitting: Sitting
    links: list[Link] = field(default_factory=list)
    beside: list[Act] = field(default_factory=list)
    marks: list[HandMark] = field(default_factory=list)


def sheets_in(rows: Rows) -> list[SheetRows]:
    """The tables of a file, with the ids that they have there."""
    salts = {row["row"]: Salt(**row) for row in rows["chains.Salt"]}
    found = {row["id"]: SheetRows(Sitting(**row)) for row in rows["play.Sitting"]}
    for model, label in ((Hand, "play.Hand"), (Act, "play.Act"), (HandMark, "play.HandMark")):
        for values in rows[label]:
            row: Any = model(**values)
            row.salted = salts.get(row.pk)
            sheet = found[row.sitting_id]
            if model is HandMark:
                sheet.marks.append(row)
            else:
                (sheet.beside if row.seq is None else sheet.links).append(row)
    for sheet in found.values():
        sheet.links.sort(key=lambda link: link.seq or 0)
        sheet.marks.sort(key=lambda mark: mark.seq)
    return list(found.values())


def breaks(sheet: SheetRows) -> Iterator[str]:
    """Where the chains of a table are not what its rows make, in the words of `verify`."""
    where = f"sitting {sheet.sitting.pk}"
    ends = (
        (sheet.links, (sheet.sitting.seq, sheet.sitting.head), "seq"),
        (sheet.marks, (sheet.sitting.marked, sheet.sitting.marks_head), "what was said as number"),
    )
    for chain, end, called in ends:
        previous = ""
        for place, link in enumerate(chain, start=1):
            if (link.seq, link.previous) != (place, previous) or _hash_of(link) != link.hash:
                yield f"{where}: the chain breaks at {called} {place}"
                return
            previous = link.hash
        if end != (len(chain), previous):
            yield f"{where}: the chain ends at {called} {len(chain)}, the sitting says {end[0]}"


def _hash_of(link: "Link | HandMark") -> str:
    return act_hash(link) if isinstance(link, Act) else link.content_hash()


def chained_anew(sheet: SheetRows, values: Mapping[UUID, dict[str, Any]]) -> tuple[SheetRows, dict[str, str]]:
    """The table with the rows that it has here (`values`, by their ids in the file), and the new hash for each old one.
    Who wrote a row is not known here: nobody is named."""
    heads = {"": ""}
    here = SheetRows(Sitting(**values[sheet.sitting.pk]))
    here.links = list(_relinked(sheet.links, values, heads))
    here.marks = list(_relinked(sheet.marks, values, heads))
    for act in sheet.beside:
        here.beside.append(Act(**{**values[act.pk], "head": heads.get(act.head, "")}))
    here.sitting.head = here.links[-1].hash if here.links else ""
    here.sitting.marks_head = here.marks[-1].hash if here.marks else ""
    return here, heads


def _relinked(chain: "Sequence[Any]", values: Mapping[UUID, dict[str, Any]], heads: dict[str, str]) -> Iterator[Any]:
    previous = ""
    for old in chain:
        own = {**values[old.pk], ("head" if isinstance(old, Act) else "previous"): previous, "hash": ""}
        new: Any = type(old)(**own)
        new.salt()
        new.hash = previous = heads[old.hash] = _hash_of(new)
        yield new


def strangers(rows: Rows) -> Iterator[str]:
    """What a file says of tables that are not those of its tournament."""
    game = rows["tournaments.Tournament"][0]["game"]
    tables = Counter(row["sitting_id"] for row in rows["tournaments.RoundTable"])
    for row in rows["play.Sitting"]:
        if tables[row["id"]] != 1:
            yield f"sitting {row['id']}: it is of no table of the tournament"
        if row["game"] != game:
            yield f"sitting {row['id']}: another game is played there"
    seats: defaultdict[UUID, set[UUID]] = defaultdict(set)
    for row in rows["play.Seat"]:
        seats[row["sitting_id"]].add(row["id"])
    yield from _at_other_tables(rows, seats)


def _at_other_tables(rows: Rows, seats: Mapping[UUID, set[UUID]]) -> Iterator[str]:
    """Rows of one table that point at a seat of another."""
    for label in ("play.Act", "play.HandMark", "play.Signature"):
        for row in rows[label]:
            if row["seat_id"] is not None and row["seat_id"] not in seats[row["sitting_id"]]:
                yield f"{label} {row['id']}: its seat is at another table"
