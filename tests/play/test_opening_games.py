"""A table of every game is opened by its form, whatever the game is."""

from contextlib import nullcontext
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import all_games
from games.core.game import AnyGame
from games.core.record import Record, load
from scorekeeper.common.errors import Refused
from scorekeeper.play.house_rules.forms import HouseRulesForm
from scorekeeper.play.models import Sitting
from scorekeeper.play.offers import sizes
from scorekeeper.play.opening.services import size_problems
from scorekeeper.play.seats.records import Latecomer, Leaving
from scorekeeper.play.seats.services import seat_leaves, seat_player
from tests import factories
from tests.acting import field_names, fill

pytestmark = pytest.mark.django_db

PEOPLE = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fee", "Gustl", "Hans", "Ida", "Jo")
every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games())
every_preset = pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param(game, preset, id=f"{game.name}-{preset.slug}")
        for game in all_games().values()
        for preset in game.presets
    ],
)


def size_for(game: AnyGame, rules: Record) -> int:
    return next(size for size in game.seats if not game.rules_problems(rules, size))


def taken(size: int) -> dict[str, str]:
    return {f"seats.{place}.name": name for place, name in enumerate(PEOPLE[:size])}


def choices(game: AnyGame, field: str) -> list[str]:
    """The values of a rule that the club chooses itself."""
    schema = game.rules.model_json_schema()["properties"][field]
    return [str(value) for value in schema["enum"]]


def chosen(game: AnyGame) -> dict[str, str]:
    """The last choice of each: the first is the default, which proves nothing."""
    return {f"rules.{field}": choices(game, field)[-1] for field in game.asked}


def expected(game: AnyGame, rules: Any) -> Record:
    return load(game.rules, {**rules, **{field: choices(game, field)[-1] for field in game.asked}})


@pytest.fixture
def in_points(club: Any) -> None:
    """The club plays for points, so that a table begins as its game does."""
    club.unit = ""
    club.save()


@pytest.fixture
def member(client: Client, club: Any) -> Client:
    client.force_login(factories.make_member(club))
    return client


@every_preset
def test_a_guest_opens_a_table_by_every_preset(client, game, preset):
    address, rules = reverse("guest_table_new", args=[game.name]), expected(game, preset.rules)
    size = size_for(game, rules)

    page = client.get(address).content.decode()
    answer = client.post(address, fill(page, preset=preset.slug, **taken(size), **chosen(game)))

    sitting = Sitting.objects.get()
    assert answer.url == reverse("sitting_detail", args=[sitting.pk])
    assert (sitting.game, sitting.rules_name) == (game.name, str(preset.title))
    assert sitting.typed_rules == rules
    assert [seat.player.name for seat in sitting.seats.all()] == list(PEOPLE[:size])


@every_preset
def test_a_club_opens_a_table_by_every_preset_field_by_field(member, club, in_points, game, preset):
    """Its own rules, started from the preset: every rule has a box that says the same."""
    address, rules = reverse("sitting_new", args=[club.pk, game.name]), expected(game, preset.rules)
    size = size_for(game, rules)

    page = member.get(address).content.decode()
    adopted = member.post(address, fill(page, preset=preset.slug, adopt="1")).content.decode()
    member.post(address, fill(adopted, **taken(size), **chosen(game)))

    sitting = Sitting.objects.get()
    assert (sitting.club, sitting.rules_name) == (club, "Own rules")
    assert sitting.typed_rules == rules


@every_game
def test_an_evening_can_be_repeated_as_last_time(member, club, in_points, game):
    address = reverse("sitting_new", args=[club.pk, game.name])
    preset = game.presets[-1]
    rules = expected(game, preset.rules)
    size = size_for(game, rules)
    players = taken(size)
    first = member.get(address).content.decode()
    member.post(address, fill(first, preset=preset.slug, **players, **chosen(game)))

    page = member.get(address).content.decode()
    member.post(address, fill(page, **players, elsewhere="1"))  # the first table is still played

    assert f"seats.{size - 1}.name" in field_names(page)
    assert [sitting.typed_rules for sitting in Sitting.objects.all()] == [rules, rules]
    assert {sitting.rules_name for sitting in Sitting.objects.all()} == {str(preset.title)}


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values() if game.asked])
@pytest.mark.parametrize("preset", ["first", "own"])
def test_what_a_club_chooses_itself_begins_with_the_word_of_the_game(member, club, game, preset):
    address = reverse("sitting_new", args=[club.pk, game.name])
    slug = game.presets[0].slug if preset == "first" else "own"
    size = size_for(game, game.rules())
    usual = game.rules()

    page = member.get(address).content.decode()
    answer = member.post(address, fill(page, preset=slug, **taken(size)))

    assert answer.status_code == 302
    for name in game.asked:
        assert fill(page)[f"rules.{name}"] == [getattr(usual, name)]
        assert getattr(Sitting.objects.get().typed_rules, name) == getattr(usual, name)
        for value in choices(game, name):
            assert f'name="rules.{name}" value="{value}"' in page


@every_game
def test_each_door_opens_a_first_table_by_the_same_rules(member, club, in_points, game):
    """In a club and without an account, with a connection and without one, and as house rules to be written."""
    owner, visitor, usual = factories.owner_of(club), Client(), game.rules()
    guest = reverse("guest_table_new", args=[game.name])
    in_club, house = (reverse(name, args=[club.pk, game.name]) for name in ("sitting_new", "house_new"))
    client = Client()
    client.force_login(owner)
    sent = QueryDict(urlencode(fill(client.get(house).content.decode()), doseq=True))
    without = [
        load(game.rules, found["sets"][0]["rules"])
        for reader in (visitor, member)
        for place in reader.get("/offline/openings/").json()["clubs"]
        for found in place["games"]
        if found["game"] == game.name
    ]
    for reader, address in ((visitor, guest), (member, in_club)):
        reader.post(address, fill(reader.get(address).content.decode(), **taken(size_for(game, usual))))

    assert [sitting.typed_rules for sitting in Sitting.objects.all()] == [usual, usual]
    assert without == [usual, usual]
    assert load(game.rules, HouseRulesForm(game, sent, {}).rules()) == usual


@every_game
def test_a_new_club_opens_its_first_table_by_names_alone(member, club, in_points, game):
    seats = {f"seats.{place}.name": f"Guest {place}" for place in range(sizes(game)[0])}

    answer = member.post(reverse("sitting_new", args=[club.pk, game.name]), {"form": "1", "name": "Table 1", **seats})

    assert answer.status_code == 302
    assert Sitting.objects.get().typed_rules == game.rules()


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values() if game.asked])
def test_a_phone_without_an_account_remembers_what_was_chosen(client, game):
    address = reverse("guest_table_new", args=[game.name])
    size = size_for(game, game.rules())
    first = client.post(address, fill(client.get(address).content.decode(), **taken(size), **chosen(game)))

    again = fill(client.get(address).content.decode())
    opened = client.post(address, {**again, **taken(size)})

    assert (first.status_code, opened.status_code) == (302, 302)
    for name, value in chosen(game).items():
        assert again[name] == [value]
    assert Client().get(address).content.decode().count("As last time") == 0


@every_game
def test_an_empty_form_is_told_all_that_is_missing_at_once(client, game):
    address = reverse("guest_table_new", args=[game.name])

    html = client.post(address, fill(client.get(address).content.decode())).content.decode()

    assert f"Write at least {min(game.seats)} names." in html
    assert "Choose how you play" not in html


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values()])
def test_a_visitor_says_only_how_many_play(client, game):
    for size in sizes(game):
        answer = client.post(reverse("guest_table_new", args=[game.name]), {"players": str(size)})

        sitting = Sitting.objects.order_by("-pk")[0]
        assert answer.url == reverse("sitting_detail", args=[sitting.pk])
        names = [seat.player.name for seat in sitting.seats.select_related("player")]
        assert names == [f"Seat {number}" for number in range(1, size + 1)]
        assert sitting.name == str(game.title)
        assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("players", ["0", "99", "999999", "-1", "x", "", "\u0663"])
def test_a_number_of_players_that_cannot_be_opens_no_broken_table(client, players):
    answer = client.post(reverse("guest_table_new", args=["skat"]), {"players": players})

    assert answer.status_code in {302, 422}
    assert all(3 <= sitting.seats.count() <= 4 for sitting in Sitting.objects.all())


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values() if game.line_up])
def test_each_place_says_what_it_is_called(client, game):
    address = reverse("guest_table_new", args=[game.name])

    page = client.get(address).content.decode()
    more = client.post(address, fill(page, more="1")).content.decode()
    moved = client.post(address, fill(more, dealer="1")).content.decode()

    for html, first in ((more, 0), (moved, 1)):
        boxes = fill(html)
        assert boxes["dealer"] == [str(first)]
        size = sum(name.endswith(".called") for name in boxes)
        called = [boxes[f"seats.{place}.called"][0] for place in range(size)]
        assert called == [str(game.line_up(size)[(place - first) % size]) for place in range(size)]


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values() if game.line_up])
def test_a_seat_left_empty_in_the_middle_moves_nobody_unseen(client, game):
    address = reverse("guest_table_new", args=[game.name])
    size = size_for(game, game.rules())
    page = client.get(address).content.decode()
    more = client.post(address, fill(page, more="1")).content.decode()
    people = {**dict.fromkeys(taken(size + 1), ""), **taken(size)}
    people["seats.1.name"], people[f"seats.{size}.name"] = "", people["seats.1.name"]

    asked = client.post(address, fill(more, **people, **chosen(game)))
    assert asked.status_code == 422
    assert "The seats have moved." in asked.content.decode()
    opened = client.post(address, fill(asked.content.decode()))

    assert opened.status_code == 302
    order = [PEOPLE[0], *PEOPLE[2:size], PEOPLE[1]]
    assert [seat.player.name for seat in Sitting.objects.get().seats.all()] == order


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values() if game.amounts])
def test_amounts_are_typed_with_their_decimals(client, game):
    address = reverse("guest_table_new", args=[game.name])
    amounts = {f"rules.{name}": "0,50" for name in game.amounts}
    boxes = {"preset": "own", "rules.unit": "€", **amounts, **chosen(game)}
    size = size_for(game, game.rules())
    page = client.get(address).content.decode()

    whole = client.post(address, fill(page, **taken(size), **boxes, **{"rules.decimals": "0"}))
    fine = client.post(address, fill(page, **taken(size), **boxes, **{"rules.decimals": "2"}))

    assert whole.status_code == 422
    assert "This table plays for whole amounts." in whole.content.decode()
    assert 'value="0,50"' in whole.content.decode()
    assert fine.status_code == 302
    rules = Sitting.objects.get().rules
    assert {name: rules[name] for name in game.amounts} == dict.fromkeys(game.amounts, 50)
    assert (rules["unit"], rules["decimals"]) == ("€", 2)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in all_games().values() if game.agreed])
def test_what_a_table_agrees_on_makes_no_other_rules_and_stands_there_next_time(member, club, game):
    """Another unit, and where it is agreed another stake: the house rules keep their name."""
    address = reverse("sitting_new", args=[club.pk, game.name])
    preset, size = game.presets[0], size_for(game, game.rules())
    staked = [name for name in game.agreed if name in game.amounts]
    agreed = {"rules.unit": "€", "rules.decimals": "2", **{f"rules.{name}": "0.50" for name in staked}}

    page = member.get(address).content.decode()
    member.post(address, fill(page, preset=preset.slug, **taken(size), **chosen(game), **agreed))
    again = fill(member.get(address).content.decode())

    sitting = Sitting.objects.get()
    assert (sitting.rules_name, sitting.unit.unit) == (str(preset.title), "€")
    assert [sitting.rules[name] for name in staked] == [50] * len(staked)
    assert {name: again[name] for name in agreed} == {name: [text] for name, text in agreed.items()}


@every_game
def test_a_table_changes_its_size_only_where_its_rules_allow(client, club, game):
    """Truco at four goes on neither at three nor at five, and says why; so does its page of seats."""
    client.force_login(factories.owner_of(club))
    for size in (size for size in game.seats if not game.rules_problems(game.rules(), size)):
        sitting = factories.make_sitting(club, game=game.name, players=size)
        changes = Leaving(seat=0, reason="late"), Latecomer(name="Zoe")
        page = client.get(reverse("sitting_seats", args=[sitting.pk])).content.decode()

        for service, change, then in zip((seat_leaves, seat_player), changes, (size - 1, size + 1), strict=True):
            problems = size_problems(sitting, then)
            assert bool(problems) == (then not in game.seats or bool(game.size_problems(game.rules(), then)))
            assert all(escape(str(problem.message)) in page for problem in problems)
            with pytest.raises(Refused) if problems else nullcontext() as refused, transaction.atomic():
                service(change, sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW)
                transaction.set_rollback(True)
            if problems:
                assert refused.value.problems == problems


def test_a_pair_of_truco_cannot_lose_one(club):
    sitting = factories.make_sitting(club, game="truco", players=4)

    with pytest.raises(Refused) as refused:
        seat_leaves(
            Leaving(seat=3, reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
        )

    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("bad_player_count", "seats")


@pytest.mark.parametrize("name", ["core", "chess", "SKAT"])
def test_a_game_that_is_none_is_not_found(member, club, name):
    assert member.get(f"/tables/new/{name}/").status_code == 404
    assert member.post(f"/tables/new/{name}/", {"form": "1"}).status_code == 404
    assert member.get(f"/clubs/{club.pk}/tables/new/{name}/").status_code == 404


def test_the_game_is_chosen_first(member, club):
    pages = {
        reverse("guest_game_choose"): lambda game: reverse("guest_table_new", args=[game]),
        reverse("game_choose", args=[club.pk]): lambda game: reverse("sitting_new", args=[club.pk, game]),
    }

    for address, leads_to in pages.items():
        html = member.get(address).content.decode()
        for game in all_games().values():
            assert f'href="{leads_to(game.name)}"' in html
            assert str(game.title) in html


def test_only_members_choose_a_game_for_a_club(client, club):
    assert client.get(reverse("game_choose", args=[club.pk])).status_code == 302
    client.force_login(factories.make_user())
    assert client.get(reverse("game_choose", args=[club.pk])).status_code == 404
