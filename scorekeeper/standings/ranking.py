"""Who stands where: plain values in, ranks out; and the duels of seasons whose games are between two sides. No Django.

A sheet is one game: a win, a half each, or a loss, however a season makes points of it. What counts for somebody is
what the season counts for them: a sheet that is dropped of one is no game of theirs, and still one of the other's.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Final, Generic, NamedTuple, TypeVar
from uuid import UUID

import games
from games.core.game import AnyGame, Duel
from scorekeeper.pairing.keys import HALF, Part, Term, figures_of, terms_of
from scorekeeper.pairing.ties import Figure, Key, KeyFigures, direct_encounter, places

T = TypeVar("T")
TieBreaks = Sequence[tuple[str, int]]
POINTS = ""  # what the points are called among the keys
DIRECT = "direct_encounter"
LOT = "lot"


class Ranked(NamedTuple, Generic[T]):
    """A row with its rank (equal ranks share a number, the next one skips) and the measure that put it behind
    the row above: "" where the total did, None where nothing did or there is no row above.

    `told` is what each key said that was asked of the row and those equal with it, by their places among the entries;
    `at` is its own.
    """

    rank: int
    row: T
    decided_by: str | None
    at: int = -1
    told: tuple[KeyFigures[int], ...] = ()


class Entry(NamedTuple, Generic[T]):
    """What ranking looks at: the points, and the measures that break ties."""

    row: T
    points: int
    measures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Lot(Generic[T]):
    """A lot between those who were equal in everything with so many points: best first."""

    order: tuple[T, ...]
    points: int


def ranked(
    entries: Sequence[Entry[T]],
    tie_breaks: TieBreaks,
    meetings: Iterable[Mapping[T, int]] = (),
    lots: Sequence[Lot[T]] = (),
) -> list[Ranked[T]]:
    """Highest points first, ties broken by the measures in order (+1: more is better, -1: fewer), then by lots; equal
    after the last is an equal rank. `meetings` are what the direct encounter is told from, where it is one of the
    tie-breaks."""
    keys = [Key(POINTS, lambda tied: {at: entries[at].points for at in tied})]
    for name, sign in tie_breaks:
        keys.append(_met(entries, meetings) if name == DIRECT else _measured(entries, name, sign))
    if lots:
        keys.append(_drawn(entries, lots))
    rows: list[Ranked[T]] = []
    for place in places(range(len(entries)), keys):
        rank, decided = len(rows) + 1, place.decided_by
        for at in place.rows:
            rows.append(Ranked(rank, entries[at].row, decided, at, place.keys_asked))
            decided = None
    return rows


def _measured(entries: Sequence[Entry[T]], name: str, sign: int) -> Key[int]:
    return Key(name, lambda tied: {at: sign * entries[at].measures.get(name, 0) for at in tied})


def _drawn(entries: Sequence[Entry[T]], lots: Sequence[Lot[T]]) -> Key[int]:
    """A lot is asked only of exactly those among whom it was drawn, with as many points as they had then."""
    by_group = {(frozenset(lot.order), lot.points): lot for lot in lots}

    def ask(tied: Sequence[int]) -> dict[int, int] | None:
        own = {entries[at].row: at for at in tied}
        lot = by_group.get((frozenset(own), entries[tied[0]].points))
        return {own[row]: -place for place, row in enumerate(lot.order, start=1)} if lot else None

    return Key(LOT, ask)


def _met(entries: Sequence[Entry[T]], meetings: Iterable[Mapping[T, int]]) -> Key[int]:
    at = {entry.row: place for place, entry in enumerate(entries)}
    return direct_encounter(
        DIRECT, [{at[row]: points for row, points in meeting.items() if row in at} for meeting in meetings]
    )


def drawn(seed: int, among: Iterable[UUID]) -> tuple[UUID, ...]:
    """These ids in the order of the SHA-256 of "SEED:ID" in hexadecimal figures, whatever order they come in."""
    return tuple(sorted(among, key=lambda player: sha256(f"{seed}:{player}".encode()).hexdigest()))


P = TypeVar("P")
Took = tuple[int, Mapping[str, int]]  # points and measures
Figures = Mapping[str, Figure]

KEYS: Final = {
    "buchholz_cut": "BH_C1",
    "buchholz": "BH",
    "buchholz_median": "BH_M1",
    "sonneborn_berger": "SB",
    "duels_won": "WIN",
    "koya": "KS",
    "progressive": "PS",
}
"""Tie-breaks by whom each has played, and what `pairing.keys` calls them."""
GAME_DIFFERENCE, POINT_DIFFERENCE = "game_difference", "point_difference"
OF_DUELS: Final = (*KEYS, GAME_DIFFERENCE, POINT_DIFFERENCE)
WIN, LOSS = Fraction(1), Fraction(0)
OLD_LIST: Final = 5  # the version of the ids of evenings that were taken over from a list: sums of many games


@dataclass(frozen=True, slots=True)
class Sheet(Generic[P]):
    """What a sheet brought each of those who played at it; of `dropped` it does not count."""

    source: UUID | None
    game: str
    took: Mapping[P, Took]
    dropped: Collection[P] = ()

    @property
    def duel(self) -> Duel | None:
        return games.game(self.game).duel if self.game else None


def ties_of(plays: Sequence[AnyGame]) -> tuple[str, ...]:
    """What of this a season of these games can ask: what all of them know."""
    duels = [game.duel for game in plays]
    if not duels or not all(duels):
        return ()
    found = list(KEYS)
    if all(duel and duel.sets for duel in duels):
        found.append(GAME_DIFFERENCE)
    if all(duel and duel.scored for duel in duels):
        found.append(POINT_DIFFERENCE)
    return tuple(found)


def duel_figures(people: Iterable[P], sheets: Iterable[Sheet[P]], names: Collection[str]) -> dict[P, Figures]:
    """These tie-breaks of each, from the sheets in the order they were played."""
    found: dict[P, dict[str, Figure]] = {person: dict.fromkeys(names, 0) for person in people}
    played = list(sheets)
    for name, ask in ((GAME_DIFFERENCE, _sets), (POINT_DIFFERENCE, _scored)):
        for sheet in played if name in names else ():
            _add(found, sheet, name, ask)
    if wanted := [name for name in names if name in KEYS]:
        place = {person: number for number, person in enumerate(found)}
        keys = figures_of(_parts(place, played))
        for person, number in place.items():
            found[person].update({name: keys[number][KEYS[name]] for name in wanted})
    return {**found}


@dataclass(frozen=True, slots=True)
class Met(Generic[P]):
    """One game of somebody: against whom, the points of the game, what the others have in all (on average), and what
    the game brought to each key."""

    source: UUID | None
    opponents: tuple[P, ...]
    points: Fraction
    theirs: Fraction
    terms: Mapping[str, Term]


def games_of(person: P, people: Iterable[P], sheets: Iterable[Sheet[P]], names: Iterable[str]) -> list[Met[P]]:
    """The games that count for somebody, in order, with what each brought to these keys; `people` are all who count."""
    place = {player: number for number, player in enumerate(people)}
    played = list(sheets)
    parts, of_place = _parts(place, played), {number: player for player, number in place.items()}
    sources = [sheet.source for sheet in played for side, _o, _p in sides_of(sheet) if _counts(person, side, sheet)]
    own = parts[place[person]]
    terms = {name: terms_of(place[person], parts, KEYS[name]) for name in names}
    found = []
    for nth, (source, part) in enumerate(zip(sources, own, strict=True)):
        have = [sum((result.points for result in parts[other]), LOSS) for other in part.opponents]
        of_game = {name: those[nth] for name, those in terms.items()}
        opponents = tuple(of_place[other] for other in part.opponents)
        found.append(Met(source, opponents, part.points, sum(have, LOSS) / len(have), of_game))
    return found


def _counts(person: P, side: Collection[P], sheet: Sheet[P]) -> bool:
    return person in side and person not in sheet.dropped


def _parts(place: Mapping[P, int], played: Iterable[Sheet[P]]) -> dict[int, list[Part]]:
    """The games that count for each, as the keys know them."""
    parts: dict[int, list[Part]] = {number: [] for number in place.values()}
    for sheet in played:
        for side, others, points in sides_of(sheet):
            opponents = tuple(place[other] for other in others)
            for person in side:
                if person not in sheet.dropped:
                    parts[place[person]].append(Part(points, opponents))
    return parts


def sides_of(sheet: Sheet[P]) -> list[tuple[tuple[P, ...], tuple[P, ...], Fraction]]:
    """Each side of a game between two with the other one and its standard points; nothing where it is none, as where
    three have played or a match is undecided."""
    duel = sheet.duel
    if duel is None or (sheet.source and sheet.source.version == OLD_LIST):
        return []
    if duel.by == "match":
        gaps = {person: took.get("won", 0) - took.get("lost", 0) for person, (_points, took) in sheet.took.items()}
        winners = tuple(person for person, gap in gaps.items() if gap > 0)
        losers = tuple(person for person, gap in gaps.items() if gap < 0)
        if not winners or not losers:
            return []
        return [(winners, losers, WIN), (losers, winners, LOSS)]
    if len(sheet.took) != 2:
        return []
    (one, (mine, _of_one)), (other, (theirs, _of_other)) = sheet.took.items()
    points = Fraction(mine > theirs) if mine != theirs else HALF
    return [((one,), (other,), points), ((other,), (one,), 1 - points)]


def _add(
    found: Mapping[P, dict[str, Figure]],
    sheet: Sheet[P],
    name: str,
    ask: Callable[[Sheet[P], Duel], Mapping[P, Figure]],
) -> None:
    if sheet.duel:
        for person, amount in ask(sheet, sheet.duel).items():
            if person not in sheet.dropped:
                found[person][name] += amount


def _sets(sheet: Sheet[P], duel: Duel) -> dict[P, Figure]:
    """Parts of the match won less those lost."""
    if duel.sets is None:
        return {}
    won, lost = duel.sets
    return {person: took.get(won, 0) - took.get(lost, 0) for person, (_points, took) in sheet.took.items()}


def _scored(sheet: Sheet[P], duel: Duel) -> dict[P, Figure]:
    """What each has scored less what the other side has, whose members all have the same unless they changed seats."""
    found: dict[P, Figure] = {}
    for side, others, _points in sides_of(sheet):
        of_others = [sheet.took[other][1].get(duel.scored, 0) for other in others]
        theirs = of_others[0] if len({*of_others}) == 1 else Fraction(sum(of_others), len(of_others))
        for person in side:
            found[person] = sheet.took[person][1].get(duel.scored, 0) - theirs
    return found
