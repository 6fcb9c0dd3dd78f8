"""Cards, empty sheets and receipts as files to print, on A4 and A5."""

import re
from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from scorekeeper.common.tables.files import printed
from scorekeeper.payouts.pools.awarding import award
from scorekeeper.payouts.pools.records import PoolAward
from scorekeeper.play.models import TablePass
from scorekeeper.play.passes.services import short_code
from scorekeeper.tournaments.drawings.bracket import bracket_pdf
from scorekeeper.tournaments.drawings.cards import cards_pdf, receipts_pdf, sheets_pdf
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.papers.reads import awarded, blanks_of, cards_of, seats_out
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import make_knockout, move, out
from tests.factories.matches import make_bracket, make_duels
from tests.factories.tournaments import come, make_cup, publish
from tests.languages.pseudo import spoken
from tests.papers import assert_tagged, tags, text_of
from tests.tournaments.test_prizes import ended, finished, with_pool

pytestmark = pytest.mark.django_db
WIDTHS = {"pdf": 210, "a5": 148}


def owner(stage):
    client = Client()
    client.force_login(factories.owner_of(stage.club))
    return client


def pages(client, name, key, form="pdf"):
    """The text of each page, in one line."""
    answer = client.get(reverse(name, args=[key]), {"as": form})
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("attachment")
    read = PdfReader(BytesIO(answer.content), strict=True).pages
    assert {round(float(page.mediabox.width) * 25.4 / 72) for page in read} == {WIDTHS[form]}
    return [" ".join(page.extract_text().split()) for page in read]


@pytest.mark.parametrize(("form", "count"), [("pdf", 2), ("a5", 8)])
def test_cards_have_their_table_its_people_and_the_code(form, count):
    stage = make_cup(people=31, plan=TablesPlan(rounds=1))
    one, desk = publish(stage), owner(stage)
    desk.post(reverse("cards_print", args=[one.pk]))

    found = pages(desk, "cards_print", one.pk, form)

    assert len(found) == count
    text = " ".join(found)
    assert [text.count(f"Table {table}") for table in range(1, 9)] == [1] * 8
    assert all(short_code(each) in text for each in TablePass.objects.all())
    assert all(f"Guest {number:02}" in text for number in range(1, 32))
    assert text.count("round 1") == 8


def test_cards_of_a_knock_out_are_of_who_sits_there_now():
    one = make_knockout(people=7, seats=4)
    for number in (1, 2, 3):
        out(one, number)
        move(one)
    text = " ".join(pages(owner(one), "cards_print", one.pk))
    assert "Guest 07" in text
    assert "Guest 01" not in text


@pytest.mark.parametrize(("form", "count", "lines"), [("pdf", 1, {48: 1}), ("a5", 2, {24: 1, 25: 1})])
def test_an_empty_sheet_goes_on_where_its_lines_would_be_too_low(form, count, lines):
    stage = make_cup(people=4, plan=TablesPlan(rounds=1), rules={"list_length": 48}, name="Preisskat")
    one = publish(stage)

    found = pages(owner(stage), "sheets_print", one.pk, form)

    assert len(found) == count
    for number, text in enumerate(found, 1):
        assert "Preisskat" in text
        assert all(f"Guest {guest:02}" in text for guest in range(1, 5))
        assert all(word in text for word in ("Schneider", "Passed", "Total", "Signature"))
        assert ("(1/2)" in text, "(2/2)" in text) == (count == 2 and number == 1, number == 2)
    assert all(f" {line} " in found[number - 1 if line < 25 else -1] for line, number in lines.items())


@pytest.mark.parametrize(("paper", "count"), [("", 1), ("a5", 2)])
def test_the_page_of_sheets_has_as_many_as_the_file(paper, count):
    stage = make_cup(people=4, plan=TablesPlan(rounds=1), rules={"list_length": 48})
    one = publish(stage)

    page = owner(stage).get(reverse("sheets_print", args=[one.pk]), {"paper": paper}).content.decode()

    assert page.count("<article") == count
    assert [int(number) for number in re.findall(r'<td class="nr">(\d+)</td>', page)] == list(range(1, 49))
    assert [f"({number}/2)" in page for number in (1, 2)] == [count == 2] * 2


@pytest.mark.parametrize("form", WIDTHS)
def test_a_sheet_names_who_sits_there_and_below_it_the_team(form):
    stage = make_cup(people=0, plan=TablesPlan(rounds=1, style="team", size=3), of="teams", team_size=3)
    for team in ("Teufelsmoor", "Buchenwinkel", "Lindenhofallee"):
        come(
            stage, *(f"{name} {team[:1]}. Schönfeld-Hartmann" for name in ("Kurt", "Petra", "Annemarie")), entrant=team
        )
    one, desk = publish(stage), owner(stage)

    text = " ".join(pages(desk, "sheets_print", one.pk, form))
    page = desk.get(reverse("sheets_print", args=[one.pk])).content.decode()

    assert "…" not in text
    for team in ("Teufelsmoor", "Buchenwinkel", "Lindenhofallee"):
        assert text.count(team) == 6 * (1 + text.count("(2/2)") // 3), "above the lines and the sums of each page"
    assert page.count("<small>Teufelsmoor</small>") == 6, "above the lines and above the sums of each table"


def test_an_empty_sheet_of_any_game_has_two_columns_a_side():
    stage = make_duels(RoundRobinPlan(), 2)
    one = publish(stage)

    [text] = pages(owner(stage), "sheets_print", one.pk)

    assert text.count("Points") == 2
    assert "What was played" in text


@pytest.mark.parametrize(("form", "count"), [("pdf", 1), ("a5", 2)])
def test_a_receipt_for_each_prize(form, count):
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    season, by = with_pool(stage)
    finished(stage)
    ended(stage)
    award(PoolAward(), competition=season, by=by, key=uuid4(), now=NOW)

    found = pages(owner(stage), "receipts_print", stage.tournament_id, form)

    assert len(found) == count
    text = " ".join(found)
    assert text.count("Signature") == 3
    assert "20.00 € for place 1 received by Guest 01" in text.replace("\u00a0", " ")
    assert text.count("places 2 to 3, shared") == 2


@pytest.mark.parametrize("name", ["cards_print", "sheets_print"])
def test_names_of_any_length_and_script_are_drawn(name):
    stage = make_cup(people=1, plan=TablesPlan(rounds=1))
    for text in ("Maximiliane-Charlotte von Hohenstein-Weißenfels und Greiffenberg", "שרה כהן", "محمد عبد الرحمن"):
        come(stage, text)
    one = publish(stage)

    for form in WIDTHS:
        [text] = (
            pages(owner(stage), name, one.pk, form)
            if name == "cards_print"
            else [" ".join(pages(owner(stage), name, one.pk, form))]
        )
        assert "Maximiliane" in text
        assert "\ufffd" not in text


def every_kind(size):
    """{kind: the paper}, in the language that is spoken."""
    stage = make_cup(people=4, plan=TablesPlan(rounds=1), name="Preisskat")
    season, by = with_pool(stage)
    finished(stage)
    one = stage.rounds.get()
    ended(stage)
    award(PoolAward(), competition=season, by=by, key=uuid4(), now=NOW)
    bracket = make_bracket(8)
    publish(bracket)
    coded = [(card, "https://example.org/j/A", "ABC") for card in cards_of(one, NOW)]
    return {
        "list": printed(seats_out(one), size, NOW),
        "cards": cards_pdf(one, coded, size, NOW),
        "sheets": sheets_pdf(one, blanks_of(one), size, NOW),
        "receipts": receipts_pdf(stage.tournament, awarded(stage.tournament), size, NOW),
        "bracket": bracket_pdf(format_of(bracket).paper(bracket, official=False), size, NOW),
    }


@pytest.mark.parametrize("size", ["A4", "A5"])
def test_no_paper_cuts_a_word_of_a_language_that_is_longer_by_half(size):
    with spoken():
        papers = every_kind(size)

    cut = {
        kind: [line for page in PdfReader(BytesIO(file)).pages for line in text_of(page).splitlines() if "…" in line]
        for kind, file in papers.items()
    }
    assert {kind: found for kind, found in cut.items() if found} == {}


@pytest.mark.parametrize(
    ("language", "font"),
    [("gu", "NotoSansGujarati-Bold"), ("pa", "NotoSansGurmukhi-Bold"), ("ru", "NotoSans-Bold")],
)
def test_headings_are_bold_in_every_script(language, font):
    one = publish(make_cup(people=4, plan=TablesPlan(rounds=1)))
    with translation.override(language):
        file = sheets_pdf(one, blanks_of(one), "A4", NOW)

    fonts = PdfReader(BytesIO(file)).pages[0]["/Resources"]["/Font"].values()
    assert font in {each.get_object()["/BaseFont"].partition("+")[2] for each in fonts}


@pytest.mark.parametrize(("language", "tag"), [("de", "de"), ("pa", "pa")])
def test_every_kind_of_paper_is_read_aloud_in_its_order(language, tag):
    with translation.override(language):
        papers = every_kind("A4")

    for file in papers.values():
        title = PdfReader(BytesIO(file)).metadata.title
        assert_tagged(file, tag, title)
    found = {name: list(tags(file)) for name, file in papers.items()}
    assert {name: read.count("Table") for name, read in found.items()} == {
        "list": 1,
        "cards": 0,
        "sheets": 2,
        "receipts": 0,
        "bracket": 0,
    }
    assert found["list"].count("TH") == 5
    assert {"THead", "TH", "TBody", "TD"} <= set(found["sheets"])
    assert found["cards"].count("Figure") == found["cards"].count("H1") == 1
    assert found["receipts"].count("H1") == 3
    assert found["bracket"].count("H2") == 3, "the upper and the lower bracket, and the finals"
    assert found["bracket"][found["bracket"].index("H2") + 1 :][:2] == ["H3", "P"], "a round, then its matches"
