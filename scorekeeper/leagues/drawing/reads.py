"""What a draw has to know of the evenings before: who has met, who sat at small tables, who sat out, who sat where."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import combinations
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.keeping_apart import people_apart
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import Alphabetical
from scorekeeper.draws.drawn import Concession, Report, report_of
from scorekeeper.draws.selectors import why
from scorekeeper.leagues.models import Attendance, EveningGame, Place, TableDraw
from scorekeeper.pairing.drawing import Entry, Pair
from scorekeeper.play.models import Seat, Sitting

A_YEAR = timedelta(days=365)
PERSON = Coalesce("player__merged_into", "player")  # whose line was merged into another has played as that one


def here_for(game: EveningGame) -> set[UUID]:
    """Who is here for a game, each person once, but for those who still play at a table of another game."""
    return came_for(game) - busy_elsewhere(game)


def names_of(people: Collection[UUID]) -> list[str]:
    """These people by name."""
    if not people:
        return []
    return list(
        Player.objects.filter(pk__in=people).order_by(Alphabetical("name"), "pk").values_list("name", flat=True)
    )


def came_for(game: EveningGame) -> set[UUID]:
    """Who is here and comes for this game; of two lines that are one person the later word counts."""
    there = Attendance.objects.filter(evening=game.evening_id, state=Attendance.State.HERE).order_by("at", "pk")
    chosen = dict(there.values_list(PERSON, "evening_game"))
    wanted = {game.pk, None} if game == game.evening.first else {game.pk}
    return {person for person, said in chosen.items() if said in wanted}


def busy_elsewhere(game: EveningGame) -> set[UUID]:
    """Who sits at a table of another game of the evening that still takes hands."""
    if not game.evening.is_mixed:
        return set()
    others = Sitting.objects.running().filter(drawn_table__draw__evening=game.evening_id, is_over=False, ended_at=None)
    others = others.exclude(drawn_table__draw__evening_game=game)
    return set(Seat.objects.filter(sitting__in=others, is_active=True).values_list(PERSON, flat=True))


def entry_of(game: EveningGame, players: Collection[UUID], sizes: Collection[int], seed: int) -> Entry:
    """What the next draw of this game starts from, for these players: the season so far, or, where the game counts for
    none, the club's tables of it in the year before the evening."""
    there = {str(player) for player in players}
    meetings: Counter[Pair] = Counter()
    small: Counter[str] = Counter()
    seats: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    for table in _tables(_sittings(game)):
        for number, player in table:
            if player in there:
                seats[player][len(table), number] += 1
                small[player] += len(table) < game.size
        meetings.update(
            map(
                frozenset,
                combinations(sorted(there.intersection(seated_player for _number, seated_player in table)), 2),
            )
        )
    return Entry(
        players=there,
        sizes=sizes,
        preferred=game.size,
        seed=seed,
        meetings=meetings,
        small=+small,
        byes=_byes(game, there),
        seats=seats,
        apart=_apart(game, there),
    )


def _sittings(game: EveningGame) -> QuerySet[Sitting]:
    """In this evening's own rounds people have met too, whatever it counts for."""
    evening = game.evening
    mine = Q(drawn_table__draw__evening=evening)
    seasons = [season.pk for season in evening.seasons.for_game(game.game)]
    others = Q(competitions__in=seasons) if seasons else Q(opened_at__gte=evening.starts_at - A_YEAR)
    return Sitting.objects.filter(club=game.club_id, game=game.game).filter(mine | others)


def _tables(sittings: QuerySet[Sitting]) -> Iterable[list[tuple[int, str]]]:
    """Of each sitting who sat in which seat."""
    found: dict[UUID, list[tuple[int, str]]] = defaultdict(list)
    rows = Seat.objects.filter(sitting__in=sittings.values("pk")).values_list("sitting", "number", PERSON)
    for sitting, number, player in rows:
        found[sitting].append((number, str(player)))
    return found.values()


def _byes(game: EveningGame, there: Collection[str]) -> Counter[str]:
    out = Place.objects.filter(club=game.club_id, table=None, draw__published_at__isnull=False)
    out = out.filter(draw__evening_game__game=game.game, draw__published_at__gte=game.evening.starts_at - A_YEAR)
    return Counter(str(player) for player in out.values_list(PERSON, flat=True) if str(player) in there)


def _apart(game: EveningGame, there: Collection[str]) -> list[Pair]:
    found = (frozenset(map(str, pair)) for pair in people_apart(game.club_id))
    return sorted((pair for pair in found if pair.issubset(there)), key=sorted)


def draft_of(game: EveningGame) -> why.ExplainedDraw | None:
    """The draft of this game of an evening; None where there is none."""
    draw = TableDraw.objects.filter(evening_game=game, published_at=None).first()
    return explained(draw) if draw else None


def explained(draw: TableDraw) -> why.ExplainedDraw:
    """A draw with its people, and its reasons in the reader's language."""
    places = list(
        draw.places.select_related("player", "table", "held_by").order_by(
            "table__number", "seat", Alphabetical("player__name")
        )
    )
    report, names = report_of(draw.report), {place.key: place.player.name for place in places}
    drawn_with = _(
        "Drawn by “{version}” with the number {seed}. The same number gives the same tables if people, pairs "
        "kept apart, locks and earlier tables are the same."
    )
    return why.ExplainedDraw(
        draw=draw,
        report=report,
        tables=why.tables_of(places),
        out=tuple(place for place in places if place.table is None),
        names=names,
        explanation=why.Explanation(
            tuple(_reasons(report, places, names)),
            tuple(why.unfolded(_("In this round"), why.about_pairs(_broken(report), names))),
        ),
        drawn_with=drawn_with.format(version=draw.engine, seed=draw.seed),
    )


def is_stale(draft: why.ExplainedDraw, here: Collection[UUID]) -> bool:
    """Whether others are here by now than those who were drawn."""
    return {place.player_id for place in draft.movable} != set(here)


def _broken(report: Report) -> list[Concession]:
    """What is called `apart` in the report of an evening is a list that keeps two apart, not that they are of one
    club."""
    found = report.asked_at_tables(for_desk=True)
    return [each.model_copy(update={"kind": "kept_apart"}) if each.kind == "apart" else each for each in found]


def _reasons(report: Report, places: Sequence[Place], names: Mapping[str, str]) -> Iterator[str]:
    """What the draw asks of people, in sentences; and whether it could be otherwise."""
    found = _broken(report)
    yield from why.asked_of_people(found, names, _many)
    if any(place.by_hand for place in places):
        yield _("Somebody was moved by hand.")
    elif found and report.is_best:
        yield _("This is the best possible draw: no other draw of these people is fairer.")
    elif found:
        yield ngettext(
            "It is the best of {steps} attempt.",
            "It is the best of {steps} attempts.",
            report.steps or 0,
        ).format(steps=report.steps)


def _many(number: int) -> str:
    return _("{number} repeated meetings or repeated sit-outs: see below.").format(number=number)
