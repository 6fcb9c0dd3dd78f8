"""Draws as the page shows and explains them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Prefetch

from scorekeeper.common.names import alphabetical
from scorekeeper.draws.drawn import BY_HAND
from scorekeeper.tournaments.formats.format import Detail
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.tables.ahead import names_in
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable
from scorekeeper.tournaments.rounds.units import key_of, name_of, people


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as the page shows its draw: its places in the order of the seats; of a bracket what a match is
    called."""

    table: RoundTable
    places: tuple[RoundPlace, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """What a round has drawn, and why it is so: in short, and what is folded away."""

    round: Round
    tables: tuple[ShownTable, ...]
    out: tuple[RoundPlace, ...]
    absent: tuple[RoundPlace, ...]
    reasons: tuple[str, ...]
    details: tuple[Detail, ...]

    @property
    def movable(self) -> list[RoundPlace]:
        """Everybody who can change places, by name."""
        places = [place for table in self.tables for place in table.places]
        return sorted([*places, *self.out], key=lambda place: (alphabetical(name_of(place)), place.pk))

    @property
    def is_by_hand(self) -> bool:
        return any(place.by_hand for place in self.movable)

    @property
    def is_changed(self) -> bool:
        """Whether people have changed places by hand since it was drawn."""
        return bool(self.round.report.get(BY_HAND))

    @property
    def version(self) -> str:
        return self.round.engine


def explained(one: Round, *, for_desk: bool = False) -> Explained:
    """A round with its people, and its reasons in the reader's language; some are for the desk alone."""
    found = one.places.select_related("entrant", "table", "held_by", "player__merged_into")
    found = found.prefetch_related(Prefetch("entrant__players", queryset=people()))
    places = list(found.order_by("table__number", "seat", "entrant__number"))
    seated = groupby((place for place in places if place.table), key=lambda place: place.table)  # in their order
    kinds, names = RoundPlace.Kind, _names(one, places)
    format_ = format_of(one.stage)
    titles = format_.match_titles(one)
    return Explained(
        round=one,
        tables=tuple(ShownTable(table, tuple(there), titles.get(table.code, "")) for table, there in seated if table),
        out=tuple(place for place in places if place.kind == kinds.BYE),
        absent=tuple(place for place in places if place.kind == kinds.ABSENT),
        reasons=tuple(format_.reasons(one, places, names, for_desk=for_desk)),
        details=tuple(format_.details(one, names, for_desk=for_desk)),
    )


def _names(one: Round, places: Sequence[RoundPlace]) -> Mapping[str, str]:
    """What everybody is called of whom its report tells: also those who play other rounds."""
    here = {key_of(place.entrant_id, place.player_id): name_of(place) for place in places}
    schedule = one.report.get("schedule", {})
    told = {who for each in schedule.get("repeated", ()) for who in each["players"]} | schedule.get("byes", {}).keys()
    told |= {who for name in ("small_above", "small_below") for who in schedule.get(name, ())}
    told |= {who for name in ("breaches", "club_meetings") for _round, *pair in schedule.get(name, ()) for who in pair}
    told |= {who for pair in schedule.get("wanted_unmet", ()) for who in pair}
    return here if told <= here.keys() else {**names_in(one.stage), **here}
