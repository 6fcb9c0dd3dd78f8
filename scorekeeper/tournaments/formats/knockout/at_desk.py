"""A knock-out at tables on the director's desk: its course by the tables that are left, who is out, who moves."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.common.texts import isolated
from scorekeeper.draws.selectors.desk import MOST_NAMED, Need
from scorekeeper.tournaments.formats.at_desk import CourseStep, LedRound, NextStep, TableAtDesk
from scorekeeper.tournaments.formats.knockout.course import Kind
from scorekeeper.tournaments.formats.knockout.tables import ShownStep, ShownTables, Sits, shown_of
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.rounds.results import Got, Played


def led(round_: Round) -> LedRound:
    """A published round as it stands now."""
    shown = shown_of(round_, {})
    is_on = not round_.official_at and not shown.winner
    step = shown.steps[0] if shown.steps else None
    return LedRound(
        title=_title(shown),
        figures=pgettext("state", "Players"),
        course=tuple(_course(round_, shown)),
        played=tuple(
            Played(table.table, table.places, {place.entrant_id: Got(None, {}) for place in table.places})
            for table in shown.tables
        ),
        tables={table.number: _table(round_, shown, table) for table in shown.tables},
        missing=tuple(table.number for table in shown.tables) if is_on else (),
        ends_when=_ends_when(shown) if is_on else "",
        step=_step(round_, shown) if is_on else None,
        needs=tuple(_needs(round_, shown)) if is_on else (),
        latest=_latest(step) if step else "",
        latest_back=_back(round_, step) if step and step.is_open and not round_.official_at else "",
    )


def _page(round_: Round) -> str:
    """Its tables; what is done there leads back to the desk."""
    return f"{reverse('knockout_tables', args=[round_.pk])}?next={_desk(round_)}"


def _back(round_: Round, step: ShownStep) -> str:
    return f"{reverse('knockout_back', args=[round_.pk, step.said.number])}?next={_desk(round_)}"


def _desk(round_: Round) -> str:
    return reverse("tournament_desk", args=[round_.stage.tournament_id])


def _title(shown: ShownTables) -> str:
    if shown.winner:
        return _("{name} has won").format(name=isolated(shown.winner))
    return _("{number} of {of} left").format(number=shown.left, of=shown.knockout.course.entrants)


def _course(round_: Round, shown: ShownTables) -> Iterator[CourseStep]:
    """By how many tables there are: at the beginning, now, next, at the end."""
    began, now, most = len(round_.tables.all()), len(shown.tables), shown.knockout.terms.most
    if began > now:
        yield CourseStep(_tables(began), pgettext("state", "at most"), "done", round_)
    if shown.winner:
        yield CourseStep(pgettext("state", "Decided"), _title(shown), "done" if round_.official_at else "now", round_)
        return
    yield CourseStep(_tables(now), _title(shown), "now", round_)
    if now > 2:
        yield CourseStep(
            _tables(now - 1), pgettext("state", "from {left} left").format(left=(now - 1) * most), "to_come"
        )
    if now > 1:
        yield CourseStep(_tables(1), pgettext("state", "from {left} left").format(left=most), "to_come")


def _tables(number: int) -> str:
    return _("The last table") if number == 1 else pgettext("heading", "{number} tables").format(number=number)


def _table(round_: Round, shown: ShownTables, table: Sits) -> TableAtDesk:
    note = ""
    if any(move.table == table.number for move in shown.due):
        note = pgettext("in a line", "somebody moves away")
    elif any(move.to_table == table.number for move in shown.due):
        note = pgettext("in a line", "somebody comes")
    has_won = bool(shown.winner)
    state = "official" if round_.official_at else "written" if has_won else "waits" if table.waits else "playing"
    menu = {} if has_won or round_.official_at else {"menu": _("Who is out?"), "menu_at": _page(round_)}
    return TableAtDesk(state, str(len(table.places)), note, **menu)


def _ends_when(shown: ShownTables) -> str:
    text = _(
        "{left} still play at {number} tables. The knock-out ends when one is left. Mark who is out at each table."
    )
    if len(shown.tables) == 1:
        text = _(
            "{left} still play at the last table. The knock-out ends when one is left. Mark who is out at the table."
        )
    return text.format(left=shown.left, number=len(shown.tables))


def _step(round_: Round, shown: ShownTables) -> NextStep | None:
    """Moves that are due come before anybody else can go on."""
    if not shown.due:
        return None
    address = _page(round_) + "#moves"
    first = shown.due[0]
    if first.kind == "final":
        text = _("{left} are left. You see the seats before the last table begins.").format(left=shown.left)
        return NextStep(_("Begin the last table"), (text,), address=address)
    if first.kind == "break":
        words = _("Break table {number}").format(number=first.table)
        return NextStep(words, (_("You see who moves before you confirm."),), address=address)
    text = _("The tables are uneven. Let them finish their hand. The next dealer there decides who moves.")
    return NextStep(_("Make the tables even"), (text,), address=address)


def _needs(round_: Round, shown: ShownTables) -> Iterator[Need]:
    """Who is here and has had no seat yet."""
    if not shown.late:
        return
    title = ngettext("{number} has come and has no seat", "{number} have come and have no seat", len(shown.late))
    names = ", ".join(isolated(name) for _pk, name in shown.late[:MOST_NAMED])
    address = _page(round_) + "#late"
    more = " …" if len(shown.late) > MOST_NAMED else ""
    yield Need("no-seat", title.format(number=len(shown.late)), names + more, _("Give a seat"), address)


def _latest(step: ShownStep) -> str:
    texts = {
        Kind.OUT: ngettext("{names} is out, {time}.", "{names} are out, {time}.", len(step.said.acts)),
        Kind.MOVED: ngettext("{names} has moved, {time}.", "{names} have moved, {time}.", len(step.said.acts)),
        Kind.SEATED: _("{names} has got a seat, {time}."),
    }
    time = date_format(localtime(step.said.act.at), "TIME_FORMAT")
    return texts[Kind(step.said.kind)].format(names=step.names, time=time)
