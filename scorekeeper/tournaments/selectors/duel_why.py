"""What the keys of a standing of matches are called, and what they said of those who were equal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.common.texts import fraction_figure, isolated
from scorekeeper.pairing.ties import Figure, Place
from scorekeeper.tournaments import ties
from scorekeeper.tournaments.selectors.standing import LOT

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


def sentences(place: Place[UUID], names: Mapping[UUID, str]) -> tuple[str, ...]:
    """How those who share this place, or the one alone who has it, were told apart from others with as many points:
    every key that was asked with the figures of all whom it was asked of."""
    tied = _level(place)
    if len(tied) < 2:
        return ()
    mine = place.rows[0]
    others = ", ".join(isolated(names[pk]) for pk in _near(tied, mine) if pk not in place.rows)
    found = [_("Level on points with {names}.").format(names=others)] if others else []
    for told in place.told:
        if told.name == "PTS" or len(tied) < 2:
            continue
        if told.said is not None:
            own = {pk: told.said[pk] for pk in tied}
            found.append(_sentence(told.name, own, names, mine))
            tied = [pk for pk in tied if own[pk] == own[mine]]
        elif told.name != LOT:
            found.append(_("{title}: not asked, because not all of them have met.").format(title=TITLES[told.name]))
    if len(place.rows) > 1:
        found.append(_("Equal in everything that is asked: they share the place, unless lots are drawn."))
    return tuple(found)


def _level(place: Place[UUID]) -> list[UUID]:
    """All who have as many points as this place."""
    points = next((told.said for told in place.told if told.name == "PTS"), None)
    if points is None:
        return list(place.rows)
    return [pk for pk, figure in points.items() if figure == points[place.rows[0]]]


def _sentence(name: str, own: Mapping[UUID, Figure], names: Mapping[UUID, str], mine: UUID) -> str:
    in_order = sorted(own, key=lambda pk: (-own[pk], names[pk].casefold()))
    if name == LOT:
        order = ", ".join(isolated(names[pk]) for pk in _near(in_order, mine))
        return _("The lot decided: {names}.").format(names=order)
    figures = ", ".join(f"{isolated(names[pk])} {fraction_figure(own[pk])}" for pk in _near(in_order, mine))
    if len(set(own.values())) == 1:
        text = _("{title} ({meaning}) does not part them: {figures}.")
    else:
        text = _("{title} ({meaning}): {figures}.")
    return text.format(title=TITLES[name], meaning=ties.MEANINGS[name], figures=figures)


def _near(in_order: Sequence[UUID], mine: UUID) -> Sequence[UUID]:
    """Of many those who stand next to this one."""
    at = max(in_order.index(mine) - MOST // 2, 0)
    return in_order if len(in_order) <= MOST else in_order[at : at + MOST]
