"""Names that may be one person's, and what people are called in public."""

import time
from cProfile import Profile

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import similar, twins
from scorekeeper.common.names import file_name, look_key, public_name, public_names, word_key
from tests.factories import make_player


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Renate Krüger"], ["Renate K."]),
        (["Renate"], ["Renate"]),
        (["Guest 12"], ["Guest 12"]),
        (["Ana Maria de Souza"], ["Ana S."]),
        (["Renate Krüger", "Renate Bach"], ["Renate K.", "Renate B."]),
        (["Renate Krüger", "Renate Kohl"], ["Renate Kr.", "Renate Ko."]),
        (["Renate Krüger", "renate krüger"], ["Renate K. (1)", "renate k. (2)"]),
        (["Anna", "Anna"], ["Anna (1)", "Anna (2)"]),
        (["🂡 🂢", "X"], ["🂡 🂢", "X"]),
        ([], []),
    ],
)
def test_short_names_tell_people_apart_and_never_say_all(names, called):
    assert list(public_names(dict(enumerate(names))).values()) == called


def test_one_name_alone():
    assert public_name("Jürgen von der Heide") == "Jürgen H."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jürgen Brandt", "JURGEN  BRANDT"),
        ("Zoe\u0308", "Zoë"),
        ("Аnnа Voigt", "Anna Voigt"),  # noqa: RUF001 two Cyrillic letters
        ("Ｊürgen", "Jürgen"),  # noqa: RUF001 a wide letter
        ("Brandt, Jürgen", "Jürgen Brandt"),
        ("Łukasz", "Lukasz"),
    ],
)
def test_names_that_look_alike_have_one_key(one, other):
    assert look_key(one) == look_key(other) or word_key(one) == word_key(other)


@pytest.mark.parametrize("name", ["", "\x00", "\ud800", "🂡", "x" * 10_000, "a\u0301" * 10_000, "\u202eabc"])
def test_hostile_names_have_keys_at_once(name):
    began = time.process_time()

    look_key(name), word_key(name)

    assert time.process_time() - began < 1


def test_retired_people_are_known_and_merged_lines_are_not(club):
    person, part = make_player(club, "Heinz Mock"), make_player(club, "Heinz Mook")
    Player.objects.filter(pk=part.pk).update(merged_into=person)

    assert similar(club, "Heinz Mock") == [person]


def test_names_without_letters_are_like_nobodys(club):
    make_player(club, "🂡")

    assert similar(club, "🂢") == []


def test_likely_twins():
    names = [
        "Anna Vogt",
        "Berta Klein",
        "Anna Voigt",
        "Klein, Berta",
        "Gast 1",
        "Gast 2",
        "Murat",
        "Murat Öztürk",
        "Al",
    ]
    people = [Player(name=name) for name in names]

    assert [(one.name, other.name) for one, other in twins(people)] == [
        ("Anna Vogt", "Anna Voigt"),
        ("Berta Klein", "Klein, Berta"),
        ("Murat", "Murat Öztürk"),
    ]


def test_a_first_name_of_several_is_nobodys_twin():
    people = [Player(name=name) for name in ("Anna", "Anna Vogt", "Anna Klein")]

    assert twins(people) == []


def test_looking_for_twins_grows_with_the_list():
    """Counted in calls, which are the same on every machine."""

    def cost(many: int) -> int:
        people = [Player(name=f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}rta Sommer{n}") for n in range(many)]
        profile = Profile()
        profile.runcall(twins, people)
        return sum(entry.callcount for entry in profile.getstats())

    assert cost(800) < 6 * cost(200)  # who compares each with each takes sixteen times as many


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Who pays whom, €.csv", "Who_pays_whom_€.csv"),
        ("Кубок 2026.xlsx", "Кубок_2026.xlsx"),
        ("ਪੰਜਾਬੀ ਕਲੱਬ.csv", "ਪੰਜਾਬੀ_ਕਲੱਬ.csv"),
        ("../etc/passwd\n.csv", "etc_passwd.csv"),
        ("a: b? (c).pdf", "a_b_c.pdf"),
        ("\u202egpj.csv", "gpj.csv"),
        ("🂡.csv", "csv"),
        ("🂡", "file"),
    ],
)
def test_a_file_is_called_by_all_that_a_disk_can_keep(text, name):
    assert file_name(text) == name
