"""Every template can be read: what it loads, extends and includes by name is there. Tables are drawn by one of them."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"

# Who writes a table by hand, and what it is that no `Table` says.
DRAWN_BY = {
    "components/_table.html": "a Table on a page",
    "components/paper.html": "a Table on paper",
    "standings/_standing.html": "a Standing on a page, with its opened row",
    "sharing/_screen.html": "a Standing on the screen of a room",
}
BOARDS = {"draws/desk/_table.html": "the tables that are on, with their menus; its file is made of a Table"}
SHEETS = {
    "play/_sheet.html",
    *(f"games/{game}/_sheet.html" for game in ("svoi_kozyri", "tonk", "truco")),
    "play/home_newcomer.html",  # a made-up example
}
NOT_RECORDED_YET = {"games/palace_poker/_events.html", "games/tonk/_told.html"}
PAPERS = {
    "games/_blank.html",
    "games/_print.html",
    "games/_print_end.html",
    "games/skat/_blank.html",
    "games/skat/_print.html",
    "games/tonk/_print.html",
    "games/truco/_print.html",
    "leagues/match_day_print.html",
    "payouts/_bank_print.html",
    "tournaments/sheets.html",
}
BY_HAND = {*DRAWN_BY, *BOARDS, *SHEETS, *NOT_RECORDED_YET, *PAPERS}


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*") if path.is_file())
)
def test_every_template_compiles(name: str) -> None:
    get_template(name)


def test_every_table_of_data_is_drawn_by_one_template() -> None:
    found = {
        path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html") if "<table" in path.read_text()
    }

    assert found == BY_HAND


PAD = '{% include "play/_pad.html" %}'
NUMBER = re.compile(r"""data-number\s+\{% wrong entry ["']([\w.]+)""")  # a box that the pad writes into, by its field
PADS = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html") if PAD in path.read_text())


@pytest.mark.parametrize("name", PADS)
def test_what_is_wrong_with_a_number_moves_no_key_of_its_pad(name: str) -> None:
    """The line comes while somebody taps on, after an answer of the server: above the pad it would push the keys."""
    areas = [area for area in (TEMPLATES / name).read_text().split("data-numbers")[1:] if PAD in area]

    assert areas
    for above in (area.partition(PAD)[0] for area in areas):
        fields = NUMBER.findall(above)
        lines = re.findall(r"\{% problem entry ([^%]*)%\}|data-err=(\"[^\"]*\")", above)
        assert fields
        assert [line for pair in lines for line in pair if any(f'"{field}' in line for field in fields)] == []


NOTE = re.compile(r"""<(?:div|p) class="note[^"]*"[^>]*>\s*(?:\{% if [^%]*%\}\s*)?\{% for """)


def test_what_a_note_lists_stands_in_a_box_of_its_own() -> None:
    """A note sets what it holds side by side: several sentences would stand beside each other."""
    sources = {path.relative_to(TEMPLATES).as_posix(): path.read_text() for path in TEMPLATES.rglob("*.html")}

    assert any('class="note' in source for source in sources.values())
    assert [name for name, source in sources.items() if NOTE.search(source)] == []
