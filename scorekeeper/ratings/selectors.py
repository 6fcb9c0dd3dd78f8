"""What digests and ratings must say: what the closed sheets make of them, rated one after the other from the first."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby, islice
from typing import Any, TypeAlias
from uuid import UUID

import structlog
from django.db.models import Count, Min, Model, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

import games
from games.core.facets import Facet, Peak
from games.core.game import AnyGame
from games.core.record import load_kind
from games.core.values import InvalidRecord
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import list_ranks, sides_of, totals
from scorekeeper.play.sheet.rows import seats_with_players
from scorekeeper.ratings.models import Board, ClubMonth, Digest, Month, OptOut, Played, Rated, Rating, Stale
from scorekeeper.ratings.months import Sheet, Values, of_club, of_people
from scorekeeper.ratings.skill import Change, Sides, changes, points

# What months must say, made of the digests, and what they say.

OF_PERSON = ("sheets", "won", "hands", "run", "units", "days", "facts", "peaks", "met")
OF_CLUB = ("sheets", "hands", "units", "counts", "peaks", "best", "runs")
Due: TypeAlias = dict[UUID | None, Values]  # by person; of the club without one


def due_months(club_id: UUID, game: str, month: date) -> Due:
    """What the sheets of a month come to; nothing where no hand was played. One statement."""
    after = (month + timedelta(days=31)).replace(day=1)
    digests = Digest.objects.filter(club=club_id, game=game, hands__gt=0, played_on__gte=month, played_on__lt=after)
    rows = (
        Played.objects.filter(digest__in=digests)
        .select_related("digest")
        .annotate(person=Coalesce("player__merged_into", "player"))
        .order_by("digest__at", "digest__sitting", "seat")
    )
    tables = [list(table) for _sitting, table in groupby(rows, key=lambda row: row.digest.sitting_id)]
    sheets = [Sheet(table[0].digest, table) for table in tables]
    if not sheets:
        return {}
    plays = games.game(game)
    people = of_people(plays, sheets)
    return {None: of_club(plays, sheets, people)} | people


def kept_months(club_id: UUID, game: str, month: date) -> dict[UUID | None, tuple[UUID, Values]]:
    """What is kept of it, each with the id of its row. Two statements."""
    months = Month.objects.filter(club=club_id, game=game, month=month)
    kept: dict[UUID | None, tuple[UUID, Values]] = {row.player_id: (row.pk, _values(row, OF_PERSON)) for row in months}
    whole = ClubMonth.objects.filter(club=club_id, game=game, month=month).first()
    return {**kept, None: (whole.pk, _values(whole, OF_CLUB))} if whole else kept


def _values(row: Model, fields: tuple[str, ...]) -> Values:
    return {name: getattr(row, name) for name in fields}


# Reads a closed sheet: who came how far, and what its hands say of those who played them.

log = structlog.get_logger(__name__)
UNREADABLE = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)
Facts: TypeAlias = dict[str, dict[str, list[int]]]
Peaks: TypeAlias = dict[str, list[int]]


def read(sitting: Sitting, hands: Sequence[Hand], seats: Sequence[Seat]) -> tuple[Digest, list[Played]]:
    """The digest of a closed sitting, of its hands that count and its seats with their players. Writes nothing.

    What can't be read at all (rules or records of a program that is gone) counts as a sheet without hands: nobody is
    rated by it, and the work goes on.
    """
    digest = Digest(
        club_id=sitting.club_id,
        sitting=sitting,
        game=sitting.game,
        at=sitting.closed_at or sitting.opened_at,
        head=sitting.head,
        played_on=sitting.played_on,
        hands=0,
    )
    try:
        return _read(digest, sitting, hands, seats)
    except UNREADABLE as error:
        log.warning("sheet_unreadable", sitting=str(sitting.pk), error=repr(error))
        digest.hands, digest.counts = 0, {}
        return digest, []


def _read(
    digest: Digest, sitting: Sitting, hands: Sequence[Hand], seats: Sequence[Seat]
) -> tuple[Digest, list[Played]]:
    unit = sitting.unit_of(sitting.plays.weights(sitting.typed_rules))
    facts, peaks, counts = _facts(sitting.plays, hands)
    played = Counter(number for hand in hands for number in hand.table["seats"])
    sides = sides_of(sitting, seats)
    ranks = list_ranks(sitting, seats, {seat.number: seat.tally for seat in seats})
    sums = totals(sitting, seats)
    firsts = sum(ranks[side[0].number] == 1 for side in sides)
    digest.hands, digest.counts = len(hands), dict(sorted(counts.items()))
    digest.unit, digest.decimals = unit.unit, unit.decimals
    return digest, [
        Played(
            club_id=sitting.club_id,
            digest=digest,
            player_id=seat.player_id,
            seat=seat.number,
            side=place,
            rank=ranks[seat.number],
            won=ranks[seat.number] == 1 and firsts == 1 and len(sides) > 1,
            total=sums[seat.number],
            hands=played[seat.number],
            facts=facts.get(seat.number, {}),
            peaks=peaks.get(seat.number, {}),
        )
        for place, side in enumerate(sides)
        for seat in side
    ]


def _facts(game: AnyGame, hands: Sequence[Hand]) -> tuple[dict[int, Facts], dict[int, Peaks], Counter[str]]:
    """By seat what the hands say of it; and how many hands each fact of the main group names."""
    facts: dict[int, Facts] = {}
    peaks: dict[int, Peaks] = {}
    counts: Counter[str] = Counter()
    for hand in hands:
        facets = list(_facets_of(game, hand))
        for facet in facets:
            if isinstance(facet, Facet):
                _count(facts.setdefault(facet.seat, {}), facet)
            elif facet.figure > peaks.setdefault(facet.seat, {}).get(facet.name, [0])[0]:
                peaks[facet.seat][facet.name] = [facet.figure, hand.number]
        counts.update({facet.name for facet in facets if isinstance(facet, Facet) and facet.group == game.facets.main})
    return facts, peaks, counts


def _count(facts: Facts, facet: Facet) -> None:
    sums = facts.setdefault(facet.group, {}).setdefault(facet.name, [0, 0, 0, 0])
    for place, more in enumerate((1, facet.won is True, facet.won is False, facet.brought)):
        sums[place] += more


def _facets_of(game: AnyGame, hand: Hand) -> Iterator[Facet | Peak]:
    record: Any = load_kind(game.hands, hand.record)
    detail: Any = load_kind(game.details, hand.outcome["detail"])
    yield from game.facets.of(record, detail, hand.table["seats"], hand.table["dealer"])


# Closed sheets as digests and as sheets to be rated.


def with_hands(pks: Iterable[UUID]) -> QuerySet[Sitting]:
    """These sittings with what a digest is made of."""
    return (
        Sitting.objects.filter(pk__in=list(pks))
        .select_related("club")
        .prefetch_related(
            Prefetch("hands", Hand.objects.standing().order_by("number"), to_attr="standing"),
            seats_with_players(),
        )
    )


def digested(sitting: Sitting) -> tuple[Digest, list[Played]]:
    """The digest of a sitting that `with_hands` has read."""
    standing: list[Hand] = sitting.standing  # type: ignore[attr-defined]  # where the prefetch puts them
    return read(sitting, standing, list(sitting.seats.all()))


def months_in(digests: QuerySet[Digest]) -> set[date]:
    """The first days of the months in which these were played."""
    days = digests.order_by().values_list("played_on", flat=True).distinct()
    return {day.replace(day=1) for day in days}


def sheets_of(digests: QuerySet[Digest], without: Collection[UUID]) -> list[Sides[Digest, UUID]]:
    """What these digests are to a rating, in order: people by the person's id, and nobody of those `without` one."""
    rows = (
        Played.objects.filter(digest__in=digests.filter(hands__gt=0))
        .select_related("digest")
        .annotate(person=Coalesce("player__merged_into", "player"))
        .order_by("digest__at", "digest__sitting", "side", "seat")
    )
    found = []
    for _sitting, table in groupby(rows, key=lambda row: row.digest.sitting_id):
        sides = [list(side) for _side, side in groupby(table, key=lambda row: row.side)]
        people = [[None if row.person in without else row.person for row in side] for side in sides]
        found.append(Sides(sides[0][0].digest, people, [side[0].rank for side in sides]))
    return found


def without_rating(club_id: UUID) -> set[UUID]:
    """The people of a club who want none."""
    opted_out = OptOut.objects.filter(club=club_id).annotate(person=Coalesce("player__merged_into", "player"))
    return set(opted_out.values_list("person", flat=True))


def rated(change: Change[Digest, UUID]) -> Rated:
    """The row of what a sheet made of a rating."""
    digest, before, after = change.key, change.before, change.after
    return Rated(
        club_id=digest.club_id,
        game=digest.game,
        player_id=change.person,
        sitting_id=digest.sitting_id,
        at=digest.at,
        nth=after.sheets,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )


def current(row: Rated) -> Rating:
    """Where somebody stands whose newest change this is."""
    return Rating(
        club_id=row.club_id,
        game=row.game,
        player_id=row.player_id,
        mu=row.mu,
        sigma=row.sigma,
        sheets=row.nth,
        at=row.at,
    )


# The ratings of a club in a game, and one person's, as pages show them.

FEW = 5  # sheets: before them a rating says little
MOST_SHOWN = 100  # sheets in the chart of one person


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the list."""

    rank: int
    player: Player
    points: int
    sheets: int
    at: datetime

    @property
    def is_new(self) -> bool:
        """Whether there are too few sheets for the figure to say much."""
        return self.sheets < FEW


@dataclass(frozen=True, slots=True)
class Step:
    """What one sheet made of a rating."""

    sitting: Sitting
    points: int
    by: int


def rated_games(club: Club) -> list[AnyGame]:
    """The games somebody has a rating in, the one with the most of them first."""
    counted = Rating.objects.filter(club=club).order_by().values_list("game").annotate(Count("pk"))
    return [games.game(name) for name, _many in sorted(counted, key=lambda found: (-found[1], found[0]))]


def board(club: Club, game: str) -> list[Place]:
    """Everybody with a rating, best first; equal ones share a rank. Who wants none is not there."""
    rows = Rating.objects.filter(club=club, game=game, player__merged_into=None).select_related("player")
    without = without_rating(club.pk)
    figures = [(points(row.mu, row.sigma), row) for row in rows if row.player_id not in without]
    figures.sort(key=lambda pair: (-pair[0], alphabetical(pair[1].player.name), pair[1].player_id))
    found: list[Place] = []
    for nth, (figure, row) in enumerate(figures, start=1):
        rank = found[-1].rank if found and found[-1].points == figure else nth
        found.append(Place(rank, row.player, figure, row.sheets, row.at))
    return found


def games_rated(player: Player) -> list[str]:
    """The games in which what this person has played moves ratings."""
    lines = Player.objects.lines_of(player).values("pk")
    digests = Digest.objects.filter(club=player.club_id, hands__gt=0, played__player__in=lines)
    return sorted(digests.order_by().values_list("game", flat=True).distinct())


def is_stale(club_id: UUID, game: str) -> bool:
    """Whether something is still to be worked out anew."""
    return Stale.objects.filter(club=club_id, game=game).exists()


def is_out(player: Player) -> bool:
    """Whether this person wants no rating."""
    of_person = Q(player=player.pk) | Q(player__merged_into=player.pk)
    return OptOut.objects.filter(of_person, club=player.club_id).exists()


def course_of(player: Player, game: str) -> Sequence[Step]:
    """How a person's rating came about, the newest sheets of it, oldest first."""
    rows = Rated.objects.filter(club=player.club_id, game=game, player=player.pk).select_related("sitting__club")
    newest = list(rows.order_by("-at", "-sitting")[:MOST_SHOWN])
    return [
        Step(row.sitting, after, after - points(row.mu_before, row.sigma_before))
        for row in reversed(newest)
        for after in [points(row.mu, row.sigma)]
    ]


Found: TypeAlias = Iterator[tuple[str, str]]
BATCH = 100  # sittings read at once
DIGEST = ("game", "at", "head", "played_on", "hands", "counts", "unit", "decimals")
PLAYED = ("player_id", "seat", "side", "rank", "won", "total", "hands", "facts", "peaks")
RATED = ("player_id", "sitting_id", "at", "nth", "mu_before", "sigma_before", "mu", "sigma")
RATING = ("player_id", "mu", "sigma", "sheets", "at")


def differences(club_id: UUID | None = None) -> Found:
    """Where they say something else, anywhere or in one club: (where, what). What waits to be worked out anew is not
    looked at. Reads only."""
    of_club = Q(club=club_id) if club_id else Q()
    stale = Stale.objects.filter(of_club).order_by().values_list("club", "game").annotate(Min("since"))
    waiting = {(club, game): since for club, game, since in stale}
    for club, game in _boards(of_club):
        where = f"club {club}, ratings in {game}"
        until = waiting.get((club, game))
        for what in (*_digests(club, game, until), *_months(club, game, until), *_ratings(club, game, until)):
            yield where, what


def _boards(of_club: Q) -> list[tuple[UUID, str]]:
    """Each club and game of which there is anything."""
    closed = Sitting.objects.rated().filter(of_club).order_by().values_list("club", "game").distinct()
    digests = Digest.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    moved = Rated.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    stand = Rating.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    months = ClubMonth.objects.filter(of_club).order_by().values_list("club", "game").distinct()
    return sorted({*closed, *digests, *months, *moved, *stand})


def _before(until: datetime | None, field: str = "at") -> Q:
    return Q(**{f"{field}__lt": until}) if until else Q()


def _digests(club: UUID, game: str, until: datetime | None) -> Iterator[str]:
    closed = Sitting.objects.rated().filter(_before(until, "closed_at"), club=club, game=game)
    pks = iter(list(closed.order_by("pk").values_list("pk", flat=True)))
    kept = set(Digest.objects.filter(_before(until), club=club, game=game).values_list("sitting", flat=True))
    while some := list(islice(pks, BATCH)):
        found = {digest.sitting_id: digest for digest in Digest.objects.filter(sitting__in=some)}
        played = _played(found.values())
        for sitting in with_hands(some):
            kept.discard(sitting.pk)
            due, rows = digested(sitting)
            digest = found.get(sitting.pk)
            if digest is None or _comparable([digest], DIGEST) != _comparable([due], DIGEST):
                yield f"the digest of sitting {sitting.pk} is not what its sheet says"
            elif _comparable(played.get(digest.pk, ()), PLAYED) != _comparable(rows, PLAYED):
                yield f"what is kept of those who sat at sitting {sitting.pk} is not what its sheet says"
    for pk in sorted(kept):
        yield f"sitting {pk} has a digest and is not closed"


def _months(club: UUID, game: str, until: datetime | None) -> Iterator[str]:
    """What each month comes to; not looked at while any sheet waits, which may be of any month."""
    if until is not None or Board.objects.filter(club=club, game=game, has_months=False).exists():
        return
    of_board = Q(club=club, game=game)
    kept = {*Month.objects.filter(of_board).order_by().values_list("month", flat=True).distinct()}
    kept |= {*ClubMonth.objects.filter(of_board).values_list("month", flat=True)}
    for month in sorted(kept | months_in(Digest.objects.filter(of_board, hands__gt=0))):
        has = {person: values for person, (_pk, values) in kept_months(club, game, month).items()}
        if has != due_months(club, game, month):
            yield f"what is kept of {month:%Y-%m} is not what its closed sheets come to"


def _played(digests: Iterable[Digest]) -> dict[UUID, list[Played]]:
    found: dict[UUID, list[Played]] = {}
    for row in Played.objects.filter(digest__in=list(digests)):
        found.setdefault(row.digest_id, []).append(row)
    return found


def _ratings(club: UUID, game: str, until: datetime | None) -> Iterator[str]:
    sheets = sheets_of(Digest.objects.filter(_before(until), club=club, game=game), without_rating(club))
    due = [rated(change) for change in changes(sheets, {})]
    kept = list(Rated.objects.filter(_before(until), club=club, game=game))
    if _comparable(kept, RATED) != _comparable(due, RATED):
        yield "they are not what the closed sheets make from the first one on"
    if until is None:
        newest = {row.player_id: current(row) for row in due}
        if _comparable(Rating.objects.filter(club=club, game=game), RATING) != _comparable(newest.values(), RATING):
            yield "where people stand is not where their last sheet left them"


def _comparable(rows: Iterable[Model], fields: Iterable[str]) -> list[str]:
    """Rows as texts to be compared; databases keep the keys of JSON in an order of their own."""
    names = list(fields)
    return sorted(json.dumps([getattr(row, name) for name in names], sort_keys=True, default=repr) for row in rows)
