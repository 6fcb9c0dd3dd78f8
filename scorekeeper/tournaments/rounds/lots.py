"""Lots that were drawn among those who are equal in all else."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from scorekeeper.pairing.ties import Figure, Key
from scorekeeper.tournaments.models import DeskAct

LOT: Final = "lot"


def lot_key(lots: Sequence[DeskAct]) -> Key[UUID]:
    """What parts those who are equal in all else, where lots were drawn."""
    return Key(LOT, lambda tied: _lot(lots, tied))


def _lot(lots: Sequence[DeskAct], tied: Sequence[UUID]) -> Mapping[UUID, Figure] | None:
    """What the newest lot says that was drawn among all of these; None where none was."""
    for act in reversed(lots):
        order = [UUID(text) for text in act.detail["order"]]
        if set(tied) <= set(order):
            return {pk: len(order) - order.index(pk) for pk in tied}
    return None


def by_lot(lots: Sequence[DeskAct], tied: Sequence[UUID]) -> list[list[UUID]]:
    """Those who share a place, in the order of the newest lot that was drawn among all of them; together where none
    was."""
    said = _lot(lots, tied)
    return [[pk] for pk in sorted(tied, key=lambda pk: -said[pk])] if said else [list(tied)]
