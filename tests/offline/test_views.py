"""What phones fetch to go on without a connection: what all read is of nobody, and the rest is the reader's own."""

import json
import re
from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games
from scorekeeper.clubs.models import Club
from scorekeeper.common.texts import Names
from scorekeeper.languages.names import OFFERED
from scorekeeper.offline.models import Difference
from scorekeeper.offline.selectors import last_hand, reader_of
from scorekeeper.offline.views import files, ports
from scorekeeper.play.models import Sitting
from scorekeeper.play.recording.services import Undoing, next_table, undo_hand
from tests import factories
from tests.acting import csrf, holding, signed_in
from tests.factories.hands import hand_of

pytestmark = pytest.mark.django_db

NOBODYS = "01a21579-281e-7772-8c1e-e48145750b67"  # the id of no table


def test_worker_keeps_the_page_and_every_file_of_it():
    answer = Client().get("/sw.js")
    script = answer.content.decode()

    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert json.loads(re.search(r"^const FILES = (.*);$", script, re.MULTILINE)[1]) == [
        "/offline/",
        *(static(name) for name in files()),
    ]
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)  # there are no modules in a worker


def test_every_file_that_the_offline_page_names_is_kept():
    page = Client().get("/offline/").content.decode()
    named = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))

    assert named <= {static(name) for name in files()}
    assert set(ports().values()) <= {static(name) for name in files()}


def test_every_game_has_its_scoring_and_its_screen_for_the_browser():
    from scorekeeper.offline.views import STATIC

    assert set(ports()) == set(games.all_games())
    for game in games.all_games():
        port = (STATIC / f"js/games/{game}.js").read_text()
        assert re.search(r"^export .*\bscreen\b", port, re.MULTILINE), game


def test_every_word_that_a_script_asks_for_is_there():
    from scorekeeper.offline.views import STATIC
    from scorekeeper.offline.words import bar_words, words

    scripts = [path.read_text() for path in (STATIC / "js/offline").glob("*.js")]
    asked = {name for script in scripts for name in re.findall(r'\b(?:word|counted|countedRows)\("(\w+)"', script)}
    asked |= {f"{name}_entries" for script in scripts for name in re.findall(r'\bcountedRows\("(\w+)"', script)}
    pages = [STATIC / "js/kept.js", STATIC / "js/table.js", *(STATIC / "js/table").glob("*.js")]
    everywhere = "".join(path.read_text() for path in pages)

    assert asked <= words().keys()
    assert set(re.findall(r'\b(?:word|counted|countedRows)\("(\w+)"', everywhere)) <= bar_words().keys()
    states = {"offline", "sending", "sign_in"}
    assert states | {f"{state}_entries" for state in states} | {"needs_you", "leaving_entries"} <= bar_words().keys()


def test_a_changed_file_makes_another_worker(settings, monkeypatch, tmp_path):
    import shutil

    from scorekeeper.offline import views

    before = Client().get("/sw.js").content
    copy = tmp_path / "static"
    shutil.copytree(views.STATIC, copy)
    monkeypatch.setattr(views, "STATIC", copy)
    assert Client().get("/sw.js").content == before

    with (copy / "css/offline.css").open("a") as style:
        style.write("/* changed */")

    assert Client().get("/sw.js").content != before


def test_offline_page_is_the_same_for_everybody():
    somebody = signed_in(factories.make_user("Hildegard Unverwechselbar"))

    assert somebody.get("/offline/").content == Client().get("/offline/").content
    assert "csrf" not in Client().get("/offline/").content.decode()


def test_manifest_names_icons_that_are_there(client):
    told = client.get(reverse("manifest")).json()

    from scorekeeper.offline.views import STATIC

    assert {icon["sizes"] for icon in told["icons"]} == {"any", "192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in told["icons"])
    assert all((STATIC / icon["src"].removeprefix("/static/")).exists() for icon in told["icons"])
    assert told["start_url"] == "/"


def test_token_says_who_is_signed_in():
    user = factories.make_user()

    assert Client().get("/offline/token/").json()["reader"] == ""
    told = signed_in(user).get("/offline/token/")
    assert told.json()["reader"] == reader_of(user)
    assert str(user.pk) not in told.json()["reader"]
    assert "no-store" in told["Cache-Control"]


def test_a_new_form_token_is_given_only_to_who_asks_for_one():
    """One that a browser gets beside a page that is being loaded would take the place of that page's."""
    client = Client()

    assert client.get("/offline/token/").json()["token"] == ""
    assert not client.cookies
    assert client.get("/offline/token/?new").json()["token"]
    assert client.cookies["csrftoken"].value
    assert client.get("/offline/token/").json()["token"]


@pytest.mark.parametrize("address", ["/", "/accounts/login/", f"/offline/tables/{NOBODYS}/", "/nowhere/"])
def test_what_a_script_reads_brings_no_form_token(address):
    """Whatever page it is, an error page too: neither a new one nor again the one that the browser has."""
    read = Client(headers={"Sec-Fetch-Dest": "empty", "Accept": "*/*"})
    assert "csrftoken" not in read.get(address).cookies
    read.cookies["csrftoken"] = 32 * "a"
    assert "csrftoken" not in read.get(address).cookies
    assert "csrftoken" not in read.get("/offline/token/?new").cookies


@pytest.mark.parametrize("dest", ["document", "empty"])
def test_a_page_brings_the_form_token_of_its_forms(dest):
    """By way of the service worker it is a script that fetches it."""
    page = Client(headers={"Sec-Fetch-Dest": dest, "Accept": "text/html,*/*;q=0.8"})

    assert "csrftoken" in page.get("/accounts/login/").cookies


def test_snapshot_holds_what_judging_the_next_hand_needs(django_assert_num_queries):
    sitting = factories.make_sitting()
    factories.record_list(sitting, [factories.played(0), factories.passed()])
    client = signed_in(sitting.opened_by_user)

    with django_assert_num_queries(7):  # session, user, table, seats, hands, the last one whole, acts
        told = client.get(f"/offline/tables/{sitting.pk}/").json()

    now = Sitting.objects.get(pk=sitting.pk)
    assert told["rules"] == now.rules
    assert told["state"] == now.state
    assert (told["next_number"], told["dealer"], told["revision"]) == (3, now.dealer, now.revision)
    assert [seat["tally"] for seat in told["seats"]] == [seat.tally for seat in now.seats.order_by("number")]
    assert told["owner"] == reader_of(sitting.opened_by_user)
    assert told["version"] == now.plays.version
    assert told["kinds"]["played"]["declarer"] is False
    assert told["may_record"]
    assert told["may_keep"]
    assert told["takes_hands"]


def next_hand(pk):
    sitting = Sitting.objects.get(pk=pk)
    facts = hand_of(sitting.game, next_table(sitting, factories.seats_of(sitting)))
    return factories.record(sitting, facts, now=timezone.now()).hand


@pytest.mark.parametrize("game", games.all_games())
def test_snapshot_says_where_the_table_stands_without_its_last_hand(game):
    """What taking it back leads to, as the server itself does it."""
    plays = games.game(game)
    size = max(size for size in plays.seats if size <= 4 and not plays.rules_problems(plays.rules(), size))
    sitting = factories.make_sitting(game=game, players=size)
    played = [next_hand(sitting.pk) for _hand in range(3)]
    client = signed_in(sitting.opened_by_user)
    before = client.get(f"/offline/tables/{sitting.pk}/").json()

    undo_hand(Undoing(hand=played[-1].pk), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())

    after, last = client.get(f"/offline/tables/{sitting.pk}/").json(), before["last"]
    assert (last["id"], last["number"]) == (str(played[-1].pk), 3)
    assert (last["dealer"], last["state"], last["takes_hands"]) == (after["dealer"], after["state"], True)
    tallies = {seat["number"]: Counter(seat["tally"]) for seat in before["seats"]}
    for seat, measure, amount in last["lines"]:
        tallies[seat][measure] -= amount
    assert [tallies[seat["number"]] for seat in after["seats"]] == [Counter(seat["tally"]) for seat in after["seats"]]


def test_snapshot_has_no_last_hand_where_it_may_not_be_taken_back():
    club = factories.make_club()
    Club.objects.filter(pk=club.pk).update(confirm_after=Club.Confirming.DAY)
    sitting = factories.make_sitting(club)
    client = signed_in(sitting.opened_by_user)
    address = f"/offline/tables/{sitting.pk}/"
    assert client.get(address).json()["last"] is None

    hand = next_hand(sitting.pk)
    assert client.get(address).json()["last"]["said"]
    later = timezone.now() + timedelta(days=2)  # confirmed by the club's time
    seats = list(sitting.seats.all())
    assert last_hand(Sitting.objects.get(pk=sitting.pk), seats, Names({}), later) is None
    undo_hand(Undoing(hand=hand.pk), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    assert client.get(address).json()["last"] is None


def test_snapshot_of_a_phone_that_joined_is_the_phones():
    sitting = factories.make_sitting()
    client = holding(factories.make_device(sitting, 1, now=timezone.now()))

    assert client.get(f"/offline/tables/{sitting.pk}/").json()["owner"] == "device"


def test_strangers_get_no_snapshot():
    sitting = factories.make_sitting()

    for client in (Client(), signed_in(factories.make_user())):
        assert client.get(f"/offline/tables/{sitting.pk}/").status_code == 404


def test_openings_state_every_set_of_rules_in_full():
    club = factories.make_club("Lindenhof")
    owner = factories.owner_of(club)
    guest = factories.make_player(club, "Murat")
    factories.make_club("Another club")

    told = signed_in(owner).get("/offline/openings/").json()

    assert told["owner"] == reader_of(owner)
    (here,) = told["clubs"]
    assert {"id": str(guest.pk), "name": "Murat"} in here["players"]
    skat = next(game for game in here["games"] if game["game"] == "skat")
    assert set(skat["sets"][0]["rules"]) == set(games.game("skat").rules.model_fields)
    assert {tuple(found["sizes"]) for found in skat["sets"]} <= {(3,), (4,), (3, 4)}


@pytest.mark.parametrize("language", OFFERED)
def test_openings_call_no_two_sets_of_rules_alike(language):
    """A list on a phone has nothing but their names."""
    club = factories.make_club()
    owner = factories.owner_of(club)
    title = str(games.game("skat").presets[0].title)
    for length in (36, 48, 12):
        factories.make_sitting(club, rules={"list_length": length})
    factories.make_house_rules(club, name=title, rules={"list_length": 24})
    factories.make_house_rules(club, name="Wirtshaus", rules={})

    (here,) = signed_in(owner).get("/offline/openings/", headers={"Accept-Language": language}).json()["clubs"]

    assert {"Wirtshaus"} < {found["label"] for game in here["games"] for found in game["sets"]}
    for game in here["games"]:
        labels = [found["label"] for found in game["sets"]]
        assert [label for label in labels if labels.count(label) > 1] == []


def test_openings_offer_each_answer_of_a_club_until_it_has_chosen():
    club = factories.make_club()
    owner = factories.owner_of(club)
    (asked,) = (game for game in games.all_games().values() if game.asked)
    (field,) = asked.asked
    options = {example.option for example in asked.examples()}

    def told():
        openings = signed_in(owner).get("/offline/openings/").json()["clubs"][0]
        return next(game for game in openings["games"] if game["game"] == asked.name)

    first = told()
    assert first["sets"][0]["rules"][field] == getattr(asked.rules(), field)
    assert {found["rules"][field] for found in first["sets"]} == options

    chosen = factories.make_sitting(club, game=asked.name, players=4).rules[field]
    assert {found["rules"][field] for found in told()["sets"]} == {chosen}


def test_whoever_has_no_club_opens_tables_of_nobodys():
    for client in (Client(), signed_in(factories.make_user())):
        told = client.get("/offline/openings/").json()

        (nobodys,) = told["clubs"]
        assert nobodys["club"] is None
        assert nobodys["players"] == []
        assert {game["game"] for game in nobodys["games"] if game["sets"]} == set(games.all_games())
    assert Client().get("/offline/openings/").json()["owner"] == ""


def difference(sitting, hand, **more):
    """What a phone tells of a hand."""
    return {"key": str(hand.key), "version": "1", "lines": [[0, "points", 1]], "dealer": 1, **more}


def tell(client, sitting, body):
    address = f"/offline/tables/{sitting.pk}/differences/"
    return client.post(address, json.dumps(body), content_type="application/json", headers=csrf(client))


@pytest.fixture
def recorded():
    sitting = factories.make_sitting()
    return sitting, factories.record(sitting, factories.played(0)).hand


def test_difference_is_kept_once_and_counted(recorded):
    sitting, hand = recorded
    client = signed_in(sitting.opened_by_user)

    answers = [tell(client, sitting, difference(sitting, hand)) for _time in range(2)]

    assert [answer.json() for answer in answers] == [{"differs": True}] * 2
    (row,) = Difference.objects.all()
    assert (row.club_id, row.sitting_id, row.hand_id) == (sitting.club_id, sitting.pk, hand.pk)
    assert row.shown == {"lines": [[0, "points", 1]], "dealer": 1}


def test_what_is_the_same_is_no_difference(recorded):
    sitting, hand = recorded
    lines = [line[:3] for line in hand.outcome["lines"]]

    answer = tell(signed_in(sitting.opened_by_user), sitting, difference(sitting, hand, lines=lines))

    assert answer.json() == {"differs": False}
    assert not Difference.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"lines": "many"},
        {"lines": [[0, "points"]]},
        {"lines": [[0, "points", 1.5]]},
        {"lines": [[0, "points", 2**64]]},
        {"lines": [[-1, "points", 1]]},
        {"lines": [[0, "points", 1]] * 500},
        {"dealer": "me"},
        {"dealer": True},
    ],
)
def test_lines_that_are_none_are_refused(recorded, change):
    sitting, hand = recorded

    answer = tell(signed_in(sitting.opened_by_user), sitting, difference(sitting, hand, **change))

    assert answer.status_code == 422
    assert not Difference.objects.exists()


@pytest.mark.parametrize(
    "body", ["[]", "{}", '{"key": 7}', "no json", '{"key":"x","version":"1","lines":[],"dealer":0}']
)
def test_bodies_that_are_none_are_refused(recorded, body):
    sitting, _hand = recorded
    client = signed_in(sitting.opened_by_user)
    address = f"/offline/tables/{sitting.pk}/differences/"

    answer = client.post(address, body, content_type="application/json", headers=csrf(client))

    assert answer.status_code == 400


def test_differences_of_unknown_hands_and_of_strangers_are_not_found(recorded):
    sitting, hand = recorded
    unknown = difference(sitting, hand, key=str(uuid4()))

    assert tell(signed_in(sitting.opened_by_user), sitting, unknown).status_code == 404
    assert tell(signed_in(factories.make_user()), sitting, difference(sitting, hand)).status_code == 404


def test_difference_needs_the_form_token(recorded):
    sitting, hand = recorded
    client = signed_in(sitting.opened_by_user)

    answer = client.post(
        f"/offline/tables/{sitting.pk}/differences/", json.dumps(difference(sitting, hand)), "application/json"
    )

    assert answer.status_code == 403


def test_pages_name_manifest_reader_and_words():
    user = factories.make_user()
    page = signed_in(user).get("/").content.decode()

    assert f'<meta name="reader" content="{reader_of(user)}">' in page
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert 'id="page-words"' in page
    assert '<meta name="reader" content="">' in Client().get("/").content.decode()
