"""The first page and the page of a club."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import signing
from django.urls import reverse
from django.utils import timezone, translation

from games import all_games
from scorekeeper.clubs.models import Player
from scorekeeper.play.actors import COOKIE, SALT, Actor
from scorekeeper.play.closing.services import end_list, sign, unsigned
from scorekeeper.play.home.reads import bars_of, last_lists, open_tables
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.offers import offers, players, sizes
from scorekeeper.play.opening.services import Opening, Sitter, start_guest_table
from scorekeeper.play.passes.services import Claim, claim_guest_table
from scorekeeper.play.records import PerhapsReasoned, Signing
from tests.acting import proven
from tests.factories import (
    NOW,
    PASSWORD,
    finish,
    keeper_of,
    make_club,
    make_guest_table,
    make_member,
    make_player,
    make_season,
    make_sitting,
    make_user,
    owner_of,
    played,
    player_of,
    record,
    record_list,
    sign_all,
)


def list_of(club, days_ago: int, *, minutes_declarer: int = 0, won: bool = True):
    """A short sealed list of the owner and two guests, so many days ago."""
    players = [player_of(owner_of(club), club), *Player.objects.filter(club=club, user=None).order_by("pk")[:2]]
    day = NOW - timedelta(days=days_ago)
    sitting = make_sitting(club, players=players, now=day)
    points = {} if won else {"declarer_points": 40, "declarer_tricks": 4}
    record(sitting, played(minutes_declarer, **points), now=day)
    end_list(PerhapsReasoned(reason="Closing time"), sitting_id=sitting.pk, by=keeper_of(sitting), now=day)
    return sign_all(sitting, now=day)


@pytest.fixture
def guests(club):
    return [make_player(club, name) for name in ("Anna Krüger", "Murat Öztürk")]


def test_a_newcomer_starts_a_table_joins_or_signs_in(client, db):
    html = client.get("/").content.decode()

    for game in all_games().values():
        assert f'href="{reverse("guest_table_new", args=[game.name])}"' in html
        assert str(game.title) in html
    assert f'action="{reverse("join")}"' in html
    assert 'name="code"' in html
    assert reverse("account_login") in html
    for other in ("Tournament", "Money"):
        assert other not in html


def test_what_is_played_here_stands_first(client, club):
    games = sorted(all_games(), key=lambda name: (name != "skat", str(all_games()[name].title)))
    client.force_login(owner_of(club))
    address = reverse("game_choose", args=[club.pk])
    assert [offer.name for offer in client.get(address).context["games"]] == games

    for _table in range(2):
        make_sitting(club, game=games[-1], players=sizes(all_games()[games[-1]])[0])
    make_sitting(club, game="skat")

    for page in (address, "/", reverse("club_running", args=[club.pk])):
        offered = [offer.name for offer in client.get(page).context["games"]]
        assert offered[0] == games[-1]
        assert sorted(offered) == sorted(games)


@pytest.mark.parametrize(
    ("language", "first"),
    [("de", "skat"), ("en", "skat"), ("pt-br", "truco"), ("es", "truco"), ("ru", "svoi_kozyri"), ("gu", "skat")],
)
def test_the_game_that_is_at_home_in_the_readers_language_stands_first(language, first):
    with translation.override(language):
        names = [offer.name for offer in offers()]
        assert names[0] == first
        assert sorted(names) == sorted(all_games())
        assert offers(["tonk"])[0].name == "tonk", "what is played here comes before"


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ((3, 4), "3 or 4 players"),
        ((2, 3, 4), "2 to 4 players"),
        ((2, 4, 6), "2, 4 or 6 players"),
        ((2, 3, 4, 6), "2, 3, 4 or 6 players"),
        ((2,), "2 players"),
    ],
)
def test_sizes_of_a_table_are_said_shortly(sizes, words):
    assert players(sizes) == words


def test_a_newcomers_page_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.get("/")


def test_somebody_without_a_club_can_make_one_or_start_a_table(client, db):
    client.force_login(make_user())

    html = client.get("/").content.decode()

    assert reverse("club_new") in html
    assert reverse("guest_table_new", args=["skat"]) in html


def test_members_see_their_tables_first_and_go_on(client, club, guests):
    owner = owner_of(club)
    make_sitting(club, now=NOW)
    mine = make_sitting(club, players=[*guests, player_of(owner, club)], now=NOW - timedelta(hours=1))
    record(mine, played(2))
    make_sitting(make_club(), now=NOW)
    client.force_login(owner)

    page = client.get("/")

    (own,), (other,) = page.context["tables"], page.context["others"]
    assert own.sitting.pk == mine.pk
    assert (own.who, own.hand, own.length) == ("Anna, Murat and you", 2, 36)
    assert (own.lead, other.mine) == ("you lead", None)
    html = page.content.decode()
    places = [html.index(words) for words in ("Go on at", "My tables", "1 other table", "Your clubs")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Table 3, round 2, Lindenhof Prize Skat", "Go on at table 3"),
        ("Tonight, table 12", "Go on at table 12"),
        ("Kitchen table", "Go on at Kitchen table"),
        ("The table under the window 5", "Go on at your table"),
    ],
)
def test_the_button_back_to_a_table_is_short(client, club, guests, name, words):
    owner = owner_of(club)
    sitting = make_sitting(club, players=[*guests, player_of(owner, club)], now=NOW)
    Sitting.objects.filter(pk=sitting.pk).update(name=name)
    client.force_login(owner)

    assert words in client.get("/").content.decode()


def test_who_sits_nowhere_is_offered_a_table_before_those_of_others(client, club):
    make_sitting(club)
    client.force_login(owner_of(club))

    html = client.get("/").content.decode()

    assert "Go on at" not in html
    assert html.index(reverse("sitting_new", args=[club.pk, "skat"])) < html.index("Open tables")


def test_a_level_table_has_no_leader(club, guests):
    owner = owner_of(club)
    sitting = make_sitting(club, players=[*guests, player_of(owner, club)])
    record_list(sitting, [played(0), played(1)])

    assert [row.lead for row in open_tables(owner)] == ["2 level"]


def test_the_day_is_the_clubs(client, club, monkeypatch):
    client.force_login(owner_of(club))
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 9, 4, 22, 30, tzinfo=UTC))

    assert "Saturday, 5 September" in client.get("/").content.decode()


def test_a_sheet_after_midnight_stands_on_its_local_day(client, club, guests):
    list_of(club, 0)
    late = make_sitting(
        club, players=[*guests, player_of(owner_of(club), club)], now=datetime(2026, 9, 4, 22, 30, tzinfo=UTC)
    )
    end_list(PerhapsReasoned(reason="Closing time"), sitting_id=late.pk, by=keeper_of(late), now=NOW)
    sign_all(late)
    client.force_login(owner_of(club))

    html = client.get(reverse("club_detail", args=[club.pk])).content.decode()

    assert "5 September 2026" in html
    assert "4 September 2026" in html


def test_my_last_lists_are_bars_and_a_table(client, club, guests):
    for days in range(10, 0, -1):
        list_of(club, days, won=days != 1)
    client.force_login(owner_of(club))

    page = client.get("/")

    lists = page.context["lists"]
    assert [bar.total for bar in lists.bars] == [74] * 7 + [-98]
    assert [bar.is_last for bar in lists.bars] == [False] * 7 + [True]
    assert [(str(title), count) for title, count in lists.counts] == [("Games won", 0), ("Games lost", 1)]
    html = page.content.decode()
    assert "74, 74, 74, 74, 74, 74, 74, −98" in html
    assert "\N{MINUS SIGN}98</text>" in html
    assert html.count('<td class="num">') == 8


@pytest.mark.parametrize("amounts", [[0], [5, -5], [-1, -2], [1000, 0, 3]])
def test_bars_stay_in_their_frame(club, guests, amounts, monkeypatch):
    for days, _amount in enumerate(amounts):
        list_of(club, days + 1)
    rows = last_lists(owner_of(club))
    wanted = dict(zip((row.sitting.pk for row in rows), amounts, strict=True))
    monkeypatch.setattr("scorekeeper.play.home.reads._own", lambda row: wanted[row.sitting.pk])

    bars = bars_of(rows)

    assert [bar.total for bar in bars.bars] == amounts
    for bar in bars.bars:
        assert float(bar.y) >= 20
        assert float(bar.y) + float(bar.height) <= float(bars.height)
        assert 10 <= float(bar.text_y) <= float(bars.height)


def test_a_phone_without_an_account_finds_its_table_again(client, db):
    opening = Opening(game="skat", seats=[Sitter(name=name) for name in ("Anna", "Jürgen", "Murat")])
    sitting, device = start_guest_table(opening=opening, time_zone="Europe/Berlin", now=timezone.now())
    client.cookies[COOKIE] = signing.dumps({sitting.pk.hex: device.pk.hex}, salt=SALT, compress=True)

    assert [table.sitting.pk for table in client.get("/").context["tables"]] == [sitting.pk]
    assert "Your tables on this phone" in client.get("/").content.decode()

    client.force_login(make_user())
    page = client.get("/")
    assert [table.sitting.pk for table in page.context["tables"]] == [sitting.pk]
    assert page.context["clubs"] == []

    Device.objects.update(revoked_at=timezone.now())
    assert client.get("/").context["tables"] == []


def claimed_by(user, *, days_ago: int = 0, closed: bool = True):
    """A guest sheet of the phone that this person has claimed."""
    day = NOW - timedelta(days=days_ago)
    sitting, host = make_guest_table()
    Sitting.objects.filter(pk=sitting.pk).update(opened_at=day)
    claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(user=user, device=host.device), now=day)
    if closed:
        owner = Actor(user=user)
        end_list(PerhapsReasoned(reason="Closing time"), sitting_id=sitting.pk, by=owner, now=day)
        there = Sitting.objects.get(pk=sitting.pk)
        for seat in unsigned(there):
            sign(Signing(seat=seat.number, head=there.head), sitting_id=there.pk, by=owner, now=day)
    return sitting


def test_claimed_sheets_stay_when_a_club_comes(client, db):
    user = make_user()
    closed, still_open = claimed_by(user), claimed_by(user, closed=False)
    others = claimed_by(make_user())
    make_club(owner=user)
    client.force_login(user)

    page, everything = client.get("/"), client.get(reverse("own_sheet_list"))

    assert [sheet.sitting.pk for sheet in page.context["sheets"]] == [closed.pk]
    assert [table.sitting.pk for table in page.context["tables"]] == [still_open.pk]
    assert {sheet.sitting.pk for sheet in everything.context["sheets"]} == {closed.pk, still_open.pk}
    for sheet in (closed, still_open):
        assert reverse("sitting_detail", args=[sheet.pk]) in everything.content.decode()
    assert client.get(reverse("sitting_detail", args=[closed.pk])).status_code == 200
    assert client.get(reverse("sitting_detail", args=[others.pk])).status_code == 404
    assert reverse("own_sheet_list") in client.get(reverse("account")).content.decode()


def test_many_claimed_sheets_turn_their_pages(client, db, django_assert_num_queries):
    user = make_user()
    for days in range(21):
        claimed_by(user, days_ago=days)
    client.force_login(user)

    with django_assert_num_queries(11):
        page = client.get("/")
    address = reverse("own_sheet_list")

    assert len(page.context["sheets"]) == 10
    assert reverse("own_sheet_list") in page.content.decode()
    assert [len(client.get(address, {"page": number}).context["sheets"]) for number in (1, 2)] == [20, 1]


def test_own_sheets_are_for_who_is_signed_in(client, db):
    assert client.get(reverse("own_sheet_list")).url.startswith(reverse("account_login"))
    client.force_login(make_user())
    assert "You have not claimed a sheet yet" in client.get(reverse("own_sheet_list")).content.decode()


@pytest.mark.parametrize("page", ["account", "token_list", "account_email", "own_sheet_list"])
def test_ones_own_pages_keep_the_words_of_the_club(client, club, page):
    newest = make_club(owner=owner_of(club))
    make_sitting(club, now=NOW - timedelta(hours=1))
    make_sitting(newest)
    client.force_login(owner_of(club))
    proven(client)

    html = client.get(reverse(page)).content.decode()

    for name in ("season_list", "member_list"):
        assert reverse(name, args=[newest.pk]) in html
        assert reverse(name, args=[club.pk]) not in html
    assert f'href="{reverse("club_detail", args=[newest.pk])}">{newest.name}</a>' in html


def test_ones_own_pages_have_no_club_without_one(client, db):
    user = make_user()
    claimed_by(user)
    client.force_login(user)

    html = client.get(reverse("account")).content.decode()

    assert "/members/" not in html
    assert html.count('aria-current="page"') == 2  # the name on a desk, "You" on a phone


def test_a_made_up_cookie_shows_nothing(client, club):
    sitting = make_sitting(club)
    client.cookies[COOKIE] = signing.dumps({sitting.pk.hex: sitting.pk.hex}, salt="another")

    assert client.get("/").context["tables"] == []


def test_the_page_of_a_club(client, club, guests):
    sheet, table = list_of(club, 1), make_sitting(club)
    client.force_login(make_member(club))

    html = client.get(reverse("club_detail", args=[club.pk])).content.decode()

    for address in (
        reverse("game_choose", args=[club.pk]),
        reverse("sitting_detail", args=[sheet.pk]),
        reverse("sitting_detail", args=[table.pk]),
        *(
            reverse(door, args=[club.pk])
            for door in (
                "evening_list",
                "season_list",
                "tournament_list",
                "member_list",
                "money_overview",
                "club_running",
            )
        ),
    ):
        assert address in html
    assert reverse("club_edit", args=[club.pk]) not in html


@pytest.mark.parametrize(
    ("role", "offered", "kept_back"),
    [
        ("owner", ["club_edit", "club_log", "house_list", "import_list", "club_archive", "club_close"], []),
        ("director", ["club_edit", "club_log", "import_list", "job_list"], ["club_archive", "club_close"]),
        ("scorer", ["club_log", "import_list_new"], ["club_edit", "import_list", "job_list"]),
        ("member", ["club_log", "house_list"], ["club_edit", "import_list_new", "job_list"]),
    ],
)
def test_running_the_club_offers_what_one_may(client, club, role, offered, kept_back):
    client.force_login(owner_of(club) if role == "owner" else make_member(club, role))

    html = client.get(reverse("club_running", args=[club.pk])).content.decode()

    assert [name for name in offered if f'href="{reverse(name, args=[club.pk])}"' not in html] == []
    assert [name for name in kept_back if f'href="{reverse(name, args=[club.pk])}"' in html] == []


def test_the_first_steps_are_for_who_directs_a_club_without_a_closed_sheet(client, club):
    address, words = reverse("club_detail", args=[club.pk]), "Three steps to the first evening"
    client.force_login(owner_of(club))
    assert words in client.get(address).content.decode()
    assert words in client.get("/").content.decode()

    client.force_login(make_member(club))
    assert words not in client.get(address).content.decode()

    finish(make_sitting(club))
    client.force_login(owner_of(club))
    assert words not in client.get(address).content.decode()


def test_a_new_club_opens_its_first_table_by_who_plays(client, club):
    address, owner = reverse("club_detail", args=[club.pk]), owner_of(club)
    client.force_login(owner)
    assert 'name="seats.1.name"' in client.get(address).content.decode()
    sent = {"form": "1", "name": "Table 1", "seats.0.player": str(player_of(owner, club).pk)}
    names = {"seats.0.name": owner.name, "seats.1.name": "Anna", "seats.2.name": "Ben"}

    season = make_season(club)
    assert 'name="seats.1.name"' not in client.get(address).content.decode()
    season.delete()
    client.post(reverse("sitting_new", args=[club.pk, "skat"]), sent | names)

    table = club.sittings.get()
    assert [seat.player.name for seat in table.seats.select_related("player")] == list(names.values())
    assert table.seats.get(number=0).player.user == owner
    assert 'name="seats.1.name"' not in client.get(address).content.decode()


def test_closed_sheets_turn_their_pages(client, club, guests):
    for days in range(22):
        list_of(club, days)
    client.force_login(owner_of(club))
    address = reverse("club_detail", args=[club.pk])

    assert [len(client.get(address, {"page": page}).context["sheets"]) for page in (1, 2, "x")] == [20, 2, 20]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_first_page_costs_the_same_at_any_length(client, club, guests, rows, django_assert_num_queries):
    owner = owner_of(club)
    for days in range(rows):
        list_of(club, days)
        make_sitting(club)
        make_club(owner=owner)
    client.force_login(owner)

    with django_assert_num_queries(12):
        client.get("/")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_of_a_club_costs_the_same_at_any_length(client, club, guests, rows, django_assert_num_queries):
    for days in range(rows):
        list_of(club, days)
        make_sitting(club)
        make_season(club)
    client.force_login(owner_of(club))

    with django_assert_num_queries(11):
        client.get(reverse("club_detail", args=[club.pk]))


def test_signing_in_leads_home(client, club):
    page = client.post(reverse("account_login"), {"login": owner_of(club).email, "password": PASSWORD}, follow=True)

    assert page.request["PATH_INFO"] == "/"
    assert "Your clubs" in page.content.decode()


def test_last_sheets_are_of_the_game_played_most_and_in_one_unit(club):
    for rules in ({"unit": "€", "decimals": 2}, {"unit": "€", "decimals": 2}, {"unit": "chips"}, {}):
        sit_and_close(club, game="tonk", rules=rules, hand={"kind": "discard_out", "by": 0})
    sit_and_close(club, game="skat", rules={}, hand=played())

    rows = last_lists(owner_of(club))

    assert [(row.sitting.game, row.unit.unit) for row in rows] == [("tonk", "€"), ("tonk", "€")]


def sit_and_close(club, *, game, rules, hand):
    me = player_of(owner_of(club), club)
    others = [make_player(club), make_player(club)]
    sitting = make_sitting(club, players=[me, *others], game=game, rules=rules)
    record(sitting, hand)
    finish(sitting)
