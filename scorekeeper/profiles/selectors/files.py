"""The tables of players, records and ratings for other programs."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Table, figure
from scorekeeper.common.texts import translated
from scorekeeper.profiles.selectors.club import Day, Records
from scorekeeper.profiles.selectors.person import Career, Other
from scorekeeper.profiles.selectors.sheets import OfGame
from scorekeeper.ratings.selectors.boards import Place, Step


def evenings_out(name: str, career: Career) -> Table:
    """What each evening brought, all of them."""
    heads = [_("Evening"), _("Sheets"), career.unit.unit or _("Points")]
    rows: Iterable[list[Cell]] = ([one.day, one.sheets, figure(one.total, career.unit)] for one in career.evenings)
    return Table(_("{name}: evenings").format(name=name), heads, rows)


def facts_out(name: str, career: Career) -> Table:
    """What the hands say: one line a fact."""
    heads = [_("Group"), _("What"), _("Hands"), _("Won"), _("Lost"), _("Points")]
    rows: Iterable[list[Cell]] = (
        [translated(facts.title), translated(line.title), line.hands, line.won, line.lost, line.brought]
        for facts in career.facts
        for line in facts.lines
    )
    return Table(_("{name}: hands").format(name=name), heads, rows)


def games_out(name: str, played: Iterable[OfGame]) -> Table:
    heads = [_("Game"), _("Evenings"), _("Sheets"), _("Won"), _("Hands")]
    rows: Iterable[list[Cell]] = (
        [translated(one.game.title), one.evenings, one.sheets, one.won, one.hands] for one in played
    )
    return Table(_("{name}: games").format(name=name), heads, rows)


def partners_out(name: str, others: Iterable[Other]) -> Table:
    rows: Iterable[list[Cell]] = ([one.player.name, one.sheets, one.won] for one in others)
    return Table(_("{name}: partners").format(name=name), [_("Player"), _("Sheets"), _("Won")], rows)


def opponents_out(name: str, others: Iterable[Other]) -> Table:
    heads = [_("Player"), _("Sheets"), _("Ahead"), _("Behind")]
    rows: Iterable[list[Cell]] = ([one.player.name, one.sheets, one.ahead, one.behind] for one in others)
    return Table(_("{name}: head to head").format(name=name), heads, rows)


def way_out(name: str, way: Sequence[Step]) -> Table:
    """How a rating came about, the newest sheet first."""
    heads = [_("Sheet"), _("Day"), _("By"), _("Rating")]
    rows: Iterable[list[Cell]] = (
        [step.sitting.name, step.sitting.played_on, step.by, step.points] for step in reversed(way)
    )
    return Table(_("{name}: rating").format(name=name), heads, rows)


def ratings_out(title: str, places: Iterable[Place]) -> Table:
    heads = [_("Rank"), _("Player"), _("Sheets"), _("Rating")]
    rows: Iterable[list[Cell]] = ([one.rank, one.player.name, one.sheets, one.points] for one in places)
    return Table(_("Ratings: {game}").format(game=title), heads, rows)


def records_out(title: str, found: Records) -> Table:
    """The records, each with who has it and when."""
    heads = [_("Record"), _("Player"), _("Day"), _("Figure"), _("Unit")]
    rows: list[list[Cell]] = [
        [
            translated(held.record.title),
            held.player.name,
            held.record.day,
            figure(held.record.figure, held.record.unit),
            held.record.unit.unit,
        ]
        for held in found.records
    ]
    if found.best:
        best = found.best
        total = figure(best.evening.total, found.unit)
        rows.append([_("Best evening"), best.player.name, best.evening.day, total, found.unit.unit])
    if found.streak:
        rows.append([_("Most sheets won in a row"), found.streak.player.name, None, found.streak.sheets, ""])
    return Table(_("Records: {game}").format(game=title), heads, rows)


def shares_out(title: str, found: Records) -> Table:
    """What is played."""
    rows: Iterable[list[Cell]] = ([translated(one.title), one.hands, one.percent] for one in found.shares)
    return Table(_("What is played: {game}").format(game=title), [_("What"), _("Hands"), _("Of 100")], rows)


def days_out(days: Sequence[Day]) -> Table:
    """Who comes: the newest day first."""
    rows: Iterable[list[Cell]] = ([one.day, one.sheets, one.people] for one in reversed(days))
    return Table(_("People on each evening"), [_("Evening"), _("Sheets"), _("People")], rows)
