"""Somebody plays for a seat: who held the cards is said, the points stay with the holder."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.models import Act, Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.seats.records import Substitution
from scorekeeper.play.seats.services import substitute, substitution_moves
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import fill
from tests.play.folding import season_rows, tallies
from tests.rows import everything

pytestmark = pytest.mark.django_db

DORA = Sitter(name="Dora")


@pytest.fixture
def sitting() -> Sitting:
    """A list of three in a season, with three hands."""
    club = factories.make_club()
    players = [factories.make_player(club, name) for name in ("Anna", "Bernd", "Carla")]
    made = factories.make_sitting(club, players=players, seasons=[factories.make_season(club)])
    factories.record_list(made, [factories.played(seat) for seat in range(3)])
    return Sitting.objects.get(pk=made.pk)


def spans(sitting: Sitting) -> list[tuple[str, str, int, int | None]]:
    found = sheet_of(Sitting.objects.get(pk=sitting.pk)).spans
    return [(span.player.name, span.seat.player.name, span.first, span.last) for span in found]


def refusal(sitting, *more) -> tuple[str, str]:
    """Of the act; looking at what it would change is refused in the same words."""
    before = everything()
    with pytest.raises(Refused) as caught:
        factories.play_for(sitting, *more)
    with pytest.raises(Refused) as looked:
        substitution_moves(Sitting.objects.get(pk=sitting.pk), factories.playing(*more))
    assert everything() == before
    assert looked.value.problems == caught.value.problems
    problem = caught.value.problems[0]
    return problem.code, problem.field


def told_before(sitting, *more) -> list[tuple[int, int | None, str, str]]:
    """Whose hands held the cards, as a look before saving says; it moves nothing and writes nothing."""
    before = everything()
    moves = substitution_moves(Sitting.objects.get(pk=sitting.pk), factories.playing(*more))
    assert moves.changes_nothing
    assert everything() == before
    return [(cards.first, cards.last, cards.before.name, cards.after.name) for cards in moves.cards]


def test_points_stay_with_the_holder(sitting):
    factories.play_for(sitting, 0, DORA)
    before = tallies(sitting)[0]["points"]

    factories.record(sitting, factories.played(0))

    assert tallies(sitting)[0]["points"] == before + 24
    assert Player.objects.get(name="Dora").pk not in season_rows(sitting.competitions.get())
    assert spans(sitting) == [("Dora", "Anna", 4, None)]
    assert list(verify(Count())) == []


def test_it_ends_and_what_is_said_later_holds(sitting):
    factories.play_for(sitting, 0, DORA, 1)
    factories.play_for(sitting, 0, None, 3)
    assert spans(sitting) == [("Dora", "Anna", 1, 2)]

    factories.play_for(sitting, 0, Sitter(name="Emil"), 2)
    assert spans(sitting) == [("Dora", "Anna", 1, 1), ("Emil", "Anna", 2, None)]

    factories.play_for(sitting, 0, None, 2)
    assert spans(sitting) == [("Dora", "Anna", 1, 1)]


def test_look_before_saving_says_whose_hands_held_the_cards_until_now_and_then(sitting):
    assert told_before(sitting, 0, DORA) == [(4, None, "Anna", "Dora")]
    factories.play_for(sitting, 0, DORA, 2)
    dora = Sitter(Player.objects.get(name="Dora").pk)
    factories.play_for(sitting, 0, Sitter(name="Emil"), 3)

    assert told_before(sitting, 0, dora, 1) == [(1, 1, "Anna", "Dora"), (3, None, "Emil", "Dora")]
    assert told_before(sitting, 0, None, 2) == [(2, 2, "Dora", "Anna"), (3, None, "Emil", "Anna")]
    assert told_before(sitting, 0, dora, 2) == [(3, None, "Emil", "Dora")]

    factories.play_for(sitting, 0, dora, 1)
    assert spans(sitting) == [("Dora", "Anna", 1, None)]
    assert told_before(sitting, 0, dora, 1) == []


def test_it_is_the_seat_of_a_person_not_a_place(sitting):
    factories.play_for(sitting, 0, DORA)

    factories.swap(sitting, 0, 1)

    assert spans(sitting) == [("Dora", "Anna", 4, None)]
    assert sheet_of(Sitting.objects.get(pk=sitting.pk)).substitutes[1].player.name == "Dora"


def test_what_cannot_be_is_refused(sitting):
    bernd = factories.seats_of(sitting)[1].player_id
    stranger = factories.make_player(factories.make_club())
    factories.play_for(sitting, 1, DORA)
    dora = Player.objects.get(name="Dora").pk

    assert refusal(sitting, 0, Sitter(bernd)) == ("player_seated", "player")
    assert refusal(sitting, 0, Sitter(dora)) == ("player_busy", "player")
    assert refusal(sitting, 0, Sitter(stranger.pk)) == ("player_unknown", "player")
    assert refusal(sitting, 0, Sitter(name=" ")) == ("name_missing", "name")
    assert refusal(sitting, 7, DORA) == ("seat_unknown", "seat")
    assert refusal(sitting, 0, Sitter(name="Emil"), 5) == ("number_unknown", "number")
    assert refusal(sitting, 0, Sitter(name="Emil"), 0) == ("min_value", "number")
    assert refusal(sitting, 0, None) == ("not_substituted", "number")
    assert refusal(sitting, 1, None, 3) == ("not_substituted", "number")


def test_who_played_for_one_can_play_for_another_later(sitting):
    factories.play_for(sitting, 1, DORA)
    dora = Sitter(Player.objects.get(name="Dora").pk)
    factories.record(sitting, factories.played(1))
    factories.play_for(sitting, 1, None)

    factories.play_for(sitting, 0, dora)

    assert spans(sitting) == [("Dora", "Bernd", 4, 4), ("Dora", "Anna", 5, None)]
    assert list(verify(Count())) == []


def test_same_key_is_the_same_act(sitting):
    named = {
        "sitting_id": sitting.pk,
        "by": factories.keeper_of(sitting),
        "key": uuid4(),
        "now": factories.NOW,
    }
    act = substitute(factories.playing(0, DORA), **named).act
    before = everything()

    assert substitute(factories.playing(0, DORA), **named).act == act
    assert substitute(Substitution(seat=0, player=act.player_id), **named).act == act
    for other in (factories.playing(1, DORA), Substitution(seat=0, name="Emil"), Substitution(seat=0)):
        with pytest.raises(Conflict) as caught:
            substitute(other, **named)
        assert caught.value.code == "key_reused"
    assert everything() == before


def test_closed_sheet_says_nothing_new(sitting):
    factories.finish(sitting)

    with pytest.raises(Conflict) as caught:
        factories.play_for(sitting, 0, DORA)

    assert caught.value.code == "sitting_closed"


def test_pages_say_who_played(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    address = reverse("seat_substitute", args=[sitting.pk, 0])
    page = client.get(address).content.decode()

    refused = client.post(address, fill(page, number="9", name="Dora"))
    before = everything()
    shown = client.post(address, fill(page, number="2", name="Dora")).content.decode()
    assert everything() == before
    done = client.post(address, fill(shown))
    again = client.post(address, fill(shown))

    assert (refused.status_code, done.status_code, again.status_code) == (422, 302, 302)
    for words in (
        "from hand 2 on",
        "all totals stay the same",
        "in every season",
        "becomes a guest in the club’s people",
    ):
        assert words in shown
    assert "must sign again" not in shown
    assert "Choose a hand from 1 to 4" in refused.content.decode()
    assert Act.objects.filter(kind="substitute").count() == 1
    assert "Dora plays, from hand 2" in client.get(reverse("sitting_seats", args=[sitting.pk])).content.decode()
    for name in ("sitting_detail", "sitting_print"):
        assert "Dora, for Anna from hand 2" in client.get(reverse(name, args=[sitting.pk])).content.decode()
    first, second = (sitting.hands.get(number=number) for number in (1, 2))
    hands = [
        client.get(reverse("hand_detail", args=[sitting.pk, hand.pk])).content.decode() for hand in (first, second)
    ]
    assert ["Dora played for Anna." in hand for hand in hands] == [False, True]
    shown = client.post(address, fill(client.get(address).content.decode(), back="1")).content.decode()
    assert client.post(address, fill(shown)).status_code == 302
    assert "Dora, for Anna at hands 2 to 3" in client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    assert client.get(reverse("seat_substitute", args=[sitting.pk, 9])).status_code == 404
