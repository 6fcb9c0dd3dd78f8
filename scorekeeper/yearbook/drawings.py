"""A year as a booklet on A5: what stands on it, in words. `booklet.typ` sets it."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scorekeeper.clubs.models import Club
from scorekeeper.common.charts import Bars, Chart, bar_chart
from scorekeeper.common.names import public_names
from scorekeeper.common.texts import amount_words, isolated, rank_words, signed, stop_after, translated
from scorekeeper.common.typesetting import Part, typeset
from scorekeeper.profiles.selectors.club import Records
from scorekeeper.profiles.selectors.person import day_mark
from scorekeeper.yearbook.selectors import EveningWinners, Honours, Year, YearEvening, YearSeason

MOST_NAMED: Final = 24  # people on one evening
MOST_REGULARS: Final = 10
Words = dict[str, Any]


def booklet_title(club: Club, year: int) -> str:
    """What the file is called."""
    return pgettext("heading", "{club}: the year {year}").format(club=club.name, year=year)


def booklet_pdf(title: str, words: Words, made: datetime) -> bytes:
    """The file, tagged, as long as it must be."""
    return typeset([Part("/yearbook/booklet.typ", "A5", words, title)], title, made)


def booklet_words(year: Year) -> Words:
    """What the template shows: its texts and the geometry of its charts. Parts that have nothing in them are left
    out."""
    parts = {
        "seasons": _seasons(year.seasons) if year.seasons else None,
        "honours": _honours(year.honours) if year.honours else None,
        "records": _records(year.records) if year.records else None,
        "came": _came(year) if year.evenings else None,
        "evenings": _evenings(year.evenings) if year.evenings else None,
    }
    return {
        "club": year.club.name,
        "heading": pgettext("heading", "The year {year}").format(year=year.year),
        "figures": _figures(year) if year.evenings else [],
        "note": "" if not year.is_empty else _("No sheet was closed in this year, and nothing ended in it."),
        **{key: words for key, words in parts.items() if words},
    }


def _figures(year: Year) -> list[tuple[str, str]]:
    evenings, people = len(year.evenings), year.people
    sheets, hands = sum(evening.sheets for evening in year.evenings), sum(evening.hands for evening in year.evenings)
    return [
        (str(evenings), npgettext("under its figure", "evening", "evenings", evenings)),
        (str(people), npgettext("under its figure", "player", "players", people)),
        (str(sheets), npgettext("under its figure", "sheet", "sheets", sheets)),
        (str(hands), npgettext("under its figure", "hand", "hands", hands)),
    ]


# What was won


def _seasons(seasons: Iterable[YearSeason]) -> Words:
    return {
        "heading": pgettext("heading", "Seasons"),
        "heads": [pgettext("column", "Rank"), pgettext("column", "Player"), pgettext("column", "Points")],
        "seasons": [_season(season) for season in seasons],
    }


def _season(found: YearSeason) -> Words:
    unit = found.season.in_unit
    plays = ", ".join(translated(game.title) for game in found.season.plays)
    evenings = npgettext("numbered", "{number} evening", "{number} evenings", found.evenings)
    players = npgettext("numbered", "{number} player", "{number} players", found.players)
    counted = [evenings.format(number=found.evenings), players.format(number=found.players)] if found.evenings else []
    facts = ", ".join([plays, *counted])
    return {
        "name": found.season.name,
        "facts": facts + stop_after(facts),
        "state": _state(found),
        "first": [(rank_words(place.rank), place.name, amount_words(place.points, unit)) for place in found.first],
        "special": _special(found.special),
        "chart": _line_chart(found.chart) if found.chart else None,
        "alt": _("Chart: who stood where after each evening of {season}").format(season=found.season.name),
    }


def _state(found: YearSeason) -> str:
    """Whether these are the champions, or who led at the end of the year or leads so far."""
    day = date_format(found.last_on, "DATE_FORMAT")
    if found.ended_on is None:
        return _("The season is not decided yet. This is the standing after {day}.").format(day=day)
    if found.ended_on.year > found.year:
        text = _("The season was not decided at the end of {year}. This is the standing after {day}.")
        return text.format(year=found.year, day=day)
    ended = date_format(found.ended_on, "DATE_FORMAT")
    if not found.is_final:
        text = _("The season ended on {ended}. This is the standing after {day}.")
        return text.format(ended=ended, day=day)
    champions = [isolated(place.name) for place in found.first if place.rank == 1]
    text = ngettext(
        "Champion: {names}. The season ended on {day}.",
        "Champions: {names}. The season ended on {day}.",
        len(champions),
    )
    return text.format(names=", ".join(champions), day=ended)


def _special(special: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    return [
        pgettext("in a line", "{prize}: {names}").format(prize=cause, names=", ".join(map(isolated, names)))
        for cause, names in special
    ]


def _honours(honours: Iterable[Honours]) -> Words:
    return {
        "heading": _("Tournaments and team leagues"),
        "heads": [pgettext("column", "Ended"), pgettext("column", "Won in"), pgettext("column", "First places")],
        "rows": [
            (
                _day(honour.ended_on) if honour.ended_on else pgettext("state", "still running"),
                honour.name,
                [f"{rank_words(rank)} {isolated(name)}" for rank, names in honour.places for name in names]
                + _special(honour.special),
            )
            for honour in honours
        ],
    }


def _records(records: Iterable[Records]) -> Words:
    return {
        "heading": pgettext("heading", "Records"),
        "heads": [
            pgettext("column", "Record"),
            pgettext("column", "Player"),
            pgettext("column", "Day"),
            pgettext("column", "Figure"),
        ],
        "games": [{"name": translated(found.game.title), "rows": _records_of(found)} for found in records],
    }


def _records_of(found: Records) -> list[tuple[str, str, str, str]]:
    rows = [
        (
            translated(held.record.title),
            held.player.name,
            _day(held.record.day),
            amount_words(held.record.figure, held.record.unit),
        )
        for held in found.records
    ]
    if best := found.best:
        total = amount_words(best.evening.total, found.unit)
        rows.append((pgettext("heading", "Best evening"), best.player.name, _day(best.evening.day), total))
    if streak := found.streak:
        rows.append((_("Most sheets won in a row"), streak.player.name, "", str(streak.sheets)))
    return rows


# Who came, and every evening


def _came(year: Year) -> Words:
    days = year.evenings
    marks = [day_mark(evening.day) for evening in days]
    chart = bar_chart([len(evening.came) for evening in days], marks, lambda value, _step: signed(value), height=110)
    return {
        "heading": pgettext("heading", "Who came"),
        "chart": _bar_chart(chart) if len(days) > 1 else None,
        "alt": _("Chart: how many people came on each evening"),
        "heads": [pgettext("column", "Player"), pgettext("column", "Evenings")],
        "rows": [(player.name, str(times)) for player, times in year.most_evenings[:MOST_REGULARS]],
    }


def _evenings(evenings: Iterable[YearEvening]) -> Words:
    return {
        "heading": pgettext("heading", "Evening by evening"),
        "heads": [
            pgettext("column", "Evening"),
            pgettext("column", "Winner"),
            pgettext("column", "Hands"),
            pgettext("column", "Who came"),
        ],
        "rows": [_evening(evening) for evening in evenings],
    }


def _evening(evening: YearEvening) -> Words:
    """Who came has the short name: a line has room for many of them."""
    called = public_names({player.pk: player.name for player in evening.came})
    names = [isolated(called[player.pk]) for player in evening.came[:MOST_NAMED]]
    more = len(evening.came) - len(names)
    return {
        "day": _day(evening.day),
        "name": evening.name,
        "winners": [_winner(won, with_game=len(evening.winners) > 1) for won in evening.winners],
        "hands": str(evening.hands) if evening.hands else "",
        "came": str(len(evening.came)),
        "names": names,
        "more": npgettext("in a line", "and {number} more", "and {number} more", more).format(number=more)
        if more
        else "",
    }


def _winner(won: EveningWinners, *, with_game: bool) -> Words:
    return {
        "names": [isolated(player.name) for player in won.players[:MOST_NAMED]],
        "facts": ", ".join([*([translated(won.game.title)] if with_game else []), amount_words(won.total, won.unit)]),
    }


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


# Charts as plain figures


def _line_chart(chart: Chart) -> Words:
    return {
        "height": chart.height,
        "right": chart.right,
        "across": [(float(tick.at), float(tick.text_at), tick.text) for tick in chart.across],
        "down": [(float(tick.at), tick.text) for tick in chart.down],
        "marks": chart.marks_y,
        "lines": [
            {
                "style": line.style,
                "points": [[float(at) for at in point.split(",")] for point in line.points.split()],
                "labels": [(name, float(y)) for name, y in line.labels],
            }
            for line in chart.lines
        ],
        "label": chart.label_x,
    }


def _bar_chart(chart: Bars) -> Words:
    return {
        "height": chart.height,
        "across": [(float(tick.at), float(tick.text_at), tick.text) for tick in chart.across],
        "down": [(float(tick.at), tick.text) for tick in chart.down],
        "marks": chart.marks_y,
        "bars": [[float(at) for at in (bar.x, bar.y, bar.width, bar.height)] for bar in chart.bars],
    }
