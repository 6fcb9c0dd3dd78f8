"""Who has no business at a table or in a club: refused at every address, by page and by API, and shown no name."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from scorekeeper.archive.models import TournamentFile
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Invitation, Membership
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import invite
from scorekeeper.jobs.services import Asked, start
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.models import TeamMember
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.passes.services import revoke_pass
from scorekeeper.standings.models import Spreadsheet
from scorekeeper.tournaments.clock.services import CallWords, call_director
from scorekeeper.tournaments.pairs.services import PairWanted, keep_pair
from scorekeeper.tournaments.papers.services import print_new
from scorekeeper.transfer.models import ShownTable, Upload
from scorekeeper.transfer.views import showing
from tests import factories
from tests.acting import FormBody, bearer, csrf, holding, signed_in
from tests.factories.evenings import come, make_draw, make_mixed
from tests.factories.knockouts import at, make_knockout, out
from tests.factories.money import CLUB, Pool, booked, of, waiting_payment
from tests.factories.teams import make_day, make_league_of
from tests.factories.tournaments import enter_names, give_points, make_cup, make_planned, publish, saying
from tests.factories.world import as_format
from tests.rows import everything
from tests.worlds import laid

pytestmark = pytest.mark.django_db

SECRETS = ("Lindenhof", "Renate", "Murat", "Ines", "Stammtisch", "Herbstliga")  # names the world outside reads nowhere
BODIES: dict[str, Any] = {
    "sittings": {"game": "skat", "seats": [{"name": name} for name in ("One", "Two", "Three")]},
    "hands": {"record": factories.passed()},
    "preview": {"record": factories.passed()},
    "undo": {"hand": str(uuid4())},
    "dealer": {"seat": 1},
    "signatures": {"seat": 0, "head": ""},
    "adjustments": {"kind": "penalty", "seat": 0, "points": -50, "reason": "because"},
    "swaps": {"seats": [0, 1], "reason": "because"},
    "substitutes": {"seat": 0, "name": "Late"},
    "reversals": {"act": str(uuid4()), "reason": "because"},
    "bank-requests": {"move": "buy_in", "seat": 0, "amount": 500},
    "bank-answers": {"request": str(uuid4()), "answer": "approve"},
    "accept": {},
    "confirm": {},
    "withdraw": {},
    "corrections": {"record": factories.passed(), "reason": "because"},
}
OF_EVERYBODY = {
    "secret",
    "door",
    "game",
    "slug",
    "op",
    "act",
    "kind",
}  # a link that leads in is for who holds it; games are for all
A_GAME = {"game": "skat", "slug": "skat", "act": "retire", "kind": "csv"}
OF_ONESELF = {"token_id", "notice", "key", "uidb36", "pk", "session"}


@dataclass(frozen=True, slots=True)
class Place:
    """A club with a season, a table and a hand; the ids of all that belongs to it; two from outside."""

    ids: dict[str, Any]
    owner: Any
    stranger: Any
    director: Any  # of another club


@pytest.fixture
def place(db: None) -> Place:
    return laid(make_place)


def make_place() -> Place:
    club = factories.make_club("Skatfreunde Lindenhof", owner=factories.make_user("Renate Vogt"))
    owner, now = factories.owner_of(club), timezone.now()
    players = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in ("Murat", "Ines"))]
    season = factories.make_season(club, "Herbstliga")
    ids = {
        **_of_the_table(club, players, season, now),
        **_of_the_book(club, players, season, now),
        **_of_teams(club),
        **_of_a_plan(club, now),
        **_of_rounds(club, now),
    }
    stranger = factories.make_user("Stranger")
    return Place(ids, owner, stranger, factories.make_member(factories.make_club("Another club"), "director"))


def _of_the_table(club: Any, players: list[Any], season: Any, now: datetime) -> dict[str, Any]:
    sitting = factories.make_sitting(club, players=players, seasons=[season], now=now)
    Sitting.objects.filter(pk=sitting.pk).update(name="Stammtisch")
    hand = factories.record(sitting, now=now).hand
    return {
        "club_id": club.pk,
        "club": club.pk,
        "season_id": season.pk,
        "season": season.pk,
        "sitting_id": sitting.pk,
        "sitting": sitting.pk,
        "hand_id": hand.pk,
        "device_id": (phone := factories.make_device(sitting, now=now).pk),
        "phone": phone,
        "hand": hand.pk,
        "number": 0,
        "act_id": factories.penalise(sitting, now=now).pk,
        "house_id": (house := factories.make_house_rules(club, "Stammtisch rules").pk),
        "house": house,
    }


def _of_the_book(club: Any, players: list[Any], season: Any, now: datetime) -> dict[str, Any]:
    """Who belongs to the club, what was taken over, and the money."""
    owner = factories.owner_of(club)
    gone, kept, third = (factories.make_player(club) for _line in range(3))
    taken = factories.import_evening(season, {players[1]: {"points": 100}})
    upload = Upload.objects.create(
        club=club, by=owner, kind="totals", competition=season, name="old.csv", at=now, data=b"Name;3.3.2025\nMurat;1\n"
    )
    file = TournamentFile.objects.create(club=club, by=owner, name="cup.zip", at=now, data=b"")
    people = Upload.objects.create(club=club, by=owner, kind="people", name="old", at=now, done_at=now, data=b"")
    spreadsheet = Spreadsheet.objects.create(club=club, competition=season, name="Stammtisch", kind="totals", at=now)
    invite(Inviting(role="member"), club=club, by=owner, now=now)
    shown = ShownTable.objects.create(
        reader=showing._hash(owner.pk.hex), name="Stammtisch", heads=["Name"], rows=[["Stammtisch"]], at=now
    )
    booking = booked(club, {of(players[1]): 350, CLUB: -350}, reason="Stammtisch")[0]
    payment, entry = waiting_payment(club, players[0]), Pool((), season=season).pay("entry", players[0])
    return {
        "member_id": (membership := Membership.objects.get(club=club, user=owner).pk),
        "membership": membership,
        "table_id": shown.pk,
        "player_id": players[1].pk,
        "player": players[1].pk,
        "gone_id": third.pk,
        "kept_id": kept.pk,
        "merge_id": (merge := merge_players(Merging(kept=kept.pk), club=club, by=owner, gone=gone.pk, now=now).pk),
        "merge": merge,
        "pair_id": keep_apart(club=club, by=owner, one=kept.pk, other=third.pk, now=now).pk,
        "invitation_id": (invitation := Invitation.objects.filter(club=club)[0].pk),
        "invitation": invitation,
        "import_id": taken.pk,
        "source_id": taken.results.get().source,
        "upload_id": upload.pk,
        "file": upload.pk,
        "source": file.pk,
        "imported": taken.pk,
        "spreadsheet": spreadsheet.pk,
        "file_id": file.pk,
        "people_list_id": people.pk,
        "spreadsheet_id": spreadsheet.pk,
        "booking_id": booking.pk,
        "booking": booking.pk,
        "year": booking.on.year,
        "payment_id": payment.pk,
        "payment": payment.pk,
        "pool_act_id": entry.pk,
        "pool_act": entry.pk,
    }


def _of_teams(club: Any) -> dict[str, Any]:
    """An evening of two games with a draft, and a league."""
    evening = make_mixed(club, "truco")
    come(evening, 3)
    league = make_league_of(club, [3, 3], name="Herbstliga der Teams")
    member, day = TeamMember.objects.filter(league=league)[0], make_day(league)
    write(Kind.TEAMS_IMPORTED, club.pk, thing=league.pk, detail={"teams": [], "members": [], "people": [], "number": 0})
    return {
        "entry_id": Entry.objects.get(thing=league.pk, kind=Kind.TEAMS_IMPORTED).pk,
        "evening_id": evening.pk,
        "evening": evening.pk,
        "game_id": evening.line_up[1].pk,
        "draw_id": make_draw(evening).pk,
        "league_id": league.pk,
        "league": league.pk,
        "team_id": member.team_id,
        "team_member_id": member.pk,
        "team": member.team_id,
        "member": member.pk,
        "day_id": day.pk,
        "day": day.pk,
        "played": evening.line_up[1].pk,
    }


def _of_a_plan(club: Any, now: datetime) -> dict[str, Any]:
    """A tournament for which two have signed up."""
    tournament = make_planned(club)
    entrants = enter_names(tournament, "Wilma", "Otto")
    one, other = [entrant.players.get().player_id for entrant in entrants]
    by = factories.owner_of(club)
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.pk,
        "stage_id": tournament.stages.get().pk,
        "stage": tournament.stages.get().pk,
        "entrant_id": entrants[0].pk,
        "entrant": entrants[0].pk,
        "batch": print_new(tournament_id=tournament.pk, by=by, now=now),
        "rule_id": keep_pair(
            PairWanted(kind="apart", one=one, other=other), tournament_id=tournament.pk, by=by, now=now
        ).pk,
    }


def _of_rounds(club: Any, now: datetime) -> dict[str, Any]:
    """A round that is being played, a knock-out from which somebody is out, and jobs that wait."""
    by, cup, knockout = factories.owner_of(club), make_cup(club, 4), make_knockout(5, 3, club=club)
    current = publish(cup)
    table, entrant = current.tables.all()[0], cup.tournament.entrants.all()[0]
    out(knockout, at(knockout, 2)[0])
    call = call_director(CallWords(words=""), table_id=table.pk, by=by, now=now)
    drawing = {"stage": str(cup.pk), "round": 9, "seed": "1", "about": "Cup"}
    return {
        "round_id": current.pk,
        "round": current.pk,
        "round_table_id": table.pk,
        "table": table.pk,
        "desk_act_id": give_points(stage_id=cup.pk, entrant_id=entrant.pk, points=-5, say=saying(club)).pk,
        "call_id": call.pk,
        "call": call.pk,
        "knockout_id": knockout.pk,
        "step": 1,
        "job_id": start(Asked("of no app", uuid4()), by=by, club=club, now=now).pk,
        "job": start(Asked("tournament_draw", uuid4(), drawing), by=by, club=club, now=now).pk,
    }


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
                yield as_format(route), names
            else:
                yield from walk(entry.url_patterns, route)

    yield from walk(get_resolver("scorekeeper.urls").url_patterns, "/")


def _names(route: str) -> set[str]:
    return {part.split(">")[0].split(":")[-1] for part in route.split("<")[1:]}


def ask(client: Client, address: str, method: str, **headers: str) -> HttpResponse:
    """One request of this caller, followed nowhere, with a body that would be accepted from somebody who may."""
    headers = {"Idempotency-Key": str(uuid4()), **headers}
    if method == "GET":
        return client.get(address, headers=headers)
    body = BODIES.get(address.rsplit("/", 1)[-1], {"reason": "because"}) if "/api/" in address else {}
    if address.endswith(("/files", "/tournament-files")):
        form = FormBody({"file": ("people.csv", b"Name")})
        return client.generic("POST", address, form.encoded(), MULTIPART_CONTENT, headers=headers)
    return client.post(address, body, "application/json", headers=headers)


def readable(answer: HttpResponse) -> str:
    """All of an answer that can be read, its address left out: it was in the question."""
    return answer.content.decode() + " ".join(f"{name}: {value}" for name, value in answer.headers.items())


@pytest.mark.parametrize("who", [pytest.param("stranger", marks=pytest.mark.long), "director"])
def test_members_of_other_clubs_find_nothing(who: str, place: Place):
    """Whoever directs another club; what is shut to them is shut to who has none, who is asked too with --long."""
    client = signed_in(getattr(place, who))
    token = csrf(client)

    for address in addresses(place.ids):
        for method in ("GET", "POST"):
            answer = ask(client, address, method, **token)
            # 405 tells apart addresses, not clubs: it is the same for an id that does not exist
            assert answer.status_code in {404, 405}, f"{method} {address}: {answer.status_code}"
            assert not any(name in readable(answer) for name in SECRETS), f"{method} {address}"


def test_refusals_of_the_api_do_not_depend_on_what_exists(place: Place):
    """Of pages: `test_swapped.py`."""
    client = signed_in(place.stranger)
    token = csrf(client)
    nowhere = {name: value if name in {"number", "step", "year"} else str(uuid4()) for name, value in place.ids.items()}

    for there, missing in zip(addresses(place.ids), addresses(nowhere), strict=True):
        for method in ("GET", "POST") if there.startswith("/api/") else ():
            answers = [ask(client, address, method, **token).status_code for address in (there, missing)]
            assert answers[0] == answers[1], there


def test_anonymous_visitors_find_nothing(place: Place):
    client = Client(enforce_csrf_checks=True)
    token = csrf(client)

    for address in addresses(place.ids):
        for method in ("GET", "POST"):
            answer = ask(client, address, method, **token)
            is_to_sign_in = answer.status_code == 302 and answer.headers["location"].startswith("/accounts/login/")
            assert answer.status_code in {401, 404, 405} or is_to_sign_in, f"{method} {address}: {answer.status_code}"
            assert not any(name in readable(answer) for name in SECRETS), f"{method} {address}"


def test_program_with_a_wrong_or_foreign_token(place: Place):
    foreign = bearer(place.stranger)

    for address in (address for address in addresses(place.ids) if address.startswith("/api/")):
        for method in ("GET", "POST"):
            for token, statuses in ((foreign, {404, 405}), ({"Authorization": "Bearer sk_made-up"}, {401, 405})):
                answer = ask(Client(), address, method, **token)
                assert answer.status_code in statuses, f"{method} {address}: {answer.status_code}"
                assert not any(name in readable(answer) for name in SECRETS), f"{method} {address}"


@pytest.mark.parametrize("ending", ["withdrawn", "run out"])
def test_phone_whose_code_is_withdrawn_or_runs_out(ending: str, place: Place):
    """Nothing at the table answers any more, nothing is named, nothing is written."""
    sitting = Sitting.objects.get(pk=place.ids["sitting"])
    phone = holding(factories.make_device(sitting, 2, now=timezone.now()))
    token = csrf(phone)
    assert phone.get(f"/tables/{sitting.pk}/").status_code == 200
    if ending == "withdrawn":
        revoke_pass(sitting_id=sitting.pk, by=Actor(user=place.owner), now=timezone.now())
    else:
        TablePass.objects.filter(sitting=sitting).update(expires_at=timezone.now())

    before = everything()
    for address in addresses(place.ids):
        for method in ("GET", "POST"):
            answer = ask(phone, address, method, **token)
            assert is_refused(address, answer), f"{method} {address}: {answer.status_code}"
            assert not any(name in readable(answer) for name in SECRETS), f"{method} {address}"
    assert everything() == before


def is_refused(address: str, answer: HttpResponse) -> bool:
    """At a table an act that succeeds is a redirect too: there only a refusal will do; elsewhere one to sign in."""
    if address.startswith("/tables/"):
        return answer.status_code in {403, 404, 405}
    if answer.status_code == 302:
        return answer.headers["location"].startswith("/accounts/login/")
    return answer.status_code in {401, 403, 404, 405}
