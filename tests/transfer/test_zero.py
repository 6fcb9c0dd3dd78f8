"""A 0 that somebody wrote is a result: whoever has it came. An empty cell and a dash are none."""

from datetime import timedelta

import pytest

from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.selectors.table import book_of
from scorekeeper.transfer.selectors.looking import look_at
from scorekeeper.transfer.services.keeping import keep
from scorekeeper.transfer.services.taking import take_over
from tests import factories
from tests.factories.files import file_sent

pytestmark = pytest.mark.django_db

NOW = factories.NOW + timedelta(days=365)
WIDE = "Name;3.3.2025;10.3.2025;17.3.2025;24.3.2025\nAda;10;0;20;30\nBo;0;30;10;10\nCy;-;5;–;\nDee;0;;;\n"
LONG = "Date;Name;Points\n" + "".join(
    f"{day};{name};{points}\n"
    for name, of_days in {"Ada": (10, 0, 20, 30), "Bo": (0, 30, 10, 10), "Cy": ("-", 5, "–", ""), "Dee": (0,)}.items()
    for day, points in zip(("3.3.2025", "10.3.2025", "17.3.2025", "24.3.2025"), of_days, strict=False)
    if points not in {"-", "–", ""}
)
GAMES = [("skat", "seeger_fabian"), ("tonk", "net"), ("palace_poker", "hands_won"), ("truco", "tentos")]


def taken(season, text):
    by = factories.owner_of(season.club)
    upload = keep(file_sent(text, season=season.pk, name="old.csv"), club=season.club, by=by, now=NOW)
    shown = {one.match.name: one.total.evenings for one in look_at(upload, NOW).sums}
    take_over(upload=upload, by=by, now=NOW, link=lambda _secret: "")
    return shown


def accounts(season):
    book = book_of(season, each=True)
    return {book.names[person]: account for person, account in book.table().accounts.items()}


@pytest.mark.parametrize("text", [WIDE, LONG], ids=["wide", "long"])
@pytest.mark.parametrize(("game", "system"), GAMES)
def test_who_has_a_zero_came(game, system, text):
    season = factories.make_season(factories.make_club(), game=game, system=system)

    shown = taken(season, text)

    came = {"Ada": 4, "Bo": 4, "Cy": 1, "Dee": 1}
    assert shown == came
    assert {name: account.evenings for name, account in accounts(season).items()} == came
    assert {row.player.name: row.official_sources for row in season.standings.select_related("player")} == came
    assert len(book_of(season).table().ranked) == 4  # by the sums too, of which some come to nothing
    assert [*map(str, verify(Count())), *map(str, rebuild(Rebuilt(), write=False))] == []


def test_the_worst_evening_that_is_dropped_may_be_a_zero():
    season = factories.settle(factories.make_season(factories.make_club()), Counts(drop=1, least=4))

    taken(season, WIDE)

    points = {name: account.points for name, account in accounts(season).items()}
    assert points == {"Ada": 60, "Bo": 50, "Cy": 5, "Dee": 0}
    table = book_of(season).table()
    assert len(table.ranked) == 2  # of four evenings each, the one with nothing among them
    assert sorted(table.lacking.values()) == [3, 3]
