"""The screens of Palace Poker: the quick entry, a log by steps, what can be carried from one to the other, the page of
a hand, the rules."""

import json
import re
from html import unescape
from typing import Any

import pytest

from tests.acting import fill, read, words
from tests.factories import make_club, make_sitting, owner_of, record

ACTIONS = [
    {"by": 0, "do": "buy"},
    {"by": 1, "do": "battle", "target": 0, "responses": [{"by": 0, "do": "call"}], "winner": 1},
    {"by": 2, "do": "fold"},
]
LOG = {"kind": "log", "banners": ["Ks", "7h", "Qd"], "actions": ACTIONS, "dealer": 2}


@pytest.fixture
def three(client, db):
    """A table of three, looked at by who keeps its sheet."""
    sitting = make_sitting(make_club(), players=3, game="palace_poker")
    client.force_login(owner_of(sitting.club))
    return sitting


def stepping(client: Any, sitting: Any, page: str, *steps: dict[str, Any], **more: str) -> str:
    """The page after these steps, one after the other, as without scripts."""
    for step in steps:
        page = client.post(f"/tables/{sitting.pk}/step/", fill(page, step=json.dumps(step), **more)).content.decode()
    return page


def test_quick_entry_begins_with_the_ante_of_everybody(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()

    assert page.count('value="2" data-number data-stays="2"') == 3
    assert page.count('data-by="5"') == 3
    assert "What did each player put in, and who won the pot?" in page


def test_quick_hand_is_recorded_without_scripts(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()

    client.post(f"/tables/{three.pk}/hands/", fill(page, **{"contributions.1": "12", "ranking.1": "1"}))

    hand = three.hands.get()
    assert hand.record["contributions"] == [2, 12, 2]
    assert hand.outcome["detail"]["net"] == [-2, 4, -2]


def test_what_cannot_be_is_refused_and_stays_in_its_box(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()

    answer = client.post(f"/tables/{three.pk}/hands/", fill(page, **{"contributions.1": "4", "ranking.1": "1"}))

    assert answer.status_code == 422
    assert 'name="contributions.1" value="4"' in answer.content.decode()
    assert "No bets at these stakes add up to this amount." in read(answer)


def test_amounts_of_a_table_with_decimals_are_written_with_them(client, db):
    sitting = make_sitting(
        make_club(), players=2, game="palace_poker", rules={"unit": "€", "decimals": 2, "small_bet": 50}
    )
    client.force_login(owner_of(sitting.club))
    page = client.get(f"/tables/{sitting.pk}/").content.decode()

    assert 'name="cents-contributions.0" value="0.25"' in page
    filled = {"cents-contributions.0": "1.25", "cents-contributions.1": "0.75", "ranking.0": "1"}
    answer = client.post(f"/tables/{sitting.pk}/hands/", fill(page, **filled), follow=True)

    assert sitting.hands.get().record["contributions"] == [125, 75]
    assert "2.00 € to " in words(answer)


def test_log_is_kept_by_steps_without_scripts(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()
    page = stepping(client, three, page, {"to": "log"}, {"set": {"banners": LOG["banners"]}})
    assert " do?" in page

    page = stepping(client, three, page, *({"add": {"by": seat, "do": "fold"}} for seat in (1, 2)))

    assert "One player is left." in page
    client.post(f"/tables/{three.pk}/hands/", fill(page))
    hand = three.hands.get()
    assert (hand.record["kind"], hand.outcome["detail"]["net"]) == ("log", [4, -2, -2])


def test_quick_entry_remembers_what_was_put_in_while_nothing_happens_in_the_log(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()

    page = stepping(client, three, page, {"to": "log"}, **{"contributions.1": "12"})
    kept = json.loads(dict(fill(page))["screen-quick"][0])
    page = stepping(client, three, page, {"to": "quick", "kept": kept})

    assert 'name="contributions.1" value="12"' in page


def test_what_the_rules_refuse_in_a_log_is_said_and_can_be_taken_back(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()
    page = stepping(client, three, page, {"to": "log"}, {"set": {"banners": LOG["banners"]}})

    page = stepping(client, three, page, {"add": {"by": 0, "do": "stay"}})

    assert "It was not this player’s turn." in page
    assert "It was not this player’s turn." not in stepping(client, three, page, {"back": True})


def test_page_of_a_logged_hand_tells_battles_pots_and_every_chip(client, three):
    hand = record(three, LOG).hand

    page = words(client.get(f"/tables/{three.pk}/hands/{hand.pk}/"))

    assert "Attacker Defender Winner Decided by" in page
    assert "as entered" in page
    assert "Player Ante Soldiers Battles Put in Got Net" in page
    assert "buys a soldier" in page
    assert "a soldier 5" in page


def test_rake_and_odd_chips_stand_at_their_places(client, db):
    sitting = make_sitting(make_club(), players=3, game="palace_poker", rules={"rake_bp": 1000, "odd_chips": "carry"})
    client.force_login(owner_of(sitting.club))
    hand = record(
        sitting, {"kind": "quick", "contributions": [7, 7, 7], "ranking": [1, 1, None], "end": "showdown"}
    ).hand

    page = words(client.get(f"/tables/{sitting.pk}/hands/{hand.pk}/"))
    entry = words(client.get(f"/tables/{sitting.pk}/"))

    assert "House 21" in page  # the head of the last column, then the pot
    assert "1 stays in the pot for the next hand." in page
    assert "1 from the last hand lies in the pot." in entry
    assert "showdown house 2 1 left" in entry


def test_logged_hand_can_be_corrected_step_by_step(client, three):
    hand = record(three, LOG).hand

    page = client.get(f"/tables/{three.pk}/hands/{hand.pk}/correct/").content.decode()

    assert "One player is left." in page
    assert "The totals stay as they are." in page
    answer = client.post(f"/tables/{three.pk}/step/?hand={hand.pk}", fill(page, step='{"back":true}'))
    assert " do?" in read(answer)


@pytest.mark.parametrize("where", ["/rules/palace_poker/", "/rules/palace_poker/worth/"])
def test_rules_and_calculator_need_no_account(client, db, where):
    assert client.get(where).status_code == 200


def test_calculator_takes_a_log(client, db):
    page = client.get("/rules/palace_poker/worth/").content.decode()
    where = re.search(r'data-step="([^"]+)"', page)
    assert where

    answer = client.post(unescape(where[1]), fill(page, step='{"to":"log"}'))

    assert "Which banner does" in read(answer)


def bought(seats: tuple[int, ...], *, times: int, named: bool = False) -> list[dict[str, Any]]:
    """So many rounds in which these buy and the others stay; the third does not get a turn after the last."""
    cards = iter(("2c", "3d", "2h", "5d", "8c", "6d", "9c", "Tc", "Jc", "4d", "7d", "8d"))
    return [
        {"by": seat, "do": "buy", **({"card": next(cards)} if named else {})}
        if seat in seats
        else {"by": seat, "do": "stay"}
        for _ in range(times)
        for seat in (0, 1, 2)
    ]


CALLED = {"by": 0, "do": "battle", "target": 1, "responses": [{"by": 1, "do": "call"}], "winner": 0}


@pytest.mark.parametrize(
    ("fields", "actions", "said", "buttons"),
    [
        ({}, [*bought((0, 1), times=3), CALLED], "What does", ['aria-label="Keep 5"', 'aria-label="Keep 0"']),
        (
            {"cards": "full"},
            [*bought((0, 1), times=3, named=True), CALLED],
            "What does",
            ['aria-label="Discard 2 of clubs"', 'aria-label="Discard 7 of hearts"'],
        ),
        ({}, [*bought((0,), times=5), {"by": 0, "do": "buy"}], "discard?", ["<span>Discard one</span>"]),
        (
            {"cards": "full"},
            [*bought((0,), times=5, named=True), {"by": 0, "do": "buy", "card": "Jc"}],
            "discard?",
            ['data-stay="goes-6"'],
        ),
        ({"cards": "full"}, bought((0,), times=1, named=True), " do?", ['data-stay="goes-2c"']),
        (
            {"stacks.0": "50", "stacks.1": "7", "stacks.2": "50"},
            [
                {"by": 0, "do": "stay"},
                {"by": 1, "do": "buy"},
                {"by": 2, "do": "buy"},
                *({"by": seat, "do": "stay"} for seat in (0, 1, 2)),
            ],
            "Who has the best hand?",
            ['data-stay="best-1"'],
        ),
    ],
)
def test_log_asks_for_what_is_open(client, three, fields, actions, said, buttons):
    page = client.get(f"/tables/{three.pk}/").content.decode()
    page = stepping(client, three, page, {"to": "log"}, {"set": {"banners": LOG["banners"]}})

    answer = client.post(
        f"/tables/{three.pk}/step/",
        fill(page, step="null", **{"json-actions": json.dumps(actions), "dealer": "2", **fields}),
    )

    assert said in read(answer)
    assert [button for button in buttons if button not in read(answer)] == []


def test_next_best_hand_and_parts_of_the_pot_are_shown_where_somebody_is_all_in(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()
    page = stepping(client, three, page, {"to": "log"}, {"set": {"banners": LOG["banners"]}})
    actions = [{"by": 0, "do": "buy"}, *({"by": seat, "do": "stay"} for seat in (1, 2, 0))]
    filled = {"json-actions": json.dumps(actions), "dealer": "2", "stacks.0": "50", "stacks.1": "2", "stacks.2": "50"}

    answer = client.post(f"/tables/{three.pk}/step/", fill(page, step='{"set":{"showdown":[null,1,null]}}', **filled))

    assert 'data-stay="next-0"' in read(answer)
    assert "Who can win which part" in read(answer)


def test_no_limit_asks_for_amounts(client, db):
    sitting = make_sitting(make_club(), players=2, game="palace_poker", rules={"limit": "no_limit"})
    client.force_login(owner_of(sitting.club))
    page = client.get(f"/tables/{sitting.pk}/").content.decode()
    page = stepping(client, sitting, page, {"to": "log"}, {"set": {"banners": ["Ks", "7h"]}})
    actor = 1  # the dealer is the first seat
    page = stepping(
        client,
        sitting,
        page,
        {"add": {"by": actor, "do": "battle", "target": 0, "bet": {"screen": "bet"}}},
        **{"screen-bet": "20"},
    )

    assert 'name="screen-raise" value="10"' in page
    assert "attacks" in page
    page = stepping(
        client,
        sitting,
        page,
        {"add": {"by": 0, "do": "raise", "amount": {"screen": "raise"}}},
        **{"screen-raise": "35"},
    )
    assert json.loads(dict(fill(page))["json-actions"][0])[0]["responses"][0]["amount"] == 35
