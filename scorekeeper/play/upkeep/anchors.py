"""Chain and anchor what was written, and where all chains stand, to be kept elsewhere: whoever can change every row of
the database can't change that.

A file of anchors has a line for each chain: the hash of its end, and of each place before it the first eight digits of
its hash, so that the first place that is another one now can be named. On paper the mark of a sheet says the same of
one chain: the code of the sheet, the number of links, the first sixteen digits of the hash.
"""

import json
import logging
import re
import zipfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, Final, TypeAlias
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, IntegrityError
from django.db.models import Max, Model, Q, QuerySet

from scorekeeper.chains.models import ERASURE, Chain, Link, Waiting
from scorekeeper.chains.services import Heads, chain_up, clubs_waiting
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Act, Hand, HandMark, Sitting
from scorekeeper.standings.models import Competition, SeasonAct

FORMAT: Final = "scorekeeper anchors"
VERSION: Final = 1
DIGITS, MARK_DIGITS = 8, 16  # of a hash: of each place, and on paper
A_BATCH: Final = 2000  # rows read at once
LATE: Final = timedelta(minutes=5)  # as long a transaction may take that was begun before the anchors were written
FEW: Final = 500  # chains that are asked for by name; of more all are read
MARK: Final = re.compile(r"([0-9A-F]{4}-[0-9A-F]{4})\s+(\d{1,9})\s+((?:[0-9A-F]{4}\s?){4})", re.IGNORECASE)

Place: TypeAlias = tuple[UUID, int, str]  # the chain, the number in it, the hash


@dataclass(slots=True)
class Since:
    """What was done after anchors were written that they can't tell from a forgery: how many texts were erased, in the
    chains that they are of, and by which acts. Marks on paper say nothing of it: then `made_at` is None."""

    made_at: datetime | None = None
    erased: int = 0
    acts: set[str] = field(default_factory=set)


class Unreadable(Exception):
    """What was given is no file of anchors."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of chain: what it is called, what its places are called, and the tables that its places stand in."""

    called: str
    place: str
    owner: str
    number: str
    models: "tuple[type[Model], ...]"

    def rows(self, asked: Q, using: str = DEFAULT_DB_ALIAS) -> "list[QuerySet[Any]]":
        there = asked & Q((f"{self.number}__isnull", False))
        return [model._base_manager.using(using).filter(there) for model in self.models]  # noqa: SLF001

    def places(self, asked: Q, using: str) -> Iterator[Place]:
        """By chain and number."""
        columns = (self.owner, self.number)
        found = (rows.order_by(*columns).values_list(*columns, "hash") for rows in self.rows(asked, using))
        return merge(*(rows.iterator(chunk_size=A_BATCH) for rows in found))

    def of(self, owners: Collection[UUID]) -> Q:
        return Q((f"{self.owner}__in", list(owners)))


KINDS: Final[Mapping[str, Kind]] = {
    "hands": Kind("sitting", "seq", "sitting", "seq", (Hand, Act)),
    "marks": Kind("sitting", "what was said as number", "sitting", "seq", (HandMark,)),
    "acts": Kind("season", "what directors did as number", "competition", "seq", (SeasonAct,)),
    "links": Kind("chain", "link", "owner", "number", (Link,)),
}


def mark_of(sitting: Sitting) -> str:
    """The check mark of a sheet as it stands, for paper; empty before its first hand."""
    digits = sitting.head[:MARK_DIGITS].upper()
    groups = [digits[place : place + 4] for place in range(0, len(digits), 4)]
    return " ".join([str(sitting.seq), *groups]) if digits else ""


def lines(
    *, now: datetime, club_id: UUID | None = None, owners: Collection[UUID] | None = None, using: str = DEFAULT_DB_ALIAS
) -> Iterator[bytes]:
    """A file of anchors, line by line: of everything, of a club, or of the chains of these things."""
    yield _line({"format": FORMAT, "version": VERSION, "made_at": now.astimezone(UTC).isoformat()})
    for kind in KINDS:
        asked = Q(club=club_id) if club_id else Q()
        if owners is not None:
            asked &= KINDS[kind].of(owners)
        for owner, hashes in _sequences(kind, asked, using):
            yield _line({"kind": kind, "of": owner.hex, **_end(hashes)})


def _end(hashes: list[str]) -> dict[str, Any]:
    """Where a chain stands, and its places in short."""
    return {"number": len(hashes), "hash": hashes[-1], "each": "".join(hash_[:DIGITS] for hash_ in hashes)}


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def _sequences(kind: str, asked: Q, using: str) -> Iterator[tuple[UUID, list[str]]]:
    """Each chain with the hashes of its places, from the first."""
    yield from _by_chain(KINDS[kind].places(asked, using))


def _by_chain(places: Iterable[Place]) -> Iterator[tuple[UUID, list[str]]]:
    for owner, of_chain in groupby(places, key=itemgetter(0)):
        yield owner, [hash_ for _owner, _number, hash_ in of_chain]


def compared(path: Path, since: Since) -> Iterator[tuple[str, str]]:
    """Every chain that is not what a file of anchors, the archive of a club or a list of marks on paper says: (where,
    what), with the first place that differs; `since` is filled on the way.

    Raises:
        Unreadable: with the reason.
    """
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                yield from _archived(archive, since)
        else:
            with path.open("rb") as file:
                yield from _compared(file, since)
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise Unreadable(f"{path} can't be read: {error}") from None


def _archived(archive: zipfile.ZipFile, since: Since) -> Iterator[tuple[str, str]]:
    """The archive of a club has the chains themselves."""
    made_at = since.made_at = datetime.fromisoformat(json.loads(archive.read("manifest.json"))["made_at"])
    for kind, chain in KINDS.items():
        places: list[Place] = []
        for model in chain.models:
            with archive.open(f"{model._meta.label_lower}.jsonl") as file:  # noqa: SLF001 public but for its name
                rows = [json.loads(line) for line in file]
            places += [(UUID(row[chain.owner]), row[chain.number], row["hash"]) for row in rows if row[chain.number]]
        anchors = {owner: _end(hashes) for owner, hashes in _by_chain(sorted(places))}
        yield from _differing(kind, anchors, made_at)
        if kind == "links":
            _count_erased(anchors, since)


def _compared(file: IO[bytes], since: Since) -> Iterator[tuple[str, str]]:
    first = file.readline()
    try:
        head = json.loads(first)
    except ValueError:
        yield from _marks([first, *file])
        return
    if not isinstance(head, dict) or (head.get("format"), head.get("version")) != (FORMAT, VERSION):
        raise Unreadable(f"it is no file of anchors of version {VERSION}")
    try:
        made_at = since.made_at = datetime.fromisoformat(head["made_at"]).astimezone(UTC)
        kept = [json.loads(line) for line in file]
        by_kind = {kind: {UUID(anchor["of"]): anchor for anchor in kept if anchor["kind"] == kind} for kind in KINDS}
        for kind, anchors in by_kind.items():
            yield from _differing(kind, anchors, made_at)
        _count_erased(by_kind["links"], since)
    except (ValueError, KeyError, TypeError) as error:
        raise Unreadable(f"a line of it is damaged: {error!r}") from None


def _differing(kind: str, anchors: Mapping[UUID, Mapping[str, Any]], made_at: datetime) -> Iterator[tuple[str, str]]:
    chain, asked = KINDS[kind], KINDS[kind].of(anchors) if len(anchors) <= FEW else Q()
    when, gone = f"{made_at:%Y-%m-%d %H:%M} UTC", set(anchors)
    later = _later(kind, asked, made_at - LATE)
    for owner, hashes in _sequences(kind, asked, DEFAULT_DB_ALIAS):
        if owner not in anchors:
            continue
        gone.discard(owner)
        kept, number = anchors[owner], int(anchors[owner]["number"])
        if hashes[number - 1 : number] != [kept["hash"]]:
            place = _first(hashes, kept["each"])
            what = f"{chain.place} {place}{_row(kind, owner, place)} is not what was anchored on {when}"
            yield f"{chain.called} {owner}", what
        elif later.get(owner, 0) > number:
            what = f"{chain.place} {later[owner]} says it is older than the anchors of {when}, which have {number}"
            yield f"{chain.called} {owner}", what
    for owner in sorted(gone):
        yield f"{chain.called} {owner}", f"{chain.place} 1 and all after it, anchored on {when}, are gone"


def _count_erased(anchors: Mapping[UUID, Mapping[str, Any]], since: Since) -> None:
    """What was erased behind the ends that were kept. Whether each act is there `verify` looks by itself."""
    asked = KINDS["links"].of(anchors) if len(anchors) <= FEW else Q()
    linked = Link.objects.filter(asked, table=ERASURE).values_list("owner", "number", "detail")
    waiting = Waiting.objects.filter(asked, table=ERASURE).values_list("owner", "detail")
    rows = [*linked.iterator(), *((owner, None, detail) for owner, detail in waiting)]
    for owner, number, detail in rows:
        if owner in anchors and (number is None or number > int(anchors[owner]["number"])):
            since.erased += len(detail.get("columns", [""]))
            since.acts.add(str(detail.get("cause")))


def _later(kind: str, asked: Q, made_at: datetime) -> dict[UUID, int]:
    """The greatest number in each chain of what says that it is older than that."""
    chain = KINDS[kind]
    greatest: dict[UUID, int] = {}
    for rows in chain.rows(asked & Q(at__lt=made_at)):
        for owner, number in rows.order_by().values_list(chain.owner).annotate(Max(chain.number)):
            greatest[owner] = max(number, greatest.get(owner, 0))
    return greatest


def _first(hashes: list[str], each: str) -> int:
    """The first place that is another one."""
    kept = [each[start : start + DIGITS] for start in range(0, len(each), DIGITS)]
    same = zip(hashes, kept, strict=False)
    return next((place for place, (hash_, digits) in enumerate(same, 1) if hash_[:DIGITS] != digits), len(hashes) + 1)


def _row(kind: str, owner: UUID, place: int) -> str:
    """What is linked there, where a link stands for a row."""
    found = Link.objects.filter(owner=owner, number=place).first() if kind == "links" else None
    return f" ({found.table} {found.row})" if found else ""


def _marks(typed: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Marks as they stand on paper, one in a line: `9F3A-02BC 34 1A2B 3C4D 5E6F 7081`."""
    sheets: dict[str, list[UUID]] = {}
    for pk in Sitting.everything.values_list("pk", flat=True).iterator():
        sheets.setdefault(Sitting(pk=pk).code, []).append(pk)
    for number, line in enumerate(typed, start=1):
        text = line.decode(errors="replace").strip()
        if not text:
            continue
        mark = MARK.search(text)
        if not mark:
            raise Unreadable(f"line {number} is no check mark: it looks like 9F3A-02BC 34 1A2B 3C4D 5E6F 7081")
        code, seq, digits = mark[1].upper(), int(mark[2]), "".join(mark[3].split()).lower()
        here = Q(sitting__in=sheets.get(code, []), seq=seq, hash__startswith=digits)
        if not (Hand.objects.filter(here).exists() or Act.objects.filter(here).exists()):
            yield f"sheet {code}", f"it is not what was printed: no chain has {digits.upper()} at seq {seq}"


logger = logging.getLogger(__name__)


def anchor(*, now: datetime) -> int:
    """Chain all that waits in all clubs, and anchor the ends of the chains of hands, marks and directors' acts; returns
    how many links were made. A club whose chains can't be made longer, because somebody has tampered with them, is left
    as it is: `verify` names it."""
    tips = dict(Chain.objects.filter(pk__in=Club.objects.values("pk")).values_list("pk", "tips"))
    found, waiting = _heads(Q(), tips), clubs_waiting()
    clubs = set(Club.objects.exclude(pk__in=tips).values_list("pk", flat=True))
    clubs |= waiting | {club for club, heads in found.items() if heads.moved}
    return sum(_anchor(club_id, found.get(club_id) or Heads(), now) for club_id in sorted(clubs))


def anchor_club(club_id: UUID, *, now: datetime) -> int:
    """The same of one club."""
    tips = dict(Chain.objects.filter(pk=club_id).values_list("pk", "tips"))
    return _anchor(club_id, _heads(Q(club=club_id), tips).get(club_id) or Heads(), now)


def _anchor(club_id: UUID, heads: Heads, now: datetime) -> int:
    try:
        return chain_up(club_id, heads, now)
    except IntegrityError:
        logger.exception("the chains of club %s can't be made longer: run verify", club_id)
        return 0


def _heads(of_club: Q, tips: Mapping[UUID, Mapping[str, str]]) -> dict[UUID, Heads]:
    """Of each club where its chains stand; only open tables, and those of which something waits, can have moved."""
    found: dict[UUID, Heads] = defaultdict(Heads)
    lately = Q(closed_at=None) | Q(pk__in=Waiting.objects.filter(of_club).values("owner"))
    sittings = Sitting.objects.filter(of_club & lately).exclude(seq=0, marked=0).order_by()
    seasons = Competition.objects.filter(of_club, seq__gt=0).order_by()
    places: list[tuple[Any, ...]] = [
        *sittings.values_list("club", "pk", "closed_at", "seq", "head", "marked", "marks_head"),
        *((club, pk, None, seq, head) for club, pk, seq, head in seasons.values_list("club", "pk", "seq", "head")),
    ]
    for club, pk, closed_at, *head in places:
        tip = ":".join(map(str, head[::2]))
        if closed_at is None:
            found[club].tips[pk.hex] = tip
        if tips.get(club, {}).get(pk.hex) != tip:
            found[club].moved[pk] = head
    return found
