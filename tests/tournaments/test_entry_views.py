"""The pages of entries: the list at the desk, one entrant, the seeds, signing up, the door."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.models import DeskAct, Entrant, Tournament
from scorekeeper.tournaments.papers.services import door_of
from tests import factories
from tests.acting import fill, html_of, text, words
from tests.factories.tournaments import add_final, enter_names, enter_players, make_pairs, make_planned, make_teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club(owner=factories.make_user("Renate Vogt"))


@pytest.fixture
def page(club):
    client = Client()
    client.force_login(factories.owner_of(club))
    return client


@pytest.fixture
def member(club):
    return factories.make_member(club)


@pytest.fixture
def theirs(member):
    client = Client()
    client.force_login(member)
    return client


def at(name, *parts):
    return reverse(name, args=[getattr(part, "pk", part) for part in parts])


def test_somebody_is_entered_by_name_and_from_the_book(page, club):
    made = make_planned(club)
    known = factories.make_player(club, "Käthe")
    address = at("tournament_entries", made)
    assert "Nobody has entered yet" in html_of(page.get(address))

    page.post(address, {"who_0": "Anna", "origin": "Nord", "rating": "1500"})
    page.post(address, {"player": known.pk})
    anna, kathe = made.entrants.all()
    assert (anna.origin, anna.rating, kathe.players.get().player) == ("Nord", 1500, known)
    shown = html_of(page.get(address))
    assert shown.index("Anna") < shown.index("Käthe")
    assert "Expected: 2" in shown


def test_a_name_like_one_of_the_book_is_asked_and_everything_typed_stays(page, club):
    made = make_pairs(club)
    factories.make_player(club, "Friederike Lange")
    address = at("tournament_entries", made)
    typed = {"who_0": "Anna", "who_1": "Friederike Langer", "name": "Die <Zwei>", "origin": "Nord"}
    answer = page.post(address, typed)

    assert answer.status_code == 422
    assert "Is this Friederike Lange?" in html_of(answer)
    assert "Friederike Langer is new" in words(answer)
    assert "This is Friederike Lange" in words(answer)
    assert 'value="Die &lt;Zwei&gt;"' in html_of(answer)
    assert page.post(address, {**typed, "new": "on"}).status_code == 302
    assert made.entrants.get().players.count() == 2


def test_who_is_meant_stays_said_while_another_name_is_asked_about(page, club):
    made = make_pairs(club)
    known = [factories.make_player(club, name) for name in ("Friederike Lange", "Käthe Brandt")]
    address = at("tournament_entries", made)
    typed = {"who_0": "Friederike Langer", "who_1": "Käte Brandt"}

    half = page.post(address, {**typed, "who_0_is": known[0].pk})

    assert half.status_code == 422
    assert "This is Käthe Brandt" in words(half)
    assert "This is Friederike Lange" not in words(half)
    sent = {name: values[-1] for name, values in fill(html_of(half)).items() if name.startswith("who")}
    assert sent["who_0"] == "Friederike Lange"
    assert page.post(address, {**sent, "who_1_is": known[1].pk}).status_code == 302
    assert {one.player for one in made.entrants.get().players.all()} == set(known)


def test_a_chosen_namesake_is_the_one_who_enters_unless_typed_over(page, club):
    made = make_planned(club)
    _first, second = (factories.make_player(club, "Anna Berg") for _namesake in range(2))
    address = at("tournament_entries", made)

    assert page.post(address, {"who_0": "Anna Berg"}).status_code == 422, "which of the two?"
    page.post(address, {"who_0": "Anna Berg", "who_0_player": second.pk})
    page.post(address, {"who_0": "Bertha", "who_0_player": second.pk})

    entered = [entrant.players.get().player for entrant in made.entrants.order_by("number")]
    assert entered[0] == second
    assert entered[1].name == "Bertha"


def test_a_pair_without_a_partner_is_refused_at_the_partner(page, club):
    made = make_pairs(club)
    answer = page.post(at("tournament_entries", made), {"who_0": "Anna", "who_1": ""})
    assert answer.status_code == 422
    assert answer.context["form"].errors["who_1"] == ["Type the name of the partner."]
    assert 'value="Anna"' in html_of(answer)


def test_somebody_who_has_entered_is_refused_from_the_book(page, club):
    made = make_planned(club)
    known = factories.make_player(club, "Käthe")
    enter_players(made, [Sitter(known.pk)])
    answer = page.post(at("tournament_entries", made), {"player": known.pk})
    assert answer.status_code == 422
    assert "Käthe has entered already." in html_of(answer)


def test_lines_are_put_right_by_a_tap_and_refused_with_the_reason(page, club):
    made = make_planned(club)
    anna = enter_names(made, "Anna")[0]
    address = at("entrant_mark", made, anna)
    for act, shown in (("came", "Here: 1"), ("not_here", "Expected: 1"), ("cancelled", "Gone or not coming")):
        assert page.post(address, {"act": act}).status_code == 302
        assert shown in html_of(page.get(at("tournament_entries", made)))
    late = page.post(address, {"act": "not_here"})
    assert late.status_code == 409
    assert "Their state is now “does not come”. Possible next: checked in, came back." in html_of(late)
    assert page.post(address, {"act": "vanish"}).status_code == 422


def test_taps_at_the_door_go_on_where_they_were_and_all_come_at_once(page, club):
    made = make_planned(club)
    anna, _ben, _carl, dora = enter_names(made, "Anna", "Ben", "Carl", "Dora")
    assert page.post(at("entrant_mark", made, anna), {"act": "came"}).url.endswith("/entries/#entry-2")
    assert page.post(at("entrant_mark", made, dora), {"act": "cancelled"}).url.endswith("/entries/")
    listed = html_of(page.get(at("tournament_entries", made)))
    assert 'id="entry-2"' in listed
    assert "All 2 are here" in listed
    assert "Comes after all" in listed
    page.post(at("entrants_here", made))
    listed = html_of(page.get(at("tournament_entries", made)))
    assert "Here: 3" in listed
    assert "are here" not in listed


def test_on_its_day_whoever_enters_is_here_with_the_same_tap(page, club):
    made, known = make_planned(club), factories.make_player(club, "Käthe")
    address = at("tournament_entries", made)
    page.post(address, {"who_0": "Early"})
    for starts, is_on in ((timezone.now() + timedelta(days=2), False), (timezone.now(), True)):
        Tournament.objects.update(starts_at=starts)
        assert page.get(address).context["form"]["here"].value() == is_on
    assert html_of(page.get(address)).count('name="here"') == 1
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=2), state="running")
    assert page.get(address).context["form"]["here"].value()
    Tournament.objects.update(state="planned")
    page.post(address, {"who_0": "Anna", "here": "on"})
    answer = page.post(address, {"player": known.pk, "here": "on"}, follow=True)
    assert "Käthe has entered and is checked in." in html_of(answer)
    assert [one.state for one in made.entrants.all()] == ["entered", "here", "here"]


def test_the_page_of_an_entrant_changes_it_and_tells_its_acts(page, club):
    made = make_teams(club, size=2)
    add_final(made)
    team = enter_players(made, [Sitter(name="Anna"), Sitter(name="Ben")], name="Eagles")
    address = at("entrant_detail", made, team)
    page.post(address, {"name": "Falcons", "origin": "Nord", "rating": "7"})
    assert page.post(address, {"name": " ", "origin": "", "rating": "x"}).status_code == 422
    ben = team.players.get(order=1).player
    page.post(at("entrant_substitute", made, team), {"instead_of": ben.pk, "who": "Cleo", "reason": "ill"})
    late = page.post(at("entrant_substitute", made, team), {"instead_of": ben.pk, "who": "Dora"})
    assert (late.status_code, 'value="Dora"' in html_of(late)) == (422, True)
    stage = made.stages.all()[0]
    page.post(at("entrant_miss", made, team), {"stage": stage.pk, "round": "2"})
    page.post(address, {"name": "Falcons", "origin": "", "rating": "7"})
    shown = html_of(page.get(address))
    assert "plays from now on: <bdi>Cleo" in shown
    assert "instead of Ben" in (plain := shown.replace("\u2068", "").replace("\u2069", ""))
    assert all(
        words in plain for words in ("before “Eagles”, now “Falcons”", "now from “Nord”", "no longer from “Nord”")
    )
    assert "“”" not in plain
    assert all(word in shown for word in ("Falcons", "Cleo", "ill", "Round 2", "misses a round", "Plays after all"))
    page.post(at("entrant_miss", made, team), {"stage": stage.pk, "round": "2", "plays": "1"})
    assert "Plays after all" not in html_of(page.get(address))
    assert page.post(at("entrant_miss", made, team), {"stage": stage.pk, "round": "0"}).status_code == 422


def test_seeds_move_by_buttons_and_to_a_place(page, club):
    made = make_planned(club)
    anna, ben, carl = enter_names(made, "Anna", "Ben", "Carl")
    address = at("tournament_seed", made)

    def order():
        return [entrant for _place, entrant, _name in page.get(at("tournament_seeds", made)).context["order"]]

    assert f'action="{address}#seed-{ben.pk}"' in html_of(page.get(at("tournament_seeds", made)))  # seen again there
    page.post(address, {"entrant": ben.pk, "up": "1"})
    assert order() == [ben, anna, carl]
    page.post(address, {"entrant": carl.pk, "place": "1"})
    assert order() == [carl, ben, anna]
    for wrong in ("0", "9", "x", "99999999999"):
        assert page.post(address, {"entrant": carl.pk, "place": wrong}).status_code == 422
    page.post(address, {})
    assert order() == [anna, ben, carl]


def test_the_buttons_of_a_seed_name_the_places_beside_it(page, club):
    made = make_planned(club)
    enter_names(made, "Anna", "Ben", "Carl")
    shown = text(page.get(at("tournament_seeds", made)))

    rows = shown.partition('<ol class="list seeds">')[2].partition("</ol>")[0].split("<li ")[1:]
    buttons = [re.findall(r'name="(up|down)"\s+value="(-?\d+)"', row) for row in rows]

    assert buttons == [[("down", "2")], [("up", "1"), ("down", "3")], [("up", "2")]]


def test_only_seeds_of_this_tournament_are_moved_here(page, club):
    made, other = make_planned(club), make_planned(club)
    enter_names(made, "Anna", "Ben")
    theirs = enter_names(other, "Carl", "Dora")

    moved = page.post(at("tournament_seed", made), {"entrant": theirs[1].pk, "up": "1"})

    assert moved.status_code == 404
    assert not Entrant.objects.exclude(seed=None).exists()


def test_a_member_enters_and_cannot_come_after_all(theirs, member, club):
    made = make_planned(club, starts_at=timezone.now() + timedelta(days=3))
    address = at("tournament_detail", made)
    assert "I’m playing" in html_of(theirs.get(address))
    theirs.post(at("tournament_sign_up", made))
    assert "You have entered." in html_of(theirs.get(address))
    theirs.post(at("tournament_sign_up", made), {"comes": "0"})
    assert made.entrants.get().state == "cancelled"
    assert "I’m playing" in html_of(theirs.get(address))
    assert DeskAct.objects.filter(by=member).count() == 2


def test_a_member_names_the_partner_and_keeps_what_was_typed(theirs, club):
    made = make_pairs(club)
    address = at("tournament_sign_up", made)
    assert "Your partner" in html_of(theirs.get(address))
    refused = theirs.post(address, {"who_1": "", "name": "Die Zwei"})
    assert (refused.status_code, 'value="Die Zwei"' in html_of(refused)) == (422, True)
    assert theirs.post(address, {"who_1": "Gast", "name": "Die Zwei"}).status_code == 302
    assert made.entrants.get().name == "Die Zwei"
    assert "You have entered." in html_of(theirs.get(at("tournament_detail", made)))


def test_who_enters_a_team_is_its_first_player_and_an_old_link_says_when_it_is_too_late(theirs, club):
    made = make_teams(club)
    address = at("tournament_sign_up", made)
    assert "You are the first player" in html_of(theirs.get(address))
    made.signs_up = False
    made.save(update_fields=["signs_up"])
    told = html_of(theirs.get(address, follow=True))
    assert "You cannot enter by yourself now." in told
    assert "Name of the team" not in told


def test_members_see_the_list_and_nothing_of_the_desk(theirs, club):
    made = make_planned(club)
    anna = enter_names(made, "Anna")[0]
    shown = html_of(theirs.get(at("tournament_entries", made))).partition('<footer class="languages"')[0]
    assert "Anna" in shown
    assert "csrfmiddlewaretoken" not in shown.partition("<ul")[0]
    assert at("tournament_door", made) not in shown
    for name, parts in (("tournament_door", [made]), ("tournament_seeds", [made]), ("entrant_detail", [made, anna])):
        assert theirs.get(at(name, *parts)).status_code == 403
    for name, parts in (
        ("entrant_mark", [made, anna]),
        ("entrant_substitute", [made, anna]),
        ("entrant_miss", [made, anna]),
        ("tournament_seed", [made]),
        ("tournament_entries", [made]),
    ):
        assert theirs.post(at(name, *parts), {"act": "came", "who_0": "Ben"}).status_code == 403, name


def test_entrants_of_another_tournament_are_not_there(page, club):
    made, other = make_planned(club), make_planned(club)
    anna = enter_names(other, "Anna")[0]
    assert page.get(at("entrant_detail", made, anna)).status_code == 404
    assert page.post(at("entrant_mark", made, anna), {"act": "came"}).status_code == 404


def test_the_code_leads_to_a_page_where_everybody_checks_in(page, club, client):
    made = make_planned(club)
    anna, ben = enter_names(made, "Anna Maria Vogt", "Ben")
    door = at("tournament_come", made, door_of(made.pk))
    assert door in html_of(page.get(at("tournament_door", made)))
    shown = html_of(client.get(door))
    assert "Anna V." in shown or "Anna" in shown
    assert "Maria Vogt" not in shown
    answer = client.post(door, {"entrant": anna.pk}, follow=True)
    assert "Anna is checked in" in html_of(answer)
    assert "Vogt" not in html_of(answer)
    assert Entrant.objects.get(pk=anna.pk).state == "here"
    assert client.post(door, {"entrant": anna.pk}).status_code == 422  # no longer among those who are expected
    assert client.post(door, {"entrant": "x"}).status_code == 422
    client.post(door, {"entrant": ben.pk})
    assert "Everybody who entered is checked in" in html_of(client.get(door))
    assert DeskAct.objects.filter(kind="came", by=None).count() == 2
    Tournament.objects.update(state="ended", ended_at=factories.NOW)
    assert "This tournament is over" in html_of(client.get(door))
    assert client.get(at("tournament_come", made, "0" * 32)).status_code == 404


def test_a_member_is_asked_by_name_at_the_door(theirs, member, club):
    made = make_planned(club)
    player = Player.objects.get(user=member)
    enter_players(made, [Sitter(player.pk)])
    door = at("tournament_come", made, door_of(made.pk))
    assert f"I’m here: {player.name}" in html_of(theirs.get(door)).replace("\u2068", "").replace("\u2069", "")
    theirs.post(door, {"entrant": made.entrants.get().pk})
    assert DeskAct.objects.get(kind="came").by == member
    assert "You are checked in" in html_of(theirs.get(door))


def test_places_are_told_before_somebody_enters_and_at_the_door(theirs, member, club):
    made = make_planned(club, most=2)
    assert "Places: 2." in html_of(theirs.get(at("tournament_detail", made)))
    assert "All places are taken" not in html_of(theirs.get(at("tournament_detail", made)))
    enter_names(made, "Anna", "Ben")
    assert "All places are taken. New entries go on the waiting list." in html_of(
        theirs.get(at("tournament_detail", made))
    )
    theirs.post(at("tournament_sign_up", made))
    assert "You are on the waiting list." in html_of(theirs.get(at("tournament_come", made, door_of(made.pk))))


def test_what_could_not_be_done_leaves_the_forms_of_the_list_where_they_lead(page, club):
    made = make_planned(club, most=2)
    enter_names(made, "Anna", "Ben")
    waits = enter_names(made, "Cleo")[0]
    refused = page.post(at("entrant_mark", made, waits), {"act": "moved_up"})
    assert refused.status_code == 409
    assert f'id="enter" method="post" action="{at("tournament_entries", made)}"' in html_of(refused)
