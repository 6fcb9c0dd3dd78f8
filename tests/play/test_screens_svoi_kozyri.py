"""The screens of Svoi Kozyri: the questions beside the deals, the steps of an entry, the sheet."""

import pytest

from tests.acting import fill, read
from tests.factories import make_club, make_sitting, owner_of, record

BEATS = "/rules/svoi_kozyri/ask/beats/"
PICKUP = "/rules/svoi_kozyri/ask/pickup/"
FOUR = {"kind": "deal", "trumps": ["clubs", "diamonds", "hearts", "spades"]}


def test_questions_are_linked_from_the_rules(client, db):
    page = read(client.get("/rules/svoi_kozyri/"))

    assert f'href="{PICKUP}"' in page
    assert f'href="{BEATS}"' in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"pile": "7", "top.0": "9", "top.1": "hearts", "trump": "hearts"}, "Take 5 cards."),
        ({"pile": "7", "top.0": "K", "top.1": "clubs", "trump": "hearts"}, "Take 3 cards."),
        ({"pile": "1", "top.0": "K", "top.1": "clubs", "trump": "hearts"}, "Take 1 card."),
        ({"pile": "7", "top.0": "A", "top.1": "hearts", "trump": "hearts"}, "Take 7 cards."),
        (
            {"pile": "7", "top.0": "K", "top.1": "clubs", "trump": "hearts", "rules.pickup": "all"},
            "Take 7 cards.",
        ),
    ],
)
def test_pick_up_is_answered(client, db, asked, said):
    page = client.get(PICKUP, asked)

    assert page.status_code == 200
    assert f"<b>{said}</b>" in read(page)


def test_answer_says_why(client, db):
    page = read(client.get(PICKUP, {"pile": "7", "top.0": "9", "top.1": "hearts", "trump": "hearts"}))

    assert "Your trump lies on top: take 5 and leave 2. The next player faces the new top card." in page


@pytest.mark.parametrize(("trump", "said"), [("clubs", "Yes."), ("hearts", "No.")])
def test_beating_is_answered(client, db, trump, said):
    asked = {"card.0": "6", "card.1": "clubs", "top.0": "A", "top.1": "diamonds", "trump": trump}

    assert f"<b>{said}</b>" in read(client.get(BEATS, asked))


def test_what_is_missing_in_a_question_is_said_at_its_place(client, db):
    page = client.get(PICKUP, {"pile": "99", "top.0": "10"})

    assert page.status_code == 422
    assert "A pile has a whole number of cards from 1 to 36." in read(page)
    assert "Choose a rank and a suit." in read(page)
    assert 'value="99"' in read(page)


def test_question_from_a_table_keeps_its_rules_and_the_way_back(client, db):
    sitting = make_sitting(make_club(), game="svoi_kozyri", rules={"deck": 24})
    kept = {"rules.deck": "24", "rules.pickup": "house", "table": str(sitting.pk)}

    page = client.get(BEATS, kept)

    assert page.status_code == 200
    assert f'href="/tables/{sitting.pk}/"' in read(page)
    assert 'name="top.0" value="9"' in read(page)
    assert 'name="top.0" value="8"' not in read(page)
    answer = client.get(BEATS, {**kept, "card.0": "8", "card.1": "clubs", "top.0": "9", "top.1": "clubs"})
    assert "There is no such card in this pack." in read(answer)
    assert f'name="table" value="{sitting.pk}"' in read(answer)


def test_nonsense_in_the_place_of_a_table_is_looked_past(client, db):
    page = client.get(PICKUP, {"table": "//example.org"})

    assert page.status_code == 200
    assert "Back to the table" not in read(page)


@pytest.fixture
def four(db):
    """A table of four."""
    return make_sitting(make_club(), players=4, game="svoi_kozyri")


def test_first_entry_asks_for_the_trumps_and_later_ones_know_them(client, four):
    client.force_login(owner_of(four.club))
    before = read(client.get(f"/tables/{four.pk}/"))
    record(four, {**FOUR, "finished": [0, 1, 2], "result": "loss"})

    after = read(client.get(f"/tables/{four.pk}/"))

    assert "Choose the trump suit of every player." in before
    assert "Tap the players in the order they go out." in after
    assert 'name="trumps.2" value="hearts" data-kept data-stays="hearts"' in after
    assert '<details class="quiet trumps" open>' in before
    assert '<details class="quiet trumps">' in after


def test_steps_take_players_out_without_scripts(client, four):
    client.force_login(owner_of(four.club))
    record(four, {**FOUR, "finished": [0, 1, 2], "result": "loss"})
    page = client.get(f"/tables/{four.pk}/").content.decode()

    for step in ('{"add":{"finished":2}}', '{"add":{"finished":0}}', '{"add":{"finished":3}}'):
        page = client.post(f"/tables/{four.pk}/step/", fill(page, step=step)).content.decode()
    assert "is left. Tap how it ended." in page
    page = client.post(f"/tables/{four.pk}/step/", fill(page, step='{"set":{"result":"draw"}}')).content.decode()
    client.post(f"/tables/{four.pk}/hands/", fill(page))

    hand = four.hands.get(number=2)
    assert hand.record["finished"] == [2, 0, 3]
    assert hand.record["result"] == "draw"
    assert hand.record["trumps"] == FOUR["trumps"]


def test_taken_suit_is_exchanged_without_scripts(client, four):
    client.force_login(owner_of(four.club))
    record(four, {**FOUR, "finished": [0, 1, 2], "result": "loss"})
    page = client.get(f"/tables/{four.pk}/").content.decode()

    step = '{"take":{"trumps.0":"spades"}}'
    page = client.post(f"/tables/{four.pk}/step/", fill(page, step=step)).content.decode()

    kept = fill(page)
    suits = [kept[f"trumps.{place}"] for place in range(4)]
    assert suits == [["spades"], ["diamonds"], ["hearts"], ["clubs"]]
    assert 'data-stays="clubs"' not in page


def test_sheet_says_trumps_order_and_what_was_left(client, four):
    client.force_login(owner_of(four.club))
    record(four, {**FOUR, "finished": [1, 0, 3], "result": "loss", "cards_left": 5})

    page = read(client.get(f"/tables/{four.pk}/"))

    row = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert [row.find(word) for word in ("2nd", "1st", "left with 5 cards", "3rd")] == sorted(
        row.find(word) for word in ("2nd", "1st", "left with 5 cards", "3rd")
    )
    assert -1 not in [row.find(word) for word in ("2nd", "1st", "left with 5 cards", "3rd")]


def test_cards_are_asked_for_where_they_count(client, db):
    counted = make_sitting(make_club(), players=3, game="svoi_kozyri", rules={"mode": "cards_left"})
    client.force_login(owner_of(counted.club))

    page = client.get(f"/tables/{counted.pk}/").content.decode()

    assert '<div class="group left-over" data-numbers>' in page
    assert "Cards left, if you count them" not in page
