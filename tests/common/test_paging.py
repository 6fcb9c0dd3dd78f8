"""Pages of a list that is not counted."""

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.common.navigation import page_of
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (None, (1, "AB", False, True)),
        ("2", (2, "CD", True, False)),  # it is full, and nothing comes after it
        ("3", (1, "AB", False, True)),
        ("0", (1, "AB", False, True)),
        ("x", (1, "AB", False, True)),
    ],
)
def test_a_page_says_what_is_before_and_after_it(club, asked, expected):
    for name in "ABCD":
        factories.make_player(club, name)
    rows = Player.objects.filter(club=club, user=None).order_by("name")

    page = page_of(rows, asked, 2)

    assert (page.number, "".join(one.name for one in page), page.has_previous, page.has_next) == expected
