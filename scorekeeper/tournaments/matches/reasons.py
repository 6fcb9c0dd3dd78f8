"""Why a match was drawn so, in sentences, and why a standing is as it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import fraction_figure, isolated
from scorekeeper.draws.drawn import MatchReasons, Report, report_of
from scorekeeper.pairing.records import DOWN, UP
from scorekeeper.pairing.ties import Figure, KeyFigures, Place
from scorekeeper.tournaments.matches import ties
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.field import listed
from scorekeeper.tournaments.rounds.results import LOT

Names = Mapping[str, str]
HOME_BY: Final = {
    "balance": gettext_lazy("At home: {home}, less often so far."),
    "turns": gettext_lazy("At home: {home}, because the other side was at home the last time this differed."),
    "board": gettext_lazy("At home, alternating from board to board: {home}."),
    "rules": gettext_lazy("At home by the rules of the Dutch system: {home}."),
    "hand": gettext_lazy("At home, set by hand: {home}."),
}
FLOATS: Final = {
    (UP, False): gettext_lazy("Paired up: {name}."),
    (UP, True): gettext_lazy("Paired up again: {name}."),
    (DOWN, False): gettext_lazy("Paired down: {name}."),
    (DOWN, True): gettext_lazy("Paired down again: {name}."),
}
"""By whether they met somebody with more points or fewer, and did so in the last round"""


def duel_reasons(round_: Round, places: Sequence[RoundPlace], names: Names, *, for_desk: bool) -> list[str]:
    """Match by match, then the bye, then what holds for all."""
    asks_clubs = round_.stage.plan.get("apart", "off") != "off"
    report = report_of(round_.report)
    matches = {
        (each.home, each.away): each.model_copy(update={"mates": asks_clubs and each.mates})
        for each in report.matches(for_desk=for_desk)
    }
    found = []
    tables: dict[Any, list[RoundPlace]] = {}
    for place in places:
        if place.table_id:
            tables.setdefault(place.table, []).append(place)
    for table, two in sorted(tables.items(), key=lambda item: item[0].number):
        home, away = sorted(two, key=lambda place: place.seat or 0)
        if each := matches.get((str(home.entrant_id), str(away.entrant_id))):
            text = " ".join(_of_match(each, names, by_hand=any(place.by_hand for place in two)))
            found.append(_("Table {number}: {reasons}").format(number=table.number, reasons=text))
    return [*found, *_of_bye(report, places, names), *_of_all(report), *(_of_list(report, names) if for_desk else ())]


def _of_list(report: Report, names: Names) -> Iterator[str]:
    """Whom the draw had to keep apart, which is why others meet."""
    if pairs := [frozenset(pair) for pair in report.apart if names.keys() >= set(pair)]:
        yield _("Kept apart by the list, whatever their points: {pairs}.").format(pairs=listed(pairs, names))


def _of_all(report: Report) -> Iterator[str]:
    if report.fell_back:
        yield _("Club mates should never meet, but that was impossible. As few of them meet as the scores allow.")
    if report.is_thinned:
        yield _("With so many players, only opponents of similar rank were considered.")


def _of_match(each: MatchReasons, names: Names, *, by_hand: bool) -> Iterator[str]:
    home, away = (isolated(names.get(who, pgettext("in a line", "somebody"))) for who in (each.home, each.away))
    mine, theirs = (fraction_figure(Fraction(score, 2)) for score in each.scores)
    if by_hand:
        yield _("Set by hand.")
    if mine == theirs:
        yield _("Both have {points}.").format(points=mine)
    else:
        text = _("{home}: {mine}, {away}: {theirs}. This match is in the group with {group}.")
        group = fraction_figure(Fraction(each.group, 2))
        yield text.format(home=home, mine=mine, away=away, theirs=theirs, group=group)
    yield from _of_two(each, by_hand=by_hand)
    for name, again, way in zip((home, away), each.again, each.floats, strict=True):
        if way in {UP, DOWN}:
            yield str(FLOATS[way, bool(again)]).format(name=name)
    if each.off:
        text = ngettext(
            "{off} place away from the ideal opponent.", "{off} places away from the ideal opponent.", each.off
        )
        yield text.format(off=each.off)
    yield str(HOME_BY[each.home_by]).format(home=home)
    for name, much in zip((home, away), each.balance, strict=True):
        if abs(much) > 1:
            yield _balance(name, much)


def _balance(name: str, much: int) -> str:
    """Said where it is more than one: an odd number of matches leaves one to everybody."""
    text = _("Including this match, {times} times more often at home than away: {name}.")
    if much < 0:
        text = _("Including this match, {times} times more often away than at home: {name}.")
    return text.format(name=name, times=abs(much))


def _of_two(each: MatchReasons, *, by_hand: bool) -> Iterator[str]:
    """What speaks against their meeting."""
    if each.met:
        times = ngettext("They have met before.", "They have met {times} times before.", each.met)
        yield times.format(times=each.met)
    if each.apart:
        yield _("They should be kept apart but meet because this was set by hand.")
    if each.mates:
        yield (
            _("Both come from one club.") if by_hand else _("Both come from one club: points and rematches count more.")
        )


def _of_bye(report: Report, places: Sequence[RoundPlace], names: Names) -> Iterator[str]:
    bye = report.bye
    for place in places:
        if place.kind != RoundPlace.Kind.BYE:
            continue
        name = isolated(names[str(place.entrant_id)])
        if place.by_hand or not bye or bye.entrant != str(place.entrant_id):
            yield _("Sitting out, set by hand: {name}.").format(name=name)
            continue
        yield _("{name} has the bye, as the lowest player who can have one.").format(name=name)
        if bye.had_more:
            text = _("These lower players have had more byes: {names}.")
            yield text.format(names=_listed(bye.had_more, names))
        if bye.needed:
            text = _("If one of these had the bye, the others could not be paired as well: {names}.")
            yield text.format(names=_listed(bye.needed, names))


def _listed(keys: Sequence[str], names: Names) -> str:
    return ", ".join(isolated(names.get(key, pgettext("in a line", "somebody"))) for key in keys)


TITLES: Final = {**ties.TITLES, LOT: pgettext_lazy("heading", "Lot")}
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
        for counted in place.keys_asked:
            if counted.name == "PTS" or len(tied) < 2:
                continue
            if counted.figures is not None:
                order = self._order(counted, tied)
                found.append(self._sentence(counted.name, order, mine))
                tied = order.level_with(mine)
            elif counted.name != LOT:
                found.append(
                    _("{title}: not used, because not all of them have met.").format(title=TITLES[counted.name])
                )
        if len(place.rows) > 1:
            found.append(_("Equal in every tie-break, so they share the place unless lots are drawn."))
        return tuple(found)

    def _level(self, place: Place[UUID]) -> "_Order":
        """All who have as many points as this place."""
        points = next((counted.figures for counted in place.keys_asked if counted.name == "PTS"), None)
        if points is None:
            return _Order(place.rows, {})
        own = points[place.rows[0]]
        if own not in self._levels:
            self._levels[own] = _Order([pk for pk, figure in points.items() if figure == own], {})
        return self._levels[own]

    def _order(self, counted: KeyFigures[UUID], tied: Sequence[UUID]) -> "_Order":
        """A key was asked of the same ones for each of their places."""
        if id(counted) not in self._asked:
            figures = counted.figures or {}
            own = {pk: figures[pk] for pk in tied}
            by_name = sorted(tied, key=self._by_name.__getitem__)
            self._asked[id(counted)] = _Order(sorted(by_name, key=own.__getitem__, reverse=True), own)
        return self._asked[id(counted)]

    def _sentence(self, name: str, order: "_Order", mine: UUID) -> str:
        near = order.near(mine)
        if name == LOT:
            return _("The lot decided: {names}.").format(names=", ".join(isolated(self._names[pk]) for pk in near))
        figures = ", ".join(f"{isolated(self._names[pk])} {fraction_figure(order.own[pk])}" for pk in near)
        if order.is_level:
            text = _("{title} ({meaning}) does not separate them: {figures}.")
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
