"""The entry of a draw as a file: what the tables of a round were drawn from, as `manage.py draw` reads it, so that
anybody can draw them again. It is only told where it is exact: where its hash is the fingerprint of the round."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any
from uuid import UUID

from scorekeeper.draws.drawn import Asked, held_in
from scorekeeper.pairing.schedules.files import instance_of as read_from
from scorekeeper.pairing.schedules.instance import ENGINE, VERSION, Instance, Lock, Unfit, input_hash
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.tournaments.formats.tables.ahead import names_in, shown_before
from scorekeeper.tournaments.formats.tables.draw import ways_of
from scorekeeper.tournaments.formats.tables.instances import instance_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace
from scorekeeper.tournaments.rounds.field import Field
from scorekeeper.tournaments.rounds.units import with_players


def draw_entry(one: Round) -> dict[str, Any] | None:
    """Of a round at tables, or of the first that it was drawn together with; None where what is known now does not lead
    to its fingerprint, or where it was not drawn by a search, or by that of an earlier release."""
    if one.engine != f"{ENGINE} {VERSION}":
        return None
    first = one.stage.rounds.filter(facts=one.facts, number__lte=one.number).earliest("number")
    first.stage = one.stage
    for found in _candidates(first):
        if plain := _exactly(found, one.facts):
            return {"id": _about(one, found_players=plain["players"]), **plain}
    return None


def _candidates(one: Round) -> Iterator[Instance]:
    """What it may have been drawn from, by what is known now."""
    report = one.typed_report
    for smaller in (False, True):
        asked = Asked(
            seed=one.seed,
            held=held_in(one),
            shown=shown_before(one.stage, one.number),
            few_changes=report.schedule is not None and report.schedule.few_changes,
            smaller=smaller,
        )
        knew = one.before.get("order", list(one.before["points"]))
        order = [UUID(pk) for pk in knew] if report.by_points else None
        yield from ways_of(instance_of(one.stage, _field(one), asked, order))


def _field(one: Round) -> Field:
    """Who it was drawn for."""
    places = one.places.exclude(kind=RoundPlace.Kind.ABSENT)
    lines = dict(one.stage.entrants.values_list("entrant", "line"))
    found = with_players(Entrant.objects.filter(pk__in=places.values("entrant"))).order_by("number")
    here = sorted(found, key=lambda entrant: lines.get(entrant.pk, len(lines) + 1))
    return Field(one.number, tuple(here), (), ())


def _exactly(instance: Instance, facts: str) -> dict[str, Any] | None:
    """The file, if whoever reads it draws from just this."""
    if input_hash(instance) != facts:
        return None
    plain = _plain(instance)
    try:
        read, _limit = read_from(plain)
    except Unfit:
        return None
    return plain if input_hash(read) == facts else None


def _plain(instance: Instance) -> dict[str, Any]:
    """Every key of the file that says something."""
    found: dict[str, Any] = {
        "players": sorted(instance.players),
        **{name: getattr(instance, name) for name in ("rounds", "seed", "mode", "style", "preferred", "clubs_rule")},
        "sizes": sorted(instance.sizes),
        "keep": instance.keep,
        "tables": dict(instance.tables),
        "tables_in": {number: dict(sizes) for number, sizes in instance.tables_in.items()},
        **{name: dict(getattr(instance, name)) for name in ("clubs", "from_round", "until_round", "points")},
        **{name: sorted(map(list, getattr(instance, name))) for name in ("forbidden", "wanted")},
        "absent": {number: sorted(away) for number, away in instance.absent.items() if away},
        "history": sorted([*pair, times] for pair, times in instance.history.items()),
        "locks": [_lock(lock) for lock in instance.locks],
        **{name: [_round(one) for one in getattr(instance, name)] for name in ("done", "published")},
    }
    return {key: value for key, value in found.items() if value not in (None, {}, [])}


def _lock(lock: Lock) -> dict[str, Any]:
    named = {("with" if name == "together" else name): value for name, value in asdict(lock).items()}
    return {name: value for name, value in named.items() if value not in (None, ())}


def _round(one: Seated) -> dict[str, list[Any]]:
    return {"tables": [list(table) for table in one.tables], "out": sorted(one.out)}


def _about(one: Round, found_players: list[str]) -> dict[str, Any]:
    """What the file is, and who is called how in it; no draw reads it."""
    names = names_in(one.stage)
    numbers = {str(pk): number for pk, number in one.stage.tournament.entrants.values_list("pk", "number")}
    named = {key: f"{numbers[key]} {names[key]}" if key in numbers else names.get(key, "") for key in found_players}
    return {"tournament": one.stage.tournament.name, "round": one.number, "fingerprint": one.facts, "players": named}
