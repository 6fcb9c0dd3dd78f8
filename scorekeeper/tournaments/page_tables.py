"""The tables on the pages of a tournament that are no standing of rounds, for the page and for their files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Column, Figure, Kind, RichCell, Row, Table
from scorekeeper.common.texts import fraction_figure, isolated
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of
from scorekeeper.tournaments.formats.bracket.picture import Part, Seeded, Side, parts_of, seeds_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.knockout.tables import PlaceLine as KnockedOut
from scorekeeper.tournaments.formats.knockout.tables import knockout_lines
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.standing import Cell as Met
from scorekeeper.tournaments.matches.standing import DuelStanding, Group, Line, duel_standing_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.selectors.places import PlaceLine
from scorekeeper.tournaments.selectors.stage_papers import stage_out

Makers = dict[str, Callable[[], Table]]


def tables_of_stage(stage: Stage, *, official: bool) -> Makers:
    """Every table on the page of a stage's standing, by its key."""
    if format_of(stage).is_by_matches:
        state = bracket_of(stage, official=official)
        return tables_of_bracket(state) if state else {}
    if isinstance(stage.typed_plan, KnockoutPlan):
        places = knockout_lines(stage, official=official)
        return {"standing": partial(knockout_table, stage.tournament, places)}
    if format_of(stage).counts == "half_points":
        return tables_of_groups(duel_standing_of(stage, official=official), stage.tournament)
    return {"standing": partial(stage_out, stage, official=official)}


def tables_of_bracket(state: State) -> Makers:
    """Who is seeded where and stands where, and every match."""
    return {
        "seeds": lambda: seeds_table(state.stage.tournament, seeds_of(state)),
        "matches": lambda: matches_table(parts_of(state)),
    }


def tables_of_groups(standing: DuelStanding, tournament: Tournament) -> Makers:
    """Of each group its standing and who has met whom."""
    found: Makers = {}
    for group in standing.groups:
        found[f"standing-{group.number}"] = partial(group_table, tournament, group)
        found[f"cross-{group.number}"] = partial(cross_table, standing, group)
    return found


def places_table(tournament: Tournament, lines: Iterable[PlaceLine]) -> Table:
    """Who stands where over all stages."""
    columns = [
        Column("place", _("Place"), classes="rk"),
        Column("name", _("Name"), Kind.NAME, heads_rows=True, classes="pl"),
    ]
    name = _("Places of {name}").format(name=isolated(tournament.name))
    return Table(name, columns, [(line.place, _with_people(line)) for line in lines], key="places")


def knockout_table(tournament: Tournament, places: Iterable[KnockedOut]) -> Table:
    """Who is out, since when, at which place; who still plays shares the first."""
    columns = [
        Column("place", _("Place"), classes="rk"),
        Column("name", _("Name"), Kind.NAME, heads_rows=True, classes="pl"),
        Column("out", _("Out at"), classes="num"),
    ]
    rows = [
        (
            f"{place.first}–{place.last}" if place.is_shared else str(place.first),
            name,
            date_format(localtime(act.at), "TIME_FORMAT") if act else _("plays") if place.is_shared else None,
        )
        for place in places
        for name, act in place.rows
    ]
    name = _("Standing of {name}").format(name=isolated(tournament.name))
    return Table(name, columns, rows, key="standing")


def seeds_table(tournament: Tournament, seeds: Iterable[Seeded]) -> Table:
    """The seeds of a bracket with their places, as far as there are any."""
    columns = [
        Column("seed", _("Seed"), Kind.NUMBER),
        Column("name", _("Name"), Kind.NAME, heads_rows=True),
        Column("place", _("Place"), classes="num"),
    ]
    none = RichCell(None, html=format_html('<span class="muted">{}</span>', "–"))
    rows = [(line.seed, _seeded(tournament, line), line.place or none) for line in seeds]
    return Table(_("Seeds and places"), columns, rows, key="seeds")


def matches_table(parts: Iterable[Part]) -> Table:
    """All matches of a bracket: who comes from where, and how each stands."""
    columns = [
        Column("match", _("Match"), heads_rows=True),
        Column("home", _("One side")),
        Column("away", _("The other side")),
        Column("state", _("State")),
    ]
    rows: list[Row] = [
        (match.name, *(_side(side, is_bye=match.state == "bye") for side in match.sides), match.words)
        for part in parts
        for one in part.rounds
        for match in one.matches
    ]
    return Table(_("All matches as a list"), columns, rows, key="matches")


def group_table(tournament: Tournament, group: Group) -> Table:
    """The standing of one of several groups of matches, as its page shows it."""
    columns = [
        Column("rank", _("Rank")),
        Column("name", _("Name"), Kind.NAME),
        *(Column(column.name, column.title) for column in group.columns),
        Column("extra", _("Penalties")),
        Column("points", _("Points")),
    ]
    rows: list[Row] = [tuple(_line(group, line)) for line in group.lines]
    name = _("Standing of {name}, group {number}").format(name=isolated(tournament.name), number=group.number)
    return Table(name, columns, rows, key=f"standing-{group.number}")


def cross_table(standing: DuelStanding, group: Group) -> Table:
    """Everybody against everybody, in the order of the standing."""
    columns = [
        Column("name", _("Name"), heads_rows=True),
        *(Column(f"against-{place}", str(place), classes="num") for place in range(1, len(group.lines) + 1)),
        Column("points", _("Points"), classes="num tot"),
    ]
    rows: list[Row] = [
        (
            RichCell(f"{place} {line.name}", html=format_html("{} <bdi>{}</bdi>", place, line.name)),
            *(_against(cells, is_self=place == other) for other, cells in enumerate(row, 1)),
            Figure(line.said),
        )
        for place, (line, row) in enumerate(group.cross, 1)
    ]
    name = _("Everybody against everybody")
    if len(standing.groups) > 1:
        name = _("Everybody against everybody, group {number}").format(number=group.number)
    return Table(name, columns, rows, key=f"cross-{group.number}")


def _with_people(line: PlaceLine) -> RichCell:
    """An entrant, and in small letters who that is."""
    if not line.people:
        return RichCell(line.name)
    names = format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in line.people))
    html = format_html('<bdi>{}</bdi><small class="parts">{}</small>', line.name, names)
    return RichCell(line.name, note=", ".join(line.people), html=html)


def _seeded(tournament: Tournament, line: Seeded) -> RichCell:
    page = reverse("entrant_detail", args=[tournament.pk, line.entrant.pk])
    left = format_html(' <span class="small muted">{}</span>', _("has left")) if line.is_gone else SafeString("")
    html = format_html('<a href="{}"><bdi>{}</bdi></a>{}', page, line.name, left)
    return RichCell(line.name, note=_("has left") if line.is_gone else "", html=html)


def _side(side: Side, *, is_bye: bool) -> RichCell:
    """Who sits there, whether they have won, and where they come from."""
    won = format_html(" <b>{}</b>", _("won")) if side.has_won and not is_bye else SafeString("")
    html = format_html('<bdi>{}</bdi>{} <small class="muted">({})</small>', side.name, won, side.comes)
    value = f"{side.name}, {_('won')}" if won else side.name
    return RichCell(value, note=side.comes, html=html)


def _line(group: Group, line: Line) -> Iterator[Cell]:
    yield line.rank
    yield line.name
    for column in group.columns:
        figure = line.figure_of(column.name)
        yield None if figure is None else Figure(fraction_figure(figure))
    yield Figure(line.extra_said) if line.given else None
    yield Figure(line.said)


def _against(cells: Sequence[Met], *, is_self: bool) -> RichCell:
    """What a line has against another one, match by match; underlined while it is not final."""
    written = [("–", True) if cell.points is None else (cell.said, cell.is_final) for cell in cells]
    shown = [
        format_html("{}", text) if is_final else format_html('<span class="pen">{}</span>', text)
        for text, is_final in written
    ]
    html = format_html_join(" ", "{}", ((text,) for text in shown))
    return RichCell(Figure(" ".join(text for text, _final in written)), html=html, classes="self" if is_self else "")
