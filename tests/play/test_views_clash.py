"""Two phones wrote or corrected the same hand: both values on the page, and each way out."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

import games
from games.core.record import dump
from scorekeeper.play.forms import flat
from scorekeeper.play.models import Hand, HandMark, Sitting
from scorekeeper.play.recording.services import next_table
from tests import factories
from tests.factories.hands import HANDS, hand_of
from tests.play.marks import PLAIN, Evening, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening()


# Two phones wrote the same hand


def clash(evening: Evening, facts: dict[str, Any], seat: int = 1, number: int = 1, **more: str) -> Any:
    """A phone sends these facts for a hand that stands already."""
    data = {**flat(facts), "key": str(uuid4()), "number": str(number), **more}
    return evening.phones[seat].post(evening.url("hand_create"), data)


def choice(page: str, action: str) -> dict[str, str]:
    """What the form of one way out would send."""
    form = re.search(rf'<form method="post" action="{re.escape(action)}".*?</form>', page, re.DOTALL).group(0)
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form.replace("&quot;", '"')))


@pytest.mark.parametrize("game", sorted(HANDS))
@pytest.mark.parametrize("way", ["drop", "next", "replace"])
def test_both_values_stand_there_in_words_and_each_way_out_is_one_tap(game, way):
    evening = Evening(game)
    theirs, mine = _two(evening)
    standing = evening.record(theirs)

    answer = clash(evening, mine)

    page = answer.content.decode()
    said = words(answer)
    assert answer.status_code == 409
    assert "Hand 1 has been recorded already." in said
    assert "Recorded there" in said
    assert "Yours" in said
    before = Sitting.objects.get(pk=evening.sitting.pk).next_number
    if way == "drop":
        assert f'data-drop href="{evening.url()}"' in page
        return
    address = evening.url("hand_create") if way == "next" else evening.url("hand_replace", standing.pk)
    data = choice(page, address)
    done = evening.phones[1].post(address, data)
    again = evening.phones[1].post(address, data)

    assert (done.status_code, again.status_code) == (302, 302)
    newest = evening.sitting.hands.standing().order_by("-number")[0]
    assert newest.number == (before if way == "next" else 1)
    assert _same(evening, newest.record, mine)
    assert evening.sitting.hands.standing().count() == (2 if way == "next" else 1)


def _two(evening: Evening) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two different hands that are both possible as the first, the second also after it."""
    table = next_table(evening.sitting, factories.seats_of(evening.sitting))
    later = type(table)(table.seats, table.number + 1, table.dealer, table.state)
    first, second = hand_of(evening.sitting.game, table), hand_of(evening.sitting.game, later)
    if evening.sitting.game == "skat":
        return factories.played(0), factories.played(1)
    return first, second


def _same(evening: Evening, record: Any, facts: dict[str, Any]) -> bool:
    game = games.game(evening.sitting.game)
    from games.core.record import load_kind

    return record == dump(load_kind(game.hands, facts))


def test_two_phones_that_say_the_same_are_told_so(evening):
    evening.record()

    said = words(clash(evening, factories.played()))

    assert "Both are the same." in said
    assert "Mine is right" not in said


def test_a_hand_that_somebody_has_confirmed_is_corrected_by_who_keeps_the_sheet(evening):
    hand = evening.record()
    evening.phones[2].post(evening.url("hand_confirm", hand.pk))

    by_phone = words(clash(evening, factories.played(1)))
    data = {**flat(factories.played(1)), "key": str(uuid4()), "number": "1"}
    page = evening.scorer.post(evening.url("hand_create"), data).content.decode()
    moves = evening.scorer.post(
        evening.url("hand_correct", hand.pk), choice(page, evening.url("hand_correct", hand.pk)), follow=True
    )

    assert "The scorer of the sheet can correct hand 1." in by_phone
    assert "Correct hand 1?" in words(moves)
    assert "Correct: 24 to Jürgen" in words(moves)


def test_the_other_phone_corrected_meanwhile(evening):
    hand = evening.record()
    corrected = factories.correct(hand, factories.played(2), now=timezone.now()).hand

    page = clash(evening, factories.played(1)).content.decode()
    said = re.sub(r"\s+", " ", strip_tags(page))
    evening.phones[1].post(
        evening.url("hand_replace", corrected.pk), choice(page, evening.url("hand_replace", corrected.pk))
    )

    assert "24 to Murat" in said
    assert "corrected" in said
    assert evening.sitting.hands.standing().get().record["declarer"] == 1


def test_a_hand_after_which_others_came_is_not_replaced_at_once(evening):
    hand = evening.record()
    page = clash(evening, factories.played(1)).content.decode()
    evening.record(seat=2)

    answer = evening.phones[1].post(
        evening.url("hand_replace", hand.pk), choice(page, evening.url("hand_replace", hand.pk))
    )

    assert answer.status_code == 409
    assert "Other hands have been recorded since." in words(answer)
    assert "save mine as hand 3" in words(answer)
    assert Hand.objects.count() == 2


def test_what_the_rules_refuse_replaces_nothing(evening):
    hand = evening.record()

    answer = evening.phones[1].post(
        evening.url("hand_replace", hand.pk), {**PLAIN, "bid": "25", "key": str(uuid4()), "number": "1"}
    )

    assert answer.status_code == 422
    assert Hand.objects.count() == 1


def test_a_disputed_hand_is_not_replaced(evening):
    hand = evening.record()
    evening.dispute(hand, seat=2)

    said = words(clash(evening, factories.played(1)))
    refused = evening.phones[1].post(evening.url("hand_replace", hand.pk), {**flat(factories.played(1))})

    assert "Hand 1 is disputed: a director decides." in said
    assert refused.status_code == 409
    assert Hand.objects.count() == 1


def test_two_who_correct_the_same_hand_see_both_and_lose_no_word(evening):
    hand = evening.record()
    factories.correct(hand, factories.played(2), now=timezone.now())
    newest = evening.sitting.hands.newest().get()
    data = {**flat(factories.played(1)), "key": str(uuid4()), "reason": "it was Jürgen"}

    answer = evening.director.post(evening.url("hand_correct", hand.pk), data)

    page, said = answer.content.decode(), words(answer)
    assert answer.status_code == 409
    assert "Hand 1 has been changed in the meantime." in said
    assert "24 to Murat" in said
    assert "24 to Jürgen" in said
    address = evening.url("hand_correct", newest.pk)
    moves = evening.director.post(address, choice(page, address), follow=True)
    assert "Correct: 24 to Jürgen" in words(moves)
    assert 'value="it was Jürgen"' in moves.content.decode()


def test_two_who_strike_and_correct_the_same_hand(evening):
    hand = evening.record()
    factories.correct(hand, None, now=timezone.now())
    newest = evening.sitting.hands.newest().get()

    strikes = evening.director.post(evening.url("hand_void", hand.pk), {"key": str(uuid4()), "reason": "twice"})
    corrects = evening.director.post(
        evening.url("hand_correct", hand.pk), {**flat(factories.played(1)), "key": str(uuid4()), "reason": "Jürgen"}
    )

    assert "Mine is right" not in words(strikes)
    address = evening.url("hand_correct", newest.pk)
    moves = evening.director.post(address, choice(corrects.content.decode(), address), follow=True)
    assert "Count hand 1 again?" in words(moves)


def test_nothing_of_it_is_written_down_twice(evening):
    hand = evening.record()

    for _tap in range(2):
        evening.phones[1].post(evening.url("hand_confirm", hand.pk))

    assert HandMark.objects.count() == 1
