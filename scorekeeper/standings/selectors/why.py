"""Why somebody stands where they do: every result, what was dropped, what was given, each tie-break that was asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

import games
from games.core.values import SumLine
from scorekeeper.clubs.models import Player
from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.counting import sheets
from scorekeeper.standings.duels import KEYS, Met, games_of
from scorekeeper.standings.models import Competition, Result
from scorekeeper.standings.ranking import LOT, Ranked
from scorekeeper.standings.selectors.holding import Given
from scorekeeper.standings.selectors.lots import LotShown, lots_of
from scorekeeper.standings.selectors.table import Line, Lines


@dataclass(frozen=True, slots=True)
class SignedFor:
    """Somebody who keeps a sheet signed it for a seat: what both are called."""

    player: str
    by: str


@dataclass(frozen=True, slots=True)
class Part:
    """One sitting of somebody's total: its result, how the season's system makes points of it, how many of the season's
    points one of those is, whether the season drops it, whether a scorer or director still has to accept it, and for
    whom somebody else signed its sheet."""

    result: Result
    lines: tuple[SumLine, ...]
    factor: int
    is_dropped: bool
    awaits_acceptance: bool = False
    signed_for: tuple[SignedFor, ...] = ()

    @property
    def by_system(self) -> int:
        """The points by the game's system, before it is weighed."""
        return self.result.points // self.factor


@dataclass(frozen=True, slots=True)
class Asked:
    """What one key said of two people: of the one above and of this one. None: it could not be asked."""

    name: str
    theirs: Figure | None
    mine: Figure | None
    of: int  # how many were equal when it was asked

    @property
    def decides(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class Why:
    """The chain behind one row. `found` is None for who is not ranked and lacks `missing`; `above` is None for who
    leads; `asked` ends with the key that decided; `lots` are those drawn between this person and others,
    `met` whom they have played, where a key that was asked looks at it."""

    line: Line
    found: Ranked[Line] | None
    above: Ranked[Line] | None
    parts: list[Part]
    given: list[Given]
    asked: list[Asked]
    missing: int
    lots: list[LotShown]
    met: list[Met[UUID]]


def why(competition: Competition, rows: Lines, player_id: UUID, *, official: bool) -> Why | None:
    """Why a person of these rows stands where they do; None when they are not among them. A query for the
    results, two for who signed their sheets."""
    place = next((place for place, row in enumerate(rows.ranked) if row.row.player_id == player_id), None)
    lacking = next((one for one in rows.lacking if one[0].player_id == player_id), None)
    if place is None and lacking is None:
        return None
    found = rows.ranked[place] if place is not None else None
    line, missing = (found.row, 0) if found else lacking or (rows.ranked[0].row, 0)
    above = rows.ranked[place - 1] if place else None
    asked = asked_of(above, found, competition.tie_breaks) if above and found else []
    return Why(
        line,
        found,
        above,
        _parts(competition, line, rows.book.only, official=official),
        [one for one in rows.book.given if one.person == player_id],
        asked,
        missing,
        [one for one in lots_of(rows) if player_id in one.drawn.order and (one.holds or not official)],
        _met(rows, player_id, [one.name for one in asked] or _told_to(found)),
    )


def _told_to(found: Ranked[Line] | None) -> list[str]:
    """The keys that were asked of who leads and of those equal with them."""
    return [told.name for told in found.told] if found else []


def _met(rows: Lines, player_id: UUID, asked: Sequence[str]) -> list[Met[UUID]]:
    """Whom this person has played, where a key that was asked looks at it."""
    names = [name for name in asked if name in KEYS]
    if not names:
        return []
    accounts = {line.player_id: line.account for line in rows.all_of_them}
    return games_of(player_id, accounts, sheets(rows.book.held, accounts), names)


def _parts(competition: Competition, line: Line, only: frozenset[UUID] | None, *, official: bool) -> list[Part]:
    """What each sitting brought this person, by any of their lines, newest first. In order here and not by the
    database, which would look through everybody's results because they lie in this order."""
    lines = Player.objects.lines_of(Player(pk=line.player_id)).values("pk")
    results = Result.objects.filter(club=competition.club_id, competition=competition, player__in=lines)
    if official:
        results = results.filter(is_sealed=True)
    dropped = {one.source for one in line.account.dropped}
    found = [result for result in results if result.measures and (only is None or result.source in only)]
    sheets_of_it = competition.sittings.filter(pk__in=[result.source for result in found])
    awaiting = set(sheets_of_it.filter(awaits_acceptance=True).values_list("pk", flat=True))
    signed = signed_for(sheets_of_it)
    return [
        Part(
            result,
            games.game(result.game).summary(result.measures, competition.weights_of(result.game)),
            competition.factor_of(result.game),
            result.source in dropped,
            result.source in awaiting,
            tuple(signed.get(result.source, ())),
        )
        for result in sorted(found, key=lambda one: (one.played_on, one.pk), reverse=True)
    ]


def signed_for(sheets_of_it: "QuerySet[Any]") -> dict[UUID, list[SignedFor]]:
    """Of each sheet that was signed, as it stands, for somebody who did not sign: for whom, and by whom."""
    in_force = sheets_of_it.filter(
        signatures__on_behalf=True, signatures__head=F("head"), signatures__reopenings=F("reopenings")
    )
    names = ("signatures__seat__player__name", "signatures__by_user__name", "signatures__by_device__name")
    found: dict[UUID, list[SignedFor]] = {}
    for pk, player, user, phone in in_force.order_by("signatures__seat__number").values_list("pk", *names):
        found.setdefault(pk, []).append(SignedFor(player, user or phone or ""))
    return found


def asked_of(above: Ranked[Line], found: Ranked[Line], tie_breaks: Sequence[tuple[str, int]]) -> list[Asked]:
    """Each key that was asked of both, in order, with the sign of a measure of which fewer is better taken off."""
    signs = dict(tie_breaks)
    asked = []
    for told in found.told:
        sign = signs.get(told.name, 1)
        if told.said is None and told.name == LOT:
            continue
        if told.said is None:
            asked.append(Asked(told.name, None, None, 0))
        elif above.at in told.said:
            theirs, mine = told.said[above.at] * sign, told.said[found.at] * sign
            asked.append(Asked(told.name, theirs, mine, len(told.said)))
            if theirs != mine:
                break
    return asked
