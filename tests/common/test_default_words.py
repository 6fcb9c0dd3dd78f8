"""Names and reasons that the program gives: kept in English between marks, read by everybody in their own language."""

import pytest
from django.utils import translation

from scorekeeper.common.names import (
    CLOSING,
    MATCH_DAY,
    OPENING,
    SEAT,
    SENTENCES,
    TABLE,
    TABLE_OF_GROUP,
    TABLE_OF_PEOPLE,
    TABLE_OF_ROUND,
    as_default,
    behind,
    clean_name,
    default_words,
    followed_by,
    in_words,
    title_of,
)
from scorekeeper.play.models import Sitting
from tests.factories.clubs import make_club
from tests.factories.tables import make_sitting


def read(stored: str, language: str) -> str:
    with translation.override(language):
        return in_words(stored)


@pytest.mark.parametrize(
    ("name", "english", "german", "russian"),
    [
        (default_words(TABLE, number=3), "Table 3", "Tisch 3", "Стол 3"),
        (default_words(TABLE_OF_ROUND, number=3, round=2), "Table 3, round 2", "Tisch 3, Runde 2", "Стол 3, тур 2"),
        (default_words(SEAT, number=2), "Seat 2", "Platz 2", "Место 2"),
        (
            default_words(TABLE_OF_PEOPLE, game=title_of("svoi_kozyri"), people="Ann, Table 3"),
            "Svoi Kozyri: Ann, Table 3",
            "Svoi Kozyri: Ann, Table 3",
            "Свои козыри: Ann, Table 3",
        ),
        (
            behind("Liga", default_words(MATCH_DAY, number=1)),
            "Liga, match day 1",
            "Liga, Spieltag 1",
            "Liga, игровой день 1",
        ),
        (
            followed_by(
                default_words(TABLE_OF_GROUP, table=default_words(TABLE, number=3), number=2),
                title_of("skat"),
                "Table 4",
                most=80,
            ),
            "Table 3, group 2, Skat, Table 4",
            "Tisch 3, Gruppe 2, Skat, Table 4",
            "Стол 3, группа 2, Скат, Table 4",
        ),
    ],
)
def test_everybody_reads_a_name_of_the_program_in_their_language(name, english, german, russian):
    assert [read(name.stored, code) for code in ("en", "de", "ru")] == [english, german, russian]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_sentence_is_found_again_and_translated(sentence):
    values = {"number": 1, "round": 2, "table": default_words(TABLE, number=5), "game": title_of("skat"), "people": "A"}
    used = {key: value for key, value in values.items() if f"{{{key}}}" in sentence}

    stored = default_words(sentence, **used).stored

    assert read(stored, "en") == sentence.format(**used)
    assert read(stored, "ru") != read(stored, "en")


def test_what_a_person_typed_stays_as_typed():
    assert read("Table 3", "de") == "Table 3"
    assert clean_name(f"{OPENING}Table 3{CLOSING}", "name") == "Table 3"


def test_a_name_that_is_too_long_is_cut_without_half_a_sentence():
    day = behind("L" * 60, default_words(MATCH_DAY, number=1))

    name = followed_by(default_words(TABLE, number=1), day, most=80)

    assert len(name.stored) <= 80
    assert name.stored.count(OPENING) == name.stored.count(CLOSING) == 1
    assert read(name.stored, "de").startswith("Tisch 1, LLL")


def test_a_sentence_of_another_version_stays_english():
    assert read(f"{OPENING}Board 3{CLOSING}, Cup", "de") == "Board 3, Cup"


def test_what_a_form_had_filled_in_comes_back_as_a_name_of_the_program():
    with translation.override("de"):
        assert as_default("Tisch 3", TABLE) == default_words(TABLE, number=3)
        assert as_default("Table 3", TABLE) is None
        assert as_default("Tisch 3 am Fenster", TABLE) is None


@pytest.mark.django_db
def test_a_row_keeps_the_name_however_often_it_is_read_and_saved():
    sitting = make_sitting(make_club())
    with translation.override("de"):
        sitting.name = default_words(TABLE, number=3)
        sitting.save()
        assert Sitting(name=sitting.name).name == "Tisch 3"
        sitting.refresh_from_db()
        sitting.save()
        Sitting.objects.bulk_update([sitting], ["name"])

        assert Sitting.objects.get(name=sitting.name).name == "Tisch 3"
    with translation.override("es"):
        assert Sitting.objects.get(pk=sitting.pk).name == "Mesa 3"
        assert Sitting.objects.values_list("name", flat=True).get(pk=sitting.pk) == f"{OPENING}Table 3{CLOSING}"
