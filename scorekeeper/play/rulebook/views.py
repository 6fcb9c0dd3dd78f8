"""The rules of each game in plain words, a club's house rules, and what a hand is worth. No account is needed."""

from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from games.core.game import AnyGame
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.doing import attempt
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.common.texts import isolated, translated
from scorekeeper.languages.spoken import presets_of
from scorekeeper.play.forms import filled
from scorekeeper.play.house_rules.reads import RuleSet, answered_effects, rules_in_use
from scorekeeper.play.recording.forms import Entry
from scorekeeper.play.recording.views import preview_words
from scorekeeper.play.rulebook.forms import WorthForm, answer_to
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.tables import about_table, shares_table


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """Every game there is."""
    return render(request, "rules/rules_list.html", {"games": _by_title()})


def rules_files(request: HttpRequest, slug: str, table: str, kind: str) -> HttpResponse:
    """A table of the rules as a file."""
    game = game_or_404(slug)
    keys = [listing.key for listing in (*game.values, *game.about)]
    return file_of(request, {key: partial(about_table, game, key) for key in keys}, table, kind)


@require_safe
@with_files(rules_files)
def rules_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """One game in plain words, with the sets of rules anybody can start from."""
    return render(request, "rules/rules_detail.html", _about(game_or_404(slug)))


@login_required
@require_safe
def club_rules(request: AuthedRequest, club_id: UUID, slug: str) -> HttpResponse:
    """The same with the rules this club plays by; `?rules=N` opens one of them."""
    game = game_or_404(slug)
    here = enter_club(request, club_id)
    own = rules_in_use(here.club, game)
    wanted = request.GET.get("rules", "0")
    opened = int(wanted) if wanted in {str(place) for place in range(len(own))} else 0
    title = _("House rules of {club}").format(club=isolated(here.club.name))
    page = {**_about(game), "club": here.club, "own": own, "own_title": title, "opened": opened}
    if own:
        page["effects"] = answered_effects(game, own[opened].rules)
    return render(request, "rules/rules_detail.html", page)


@require_safe
@at_table
def sitting_rules(here: Here) -> HttpResponse:
    """The rules in force at a table: its own copy."""
    sitting = here.sitting
    own = [RuleSet(sitting.rules_name, sitting.rules)]
    page = {**_about(sitting.plays), "own": own, "own_title": _("Rules at this table"), "opened": 0}
    effects = answered_effects(sitting.plays, sitting.rules)
    return here.show("rules/rules_detail.html", **page, effects=effects, reads_club=here.who.role)


@require_http_methods(["GET", "HEAD", "POST"])
def worth(request: HttpRequest, slug: str) -> HttpResponse:
    """What a hand is worth: who gets what, and why."""
    form = _form(request, slug)
    shares = form.shares() if request.method == "POST" else []
    table = shares_table(shares, form.sheet) if shares else None
    return _worth_page(request, form, form.entry(), shares=table)


@require_POST
def worth_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The same while the boxes are tapped."""
    form = _form(request, slug)
    return JsonResponse(preview_words(form.game, form.told()) | {"save": _("What is it worth?")})


@require_POST
def worth_step(request: HttpRequest, slug: str) -> HttpResponse:
    """One step of the game's own screen."""
    form = _form(request, slug)
    return _worth_page(request, form, form.stepped())


@require_safe
def rules_ask(request: HttpRequest, slug: str, op: str) -> HttpResponse:
    """A question beside the hands, answered by the game's public form: what to pick up, what beats what.

    The house rules and the table one comes from stay in the address; with them alone nothing is asked yet.
    """
    game = game_or_404(slug)
    if op not in game.questions:
        raise Http404
    fields = filled(request.GET)
    table = uuid_in(fields.pop("table", ""))
    house = {name: value for name, value in fields.items() if name.startswith("rules.")}
    answer, problem = attempt(lambda: answer_to(game, op, fields)) if fields != house else (None, None)
    kept = {**house, "table": str(table)} if table else house
    page = {
        "game": game,
        "title": game.questions[op],
        "others": {other: title for other, title in game.questions.items() if other != op},
        "template": f"games/{game.name}/_ask_{op}.html",
        "fields": fields,
        "kept": kept,
        "query": f"?{urlencode(kept)}" if kept else "",
        "table": table,
        "answer": answer or {},
        "problems": problem.at if problem else {},
    }
    return render(request, "rules/rules_ask.html", page, status=problem.status if problem else 200)


def game_or_404(slug: str) -> AnyGame:
    """Raises Http404: there is no such game."""
    found = games.all_games().get(slug)
    if found is None:
        raise Http404
    return found


def _by_title() -> list[AnyGame]:
    return sorted(games.all_games().values(), key=lambda game: alphabetical(translated(game.title)))


def _about(game: AnyGame) -> dict[str, Any]:
    return {
        "game": game,
        "presets": presets_of(game),
        "rules_page": reverse("rules_detail", args=[game.name]),
        "about_template": f"games/{game.name}/_about.html",
        "others": [other for other in _by_title() if other.name != game.name],
    }


def _form(request: HttpRequest, slug: str) -> WorthForm:
    return WorthForm(game_or_404(slug), request.GET, request.POST)


def _worth_page(request: HttpRequest, form: WorthForm, entry: Entry, **more: Any) -> HttpResponse:
    name, asked = form.game.name, f"?rules={form.preset.slug}&size={form.size}"
    page = {
        "game": form.game,
        "form": form,
        "sitting": form.sitting,
        "sheet": form.sheet,
        "entry": entry,
        "entry_template": f"games/{name}/_entry.html",
        "action": reverse("worth", args=[name]) + asked,
        "preview": reverse("worth_preview", args=[name]) + asked,
        "step": reverse("worth_step", args=[name]) + asked,
        "save": _("What is it worth?"),
        **more,
    }
    return render(request, "rules/worth.html", page)
