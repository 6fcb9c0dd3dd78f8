"""A club that has played very much, in minutes: a few lists are played and closed by the services, then copied as rows.

A copy has ids, keys, days and people of its own, and a chain and an anchor that hold, so `verify` finds nothing in it.
What people stand at (standings, ratings) is summed up at the end by the functions that `rebuild` and the replay use.
"""

import itertools
import json
import sys
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import django

django.setup()

from django.db import models, transaction  # noqa: E402 needs the set-up
from django.utils import timezone  # noqa: E402

from scorekeeper.accounts.models import Scope  # noqa: E402
from scorekeeper.accounts.services import NewToken, make_api_token  # noqa: E402
from scorekeeper.clubs.models import Club, Player  # noqa: E402
from scorekeeper.journal.models import Entry  # noqa: E402
from scorekeeper.payouts.models import Booking  # noqa: E402
from scorekeeper.play.closing.services import anchor_hash, close_sitting  # noqa: E402
from scorekeeper.play.ledger import sat_otherwise, sums_of  # noqa: E402
from scorekeeper.play.models import Anchor, Hand, LedgerEntry, Seat, Seated, Sitting  # noqa: E402
from scorekeeper.play.records import Reasoned  # noqa: E402
from scorekeeper.ratings.models import Digest, Played, Rated, Rating  # noqa: E402
from scorekeeper.ratings.selectors import current, months_in, rated, sheets_of  # noqa: E402
from scorekeeper.ratings.services import replay_stale, sum_months  # noqa: E402
from scorekeeper.ratings.skill import changes  # noqa: E402
from scorekeeper.standings.models import Competition, Result, SeasonTally  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.bench.hands import declared, hands  # noqa: E402
from tests.bench.rows import Cell, Ids, Writer, fields_of, moment, spelled, writing  # noqa: E402
from tests.factories.money import accounts_in, keep, written  # noqa: E402

SEATS, LIST, LONGEST = 4, 48, 480  # people at a table, hands of a list, hands of the longest one
PATTERNS = 6  # lists that are really played
RUNNING = 4  # long lists that go on, for what is measured
DAYS = 3_650  # of a money book
STEP = 7  # how far apart in the book those sit who play together


@dataclass(slots=True)
class Pattern:
    """A list that was really played: its rows in the order they are copied, and whatever each copy has of its own."""

    sitting: Sitting
    hands: list[Hand]
    rows: list[tuple[type[models.Model], list["Row"]]]
    ids: list[str]
    seated: list[str]


@dataclass(frozen=True, slots=True)
class Row:
    """Cells as they are, and the places of those that a copy has otherwise: by name, as moments, as days."""

    cells: list[Cell]
    named: list[tuple[int, str]]
    moments: list[tuple[int, datetime]]
    days: list[tuple[int, Any]] = field(default_factory=list)


def club(hands_played: int, people: int, tables_an_evening: int) -> dict[str, Any]:
    """A club of so many people that has played so many hands, on evenings of so many tables that count for one season;
    the newest evening is yesterday's. Lists that go on are there to record at."""
    made = f.make_club(owner=f.make_user(email=f"{uuid.uuid4().hex}@example.org", password=None))
    owner, season = f.owner_of(made), f.make_season(made)
    book = Player.objects.bulk_create([Player(club=made, name=f"{_word(nth)} {nth}") for nth in range(people - 1)])
    book.append(f.player_of(owner, made))
    patterns = [_played(made, season, book[: SEATS * 2], nth) for nth in range(PATTERNS)]
    replay_stale()
    copies = max(hands_played // LIST - PATTERNS, 0)
    if copies:
        with writing() as writer:
            _copied(writer, [_pattern(one) for one in patterns], book, copies, tables_an_evening)
        _stand(season)
        _rate(made)
        sum_months(made.pk, "skat", months_in(Digest.objects.filter(club=made)))
        _count(made)
    running = [
        f.make_sitting(
            made, players=book[:SEATS], seasons=[season], rules={"list_length": LONGEST}, now=timezone.now()
        ).pk
        for _list in range(RUNNING)
    ]
    token = make_api_token(NewToken(name="bench", scopes=tuple(Scope.values)), by=owner, now=timezone.now())[1]
    return {
        "club": str(made.pk),
        "season": str(season.pk),
        "owner": str(owner.pk),
        "token": token,
        "running": [str(pk) for pk in running],
        "player": str(book[0].pk),
        "size": Hand.objects.filter(club=made).count(),
    }


def money(entries: int, people: int) -> dict[str, Any]:
    """A club whose money book has so many bookings between itself and so many people, over ten years until today."""
    made = f.make_club(owner=f.make_user(email=f"{uuid.uuid4().hex}@example.org", password=None))
    book = Player.objects.bulk_create([Player(club=made, name=f"{_word(nth)} {nth}") for nth in range(people)])
    accounts = accounts_in(made, book)
    a_day = max(entries // DAYS, 1)
    first = timezone.localdate() - timedelta(days=entries // a_day)
    with writing() as writer:
        for booking, legs in written(made, accounts, entries, first=first, a_day=a_day):
            for row in (*legs, booking):
                writer.add(type(row), [spelled(getattr(row, one.attname)) for one in fields_of(type(row))])
    keep(accounts)
    owner = f.owner_of(made)
    token = make_api_token(NewToken(name="bench", scopes=tuple(Scope.values)), by=owner, now=timezone.now())[1]
    return {
        "club": str(made.pk),
        "owner": str(owner.pk),
        "token": token,
        "player": str(book[0].pk),
        "players": [str(one.pk) for one in book[:2]],
        "booking": str(newest(made)),
        "size": entries,
    }


def newest(made: Club) -> uuid.UUID:
    """Its last booking."""
    return Booking.objects.filter(club=made).order_by("-on", "-pk").values_list("pk", flat=True)[0]


def _word(nth: int) -> str:
    """A first name that no twin has."""
    return "".join(chr(97 + nth // 26**place % 26) for place in range(4)).capitalize()


def _played(made: Club, season: Competition, people: Sequence[Player], nth: int) -> Sitting:
    """A whole list, recorded hand by hand and closed."""
    at, facts = f.NOW + timedelta(minutes=nth), itertools.islice(hands(), nth * 5, None)
    sitting = f.make_sitting(made, players=people[nth % SEATS :][:SEATS], seasons=[season], now=at)
    dealer = 0
    for minute in range(LIST):
        done = f.record(sitting, declared(next(facts), dealer), now=at + timedelta(minutes=minute))
        dealer = done.sitting.dealer
    close_sitting(Reasoned(reason="bench"), sitting_id=sitting.pk, by=f.keeper_of(sitting), now=at + timedelta(hours=1))
    return Sitting.objects.select_related("club").get(pk=sitting.pk)


def _pattern(sitting: Sitting) -> Pattern:
    through = Sitting.competitions.through
    found: list[Iterable[models.Model]] = [
        [sitting],
        through.objects.filter(sitting=sitting),
        sitting.seats.all(),
        sitting.acts.all(),
        sitting.hands.order_by("seq"),
        LedgerEntry.objects.filter(hand__sitting=sitting).order_by("id"),
        Result.objects.filter(club=sitting.club_id, source=sitting.pk),
        Digest.objects.filter(sitting=sitting),
        Played.objects.filter(digest__sitting=sitting),
        Entry.objects.filter(club=sitting.club_id, thing=sitting.pk),
    ]
    rows = [row for some in found for row in some]
    versions = [row for row in rows if isinstance(row, Hand)]
    seated = [row.player_id.hex for row in rows if isinstance(row, Seat)]
    ids = [row.pk.hex for row in rows if not isinstance(row, through)] + [hand.key.hex for hand in versions]
    own = {*ids, *seated, *(hand.hash for hand in versions)}
    by_model = [(model, [_row(one, own) for one in some]) for model, some in itertools.groupby(rows, type)]
    return Pattern(sitting, versions, by_model, ids, seated)


def _row(row: models.Model, own: set[str]) -> Row:
    values = [getattr(row, one.attname) for one in fields_of(type(row))]
    cells = [spelled(value) for value in values]
    named = [(place, cell) for place, cell in enumerate(cells) if isinstance(cell, str) and cell in own]
    moments = [(place, value) for place, value in enumerate(values) if isinstance(value, datetime)]
    taken = {place for place, _value in moments}
    days = [(at, value) for at, value in enumerate(values) if hasattr(value, "toordinal") and at not in taken]
    return Row(cells, named, moments, days)


def _copied(writer: Writer, patterns: list[Pattern], book: list[Player], copies: int, an_evening: int) -> None:
    """So many copies, evening after evening, everybody as often as anybody."""
    ids, anchor = Ids(), Club.objects.values_list("anchor", flat=True).get(pk=patterns[0].sitting.club_id)
    evenings = -(-copies // an_evening)
    first = (timezone.now() - f.NOW).days - evenings  # whole days, so that hours stay what they are
    for nth in range(copies):
        pattern, later = patterns[nth % len(patterns)], timedelta(first + nth // an_evening, nth % an_evening)
        people = [book[(nth * SEATS + STEP * seat * SEATS + seat) % len(book)].pk.hex for seat in range(SEATS)]
        if len(set(people)) < SEATS:
            people = [book[(nth * SEATS + seat) % len(book)].pk.hex for seat in range(SEATS)]
        anchor = _copy(writer, pattern, ids, people, later, anchor)
    Club.objects.filter(pk=patterns[0].sitting.club_id).update(anchor=anchor)


def _copy(writer: Writer, pattern: Pattern, ids: Ids, people: Sequence[str], later: timedelta, anchored: str) -> str:
    """One more list, so much later, of other people; the new end of the club's anchors."""
    names = dict(zip(pattern.seated, people, strict=True)) | {one: ids.next() for one in pattern.ids}
    head = _chained(pattern, names, later)
    for model, rows in pattern.rows:
        for row in rows:
            cells = row.cells.copy()
            for place, name in row.named:
                cells[place] = names[name]
            for place, at in row.moments:
                cells[place] = moment(at + later)
            for place, day in row.days:
                cells[place] = (day + timedelta(later.days)).isoformat()
            writer.add(model, cells)
    anchor = _anchor(pattern.sitting, names, later, head, anchored)
    writer.add(Anchor, [spelled(getattr(anchor, one.attname)) for one in fields_of(Anchor)])
    return anchor.hash


def _chained(pattern: Pattern, names: dict[str, str], later: timedelta) -> str:
    """What the hashes of the copy are, by those of the pattern; the head of its chain."""
    sitting, previous = uuid.UUID(names[pattern.sitting.pk.hex]), ""
    for hand in pattern.hands:
        copy = _Copy(hand, sitting, uuid.UUID(names[hand.key.hex]), previous, hand.at + later)
        names[hand.hash] = previous = Hand.content_hash(copy)  # type: ignore[arg-type]
    return previous


class _Copy:
    """A hand of the copy, as far as its hash looks at it."""

    def __init__(self, hand: Hand, sitting: uuid.UUID, key: uuid.UUID, previous: str, at: datetime) -> None:
        self.__dict__.update(hand.__dict__)
        self.sitting_id, self.key, self.previous, self.at = sitting, key, previous, at
        self.reason_covered = hand.reason_covered


def _anchor(sitting: Sitting, names: Mapping[str, str], later: timedelta, head: str, previous: str) -> Anchor:
    """What seals the copy, behind what sealed the one before."""
    made = Anchor(
        club_id=sitting.club_id,
        sitting_id=uuid.UUID(names[sitting.pk.hex]),
        head=head,
        seq=sitting.seq,
        at=(sitting.closed_at or sitting.opened_at) + later,
        previous=previous,
    )
    made.hash = anchor_hash(made)
    return made


@transaction.atomic
def _stand(season: Competition) -> None:
    """The standings that its results make."""
    sums = sums_of(season.results.iterator())
    SeasonTally.objects.filter(competition=season).delete()
    of_player = [(player, one._asdict()) for player, one in sums.items()]
    SeasonTally.objects.bulk_create(
        [SeasonTally(club_id=season.club_id, competition=season, player_id=one, **own) for one, own in of_player]
    )


@transaction.atomic
def _rate(made: Club) -> None:
    """The ratings that its sheets make, from the first one on."""
    of_club = {"club": made.pk, "game": "skat"}
    Rated.objects.filter(**of_club).delete()
    Rating.objects.filter(**of_club).delete()
    newest: dict[uuid.UUID, Rated] = {}
    for some in _batched(changes(sheets_of(Digest.objects.filter(**of_club), ()), {})):
        rows = Rated.objects.bulk_create([rated(change) for change in some])
        newest |= {row.player_id: row for row in rows}
    Rating.objects.bulk_create([current(row) for row in newest.values()])


@transaction.atomic
def _count(made: Club) -> None:
    """At how many tables each has sat."""
    found = sat_otherwise(made.pk)
    Seated.objects.filter(player__in=[sat.player for sat in found]).delete()
    Seated.objects.bulk_create(
        [Seated(club=made, player_id=sat.player, tables=sat.due[0], last=sat.due[1]) for sat in found]
    )


def _batched(found: Iterable[Any], many: int = 2_000) -> Iterator[list[Any]]:
    rest = iter(found)
    while some := list(itertools.islice(rest, many)):
        yield some


if __name__ == "__main__":
    arguments = [json.loads(argument) for argument in sys.argv[2:]]
    print(json.dumps(globals()[sys.argv[1]](*arguments), default=str))
