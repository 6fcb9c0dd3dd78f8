"""Tie-breaks by whom each has played: seasons of games between two sides."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.urls import reverse

from games import all_games
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import fraction_figure
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import OF_DUELS, ties_of
from scorekeeper.standings.selectors.rounds import settings_moves
from scorekeeper.standings.selectors.table import book_of, lines
from scorekeeper.standings.selectors.why import why
from scorekeeper.standings.services import Change, Source, apply
from scorekeeper.standings.words import MEANINGS, SPECIAL_TITLES, ties_words
from tests import factories
from tests.factories import NOW


@pytest.fixture
def svoi(club):
    return factories.make_season(club, game="svoi_kozyri", system="wdl")


@pytest.fixture
def book(club):
    return {name: factories.make_player(club, name) for name in ("Anna", "Bert", "Cora", "Dirk")}


def beats(season, book, winner, loser, *, draw=False, day=0):
    """A sheet of one deal between these two."""
    two, now = [book[winner], book[loser]], NOW + timedelta(days=day)
    sitting = factories.make_sitting(season.club, players=two, game="svoi_kozyri", seasons=[season], now=now)
    deal = {"kind": "deal", "trumps": ["clubs", "hearts"], "finished": [0], "result": "draw" if draw else "loss"}
    factories.record(sitting, deal)


def matches(season, book, day, won, lost, tentos):
    """A match of Truco: who has won it, who has lost it, and the tentos of both."""
    source = Source(uuid4(), season.club_id, NOW.date() + timedelta(days=day), "truco")
    sides = [
        (won, {"won": 1, "games_won": 2, "tentos": tentos[0], "hands": 20}),
        (lost, {"lost": 1, "games_lost": 2, "tentos": tentos[1], "hands": 20}),
    ]
    moved = [
        (book[name].pk, {measure: amount for measure, amount in took.items() if amount})
        for side, took in sides
        for name in side
    ]
    apply([season], source, [Change(person, took, took) for person, took in moved])


def standing(season):
    """Name, rank and what decided, best first."""
    found = book_of(season)
    return [(found.names[row.row], row.rank, row.decided_by) for row in found.table().ranked]


def figures(season, name):
    found = book_of(season)
    return {found.names[person]: one.figures[name] for person, one in found.table().accounts.items()}


@pytest.mark.django_db
def test_whom_one_has_beaten_decides_a_season_of_svoi_kozyri(svoi, book):
    for winner, loser in (("Anna", "Bert"), ("Anna", "Cora"), ("Bert", "Cora"), ("Bert", "Dirk"), ("Dirk", "Cora")):
        beats(svoi, book, winner, loser)
    beats(svoi, book, "Dirk", "Anna", draw=True)  # Anna 2½ of 3, Bert 2 of 3, Dirk 1½ of 3, Cora none of 3
    beats(svoi, book, "Cora", "Bert")  # Cora 1 of 4, Bert 2 of 4

    season = factories.settle(svoi, Counts(tie_breaks=("buchholz", "sonneborn_berger")))

    # Against: Anna Bert 2, Cora 1, Dirk 1½; Bert Anna 2½, Cora 1, Dirk 1½, Cora 1; Cora 2½, 2, 1½, 2; Dirk 2, 1, 2½.
    assert figures(season, "buchholz") == {"Anna": Fraction(9, 2), "Bert": 6, "Cora": 8, "Dirk": Fraction(11, 2)}
    assert figures(season, "sonneborn_berger") == {
        "Anna": 2 + 1 + Fraction(3, 4),
        "Bert": 1 + Fraction(3, 2),
        "Cora": 2,
        "Dirk": 1 + Fraction(5, 4),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("played", "ties", "expected"),
    [
        (  # one point each but for Dirk; Bert and Cora met one who has a point, and Bert has beaten her
            ("Anna Dirk", "Bert Cora", "Cora Dirk"),
            ("buchholz", "sonneborn_berger"),
            [("Bert", 1, None), ("Cora", 2, "sonneborn_berger"), ("Anna", 3, "buchholz"), ("Dirk", 4, "")],
        ),
        (("Bert Anna", "Anna Bert"), ("duels_won", "progressive"), [("Bert", 1, None), ("Anna", 2, "progressive")]),
        (("Bert Anna", "Anna Bert"), ("buchholz", "koya"), [("Anna", 1, None), ("Bert", 1, None)]),
    ],
)
def test_the_season_asks_what_its_directors_chose(svoi, book, played, ties, expected):
    for day, names in enumerate(played):
        beats(svoi, book, *names.split(), day=day)
    usual = Competition.objects.get(pk=svoi.pk)
    wanted = replace_settings(usual, ties)
    foretold = {one.name: one.rank_after for one in settings_moves(usual, wanted)}

    season = factories.settle(svoi, Counts(tie_breaks=ties))

    assert standing(season) == expected
    assert foretold.items() <= {name: rank for name, rank, _by in expected}.items()


def replace_settings(season, ties):
    wanted = Competition.objects.get(pk=season.pk)
    wanted.settings = Counts(tie_breaks=ties).kept
    return wanted


@pytest.mark.django_db
def test_the_usual_order_of_truco_is_games_and_points_against(club, book):
    season = factories.make_season(club, game="truco", system="three_a_win")
    matches(season, book, 0, ("Anna", "Bert"), ("Cora", "Dirk"), (24, 20))
    matches(season, book, 1, ("Cora", "Dirk"), ("Anna", "Bert"), (24, 10))
    matches(season, book, 2, ("Anna", "Cora"), ("Bert", "Dirk"), (24, 9))
    matches(season, book, 2, ("Bert", "Dirk"), ("Anna", "Cora"), (24, 21))

    # Each has 2 of 4 and met each; games are level; tentos 79:74 for Cora, 79:77 for Anna, then -2 and -5.
    assert figures(season, "point_difference") == {"Anna": 2, "Bert": -22, "Cora": 22, "Dirk": -2}
    assert [(name, rank) for name, rank, _by in standing(season)] == [
        ("Cora", 1),
        ("Anna", 2),
        ("Dirk", 3),
        ("Bert", 4),
    ]
    assert {by for _name, _rank, by in standing(season)[1:]} == {"point_difference"}
    assert ties_words(season) == (
        "Ties, by the usual rules: direct encounter; then game difference; then point difference; then tentos; "
        "then a shared rank."
    )


@pytest.mark.django_db
def test_partners_count_as_one_opponent(club, book):
    season = factories.make_season(club, game="truco", system="three_a_win")
    matches(season, book, 0, ("Anna", "Bert"), ("Cora", "Dirk"), (24, 20))
    matches(season, book, 1, ("Cora",), ("Anna",), (24, 20))
    season = factories.settle(season, Counts(tie_breaks=("buchholz", "game_difference")))

    # Anna 1, Bert 1, Cora 1, Dirk 0: Cora and Dirk are worth a half each time.
    assert figures(season, "buchholz") == {"Anna": Fraction(3, 2), "Bert": Fraction(1, 2), "Cora": 2, "Dirk": 1}
    assert figures(season, "game_difference") == {"Anna": 0, "Bert": 2, "Cora": 0, "Dirk": -2}


@pytest.mark.django_db
def test_the_page_says_what_is_asked_with_its_figures(client, svoi, book):
    beats(svoi, book, "Anna", "Dirk")
    beats(svoi, book, "Bert", "Anna")
    beats(svoi, book, "Dirk", "Cora", draw=True)
    client.force_login(factories.owner_of(svoi.club))
    address = reverse("season_detail", args=[svoi.pk])
    usual = client.get(address).content.decode()
    season = factories.settle(svoi, Counts(tie_breaks=("buchholz_cut", "sonneborn_berger")))

    page = client.get(f"{address}?why={book['Bert'].pk}").content.decode()
    told = client.get(f"/api/v1/seasons/{season.pk}/standings").json()
    table = client.get(f"{address}?as=csv").content.decode()

    assert "Ties, by the usual rules: deals lost (fewer is better); then deals won; then" in usual
    assert "Ties: opponents’ points without the lowest (Buchholz, cut 1); then points of those beaten" in page
    assert ">Sonneborn-Berger<" in page
    assert "1 point behind" in client.get(f"{address}?why={book['Dirk'].pk}").content.decode()
    assert "The tie-break “opponents’ points without the lowest (Buchholz, cut 1)” decides: 1 to 0." in page
    assert told["counts"]["tie_breaks"] == ["buchholz_cut", "sonneborn_berger"]
    by_name = {row["name"]: row for row in told["standings"]}
    assert by_name["Anna"]["ties"] == {"buchholz_cut": "1", "sonneborn_berger": "1/2"}
    assert by_name["Bert"]["decided_by"] == "buchholz_cut"
    assert ">½<" in page
    assert "0.5" in table
    chain = why(season, lines(season, official=False), book["Bert"].pk, official=False)
    assert [(one.name, one.theirs, one.mine) for one in chain.asked] == [("", 2, 2), ("buchholz_cut", 1, 0)]


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["skat", "truco", "svoi_kozyri"])
def test_a_form_offers_what_the_game_knows_each_with_a_sentence(client, club, game):
    season = factories.make_season(club, game=game, system=next(iter(all_games()[game].systems)))
    client.force_login(factories.owner_of(club))

    html = client.get(reverse("season_change", args=[season.pk])).content.decode()

    for name in OF_DUELS:
        is_known = name in ties_of([all_games()[game]])
        assert (f'value="{name}"' in html) == is_known
        assert (str(MEANINGS[name]) in html) == is_known
    assert "If you choose nothing: Ties, by the usual rules:" in html


@pytest.mark.django_db
def test_what_a_game_does_not_know_is_refused(club):
    season = factories.make_season(club)

    with pytest.raises(Refused):
        factories.settle(season, Counts(tie_breaks=("buchholz",)))


def test_each_has_a_name_and_a_sentence():
    assert set(OF_DUELS) <= set(SPECIAL_TITLES)
    assert set(SPECIAL_TITLES) == set(MEANINGS)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Fraction(15, 2), "7½"),
        (Fraction(-1, 2), "−½"),
        (3, "3"),
        (Fraction(29, 12), "2\N{NO-BREAK SPACE}5/12"),
        (Fraction(0), "0"),
    ],
)
def test_figures_are_written_exactly(amount, text):
    assert fraction_figure(amount) == text


@pytest.mark.django_db
def test_why_lists_the_games_behind_a_key_and_which_are_left_out(client, svoi, book):
    for day, names in enumerate(("Anna Dirk", "Bert Cora", "Cora Dirk", "Bert Dirk", "Anna Cora")):
        beats(svoi, book, *names.split(), day=day)
    beats(svoi, book, "Dirk", "Anna", draw=True, day=6)
    beats(svoi, book, "Dirk", "Bert", draw=True, day=7)  # Anna and Bert have won two and drawn one, Cora 1, Dirk 1
    season = factories.settle(svoi, Counts(tie_breaks=("buchholz_cut", "sonneborn_berger", "progressive")))
    client.force_login(factories.owner_of(svoi.club))

    found = lines(season, official=False)
    asked = why(season, found, found.ranked[1].row.player_id, official=False)
    page = client.get(reverse("season_detail", args=[svoi.pk]), {"why": str(found.ranked[1].row.player_id)})

    names = {player.pk: name for name, player in book.items()}
    assert [(names[one.opponents[0]], one.points, one.theirs) for one in asked.met] == GAMES[asked.line.name]
    for name in ("buchholz_cut", "sonneborn_berger"):
        kept = sum(one.terms[name].amount for one in asked.met if not one.terms[name].is_cut)
        assert kept == asked.line.account.figures[name]
    assert sum(one.terms["buchholz_cut"].is_cut for one in asked.met) == 1
    assert "Won against Cora (1)</a>: " in page.content.decode()
    assert "(left out)" in page.content.decode()


GAMES = {
    "Anna": [("Dirk", 1, 1), ("Cora", 1, 1), ("Dirk", Fraction(1, 2), 1)],
    "Bert": [("Cora", 1, 1), ("Dirk", 1, 1), ("Dirk", Fraction(1, 2), 1)],
}
