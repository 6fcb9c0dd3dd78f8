"""The pages of a table: recording, the sheet, corrections, signatures."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.common.templatetags.scorekeeper import stop
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.services import confirm_hand
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.sheet.here import Here
from scorekeeper.play.upkeep.anchors import mark_of
from tests import factories
from tests.reading_pages import grid

pytestmark = pytest.mark.django_db

PLAIN = {
    "set-who": "kind=played&declarer=0",
    "contract": "spades",
    "set-run": "with=true&matadors=2",
    "outcome.won": "true",
}


def complete(club: Any) -> Sitting:
    """A list of three hands that only has to be signed."""
    sitting = factories.make_sitting(club, rules={"list_length": 3})
    factories.record_list(sitting, [factories.played(seat) for seat in range(3)])
    sitting.refresh_from_db()
    return sitting


def url(name: str, sitting: Sitting, *more: Any) -> str:
    return reverse(name, args=[sitting.pk, *more])


def post(client: Client, sitting: Sitting, htmx: bool = False, **more: Any):
    headers = {"HX-Request": "true"} if htmx else {}
    data = {**PLAIN, "key": str(uuid4()), "number": str(sitting.next_number), **more}
    return client.post(url("hand_create", sitting), data, headers=headers)


def preview(client: Client, sitting: Sitting, query: str = "", **fields: str):
    return client.post(url("hand_preview", sitting) + query, fields).json()


def test_the_table_asks_for_the_next_hand_and_shows_the_sheet(scorer, sitting):
    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert "Save hand 1" in page
    assert "Hand 1 of 36" in page
    assert "The first row appears when hand 1 is saved." in page


def test_a_hand_is_recorded_without_scripts(scorer, sitting):
    answer = post(scorer, sitting)

    assert answer.status_code == 302
    assert answer.url == url("sitting_detail", sitting) + "?saved=1"
    page = scorer.get(answer.url).content.decode()
    assert "Hand 1 saved: 33 to Anna" in page
    assert 'class="opens-row last"' in page


def test_htmx_gets_the_piece_with_a_fresh_form_and_undo(scorer, sitting):
    piece = post(scorer, sitting, htmx=True).content.decode()

    assert "<html" not in piece
    assert "Save hand 2" in piece
    assert "Hand 1 saved: 33 to Anna" in piece
    assert "Undo hand 1" in piece
    assert 'id="where" hx-swap-oob="true"' in piece


def test_sending_twice_records_once(scorer, sitting):
    key = str(uuid4())

    first = post(scorer, sitting, key=key)
    second = post(scorer, sitting, key=key)

    assert first.url == second.url
    assert Hand.objects.count() == 1


def test_a_refused_hand_keeps_what_was_typed_and_says_why_at_its_field(scorer, sitting):
    answer = post(scorer, sitting, bid="25")

    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'name="bid" value="25"' in page
    assert "This is not a bid in Skat" in page
    assert 'name="contract" value="spades" checked' in page
    assert not Hand.objects.exists()


def test_what_is_missing_is_refused_with_422(scorer, sitting):
    answer = scorer.post(url("hand_create", sitting), {})

    assert answer.status_code == 422
    assert "Choose the game that was played." in answer.content.decode()


def test_two_phones_with_the_same_number_are_told(scorer, sitting):
    post(scorer, sitting)

    answer = post(scorer, sitting, contract="hearts")

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Hand 1 has been recorded already." in page
    assert "33 to Anna" in page
    assert "Save hand 2" in page
    assert 'name="contract" value="hearts" checked' in page


def test_a_key_used_for_other_facts_comes_back_with_a_new_one(scorer, sitting):
    key = str(uuid4())
    post(scorer, sitting, key=key)

    answer = post(scorer, sitting, key=key, contract="hearts", number="2")

    assert answer.status_code == 409
    assert key not in answer.content.decode()


def test_a_hand_after_the_end_is_told_on_the_closing_block(scorer, club):
    sitting = complete(club)

    answer = post(scorer, sitting, number="")

    assert answer.status_code == 409
    assert "The list is complete" in answer.content.decode()


def test_the_preview_says_the_sentence_and_the_total(scorer, sitting):
    told = preview(scorer, sitting, **PLAIN)

    assert told["complete"] is True
    assert (told["play"], told["result"]) == ("With 2, game 3, times 11:", "33 to Anna")
    assert (told["sum"], told["total"]) == ("List total of Anna: 0 + 33 + 50 =", "83")
    assert told["save"] == "Save hand 1"


def test_the_preview_of_a_loss_is_minus(scorer, sitting):
    told = preview(scorer, sitting, **{**PLAIN, "outcome.won": "false"})

    assert told["result"] == "−66 to Anna"
    assert told["total"] == "−116"
    assert told["warnings"] == []


def test_without_scripts_no_pad_is_there_and_with_them_the_worth_is_read_out(scorer, sitting):
    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert len(re.findall(r"<div[^>]*\sdata-pad\s+hidden>", page)) == page.count("data-pad") > 0
    assert re.search(r'<div\s+data-tell\s+aria-live="polite">\s*<p[^>]*\sdata-say>', page)


def test_the_preview_says_what_is_missing_and_impossible(scorer, sitting):
    told = preview(scorer, sitting, contract="grand")

    assert told["complete"] is False
    assert told["problems"]["declarer"] == "Who was the declarer?"
    assert told["disabled"]["matadors"]["5"] == "This game has 1 to 4 matadors."
    assert told["disabled"]["schneider_announced"]["true"] == "Only in a hand game can it be announced."


def test_each_total_stands_in_the_row_of_its_hand_under_its_player(scorer, sitting):
    factories.record_list(sitting, [factories.played(0), factories.null(1, won=False), factories.played(2)])

    page = scorer.get(url("sitting_detail", sitting))

    sheet = grid(page, "Hands so far")
    assert sheet.heads == ["No.", "Game", "Value", "Anna, leads", "Jürgen", "Murat, leads"]
    rows = ("Hand 1", "Hand 2", "Hand 3", "Game points", "Won and lost", "Bonus Seeger-Fabian", "List total")
    assert [list(sheet.row(name).values())[2:] for name in rows] == [
        ["+24", "24", "", ""],
        ["-46", "", "-46", ""],
        ["+24", "", "", "24"],
        ["Game points", "24", "-46", "24"],
        ["Won and lost", "1 : 0", "0 : 1", "1 : 0"],
        ["Bonus Seeger-Fabian", "90", "-50", "90"],
        ["List total", "114", "-96", "114"],
    ]


def test_a_passed_hand_moves_nothing(scorer, sitting):
    told = preview(scorer, sitting, **{"set-who": "kind=passed"})

    assert told["complete"] is True
    assert told["sum"] == "The totals stay as they are."


def test_at_four_the_dealer_cannot_be_chosen(scorer, club):
    sitting = factories.make_sitting(club, players=4)

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert 'value="kind=played&amp;declarer=0" aria-disabled="true" data-why="At a table of four the dealer' in page


@pytest.mark.both_engines("a row is written or found in one statement", "play.passes.services")
def test_every_box_of_the_form_is_known_to_the_record(scorer, club):
    sitting = factories.make_sitting(club, rules={"kontra": True, "bock": True, "passed": "ramsch"})

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    for name in ("kontra", "re", "bock", "bock_rounds", "points.0", "tricks.2", "skat_points", "last_trick", "pushes"):
        assert f'name="{name}"' in page
    assert "kind=ramsch" in page


def test_undo_gives_the_entry_back(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand

    answer = scorer.post(url("hand_undo", sitting, hand.pk), headers={"HX-Request": "true"})

    page = answer.content.decode()
    assert "Hand 1 is taken back" in page
    assert 'name="contract" value="clubs" checked' in page
    assert "Save hand 1" in page


def test_undo_without_scripts_returns_to_the_table(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand

    assert scorer.post(url("hand_undo", sitting, hand.pk)).url == url("sitting_detail", sitting)


def test_undo_of_an_older_hand_is_a_conflict(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand
    factories.record(sitting, factories.played())

    answer = scorer.post(url("hand_undo", sitting, hand.pk))

    assert answer.status_code == 409
    assert "Other hands have been recorded since." in answer.content.decode()


def test_a_hand_shows_what_it_did_and_every_version(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand

    page = scorer.get(url("hand_detail", sitting, hand.pk)).content.decode()

    assert "With 1, game 2, times 12: 24 to Anna" in page
    assert "+50" in page
    assert "Every version" in page


def test_a_correction_is_previewed_then_asked_a_reason_then_written(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand
    factories.record(sitting, factories.played(1))
    address = url("hand_correct", sitting, hand.pk)

    form = scorer.get(address).content.decode()
    asked = scorer.post(address, PLAIN, follow=True)
    refused = scorer.post(address, {**PLAIN, "key": str(uuid4()), "reason": ""})
    done = scorer.post(address, {**PLAIN, "key": str(uuid4()), "reason": "spades, not clubs"})

    assert 'name="contract" value="clubs" checked' in form
    assert "What changes" in asked.content.decode()
    assert asked.redirect_chain[0][1] == 303  # its page has an address, so that one can come back to it
    assert "Correct: 33 to Anna" in asked.content.decode()
    assert (refused.status_code, "Give a reason" in refused.content.decode()) == (422, True)
    newest = sitting.hands.newest().get(number=1)
    assert done.url == url("hand_detail", sitting, newest.pk)
    assert newest.reason == "spades, not clubs"


def test_a_correction_the_rules_refuse_returns_to_the_form(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand

    answer = scorer.post(url("hand_correct", sitting, hand.pk), {**PLAIN, "bid": "25"})

    assert answer.status_code == 422
    assert "This is not a bid in Skat" in answer.content.decode()


def test_a_correction_of_a_replaced_version_is_told(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand
    factories.correct(hand, factories.played(1))

    answer = scorer.post(url("hand_correct", sitting, hand.pk), {**PLAIN, "key": str(uuid4()), "reason": "late"})

    assert answer.status_code == 409
    assert "has been changed in the meantime" in answer.content.decode()


def test_the_preview_of_a_correction_says_each_total(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand

    told = preview(scorer, sitting, f"?hand={hand.pk}", **PLAIN)

    assert told["sum"] == "Anna Kessler 74 → 83"
    assert scorer.post(url("hand_preview", sitting) + "?hand=nonsense", PLAIN).status_code == 404
    assert preview(scorer, sitting, f"?hand={hand.pk}")["complete"] is False


@pytest.mark.both_engines("a figure inside JSON")
def test_a_missing_bid_is_said_only_where_bids_are_written(scorer, sitting):
    lost = {**PLAIN, "outcome.won": "false"}
    before = preview(scorer, sitting, **lost)["warnings"]
    factories.record(sitting, factories.played(bid=18))
    after = preview(scorer, sitting, **lost)["warnings"]

    assert before == []
    assert after == ["Without the bid nobody knows whether this was overbid."]


def test_bierlachs_says_who_is_charged_and_who_pays(scorer, club):
    players = [factories.make_player(club, name) for name in ("Anna", "Bernd", "Clara")]
    rules = {"system": "bierlachs", "bierlachs_limit": 100}
    sitting = factories.make_sitting(club, players=players, rules=rules)
    told = preview(scorer, sitting, **PLAIN, bid="18")

    factories.record(sitting, factories.played(0, contract="grand", matadors=4))
    sitting.refresh_from_db()
    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert told["result"] == "33 against Bernd and Clara"
    assert (told["sum"], told["total"]) == ("Bernd 0 → −33, Clara 0 → −33", "")
    assert "Bernd and Clara have reached 100 and pay." in page


def test_the_sheet_the_hand_and_the_print_explain_themselves(scorer, club):
    sitting = factories.make_sitting(club, rules={"passed": "ramsch", "kontra": True})
    overbid = factories.played(0, contract="clubs", matadors=1, bid=48, kontra=True, declarer_points=75)
    factories.record(sitting, overbid)
    counted = {"points": [55, 30, 25], "tricks": [4, 3, 3], "skat_points": 10, "pushes": 1}
    ramsch = factories.record(sitting, {"kind": "ramsch", **counted}).hand

    sheet = scorer.get(url("sitting_detail", sitting)).content.decode()
    hand = scorer.get(url("hand_detail", sitting, ramsch.pk)).content.decode()
    paper = scorer.get(url("sitting_print", sitting)).content.decode()

    assert "overbid 48" in sheet
    assert '<abbr title="kontra: counts double">K</abbr>' in sheet
    assert "55 card points + 10 in the skat, pushed once: times 2" in hand
    assert "10 points in the skat. Pushed once." in hand
    assert "<small>o</small><small>K</small>" in paper
    assert '<td class="r lost">130</td>' in paper
    assert "o overbid, K kontra, R re, B Bock" in paper


def test_a_list_ended_early_says_after_which_hand(scorer, sitting):
    factories.record(sitting, factories.played())
    scorer.post(url("sitting_end", sitting), {"reason": "the time is up"})

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    assert "Ended early after hand 1 of 36" in page
    assert "The list is complete" not in page


def test_a_sentence_has_one_full_stop():
    assert stop("24 to Anna") == "."
    assert stop("24 to Wolfgang P.") == ""


def test_an_old_sheet_says_on_which_day_it_was_closed(scorer, club, monkeypatch):
    sitting = complete(club)
    for number in range(3):
        scorer.post(url("seat_sign", sitting, number), {"head": sitting.head})
    address = url("sitting_detail", sitting)
    same_day = scorer.get(address).content.decode()
    monkeypatch.setattr(Here, "now", timezone.now() + timedelta(days=40))
    later = scorer.get(address).content.decode()

    assert re.search(r"Signed by all and closed at \d", same_day)
    assert re.search(r"Signed by all and closed on .* at \d", later)


def test_a_phone_that_looks_again_gets_nothing_while_nothing_is_new(scorer, sitting):
    address = url("sitting_detail", sitting)

    stamp = re.search(r'data-revision="([^"]+)"', scorer.get(address).content.decode()).group(1)

    unchanged = scorer.get(f"{address}?since={stamp}")
    factories.record(sitting, factories.played())
    changed = scorer.get(f"{address}?since={stamp}", headers={"HX-Request": "true"})

    assert unchanged.status_code == 204
    assert changed.status_code == 200


def test_one_tap_puts_the_dealer_right_and_keeps_the_entry(scorer, sitting):
    answer = scorer.post(url("dealer_set", sitting), {**PLAIN, "seat": "1"}, headers={"HX-Request": "true"})

    page = answer.content.decode()
    assert "Jürgen deals." in page
    assert 'name="contract" value="spades" checked' in page
    assert scorer.post(url("dealer_set", sitting), {"seat": "2"}).url == url("sitting_detail", sitting)
    assert scorer.post(url("dealer_set", sitting), {"seat": "x"}).status_code == 422


def test_somebody_leaves_early_and_comes_back(scorer, club):
    sitting = factories.make_sitting(club, players=4)

    refused = scorer.post(url("seat_leave", sitting, 3), {"reason": ""})
    scorer.post(url("seat_leave", sitting, 3), {"reason": "the last bus"})
    small = scorer.get(url("sitting_seats", sitting)).content.decode()
    gone = sitting.seats.get(number=3)
    back = scorer.post(url("seat_join", sitting), {"player": str(gone.player_id), "confirmed": "1"})

    assert refused.status_code == 422
    assert "has left" in small
    assert back.url == url("sitting_seats", sitting)
    gone.refresh_from_db()
    assert gone.is_active


def test_who_comes_late_may_be_somebody_known(scorer, sitting, club):
    factories.make_player(club, "Heike Wolff")

    asked = scorer.post(url("seat_join", sitting), {"name": "Heike Wolf"})
    shown = scorer.post(url("seat_join", sitting), {"name": "Heike Wolf", "new": "1"})
    new = scorer.post(url("seat_join", sitting), {"name": "Heike Wolf", "new": "1", "confirmed": "1"})

    assert asked.status_code == 422
    assert "Is this Heike Wolff?" in asked.content.decode()
    assert (shown.status_code, new.status_code) == (200, 302)
    assert scorer.post(url("seat_join", sitting), {"name": "heike wolff"}).status_code == 422  # a fifth at the table


@pytest.mark.parametrize("players", [3, 4])
def test_the_printed_list_holds_every_hand_that_counts(scorer, club, players):
    sitting = factories.make_sitting(club, players=players)
    hand = factories.record(sitting, factories.played(1)).hand
    factories.record(sitting, factories.null(2, won=False))
    factories.record(sitting, factories.passed())
    factories.correct(hand, None)

    page = scorer.get(url("sitting_print", sitting)).content.decode()

    sitting.refresh_from_db()
    assert "Check: 0 won + 1 lost + 1 passed = 2" in page
    assert "Struck:" in page
    assert sitting.code in page
    assert mark_of(sitting) in page


@pytest.mark.parametrize("name", ["sitting_detail", "sitting_print", "sitting_seats"])
def test_a_page_costs_the_same_with_one_hand_and_with_three(scorer, sitting, name, django_assert_num_queries):
    hand = factories.record(sitting, factories.played()).hand
    phone = Actor(device=factories.make_device(sitting, 1))
    confirm_hand(sitting_id=sitting.pk, by=phone, hand_id=hand.pk, now=factories.NOW)
    scorer.get(url(name, sitting))  # who has the table open is written down once a minute
    with django_assert_num_queries(QUERIES[name]):
        scorer.get(url(name, sitting))
    factories.record(sitting, factories.played(1))
    factories.record(sitting, factories.played(2))

    with django_assert_num_queries(QUERIES[name]):
        scorer.get(url(name, sitting))


QUERIES = {"sitting_detail": 11, "sitting_print": 11, "sitting_seats": 7}


def test_a_sheet_closed_without_signatures_does_not_say_it_is_signed(scorer, club):
    signed, unsigned = complete(club), complete(club)
    factories.sign_all(signed)
    scorer.post(url("sitting_close", unsigned), {"reason": "Murat had to leave"})

    pages = [scorer.get(url("sitting_detail", sitting)).content.decode() for sitting in (signed, unsigned)]
    refused = post(scorer, unsigned).content.decode()

    assert "Closed, signed by all" in pages[0]
    assert "signed by all" not in pages[1]
    assert '<span id="where">Closed. ' in pages[1]
    assert "This sheet is closed. A director can reopen it." in refused


def test_a_table_offers_the_files_of_its_sheet_once_in_the_line_that_opens(scorer, club):
    sitting = factories.make_sitting(club)
    factories.record(sitting)
    factories.finish(sitting)

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    before, _line, doors = page.partition('id="this-table"')
    offered = re.findall(r'href="[^"]*/(\w+\.(?:csv|xlsx|a5\.pdf|pdf)[^"]*)"', page)
    assert offered == ["sheet.csv", "sheet.xlsx", "sheet.csv?separator=semicolon", "sheet.pdf", "sheet.a5.pdf"]
    assert "sheet.csv" not in before
    assert all(url(name, sitting) in doors for name in ("sitting_seats", "sitting_print", "sitting_rules"))
    assert " open" not in doors.partition(">")[0]


def test_what_happened_at_the_table_stands_under_the_sheet(scorer, club):
    sitting = factories.make_sitting(club, players=[factories.make_player(club, name) for name in "ABCD"])
    scorer.post(url("seat_leave", sitting, 3), {"reason": "the last <train>"})
    factories.finish(sitting)
    scorer.post(url("sitting_reopen", sitting), {"reason": "hand 2 was mine"})

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    before, _title, after = page.partition("What happened at this table")
    told = after[: after.index("</ol>")]
    newest_first = ("hand 2 was mine", "closed", "it is late", "the last &lt;train&gt;", "opened")
    places = [told.rindex(text) for text in newest_first]
    assert places == sorted(places)
    assert "<b>D</b> · left the table" in told
    assert re.search(r"<details[^>]*><summary><h2>$", before.rstrip())
    assert "the last" not in scorer.get(url("sitting_print", sitting)).content.decode()


def test_the_chart_has_its_figures_as_a_table(scorer, sitting):
    hands = factories.record_list(sitting, [factories.played(0), factories.null(1, won=False), factories.played(2)])
    factories.correct(hands[2], None)

    page = scorer.get(url("sitting_detail", sitting)).content.decode()

    chart, _summary, rest = page.partition("As a table")
    assert "Jürgen Brandt has −96." in chart
    rows = re.findall(r'<tr><th scope="row" class="no">(.*?)</th>(.*?)</tr>', rest)
    assert [(number, re.findall(r"\d+(?=<)", cells)) for number, cells in rows] == [
        ("2", ["114", "96", "40"]),
        ("1", ["74", "0", "0"]),
    ]
    assert rest.count('<span class="minus">−96</span>') == 1


def test_what_would_be_due_stands_apart_from_the_points(scorer, club):
    money = {"stake_per_point": 5, "loss_fee": {"each": 50, "from_fourth": 100}}
    sittings = [factories.make_sitting(club, rules={"list_length": 3, **more}) for more in (money, {})]
    for sitting in sittings:
        factories.record_list(sitting, [factories.played(0), factories.null(1, won=False), factories.passed()])

    pages = [
        [scorer.get(url(name, s)).content.decode() for name in ("sitting_detail", "sitting_print")] for s in sittings
    ]

    # 114, -96 and 40 points: differences of 284, -346 and 62
    lines = {"Stake: 0.05 a point": ["14.20", "−17.30", "3.10"], "Fees for lost games": ["0.00", "−0.50", "0.00"]}
    for page in pages[0]:
        assert "what would be due" in page
        for label, amounts in lines.items():
            row = page.partition(f'<th scope="row">{label}</th>')[2].partition("</tr>")[0]
            assert re.findall(r">([^<]+)</td>", row) == amounts
    assert not any("would be due" in page for page in pages[1])


def test_no_page_has_code_or_style_of_its_own(scorer, sitting):
    hand = factories.record(sitting, factories.played()).hand
    pages = [
        url(name, sitting) for name in ("sitting_detail", "sitting_seats", "table_pass", "sitting_print", "sitting_end")
    ]

    for address in [*pages, url("hand_detail", sitting, hand.pk), url("hand_correct", sitting, hand.pk)]:
        page = scorer.get(address).content.decode()
        assert " style=" not in page
        assert "onclick" not in page
