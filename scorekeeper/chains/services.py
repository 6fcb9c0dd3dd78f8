"""Make links of what waits, in the background: rows that are written wait for no chain."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from scorekeeper.chains.models import ANCHOR, ERASURE, Chain, Link, Waiting, chained
from scorekeeper.chains.models import link as have_linked
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
