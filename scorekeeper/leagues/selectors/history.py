"""What a draw has to know of the evenings before: who has met, who sat at small tables, who sat out, who sat where."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta
from itertools import combinations
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from scorekeeper.leagues.models import Attendance, Evening, KeepApart, Place
from scorekeeper.pairing.drawing import Entry, Pair
from scorekeeper.play.models import Seat, Sitting

A_YEAR = timedelta(days=365)
PERSON = Coalesce("player__merged_into", "player")  # whose line was merged into another has played as that one


def here_of(evening: Evening) -> set[UUID]:
    """Who is here, each person once."""
    there = Attendance.objects.filter(evening=evening, state=Attendance.State.HERE)
    return set(there.values_list(PERSON, flat=True))


def entry_of(evening: Evening, players: Collection[UUID], sizes: Collection[int], seed: int) -> Entry:
    """What the next draw of this evening starts from, for these players: the season so far, or, where the evening
    counts for none, the club's tables of this game in the year before it."""
    there = {str(player) for player in players}
    meetings: Counter[Pair] = Counter()
    small: Counter[str] = Counter()
    seats: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    for table in _tables(_sittings(evening)):
        for number, player in table:
            if player in there:
                seats[player][len(table), number] += 1
                small[player] += len(table) < evening.size
        meetings.update(map(frozenset, combinations(sorted(there.intersection(one for _number, one in table)), 2)))
    return Entry(
        players=there,
        sizes=sizes,
        preferred=evening.size,
        seed=seed,
        meetings=meetings,
        small=+small,
        byes=_byes(evening, there),
        seats=seats,
        apart=_apart(evening, there),
    )


def _sittings(evening: Evening) -> QuerySet[Sitting]:
    """In this evening's own rounds people have met too, whatever it counts for."""
    mine = Q(drawn_table__draw__evening=evening)
    seasons = [season.pk for season in evening.seasons.all()]
    others = Q(competitions__in=seasons) if seasons else Q(opened_at__gte=evening.starts_at - A_YEAR)
    return Sitting.objects.filter(club=evening.club_id, game=evening.game).filter(mine | others)


def _tables(sittings: QuerySet[Sitting]) -> Iterable[list[tuple[int, str]]]:
    """Of each sitting who sat in which seat."""
    found: dict[UUID, list[tuple[int, str]]] = defaultdict(list)
    rows = Seat.objects.filter(sitting__in=sittings.values("pk")).values_list("sitting", "number", PERSON)
    for sitting, number, player in rows:
        found[sitting].append((number, str(player)))
    return found.values()


def _byes(evening: Evening, there: Collection[str]) -> Counter[str]:
    out = Place.objects.filter(club=evening.club_id, table=None, draw__published_at__isnull=False)
    out = out.filter(draw__evening__game=evening.game, draw__published_at__gte=evening.starts_at - A_YEAR)
    return Counter(str(player) for player in out.values_list(PERSON, flat=True) if str(player) in there)


def _apart(evening: Evening, there: Collection[str]) -> list[Pair]:
    pairs = KeepApart.objects.filter(club=evening.club_id).values_list(
        Coalesce("one__merged_into", "one"), Coalesce("other__merged_into", "other")
    )
    found = (frozenset((str(one), str(other))) for one, other in pairs)
    return [pair for pair in found if pair.issubset(there)]
