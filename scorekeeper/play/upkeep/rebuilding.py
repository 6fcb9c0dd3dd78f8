"""What is done to old rows: make the stored sums anew from the hands (append-only tables are only read), roll out a
changed rules core, and forget the names of tables nobody claimed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Model, prefetch_related_objects
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import NAMELESS_PHONE, NAMELESS_PLAYER, NAMELESS_TABLE, default_words
from scorekeeper.journal.services import erase_texts
from scorekeeper.play import ledger
from scorekeeper.play.acting import with_seats
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import anchor_head
from scorekeeper.play.models import Act, Device, Hand, HandMark, JoinFailure, Seat, Seated, Sitting
from scorekeeper.play.parties import parties
from scorekeeper.play.passes.services import PASS_LIFETIME
from scorekeeper.play.recording.versions import follow
from scorekeeper.play.replaying import Impossible, Judged, opening_size, replay
from scorekeeper.play.upkeep.verifying import Difference, chain_breaks
from scorekeeper.standings.importing import differing, due_of, result_of
from scorekeeper.standings.models import Competition, Result, SeasonTally
from scorekeeper.standings.services import seal

UNREADABLE = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)
RELATED = ("hands", "seats", "acts", "anchors", "competitions")


@dataclass(slots=True)
class Rebuilt:
    """How much was looked at, how many sums were not as the hands make them, and how many sittings or seasons were left
    as they are because nothing sure can be made of them."""

    sittings: int = 0
    seasons: int = 0
    differing: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class _Run:
    """Whether to write; and, where not, what the results of a season would be, so that its standings are held against
    those."""

    write: bool
    results: dict[UUID, list[Result]] = field(default_factory=dict)


class _Unproven(Exception):
    """The chain of a sitting does not hold: its hands prove nothing."""


def rebuild(count: Rebuilt, *, club_id: UUID | None = None, write: bool = False) -> Iterator[Difference]:
    """Every sum that is not as the hands make it, of one club or of all; told to, it is written anew.

    Each sitting, and then each season, is a transaction of its own that locks what recording locks, so people may go
    on playing. A sitting whose chain does not hold is left as it is: what was changed there must not become anybody's
    total. Hands count with the outcome they are stored with, by whichever version of the rules. `count` is filled on
    the way.
    """
    run = _Run(write)
    sittings, seasons = Sitting.objects.order_by("pk"), Competition.objects.order_by("pk")
    if club_id is not None:
        sittings, seasons = sittings.filter(club=club_id), seasons.filter(club=club_id)
    for pk in list(sittings.values_list("pk", flat=True)):
        count.sittings += 1
        yield from _carefully(f"sitting {pk}", count, partial(_sitting, pk, run))
    for pk in list(seasons.values_list("pk", flat=True)):
        count.seasons += 1
        yield from _carefully(f"season {pk}", count, partial(_imported, pk, run))
        yield from _carefully(f"season {pk}", count, partial(_season, pk, run))
        yield from _carefully(f"season {pk}", count, partial(_disputes, pk, run))
    for pk in [club_id] if club_id else list(Club.objects.order_by("pk").values_list("pk", flat=True)):
        yield from _carefully(f"club {pk}", count, partial(_seated, pk, run))
    for where, what, is_sure in (
        difference for party in parties() for difference in party.rebuild(club_id, write=write)
    ):
        count.differing, count.left = count.differing + is_sure, count.left + (not is_sure)
        yield Difference(where, what if is_sure else f"left as it is: {what}")


def _carefully(where: str, count: Rebuilt, step: Callable[[], list[str]]) -> Iterator[Difference]:
    """What a step finds. Where it can't be sure, its transaction is taken back, and that is said and counted."""
    try:
        found = step()
    except _Unproven as error:
        count.left += 1
        yield Difference(where, f"left as it is: {error}")
    except UNREADABLE as error:
        count.left += 1
        yield Difference(where, f"left as it is: what is stored can't be read: {error!r}")
    else:
        count.differing += len(found)
        yield from (Difference(where, what) for what in found)


@transaction.atomic
def _sitting(pk: UUID, run: _Run) -> list[str]:
    """The tallies of a sitting, and its results in each season it counts for."""
    sitting = Sitting.objects.select_related("club").select_for_update(of=("self",)).get(pk=pk)
    prefetch_related_objects([sitting], *RELATED)
    if broken := next(chain_breaks(sitting, ledger.links_of(sitting)), None):
        raise _Unproven(broken)
    found = _tallies(sitting, run)
    for competition in sitting.competitions.all():
        found += _results(sitting, competition, run)
    return found


def _tallies(sitting: Sitting, run: _Run) -> list[str]:
    """Each seat's is what the hands at its place come to, with what it was given. The seats have it afterwards."""
    walk = ledger.Walk(sitting)
    for link in ledger.links_of(sitting):
        walk.due(link)
    found, changed = [], []
    for seat in sitting.seats.all():
        due, has = (walk.worth(seat), sitting.opened_at), (seat.tally, seat.opened_at)
        if has == due:
            continue
        if seat.opened_at != sitting.opened_at:
            found.append(f"when the table of seat {seat.number} was opened: {_becomes(seat.opened_at, due[1])}")
        if seat.tally != due[0]:
            found.append(f"the tally of seat {seat.number}: {_becomes(seat.tally, due[0])}")
        seat.tally, seat.opened_at = due
        changed.append(seat)
    if run.write and changed:
        Seat.objects.bulk_update(changed, ["tally", "opened_at"])
        Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
    return found


def _results(sitting: Sitting, competition: Competition, run: _Run) -> list[str]:
    """What the tallies make in the season; whoever nothing was brought needs no row."""
    rows = Result.objects.filter(club=sitting.club_id, competition=competition, source=sitting.pk)
    there = {result.player_id: result for result in rows}
    found: list[str] = []
    changed: list[Result] = []
    missing: list[Result] = []
    for seat in sitting.seats.all():
        due = (seat.tally, competition.points(seat.tally, sitting.game), sitting.is_official, sitting.game)
        result = there.get(seat.player_id)
        if result is None and not seat.tally:
            continue
        has = (result.measures, result.points, result.is_sealed, result.game) if result else None
        if has == due:
            continue
        found.append(f"the result of seat {seat.number} in season {competition.pk}: {_becomes(has, due)}")
        (changed if result else missing).append(_with(result or _new_result(sitting, competition, seat), *due))
    if run.write:
        Result.objects.bulk_update(changed, ["measures", "points", "is_sealed", "game"])
        Result.objects.bulk_create(missing)
    elif found:
        run.results.setdefault(competition.pk, []).extend([*changed, *missing])
    return found


def _new_result(sitting: Sitting, competition: Competition, seat: Seat) -> Result:
    return Result(
        club_id=sitting.club_id,
        competition=competition,
        player_id=seat.player_id,
        source=sitting.pk,
        played_on=sitting.played_on,
    )


def _with(result: Result, measures: dict[str, int], points: int, is_sealed: bool, game: str) -> Result:
    result.measures, result.points, result.is_sealed, result.game = measures, points, is_sealed, game
    return result


@transaction.atomic
def _imported(pk: UUID, run: _Run) -> list[str]:
    """The results of a season that come from old lists, by what the lists say."""
    competition = Competition.objects.select_for_update(no_key=True).get(pk=pk)
    wrong = differing(competition, due_of(competition))
    found = [f"the result of player {row.player_id} of the imported evening {row.source}" for row, _result in wrong]
    changed = [result_of(competition, row, result) for row, result in wrong if result]
    missing = [result_of(competition, row, None) for row, result in wrong if result is None]
    if run.write:
        Result.objects.bulk_update(changed, ["measures", "points", "played_on", "is_sealed"])
        Result.objects.bulk_create(missing)
    elif found:
        run.results.setdefault(pk, []).extend([*changed, *missing])
    return found


@transaction.atomic
def _season(pk: UUID, run: _Run) -> list[str]:
    """The standings of a season by its results, without those of sittings that do not count for it. The rows are
    locked before the results are read: what is recorded meanwhile moves them afterwards, by the difference."""
    competition = Competition.objects.get(pk=pk)
    with_row = {row.player_id for row in competition.standings.all()}
    missing = sorted(ledger.sums_of(_counting(competition, run)).keys() - with_row)
    rows = [SeasonTally(club_id=competition.club_id, competition=competition, player_id=player) for player in missing]
    if run.write:
        SeasonTally.objects.bulk_create(rows, ignore_conflicts=True)
    locked = list(competition.standings.select_for_update().order_by("player_id"))
    _results_kept, strays = ledger.results_of(competition)
    found = [
        f"the result of player {stray.player_id} of sitting {stray.source}: does not count, goes" for stray in strays
    ]
    due, changed = ledger.sums_of(_counting(competition, run)), []
    for standing in locked if run.write else [*locked, *rows]:
        has, wanted = ledger.kept_sums(standing), due.get(standing.player_id, ledger.NOTHING)
        if standing.player_id in missing or has != wanted:
            differs = None if standing.player_id in missing else _differing(has, wanted)
            found.append(f"the standing of player {standing.player_id}: {_becomes(differs, _differing(wanted, has))}")
            for name in ledger.Sums._fields:
                setattr(standing, name, getattr(wanted, name))
            standing.revision += 1
            changed.append(standing)
    if run.write:
        Result.objects.filter(pk__in=[stray.pk for stray in strays]).delete()
        SeasonTally.objects.bulk_update(changed, [*ledger.Sums._fields, "revision"])
    return found


def _counting(competition: Competition, run: _Run) -> list[Result]:
    """The results of sittings that count, as they are or are to be."""
    results, _strays = ledger.results_of(competition)
    as_due = {(result.source, result.player_id): result for result in run.results.get(competition.pk, [])}
    return [*({(result.source, result.player_id): result for result in results} | as_due).values()]


def _differing(sums: ledger.Sums, other: ledger.Sums) -> dict[str, Any]:
    """Those of the sums that the other ones have otherwise."""
    return {name: getattr(sums, name) for name in ledger.Sums._fields if getattr(sums, name) != getattr(other, name)}


@transaction.atomic
def _disputes(pk: UUID, run: _Run) -> list[str]:
    """How many hands of a season's sittings are disputed; apart from the standings, so that no two locks are held that
    a recorder may want the other way round."""
    competition = Competition.objects.select_for_update(no_key=True).get(pk=pk)
    due = ledger.disputed_in(competition)
    if competition.disputed == due:
        return []
    if run.write:
        Competition.objects.filter(pk=pk).update(disputed=due, revision=F("revision") + 1)
    return [f"its disputed hands: {_becomes(competition.disputed, due)}"]


@transaction.atomic
def _seated(pk: UUID, run: _Run) -> list[str]:
    """At how many tables each line of the book has sat; the book is locked, so that nobody sits down meanwhile."""
    lock_book(Club.objects.get(pk=pk))
    found = ledger.sat_otherwise(pk)
    if run.write and found:
        Seated.objects.filter(player__in=[sat.player for sat in found]).delete()
        rows = [
            Seated(club_id=pk, player_id=sat.player, tables=tables, last=last)
            for sat in found
            for tables, last in [sat.due]
            if tables and last
        ]
        Seated.objects.bulk_create(rows)
    return [f"the tables of the line {sat.player}: {_becomes(sat.kept[0], sat.due[0])}" for sat in found]


def _becomes(has: Any, due: Any) -> str:
    return f"{'nothing' if has is None else has} becomes {due}"


UNCLAIMED = timedelta(days=90)
"""How long a table without an account keeps its names."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What today's rules make different in one sitting; `impossible` names a hand they now refuse."""

    sitting: Sitting
    changed: tuple[Judged, ...]
    impossible: int | None = None


def rejudged(game: str) -> Iterator[Rejudged]:
    """The sittings of a game in which today's rules give another outcome than is stored. Writes nothing."""
    for sitting in Sitting.objects.filter(game=game).select_related("club").order_by("pk").iterator():
        found = _rejudge(sitting)
        if found.changed or found.impossible is not None:
            yield found


@transaction.atomic
def roll_out(*, sitting_id: UUID, now: datetime) -> Rejudged:
    """Write new versions of the hands whose outcome has changed, and post the differences; a closed sitting is sealed
    as it then stands, and official again if it was.

    Raises:
        Refused: `hand_impossible`: today's rules refuse a stored hand; nothing is written.
    """
    sitting = Sitting.objects.select_related("club").select_for_update(of=("self",)).get(pk=sitting_id)
    found = _rejudge(sitting)
    if found.impossible is not None:
        text = Text(gettext_noop("Hand {number} is refused by today’s rules."), {"number": found.impossible})
        raise Refused([Problem("hand_impossible", "", text)])
    reason = f"{sitting.game} rules {sitting.plays.version}"
    if sitting.is_open or not found.changed:
        follow(with_seats(sitting), Actor(), now, found.changed, reason)
        return found
    if not sitting.is_official:
        follow(with_seats(sitting), Actor(), now, found.changed, reason)
        anchor_head(sitting, now)
        return found
    seal(sitting.competitions.all(), ledger.source_of(sitting), sealed=False)
    for party in parties():
        party.reopened(sitting, Actor(), reason, now)
    follow(with_seats(sitting), Actor(), now, found.changed, reason)
    seal(sitting.competitions.all(), ledger.source_of(sitting), sealed=True)
    for party in parties():
        party.closed(sitting, Actor(), now)
    anchor_head(sitting, now)
    return found


def _rejudge(sitting: Sitting) -> Rejudged:
    hands = list(sitting.hands.standing().order_by("number"))
    try:
        result = replay(sitting, hands, opening_size(sitting))
    except Impossible as error:
        return Rejudged(sitting, (), error.hand.number)
    changed = tuple(judged for judged in result.judged if judged.outcome != judged.hand.outcome)
    sitting.state, sitting.is_over = result.state, result.is_over
    return Rejudged(sitting, changed)


@transaction.atomic
def forget_unclaimed(*, now: datetime) -> int:
    """Take the names of people, phones and tables from guest sheets that nobody has claimed, 90 days after the last
    thing that was written on them, and the reasons that were typed there. Hands and totals stay.

    Returns how many tables it has made nameless; doing it again finds none.
    """
    lately = now - UNCLAIMED
    clubs = (
        Club.objects.filter(is_private=True, memberships=None, created_at__lt=lately, players__retired_at=None)
        .exclude(sittings__hands__at__gte=lately)
        .exclude(sittings__acts__at__gte=lately)
        .exclude(sittings__marks__at__gte=lately)
        .distinct()
    )
    for club in clubs:
        players = list(Player.objects.filter(club=club).order_by("pk"))
        for place, player in enumerate(players, start=1):
            player.name, player.retired_at = default_words(NAMELESS_PLAYER, number=place), now
        Player.objects.bulk_update(players, ["name", "retired_at"])
        Device.objects.filter(club=club).update(name=default_words(NAMELESS_PHONE))
        typed: dict[type[Model], list[UUID]] = {
            model: list(model._base_manager.filter(club=club).exclude(reason="").values_list("pk", flat=True))  # noqa: SLF001
            for model in (Hand, HandMark, Act)
        }
        erase_texts(club.pk, typed, at=now)
        Sitting.everything.filter(club=club).update(name=default_words(NAMELESS_TABLE))
    return len(clubs)


def forget_failures(*, now: datetime) -> int:
    """Delete the wrong codes that no ceiling counts any more; returns how many."""
    return JoinFailure.objects.filter(at__lt=now - PASS_LIFETIME).delete()[0]


def forget_addresses(*, now: datetime) -> int:
    """Empty where phones joined from, once their pass has ended; returns of how many."""
    return Device.objects.exclude(address="").filter(made_at__lt=now - PASS_LIFETIME).update(address="")
