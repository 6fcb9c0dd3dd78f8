"""Walk the chains of a club, and hold every chained row against its link."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Q

from scorekeeper.chains.contents import Columns, text_hash
from scorekeeper.chains.models import ANCHOR, ERASURE, Chain, Chained, Link, Salt, Waiting, chained, is_erased
from scorekeeper.chains.services import link_hash

A_BATCH: Final = 2000  # rows read at once
Found: TypeAlias = Iterator[tuple[str, str]]


@dataclass(slots=True)
class Looked:
    """How many links were walked, how many rows wait to be linked, and how many texts were erased."""

    links: int = 0
    waiting: int = 0
    erased: int = 0


@dataclass(slots=True)
class Walked:
    """What the chains of a club hold: of each table the newest digest of each row with where it stands, of each chain
    the hashes of its links."""

    rows: dict[str, dict[UUID, tuple[str, str]]] = field(default_factory=dict)
    hashes: dict[UUID, list[str]] = field(default_factory=dict)

    def hold(self, table: str, row: UUID, digest: str, place: str) -> None:
        self.rows.setdefault(table, {})[row] = (digest, place)


def differences(club_id: UUID, looked: Looked) -> Found:
    """Every link that does not follow the one before, and every row that is not as it was linked: (where, what);
    `looked` counts."""
    walked = Walked()
    yield from _chains(club_id, walked, looked)
    for model in chained():
        yield from _rows(club_id, model, walked)
    yield from _erased(club_id, walked.rows.pop(ERASURE, {}), looked)
    for table, rows in walked.rows.items():  # of a table that is not here
        yield from ((f"{table} {row}", f"it is gone ({place})") for row, (_digest, place) in rows.items())


def heads(of_club: Q) -> dict[UUID, list[list[Any]]]:
    """{sitting or season: where its own chain stood whenever that was anchored}."""
    found: dict[UUID, list[list[Any]]] = {}
    for detail in Link.objects.filter(of_club, table=ANCHOR).values_list("detail", flat=True).iterator():
        for owner, head in detail["heads"].items():
            found.setdefault(UUID(owner), []).append(head)
    return found


def _chains(club_id: UUID, walked: Walked, looked: Looked) -> Found:
    broken: set[UUID] = set()
    anchors: list[tuple[int, Mapping[str, Any]]] = []
    for link in Link.objects.filter(club=club_id).order_by("owner", "number").iterator(chunk_size=A_BATCH):
        hashes = walked.hashes.setdefault(link.owner, [])
        place = f"link {link.number} of the chain {link.owner}"
        if link.owner not in broken and (link.number, link.previous) != (len(hashes) + 1, hashes[-1] if hashes else ""):
            broken.add(link.owner)
            yield f"chain {link.owner}", f"it breaks at link {len(hashes) + 1}"
        elif link.owner not in broken and link_hash(link) != link.hash:
            broken.add(link.owner)
            yield f"chain {link.owner}", f"link {link.number} was changed"
        hashes.append(link.hash)
        looked.links += 1
        if link.owner in broken:
            continue  # what it says is not believed
        if link.table == ANCHOR:
            anchors.append((link.number, link.detail["ends"]))
        else:
            walked.hold(link.table, link.row, link.digest, place)
    yield from _ends(club_id, walked, broken)
    for number, ends in anchors:
        for owner, (count, hash_) in ends.items():
            hashes = walked.hashes.get(UUID(owner), [])
            if len(hashes) < count or hashes[count - 1] != hash_:
                what = f"link {count} is not the one that was anchored (link {number} of the club)"
                yield f"chain {UUID(owner)}", what
    for row in Waiting.objects.filter(club=club_id).order_by("pk").iterator(chunk_size=A_BATCH):
        looked.waiting += 1
        walked.hold(row.table, row.row, row.digest, "not linked yet")


def _ends(club_id: UUID, walked: Walked, broken: set[UUID]) -> Found:
    chains = {chain.pk: chain for chain in Chain.objects.filter(club=club_id)}
    for owner in sorted({*chains, *walked.hashes} - broken):
        hashes, chain = walked.hashes.get(owner, []), chains.get(owner)
        kept = (chain.number, chain.hash) if chain else (0, "")
        if kept != (len(hashes), hashes[-1] if hashes else ""):
            yield f"chain {owner}", f"it ends at link {len(hashes)}, {kept[0]} is said"


def _rows(club_id: UUID, model: type[Chained], walked: Walked) -> Found:
    columns = model.columns()
    linked = walked.rows.pop(columns.table, {})
    salts = {
        (row, column): (salt, hash_)
        for row, column, salt, hash_ in Salt.objects.filter(club=club_id, table=columns.table).values_list(
            "row", "column", "salt", "hash"
        )
    }
    unlinked = []
    for values in model.of_club(club_id).order_by("pk").values("pk", *columns.attnames).iterator(chunk_size=A_BATCH):
        pk = values["pk"]
        kept = linked.pop(pk, None)
        if kept is None:
            unlinked.append(pk)
            continue
        hashes = _hashes(columns, values, salts)
        if columns.digest(pk, values, hashes) != kept[0]:
            yield f"{columns.table} {pk}", f"it was changed after it was written ({kept[1]})"
    yield from ((f"{columns.table} {pk}", f"it is gone ({place})") for pk, (_digest, place) in linked.items())
    if not walked.hashes and unlinked:
        yield f"club {club_id}", f"{len(unlinked)} rows of {columns.table} are from before the chains: run `tick`"
        return
    yield from ((f"{columns.table} {pk}", "nobody has written it: it is in no chain") for pk in unlinked)


def _erased(club_id: UUID, erased: Mapping[UUID, Any], looked: Looked) -> Found:
    """A text is gone only where it is written down that somebody was forgotten."""
    for table, row in Salt.objects.filter(club=club_id, salt="").values_list("table", "row"):
        looked.erased += 1
        if row not in erased:
            yield f"{table} {row}", "what was typed is gone, and nobody was forgotten with it"


def _hashes(
    columns: Columns,
    values: Mapping[str, Any],
    salts: Mapping[tuple[UUID, str], tuple[str, str]],
) -> dict[str, str]:
    """The salted hashes of the texts of a row; that of a text that was erased is believed (see `_erased`)."""
    hashes = {}
    for name in columns.content.texts:
        salt, hash_ = salts.get((values["pk"], name), ("", ""))
        if hash_ and is_erased(values[name], salt):
            hashes[name] = hash_
        elif values[name]:
            hashes[name] = text_hash(salt, values[name])
    return hashes
