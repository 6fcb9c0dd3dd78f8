"""What closed sheets say of one person in one game. A few statements, whatever has been played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from games.core.game import AnyGame
from games.core.text import Text
from games.core.units import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.common.bars import Bars, bar_chart
from scorekeeper.profiles.selectors.days import day_mark
from scorekeeper.profiles.selectors.sheets import (
    MOST_OF_PERSON,
    Evening,
    Record,
    evenings_of,
    grid_figure,
    is_in,
    lines_of,
    longest_streak,
    main_unit,
    records_in,
)
from scorekeeper.ratings.models import Played

FORM = 12  # evenings
MOST_OTHERS = 20  # people


@dataclass(frozen=True, slots=True)
class Line:
    """One fact: how many hands, how many of these were won and lost, what they brought together."""

    title: Text
    hands: int
    won: int
    lost: int
    brought: int

    @property
    def percent(self) -> int | None:
        """Of the hands that were won or lost, those won."""
        decided = self.won + self.lost
        return round(100 * self.won / decided) if decided else None


@dataclass(frozen=True, slots=True)
class Facts:
    """A group of facts; whether any of them brought points."""

    title: Text
    lines: Sequence[Line]

    @property
    def brings(self) -> bool:
        return any(line.brought for line in self.lines)


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody with whom this person sat at so many sheets: as a partner, or ahead, behind and equal."""

    player: Player
    sheets: int
    ahead: int = 0
    behind: int = 0
    won: int = 0

    @property
    def equal(self) -> int:
        return self.sheets - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class Career:
    """What a player page shows of a game. Totals are in `unit`, which most of the sheets are counted in; `elsewhere`
    sheets are in others. `cut` says that there are more sheets than are looked at."""

    game: AnyGame
    sheets: int
    won: int
    hands: int
    evenings: Sequence[Evening]
    unit: InUnits
    elsewhere: int
    streak: int
    streak_now: int
    facts: Sequence[Facts]
    records: Sequence[Record]
    opponents: Sequence[Other]
    partners: Sequence[Other]
    cut: bool

    @property
    def form(self) -> Sequence[Evening]:
        """The last evenings, oldest first."""
        return self.evenings[-FORM:]

    @property
    def chart(self) -> Bars:
        """The same as bars."""
        marks = [day_mark(evening.day) for evening in self.form]
        return bar_chart([evening.total for evening in self.form], marks, grid_figure(self.unit))

    @property
    def best(self) -> Evening:
        return max(self.evenings, key=lambda evening: (evening.total, evening.day))

    @property
    def worst(self) -> Evening:
        return min(self.evenings, key=lambda evening: (evening.total, evening.day))


def career(player: Player, game: AnyGame, year: int | None) -> Career | None:
    """None where the person has played nothing of it in that time. Three statements."""
    rows = Played.objects.filter(lines_of(player), club=player.club_id, digest__game=game.name, digest__hands__gt=0)
    if year:
        rows = rows.filter(digest__played_on__year=year)
    newest = rows.select_related("digest").order_by("-digest__at", "-digest__sitting")
    found = list(newest[: MOST_OF_PERSON + 1])
    cut, own = len(found) > MOST_OF_PERSON, found[:MOST_OF_PERSON][::-1]
    if not own:
        return None
    unit = main_unit(row.digest for row in own)
    counted = [row for row in own if is_in(row.digest, unit)]
    longest, now = longest_streak(own)
    opponents, partners = _others(own)
    return Career(
        game=game,
        sheets=len(own),
        won=sum(row.won for row in own),
        hands=sum(row.hands for row in own),
        evenings=evenings_of(counted),
        unit=unit,
        elsewhere=len(own) - len(counted),
        streak=longest,
        streak_now=now,
        facts=facts_of(game, [row.facts for row in own]),
        records=records_in(game, own, unit),
        opponents=opponents,
        partners=partners,
        cut=cut,
    )


def facts_of(game: AnyGame, told: Iterable[Mapping[str, Mapping[str, Sequence[int]]]]) -> list[Facts]:
    """The facts of many sheets added up, in the order of the game; groups nothing was said of are left out."""
    sums: dict[str, dict[str, list[int]]] = {}
    for facts in told:
        for group, names in facts.items():
            for name, figures in names.items():
                kept = sums.setdefault(group, {}).setdefault(name, [0, 0, 0, 0])
                kept[:] = [one + more for one, more in zip(kept, figures, strict=True)]
    return [
        Facts(group.title, [_line(group.called(name), sums[key][name]) for name in group.in_order(sums[key])])
        for key, group in game.facets.groups.items()
        if key in sums
    ]


def _line(title: Text, figures: Sequence[int]) -> Line:
    hands, won, lost, brought = figures
    return Line(title, hands, won, lost, brought)


def _others(own: Sequence[Played]) -> tuple[list[Other], list[Other]]:
    """Those this person has sat with: against them, and as partners; with whom most often first."""
    mine = {row.digest_id: row for row in own}
    rows = Played.objects.filter(digest__in=list(mine)).exclude(pk__in=[row.pk for row in own])
    met = sorted(rows.select_related("player").defer("facts", "peaks"), key=lambda row: row.player.identity)
    against, beside = [], []
    for _person, together in groupby(met, key=lambda row: row.player.identity):
        theirs = list(together)
        who = theirs[0].player.person
        partners = [row for row in theirs if row.side == mine[row.digest_id].side]
        rivals = [row for row in theirs if row.side != mine[row.digest_id].side]
        if partners:
            beside.append(Other(who, len(partners), won=sum(row.won for row in partners)))
        if rivals:
            against.append(_against(who, rivals, mine))
    return _most(against), _most(beside)


def _against(who: Player, rivals: Sequence[Played], mine: Mapping[UUID, Played]) -> Other:
    ahead = sum(mine[row.digest_id].rank < row.rank for row in rivals)
    behind = sum(mine[row.digest_id].rank > row.rank for row in rivals)
    return Other(who, len(rivals), ahead, behind)


def _most(others: Iterable[Other]) -> list[Other]:
    return sorted(others, key=lambda other: (-other.sheets, other.player.name, other.player.pk))[:MOST_OTHERS]
