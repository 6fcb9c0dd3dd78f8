"""The results of a round on one page: typed row by row or all at once, undone, compared with the paper."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.doing import NotDone, not_done, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.common.names import RESULT_CHOSEN, default_words
from scorekeeper.draws.views import id_in
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.here import AtStage, Here
from scorekeeper.tournaments.models import DeskAct, Round
from scorekeeper.tournaments.results import reads
from scorekeeper.tournaments.results.forms import Asked, asked_of
from scorekeeper.tournaments.results.row_forms import RowEntry, entry_of, key_of
from scorekeeper.tournaments.results.rows import CHANGED, RowWanted, acts_wanted, check_tables, undo_newest, write_rows
from scorekeeper.tournaments.results.services import Saying
from scorekeeper.tournaments.rounds.results import unit_of

POINTS_ALONE: Final = "points"  # of `?figures=`: what the game asks of equals is left out


@dataclass(slots=True)
class Desk:
    """The page of a round for one reader: `sent` is what was posted, `moves` what all changes of it would move
    together."""

    request: AuthedRequest
    here: AtStage
    round: Round
    asked: Sequence[Asked]
    sent: Mapping[str, str] | None = None
    moves: reads.ResultMoves | None = None
    problem: NotDone | None = None
    entries: dict[int, RowEntry] = field(default_factory=dict)

    @property
    def is_part(self) -> bool:
        """Whether a script asks for one row alone."""
        return _is_part(self.request)

    def entry(self, number: int, *, fresh: bool = False) -> RowEntry:
        """The row of a table, with what was sent of it unless it is to be `fresh`. Raises Http404: no such table."""
        rows = reads.rows_of_round(self.round, self.request.user, number)
        if not rows:
            raise Http404
        return self._entry(rows[0], None if fresh else self.sent)

    def all(self) -> dict[int, RowEntry]:
        """All rows, by number; those that were answered already stay as they are."""
        rows = reads.rows_of_round(self.round, self.request.user)
        return {row.number: self.entries.get(row.number) or self._entry(row, self.sent) for row in rows}

    def _entry(self, row: Any, sent: Mapping[str, str] | None) -> RowEntry:
        return entry_of(row, self.here.stage, self.asked, sent)

    def say(self, entries: Iterable[RowEntry], *more: str) -> Saying:
        page = id_in(self.request.POST.get("key", ""))
        return Saying(self.request.user, "", key_of(page, entries, *more), timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_results(request: AuthedRequest, round_id: UUID) -> HttpResponse:
    """Every table of a round with its result: who may plan writes them, everybody at the desk compares them with the
    paper. A script sends one row and gets this row; without one a button sends all."""
    rounds = Round.objects.exclude(state=Round.State.DRAFT)
    rounds = rounds.select_related("stage__tournament__club", "stage__tournament__house_version__house")
    round_ = get_object_or_404(rounds, pk=round_id)
    tournament = round_.stage.tournament
    here = AtStage(Here(request, tournament, enter_club(request, tournament.club_id)), round_.stage)
    require(here.may_desk)
    here.require_place(StageAct.WRITE_RESULT)
    if request.method != "POST" and _is_part(request) and request.GET.get("since") == reads.stamp_of_results(round_):
        same = nothing_new(timezone.now())
        patch_vary_headers(same, ("HX-Request", "Cookie"))
        return same
    desk = Desk(request, here, round_, _asked(request, here))
    if request.method != "POST":
        return _page(desk)
    desk.sent = request.POST.dict()
    return _post(desk)


def _is_part(request: AuthedRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _post(desk: Desk) -> HttpResponse:
    """What one of the buttons of the page does, or a script in its place."""
    post = desk.request.POST
    if "undo" in post:
        return _undo(desk, id_in(post["undo"]))
    if "check" in post:
        return _check(desk, _number(post["check"]))
    if "keep" in post:
        return _answered(desk, desk.entry(_number(post["keep"]), fresh=True))
    for button in ("row", "despite", "mine"):
        if button in post:
            return _row(desk, _number(post[button]))
    return _all(desk)


def _asked(request: AuthedRequest, here: AtStage) -> list[Asked]:
    """The figures of each entrant: the points, and what the game asks of equals unless it is left out."""
    asked = asked_of(here.stage.tournament)
    return asked[:1] if request.GET.get("figures") == POINTS_ALONE else asked


def _number(text: str) -> int:
    """Raises Http404: it is no number of a table."""
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise Http404
    return int(text)


def _row(desk: Desk, number: int) -> HttpResponse:
    """Write one table."""
    entry, post = desk.entry(number), desk.request.POST
    entry.despite_sum = "despite" in post
    wanted = _wanted(desk, [entry])
    if entry.state:
        if entry.needs_reason:
            entry.moves = _moves(desk, wanted)
        return _answered(desk, entry, 409 if entry.state == "overtaken" else 422)
    if wanted and not _written(desk, [entry], wanted, desk.say([entry], "row")):
        if entry.needs_reason:
            entry.moves = _moves(desk, wanted)
        return _answered(desk, entry, desk.problem.status if desk.problem else 422)
    entry = desk.entry(number, fresh=True)
    entry.state = "saved" if wanted or entry.row.is_known else ""
    return _answered(desk, entry)


def _all(desk: Desk) -> HttpResponse:
    """Write all tables that differ from what is known, or none."""
    entries = desk.all()
    wanted = _wanted(desk, entries.values())
    stopped = any(entry.state for entry in entries.values())
    if not stopped and wanted:
        say = desk.say(entries.values(), "all")
        stopped = not _written(desk, list(entries.values()), wanted, say)
    if not stopped:
        return redirect(_address(desk))
    if any(entry.needs_reason for entry in entries.values()):
        desk.moves = _moves(desk, wanted)
    desk.entries = entries
    waiting = ", ".join(str(number) for number, entry in entries.items() if entry.state)
    text = _("Nothing is saved yet. These tables need you: {numbers}.").format(numbers=waiting)
    desk.problem = desk.problem or NotDone(text, 422)
    return _page(desk)


def _wanted(desk: Desk, entries: Iterable[RowEntry]) -> list[RowWanted]:
    """What is to be written of these rows. Those that somebody else has written meanwhile, or that change what is known
    and whose writer has not seen yet what that moves, say so in their state."""
    found = []
    is_built_on = reads.built_on(desk.round) is not None
    chosen = desk.request.POST.get("mine")
    for entry in entries:
        if entry.is_overtaken:
            entry.state = "overtaken"
            continue
        wanted = entry.wanted()
        if wanted is None:
            continue
        played, entrants = entry.row.played, wanted.points or entry.row.played.got
        is_choice = chosen == str(entry.number) and not is_built_on
        if is_choice:
            wanted = replace(wanted, reason=default_words(RESULT_CHOSEN))
        if not played.says_nothing_of(entrants) and not (is_choice or (entry.was_asked and entry.reason.strip())):
            entry.needs_reason, entry.state = True, "asks"
            if entry.was_asked:
                entry.problems["reason"] = _("Enter a reason. Everybody in the club can read it.")
        found.append(wanted)
    return found


def _written(desk: Desk, entries: Sequence[RowEntry], rows: Sequence[RowWanted], say: Saying) -> bool:
    """Whether these rows were written; else their entries, or the page, say why not."""
    by_number = {entry.number: entry for entry in entries}
    why = not_done(lambda: write_rows(round_id=desk.round.pk, rows=rows, say=say))
    if why is None:
        return True
    for problem in why.problems:
        number, _dot, _field = problem.field.partition(".")
        entry = by_number[int(number)]
        entry.refuse(problem)
        entry.needs_reason = entry.needs_reason or bool(entry.reason)  # what was typed there stays
    if conflict := why.conflict:
        desk.problem = why
        for number in conflict.standing["tables"] if conflict.code == CHANGED else ():
            fresh = desk.entry(number)
            by_number[number].row, by_number[number].state = fresh.row, "overtaken"
        if conflict.code != CHANGED and len(entries) == 1:
            entries[0].problems[""], entries[0].state = conflict.message, "refused"
    return False


def _moves(desk: Desk, rows: Sequence[RowWanted]) -> reads.ResultMoves:
    return reads.moves_of(desk.round, acts_wanted(round_=desk.round, rows=rows, say=desk.say([])))


def _check(desk: Desk, number: int) -> HttpResponse:
    """A table agrees with the paper."""
    entry = desk.entry(number, fresh=True)
    seen = str(desk.request.POST.get(f"{number}-seen", ""))
    say = desk.say([], "check", str(number), seen, str(entry.row.acts))
    if problem := not_done(lambda: check_tables(round_id=desk.round.pk, checks={entry.row.table: seen}, say=say)):
        entry.problems[""], entry.state = problem.text, "refused"
        desk.problem = problem
        return _answered(desk, entry, problem.status)
    entry = desk.entry(number, fresh=True)
    entry.state = "checked"
    return _answered(desk, entry)


def _undo(desk: Desk, act_id: UUID) -> HttpResponse:
    """What the reader has just done at a table is undone."""
    act = get_object_or_404(DeskAct.objects.select_related("table").filter(round=desk.round), pk=act_id)
    if act.table is None:
        raise Http404
    number, say = act.table.number, desk.say([], "undo", str(act_id))
    problem = not_done(lambda: undo_newest(act_id=act_id, say=say))
    entry = desk.entry(number, fresh=True)
    if problem:
        entry.problems[""], entry.state, desk.problem = problem.text, "refused", problem
    return _answered(desk, entry, problem.status if problem else 200)


def _answered(desk: Desk, entry: RowEntry, status: int = 200) -> HttpResponse:
    """The row alone for a script; else the page, which keeps what is typed at other tables."""
    if desk.is_part:
        page = {**_context(desk), "entry": entry}
        return render(desk.request, "tournaments/results/_row.html", page, status=status)
    desk.entries[entry.number] = entry
    if status == 200 and not any(other.is_changed for other in desk.all().values()):
        return redirect(f"{_address(desk)}#table-{entry.number}")
    desk.problem = desk.problem or (NotDone("", status) if status != 200 else None)
    return _page(desk)


def _address(desk: Desk) -> str:
    query = desk.request.GET.urlencode()
    return reverse("round_results", args=[desk.round.pk]) + (f"?{query}" if query else "")


def _context(desk: Desk) -> dict[str, Any]:
    """What a row needs to know of its page."""
    stage = desk.here.stage
    is_open = not stage.tournament.is_ended
    return {
        "round": desk.round,
        "unit": unit_of(stage.tournament),
        "may_plan": desk.here.may_plan and is_open,
        "may_desk": desk.here.may_desk and is_open,
        "checks": desk.request.GET.get("check") == "1",
        "sums_to": reads.sums_to(stage.tournament),
        "is_official": desk.round.official_at is not None,
    }


def _page(desk: Desk) -> HttpResponse:
    stage, query = desk.here.stage, desk.request.GET.copy()
    query.pop("since", None)
    entries, every = list(desk.all().values()), asked_of(stage.tournament)
    has_measures = len(every) > 1 and not format_of(stage).refuses(StageAct.WRITE_POINTS)
    return desk.here.show(
        "tournaments/results/round_results.html",
        desk.problem,
        entries=entries,
        moves=desk.moves,
        key=uuid4() if desk.sent is None else id_in(desk.request.POST.get("key", "")),
        has_measures=has_measures,
        all_figures=", ".join(each.title for each in every),
        is_points_alone=has_measures and len(desk.asked) == 1,
        query=query.urlencode(),
        since=reads.stamp_of_rows(entry.row for entry in entries),
        with_result=sum(entry.row.has_result for entry in entries),
        with_check=sum(bool(entry.row.checks) for entry in entries),
        **_context(desk),
    )
