"""A season comes back equal, whatever layout, language, letters, separator and kind of file it was written in."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.spreadsheets.cells import Calendar
from scorekeeper.spreadsheets.reading import read
from scorekeeper.transfer.plans.totals import Counting, columns_of_totals, plan_totals
from tests.spreadsheets import writing
from tests.strategies import examples

TODAY = date(2026, 11, 22)
COUNTING = Counting({"points": 1}, {"points": "Points of the season"})
HEADS = {
    "en": ("Player", "First name", "Surname", "Day", "Points"),
    "de": ("Spieler", "Vorname", "Nachname", "Datum", "Punkte"),
    "pt": ("Jogador", "Primeiro nome", "Sobrenome", "Data", "Pontos"),
    "es": ("Jugador", "Nombre de pila", "Apellidos", "Fecha", "Puntos"),
    "ru": ("Игрок", "Имя", "Фамилия", "Дата", "Очки"),
    "pa": ("ਖਿਡਾਰੀ", "ਪਹਿਲਾ ਨਾਮ", "ਗੋਤ", "ਮਿਤੀ", "ਅੰਕ"),
    "gu": ("ખેલાડી", "પ્રથમ નામ", "અટક", "તારીખ", "ગુણ"),
}
NAMES = {
    "latin": (("Jürgen", "Käthe", "Zoë", "José", "Anna"), ("Groß", "Müller", "Österle", "Conceição", "Lang")),
    "cyrillic": (("Иван", "Пётр", "Анна", "Юлия", "Олег"), ("Иванов", "Соколова", "Жуков", "Щукин", "Орлова")),
    "gurmukhi": (("ਗੁਰਪ੍ਰੀਤ", "ਮਨਜੀਤ", "ਅਮਰ", "ਸਿਮਰਨ", "ਹਰਜੋਤ"), ("ਸਿੰਘ", "ਕੌਰ", "ਗਿੱਲ", "ਸੰਧੂ", "ਢਿੱਲੋਂ")),
}
LETTERS = {
    "latin": ("utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"),
    "cyrillic": ("utf-8", "utf-16", "cp1251"),
    "gurmukhi": ("utf-8", "utf-16-le"),
}
DAYS = (
    "{0:%Y-%m-%d}",
    "{0:%d.%m.%Y}",
    "{0.day}.{0.month}.{0:%y}",
    "{0.day} {0:%B} {0.year}",
    "{0:%d-%b-%y}",
    "{0:%Y-%m-%d} 19:30",
)
NUMBERS = ("{0}", "{0:,}", "{0} P")


@st.composite
def season(draw, script):
    """{day: {name: points}} of some people who come to some evenings; the first one is always there."""
    firsts, lasts = NAMES[script]
    people = draw(
        st.lists(st.tuples(st.sampled_from(firsts), st.sampled_from(lasts)), min_size=3, max_size=8, unique=True)
    )
    people = [(firsts[0], lasts[0]), *(person for person in people if person != (firsts[0], lasts[0]))]
    days = [date(2025, 1, 7) + timedelta(weeks=week) for week in range(draw(st.integers(1, 5)))]
    points = st.integers(-3_000, 3_000)
    return {
        day: {person: draw(points) for person in people if person == people[0] or draw(st.booleans())} for day in days
    }


@st.composite
def layout(draw, script):
    """How it is written: rows of cells."""
    results = draw(season(script))
    language = draw(
        st.sampled_from(
            ["ru"] if script == "cyrillic" else ["pa", "gu"] if script == "gurmukhi" else ["en", "de", "pt", "es"]
        )
    )
    name, first, last, day, total = HEADS[language]
    how = draw(st.sampled_from(["one", "two", "last first", "numbered"]))
    written, number = draw(st.sampled_from(DAYS)), draw(st.sampled_from(NUMBERS))
    people = list(dict.fromkeys(person for evening in results.values() for person in evening))

    def named(person, line):
        one, other = person
        return {"one": [f"{one} {other}"], "two": [one, other], "last first": [f"{other},  {one}"]}.get(
            how, [f"{line}. {one} {other}"]
        )

    heads = [first, last] if how == "two" else [name]
    if draw(st.booleans()):
        rows = [[*heads, *(written.format(when) for when in results)]]
        rows += [
            [*named(person, line), *(number.format(row[person]) if person in row else "–" for row in results.values())]
            for line, person in enumerate(people, start=1)
        ]
    else:
        rows = [[day, *heads, total]]
        rows += [
            [written.format(when), *named(person, line), number.format(points)]
            for when, row in results.items()
            for line, (person, points) in enumerate(row.items(), start=1)
        ]
    titles = draw(st.sampled_from([[], [["2025"]], [["2025"], [""]]]))
    expected = {when: {" ".join(person): points for person, points in row.items()} for when, row in results.items()}
    return [*titles, *rows], expected


def read_back(data):
    plan = plan_totals(read(data, columns_of_totals(COUNTING)), COUNTING, Calendar(), TODAY)
    assert (plan.faults, plan.asks) == ([], set())
    return {
        evening.played_on: {name: measures["points"] for name, measures in evening.measures.items()}
        for evening in plan.evenings
    }


@pytest.mark.parametrize("script", list(NAMES))
@given(data=st.data())
@settings(max_examples=examples(40, part=10), deadline=None)
def test_a_season_as_text(script, data):
    rows, expected = data.draw(layout(script))
    encoding = data.draw(st.sampled_from(LETTERS[script]))
    separator = data.draw(st.sampled_from(";\t,|"))

    assert read_back(writing.csv(rows, separator, encoding)) == expected


@pytest.mark.parametrize("write", [writing.xlsx, writing.ods])
@given(data=st.data())
@settings(max_examples=examples(6, part=40), deadline=None)
def test_a_season_as_a_workbook(write, data):
    rows, expected = data.draw(layout(data.draw(st.sampled_from(list(NAMES)))))

    assert read_back(write(rows)) == expected
