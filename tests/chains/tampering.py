"""Rows changed past every guard, by SQL of somebody who may do everything; and all chains, anchors and sums made anew
after it, by somebody who knows the program."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from scorekeeper.chains.contents import text_hash
from scorekeeper.chains.models import ANCHOR, Chain, Link, Salt, Waiting, chained, with_salts
from scorekeeper.chains.services import link_hash
from scorekeeper.common.append_only import missing, unprotect
from scorekeeper.payouts import guards
from scorekeeper.play.closing.services import anchor_hash
from scorekeeper.play.models import APPEND_ONLY, Act, Anchor, Hand, HandMark, Sitting
from scorekeeper.play.models.hands import act_hash
from scorekeeper.play.upkeep.anchors import anchor
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.ratings.models import Board
from scorekeeper.ratings.services import replay_stale, stale
from scorekeeper.standings.models import Competition, SeasonAct
from tests.archive.worlds import World
from tests.factories import NOW, at


def anchored() -> World:
    """A club with rows in every table, all of them linked."""
    world = World()
    anchor(now=at(200))
    return world


def discrepancies() -> list[str]:
    """What `verify` finds of the rows: that the guards are gone is no proof of what was done without them."""
    return [str(found) for found in verify(Count()) if found.where != "database"]


def attempt(change: Callable[[], object]) -> bool:
    """Whether the constraints of the database take it."""
    try:
        with transaction.atomic():
            change()
    except DatabaseError:
        return False
    return True


def changed(row: Any, field: Any, value: Any) -> bool:
    """Change a column of a row that lies in the database; whether its constraints take it."""
    rows = type(row)._base_manager.filter(pk=row.pk)
    return attempt(lambda: rows.update(**{field.attname: value}))


@contextmanager
def unguarded() -> Iterator[None]:
    """No trigger stands in the way, and foreign keys wait for a commit that never comes: inside a transaction that is
    taken back."""
    if missing(connection, APPEND_ONLY) == []:
        connection.check_constraints()  # PostgreSQL drops no trigger of a table for which checks are pending
        unprotect(connection, APPEND_ONLY)
        guards.unprotect(connection)
    yield


def tables() -> list[type[models.Model]]:
    """The models of every table that is only ever added to."""
    by_table = {model._meta.db_table: model for model in apps.get_models()}
    return [by_table[table] for table in APPEND_ONLY]


@dataclass(frozen=True)
class Tamper:
    """What was done to which row; where a column was changed, which, and what it was."""

    what: str
    model: type[models.Model]
    pk: UUID
    field: str = ""
    was: Any = None

    @property
    def is_undone(self) -> bool:
        """Whether the column is what it was: numbers of a chain come back when it is made anew."""
        rows = self.model._base_manager.filter(pk=self.pk)
        return bool(self.field) and list(rows.values_list(self.field, flat=True)) == [self.was]

    def __str__(self) -> str:
        return f"{self.what} {self.model._meta.db_table} {self.pk}"


def any_tamper(chance: random.Random, models_: Sequence[type[models.Model]]) -> Tamper:
    """A row of any of these tables: a column changed, the row deleted, or one like it added."""
    model = chance.choice([model for model in models_ if model._base_manager.exists()])
    rows = list(model._base_manager.order_by("pk"))
    row: Any = chance.choice([rows[-1], chance.choice(rows)])
    way = chance.choice(["change", "change", "delete", "add"])
    pk = row.pk
    if way == "delete":
        model._base_manager.filter(pk=pk)._raw_delete("default")
        return Tamper("deleted", model, pk)
    if way == "add":
        pk = add(chance, row)
        return Tamper("added", model, pk)
    field = chance.choice([field for field in model._meta.concrete_fields if is_free(field, row)])
    was = getattr(row, field.attname)
    model._base_manager.filter(pk=pk).update(**{field.attname: another(chance, field, was)})
    return Tamper(f"changed {field.name} of", model, pk, field.attname, was)


def is_free(field: Any, row: Any) -> bool:
    return not field.primary_key and field.name != "club"


def another(chance: random.Random, field: Any, value: Any) -> Any:
    """Another value that the column takes."""
    if value is None:
        given: dict[Any, Any] = {models.DateTimeField: NOW, models.PositiveIntegerField: 7}
        return given.get(type(field)) or uuid4()
    changed: dict[type, Callable[[], Any]] = {
        bool: lambda: not value,
        int: lambda: value + chance.randint(1, 9),
        datetime: lambda: value - timedelta(microseconds=1),
        date: lambda: value - timedelta(days=1),
        str: lambda: value[:-1] + ("x" if value[-1:] != "x" else "y") if value else "x",
        dict: lambda: {**value, "x": 1},
        list: lambda: [*value, 1],
        UUID: uuid4,
    }
    return next(make for kind, make in changed.items() if isinstance(value, kind))()


def add(chance: random.Random, row: Any) -> UUID:
    """A row like this one, under new keys."""
    made = type(row)(**{field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields})
    made.pk = uuid4()
    for field in row._meta.concrete_fields:
        unique = field.unique or any(field.name in one.fields for one in row._meta.total_unique_constraints)
        unique |= any(field.name in getattr(one, "fields", ()) for one in row._meta.constraints)
        if not unique or field.primary_key or field.name == "club":
            continue
        value = getattr(row, field.attname)
        if isinstance(value, int):
            setattr(made, field.attname, value + 1000)
        elif isinstance(value, str):
            setattr(made, field.attname, value + "0" if len(value) < 60 else "0" * 64)
        elif isinstance(value, UUID) and (field.name == "key" or field.name == "source" or field.is_relation):
            setattr(made, field.attname, uuid4() if field.name in {"key", "source"} else value)
    type(row)._base_manager.bulk_create([made])
    return UUID(str(made.pk))


def make_anew() -> None:
    """Everything that could tell on it: hashes of hands, acts and marks, heads, anchors, salts, links, ends, sums."""
    for sitting in Sitting._base_manager.all():
        _hands_anew(sitting)
    for season in Competition.everything.all():
        previous, acts = "", with_salts(SeasonAct.objects.filter(competition=season).order_by("seq"))
        for seq, act in enumerate(acts, 1):
            act.seq, act.previous = seq, previous
            act.hash = previous = act.content_hash()
            SeasonAct._base_manager.filter(pk=act.pk).update(seq=seq, previous=act.previous, hash=act.hash)
        Competition.everything.filter(pk=season.pk).update(seq=len(acts), head=previous)
    for club_id in set(Chain.objects.values_list("club", flat=True)):
        _anchors_anew(club_id)
        _links_anew(club_id)
    list(rebuild(Rebuilt(), club_id=None, write=True))
    for board in Board.objects.all():
        stale(board.club_id, board.game, NOW - timedelta(days=9999))
    replay_stale()


def _hands_anew(sitting: Sitting) -> None:
    previous = ""
    links: list[Any] = sorted(
        [*Hand.objects.filter(sitting=sitting), *Act.objects.filter(sitting=sitting, seq__isnull=False)],
        key=lambda link: link.seq,
    )
    for seq, link in enumerate(with_salts(links), 1):
        link.seq = seq
        if isinstance(link, Hand):
            link.previous = previous
            link.hash = previous = link.content_hash()
            Hand._base_manager.filter(pk=link.pk).update(seq=seq, previous=link.previous, hash=link.hash)
        else:
            link.head = previous
            link.hash = previous = act_hash(link)
            Act._base_manager.filter(pk=link.pk).update(seq=seq, head=link.head, hash=link.hash)
    said, marks = "", with_salts(HandMark.objects.filter(sitting=sitting).order_by("seq"))
    for seq, mark in enumerate(marks, 1):
        mark.seq, mark.previous = seq, said
        mark.hash = said = mark.content_hash()
        HandMark._base_manager.filter(pk=mark.pk).update(seq=seq, previous=mark.previous, hash=mark.hash)
    Sitting._base_manager.filter(pk=sitting.pk).update(
        seq=len(links), head=previous, marked=len(marks), marks_head=said
    )


def _standing(owner: UUID, seq: int, marked: int = 0) -> dict[str, Any]:
    """What an end of the chains of a sitting, or of a season, is now at these places."""
    hands = {link.seq: link.hash for model in (Hand, Act) for link in model.objects.filter(sitting=owner)}
    marks = {mark.seq: mark.hash for mark in HandMark.objects.filter(sitting=owner)}
    acts = {act.seq: act.hash for act in SeasonAct.objects.filter(competition=owner)}
    hands = hands or acts
    seq, marked = min(seq, max([0, *(seq for seq in hands if seq)])), min(marked, max([0, *marks]))
    return {"seq": seq, "head": hands.get(seq, ""), "marked": marked, "marks_head": marks.get(marked, "")}


def _anchors_anew(club_id: UUID) -> None:
    from scorekeeper.clubs.models import Club

    after = {anchor.previous: anchor for anchor in Anchor.objects.filter(club=club_id)}
    anchors, previous = [], ""
    while (anchor := after.pop(previous, None)) or after:
        anchor = anchor or after.pop(min(after))  # the one before it is gone
        anchors.append(anchor)
        previous = anchor.hash
    previous = ""
    for anchor in anchors:  # out of the way of each other
        Anchor._base_manager.filter(pk=anchor.pk).update(previous=anchor.pk.hex)
    for anchor in anchors:
        now = _standing(anchor.sitting_id, anchor.seq, 0)
        marks = set(HandMark.objects.filter(sitting=anchor.sitting_id).values_list("hash", flat=True))
        if anchor.marks_head and anchor.marks_head not in marks:
            anchor.marks_head = Sitting.objects.get(pk=anchor.sitting_id).marks_head
        anchor.head, anchor.seq, anchor.previous = now["head"], now["seq"], previous
        anchor.hash = previous = anchor_hash(anchor)
        Anchor._base_manager.filter(pk=anchor.pk).update(
            head=anchor.head, seq=anchor.seq, marks_head=anchor.marks_head, previous=anchor.previous, hash=anchor.hash
        )
    Club.objects.filter(pk=club_id).update(anchor=previous)


def _links_anew(club_id: UUID) -> None:
    """Each link says what its row says now, at the time it had; a row that is gone has none, a new one gets one."""
    of_table = {model._meta.db_table: model for model in chained()}
    links = list(Link.objects.filter(club=club_id).order_by("owner", "number"))
    linked = {link.row for link in links} | set(Waiting.objects.filter(club=club_id).values_list("row", flat=True))
    last: dict[UUID, Link] = {link.owner: link for link in links}
    for model in of_table.values():
        for row in model.of_club(club_id):
            if row.pk not in linked:
                owner = model.content.owner(row)
                at = last[owner].at if owner in last else links[0].at
                links.append(
                    Link(club_id=club_id, owner=owner, table=model._meta.db_table, row=row.pk, number=10**6, at=at)
                )
    Link._base_manager.filter(club=club_id)._raw_delete("default")
    chains: dict[UUID, list[str]] = {}
    newest = {link.row: link for link in sorted(links, key=lambda link: link.number)}
    made = []
    for link in sorted(links, key=lambda link: (link.owner == club_id, link.owner, link.number)):
        hashes = chains.setdefault(link.owner, [])
        if link.table in of_table and newest[link.row] is link and not _read(link, of_table[link.table]):
            continue
        if link.table == ANCHOR:
            link.detail = {
                "ends": dict(_ends_anew(link.detail["ends"], chains)),
                "heads": {owner: _head_anew(UUID(owner), head) for owner, head in link.detail["heads"].items()},
            }
        link.number, link.previous = len(hashes) + 1, hashes[-1] if hashes else ""
        link.hash = link_hash(link)
        hashes.append(link.hash)
        made.append(link)
    Link._base_manager.bulk_create(made)
    for owner, hashes in chains.items():
        end = {"number": len(hashes), "hash": hashes[-1] if hashes else ""}
        Chain.objects.update_or_create(pk=owner, defaults={"club_id": club_id, **end})


def _ends_anew(ends: dict[str, Any], chains: dict[UUID, list[str]]) -> Iterator[tuple[str, list[Any]]]:
    for owner, (number, _hash) in ends.items():
        hashes = chains.get(UUID(owner), [])[:number]
        if hashes:
            yield owner, [len(hashes), hashes[-1]]


def _head_anew(owner: UUID, head: list[Any]) -> list[Any]:
    now = _standing(owner, head[0], *head[2:3])
    return [now["seq"], now["head"], now["marked"], now["marks_head"]][: len(head)]


def _read(link: Link, model: Any) -> bool:
    """Have the link, and the salts, say what the row says now; whether it is there."""
    row = model._base_manager.filter(pk=link.row).first()
    if row is None:
        return False
    columns, hashes = model.columns(), {}
    for name in columns.content.texts:
        if text := getattr(row, name):
            salt, _new = Salt.objects.get_or_create(
                row=row.pk, column=name, defaults={"club_id": row.club_id, "table": link.table, "salt": "1", "hash": ""}
            )
            salt.hash = hashes[name] = text_hash(salt.salt, text)
            salt.save()
    link.digest = columns.digest(row.pk, columns.values(row), hashes)
    return True
