"""The rules pages and the calculators: for anybody, and with a club's own rules."""

import re
from html import unescape

import pytest

import games
from scorekeeper.play.house_rules.reads import answered_effects
from tests.factories import make_club, make_sitting, make_user, owner_of

GAMES = sorted(games.all_games())


def told(page: str) -> dict[str, list[str]]:
    """The questions and answers of the first list on a page of rules."""
    first = page.partition('<dl class="sets">')[2].partition("</dl>")[0]
    rows = [re.findall(r"<d[td]>(.*?)</d[td]>", row) for row in first.split("</div>") if "<dt>" in row]
    return {unescape(question): [unescape(answer) for answer in answers] for question, *answers in rows}


@pytest.mark.parametrize("slug", GAMES)
def test_rules_of_every_game_are_read_without_an_account(client, db, slug):
    page = client.get(f"/rules/{slug}/")

    assert page.status_code == 200
    for preset in games.game(slug).presets:
        assert str(preset.title) in page.content.decode()


def test_list_of_rules_names_every_game(client, db):
    page = client.get("/rules/").content.decode()

    for slug in GAMES:
        assert f"/rules/{slug}/worth/" in page


def test_unknown_game_has_no_rules(client, db):
    assert client.get("/rules/bridge/").status_code == 404
    assert client.get("/rules/bridge/worth/").status_code == 404


@pytest.mark.parametrize("slug", GAMES)
def test_calculator_of_every_game_opens_under_every_set_of_rules(client, db, slug):
    for preset in games.game(slug).presets:
        page = client.get(f"/rules/{slug}/worth/?rules={preset.slug}")

        assert page.status_code == 200
        assert f'value="{preset.slug}" selected' in page.content.decode()


SPADES = {
    "set-who": "kind=played&declarer=1",
    "contract": "spades",
    "set-run": "with=true&matadors=2",
    "hand": "true",
    "outcome.won": "true",
}


def test_calculator_says_what_a_hand_is_worth_and_why(client, db):
    page = client.post("/rules/skat/worth/", SPADES).content.decode()

    assert "With 2, game 3, hand 4, times 11: <b>44 to Ben</b>" in page
    assert "+44" in page
    assert "+50" in page


def test_calculator_answers_the_script_while_boxes_are_tapped(client, db):
    told = client.post("/rules/skat/worth/preview/?rules=leipzig", SPADES).json()

    assert told["complete"]
    assert told["result"] == "44 to Ben"
    assert told["total"] == "44"


def test_calculator_says_what_is_missing(client, db):
    told = client.post("/rules/skat/worth/preview/", {"set-who": "kind=played&declarer=1"}).json()

    assert not told["complete"]
    assert "contract" in told["problems"]


def test_calculator_writes_nothing(client, db, django_assert_num_queries):
    client.get("/rules/skat/worth/")

    with django_assert_num_queries(0):
        client.post("/rules/skat/worth/preview/", SPADES)


def test_rules_or_size_that_do_not_exist_fall_back(client, db):
    page = client.get("/rules/skat/worth/?rules=short&size=17").content.decode()

    assert "of 4" not in page
    assert '<option value="short" selected' in page


def test_club_reads_its_own_rules(client, db):
    club = make_club()
    make_sitting(club, rules={"system": "classic", "kontra": True})
    client.force_login(owner_of(club))

    page = client.get(f"/clubs/{club.pk}/rules/skat/").content.decode()

    assert f"House rules of {club.name}" in page
    assert told(page)["Kontra and re"] == ["They are offered, and each doubles what the hand counts."]
    assert told(page)["How the list is counted"] == ["Leipzig: only the points of the games count."]


def test_club_that_has_not_played_it_is_told_so(client, db):
    club = make_club()
    client.force_login(owner_of(club))

    assert "has not played this game yet" in client.get(f"/clubs/{club.pk}/rules/skat/").content.decode()


def test_rules_of_a_club_are_not_for_strangers(client, db):
    club = make_club()
    client.force_login(make_user())

    assert client.get(f"/clubs/{club.pk}/rules/skat/").status_code == 404


def test_question_that_a_game_does_not_answer(client, db):
    assert client.get("/rules/skat/ask/hand/").status_code == 404


def test_table_shows_the_rules_it_was_opened_with(client, db):
    club = make_club()
    sitting = make_sitting(club, rules={"kontra": True})
    client.force_login(owner_of(club))

    page = client.get(f"/tables/{sitting.pk}/rules/").content.decode()

    assert "Rules at this table" in page
    assert told(page)["Kontra and re"] == ["They are offered, and each doubles what the hand counts."]
    assert f'href="/tables/{sitting.pk}/rules/"' in client.get(f"/tables/{sitting.pk}/").content.decode()


def test_amounts_among_the_rules_are_in_the_unit_of_the_table(client, club):
    rules = {"stake": 50, "unit": "€", "decimals": 2}
    sitting = make_sitting(club, game="tonk", rules=rules)
    client.force_login(owner_of(club))

    for page in (f"/tables/{sitting.pk}/rules/", f"/clubs/{club.pk}/rules/tonk/"):
        assert told(client.get(page).content.decode())["Stake"] == [
            "The stake is 0.50\N{NO-BREAK SPACE}€; a table may agree on another."
        ]


@pytest.mark.parametrize("slug", GAMES)
def test_rules_of_a_table_are_words_and_no_form(client, db, slug):
    sitting = make_sitting(game=slug, players=games.game(slug).seats.start)
    client.force_login(owner_of(sitting.club))

    page = client.get(f"/tables/{sitting.pk}/rules/").content.decode()

    assert len(told(page)) >= 5
    assert all(answers for answers in told(page).values())
    assert "<input" not in page.partition("<main")[2].partition("</main>")[0]


def test_rules_are_told_by_what_each_option_does():
    """The same sentences as at the house rules; an option that says nothing is left out."""
    palace, svoi = games.game("palace_poker"), games.game("svoi_kozyri")

    bets = {one.title: one.words for one in answered_effects(palace, {"limit": "no_limit", "big_bet": 12})}
    sizes = {one.title: one.words for one in answered_effects(svoi, {"players": [2, 4]})}

    assert bets["Betting in a battle"] == "Bets and raises may be higher than their minimum."
    assert bets["Big bet"] == "The big bet is 12."
    assert any("2, 4" in words for words in sizes.values())
    assert all([*bets.values(), *sizes.values()])


def test_club_page_leads_to_the_rules_of_each_game(client, db):
    club = make_club()
    client.force_login(owner_of(club))

    running = f"/clubs/{club.pk}/running/"
    assert f'href="{running}"' in client.get(f"/clubs/{club.pk}/").content.decode()
    page = client.get(running).content.decode()
    for slug in GAMES:
        assert f'href="/clubs/{club.pk}/rules/{slug}/"' in page
