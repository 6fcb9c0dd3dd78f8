"""What is read off a table of a page."""

from datetime import date
from decimal import Decimal

from django.utils import translation

from scorekeeper.common.tables_out import Table, csv_of
from scorekeeper.common.tables_read import read


def table(heads: str, *rows: str, caption: str = "Who has what") -> Table:
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    html = f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    found = read(f"<div>{html}</div><table><tr><td>another one</td></tr></table>")
    assert found is not None
    return found


def test_a_table_says_what_its_page_says():
    found = table(
        '<th>Player</th><th class="num">Points <span class="why">in €</span></th><th>Day</th>',
        '<td><b><bdi>Anna &amp; Bo</bdi></b></td><td class="num"><span class="minus">−1.50</span></td>'
        '<td><time datetime="2026-11-22">22 Nov 2026</time></td>',
        '<td>\n  007<br>or so</td><td class="num">+24</td><td></td>',
        '<td class="num">–</td><td colspan="2">nothing</td>',
    )

    assert found == Table(
        "Who has what",
        ["Player", "Points in €", "Day"],
        [["Anna & Bo", Decimal("-1.50"), date(2026, 11, 22)], ["007 or so", 24, None], [None, "nothing", None]],
    )


def test_what_moves_stands_in_two_columns_before_and_after():
    found = table(
        '<th>Player</th><th class="num">Total</th><th class="num">Place</th>',
        '<td>Anna</td><td class="num"><span class="from">12</span> → <b>15</b></td><td class="num">1</td>',
        '<td>Bo</td><td class="num"><span class="from">7</span></td>'
        '<td class="num"><span class="from">–</span> → <b>2</b></td>',
        '<td>Cem</td><td class="num">3</td><td class="num">3</td>',
    )

    assert found.heads == ["Player", "Total, before", "Total, after", "Place, before", "Place, after"]
    assert found.rows == [["Anna", 12, 15, 1, 1], ["Bo", 7, 7, None, 2], ["Cem", 3, 3, 3, 3]]


def test_small_letters_beside_a_figure_are_a_remark():
    found = table(
        '<th>Player</th><th class="num">Counts</th>',
        '<td class="small">Anna</td><td class="num"><small>3 × 50</small>150</td>',
        '<td>Bo</td><td class="num">7</td>',
    )

    assert found.heads == ["Player", "Counts", "Remark"]
    assert found.rows == [["Anna", 150, "3 × 50"], ["Bo", 7, None]]


def test_pictures_and_what_only_screen_readers_hear():
    found = table(
        '<th><span class="vh">How much</span></th><th>Game</th>',
        '<td class="num">12</td><td><svg role="img" aria-label="Hearts"><title>no</title><use href="#h"/></svg> hand'
        '<span class="vh">, leads</span></td>',
        '<td class="num">9</td><td><svg role="img" aria-label="clubs"><use href="#c"/></svg> Clubs</td>',
    )

    assert found == Table("Who has what", ["How much", "Game"], [[12, "Hearts hand"], [9, "Clubs"]])


def test_numbers_are_read_by_the_marks_of_the_language():
    row = '<td class="num">1.234,50</td><td class="num">12.5</td>'

    with translation.override("de"):
        found = table("<th>One</th><th>Other</th>", row)

    assert found.rows == [[Decimal("1234.50"), "12.5"]]


def test_what_is_read_is_never_a_formula():
    found = table("<th>Player</th>", "<td>=1+1</td>")

    assert [*csv_of(found)][-1] == "'=1+1\r\n"


def test_a_table_without_rows_is_none():
    assert read("<table><thead><tr><th>Player</th></tr></thead><tbody></tbody></table>") is None
