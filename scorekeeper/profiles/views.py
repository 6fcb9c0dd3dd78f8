"""The page of a player, the records of a club, and its ratings."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.core.game import AnyGame
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import shows_pages
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import Tables, asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import translated
from scorekeeper.profiles.selectors import files, person
from scorekeeper.profiles.selectors.club import Day, Records, attendance, days_of, records_of
from scorekeeper.ratings.policies import OWN_ONLY
from scorekeeper.ratings.selectors import Place, Step, board, course_of, is_out, is_stale, rated_games
from scorekeeper.ratings.services import RatingChoice, choose_rating, may_choose
from scorekeeper.standings.awards import awards_of, awards_table
from scorekeeper.standings.selectors.rounds import corrections_of


@login_required
def player_page(
    request: AuthedRequest, club_id: UUID, player_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What somebody has played: `?game=` one of their games, `?year=` one year of it. A merged line leads to the person
    it is part of."""
    here = enter_book(request, club_id)
    player = get_object_or_404(here.club.players, pk=player_id)
    require(shows_pages(here.club, request.user, of=player.pk), _(OWN_ONLY))
    if player.merged_into_id:
        return redirect("player_page", here.club.pk, player.identity)
    played = person.games_of(player)
    game = person.chosen([record.game for record in played], request.GET.get("game", ""))
    years = person.years_of(player, game.name) if game else []
    year = _chosen_year(years, request.GET.get("year", ""))
    found = person.career(player, game, year) if game else None
    rating = _rating(player, game.name) if game else {}
    links = shows_pages(here.club, request.user)
    tables = {**_tables(player, played, found, rating["way"], links=links)} if found else {}
    if awards := awards_of(player):
        tables["awards"] = partial(awards_table, player.name, awards)
    if corrections := corrections_of(player):
        tables["corrections"] = partial(files.corrections_table, player.name, corrections)
    if file := asked_file(request, tables, table, kind):
        return file
    page = {
        "club": here.club,
        "player": player,
        "played": played,
        "titles": [record.game for record in played],
        "game": game,
        "years": years,
        "year": year,
        "career": found,
        "tables": tables,
        "form": files.evenings_table(player.name, found.form, found.unit) if found else None,
        "facts": [files.facts_table(facts) for facts in found.facts] if found else [],
        "may_choose": not here.club.is_closed and may_choose(request.user, here.role, player),
        "is_self": player.user_id == request.user.pk,
        **rating,
    }
    return render(request, "profiles/player.html", page)


@login_required
def club_records(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The records of a club in a game, what is played, and who comes: of one year or of all."""
    here = enter_book(request, club_id)
    require(shows_pages(here.club, request.user), _(OWN_ONLY))
    found = person.games_in(here.club)
    game = person.chosen(found, request.GET.get("game", ""))
    years = person.years_in(here.club, game.name) if game else []
    year = _chosen_year(years, request.GET.get("year", ""))
    days = days_of(here.club, year)
    records = records_of(here.club, game, year) if game else None
    tables = _tables_of_club(game, records, days) if game and records else {}
    if file := asked_file(request, tables, table, kind):
        return file
    page = {
        "club": here.club,
        "games": found,
        "game": game,
        "years": years,
        "year": year,
        "records": records,
        "tables": tables,
        "main": game.facets.groups[game.facets.main].title if game else None,
        "days": days,
        "attendance": attendance(days) if days else None,
    }
    return render(request, "profiles/records.html", page)


@login_required
def rating_list(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The ratings of a club in a game, and what they mean."""
    here = enter_book(request, club_id)
    require(shows_pages(here.club, request.user), _(OWN_ONLY))
    found = rated_games(here.club)
    game = person.chosen(found, request.GET.get("game", ""))
    places = board(here.club, game.name) if game else []
    mine = Player.objects.people().filter(club=here.club, user=request.user).first()
    tables: Tables = {"ratings": partial(_ratings, game, places, mine)} if game else {}
    if file := asked_file(request, tables, table, kind):
        return file
    page = {
        "club": here.club,
        "games": found,
        "game": game,
        "tables": tables,
        "is_stale": game is not None and is_stale(here.club.pk, game.name),
        "mine": mine,
    }
    return render(request, "profiles/ratings.html", page)


@login_required
@require_POST
def rating_choose(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Whether somebody is rated: `wants` is 1 or 0."""
    here = enter_book(request, club_id)
    player = get_object_or_404(Player.objects.people(), club=here.club, pk=player_id)
    wants = request.POST.get("wants") == "1"
    choose_rating(RatingChoice(wants=wants), club=here.club, by=request.user, player_id=player.pk, now=timezone.now())
    sentence = _("{name} is rated from now on.") if wants else _("{name} has no rating any more.")
    messages.success(request, sentence.format(name=player.name))
    return redirect("player_page", here.club.pk, player.pk)


def _tables(
    player: Player, played: Sequence[person.OfGame], found: person.Career, way: Sequence[Step], *, links: bool
) -> Tables:
    name, game = player.name, found.game.name
    return {
        "evenings": lambda: files.evenings_table(name, found.evenings, found.unit),
        "hands": lambda: files.facts_out(name, found),
        "games": lambda: files.games_table(name, played),
        "partners": lambda: files.partners_table(name, found.partners, game, links=links),
        "opponents": lambda: files.opponents_table(name, found.opponents, game, links=links),
        "rating": lambda: files.way_table(name, way),
    }


def _ratings(game: AnyGame, places: Sequence[Place], mine: Player | None) -> Table:
    return files.ratings_table(translated(game.title), places, game.name, mine.pk if mine else None)


def _tables_of_club(game: AnyGame, records: Records, days: Sequence[Day]) -> Tables:
    title = translated(game.title)
    return {
        "records": lambda: files.records_out(title, records),
        "played": lambda: files.shares_table(title, records),
        "evenings": lambda: files.days_table(days),
    }


def _rating(player: Player, game: str) -> dict[str, Any]:
    """What the page of a player shows of their rating."""
    out = is_out(player)
    way = [] if out else course_of(player, game)
    chart = person.way_chart(player, way)
    return {"is_out": out, "way": way, "way_chart": chart, "is_stale": is_stale(player.club_id, game)}


def _chosen_year(years: list[int], asked: str) -> int | None:
    """The year that was asked for, where there is anything of it; None for all of them."""
    return next((year for year in years if str(year) == asked), None)
