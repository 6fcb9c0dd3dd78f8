"""A club chooses in whose words a game is spoken: pages, phones and the API say them, whatever the language."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, npgettext, pgettext

from games import all_games
from games.core.record import load
from games.core.text import Text
from games.truco.rules import RULE_SETS
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.languages.catalogues import key_of, read
from scorekeeper.languages.collecting import messages_for
from scorekeeper.languages.names import OFFERED
from scorekeeper.languages.spoken import (
    GAUCHO,
    GERMAN_SUITS,
    LANGUAGES,
    MINEIRO,
    VARIANTS,
    WORDS,
    language_key,
    presets_of,
    use_words,
)
from scorekeeper.play.models import Sitting
from scorekeeper.transfer.services.typing import NOT_HERE, UNCLEAR
from tests import factories

pytestmark = pytest.mark.django_db
PLAYED = {"set-who": "kind=played&declarer=0", "contract": "spades", "set-run": "with=true&matadors=2"}
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture(autouse=True)
def as_on_the_page() -> Any:
    with translation.override("en"):
        yield
    use_words({})


def table_of(**words: str) -> tuple[Client, Any]:
    """Who owns a club with these words, and a table of Skat there."""
    club = factories.make_club("Skatfreunde")
    owner = factories.owner_of(club)
    change_club(ClubChange(game_words=words), club=club, by=owner)
    club.refresh_from_db()
    client = Client(headers=ENGLISH)
    client.force_login(owner)
    return client, factories.make_sitting(club)


def truco_spoken(code: str) -> tuple[Client, Any]:
    """Who owns a club that speaks truco so, and a table of it there."""
    club = factories.make_club("Truqueiros")
    owner = factories.owner_of(club)
    change_club(ClubChange(game_words={"truco": code}), club=club, by=owner)
    club.refresh_from_db()
    client = Client(headers=ENGLISH)
    client.force_login(owner)
    rules = RULE_SETS["gaucho24"] if code == GAUCHO else {}
    return client, factories.make_sitting(club, players=4, game="truco", rules=rules)


def words(page: str) -> set[str]:
    """What can be read or heard on a page."""
    said = re.findall(r'(?:aria-label|title|alt)="([^"]*)"', page)
    return set(
        re.findall(r"\w+", " ".join([re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL), *said]))
    )


@pytest.mark.parametrize(
    ("language", "words", "first"),
    [
        ("es", {}, "Truco argentino a 30"),
        ("es", {"truco": MINEIRO}, "Truco mineiro"),
        ("es", {"truco": GAUCHO}, "Truco cego (gaúcho) até 24"),
        ("en", {"truco": "es"}, "Truco argentino a 30"),
        ("pt-br", {}, "Truco mineiro"),
        ("en", {}, "Truco mineiro"),
    ],
)
def test_truco_begins_with_the_rules_of_its_words_at_every_door(language: str, words: Any, first: str) -> None:
    """The form of a table, the calculator, the rules, house rules; a first table that says nothing is opened so."""
    client, _sitting = table_of(**words)
    club, headers = Club.objects.get(name="Skatfreunde"), {"Accept-Language": language}
    with translation.override(language):
        use_words(words)
        assert translated(presets_of(all_games()["truco"])[0].title) == first
        slug = presets_of(all_games()["truco"])[0].slug
    use_words({})
    table = client.get(reverse("sitting_new", args=[club.pk, "truco"]), headers=headers)
    assert table.context["form"].starting_rules.slug == slug
    house = client.get(reverse("house_new", args=[club.pk, "truco"]), headers=headers)
    assert house.context["preset"].slug == slug
    rules = client.get(reverse("club_rules", args=[club.pk, "truco"]), headers=headers)
    assert rules.context["presets"][0].slug == slug
    if words:
        return
    visitor = Client(headers=headers)
    assert visitor.get(reverse("worth", args=["truco"])).context["form"].preset.slug == slug
    assert visitor.get(reverse("rules_detail", args=["truco"])).context["presets"][0].slug == slug
    assert visitor.post(reverse("guest_table_new", args=["truco"]), {"players": "2"}).status_code == 302
    opened = Sitting.objects.latest("opened_at")
    assert opened.rules["ladder"] == list(load(all_games()["truco"].rules, RULE_SETS[slug]).ladder)


def test_skat_is_spoken_in_german_on_an_english_page() -> None:
    client, sitting = table_of(skat="de")

    page = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    told = client.post(reverse("hand_preview", args=[sitting.pk]), {**PLAYED, "outcome.won": "true"}).json()

    assert 'lang="en"' in page
    assert "Save hand 1" in page, "what is of no game is in the language of the page"
    assert {"Alleinspieler", "Pik", "Karo"} <= words(page)
    assert not {"Declarer", "spades", "Spades", "diamonds"} & words(page)
    assert told["play"] == "Mit 2, Spiel 3, mal 11:"


def test_a_club_that_chose_nothing_follows_the_page() -> None:
    client, sitting = table_of()
    address = reverse("sitting_detail", args=[sitting.pk])

    english, german = (client.get(address, {"lang": code}).content.decode() for code in ("en", "de"))

    assert {"Declarer", "spades"} <= words(english)
    assert {"Alleinspieler", "Pik"} <= words(german)


def test_english_words_can_be_chosen_for_german_pages_and_other_clubs_are_left_alone() -> None:
    client, sitting = table_of(skat="en")
    page = client.get(reverse("sitting_detail", args=[sitting.pk]), {"lang": "de"}).content.decode()
    other, elsewhere = table_of()
    there = other.get(reverse("sitting_detail", args=[elsewhere.pk]), {"lang": "de"}).content.decode()

    assert {"Declarer", "spades", "Spielzettel"} <= words(page)
    assert {"Alleinspieler", "Pik"} <= words(there)


def test_german_cards_have_their_own_suits() -> None:
    client, sitting = table_of(skat=GERMAN_SUITS)

    page = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()

    assert {"Eichel", "Grün", "Rot", "Schellen"} <= words(page)
    assert not {"Kreuz", "Pik", "Herz", "Karo"} & words(page)


def pictures(page: str) -> set[tuple[str, str]]:
    """{(the name of a suit, its picture)}."""
    return set(re.findall(r'<svg class="suit[^>]*aria-label="(\w+)"><use href="[^"#]*#(\w+)"', page))


def test_german_suits_are_drawn_as_german_ones_in_the_entry_on_the_sheet_and_in_print() -> None:
    client, sitting = table_of(skat=GERMAN_SUITS)
    plain, other = table_of()

    entry = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    french = plain.get(reverse("sitting_detail", args=[other.pk])).content.decode()
    factories.record(sitting, {**factories.played(0), "contract": "spades"})
    sheet = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    paper = client.get(reverse("sitting_print", args=[sitting.pk])).content.decode()

    assert pictures(entry) == {("Eichel", "acorn"), ("Grün", "leaf"), ("Rot", "h"), ("Schellen", "bell")}
    assert pictures(french) == {("clubs", "c"), ("spades", "s"), ("hearts", "h"), ("diamonds", "d")}
    assert pictures(sheet.partition("<tbody")[2]) == pictures(paper) == {("Grün", "leaf")}


def test_the_api_says_what_the_club_says() -> None:
    client, sitting = table_of(skat="de")
    record = {**factories.played(0), "contract": "spades", "matadors": 2}

    answer = client.post(
        f"/api/v1/sittings/{sitting.pk}/hands",
        {"record": record, "number": 1},
        content_type="application/json",
        headers={**ENGLISH, "Idempotency-Key": str(uuid4())},
    )
    read_again = client.get(f"/api/v1/sittings/{sitting.pk}", headers=ENGLISH)

    assert answer.status_code == 201, answer.content
    assert answer.json()["outcome"]["said"].startswith("Mit 2, Spiel 3, mal 11: 33 für")
    assert "Mit 2, Spiel 3, mal 11: 33 für" in read_again.content.decode()


def test_a_phone_takes_the_words_of_the_club_along() -> None:
    client, sitting = table_of(skat=GERMAN_SUITS)
    plain, other = table_of()

    kept = client.get(reverse("offline_table", args=[sitting.pk])).json()

    assert {kept["spoken"]["skat"][word] for word in ("clubs", "spades", "hearts", "diamonds")} == {
        "Eichel",
        "Grün",
        "Rot",
        "Schellen",
    }
    french = plain.get(reverse("offline_table", args=[other.pk])).json()
    assert (kept["cards"], french["cards"], french["spoken"]) == ("german", "french", None)


def test_a_table_opened_without_a_connection_has_the_cards_of_its_club() -> None:
    client, _sitting = table_of(skat=GERMAN_SUITS)

    (opening,) = client.get(reverse("offline_openings")).json()["clubs"]

    cards = {game["game"]: game["cards"] for game in opening["games"]}
    assert cards == dict.fromkeys(all_games(), "french") | {"skat": "german"}


def test_plurals_and_cards_follow_and_nothing_else() -> None:
    use_words({"palace_poker": "ru", "skat": "de", "tonk": "no such", "no such": "de"}, "palace_poker")

    assert (pgettext("rank of a card", "K"), pgettext("suit", "spades")) == ("К", "пики")
    assert pgettext("skat: Bock, one letter", "B") == "B"
    assert gettext("Required.") == "Required."
    assert pgettext("heading", "Members") == "Members"
    assert language_key() == "en-card.ru-palace_poker.ru-rank of a card.ru-skat.de-suit.ru"
    use_words({"skat": "de"})
    assert pgettext("rank of a card", "K") == "K", "only at a table of the game"
    with translation.override("es"):
        assert pgettext("skat", "Spades") == "Pik"
        assert npgettext("skat", "no such {n}", "no such {n}s", 2) == "no such {n}s"
    for brought in (None, [], "de", {"skat": 3}):  # from an archive
        use_words(brought)
        assert pgettext("skat", "Spades") == "Spades"


def test_the_suits_of_german_cards_stand_in_every_sentence_that_names_one() -> None:
    french = re.compile(r"\b(Kreuz|Pik|Herz|Karo|Bube)")
    german = read("de").entries
    naming = {key for key, found in german.items() if key[0] == "skat" and french.search(" ".join(found.forms))}

    assert naming == {key for key in WORDS[GERMAN_SUITS] if key[0] == "skat"}
    assert not any(french.search(text) for text in WORDS[GERMAN_SUITS].values())


def test_truco_in_the_south_wants_or_does_not_want_in_every_sentence() -> None:
    """ "Quero" and "não quero" for what is accepted and run from elsewhere, "vale quatro" for the third raise."""
    elsewhere = re.compile(r"\bcorr(e|er|eu|eram|emos|ido)\b|\bcuatro\b", re.IGNORECASE)
    brazilian = read("pt-br").entries
    keys = {key_of(message) for message in messages_for("pt-br") if message.context == "truco"}
    naming = {key for key in keys if elsewhere.search(" ".join(brazilian[key].forms))}

    assert naming - WORDS[GAUCHO].keys() == set()
    assert not any(elsewhere.search(text) for text in WORDS[GAUCHO].values())


@pytest.mark.parametrize("variant", WORDS)
def test_a_variant_changes_sentences_that_there_are_and_keeps_their_places(variant: str) -> None:
    entries = read(LANGUAGES[variant]).entries
    sentences = {key_of(message) for message in messages_for(LANGUAGES[variant])}

    for (context, text), said in WORDS[variant].items():
        assert (context, text) in sentences, text
        assert said not in entries[context, text].forms, "as in the language itself"
        assert set(re.findall(r"\{\w+\}|%\(\w+\)s", said)) == set(re.findall(r"\{\w+\}|%\(\w+\)s", text)), text


def test_every_variant_has_a_game_and_a_language() -> None:
    assert {code for codes in VARIANTS.values() for code in codes} == WORDS.keys() == LANGUAGES.keys()
    assert set(LANGUAGES.values()) <= set(OFFERED)


def test_truco_is_spoken_as_in_the_far_south_of_brazil_on_every_screen() -> None:
    client, sitting = truco_spoken(GAUCHO)

    page = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    rules = client.get(reverse("club_rules", args=[sitting.club_id, "truco"])).content.decode()
    kept = client.get(reverse("offline_table", args=[sitting.pk])).json()
    told = client.post(
        f"/api/v1/sittings/{sitting.pk}/hands",
        {"record": {"kind": "quick", "how": "ran", "winner": "A", "value": 3}, "number": 1},
        content_type="application/json",
        headers={**ENGLISH, "Idempotency-Key": str(uuid4())},
    )

    assert 'lang="en"' in page
    assert "Save hand 1" in page
    assert {"quatro", "mão", "dupla"} <= words(rules)
    assert "truco cego" in rules
    assert "vale cuatro" not in rules
    assert kept["spoken"]["truco"]["{side} ran"] == "Quem não quis: {side}"
    assert kept["spoken"]["truco"]["Nobody: all three rounds drawn"] == "Ninguém: as três rodadas empatadas"
    assert told.status_code == 201, told.content
    assert told.json()["outcome"]["said"].startswith("Não quiseram o pedido: 3 para")


def test_truco_in_minas_calls_the_cards_by_their_names() -> None:
    client, sitting = truco_spoken(MINEIRO)
    rules = client.get(reverse("club_rules", args=[sitting.club_id, "truco"])).content.decode()
    plain, other = truco_spoken("pt-br")
    paulista = plain.get(reverse("club_rules", args=[other.club_id, "truco"])).content.decode()

    assert {"zap", "copas", "espadilha", "fumo"} <= words(rules)
    assert not {"zap", "espadilha"} & words(paulista)
    assert "manilhas nunca empatam" in rules
    with translation.override("en"):
        use_words({"truco": MINEIRO})
        assert pgettext("truco", "Somebody ran") == "Alguém correu"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"bridge": "de"}, "game_unknown"),
        ({"skat": "xx"}, "language_unknown"),
        ({"tonk": GERMAN_SUITS}, "language_unknown"),
    ],
)
def test_words_that_there_are_not_are_refused(words: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        ClubChange.read({"game_words": words})

    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_director_chooses_them_in_the_settings_of_the_club() -> None:
    client, sitting = table_of(skat="de")
    address = reverse("club_edit", args=[sitting.club_id])
    form = client.get(address).context["form"]
    assert form["words_skat"].value() == "de"
    assert GERMAN_SUITS in dict(form.fields["words_skat"].choices)
    assert GERMAN_SUITS not in dict(form.fields["words_tonk"].choices)
    assert {MINEIRO, GAUCHO, "pt-br"} <= dict(form.fields["words_truco"].choices).keys()
    assert not {MINEIRO, GAUCHO} & dict(form.fields["words_skat"].choices).keys()
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent["confirm_after"] = 60

    client.post(address, {**sent, "words_skat": "", "words_truco": "es"})

    assert Club.objects.get(pk=sitting.club_id).game_words == {"truco": "es"}


def test_every_sentence_of_a_game_follows_the_words_of_the_game() -> None:
    """What is marked in the folders of a game alone is looked up as its own."""
    games = set(all_games())
    stray = [
        (message.context, message.text)
        for message in messages_for("de")
        if {place.subject for place in message.places} <= games
        and (message.context or "").partition(":")[0] not in games
    ]
    assert stray == []


def test_a_paper_list_is_typed_in_the_words_of_the_game() -> None:
    use_words({"skat": "de"})

    assert translated(Text(UNCLEAR["game"])).startswith("Geben Sie KA, H, P, K, G")
    assert translated(Text(NOT_HERE["kontra"])).startswith("Die Regeln dieser Liste kennen kein Kontra")
