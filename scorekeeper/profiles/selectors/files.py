"""The tables of players, records and ratings, for their pages and for other programs."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.common.tables.values import Column, Kind, RichCell, Row, Table, figure, joined, moved
from scorekeeper.common.texts import amount_figure, signed, translated
from scorekeeper.profiles.selectors.club import Day, Records
from scorekeeper.profiles.selectors.person import Career, Evening, Facts, OfGame, Other
from scorekeeper.ratings.selectors import Place, Step
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.rounds import Correction

SHARE = (
    '<span class="ofbar"><span>{0}</span><svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" '
    'aria-hidden="true"><rect class="track" width="100" height="8" /><rect class="fill" width="{0}" height="8" />'
    "</svg></span>"
)  # a part of a hundred, and the same drawn
NO_SHARE = '<span class="muted">–</span>'


def evenings_table(name: str, evenings: Iterable[Evening], unit: InUnits) -> Table:
    """What each of these evenings brought."""
    columns = [
        Column("day", pgettext("column", "Evening"), Kind.DAY),
        _number("sheets", pgettext("column", "Sheets"), classes="muted"),
        Column("total", unit.unit or pgettext("column", "Points"), Kind.AMOUNT, unit, says_unit=False),
    ]
    rows = [(evening.day, evening.sheets, evening.total) for evening in evenings]
    title = _("What each evening brought")
    return Table(
        pgettext("heading", "{name}: evenings").format(name=name), columns, rows, key="evenings", caption=title
    )


def facts_table(facts: Facts) -> Table:
    """What the hands say of one group of facts; the file has all groups."""
    columns = [
        Column("what", pgettext("column", "What"), heads_rows=True, hides_head=True),
        _number("hands", pgettext("column", "Hands")),
        _number("won", pgettext("column", "Won")),
        _number("lost", pgettext("column", "Lost")),
        Column("of", _("Won of 100"), classes="of", only="page"),
        _number("points", pgettext("column", "Points"))
        if facts.brings
        else Column("points", pgettext("column", "Points"), only="file"),
    ]
    rows = [
        (translated(line.title), line.hands, line.won, line.lost, _share(line.percent), line.brought)
        for line in facts.lines
    ]
    return Table(translated(facts.title), columns, rows)


def facts_out(name: str, career: Career) -> Table:
    """The same of all groups."""
    parts = [((translated(facts.title),), facts_table(facts)) for facts in career.facts]
    return joined(
        pgettext("heading", "{name}: hands").format(name=name), [Column("group", pgettext("column", "Group"))], parts
    )


def games_table(name: str, played: Iterable[OfGame]) -> Table:
    """What somebody plays, with a link to each game on their page."""
    columns = [
        Column("game", pgettext("column", "Game"), heads_rows=True),
        _number("evenings", pgettext("column", "Evenings")),
        _number("sheets", pgettext("column", "Sheets")),
        _number("won", pgettext("column", "Won")),
        _number("hands", pgettext("column", "Hands")),
    ]
    rows = [
        (
            RichCell(translated(game.game.title), link=f"?game={game.game.name}"),
            game.evenings,
            game.sheets,
            game.won,
            game.hands,
        )
        for game in played
    ]
    return Table(
        pgettext("heading", "{name}: games").format(name=name),
        columns,
        rows,
        key="games",
        caption=pgettext("heading", "All games"),
    )


def partners_table(name: str, others: Iterable[Other], game: str, *, links: bool) -> Table:
    """With whom somebody played as partners; `links` where the reader may open the pages of others."""
    columns = [_player(), _number("sheets", pgettext("column", "Sheets")), _number("won", pgettext("column", "Won"))]
    rows = [(_named(other.player, game, links=links), other.sheets, other.won) for other in others]
    return Table(
        pgettext("heading", "{name}: partners").format(name=name),
        columns,
        rows,
        key="partners",
        caption=pgettext("heading", "Partners"),
    )


def opponents_table(name: str, others: Iterable[Other], game: str, *, links: bool) -> Table:
    """On how many sheets somebody was ahead of others, and behind."""
    columns = [
        _player(),
        _number("sheets", pgettext("column", "Sheets")),
        _number("ahead", pgettext("column", "Ahead")),
        _number("behind", pgettext("column", "Behind")),
    ]
    rows = [(_named(other.player, game, links=links), other.sheets, other.ahead, other.behind) for other in others]
    title = _("{name}: head to head").format(name=name)
    return Table(title, columns, rows, key="opponents", caption=_("Head to head"))


def corrections_table(name: str, corrections: Iterable[Correction]) -> Table:
    """The results of old lists that a later file said otherwise, each with what was said before."""
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY),
        Column("season", pgettext("column", "Season")),
        Column("points", pgettext("column", "Points")),
        Column("file", pgettext("column", "File")),
    ]
    rows: list[Row] = [
        (
            correction.row.played_on,
            RichCell(correction.season.name, note=correction.row.title),
            moved(_points(correction.before, correction.season), _points(correction.after, correction.season)),
            _("{file} of {day}").format(
                file=correction.file.name, day=date_format(correction.file.at, "SHORT_DATE_FORMAT")
            ),
        )
        for correction in corrections
    ]
    title = _("{name}: corrected results").format(name=name)
    return Table(title, columns, rows, key="corrections", caption=_("Corrected results of old lists"))


def _points(points: int | None, season: Competition) -> str:
    return pgettext("in a line", "no result") if points is None else amount_figure(points, season.in_unit)


def way_table(name: str, way: Sequence[Step]) -> Table:
    """How a rating came about, the newest sheet first."""
    columns = [
        Column("sheet", pgettext("column", "Sheet")),
        Column("day", pgettext("column", "Day"), Kind.DAY, only="file"),
        Column("by", pgettext("column", "Change"), Kind.CHANGE),
        _number("rating", pgettext("column", "Rating")),
    ]
    rows = [
        (
            RichCell(step.sitting.name, link=reverse("sitting_detail", args=[step.sitting.pk])),
            step.sitting.played_on,
            step.by,
            step.points,
        )
        for step in reversed(way)
    ]
    title = pgettext("heading", "{name}: rating").format(name=name)
    return Table(title, columns, rows, key="rating", caption=_("Rating after each sheet"))


def ratings_table(title: str, places: Iterable[Place], game: str, mine: UUID | None = None) -> Table:
    """Who is rated where; the line of the reader stands out, and figures of few sheets in grey."""
    columns = [
        _number("rank", pgettext("column", "Rank")),
        _player(),
        _number("sheets", pgettext("column", "Sheets"), classes="muted"),
        _number("rating", pgettext("column", "Rating"), classes="tot"),
    ]
    rows = [
        (
            place.rank,
            _named(place.player, game, links=True, part="#rating", classes="mine" if place.player.pk == mine else ""),
            place.sheets,
            _rated(place),
        )
        for place in places
    ]
    return Table(pgettext("heading", "Ratings: {game}").format(game=title), columns, rows, key="ratings", caption=title)


def _rated(place: Place) -> RichCell:
    if not place.is_new:
        return RichCell(place.points)
    few = format_html(
        '<span class="muted">{}<span class="vh">, {}</span></span>',
        signed(place.points),
        pgettext("in a line", "few sheets"),
    )
    return RichCell(place.points, html=few)


def records_out(title: str, found: Records) -> Table:
    """The records, each with who has it and when, for other programs: its page has them as a list."""
    heads = [
        pgettext("column", "Record"),
        pgettext("column", "Player"),
        pgettext("column", "Day"),
        pgettext("column", "Figure"),
        pgettext("column", "Unit"),
    ]
    rows: list[Row] = [
        (
            translated(record.record.title),
            record.player.name,
            record.record.day,
            figure(record.record.figure, record.record.unit),
            record.record.unit.unit,
        )
        for record in found.records
    ]
    if found.best:
        best = found.best
        total = figure(best.evening.total, found.unit)
        rows.append((pgettext("heading", "Best evening"), best.player.name, best.evening.day, total, found.unit.unit))
    if found.streak:
        rows.append((_("Most sheets won in a row"), found.streak.player.name, None, found.streak.sheets, ""))
    return Table(pgettext("heading", "Records: {game}").format(game=title), heads, rows)


def shares_table(title: str, found: Records) -> Table:
    """What is played."""
    columns = [
        Column("what", pgettext("column", "What"), heads_rows=True, hides_head=True),
        _number("hands", pgettext("column", "Hands")),
        Column("of", pgettext("column", "Of 100"), classes="of"),
    ]
    rows = [(translated(share.title), share.hands, _share(share.percent)) for share in found.shares]
    name = _("What is played: {game}").format(game=title)
    return Table(name, columns, rows, key="played", caption=_("What is played"))


def days_table(days: Sequence[Day]) -> Table:
    """Who comes: the newest day first."""
    columns = [
        Column("day", pgettext("column", "Evening"), Kind.DAY),
        _number("sheets", pgettext("column", "Sheets"), classes="muted"),
        _number("people", pgettext("column", "People")),
    ]
    rows = [(day.day, day.sheets, day.people) for day in reversed(days)]
    return Table(_("People on each evening"), columns, rows, key="evenings")


def _number(key: str, head: str, *, classes: str = "") -> Column:
    return Column(key, head, Kind.NUMBER, classes=classes)


def _player() -> Column:
    return Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True)


def _named(player: Player, game: str, *, links: bool, part: str = "", classes: str = "") -> RichCell:
    page = f"{reverse('player_page', args=[player.club_id, player.pk])}?game={game}{part}" if links else ""
    return RichCell(player.name, link=page, classes=classes)


def _share(percent: int | None) -> RichCell:
    return RichCell(percent, html=format_html(NO_SHARE if percent is None else SHARE, percent))
