"""What the tests read of a page: no more is folded than a browser folds."""

import pytest
from django.test import Client

from tests.pages import folded


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("<td>\n  1\n  <b>2</b>\n</td>\n<td></td>", "<td>1 <b>2</b></td><td></td>"),
        ("<b>a</b><b>b</b> <b>c</b>\n<b> d </b> e", "<b>a</b><b>b</b> <b>c</b> <b>d </b>e"),
        ("<p>\n <span>Hand </span>1 <b> 2 </b>\n</p>", "<p><span>Hand </span>1 <b>2</b></p>"),
        ("a <button>\n b\n</button> <input> c", "a <button>b</button> <input> c"),
        ('<form>\n <input type="hidden"> a</form>', '<form><input type="hidden">a</form>'),
        ("<p>a <br>\n b</p>", "<p>a<br>b</p>"),
        ("a\n<input value='b  c'> d", "a <input value='b  c'> d"),
        ("<a\n  class='b\n  c '\n  title='d  e'\n>f</a>", "<a class='b c' title='d  e'>f</a>"),
        ("<img alt='a > b' /> c", "<img alt='a > b'/> c"),
        ("<i data-d=' e '></i>", "<i data-d=' e '></i>"),
        ("<pre> a\n b</pre>", "<pre> a\n b</pre>"),
        ("<textarea>\n a</textarea>", "<textarea>\n a</textarea>"),
        ("<script>\n if (a < b) { }\n</script>", "<script>\n if (a < b) { }\n</script>"),
        ("a\xa0 \xa0b &lt; c", "a\xa0 \xa0b &lt; c"),
    ],
)
def test_blanks_are_folded_where_nobody_sees_them_and_nowhere_else(page: str, read: str) -> None:
    assert folded(page) == read


def test_the_client_of_a_test_reads_pages_so(client: Client, db: None) -> None:
    page = client.get("/login/", follow=True).content.decode()

    assert "<main" in page
    assert folded(page) == page
