"""The seasons of a club: open one, copy one, change what counts for it; its standings, who stands where and why, who
stood where after each evening; its bonuses and penalties, lots, and its end.
"""

from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import games
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import can_direct, can_end_seasons, can_score, shows_pages
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import isolated
from scorekeeper.standings import forms, services
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.ranking import Ranked
from scorekeeper.standings.selectors.rounds import ALL_ROUNDS, MOST_ROUNDS, Race, Rounds, race, rounds
from scorekeeper.standings.selectors.seasons import late_sheets, log_of
from scorekeeper.standings.selectors.standing import (
    equals_table,
    moves_table,
    race_table,
    rounds_table,
    standing_of,
    table_out,
)
from scorekeeper.standings.selectors.table import (
    Evenings,
    Line,
    Lines,
    equals,
    evenings,
    lines,
    lots_of,
    newest_game,
    played_at,
    venues_of,
)
from scorekeeper.standings.selectors.why import signed_for
from scorekeeper.standings.standing import Chain, Link, StandingRow
from scorekeeper.standings.words import change_words, everything_words, systems_words


@login_required
def season_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The seasons of a club, newest first."""
    here = enter_club(request, club_id)
    seasons = Competition.objects.filter(club=here.club).order_by("-created_at", "-pk")
    page = {
        "club": here.club,
        "running": [season for season in seasons if season.ended_at is None],
        "ended": [season for season in seasons if season.ended_at],
        "scores": can_score(here.role),
        "directs": can_direct(here.role),
    }
    return render(request, "standings/season_list.html", page)


@login_required
def season_files(request: AuthedRequest, season_id: UUID, table: str, kind: str) -> HttpResponse:
    """The standings as a file, of what the page's address asks for."""
    season, _role = season_of(request, season_id)

    def standings() -> Table:
        official, venue = _counts(request, venues_of(season))
        only = played_at(season, venue) if venue else None
        found = lines(season, official=official, only=only, each=True if season.is_mixed else None)
        return table_out(season, found, official=official, venue=venue)

    return file_of(request, {"standings": standings}, table, kind, prints=True)


def _counts(request: AuthedRequest, venues: list[str]) -> tuple[bool, str]:
    """Whether only official results count, and of which venue alone."""
    venue = request.GET.get("venue", "")
    return request.GET.get("count") == "official", venue if venue in venues else ""


@login_required
@with_files(season_files)
def season_detail(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """The standings; `?count=official` counts sealed sheets only, `?venue=` what was played there, `?why=PLAYER` opens
    a row."""
    season, role = season_of(request, season_id)
    venues = venues_of(season)
    official, venue = _counts(request, venues)
    found = lines(season, official=official, only=played_at(season, venue) if venue else None)
    days, asked = evenings(found, official=official), uuid_in(request.GET.get("why", ""))
    standing = standing_of(season, found, days, official=official)
    chain = _chain(request, season, standing.row_of(asked), days)
    page = {
        "club": season.club,
        "season": season,
        "systems": systems_words(season),
        "told": everything_words(season),
        "official": official,
        "venues": venues,
        "venue": venue,
        "now": timezone.now(),
        "directs": can_direct(role),
        "scores": can_score(role),
        "awaiting": list(season.sittings.to_be_accepted().order_by("closed_at", "pk")),
        "ends": can_end_seasons(role),
        "late": can_direct(role) and not season.ended_at and late_sheets(season).exists(),
        "standing": standing,
        "group": standing.groups[0],
        "everybody": list(standing.everybody),
        "days": days,
        "opened": asked,
        "chain": chain,
        "chain_player": asked if chain else None,
        "signed_for": signed_for(season.sittings.filter(pk__in=chain.sittings)) if chain else {},
        "has_equals": bool(equals(found)),
        "void_lots": [] if official else [lot for lot in lots_of(found) if not lot.holds],
        **_how_final(season, found, official=official),
    }
    return render(request, "standings/season_detail.html", page)


def _how_final(season: Competition, found: Lines, *, official: bool) -> dict[str, Any]:
    """Whether anything can still change. In a season that has ended sheets can that are open, and those that a scorer
    or director has not accepted, though none of them has brought anything yet."""
    unsigned = not official and not found.is_sealed
    still_open = season.sittings.unofficial().count() if season.ended_at and not unsigned else 0
    return {
        "unsigned": unsigned,
        "still_open": still_open,
        "is_official": bool(season.ended_at) and found.is_sealed and not season.disputed and not still_open,
    }


def _chain(request: AuthedRequest, season: Competition, row: StandingRow | None, days: Evenings) -> Chain | None:
    """The chain of the row that is opened, with where more is to be read of this person, as far as the reader may."""
    if row is None or row.chain is None:
        return None
    links = []
    if shows_pages(season.club, request.user, of=row.entrant):
        words = _("Form and records of {name}").format(name=isolated(row.name))
        links.append(Link(words, reverse("player_page", args=[season.club_id, row.entrant])))
    if row.first and len(days.days) > 1:
        address = f"{reverse('season_rounds', args=[season.pk])}?player={row.entrant}"
        links.append(Link(_("Rank after each evening"), address))
    return replace(row.chain(), links=links)


def season_of(request: AuthedRequest, season_id: UUID) -> tuple[Competition, str | None]:
    """A season of one of the reader's clubs, and their role there; 404 for a stranger."""
    season: Competition = get_object_or_404(Competition.objects.select_related("club"), pk=season_id)
    here = enter_club(request, season.club_id)
    return season, here.role


def names_of(season: Competition) -> dict[UUID, Any]:
    """Everybody who is in the table, by name."""
    return {line.player_id: line.name for line in lines(season, official=False).all_of_them}


@login_required
def rounds_files(request: AuthedRequest, season_id: UUID, table: str, kind: str) -> HttpResponse:
    """The ranks after each evening as a file."""
    season, _role = season_of(request, season_id)
    return file_of(request, {"ranks": lambda: rounds_table(season, _rounds(request, season)[0])}, table, kind)


@login_required
@with_files(rounds_files)
def season_rounds(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Who stood where after each evening: those who lead, the reader, and whoever `?player=` asks for."""
    season, _role = season_of(request, season_id)
    found, wanted = _rounds(request, season)
    page = {
        "club": season.club,
        "season": season,
        "rounds": found,
        "chart": found.chart(*wanted),
        "ranks": rounds_table(season, found, wanted[0] if wanted else None),
        "more": found.is_cut and _most(request) < ALL_ROUNDS,
    }
    return render(request, "standings/season_rounds.html", page)


def _rounds(request: AuthedRequest, season: Competition) -> tuple[Rounds, list[UUID]]:
    """What the page shows, and whose lines stand out, the first of them most."""
    people = _lit(request, season)
    official = request.GET.get("count") == "official"
    return rounds(season, official=official, wanted=people, most=_most(request)), people


def _lit(request: AuthedRequest, season: Competition) -> list[UUID]:
    """Who stands out: whoever `?player=` asks for, then the reader."""
    mine = Player.objects.filter(club=season.club_id, user=request.user, merged_into=None).first()
    asked = uuid_in(request.GET.get("player", ""))
    return [pk for pk in (asked, mine.pk if mine else None) if pk]


def _most(request: AuthedRequest) -> int:
    """How many evenings at most: `?evenings=all` asks for those the page does not begin with."""
    return ALL_ROUNDS if request.GET.get("evenings") == "all" else MOST_ROUNDS


@login_required
def race_files(request: AuthedRequest, season_id: UUID, table: str, kind: str) -> HttpResponse:
    """The points after each evening as a file."""
    season, _role = season_of(request, season_id)
    return file_of(request, {"race": lambda: race_table(season, _race(request, season)[0])}, table, kind)


@login_required
@with_files(race_files)
def season_race(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """The standings after each evening as bars that play: who leads, the reader, and whoever `?player=` asks for."""
    season, _role = season_of(request, season_id)
    found, wanted = _race(request, season)
    bars = found.bars(*wanted)
    page = {
        "club": season.club,
        "season": season,
        "race": found,
        "bars": bars,
        "script": found.script(bars),
        "points": race_table(season, found, wanted[0] if wanted else None),
        "more": found.is_cut and _most(request) < ALL_ROUNDS,
    }
    return render(request, "standings/season_race.html", page)


def _race(request: AuthedRequest, season: Competition) -> tuple[Race, list[UUID]]:
    """What the page shows, and whose bars stand out, the first of them most."""
    people = _lit(request, season)
    official = request.GET.get("count") == "official"
    return race(season, official=official, wanted=people, most=_most(request)), people


@login_required
def season_log(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Everything directors did to the season, newest first."""
    season, role = season_of(request, season_id)
    acts = list(log_of(season))
    lots = lots_of(lines(season, official=False)) if any(act.kind == SeasonAct.Kind.LOT for act in acts) else []
    shown = {lot.drawn.act: lot for lot in lots}
    page = {
        "club": season.club,
        "season": season,
        "acts": [(act, change_words(season, act), shown.get(act)) for act in acts],
        "directs": can_direct(role) and not season.ended_at,
    }
    return render(request, "standings/season_log.html", page)


@login_required
def bonus_new(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Give a bonus or a penalty."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = forms.BonusForm(request.POST or None, season=season, people=names_of(season))
    if form.does(services.give_bonus, competition=season, by=request.user):
        messages.success(request, _("The bonus or penalty counts from now on."))
        return redirect("season_detail", season.pk)
    page = {"club": season.club, "season": season, "form": form}
    return render(request, "standings/bonus_form.html", page, status=422 if form.errors else 200)


@login_required
def bonus_take_back(request: AuthedRequest, season_id: UUID, act_id: UUID) -> HttpResponse:
    """Take a bonus, a penalty or a lot back, with a reason."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    act = get_object_or_404(
        SeasonAct.objects.select_related("competition", "player"),
        competition=season,
        pk=act_id,
        kind__in=[SeasonAct.Kind.BONUS, SeasonAct.Kind.LOT],
    )
    form = forms.SeasonBackForm(request.POST or None)
    if form.does(services.take_back_bonus, season_act=act, by=request.user):
        messages.success(request, _("Taken back. The standings are up to date."))
        return redirect("season_log", season.pk)
    page = {"club": season.club, "season": season, "act": act, "form": form}
    return render(request, "standings/bonus_take_back.html", page, status=422 if form.errors else 200)


@login_required
def lots_files(request: AuthedRequest, season_id: UUID, table: str, kind: str) -> HttpResponse:
    """Each group of equals as a file."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    tables = {f"rank-{rows[0].rank}": partial(equals_table, season, rows[0].rank, rows) for rows in _equals(season)}
    return file_of(request, tables, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@with_files(lots_files)
def season_lots(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Who shares a rank, and a button for each of these groups."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = forms.LotForm(request.POST or None)
    if form.does(services.draw_lot, competition=season, by=request.user):
        messages.success(request, _("The lots are drawn. The seed is in the season’s log."))
        return redirect("season_detail", season.pk)
    page = {"club": season.club, "season": season, "form": form, "groups": _groups(season)}
    return render(request, "standings/lots.html", page, status=422 if form.errors else 200)


def _groups(season: Competition) -> list[dict[str, Any]]:
    """Those who share a rank; the key of each is new with the page."""
    return [
        {
            "rank": rows[0].rank,
            "rows": rows,
            "table": equals_table(season, rows[0].rank, rows),
            "among": " ".join(str(row.row.player_id) for row in rows),
            "key": uuid4(),
        }
        for rows in _equals(season)
    ]


def _equals(season: Competition) -> list[list[Ranked[Line]]]:
    return equals(lines(season, official=False))


@login_required
def season_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """A new season; `?like=SEASON` starts with the settings of another one."""
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    like = _like(request, here.club)
    initial = {**forms.filled(like), "name": ""} if like else {**forms.FIRST, "counting": _usual(here.club)}
    form = forms.SeasonForm(request.POST or None, initial=initial)
    if season := form.does(services.open_season, club=here.club, by=request.user):
        return redirect("season_detail", season.pk)
    page = {"club": here.club, "form": form, "like": like}
    return render(request, "standings/season_form.html", page, status=422 if form.errors else 200)


@login_required
def season_change(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Other settings; what they move is shown before they are saved."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = forms.SeasonChangeForm(request.POST or None, season=season)
    page: dict[str, Any] = {"club": season.club, "season": season, "form": form}
    if "save" in request.POST:
        if form.does(services.change_season, competition=season, by=request.user):
            messages.success(request, _("The season has been changed."))
            return redirect("season_detail", season.pk)
    else:
        moves = form.previews(partial(services.preview_change, competition=season, by=request.user))
        page |= {"moves": moves_table(season, moves) if moves else None, "is_shown": moves is not None}
    return render(request, "standings/season_change.html", page, status=422 if form.errors else 200)


def _like(request: AuthedRequest, club: Club) -> Competition | None:
    like = uuid_in(request.GET.get("like", ""))
    return Competition.objects.filter(club=club, pk=like).first() if like else None


def _usual(club: Club) -> str:
    """The usual way to count what the club has played last; nothing where it has not played yet."""
    newest = newest_game(club)
    return forms.ways(games.game(newest))[0][0] if newest else ""
