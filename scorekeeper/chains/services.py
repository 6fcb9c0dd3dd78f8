"""The chains of a club: links are made of what waits, in the background, since rows that are written wait for no chain;
and all are walked, with every chained row held against its link.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Q

from scorekeeper.chains.contents import Columns, text_hash
from scorekeeper.chains.models import (
    ANCHOR,
    AT_ONCE,
    ERASURE,
    Chain,
    Chained,
    Link,
    Salt,
    Salted,
    Waiting,
    chained,
    is_erased,
    owner_of,
)
from scorekeeper.chains.models import link as have_linked
from scorekeeper.common.append_only import ERASABLE, ERASED
from scorekeeper.common.ids import digest

A_BATCH: Final = 500  # rows, or ends of chains in one anchor


@dataclass(frozen=True, slots=True)
class Heads:
    """Where chains stand that are kept elsewhere, of what has moved since it was anchored: {sitting or season: [number,
    hash, ...]}; and how far those are that can still move, to be remembered (`Chain.tips`)."""

    moved: dict[UUID, list[Any]] = field(default_factory=dict)
    tips: dict[str, str] = field(default_factory=dict)


def clubs_waiting() -> set[UUID]:
    """The clubs in which something waits to be linked."""
    return set(Waiting.objects.order_by().values_list("club", flat=True).distinct())


@transaction.atomic
def chain_up(club_id: UUID, heads: Heads, now: datetime) -> int:
    """Make links of all that waits in a club; then anchor the ends of the chains that grew, and the heads, in the chain
    of the club itself. Returns how many links were made.

    The first time in a club rows that were written before there were chains are linked too.
    """
    own = Chain.objects.select_for_update().filter(pk=club_id).first()  # one at a time in a club
    is_new = own is None
    if own is None:
        own = Chain.objects.create(pk=club_id, club_id=club_id)
        _link_what_was_there(club_id)
    waiting = list(Waiting.objects.filter(club=club_id).order_by("pk"))
    chains = _chains(own, {row.owner for row in waiting}) if waiting else {club_id: own}
    links = [_link(chains[row.owner], row.table, row.row, row.digest, row.detail, now) for row in waiting]
    grown = sorted({link.owner for link in links} - {club_id})
    ends = {pk.hex: [chains[pk].number, chains[pk].hash] for pk in grown}
    moved = {pk.hex: head for pk, head in heads.moved.items()}
    for part in _parts(sorted({*ends, *moved}), A_BATCH) if ends or moved else [[]] if is_new else []:
        detail = {"ends": _of(ends, part), "heads": _of(moved, part)}
        links.append(_link(own, ANCHOR, club_id, "", detail, now))
    if not links:
        return 0
    Link.objects.bulk_create(links, batch_size=A_BATCH)
    if grown:
        Chain.objects.bulk_update([chains[pk] for pk in grown], ["number", "hash"], batch_size=A_BATCH)
    own.tips = heads.tips
    own.save(update_fields=["number", "hash", "tips"])
    for ids in _parts([row.pk for row in waiting], A_BATCH):
        Waiting.objects.filter(pk__in=ids).delete()
    return len(links)


def link_hash(link: Link) -> str:
    """The hash that a link should carry."""
    at = link.at.astimezone(UTC).isoformat()
    said = [link.owner.hex, link.number, link.table, link.row.hex, link.digest, link.detail, at, link.previous]
    return digest(said)


def _chains(own: Chain, owners: set[UUID]) -> dict[UUID, Chain]:
    """The chains of these things, made where they are missing."""
    chains = {chain.pk: chain for chain in Chain.objects.filter(club=own.club_id, pk__in=owners)} | {own.pk: own}
    missing = [Chain(pk=pk, club_id=own.club_id) for pk in sorted(owners - chains.keys())]
    Chain.objects.bulk_create(missing)
    return chains | {chain.pk: chain for chain in missing}


def _link(chain: Chain, table: str, row: UUID, of_row: str, detail: Mapping[str, Any], now: datetime) -> Link:
    chain.number += 1
    made = Link(
        club_id=chain.club_id,
        owner=chain.pk,
        number=chain.number,
        table=table,
        row=row,
        digest=of_row,
        detail=dict(detail),
        at=now,
        previous=chain.hash,
    )
    made.hash = chain.hash = link_hash(made)
    return made


def _link_what_was_there(club_id: UUID) -> None:
    """Rows of a club that were written by a version without chains."""
    known = set(Waiting.objects.filter(club=club_id).exclude(table=ERASURE).values_list("row", flat=True))
    for model in chained():
        found = model.of_club(club_id).order_by("pk").iterator(chunk_size=A_BATCH)
        for rows in _batches(row for row in found if row.pk not in known):
            have_linked(rows)


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    counted = ((place // A_BATCH, row) for place, row in enumerate(rows))
    for _nth, batch in groupby(counted, key=lambda found: found[0]):
        yield [row for _place, row in batch]


def _parts(whole: Sequence[Any], most: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(whole), most):
        yield whole[start : start + most]


def _of(found: Mapping[str, Any], part: Sequence[str]) -> dict[str, Any]:
    return {pk: found[pk] for pk in part if pk in found}


Cause: TypeAlias = tuple[str, UUID]  # the table and the id of the act by which texts are erased: see Content.erasing


def erase(model: Any, ids: Collection[UUID], cause: Cause) -> int:
    """Overwrite the texts of these rows with `ERASED` and take their salts away; how many texts. Texts of rows from
    before the salts are part of a chain and stay. Whoever calls writes the act, which says how many: `verify` believes
    no other erasure."""
    table = model._meta.db_table  # noqa: SLF001
    found = {row.pk: row for row in model._base_manager.filter(pk__in=ids)}  # noqa: SLF001
    salts = [salt for salt in Salt.objects.filter(table=table, row__in=ids).exclude(salt="") if _may(found, salt)]
    rows: defaultdict[str, list[UUID]] = defaultdict(list)
    columns: defaultdict[UUID, list[str]] = defaultdict(list)
    for salt in salts:
        rows[salt.column].append(salt.row)
        columns[salt.row].append(salt.column)
    for column in sorted(rows):
        _overwrite(model, column, rows[column])
    erased = {pk: {"table": table, "columns": sorted(columns[pk]), "cause": [cause[0], cause[1].hex]} for pk in columns}
    Waiting.objects.bulk_create(
        Waiting(club_id=found[pk].club_id, owner=owner_of(found[pk]), table=ERASURE, row=pk, detail=erased[pk])
        for pk in sorted(erased)
    )
    return Salt.objects.filter(pk__in=[salt.pk for salt in salts]).update(salt="")


def _may(rows: Mapping[UUID, Any], salt: Salt) -> bool:
    """Whether the row is there, and no hash of before covers the text itself."""
    row = rows.get(salt.row)
    if row is None or not hasattr(row, "content_hash"):
        return row is not None
    row.salted = salt
    return bool(row.content_hash() == row.hash)


def _overwrite(model: Any, column: str, ids: Collection[UUID]) -> None:
    table = model._meta.db_table  # noqa: SLF001
    if connection.vendor == "postgresql" and column in ERASABLE.get(table, ()):
        with connection.cursor() as cursor:  # the role of the app may not do it by itself
            cursor.execute("SELECT erase_text(%s, %s, %s)", [table, column, list(ids)])
    else:
        model._base_manager.filter(pk__in=ids).update(**{column: ERASED})  # noqa: SLF001


READ_AT_ONCE: Final = 2000  # rows read at once
Found: TypeAlias = Iterator[tuple[str, str]]
RowId: TypeAlias = tuple[str, UUID]  # table and id


@dataclass(slots=True)
class Looked:
    """How many links were walked, how many rows wait to be linked, and how many texts were erased."""

    links: int = 0
    waiting: int = 0
    erased: int = 0


class Linked(NamedTuple):
    """What a link says of a row; without a number it waits to become one."""

    owner: UUID
    number: int
    digest: str
    detail: Any

    @property
    def place(self) -> str:
        return f"link {self.number} of the chain {self.owner}" if self.number else "not linked yet"


@dataclass(slots=True)
class Walked:
    """What the chains of a club hold: of each table the first link of each row, what was linked once more, what was
    erased, and of each chain the hashes of its links. `acts` are the rows by which texts were erased, with how many."""

    rows: dict[str, dict[UUID, Linked]] = field(default_factory=dict)
    again: dict[RowId, list[Linked]] = field(default_factory=dict)
    erasures: list[tuple[UUID, Linked]] = field(default_factory=list)
    hashes: dict[UUID, list[str]] = field(default_factory=dict)
    acts: dict[RowId, Any] = field(default_factory=dict)

    def keep(self, table: str, row: UUID, linked: Linked) -> None:
        if table == ERASURE:
            self.erasures.append((row, linked))
        elif row in (rows := self.rows.setdefault(table, {})):
            self.again.setdefault((table, row), []).append(linked)
        else:
            rows[row] = linked


def differences(club_id: UUID, looked: Looked) -> Found:
    """Every link that does not follow the one before, and every row that is not as it was linked: (where, what);
    `looked` counts."""
    walked = Walked()
    yield from _chain_faults(club_id, walked, looked)
    for model in chained():
        yield from _rows(club_id, model, walked)
    yield from _erased(club_id, walked, looked)
    for table, rows in walked.rows.items():  # of a table that is not here
        yield from ((f"{table} {row}", f"it is gone ({linked.place})") for row, linked in rows.items())


def heads(of_club: Q) -> dict[str, list[list[Any]]]:
    """{id of a sitting or season: where its own chain stood whenever that was anchored}. Of a link that is no anchor
    nothing: see `_chains`."""
    found: dict[str, list[list[Any]]] = {}
    for detail in Link.objects.filter(of_club, table=ANCHOR).values_list("detail", flat=True).iterator():
        for owner, head in detail["heads"].items() if _is_anchor(detail) else ():
            found.setdefault(owner, []).append(head)
    return found


def _is_anchor(detail: Any) -> bool:
    """Whether a link says where other chains stood."""
    return isinstance(detail, dict) and all(isinstance(detail.get(part), dict) for part in ("ends", "heads"))


def _chain_faults(club_id: UUID, walked: Walked, looked: Looked) -> Found:
    broken: set[UUID] = set()
    anchors: list[tuple[int, Mapping[str, Any]]] = []
    for link in Link.objects.filter(club=club_id).order_by("owner", "number").iterator(chunk_size=READ_AT_ONCE):
        hashes = walked.hashes.setdefault(link.owner, [])
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
        if link.table != ANCHOR:
            walked.keep(link.table, link.row, Linked(link.owner, link.number, link.digest, link.detail))
        elif link.owner == club_id and _is_anchor(link.detail):
            anchors.append((link.number, link.detail["ends"]))
        else:
            yield f"chain {link.owner}", f"link {link.number} is no anchor, and says that it is"
    yield from _ends(club_id, walked, broken)
    for number, ends in anchors:
        for owner, (count, hash_) in ends.items():
            hashes = walked.hashes.get(UUID(owner), [])
            if len(hashes) < count or hashes[count - 1] != hash_:
                what = f"link {count} is not the one that was anchored (link {number} of the club)"
                yield f"chain {UUID(owner)}", what
    for row in Waiting.objects.filter(club=club_id).order_by("pk").iterator(chunk_size=READ_AT_ONCE):
        looked.waiting += 1
        walked.keep(row.table, row.row, Linked(row.owner, 0, row.digest, row.detail))


def _ends(club_id: UUID, walked: Walked, broken: set[UUID]) -> Found:
    chains = {chain.pk: chain for chain in Chain.objects.filter(club=club_id)}
    for owner in sorted({*chains, *walked.hashes} - broken):
        hashes, chain = walked.hashes.get(owner, []), chains.get(owner)
        kept = (chain.number, chain.hash) if chain else (0, "")
        if kept != (len(hashes), hashes[-1] if hashes else ""):
            yield f"chain {owner}", f"it ends at link {len(hashes)}, {kept[0]} is said"


def _rows(club_id: UUID, model: type[Chained], walked: Walked) -> Found:
    columns, content = model.columns(), model.content
    linked = walked.rows.pop(columns.table, {})
    salts = {
        (row, column): (salt, hash_)
        for row, column, salt, hash_ in Salt.objects.filter(club=club_id, table=columns.table).values_list(
            "row", "column", "salt", "hash"
        )
    }
    unlinked = []
    for values in (
        model.of_club(club_id).order_by("pk").values("pk", *columns.attnames).iterator(chunk_size=READ_AT_ONCE)
    ):
        pk = values["pk"]
        first = linked.pop(pk, None)
        if first is None:
            unlinked.append(pk)
            continue
        links = [first, *walked.again.pop((columns.table, pk), ())]
        owner = content.owner(SimpleNamespace(**values))
        for link in links:
            if link.owner != owner:
                yield f"{columns.table} {pk}", f"it stands in the chain {link.owner}, and is of {owner} ({link.place})"
        if what := _changed(columns, values, _hashes(columns, values, salts), links):
            yield f"{columns.table} {pk}", what
        elif content.erasing and all(values[name] == value for name, value in content.erasing.items()):
            walked.acts[columns.table, pk] = values["detail"].get("number")
    yield from ((f"{columns.table} {pk}", f"it is gone ({link.place})") for pk, link in linked.items())
    if not walked.hashes and unlinked:
        yield f"club {club_id}", f"{len(unlinked)} rows of {columns.table} are from before the chains: run `tick`"
        return
    yield from ((f"{columns.table} {pk}", "nobody has written it: it is in no chain") for pk in unlinked)


def _changed(columns: Columns, values: Mapping[str, Any], hashes: Mapping[str, str], links: list[Linked]) -> str:
    """Why the row is not what its links say, or nothing: the last says what it is now, and one before it, where it may
    change once, what it was."""
    pk, first, last = values["pk"], links[0], links[-1]
    changes = columns.content.changes
    has_changed = any(values[name] != changes[name] for name in list(changes)[:1])
    if len(links) > 1 + has_changed:
        return f"it is linked once more than it was written ({last.place})"
    if columns.digest(pk, values, hashes) != last.digest:
        return f"it was changed after it was written ({last.place})"
    before = {**values, **changes}
    if first is not last and columns.digest(pk, before, first.detail.get("texts", {})) != first.digest:
        return f"it is not what it was at first ({first.place})"
    return ""


def _erased(club_id: UUID, walked: Walked, looked: Looked) -> Found:
    """A text is gone only where an act of the club says that somebody was forgotten, and as many as it says."""
    erased: set[tuple[str, UUID, str]] = set()
    numbers: Counter[RowId] = Counter()
    owners = _owners([(_erasure(linked.detail)[0], row) for row, linked in walked.erasures])
    for row, linked in walked.erasures:
        table, columns, act = _erasure(linked.detail)
        if (table, row) in owners and owners[table, row] != linked.owner:  # there no anchors of its own would count it
            yield f"{table} {row}", f"its text was erased by the chain {linked.owner} ({linked.place})"
        elif act in walked.acts:
            numbers[act] += len(columns)
            erased |= {(table, row, column) for column in columns}
        else:
            yield f"{table} {row}", f"its text was erased, and no act says that somebody was forgotten ({linked.place})"
    for act, number in walked.acts.items():
        if numbers[act] != number:
            yield f"{act[0]} {act[1]}", f"it says that {number} texts were erased, by the chains {numbers[act]} were"
    for table, row, column in Salt.objects.filter(club=club_id, salt="").values_list("table", "row", "column"):
        looked.erased += 1
        if (table, row, column) not in erased:
            yield f"{table} {row}", "what was typed is gone, and nobody was forgotten with it"


def _owners(rows: Iterable[RowId]) -> dict[RowId, UUID]:
    """The chains of these rows, whichever tables they are of."""
    of_table: dict[str, list[UUID]] = {}
    for table, row in rows:
        of_table.setdefault(table, []).append(row)
    found = [(model, of_table.get(model._meta.db_table, [])) for model in apps.get_models()]  # noqa: SLF001
    return {
        (model._meta.db_table, row.pk): owner_of(row)  # noqa: SLF001
        for model, ids in found
        for start in range(0, len(ids), AT_ONCE)
        for row in model._base_manager.filter(pk__in=ids[start : start + AT_ONCE])  # noqa: SLF001
        if isinstance(row, Chained | Salted)
    }


def _erasure(detail: Any) -> tuple[str, Collection[str], RowId]:
    """The table, its columns and the act that a link says texts were erased by; of none where it can't be read."""
    try:
        table, row = detail["cause"]
        return str(detail["table"]), [str(column) for column in detail["columns"]], (str(table), UUID(row))
    except (AttributeError, KeyError, TypeError, ValueError):
        return "row", (), ("", UUID(int=0))


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
