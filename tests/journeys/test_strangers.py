"""Who has no business at a table or in a club: refused at every address, by page and by API, and told no name."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, get_resolver
from playwright.sync_api import APIResponse, Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import SESSIONS, drawn, signed_in, token
from tests.journeys.conftest import Phone
from tests.journeys.hands import PASSED
from tests.serving import Server

pytestmark = pytest.mark.journey

SECRETS = ("Lindenhof", "Renate", "Murat", "Ines", "Stammtisch", "Herbstliga")  # names the world outside reads nowhere
MAKE = """
from django.utils import timezone
from scorekeeper.clubs.models import Invitation, Membership
from scorekeeper.clubs.services import invite
from scorekeeper.play.actors import Actor
from scorekeeper.jobs.services.asking import Asked, start
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.people.services.merging import merge_players
from scorekeeper.play.services.passes import link_secret, make_pass
from scorekeeper.play.models import Sitting
from scorekeeper.transfer.models import Upload
from tests.leagues.evenings import make_mixed
from tests.leagues.leagues import make_day, make_league_of
from scorekeeper.leagues.models import TeamMember
from tests.payouts.books import CLUB, booked, of, waiting_payment
from tests.payouts.pools import Pool
from scorekeeper.tournaments.services.pairs import keep_pair
from scorekeeper.tournaments.services.results import give_points
from tests.tournaments.desk import make_cup, publish as published, saying
from tests.tournaments.knocking import at, make_knockout, out
from scorekeeper.tournaments.services.calling import call_director
from tests.tournaments.planned import enter_names, make_planned

now = timezone.now()
club = factories.make_club("Skatfreunde Lindenhof", owner=factories.make_user("Renate Vogt"))
owner = factories.owner_of(club)
season = factories.make_season(club, "Herbstliga")
players = [factories.player_of(owner, club), factories.make_player(club, "Murat"), factories.make_player(club, "Ines")]
sitting = factories.make_sitting(club, players=players, seasons=[season], now=now)
Sitting.objects.filter(pk=sitting.pk).update(name="Stammtisch")
hand = factories.record(sitting, now=now).hand
act = factories.penalise(sitting, now=now)
invite(club=club, by=owner, role="member", now=now)
gone, kept, third = (factories.make_player(club) for _line in range(3))
merge = merge_players(club=club, by=owner, gone=gone.pk, kept=kept.pk, now=now)
taken = factories.import_evening(season, {players[1]: {"points": 100}})
upload = Upload.objects.create(
    club=club, by=owner, kind="totals", competition=season, name="old.csv", at=now, data=b"Name;3.3.2025\\nMurat;1\\n")
pair = keep_apart(club=club, by=owner, one=kept.pk, other=third.pk, now=now)
money = booked(club, {of(players[1]): 350, CLUB: -350}, reason="Stammtisch")[0]
said = waiting_payment(club, players[0])
entered = Pool((), season=season).pay("entry", players[0])
league = make_league_of(club, [3, 3], name="Herbstliga der Teams")
day = make_day(league)
team_member = TeamMember.objects.filter(league=league)[0]
other = factories.make_club("Another club")
evening = make_mixed(club, "truco")
tournament = make_planned(club)
expected, late = enter_names(tournament, "Wilma", "Otto")
two = [entrant.players.get().player_id for entrant in (expected, late)]
rule = keep_pair(tournament_id=tournament.pk, by=owner, kind="apart", one=two[0], other=two[1], now=now)
cup = make_cup(club, 4)
first, entrant = published(cup), cup.tournament.entrants.all()[0]
called = call_director(table_id=first.tables.all()[0].pk, by=owner, words="", now=now)
fined = give_points(stage_id=cup.pk, entrant_id=entrant.pk, points=-5, say=saying(club))
knocked = make_knockout(5, 3, club=club)
out(knocked, at(knocked, 2)[0])
drawing = {"stage": str(cup.pk), "round": 9, "seed": "1", "about": "Cup"}
stranger, director = factories.make_user("Stranger"), factories.make_member(other, "director")
print(json.dumps({
    "ids": {
        "club_id": club.pk, "club": club.pk, "sitting_id": sitting.pk, "sitting": sitting.pk,
        "act_id": act.pk, "hand_id": hand.pk, "hand": hand.pk, "season_id": season.pk, "season": season.pk,
        "member_id": Membership.objects.get(club=club, user=owner).pk,
        "player_id": players[1].pk, "gone_id": third.pk, "kept_id": kept.pk, "merge_id": merge.pk,
        "house_id": factories.make_house_rules(club, "Stammtisch rules").pk,
        "evening_id": evening.pk, "game_id": evening.line_up[1].pk, "pair_id": pair.pk, "rule_id": rule.pk,
        "tournament_id": tournament.pk, "tournament": tournament.pk, "stage_id": tournament.stages.get().pk,
        "stage": tournament.stages.get().pk,
        "entrant_id": expected.pk, "entrant": expected.pk,
        "round_id": first.pk, "round_table_id": first.tables.all()[0].pk, "desk_act_id": fined.pk,
        "call_id": called.pk, "knockout_id": knocked.pk, "step": 1,
        "call": called.pk, "round": first.pk, "table": first.tables.all()[0].pk,
        "league_id": league.pk, "team_id": team_member.team_id, "team_member_id": team_member.pk, "day_id": day.pk,
        "player": players[1].pk,
        "booking_id": money.pk, "booking": money.pk, "payment_id": said.pk, "payment": said.pk, "year": money.on.year,
        "pool_act_id": entered.pk, "pool_act": entered.pk,
        "import_id": taken.pk, "source_id": taken.results.get().source, "upload_id": upload.pk,
        "invitation_id": Invitation.objects.filter(club=club)[0].pk, "number": 0,
        "job_id": start(Asked("of no app", factories.uuid4()), by=owner, club=club, now=now).pk,
        "job": start(Asked("tournament_draw", factories.uuid4(), drawing), by=owner, club=club, now=now).pk,
    },
    "pass": link_secret(make_pass(sitting_id=sitting.pk, by=Actor(user=owner), now=now)),
    "stranger": session(stranger), "director": session(director), "owner": session(owner),
}, default=str))
"""
WRITTEN = """
from scorekeeper.play.models import Act, Hand, Signature
rows = [model.objects.order_by("pk").values_list("pk", flat=True) for model in (Hand, Act, Signature)]
print(json.dumps([list(map(str, keys)) for keys in rows]))
"""
BODIES: dict[str, Any] = {
    "sittings": {"game": "skat", "seats": [{"name": name} for name in ("One", "Two", "Three")]},
    "hands": {"record": PASSED},
    "preview": {"record": PASSED},
    "undo": {"hand": str(uuid4())},
    "dealer": {"seat": 1},
    "signatures": {"seat": 0, "head": ""},
    "adjustments": {"kind": "penalty", "seat": 0, "points": -50, "reason": "because"},
    "swaps": {"seats": [0, 1], "reason": "because"},
    "substitutes": {"seat": 0, "name": "Late"},
    "reversals": {"act": str(uuid4()), "reason": "because"},
    "bank-requests": {"move": "buy_in", "seat": 0, "amount": 500},
    "bank-answers": {"request": str(uuid4()), "answer": "approve"},
    "confirm": {},
    "withdraw": {},
    "corrections": {"record": PASSED, "reason": "because"},
}
OF_EVERYBODY = {
    "secret",
    "door",
    "game",
    "slug",
    "op",
    "act",
}  # a link that leads in is for who holds it; games are for all
A_GAME = {"game": "skat", "slug": "skat", "act": "retire"}
OF_ONESELF = {"token_id", "key", "uidb36"}


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    """A club with a season, a table and a hand; a pass of the table; sessions of its owner and of two from outside."""
    return server.python(SESSIONS + MAKE)


def addresses(ids: dict[str, Any]) -> list[str]:
    """Every address of the app that speaks of a club or something in it, from the app's own list."""
    known = {*ids, *A_GAME}
    of_somebody = [(pattern, names) for pattern, names in _patterns() if names - A_GAME.keys() and names <= known]
    found = [pattern.format(**A_GAME, **ids) for pattern, _names in of_somebody]
    left = {name for _pattern, names in _patterns() for name in names} - known - OF_EVERYBODY - OF_ONESELF
    assert not left, f"addresses with {left} are not tried"
    assert len(found) > 35
    return found


def _patterns() -> Iterator[tuple[str, set[str]]]:
    """Each address as a format string, with the names in it."""

    def walk(patterns: list[Any], before: str) -> Iterator[tuple[str, set[str]]]:
        for entry in patterns:
            ways = entry.pattern
            if not hasattr(ways, "_route"):
                continue  # only refusals and allauth's own are regular expressions
            route = before + ways._route
            if isinstance(entry, URLPattern):
                names = set(entry.pattern.converters) | _names(before)
                yield _as_format(route), names
            else:
                yield from walk(entry.url_patterns, route)

    yield from walk(get_resolver("scorekeeper.urls").url_patterns, "/")


def _names(route: str) -> set[str]:
    return {part.split(">")[0].split(":")[-1] for part in route.split("<")[1:]}


def _as_format(route: str) -> str:
    for part in route.split("<")[1:]:
        inside = part.split(">")[0]
        route = route.replace(f"<{inside}>", "{" + inside.split(":")[-1] + "}")
    return route


def ask(page: Page, address: str, method: str, csrf: str) -> APIResponse:
    """One request with the cookies of this phone, followed nowhere."""
    headers = {"X-CSRFToken": csrf, "Idempotency-Key": str(uuid4())}
    return page.request.fetch(address, method=method, headers=headers, max_redirects=0, **sent(address, method))


def sent(address: str, method: str) -> dict[str, Any]:
    """A body that would be accepted from somebody who may."""
    last = address.rsplit("/", 1)[-1]
    return {"data": BODIES.get(last, {"reason": "because"})} if "/api/" in address and method == "POST" else {}


def said(answer: APIResponse) -> str:
    """All of an answer that can be read, its address left out: it was in the question."""
    return answer.text() + " ".join(f"{name}: {value}" for name, value in answer.headers.items())


@pytest.mark.parametrize("who", ["stranger", "director"])
def test_members_of_other_clubs_find_nothing(who: str, phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place[who]))
    page.goto("/")
    csrf = token(page)

    for address in addresses(place["ids"]):
        for method in ("GET", "POST"):
            answer = ask(page, address, method, csrf)
            # 405 tells apart addresses, not clubs: it is the same for an id that does not exist
            assert answer.status in {404, 405}, f"{method} {address}: {answer.status}"
            assert not any(name in said(answer) for name in SECRETS), f"{method} {address}"

    page.goto(f"/tables/{place['ids']['sitting_id']}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    audit(page)


def test_refusals_do_not_depend_on_what_exists(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["stranger"]))
    page.goto("/")
    csrf = token(page)
    nowhere = {
        name: value if name in {"number", "step", "year"} else str(uuid4()) for name, value in place["ids"].items()
    }

    for there, missing in zip(addresses(place["ids"]), addresses(nowhere), strict=True):
        for method in ("GET", "POST"):
            assert ask(page, there, method, csrf).status == ask(page, missing, method, csrf).status, there


def test_anonymous_visitors_find_nothing(page: Page, place: dict[str, Any]):
    page.goto("/accounts/login/")
    csrf = token(page)

    for address in addresses(place["ids"]):
        for method in ("GET", "POST"):
            answer = ask(page, address, method, csrf)
            is_to_sign_in = answer.status == 302 and answer.headers["location"].startswith("/accounts/login/")
            assert answer.status in {401, 404, 405} or is_to_sign_in, f"{method} {address}: {answer.status}"
            assert not any(name in said(answer) for name in SECRETS), f"{method} {address}"


def test_program_with_a_wrong_or_foreign_token(phone: Phone, server: Server, place: dict[str, Any]):
    stranger = phone(storage_state=signed_in(place["stranger"]))
    stranger.goto("/accounts/tokens/")
    stranger.get_by_label("What is it for?").fill("to look around")
    for scope in drawn(stranger.get_by_role("group", name="It may").get_by_role("checkbox")).all():
        scope.check()
    stranger.get_by_role("button", name="Make the token").click()
    foreign = stranger.get_by_label("The new token").input_value()
    program = phone().request

    for address in (address for address in addresses(place["ids"]) if address.startswith("/api/")):
        for method in ("GET", "POST"):
            for secret, statuses in ((foreign, {404, 405}), ("sk_made-up", {401, 405})):
                headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": str(uuid4())}
                answer = program.fetch(address, method=method, headers=headers, **sent(address, method))
                assert answer.status in statuses, f"{method} {address}: {answer.status}"
                assert not any(name in said(answer) for name in SECRETS), f"{method} {address}"


def test_phone_whose_code_is_withdrawn_or_runs_out(phone: Phone, server: Server, place: dict[str, Any]):
    phones = [phone(), phone()]
    for page in phones:
        page.goto(f"/join/{place['pass']}/")
        page.get_by_role("radio", name="Ines").check()
        page.get_by_role("button", name="To the table").click()
        expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    csrf = [token(page) for page in phones]

    run_out, withdrawn = phones
    server.python(
        "from scorekeeper.play.models import TablePass; from django.utils import timezone\n"
        "TablePass.objects.update(expires_at=timezone.now())"
    )
    everything_ended(run_out, csrf[0], place, server)
    owner = phone(storage_state=signed_in(place["owner"]))
    owner.goto(f"/tables/{place['ids']['sitting_id']}/pass/")
    owner.get_by_role("button", name="Show a code").click()
    code = owner.locator(".code").inner_text()
    withdrawn.goto("/join/")
    withdrawn.get_by_label("Code of the table").fill(code)
    withdrawn.get_by_role("button", name="Join").click()
    withdrawn.get_by_role("radio", name="Murat").check()
    withdrawn.get_by_role("button", name="To the table").click()
    expect(withdrawn.get_by_role("button", name="Save hand 2")).to_be_visible()
    owner.get_by_role("button", name="Withdraw the code and its phones").click()
    expect(owner.get_by_role("button", name="Show a code")).to_be_visible()
    everything_ended(withdrawn, csrf[1], place, server)


def everything_ended(page: Page, csrf: str, place: dict[str, Any], server: Server) -> None:
    """The page says so and what to do; nothing at the table answers any more, nothing is named, nothing is written."""
    before = server.python(WRITTEN)
    page.reload()
    expect(page.get_by_role("heading", name="This phone may no longer record here")).to_be_visible()
    expect(page.get_by_role("link", name="Join with a new code")).to_be_visible()
    audit(page)
    for address in addresses(place["ids"]):
        for method in ("GET", "POST"):
            answer = ask(page, address, method, csrf)
            assert is_refused(address, answer), f"{method} {address}: {answer.status} {answer.headers.get('location')}"
            assert not any(name in said(answer) for name in SECRETS), f"{method} {address}"
    assert server.python(WRITTEN) == before
    page.goto(f"/join/{place['pass']}/")
    expect(page.get_by_text("no longer leads to an open table")).to_be_visible()
    audit(page)


def is_refused(address: str, answer: APIResponse) -> bool:
    """At a table an act that succeeds is a redirect too: there only a refusal will do; elsewhere one to sign in."""
    if address.startswith("/tables/"):
        return answer.status in {403, 404, 405}
    if answer.status == 302:
        return answer.headers["location"].startswith("/accounts/login/")
    return answer.status in {401, 403, 404, 405}
