"""The house rules of a club: writing them down, changing them, and what a change would have changed."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Max
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from games.core.record import load
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs import house_rules as rulebook
from scorekeeper.clubs.house_rules import in_force, newest_first
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, HouseRules, HouseRulesVersion, Membership
from scorekeeper.clubs.policies import can_keep_rules
from scorekeeper.common.doing import done, not_done
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import Alphabetical
from scorekeeper.languages.spoken import presets_of
from scorekeeper.play.house_rules import reads
from scorekeeper.play.house_rules.forms import HouseNameForm, HouseRulesForm, started
from scorekeeper.play.house_rules.services import ChangedRules, WrittenRules, change_rules, write_rules
from scorekeeper.play.house_rules.trying import tried
from scorekeeper.play.offers import offers
from scorekeeper.play.opening.reads import played_lately
from scorekeeper.play.rulebook.views import game_or_404

FORM = ("GET", "HEAD", "POST")


@login_required
@require_safe
def house_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Every game with the club's house rules, the game that is played most first."""
    here = _enter(request, club_id)
    found = list(
        HouseRules.objects.filter(club=here.club)
        .annotate(
            tables=Count("versions__sittings"),
            newest=Max("versions__number"),
            played_at=Max("versions__sittings__opened_at"),
        )
        .order_by("-is_default", Alphabetical("name"))
    )
    by_game = [
        (offer, [house for house in found if house.game == offer.name and house.retired_at is None])
        for offer in offers(played_lately(here.club))
    ]
    page = {
        "club": here.club,
        "keeps": can_keep_rules(here.role),
        "games": by_game,
        "retired": [house for house in found if house.retired_at],
    }
    return render(request, "play/house_rules_list.html", page)


@login_required
@require_http_methods(FORM)
def house_new(request: AuthedRequest, club_id: UUID, slug: str) -> HttpResponse:
    """New house rules of a game, from one of its presets: `?from=`."""
    here, game = _enter(request, club_id), game_or_404(slug)
    require(can_keep_rules(here.role))
    presets = presets_of(game)
    preset = next((offered for offered in presets if offered.slug == request.GET.get("from")), presets[0])
    start = started(game, reads.offered_in_unit(here.club, game, preset.rules), reads.said_before(here.club, game))
    form = HouseRulesForm(game, request.POST, start, mends=reads.mends_of(here.club))
    if request.method == "POST" and (rules := form.rules()) is not None:
        asked = {"game": game.name, "name": form.name, "rules": rules, "note": form.note}
        if house := form.does(write_rules, partial(WrittenRules.read, asked), club=here.club, by=request.user):
            messages.success(request, _("The house rules are saved. New tables can use them."))
            return redirect("house_detail", here.club.pk, house.pk)
    page = {"club": here.club, "game": game, "form": form, "preset": preset, "presets": presets}
    return render(request, "play/house_rules_form.html", page, status=422 if form.problems else 200)


@login_required
@require_safe
def house_detail(request: AuthedRequest, club_id: UUID, house_id: UUID) -> HttpResponse:
    """What they say and said; `?version=` opens an earlier one, `?against=` says what it is compared with."""
    here = _enter(request, club_id)
    house = _house(here.club, house_id)
    game = games.game(house.game)
    versions: Sequence[HouseRulesVersion] = list(house.versions.annotate(tables=Count("sittings")).select_related("by"))
    shown = _numbered(versions, request.GET.get("version", "")) or versions[0]
    before = _numbered(versions, str(shown.number - 1))
    against = _numbered(versions, request.GET.get("against", "")) or before
    page = {
        "club": here.club,
        "house": house,
        "game": game,
        "keeps": can_keep_rules(here.role),
        "versions": versions,
        "shown": shown,
        "against": against if against != shown else None,
        "others": [version for version in versions if version != shown],
        "effects": reads.effects_words(game, shown.rules),
        "differences": reads.differences_words(game, against.rules, shown.rules) if against else [],
    }
    return render(request, "play/house_rules_detail.html", page)


@login_required
@require_http_methods(FORM)
def house_change(request: AuthedRequest, club_id: UUID, house_id: UUID) -> HttpResponse:
    """Another version: first what it would have changed, then, if it is wanted, it is saved."""
    here = _enter(request, club_id)
    require(can_keep_rules(here.role))
    house = _house(here.club, house_id)
    game, newest = games.game(house.game), in_force(house)
    form = HouseRulesForm(game, request.POST, newest.rules, house.name, mends=reads.mends_of(here.club))
    seen = request.POST.get("seen", str(newest.number))
    rules = form.rules() if request.method == "POST" and "edit" not in request.POST else None
    if rules is not None and "save" in request.POST and _saved(request, house, form, rules, seen):
        return redirect("house_detail", here.club.pk, house.pk)
    if rules is not None and not form.problems:
        # Say before the preview what saving would refuse
        problems = [
            *rulebook.below(rulebook.money_problems(here.club, form.game, load(form.game.rules, rules))),
            *reads.written_problems(here.club, form.game, rules),
        ]
        if problems:
            form.refuse(Refused(problems))
    page: dict[str, Any] = {"club": here.club, "game": game, "house": house, "form": form, "seen": seen}
    if rules is None or form.problems:
        return render(request, "play/house_rules_form.html", page, status=422 if form.problems else 200)
    page |= {
        "number": newest.number + 1,
        "differences": reads.differences_words(game, newest.rules, rules),
        "trial": tried(here.club, game, rules, house) if rules != newest.rules else None,
    }
    return render(request, "play/house_rules_preview.html", page)


def _saved(request: AuthedRequest, house: HouseRules, form: HouseRulesForm, rules: dict[str, Any], seen: str) -> bool:
    number = int(seen) if seen.isdecimal() and len(seen) < len("1000000") else 0
    asked = {"rules": rules, "note": form.note, "seen": number}
    version = form.does(change_rules, partial(ChangedRules.read, asked), house=house, by=request.user)
    if version is None:
        return False
    messages.success(request, _("Version {number} is in force for new tables.").format(number=version.number))
    return True


@login_required
@require_http_methods(FORM)
def house_rename(request: AuthedRequest, club_id: UUID, house_id: UUID) -> HttpResponse:
    """Another name for house rules."""
    here = _enter(request, club_id)
    require(can_keep_rules(here.role))
    house = _house(here.club, house_id)
    form = HouseNameForm(request.POST if request.method == "POST" else None, initial={"name": house.name})
    if done(form, lambda: rulebook.rename(house_id=house.pk, by=request.user, name=form.cleaned_data["name"])):
        return redirect("house_detail", here.club.pk, house.pk)
    page = {"club": here.club, "house": house, "form": form}
    return render(request, "play/house_rules_rename.html", page, status=422 if form.errors else 200)


@login_required
@require_POST
def house_state(request: AuthedRequest, club_id: UUID, house_id: UUID, act: str) -> HttpResponse:
    """Offer them first or no more first, retire them, bring them back."""
    here = _enter(request, club_id)
    house = _house(here.club, house_id)
    acts: dict[str, Callable[..., HouseRules]] = {
        "first": partial(rulebook.offer_first, first=True),
        "unfirst": partial(rulebook.offer_first, first=False),
        "retire": partial(rulebook.retire, now=timezone.now()),
        "return": rulebook.bring_back,
    }
    if act not in acts:
        raise Http404
    if refused := not_done(partial(acts[act], house_id=house.pk, by=request.user)):
        messages.error(request, refused.text)
    return redirect("house_detail", here.club.pk, house.pk)


def _enter(request: AuthedRequest, club_id: UUID) -> Membership:
    """The club; a table without an account has none, and so no house rules."""
    here = enter_club(request, club_id)
    if here.club.is_private:
        raise Http404
    return here


def _house(club: Club, house_id: UUID) -> HouseRules:
    found = HouseRules.objects.filter(club=club, pk=house_id).prefetch_related(newest_first()).first()
    if found is None:
        raise Http404
    return found


def _numbered(versions: Sequence[HouseRulesVersion], number: str) -> HouseRulesVersion | None:
    return next((version for version in versions if str(version.number) == number), None)
