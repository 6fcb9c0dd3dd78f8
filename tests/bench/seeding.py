"""What must be there before something can be measured; each call is a process of its own: `python -m ... NAME ARGS`."""

import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402 needs the set-up
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

import games  # noqa: E402
from games.core.record import dump  # noqa: E402
from scorekeeper.accounts.models import Scope, User  # noqa: E402
from scorekeeper.accounts.services import NewToken, make_api_token  # noqa: E402
from scorekeeper.clubs.models import Club, Player  # noqa: E402
from scorekeeper.play.acting import with_seats  # noqa: E402
from scorekeeper.play.actors import Actor  # noqa: E402
from scorekeeper.play.ledger import post  # noqa: E402
from scorekeeper.play.models import Hand, Sitting  # noqa: E402
from scorekeeper.play.recording.services import SentHand, judged, next_table, record_hand  # noqa: E402
from scorekeeper.play.recording.versions import Version, append  # noqa: E402
from scorekeeper.play.replaying import stored  # noqa: E402
from scorekeeper.play.upkeep.anchors import anchor  # noqa: E402
from scorekeeper.play.upkeep.verifying import Count, verify  # noqa: E402
from scorekeeper.standings.models import Competition, Result, SeasonTally  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.bench.hands import declared, hands  # noqa: E402

SEATS = 4
LONGEST = 480  # hands of the longest list there is
PLAYERS = 40  # of a club with a history: its standings have as many rows, however much was played


def migrate() -> None:
    call_command("migrate", verbosity=0)


def analyze() -> None:
    """What autovacuum would have done by the next day; SQLite has none, and the app asks for nothing like it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def differences() -> int:
    """What `verify` finds; rows that were filled in past the services get their links first."""
    anchor(now=timezone.now())
    return sum(1 for _difference in verify(Count()))


def tables(count: int, sittings: int = 1) -> dict[str, Any]:
    """A club with so many tables, a scorer with a token at each, and so many long lists one after the other there."""
    club = f.make_club(owner=_person())
    season = f.make_season(club)
    made = []
    for _table in range(count):
        scorer = f.make_member(club, "scorer", user=_person())
        players = [f.make_player(club) for _seat in range(SEATS)]
        ids = [str(_sitting(club, scorer, players, [season]).pk) for _list in range(sittings)]
        made.append({"token": _token(scorer), "sittings": ids})
    return {"tables": made, "season": str(season.pk)}


def season(rows: int) -> dict[str, Any]:
    """A season whose standings have so many rows, as if each player had played ten sittings."""
    club = f.make_club(owner=_person())
    found = f.make_season(club)
    players = Player.objects.bulk_create([Player(club=club, name=f"Player {place}") for place in range(rows)])
    SeasonTally.objects.bulk_create([_standing(found, player, place) for place, player in enumerate(players)])
    return {"season": str(found.pk), "token": _token(f.owner_of(club))}


def history(size: int) -> dict[str, Any]:
    """A club that has played so many hands, list after list, and one list that goes on."""
    club = f.make_club(owner=_person())
    owner = f.owner_of(club)
    season = f.make_season(club)
    players = [f.make_player(club) for _player in range(PLAYERS)]
    facts, left, number = hands(), size, 0
    while left > 0:
        length = min(48, left)
        four = [players[(number * SEATS + seat) % PLAYERS] for seat in range(SEATS)]
        sitting = f.make_sitting(club, by=owner, players=four, seasons=[season], now=f.NOW + timedelta(hours=number))
        _play(sitting, islice(facts, length))
        left, number = left - length, number + 1
    running = [str(_sitting(club, owner, players[:SEATS], [season]).pk) for _list in range(16)]
    anchor(now=timezone.now())
    return {"token": _token(owner), "sittings": running, "season": str(season.pk)}


def chaining(minutes: int) -> dict[str, Any]:
    """An evening of 16 tables, at each of which a hand is recorded every minute, and what waits is chained every
    five: CPU seconds of recording and of chaining, the database with it."""
    club = f.make_club(owner=_person())
    owner, season, facts = f.owner_of(club), f.make_season(club), hands()
    people = [[f.make_player(club) for _seat in range(SEATS)] for _table in range(16)]
    tables = [_sitting(club, owner, players, [season]) for players in people]
    spent = {"recording": 0.0, "chaining": 0.0, "hands": 0.0, "links": 0.0}
    for minute in range(minutes + 5):
        if minute == 5:  # warm
            spent = dict.fromkeys(spent, 0.0)
        before = _spent()
        for sitting in tables:
            _record(sitting, owner, declared(next(facts), minute % SEATS))
        recorded = _spent()
        if minute % 5 == 4:
            spent["links"] += anchor(now=timezone.now())
        spent["hands"] += len(tables)
        spent["recording"] += recorded - before
        spent["chaining"] += _spent() - recorded
    return spent


def _record(sitting: Sitting, by: User, record: Any) -> None:
    sent, key = SentHand(record=record), uuid.uuid4()
    record_hand(sent, sitting_id=sitting.pk, by=Actor(user=by), key=key, now=timezone.now())


def _spent() -> float:
    """CPU seconds of this process and of its connection to the database."""
    if connection.vendor != "postgresql":
        return time.process_time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        ticks = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text().rpartition(")")[2].split()[11:13]
    return time.process_time() + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def page(played: int) -> dict[str, Any]:
    """A running list with so many hands, the session of its scorer, and {what is filled in: its address}."""
    club = f.make_club(owner=_person())
    owner = f.owner_of(club)
    sitting = f.make_sitting(club, by=owner, players=SEATS)
    _play(sitting, islice(hands(), played))
    session = SessionStore()
    session[SESSION_KEY] = str(owner.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = owner.get_session_auth_hash()
    session.save()
    asked = {
        "a table": reverse("sitting_new", args=[club.pk, "skat"]),
        "house rules": reverse("house_new", args=[club.pk, "tonk"]),
        "an evening": reverse("evening_new", args=[club.pk, "skat"]),
        "a season": reverse("season_new", args=[club.pk]),
        "a payment": reverse("money_pay", args=[club.pk]),
        "a tournament": reverse("tournament_new", args=[club.pk, "skat"]),
    }
    return {"path": f"/tables/{sitting.pk}/", "session": session.session_key, "forms": asked}


def templates(sittings: list[str]) -> list[dict[str, Any]]:
    """For the anchor: of each sitting the newest hand and the rows around it, as JSON."""
    found = []
    for pk in sittings:
        hand = Hand.objects.filter(sitting=pk).order_by("-seq").select_related("sitting").prefetch_related("entries")[0]
        result = list(Result.objects.filter(source=pk).values("competition_id", "player_id", "measures", "points"))
        found.append(
            {
                "hand": {field.column: getattr(hand, field.attname) for field in Hand._meta.concrete_fields},
                "entries": [(entry.seat_id, entry.measure, entry.amount) for entry in hand.entries.all()],
                "seats": list(hand.sitting.seats.values("id", "tally")),
                "state": hand.sitting.state,
                "results": result,
                "played_on": date(2026, 9, 4),
            }
        )
    return found


def lost_and_doubled(path: str) -> dict[str, int]:
    """Of the keys in this file, all acknowledged: how many made no hand, and how many hands stand there without one."""
    keys = json.loads(Path(path).read_text())
    there = [str(key) for key in Hand.objects.filter(kind=Hand.Kind.RECORDED).values_list("key", flat=True)]
    return {"lost": len(set(keys) - set(there)), "doubled": len(there) - len(set(there)), "hands": len(there)}


def _sitting(club: Club, by: User, players: list[Player], seasons: list[Competition]) -> Sitting:
    return f.make_sitting(
        club, by=by, players=players, seasons=seasons, rules={"list_length": LONGEST}, now=timezone.now()
    )


def _person() -> User:
    """Somebody of an address that no other process has made."""
    return f.make_user(email=f"{uuid.uuid4().hex}@example.org", password=None)


def _token(user: User) -> str:
    return make_api_token(NewToken(name="bench", scopes=tuple(Scope.values)), by=user, now=timezone.now())[1]


@transaction.atomic
def _play(sitting: Sitting, facts: Iterator[dict[str, Any]]) -> None:
    """Record a list as the services would, and post it at once."""
    with_seats(sitting)
    seats, by, rows = list(sitting.seats.all()), f.keeper_of(sitting), []
    for plain in facts:
        where = next_table(sitting, seats)
        hand, outcome = judged(sitting, declared(plain, sitting.dealer), where)
        version = Version(sitting.next_number, 1, Hand.Kind.RECORDED, uuid.uuid4(), "", dump(hand))
        table = {"seats": list(where.seats), "dealer": where.dealer}
        rows.append(append(sitting, by, f.NOW, version, table=table, outcome=stored(outcome)))
        sitting.next_number += 1
        sitting.state, sitting.dealer, sitting.is_over = dump(outcome.state), outcome.dealer, outcome.over
    Hand.objects.bulk_create(rows)
    sitting.save()
    post(sitting, seats, [(row, row.moved) for row in rows], list(sitting.competitions.all()))


def _standing(season: Competition, player: Player, place: int) -> SeasonTally:
    measures = dict.fromkeys(games.game("skat").measures, 40 + place)
    points = season.points(measures)
    sums = {"points": points, "measures": measures, "sources": 10}
    official = {f"official_{name}": value for name, value in sums.items()}
    return SeasonTally(club_id=season.club_id, competition=season, player=player, revision=360, **sums, **official)


if __name__ == "__main__":
    arguments = [json.loads(argument) for argument in sys.argv[2:]]
    print(json.dumps(globals()[sys.argv[1]](*arguments), default=str))
