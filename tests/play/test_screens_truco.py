"""The screens of truco: what a tap saves, what stands on the halves, the sheet in games, what a correction moves."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.reads import news_of, sheet_of
from tests.acting import fill, words
from tests.factories import make_club, make_player, make_sitting, owner_of, player_of, record

NAMES = ("Ana", "Bia", "Caio", "Davi")


def quick(winner: str, value: Any, how: str = "played") -> dict[str, Any]:
    return {"kind": "quick", "how": how, "winner": winner, "value": value}


def table(client: Any, **more: Any) -> Sitting:
    club = make_club()
    players = [make_player(club, name) for name in NAMES]
    client.force_login(owner_of(club))
    return make_sitting(club, players=players, game="truco", **more)


@pytest.fixture
def four(client, db):
    """A table of two sides, looked at by the owner of the club."""
    return table(client)


def page_of(client: Any, sitting: Sitting) -> Any:
    answer = client.get(f"/tables/{sitting.pk}/")
    assert answer.status_code == 200
    return answer


def tapped(client: Any, sitting: Sitting, words: str) -> Any:
    """What the button with these words sends."""
    page = page_of(client, sitting).content.decode()
    button = next(
        found
        for found in re.findall(r'<button type="submit" name="set-now".*?</button>', page, re.DOTALL)
        if words in " ".join(unescape(re.sub(r"<[^>]*>", " ", found)).split())
    )
    value = re.search(r'value="([^"]*)"', button)
    assert value
    return client.post(f"/tables/{sitting.pk}/hands/", fill(page, **{"set-now": unescape(value[1])}))


def test_one_tap_saves_a_hand_without_scripts(client, four):
    tapped(client, four, "Bia & Davi ran from seis +4")

    hand = four.hands.get(number=1)
    assert {name: hand.record[name] for name in ("how", "winner", "value")} == {
        "how": "ran",
        "winner": "A",
        "value": 4,
    }


def test_penalty_takes_its_points_from_the_box(client, four):
    page = page_of(client, four).content.decode()

    refused = client.post(f"/tables/{four.pk}/hands/", fill(page, **{"set-now": "kind=penalty&to=B"}))
    client.post(f"/tables/{four.pk}/hands/", fill(page, points="2", **{"set-now": "kind=penalty&to=B"}))
    tapped(client, four, "Ana & Caio gave up the game")

    assert refused.status_code == 422
    assert "A penalty is a whole number from 1 to 12." in words(refused)
    assert four.hands.get(number=1).record == {"kind": "penalty", "to": "B", "points": 2}
    assert four.hands.get(number=2).record == {"kind": "forfeit", "side": "A"}
    shown = words(page_of(client, four))
    assert "penalty +2" in shown
    assert "Ana & Caio gave up the game" in shown
    assert "Game 1, to Bia & Davi" in shown


def test_penalty_taken_back_stands_in_the_form_again(client, four):
    record(four, {"kind": "penalty", "to": "B", "points": 2})
    page = client.get(reverse("hand_correct", args=[four.pk, four.hands.get(number=1).pk]))

    assert 'name="points" value="2"' in page.content.decode()
    assert "result so far: Penalty points to Bia & Davi" in words(page)
    assert "result so far: Penalty points to Ana & Caio" not in words(page)


def test_halves_say_us_and_them_to_who_sits_there(client, db):
    club = make_club()
    players = [make_player(club, "Ana"), player_of(owner_of(club), club)]
    client.force_login(owner_of(club))
    sitting = make_sitting(club, players=players, game="truco")
    record(sitting, quick("A", 4))

    shown = words(page_of(client, sitting))

    assert "Them Ana 4" in shown
    assert "We won +2" in shown
    assert "They ran from truco +2" in shown


def test_phone_without_an_account_is_us_once_it_takes_a_seat(client, db):
    page = client.get("/tables/new/truco/").content.decode()
    client.post("/tables/new/truco/", fill(page, **{"seats.0.name": "Ana", "seats.1.name": "Bia"}))
    sitting = Sitting.objects.get()
    assert "Ana won +2" in words(page_of(client, sitting))
    assert "We won" not in words(page_of(client, sitting))

    client.post(reverse("seat_take", args=[sitting.pk, 1]))

    shown = words(page_of(client, sitting))
    assert "Them Ana 0" in shown
    assert "Us Bia 0" in shown


def test_hand_of_ten_and_iron_hand_stand_above_the_ladder(client, four):
    record(four, quick("A", 10))
    assert "Hand of ten Ana & Caio must decide." in words(page_of(client, four))
    record(four, quick("B", 4))
    record(four, quick("B", 2, "declined"))
    record(four, quick("B", 2, "declined"))
    record(four, quick("B", 2, "declined"))

    shown = words(page_of(client, four))

    assert "Iron hand The winner has the game." in shown
    assert "Nobody raises in an iron hand." in page_of(client, four).content.decode()


def test_nobody_is_offered_only_where_the_rules_know_it(client, four):
    assert "Nobody: all three rounds drawn" not in words(page_of(client, four))

    copag = table(client, rules={"all_tied": "nobody"})
    tapped(client, copag, "Nobody: all three rounds drawn")

    assert copag.hands.get(number=1).record["how"] == "nobody"


def step(client: Any, sitting: Sitting, page: str, taken: object) -> str:
    answer = client.post(f"/tables/{sitting.pk}/step/", fill(page, step=json.dumps(taken)))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_hand_is_told_step_by_step_without_scripts(client, four):
    page = page_of(client, four).content.decode()
    events = [
        {"t": "call", "by": "B"},
        {"t": "call", "by": "A"},
        {"t": "run", "by": "B"},
    ]
    page = step(client, four, page, {"set": {"kind": "full"}})
    for event in events:
        page = step(client, four, page, {"add": event})
    assert "Bia and Davi: truco, for 4" in page
    client.post(f"/tables/{four.pk}/hands/", fill(page))

    hand = four.hands.get(number=1)
    assert [event["t"] for event in hand.record["events"]] == ["call", "call", "run"]
    assert hand.outcome["detail"]["value"] == 4
    detail = words(client.get(reverse("hand_detail", args=[four.pk, hand.pk])))
    assert "Bia & Davi : raise" in detail or "Bia & Davi: raise" in detail


def test_step_back_leaves_the_result_entry_as_it_was(client, four):
    page = step(client, four, page_of(client, four).content.decode(), {"set": {"kind": "full"}})
    page = step(client, four, page, {"set": {"kind": "quick"}})

    assert 'name="kind" value="" data-kept' in page
    assert "How did it end?" in page


def test_envido_is_told_by_points(client, db):
    sitting = table(client, rules={"target": 30, "ladder": [1, 2, 3, 4], "special_at": None, "envido": True})
    page = step(client, sitting, page_of(client, sitting).content.decode(), {"set": {"kind": "full"}})
    page = step(client, sitting, page, {"add": {"call": "envido", "by": "A"}})
    page = step(client, sitting, page, {"add": {"call": "real", "by": "B"}})
    page = step(client, sitting, page, {"set": {"envido.answer": "accept"}})
    for _round in range(2):
        page = step(client, sitting, page, {"add": {"t": "round", "winner": "B"}})
    client.post(f"/tables/{sitting.pk}/hands/", fill(page, **{"envido.points.A": "31", "envido.points.B": "27"}))

    hand = sitting.hands.get(number=1)
    assert hand.record["envido"]["points"] == {"A": 31, "B": 27}
    assert hand.outcome["detail"]["points"] == [5, 1]


ARGENTINE = {"target": 30, "ladder": [1, 2, 3, 4], "special_at": None, "envido": True}


def test_envido_beside_a_result_is_saved_and_told_whole(client, db):
    sitting = table(client, rules=ARGENTINE)
    address, end = f"/tables/{sitting.pk}/hands/", {"set-now": "kind=quick&how=played&winner=A&value=1"}
    page = page_of(client, sitting).content.decode()
    page = step(client, sitting, page, {"set": {"envido": {"calls": ["envido"]}}})
    waiting = client.post(address, fill(page, **end))
    page = step(client, sitting, page, {"set": {"envido": {"calls": ["envido"], "answer": "accept", "winner": "B"}}})
    saved = client.post(address, fill(page, **end), follow=True)

    assert waiting.status_code == 422
    assert "Was the envido accepted or declined?" in words(waiting)
    assert sitting.hands.get(number=1).outcome["detail"]["points"] == [1, 2]
    assert "Hand 1 saved: Envido: 2 to Bia and Davi. Played: 1 to Ana and Caio, 1–2" in words(saved)


def test_plain_hand_is_saved_without_saying_how_it_ended(client, four):
    page = page_of(client, four).content.decode()
    value = "kind=quick&how=played&winner=A&value=4"

    saved = client.post(f"/tables/{four.pk}/hands/", fill(page, **{"set-now": value}), follow=True)

    assert "Hand 1 saved: 4 to Ana and Caio, 4–0" in words(saved)
    four.refresh_from_db()
    assert news_of(sheet_of(four)) == "Hand 1: 4 to Ana and Caio, 4–0. Games won: Ana & Caio 0, Bia & Davi 0"


def test_what_the_preview_adds_up_are_tentos_and_no_games(client, four):
    record(four, quick("A", 2))
    page = page_of(client, four).content.decode()
    page = step(client, four, page, {"set": {"kind": "full"}})
    for winner in "AA":
        page = step(client, four, page, {"add": {"t": "round", "winner": winner}})

    assert "Tentos of Ana: 2 + 2 =" in page
    assert "Games of Ana" not in page


def test_points_are_no_tentos_where_no_side_has_a_hand_of_ten(client, db):
    argentine = table(client, rules={"target": 30, "ladder": [1, 2, 3, 4], "special_at": None})
    record(argentine, quick("A", 4))
    hand = argentine.hands.get(number=1)

    sheet = words(page_of(client, argentine))
    page = words(client.get(reverse("hand_detail", args=[argentine.pk, hand.pk])))

    assert "Points of the games 4 0" in sheet
    assert "Tentos" not in sheet
    assert "For Counted as Counts Ana & Caio Points that count for the game Points of the games +4" in page


def test_correction_says_what_each_later_hand_becomes(client, four):
    record(four, quick("A", 10))
    record(four, quick("B", 4))
    first = four.hands.get(number=1)
    page = client.get(reverse("hand_correct", args=[four.pk, first.pk])).content.decode()

    answer = client.post(
        reverse("hand_correct", args=[four.pk, first.pk]),
        fill(page, **{"set-now": "kind=quick&how=played&winner=A&value=6"}),
        follow=True,
    )

    shown = words(answer)
    assert "Hand of ten, played: 4 to Bia and Davi, 10–4" in shown
    assert "Played: 4 to Bia and Davi, 6–4" in shown


def test_closing_and_print_tell_each_game(client, db):
    sitting = table(client, rules={"best_of": 3})
    for hand in (quick("A", 12), quick("B", 10), quick("B", 4), quick("A", 10), quick("A", 4)):
        record(sitting, hand)

    shown = words(page_of(client, sitting))
    printed = words(client.get(reverse("sitting_print", args=[sitting.pk])))

    assert "Game 1 Ana & Caio 12 : 0 Game 2 Bia & Davi hand of ten 0 : 14 Game 3 Ana & Caio hand of ten 14 : 0" in shown
    assert "14 (12)" in printed


def test_ladder_of_own_rules_is_typed_box_by_box(client, db):
    page = client.get("/tables/new/truco/").content.decode()
    opened = client.post(
        "/tables/new/truco/",
        fill(
            page,
            preset="own",
            **{
                "seats.0.name": "Ana",
                "seats.1.name": "Bia",
                "rules.ladder.0": "1",
                "rules.ladder.1": "3",
                "rules.ladder.2": "game",
                "rules.ladder.3": "",
                "rules.ladder.4": "",
                "rules.special_at": "",
            },
        ),
    )

    assert opened.status_code == 302
    sitting = Sitting.objects.get()
    assert sitting.rules["ladder"] == [1, 3, "game"]
    assert sitting.rules["special_at"] is None


def test_ladder_that_falls_is_refused_at_its_place(client, db):
    page = client.get("/tables/new/truco/").content.decode()
    refused = client.post(
        "/tables/new/truco/",
        fill(page, preset="own", **{"seats.0.name": "Ana", "seats.1.name": "Bia", "rules.ladder.1": "1"}),
    )

    assert refused.status_code == 422
    assert "Each value must be higher than the one before" in words(refused)


def test_calculator_works_by_tap_and_by_step(client, db):
    page = client.get("/rules/truco/worth/?rules=mineiro&size=4").content.decode()

    answer = client.post(
        "/rules/truco/worth/?rules=mineiro&size=4",
        fill(page, **{"set-now": "kind=quick&how=ran&winner=B&value=6"}),
    )

    assert "Ben" in words(answer)
    assert "+6" in words(answer).partition("Who gets what, and why")[2]
