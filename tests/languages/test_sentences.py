"""What the ports of the games say in another language: a file for each game, loaded where it is spoken."""

import json
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from games import all_games
from scorekeeper.languages import sentences
from scorekeeper.languages.collecting import calls_of_script
from tests import factories
from tests.languages.pseudo import CODE, pseudo, spoken


def test_in_english_nothing_is_loaded() -> None:
    assert not [name for name in sentences.names() if "/en/" in name]
    assert sentences.write("sentences/en/skat.json", Path("unused")) is None


@pytest.mark.parametrize("game", sorted(all_games()))
def test_each_game_has_its_sentences_in_a_file(game: str) -> None:
    with spoken():
        found = finders.find(f"sentences/{CODE}/{game}.json")
        assert isinstance(found, str)
        told = json.loads(Path(found).read_text())

    assert told["list of players"]["{seats} and {seat}"] == pseudo("{seats} and {seat}")
    assert len(told[game]) > 30
    assert all(sentence == pseudo(english) for texts in told.values() for english, sentence in texts.items())


def test_two_meanings_of_one_word_have_two_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = 'pgettext("card", "{seats} and {seat}"); gettext_noop("{seats} and {seat}");'
    calls = [*calls_of_script(twice, "twice.js"), *sentences._calls("tonk")]
    monkeypatch.setattr(sentences, "_calls", lambda game: iter(calls))

    told = json.loads(sentences.text(sentences.name_of("de", "tonk")))

    english = "{seats} and {seat}"
    assert told["list of players"][english] == "{seats} und {seat}"
    assert told["card"][english] == told[""][english] == english  # which no catalogue has


@pytest.mark.django_db
def test_a_phone_keeps_the_sentences_of_its_language() -> None:
    browser = Client()
    english = browser.get(reverse("service_worker")).content.decode()
    with spoken():
        browser.cookies["language"] = CODE
        told = browser.get(reverse("service_worker")).content.decode()
        page = browser.get(f"{reverse('offline')}?lang={CODE}").content.decode()

    assert "sentences/" not in english
    assert f"sentences/{CODE}/skat.json" in told
    assert f"?lang={CODE}" in told
    assert f"sentences/{CODE}/skat.json" in page


@pytest.mark.django_db
def test_the_page_of_a_table_says_where_they_are() -> None:
    sitting = factories.make_sitting()
    browser = Client()
    browser.force_login(factories.owner_of(sitting.club))
    address = reverse("sitting_detail", args=[sitting.pk])

    assert "page-sentences" not in browser.get(address).content.decode()
    with spoken():
        browser.cookies["language"] = CODE
        assert f"sentences/{CODE}/skat.json" in browser.get(address).content.decode()
