"""The order of the seeds: by rating, or set by hand; what entrants are called, and where they come from."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict
from scorekeeper.common.names import clean_name
from scorekeeper.tournaments.entries.records import EntrantChange, SeedOrder, SeedPlace
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.selectors.entries import seeded
from scorekeeper.tournaments.services.common import refused
from scorekeeper.tournaments.services.entry_acts import Kind, at_desk, entrant_at_desk, note


@transaction.atomic
def change_entrant(change: EntrantChange, *, entrant_id: UUID, by: User, now: datetime) -> Entrant:
    """What an entrant is called, where they come from, and the rating that makes their seed. Each change is an act,
    which keeps what stood before; none changes a result.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `name_missing` and the like, `team_unnamed`, `rating_out_of_range`.
    """
    entrant = entrant_at_desk(entrant_id, by)
    before = _facts(entrant)
    name = entrant.name if change.name is None else change.name
    origin = entrant.origin if change.origin is None else change.origin
    if entrant.tournament.of != Tournament.Of.PLAYERS:
        entrant.name = clean_name(name, "name") if name.strip() else ""
    if entrant.tournament.of == Tournament.Of.TEAMS and not entrant.name:
        raise refused("team_unnamed", "name", gettext_noop("Type the name of the team."))
    entrant.origin = clean_name(origin, "origin") if origin.strip() else ""
    if "rating" in change.model_fields_set:
        entrant.rating = change.rating
    entrant.save(update_fields=["name", "origin", "rating"])
    changed = {fact: [before[fact], is_] for fact, is_ in _facts(entrant).items() if before[fact] != is_}
    if "rating" in changed:
        was, rating = changed.pop("rating")
        note(entrant, Kind.SEEDED, by, now, detail={"rating": rating, "before": was})
    if changed:
        note(entrant, Kind.CHANGED, by, now, detail={"changed": changed})
    return entrant


def _facts(entrant: Entrant) -> dict[str, Any]:
    return {"name": entrant.name, "origin": entrant.origin, "rating": entrant.rating}


@transaction.atomic
def set_seed(seed: SeedPlace, *, entrant_id: UUID, by: User, now: datetime) -> list[Entrant]:
    """Put an entrant at this place of the seeds, from 1; the others close up. From then on the order is the one that
    was set by hand.

    Raises:
        Conflict: `tournament_ended`, `seeds_drawn`.
        Refused: `seed_unknown`.
    """
    entrant = entrant_at_desk(entrant_id, by)
    _require_not_drawn(entrant.tournament)
    order = seeded(entrant.tournament)
    if entrant not in order or seed.place > len(order):
        raise refused("seed_unknown", "place", gettext_noop("There is no such place."))
    order.remove(entrant)
    order.insert(seed.place - 1, entrant)
    return _write(order, by, now)


@transaction.atomic
def set_seeds(seeds: SeedOrder, *, tournament_id: UUID, by: User, now: datetime) -> list[Entrant]:
    """The seeds in this order, the strongest first; whoever is not named follows as before. Where nobody is named, what
    was set by hand is forgotten: the seeds are by rating again, then by number.

    Raises:
        Conflict: `tournament_ended`, `seeds_drawn`.
        Refused: `seed_unknown`, `seed_twice`.
    """
    found = at_desk(tournament_id, by)
    _require_not_drawn(found)
    if not seeds.order:
        for entrant in found.entrants.exclude(seed=None):
            before, entrant.seed = entrant.seed, None
            entrant.save(update_fields=["seed"])
            note(entrant, Kind.SEEDED, by, now, detail={"seed": None, "before_seed": before})
        return seeded(found)
    by_id = {entrant.pk: entrant for entrant in seeded(found)}
    if any(entrant_id not in by_id for entrant_id in seeds.order):
        raise refused("seed_unknown", "order", gettext_noop("Somebody of these is not in the tournament."))
    if len(set(seeds.order)) < len(seeds.order):
        raise refused("seed_twice", "order", gettext_noop("Name everybody once."))
    named = [by_id.pop(entrant_id) for entrant_id in seeds.order]
    return _write([*named, *by_id.values()], by, now)


def _write(order: Sequence[Entrant], by: User, now: datetime) -> list[Entrant]:
    for place, entrant in enumerate(order, 1):
        if entrant.seed != place:
            before, entrant.seed = entrant.seed, place
            entrant.save(update_fields=["seed"])
            note(entrant, Kind.SEEDED, by, now, detail={"seed": place, "before_seed": before})
    return list(order)


def _require_not_drawn(tournament: Tournament) -> None:
    """Raises Conflict `seeds_drawn`."""
    if tournament.stages.exclude(state=Stage.State.PLANNED).exists():
        raise Conflict("seeds_drawn", _("The first stage has begun: its seeds stay."))
