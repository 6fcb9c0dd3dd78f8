"""What corrections made after a draw of the Swiss system would have moved in it. They change nothing by themselves."""

from collections.abc import Iterable

from scorekeeper.draws.drawn import DrawRequest, held_in, places_of
from scorekeeper.pairing.dutch import NoDutch
from scorekeeper.pairing.swiss import Unpairable
from scorekeeper.tournaments.formats.corrections import Corrected, Elsewhere
from scorekeeper.tournaments.formats.swiss.draw import drawn_swiss
from scorekeeper.tournaments.matches.ties import corrected_points
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace
from scorekeeper.tournaments.rounds.field import Field, called, with_players
from scorekeeper.tournaments.rounds.results import Read, nameless


def corrected(round_: Round, read: Read = nameless) -> Corrected | None:
    """Of a published round; None where nothing has changed since its draw."""
    changed = corrected_points(round_, read)
    return Corrected(changed, by_points=True, moved=_moved(round_, read)) if changed else None


def _moved(round_: Round, read: Read) -> tuple[Elsewhere, ...]:
    """Drawn again from the same number with the points of now, for the same people: whose opponent is another one."""
    places = list(
        round_.places.exclude(kind=RoundPlace.Kind.ABSENT).select_related("entrant", "table").order_by("seat")
    )
    lines = dict(round_.stage.entrants.values_list("entrant", "line"))
    here = with_players(Entrant.objects.filter(pk__in=[place.entrant_id for place in places]))
    in_order = sorted(here, key=lambda entrant: lines.get(entrant.pk, 0))
    tables, out = places_of(round_)
    asked = DrawRequest(seed=round_.seed, held=held_in(round_), until=round_.made_at)
    try:
        drawn = drawn_swiss(round_.stage, Field(round_.number, tuple(in_order), (), ()), asked, read)
    except (NoDutch, Unpairable):
        return ()
    was, would = (
        _seats([tuple(keys) for keys in tables], out),
        _seats([table.keys for table in drawn.tables], drawn.out),
    )
    entrants = {str(who.pk): who for who in in_order}
    found = []
    for key, who in entrants.items():
        (table, met), (would_be, would_meet) = was[key], would[key]
        if met != would_meet:
            both = entrants.get(met), entrants.get(would_meet)
            found.append(Elsewhere(who.pk, None, called(who), table, would_be, *both))
    return tuple(found)


def _seats(tables: list[tuple[str, ...]], out: Iterable[str]) -> dict[str, tuple[int | None, str]]:
    """{who: (number of the match, against whom)}."""
    found: dict[str, tuple[int | None, str]] = {}
    for number, (home, away) in enumerate(tables, 1):
        found |= {home: (number, away), away: (number, home)}
    return found | dict.fromkeys(out, (None, ""))
