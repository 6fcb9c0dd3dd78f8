"""Pages in a special state: of a disputed hand, an ended list, a phone without a seat; and every form there is."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from games import all_games
from scorekeeper.leagues.evenings.mails import remind_of_evenings
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.services import TableCallWords, call_to_table
from scorekeeper.notices.services import off_secret
from scorekeeper.play.actors import COOKIE, Actor
from scorekeeper.play.closing.services import close_sitting, end_list, sign
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.opening.services import Opening, Sitter, start_guest_table
from scorekeeper.play.passes.services import Joining, SeatWanted, ask_for_seat, join_table, make_pass
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import LinkWish, make_link, secret_of, share_table
from scorekeeper.standings.services import end_season
from scorekeeper.tournaments.clock.services import CallWords, ClockLength, call_director, set_clock
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import Form, forms_of, holding, html_of, proven
from tests.factories.clubs import make_token
from tests.factories.evenings import make_evening, playing
from tests.factories.knockouts import at, entrant, make_knockout, out, played_out
from tests.factories.money import Pool
from tests.factories.teams import make_day, make_league_of, opened, play_series, tables_of
from tests.factories.tournaments import come, draw, make_cup, play_round, publish, write_points
from tests.factories.world import Page, World, make_pages
from tests.worlds import laid

REASON = "an error"
IDENTITY = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|/\d+/")


def make_all_pages() -> tuple[World, list[Page]]:
    """A world, each of its pages, and those that stand in a special state."""
    world, pages = laid(make_pages)
    return world, [*pages, *special_pages(world)]


def make_forms() -> tuple[World, list[tuple[Client, Form]]]:
    """A world, and every form there is with who may send it."""
    world, pages = laid(make_all_pages)
    return world, [(client, form) for client, address, html in pages for form in forms_of(address, html)]


def kinds(forms: list[tuple[Client, Form]]) -> list[tuple[Client, Form]]:
    """One form of each kind, and who may send it."""
    found: dict[tuple[str, tuple[str, ...]], tuple[Client, Form]] = {}
    for client, form in forms:
        found.setdefault((IDENTITY.sub("*", form.action), tuple(form.names)), (client, form))
    return list(found.values())


def special_pages(world: World) -> Iterator[Page]:
    """Each of them, and who may read it."""
    states = (
        _at_a_phone,
        _ended,
        _accepted,
        _ended_season,
        _leaving,
        _acts,
        _clash,
        _guests,
        _tokens,
        _notices,
        _rounds,
        _over,
        _without_hands,
        _shared,
        _played_league,
        _called_at_an_evening,
    )
    for state in states:
        yield from state(world)


def _page(client: Client, address: str, sent: dict[str, Any] | None = None) -> Iterator[Page]:
    """A page, or the page that answers what is sent."""
    answer = client.get(address) if sent is None else client.post(address, sent, follow=True)
    yield Page(client, answer.request["PATH_INFO"], answer.content.decode())


def _phone(device: Device, client: Client | None = None) -> Client:
    client = client or Client()
    client.cookies[COOKIE] = holding(device).cookies[COOKIE].value
    return client


def _table(world: World) -> tuple[Sitting, Any]:
    sitting = factories.make_sitting(world.club, now=timezone.now())
    return sitting, factories.record(sitting, now=timezone.now()).hand


def _at_a_phone(world: World) -> Iterator[Page]:
    """One confirms, disputes and takes that back; a director decides; one without a seat takes one."""
    sitting, hand = _table(world)
    keeper, now = factories.keeper_of(sitting), timezone.now()
    table_pass = make_pass(sitting_id=sitting.pk, by=keeper, now=now)
    seated, without = (
        join_table(Joining(name="a phone", seat=seat), table_pass=table_pass, now=now) for seat in (1, None)
    )
    table, here = f"/tables/{sitting.pk}/", f"/tables/{sitting.pk}/hands/{hand.pk}/"
    yield from _page(_phone(seated), table)
    yield from _page(_phone(seated), here)
    yield from _page(_phone(seated), f"{here}dispute/")
    yield from _page(_phone(without), f"{table}seats/")
    dispute_hand(Reasoned(reason=REASON), sitting_id=sitting.pk, by=Actor(device=seated), hand_id=hand.pk, now=now)
    yield from _page(_phone(seated), here)
    yield from _page(world.client(), f"{here}decide/")


def _ended(world: World) -> Iterator[Page]:
    """Every seat signs or the list is taken up again; a sheet that is closed is opened again."""
    sitting, _hand = _table(world)
    keeper, now = factories.keeper_of(sitting), timezone.now()
    end_list(PerhapsReasoned(reason=REASON), sitting_id=sitting.pk, by=keeper, now=now)
    yield from _page(world.client(), f"/tables/{sitting.pk}/")
    yield from _page(world.client(), f"/tables/{sitting.pk}/close/")
    closed, _hand = _table(world)
    close_sitting(Reasoned(reason=REASON), sitting_id=closed.pk, by=factories.keeper_of(closed), now=now)
    yield from _page(world.client(), f"/tables/{closed.pk}/reopen/")


def _leaving(world: World) -> Iterator[Page]:
    """Of four one may leave."""
    sitting = factories.make_sitting(world.club, players=4, now=timezone.now())
    yield from _page(world.client(), f"/tables/{sitting.pk}/seats/")


def _accepted(world: World) -> Iterator[Page]:
    """What phones with the code alone have signed is made official; one of them asks for the seat of another."""
    now = timezone.now()
    sitting = factories.make_sitting(world.club, seasons=[factories.make_season(world.club)], now=now)
    factories.record(sitting, now=now)
    phones = [factories.make_device(sitting, seat, now=now) for seat in (0, 1, 2, None)]
    yield from _page(_phone(phones[3]), f"/tables/{sitting.pk}/seats/")
    ask_for_seat(SeatWanted(seat=0), sitting_id=sitting.pk, by=Actor(device=phones[3]))
    yield from _page(world.client(), f"/tables/{sitting.pk}/pass/")
    end_list(PerhapsReasoned(reason=REASON), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)
    sitting.refresh_from_db()
    for number, phone in enumerate(phones[:3]):
        sign(Signing(seat=number, head=sitting.head), sitting_id=sitting.pk, by=Actor(device=phone), now=now)
    yield from _page(world.client(), f"/tables/{sitting.pk}/")


def _ended_season(world: World) -> Iterator[Page]:
    """One that has ended is opened again."""
    season = factories.make_season(world.club)
    end_season(competition=season, by=world.owner, now=timezone.now())
    yield from _page(world.client(), f"/seasons/{season.pk}/reopen/")
    pool = Pool((3, 2), factories.make_club(owner=world.owner))
    pool.enter()
    pool.end()
    yield from _page(world.client(), f"/prizes/{pool.season.pk}/award/")


def _acts(world: World) -> Iterator[Page]:
    """What a swap, a penalty, an adjustment and taking one back would move, and the form that does it."""
    sitting, _hand = _table(world)
    act = factories.penalise(sitting, now=timezone.now())
    table = f"/tables/{sitting.pk}/"
    steps = {
        "seats/swap/": {"seats": ["0", "1"], "reason": REASON},
        "adjustments/penalty/": {"seat": "0", "points": "50", "reason": REASON},
        "adjustments/new/": {"seat": "0", "points": "50", "way": "give", "reason": REASON},
        f"acts/{act.pk}/reverse/": {"reason": REASON},
    }
    for address, sent in steps.items():
        yield from _page(world.client(), table + address)
        yield from _page(world.client(), table + address, sent)


def _clash(world: World) -> Iterator[Page]:
    """Two phones wrote the same hand; and a correction of a version that was corrected already."""
    sitting, hand = _table(world)
    client, table = world.client(), f"/tables/{sitting.pk}/"
    entry = next(form for form in forms_of(table, html_of(client.get(table))) if form.action.endswith("/hands/"))
    mine = {"kind": "played", "declarer": "2", "contract": "grand", "matadors": "1", "with": "true", "bid": "18"}
    mine |= {"declarer_points": "90", "declarer_tricks": "8", "number": "1", "key": str(uuid4())}
    yield from _page(client, entry.action, mine)
    factories.correct(hand, factories.played(1), now=timezone.now())
    late = {**mine, "confirmed": "1", "reason": REASON, "version": "1"}
    yield from _page(client, f"{table}hands/{hand.pk}/correct/", late)
    yield from _page(client, f"{table}hands/{hand.pk}/void/", {"confirmed": "1", "reason": REASON})


def _guests(world: World) -> Iterator[Page]:
    """A sheet without an account is claimed by who signs in on its phone, and the names of its seats are written."""
    opening = Opening(game="skat", seats=[Sitter(name=name) for name in "ABC"])
    sitting, host = start_guest_table(opening=opening, time_zone="Europe/Berlin", now=timezone.now())
    yield from _page(_phone(host, world.client()), f"/tables/{sitting.pk}/")
    yield from _page(_phone(host), f"/tables/{sitting.pk}/seats/")


def _tokens(world: World) -> Iterator[Page]:
    make_token(world.owner, "read")
    yield from _page(proven(world.client()), "/accounts/tokens/")


def _notices(world: World) -> Iterator[Page]:
    """Something waits on the first page, and was told by mail."""
    now = timezone.now()
    make_evening(world.club, starts_at=now + timedelta(hours=1))
    remind_of_evenings(now=now)
    yield from _page(world.client(), "/")
    yield from _page(Client(), f"/accounts/notices/off/{off_secret(world.owner, 'evening')}/")


def _over(world: World) -> Iterator[Page]:
    """A tournament at its end: a table calls, it can be ended, and goes on again."""
    stage, now = make_cup(world.club, 4, TablesPlan(rounds=1)), timezone.now()
    round_, place = publish(stage), f"/tournaments/{stage.tournament_id}/"
    table = round_.tables.all()[0]
    call_director(CallWords(words=""), table_id=table.pk, by=world.owner, now=now)
    set_clock(ClockLength(seconds=60), tournament_id=stage.tournament_id, by=world.owner)
    yield from _page(world.client(), f"{place}clock/")
    write_points(table, {at.entrant: at.entrant.number for at in table.places.all()})
    make_official(round_id=round_.pk, by=world.owner, now=now)
    yield from _page(world.client(), f"{place}places/")
    end_stage(stage_id=stage.pk, by=world.owner, now=now)
    yield from _page(world.client(), f"{place}places/")


def _knocked_out(world: World) -> Iterator[Page]:
    """A knock-out where one can sit down late and moves are due, then one that is over."""
    round_ = make_knockout(5, 3, club=world.club)
    out(round_, at(round_, 2)[0])
    come(round_.stage, "Late Guest")
    gone = entrant(round_, at(round_, 1)[0])
    address = f"/knock-outs/{round_.pk}/"
    yield from _page(world.client(), f"{address}?deals-1=0&deals-2=1")
    yield from _page(world.client(), f"{address}out/?out={gone.pk}&out={entrant(round_, at(round_, 1)[1]).pk}")
    yield from _page(world.client(), f"{address}back/1/")
    played_out(round_)
    yield from _page(world.client(), address)


def _called_at_an_evening(world: World) -> Iterator[Page]:
    """A table of an evening calls the director."""
    evening = playing(world.club, 4)
    sitting = sittings_of(evening)[0]
    call_to_table(TableCallWords(), sitting_id=sitting.pk, by=Actor(user=world.owner), now=timezone.now())
    yield from _page(world.client(), f"/evenings/{evening.pk}/")


def _rounds(world: World) -> Iterator[Page]:
    """A draft of a round, with one of its people taken to be put elsewhere; a standing with a tie for lots."""
    stage = make_cup(world.club, 4)
    round_ = publish(stage)
    table = round_.tables.all()[0]
    write_points(table, {place.entrant: 10 for place in table.places.all()})
    draw(stage, seed=2)  # what the draft can be again
    draft = draw(stage)
    address = f"/stages/{stage.pk}/"
    yield from _page(world.client(), f"{address}draw/")
    yield from _page(world.client(), f"{address}draw/?take={draft.places.all()[0].pk}")
    yield from _page(world.client(), f"{address}standing/")
    yield from _page(world.client(), f"/rounds/{round_.pk}/")
    yield from _knocked_out(world)
    over = make_cup(world.club, 3)
    play_round(over, publish(over))
    yield from _page(world.client(), f"/tournaments/{over.tournament_id}/rounds/")


def _without_hands(world: World) -> Iterator[Page]:
    """Tables of every game at which nothing was recorded yet, as they are played and on paper; Tonk with as many as
    can play it, too."""
    now = timezone.now()
    tables = [factories.make_sitting(world.club, players=4, game=game, now=now) for game in all_games()]
    tables.append(factories.make_sitting(world.club, players=8, game="tonk", now=now, rules={"max_players": 8}))
    for sitting in tables:
        table = f"/tables/{sitting.pk}/"
        yield from _page(world.client(), table)
        yield from _page(world.client(), f"{table}print/")


def _shared(world: World) -> Iterator[Page]:
    """What whoever has the link of a table or of a tournament sees."""
    now = timezone.now()
    for sitting, _hand in world.tables.values():
        link = share_table(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)
        yield from _page(Client(), f"/shared/{secret_of(link)}/")
    rounds = [Round.objects.get(pk=ids["round_id"]) for ids in (world.ids, *world.matches)]
    for tournament in (round_.stage.tournament_id for round_ in rounds):
        for kind, page in ((Link.Kind.SCREEN, "screen"), (Link.Kind.PUBLIC, "tournament")):
            link = make_link(LinkWish(kind=kind), of=tournament, by=world.owner, now=now)
            yield from _page(Client(), f"/shared/{secret_of(link)}/{page}/")
    league = make_league_of(factories.make_club(owner=world.owner), (4, 4))
    play_series((series := opened(make_day(league))), ["Adler"] * len(tables_of(series)))
    day = playing(world.club, 4)
    things = ((Link.Kind.SEASON, world.ids["season_id"]), (Link.Kind.LEAGUE, league.pk), (Link.Kind.EVENING, day.pk))
    for kind, thing in (*things, (Link.Kind.EVENING, world.ids["evening_id"])):
        link = make_link(LinkWish(kind=kind), of=thing, by=world.owner, now=now)
        yield from _page(Client(), f"/shared/{secret_of(link)}/results/")
        yield from _page(world.client(), f"/{kind}s/{thing}/share/")


def _played_league(world: World) -> Iterator[Page]:
    """A league of teams with a match day that is played."""
    league = make_league_of(factories.make_club(owner=world.owner), (4, 4))
    day = make_day(league)
    series = opened(day)
    play_series(series, ["Adler"] * len(tables_of(series)))
    yield from _page(world.client(), f"/match-days/{day.pk}/")
    yield from _page(world.client(), f"/leagues/{league.pk}/")
