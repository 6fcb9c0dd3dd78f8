"""Opening a table in a club: players, order, dealer, rules, season."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.skat.rules import SkatRules
from scorekeeper.clubs.models import Player
from scorekeeper.play.forms import flat
from scorekeeper.play.models import Sitting
from tests import factories
from tests.acting import fill
from tests.refusing import Reading

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(client: Client, club: Any) -> Client:
    client.force_login(factories.make_member(club))
    return client


@pytest.fixture
def book(club: Any) -> dict[str, Player]:
    return {name: factories.make_player(club, name) for name in ("Jürgen Brandt", "Murat Demir", "Heike Wolff")}


def send(client: Client, club: Any, **data: Any):
    return client.post(
        reverse("sitting_new", args=[club.pk, "skat"]), {"form": "1", "preset": "official", "dealer": "0", **data}
    )


def named(*names: str) -> dict[str, str]:
    return {f"seats.{place}.name": name for place, name in enumerate(names)}


def seated() -> list[str]:
    return [seat.player.name for seat in Sitting.objects.get().seats.select_related("player")]


def test_the_form_offers_the_book_and_seats_the_member_first(member, club, book):
    page = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()

    assert "Murat Demir" in page
    assert "known to the club" in page


def test_typed_names_of_the_book_are_those_players(member, club, book):
    answer = send(member, club, **named("jürgen brandt", "Murat Demir", "Heike Wolff"), name="Table 2")

    sitting = Sitting.objects.get()
    assert answer.url == reverse("sitting_detail", args=[sitting.pk])
    assert seated() == ["Jürgen Brandt", "Murat Demir", "Heike Wolff"]
    assert (sitting.name, sitting.rules_name) == ("Table 2", "Official list")
    assert Player.objects.filter(club=club, name__startswith="J").count() == 1


def test_the_first_dealer_has_the_first_seat(member, club, book):
    three = named("Jürgen Brandt", "Murat Demir", "Heike Wolff")

    first = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()
    moved = send(member, club, **three, dealer="2", more="1").content.decode()
    send(member, club, **three, dealer="2")

    assert [fill(page)["dealer"] for page in (first, moved)] == [["0"], ["2"]]
    assert seated() == ["Heike Wolff", "Jürgen Brandt", "Murat Demir"]


def test_a_name_much_like_a_known_one_is_asked_about(member, club, book):
    names = named("Jürgen Brand", "Murat Demir", "Heike Wolff")

    asked = send(member, club, **names)
    known = send(member, club, **names, known=f"0:{book['Jürgen Brandt'].pk}")
    guest = send(member, club, **names, guest="0")

    assert asked.status_code == 422
    assert "This is Jürgen Brandt" in asked.content.decode()
    assert str(book["Jürgen Brandt"].pk) in known.content.decode()
    assert 'name="seats.0.new"' in guest.content.decode()
    assert not Sitting.objects.exists()
    send(member, club, **names, **{"seats.0.new": "1"})
    assert seated()[0] == "Jürgen Brand"


def test_small_buttons_change_one_thing(member, club, book):
    names = named("Jürgen Brandt", "Murat Demir")

    picked = send(member, club, **names, pick=str(book["Heike Wolff"].pk)).content.decode()
    up = send(member, club, **names, up="1").content.decode()
    dropped = send(member, club, **names, drop="0").content.decode()
    adopted = send(member, club, **{**names, "preset": "pub"}, adopt="1").content.decode()

    assert 'name="seats.2.name" value="Heike Wolff"' in picked
    assert 'name="seats.0.name" value="Murat Demir"' in up
    assert 'name="seats.0.name" value=""' in dropped
    assert 'value="own" checked' in adopted
    assert 'name="rules.passed" value="ramsch" checked' in adopted
    for button in ({"up": "0"}, {"up": "9"}, {"drop": "x"}, {"pick": "x"}, {"known": "0:x"}, {"guest": "7"}):
        assert send(member, club, **names, **button).status_code == 200


def test_own_rules_are_read_field_by_field(member, club, book):
    names = named("Jürgen Brandt", "Murat Demir", "Heike Wolff")
    rules = {"rules.system": "classic", "rules.list_length": "18", "rules.kontra": "true", "rules.matadors_cap": "4"}

    send(member, club, **names, **{"preset": "own", **rules, "rules.stake_per_point": ""})

    sitting = Sitting.objects.get()
    chosen = {
        name: sitting.rules[name] for name in ("system", "list_length", "kontra", "matadors_cap", "stake_per_point")
    }
    assert chosen == {
        "system": "classic",
        "list_length": 18,
        "kontra": True,
        "matadors_cap": 4,
        "stake_per_point": None,
    }
    assert sitting.rules_name == "Own rules"


def test_rules_that_do_not_suit_are_refused_at_their_field(member, club, book):
    names = named("Jürgen Brandt", "Murat Demir", "Heike Wolff")

    answer = send(member, club, **names, **{"preset": "own", "rules.list_length": "20"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "At a table of 3 the list must have a multiple of 3 hands." in page
    assert 'name="rules.list_length" value="20"' in page


def test_rules_are_folded_but_where_something_is_wrong_and_name_what_differs(member, club, book):
    names = named("Jürgen Brandt", "Murat Demir", "Heike Wolff")
    own = {"preset": "own", "start": "pub", "rules.system": "seeger", "rules.list_length": "20"}

    untouched = member.get(reverse("sitting_new", args=[club.pk, "skat"])).context["form"].groups
    answer = send(member, club, **names, **own)

    groups = answer.context["form"].groups
    assert not any(group.is_open or group.differs for group in untouched)
    assert [group.title for group in groups if group.is_open] == ["The list"]
    differing = [control.title for control in groups[0].controls if control.differs]
    assert {"How the list is counted", "Hands of the list"} <= {*differing}
    page = answer.content.decode()
    assert page.count("data-group open") == 1
    assert "In “Pub evening”: Leipzig" in page


def test_every_house_rule_has_its_field(member, club):
    page = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()

    fee = {"loss_fee": {"each": 50, "from_fourth": 100}, "stake_per_point": 1, "list_length": 36, "matadors_cap": 4}
    for name in flat({**SkatRules().model_dump(mode="json"), **fee}):
        assert f'name="rules.{name}"' in page
    for field in ("system", "passed", "overbid_loss", "null_overbid", "ramsch_skat_to", "ramsch_tie"):
        for value in SkatRules.model_json_schema()["properties"][field]["enum"]:
            assert f'name="rules.{field}" value="{value}"' in page


def test_a_season_can_be_chosen_or_none(member, club, book):
    season = factories.make_season(club, "Herbstliga")
    names = named("Jürgen Brandt", "Murat Demir", "Heike Wolff")

    first = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()
    send(member, club, **names, seasons=[str(season.pk)])

    assert f'value="{season.pk}" checked' in first
    assert list(Sitting.objects.get().competitions.all()) == [season]
    assert send(member, club, **names, seasons=[str(club.pk)]).status_code == 422


def test_the_same_player_twice_is_refused_at_the_seat(member, club, book):
    answer = send(member, club, **named("Murat Demir", "Murat Demir", "Heike Wolff"))

    assert answer.status_code == 422
    assert "Murat Demir can’t sit in two seats." in answer.content.decode()


@pytest.mark.parametrize("name", ["anna wirth", "Änna  Wirth"])
def test_two_seats_of_one_name_are_refused_at_the_later_one(member, club, book, name):
    names = named("Anna Wirth", "Murat Demir", name)

    answers = [
        send(member, club, **names),
        member.post(reverse("guest_table_new", args=["skat"]), {"form": "1", **names}),
    ]

    for answer in answers:
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "Two seats have the same name. Add a letter or a surname." in page.partition('id="seat-2-err"')[2]
        assert 'id="seat-0-err"' not in page
    assert not Sitting.objects.exists()


def test_namesakes_of_the_book_may_sit_together(member, club):
    annas = [factories.make_player(club, "Anna"), factories.make_player(club, "Anna")]
    picked = {f"seats.{place}.player": str(anna.pk) for place, anna in enumerate(annas)}

    send(member, club, **named("Anna", "Anna", "Bo"), **picked)

    assert seated() == ["Anna", "Anna", "Bo"]


def test_a_name_typed_over_that_of_a_player_is_somebody_else(member, club, book):
    stood = {"seats.0.player": str(book["Jürgen Brandt"].pk), "seats.1.player": str(book["Heike Wolff"].pk)}

    send(member, club, **named("Zoe", "Heike Wolff", "Murat Demir"), **stood)

    assert seated() == ["Zoe", "Heike Wolff", "Murat Demir"]
    assert Player.objects.filter(club=club, name="Zoe").exists()


def test_another_seat_comes_with_a_button_or_with_a_player_of_the_book(member, club, book):
    names = named("Jürgen Brandt", "Murat Demir", "Zoe")

    first = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()
    more = send(member, club, **names, more="1").content.decode()
    picked = send(member, club, **names, pick=str(book["Heike Wolff"].pk)).content.decode()

    assert 'name="seats.3.name"' not in first
    assert "Another seat" in first
    assert 'name="seats.3.name" value=""' in more
    assert "Another seat" not in more
    assert 'name="seats.3.name" value="Heike Wolff"' in picked


def test_there_are_as_many_seats_as_last_time(member, club):
    factories.make_sitting(club, players=4)

    page = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()

    assert 'name="seats.3.name"' in page


def test_the_rules_of_the_last_time_are_offered_first(member, club):
    factories.make_sitting(club, rules={"list_length": 12})

    page = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()
    slug = page.partition('name="preset" value="')[2].partition('"')[0]
    send(member, club, **named("Ada", "Bo", "Cy"), preset=slug)

    assert "As last time" in page
    assert f'value="{slug}"' in page.partition(" checked><b>As last time")[0]
    assert [sitting.rules["list_length"] for sitting in Sitting.objects.all()] == [12, 12]
    assert len({sitting.rules_name for sitting in Sitting.objects.all()}) == 1


def test_rules_of_a_preset_are_not_offered_twice(member, club):
    factories.make_sitting(club, rules={"system": "seeger"})

    page = member.get(reverse("sitting_new", args=[club.pk, "skat"])).content.decode()

    assert "As last time" not in page
    assert " checked><b>Seeger scoring</b>" in page


def test_only_members_open_a_table(client, club):
    assert client.get(reverse("sitting_new", args=[club.pk, "skat"])).status_code == 302
    client.force_login(factories.make_user())
    assert client.get(reverse("sitting_new", args=[club.pk, "skat"])).status_code == 404


def test_opening_costs_the_same_whatever_the_book_holds(member, club, django_assert_num_queries):
    with django_assert_num_queries(9):
        member.get(reverse("sitting_new", args=[club.pk, "skat"]))
    for _ in range(3):
        factories.make_player(club)
    with django_assert_num_queries(9):
        member.get(reverse("sitting_new", args=[club.pk, "skat"]))


def test_a_table_without_an_account_is_called_by_its_game_and_people(client):
    start = {"form": "1", "preset": "official", "dealer": "0"}
    many = "Maximiliane-Katharina-von-Hohenfels-Donaudampf"

    client.post(reverse("guest_table_new", args=["skat"]), {**start, **named("Anna Berg", "Boris", "Clara")})
    client.post(reverse("guest_table_new", args=["skat"]), {**start, **named(many, "Boris" * 6, "Clara" * 6)})
    client.post(reverse("guest_table_new", args=["skat"]), {**start, **named("A", "B", "C"), "name": "Kitchen"})

    names = [sitting.name for sitting in Sitting.objects.order_by("opened_at", "pk")]
    assert names[0] == "Skat: Anna, Boris, Clara"
    assert names[1].endswith(", …")
    assert names[2] == "Kitchen"
    page = client.get("/").content.decode()
    assert page.count("<b>Skat: Anna, Boris, Clara</b>") == 1
    assert "Anna, Boris, Clara, " not in page


def test_refusal_of_a_question_leads_to_the_question(member, club):
    address = reverse("sitting_new", args=[club.pk, "tonk"])
    sent = fill(member.get(address).content.decode(), **named("Anna", "Ben", "Cleo"))

    refused = member.post(address, {**sent, "rules.catch_extra": "nobody"})

    html = refused.content.decode()
    link = re.search(r'data-problems>\s*<ul>\s*<li>\s*<a href="#([\w-]+)">', html)
    assert refused.status_code == 422
    assert link
    assert "A knock that is caught" in html.partition(f'id="{link[1]}"')[2].partition("</h2>")[0]


def test_refusal_of_rules_names_each_of_them(member, club):
    address = reverse("sitting_new", args=[club.pk, "skat"])
    sent = fill(member.get(address).content.decode(), **named("Anna", "Ben", "Cleo"))
    wrong = {"preset": "own", "rules.list_length": "9999", "rules.bierlachs_limit": "9999"}

    refused = member.post(address, {**sent, **wrong})

    html = refused.content.decode()
    listed = html.partition("data-problems>")[2].partition("</ul>")[0]
    found = re.findall(r'<a href="#([\w-]+)">([^<]+)</a>: This can be at most (\d+)', listed)
    assert refused.status_code == 422
    assert [most for _ident, _label, most in found] == ["480", "2000"]
    assert len({label for _ident, label, _most in found}) == 2
    for ident, label, _most in found:
        assert label in html.partition(f'id="{ident}"')[0].rpartition("<label")[2]


def test_pasted_names_take_the_free_seats_in_their_order(member, club, book):
    names = "1. Murat Demir\n2. Heike Wolf\n3. jürgen brandt\n4. Zoë New\n5. One Toomany"
    seated = {**named("Jürgen Brandt"), "paste": "1", "names": names}

    page = send(member, club, **seated).content.decode()

    sent = fill(page)
    assert [sent[f"seats.{place}.name"] for place in range(4)] == [
        ["Jürgen Brandt"], ["Murat Demir"], ["Heike Wolf"], ["Zoë New"],
    ]  # fmt: skip
    assert sent["seats.1.player"] == [str(book["Murat Demir"].pk)]
    assert "This is Heike Wolff" in page, "a name much like another one is asked about"
    assert "It is Zoë" not in page
    assert ">One Toomany</textarea>" in page
    assert Reading(page, "").errors == [
        ({"names-err"}, "All seats are taken. Free a seat, or open another table for the others.")
    ]


def test_names_are_pasted_at_a_table_without_an_account():
    page = (
        Client().post("/tables/new/skat/", {"form": "1", "paste": "1", "names": "Anna\nBen\nCleo\n"}).content.decode()
    )

    assert [fill(page)[f"seats.{place}.name"] for place in range(3)] == [["Anna"], ["Ben"], ["Cleo"]]
    assert not Reading(page, "").errors
