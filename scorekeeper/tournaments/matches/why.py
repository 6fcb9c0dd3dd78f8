"""What the keys of a standing of matches are called, and what they said of those who were equal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import fraction_figure, isolated
from scorekeeper.pairing.ties import Figure, Place, Told
from scorekeeper.tournaments.matches import ties
from scorekeeper.tournaments.rounds.lots import LOT

TITLES: Final = {**ties.TITLES, LOT: gettext_lazy("Lot")}
MOST: Final = 8  # of whom a sentence tells


@dataclass(frozen=True, slots=True)
class Column:
    """A key that stands beside the points."""

    name: str
    title: str
    meaning: str


def titles_of(names: Iterable[str]) -> list[Column]:
    """These keys as they are called."""
    return [Column(name, str(TITLES[name]), str(ties.MEANINGS.get(name, ""))) for name in names]


class Sentences:
    """Why everybody of a group stands where they stand. What a key said of those who were equal so far is put in order
    once, for all of them."""

    def __init__(self, names: Mapping[UUID, str]) -> None:
        self._names = names
        self._by_name = {pk: nth for nth, pk in enumerate(sorted(names, key=lambda pk: alphabetical(names[pk])))}
        self._levels: dict[Figure, _Order] = {}
        self._asked: dict[int, _Order] = {}

    def of(self, place: Place[UUID]) -> tuple[str, ...]:
        """How those who share this place, or the one alone who has it, were told apart from others with as many points:
        every key that was asked with the figures of all whom it was asked of."""
        level, mine = self._level(place), place.rows[0]
        tied: Sequence[UUID] = level.order
        if len(tied) < 2:
            return ()
        others = ", ".join(isolated(self._names[pk]) for pk in level.near(mine) if pk not in place.rows)
        found = [_("Level on points with {names}.").format(names=others)] if others else []
        for told in place.told:
            if told.name == "PTS" or len(tied) < 2:
                continue
            if told.said is not None:
                order = self._order(told, tied)
                found.append(self._sentence(told.name, order, mine))
                tied = order.level_with(mine)
            elif told.name != LOT:
                found.append(_("{title}: not asked, because not all of them have met.").format(title=TITLES[told.name]))
        if len(place.rows) > 1:
            found.append(_("Equal in everything that is asked: they share the place, unless lots are drawn."))
        return tuple(found)

    def _level(self, place: Place[UUID]) -> "_Order":
        """All who have as many points as this place."""
        points = next((told.said for told in place.told if told.name == "PTS"), None)
        if points is None:
            return _Order(place.rows, {})
        own = points[place.rows[0]]
        if own not in self._levels:
            self._levels[own] = _Order([pk for pk, figure in points.items() if figure == own], {})
        return self._levels[own]

    def _order(self, told: Told[UUID], tied: Sequence[UUID]) -> "_Order":
        """A key was asked of the same ones for each of their places."""
        if id(told) not in self._asked:
            said = told.said or {}
            own = {pk: said[pk] for pk in tied}
            by_name = sorted(tied, key=self._by_name.__getitem__)
            self._asked[id(told)] = _Order(sorted(by_name, key=own.__getitem__, reverse=True), own)
        return self._asked[id(told)]

    def _sentence(self, name: str, order: "_Order", mine: UUID) -> str:
        near = order.near(mine)
        if name == LOT:
            return _("The lot decided: {names}.").format(names=", ".join(isolated(self._names[pk]) for pk in near))
        figures = ", ".join(f"{isolated(self._names[pk])} {fraction_figure(order.own[pk])}" for pk in near)
        if order.is_level:
            text = _("{title} ({meaning}) does not part them: {figures}.")
        else:
            text = _("{title} ({meaning}): {figures}.")
        return text.format(title=TITLES[name], meaning=ties.MEANINGS[name], figures=figures)


class _Order:
    """Those who were equal so far, in the order of the figures that they have `own`."""

    def __init__(self, order: Sequence[UUID], own: Mapping[UUID, Figure]) -> None:
        self.order, self.own = order, own
        self._at = {pk: nth for nth, pk in enumerate(order)}
        self._level: dict[Figure, list[UUID]] = {}
        for pk in order if own else ():
            self._level.setdefault(own[pk], []).append(pk)

    @property
    def is_level(self) -> bool:
        """Whether all have the same."""
        return len(self._level) == 1

    def level_with(self, mine: UUID) -> Sequence[UUID]:
        """Who has as much as this one."""
        return self._level[self.own[mine]]

    def near(self, mine: UUID) -> Sequence[UUID]:
        """Of many those who stand next to this one."""
        at = max(self._at[mine] - MOST // 2, 0)
        return self.order if len(self.order) <= MOST else self.order[at : at + MOST]
