"""The first page, and the page of a club: what is open, what was played, where to go on."""

from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import enter_club, use_time_of
from scorekeeper.clubs.policies import can_direct, can_manage_members, can_open_tables, can_score, role_kept
from scorekeeper.clubs.selectors import line_of
from scorekeeper.common.navigation import page_of
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.notices.selectors import waiting
from scorekeeper.play.actors import known_tables
from scorekeeper.play.home import reads
from scorekeeper.play.marks.reads import disputed_hands
from scorekeeper.play.offers import offers
from scorekeeper.play.opening.reads import played_lately
from scorekeeper.play.sheet.files import sheets_out
from scorekeeper.play.tables import lists_table

A_PAGE = 20  # sheets
NEWEST = 10  # of one's own sheets on the first page


@login_required
def home_files(request: AuthedRequest, table: str, kind: str) -> HttpResponse:
    """One's own last sheets as a file."""
    lists = reads.bars_of(reads.last_lists(request.user))
    return file_of(request, {"lists": partial(lists_table, lists)} if lists else {}, table, kind)


@with_files(home_files)
def home(request: HttpRequest) -> HttpResponse:
    """For members their tables first; for a newcomer a table without an account."""
    user = request.user if isinstance(request.user, User) else None
    on_phone = reads.tables_of_phone(known_tables(request), timezone.now())
    if user is None:
        return render(request, "play/home_newcomer.html", {"tables": on_phone, "games": offers()})
    tables = reads.open_tables(user)
    on_this = {table.sitting.pk for table in on_phone}
    own = [table for table in tables if table.is_own or table.sitting.pk in on_this]
    in_clubs = {table.sitting.pk for table in tables}
    own += [table for table in on_phone if table.sitting.pk not in in_clubs]
    shown = {table.sitting.pk for table in own}
    clubs = list(reads.clubs_of(user))
    if clubs:
        use_time_of(clubs[0])
    sheets = reads.own_sheets(user).exclude(closed_at=None)[:NEWEST]
    lists = reads.last_lists(user)
    page = {
        "notices": waiting(user, timezone.now()),
        "today": timezone.localtime(),
        "tables": own,
        "others": [table for table in tables if table.sitting.pk not in shown],
        "sheets": [reads.table_row(sitting, user) for sitting in sheets],
        "clubs": clubs,
        "many_clubs": len(clubs) > 1,
        "club": next((club for club in clubs if not club.is_closed), None),
        "lists": reads.bars_of(lists),
        "games": offers(row.sitting.game for row in (*own, *tables, *lists)),
    }
    return render(request, "play/home.html", page)


@login_required
def club_files(request: AuthedRequest, club_id: UUID, table: str, kind: str) -> HttpResponse:
    """Every sheet of a club as a file."""
    here = enter_club(request, club_id)
    return file_of(request, {"sheets": lambda: sheets_out(here.club, reads.closed_sittings(here.club))}, table, kind)


@login_required
@with_files(club_files)
def club_detail(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """A club: what waits for a decision, what is on, its six places, its sheets."""
    here = enter_club(request, club_id)
    sheets = page_of(reads.closed_sittings(here.club), request.GET.get("page"), A_PAGE)
    tables = reads.open_tables(request.user, here.club)
    is_new = not sheets and not tables and can_direct(here.role) and reads.counts_nowhere(here.club)
    page = {
        "club": here.club,
        "here": here,
        "may_open": can_open_tables(here.role),
        "may": {"direct": can_direct(here.role), "score": can_score(here.role)},
        "tables": tables,
        "games": offers() if is_new else (),
        "own_line": line_of(here.club, request.user) if is_new else None,
        "disputed": disputed_hands(here.club) if can_direct(here.role) else [],
        "awaiting": reads.awaiting_sheets(here.club) if can_score(here.role) else (),
        "page": sheets,
        "sheets": [reads.table_row(sitting, request.user) for sitting in sheets],
    }
    return render(request, "play/club_detail.html", page)


@require_safe
@login_required
def club_running(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What those who run a club need seldom: its rules, its log, its files, how long names are kept."""
    here = enter_club(request, club_id)
    page = {
        "club": here.club,
        "may": {
            "own": can_manage_members(here.role),
            "direct": can_direct(here.role),
            "score": can_score(here.role),
            "take": can_manage_members(role_kept(request.user, here.club) if here.club.is_closed else here.role),
        },
        "games": offers(played_lately(here.club)),
    }
    return render(request, "play/club_running.html", page)


@login_required
def own_sheet_list(request: AuthedRequest) -> HttpResponse:
    """The sheets of one's own, whatever clubs have come since."""
    sheets = page_of(reads.own_sheets(request.user), request.GET.get("page"), A_PAGE)
    page = {"page": sheets, "sheets": [reads.table_row(sitting, request.user) for sitting in sheets]}
    return render(request, "play/own_sheet_list.html", page)
