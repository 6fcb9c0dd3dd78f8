"""The papers of a tournament: lists, seats, sheets and cards, one by one or all that are due, and what was printed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.addresses import public_address
from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.tables.files import FORMATS, PRINTED
from scorekeeper.common.tables.serving import is_small, list_on_paper, paper_answer
from scorekeeper.common.tables.values import Table
from scorekeeper.common.typesetting import Paper
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.play.passes.services import link_secret, short_code
from scorekeeper.play.sheet.reads import piece
from scorekeeper.tournaments.drawings.bracket import bracket_pdf, bracket_pictures
from scorekeeper.tournaments.drawings.bundle import bundle_name, bundle_pdf
from scorekeeper.tournaments.drawings.cards import cards_pdf, cards_title, on_pages, receipts_pdf, sheets_pdf
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.standing import BracketPaper
from scorekeeper.tournaments.formats.words import named
from scorekeeper.tournaments.here import AtStage, Here, at_stage, at_tournament
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.papers import reads as papers
from scorekeeper.tournaments.papers.printing import Batch, batch_of, print_menu
from scorekeeper.tournaments.papers.reads import Awarded, Card, awarded, blanks_of, cards_of
from scorekeeper.tournaments.papers.services import make_round_passes, note_printed, print_new


@require_safe
@login_required
def entries_print(request: AuthedRequest, tournament_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The entry list."""
    here = at_tournament(request, tournament_id)
    return _paper(
        here,
        papers.entries_out(here.tournament),
        reverse("tournament_entries", args=[tournament_id]),
        file=(table, kind),
    )


@require_safe
@login_required
def places_print(request: AuthedRequest, tournament_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who stands where."""
    here = at_tournament(request, tournament_id)
    return _paper(
        here, papers.places_out(here.tournament), reverse("tournament_places", args=[tournament_id]), file=(table, kind)
    )


@require_safe
@login_required
def prizes_print(request: AuthedRequest, tournament_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The places with what they get, once that is awarded."""
    here = at_tournament(request, tournament_id)
    prizes = _awarded(here)
    return _paper(here, papers.prizes_out(here.tournament, prizes), _hub(tournament_id), file=(table, kind))


@require_safe
@login_required
def receipts_print(request: AuthedRequest, tournament_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """A receipt to sign for each prize."""
    here = at_tournament(request, tournament_id)
    prizes, found = _awarded(here), here.tournament
    drawn = _Drawn("receipts", named(found, pgettext("in a line", "receipts")), partial(receipts_pdf, found, prizes))
    if file := drawn.file(request, table, kind):
        return file
    return here.show(
        "tournaments/receipts.html",
        prizes=prizes,
        unit=prizes.pool.in_unit,
        small=is_small(request),
        back=_hub(tournament_id),
    )


@require_safe
@login_required
def standing_print(request: AuthedRequest, stage_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who stands where in a stage: as if it ended now, or with `official`, and once it has ended, of what is official;
    a bracket as it is drawn, for other programs its matches."""
    here = at_stage(request, stage_id)
    asked = request.GET.get("official") == "1"
    official = papers.by_official(here.stage, asked=asked)
    back = reverse("stage_standing", args=[stage_id]) + ("?official=1" if asked else "")
    format_ = format_of(here.stage)
    bracket = format_.paper(here.stage, official=official)
    if bracket and (kind or request.GET.get("as", "")) not in FORMATS:
        return _bracket(here, bracket, back, official=official, file=(table, kind))
    return _paper(here.here, format_.standing_list(here.stage, official=official), back, file=(table, kind))


@require_safe
@login_required
def seats_print(request: AuthedRequest, round_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who sits where, table by table; of a draft for the desk alone."""
    here, one = _at_round(request, round_id, drafts=True)
    return _paper(here.here, papers.seats_out(one), _page_of(one), file=(table, kind))


@require_safe
@login_required
def names_print(request: AuthedRequest, round_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who sits where, by name; of a draft for the desk alone."""
    here, one = _at_round(request, round_id, drafts=True)
    return _paper(here.here, papers.names_out(one), _page_of(one), file=(table, kind))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def cards_print(request: AuthedRequest, round_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """A card for each table with the code that leads to its sheet; posting makes the codes."""
    here, one = _at_round(request, round_id)
    require(here.may_desk)
    problem: NotDone | None = None
    if request.method == "POST":
        problem = not_done(lambda: make_round_passes(round_id=round_id, by=request.user, now=timezone.now()))
        if problem is None:
            return redirect("cards_print", round_id)
    cards = cards_of(one, timezone.now())
    coded = [(card, *code_of_card(request, card)) for card in cards]
    if file := _Drawn("cards", cards_title(one), partial(cards_pdf, one, coded)).file(request, table, kind):
        return file
    return here.show(
        "tournaments/cards.html",
        problem,
        round=one,
        title=format_of(one.stage).rounds.cards(one.number),
        nth=format_of(one.stage).rounds.on_card(one.number),
        cards=[(card, qr_code(link) if link else "", code) for card, link, code in coded],
        missing=sum(card.takes_pass and card.table_pass is None for card in cards),
        small=is_small(request),
        back=_hub(here.here.tournament.pk),
    )


@require_safe
@login_required
def sheets_print(request: AuthedRequest, round_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """An empty sheet for each table; a knock-out at tables has none."""
    here, one = _at_round(request, round_id)
    require(here.may_desk)
    here.require_place(StageAct.WRITE_RESULT)
    found, blanks = here.here.tournament, blanks_of(one)
    name = named(found, pgettext("in a line", "empty score sheets of round {number}").format(number=one.number))
    if file := _Drawn("sheets", name, partial(sheets_pdf, one, blanks)).file(request, table, kind):
        return file
    return here.show(
        "tournaments/sheets.html",
        round=one,
        blanks=[page for blank in blanks for page in on_pages(blank, "A5" if is_small(request) else "A4")],
        blank_template=piece(found.game, "_blank.html"),
        small=is_small(request),
        back=_hub(found.pk),
    )


def _paper(here: Here, table: Table, back: str, file: tuple[str, str]) -> HttpResponse:
    """A list on paper, or as the file that the address names."""
    return list_on_paper(here.request, here.show, table, back, file=file)


def _bracket(here: AtStage, bracket: BracketPaper, back: str, *, official: bool, file: tuple[str, str]) -> HttpResponse:
    """As it is drawn, on a page or as a file."""
    request, now = here.here.request, timezone.now()
    if answer := _Drawn("list", bracket.title, partial(bracket_pdf, bracket)).file(request, *file):
        return answer
    return here.show(
        "tournaments/bracket_paper.html",
        title=bracket.title,
        over=bracket.over,
        pictures=bracket_pictures(bracket.parts, "A5" if is_small(request) else "A4"),
        official=official,
        small=is_small(request),
        now=now,
        back=back,
    )


def _at_round(request: AuthedRequest, round_id: UUID, *, drafts: bool = False) -> tuple[AtStage, Round]:
    """Raises Http404: there is none, it is a draft (where `drafts` are printed, for who is not at the desk), or not
    theirs to see."""
    one = get_object_or_404(Round, pk=round_id)
    here = at_stage(request, one.stage_id)
    if not format_of(here.stage).refuses(StageAct.KNOCK_OUT):
        here.here.require_shown()  # who still sits where says who is out
    if one.is_draft and not (drafts and here.may_desk):
        raise Http404
    one.stage = here.stage
    return here, one


def _page_of(round_: Round) -> str:
    """Where the paper leads back to."""
    return (
        reverse("stage_draw", args=[round_.stage_id]) if round_.is_draft else reverse("round_detail", args=[round_.pk])
    )


def _awarded(here: Here) -> Awarded:
    """Raises PermissionDenied: not who reads all accounts. Http404: nothing is awarded."""
    require(can_read_accounts(role_kept(here.request.user, here.tournament.club)))
    prizes = awarded(here.tournament)
    if prizes is None:
        raise Http404
    return prizes


def code_of_card(request: AuthedRequest, card: Card) -> tuple[str, str]:
    """The link to its sheet, and the short code that leads there too; empty where there are none."""
    if card.table_pass is None:
        return "", ""
    link = reverse("join_link", args=[link_secret(card.table_pass)])
    return public_address(request, link), short_code(card.table_pass)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Pages that are drawn to be printed, at the address that begins with `key`."""

    key: str
    name: str
    draw: Callable[[Paper, datetime], bytes]

    def file(self, request: AuthedRequest, key: str, kind: str) -> HttpResponse | None:
        """For the paper that the address asks for, or `?as=` as in earlier versions; None for the page.

        Raises:
            Http404: the address asks for something else.
        """
        if kind and (key != self.key or kind not in PRINTED):
            raise Http404
        asked = kind or (request.GET.get("as", "") if request.method in {"GET", "HEAD"} else "")
        paper = PRINTED.get(asked)
        return paper_answer(self.name, self.draw(paper, timezone.now())) if paper else None


def _hub(tournament_id: UUID) -> str:
    return reverse("tournament_print", args=[tournament_id])


SIZES = {"a4": "pdf", "a5": "a5"}
"""{paper: how the address of its file ends}"""


@require_safe
@login_required
def tournament_print(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everything that there is to print, with what of it is new."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    return _page(here)


@require_POST
@login_required
def print_fresh(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Print what is new: it is noted, and the page that this leads to begins the file."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    size = request.POST.get("size", "a4")
    if size not in SIZES:
        raise Http404
    made: list[UUID] = []
    problem = not_done(lambda: made.append(print_new(tournament_id=tournament_id, by=request.user, now=timezone.now())))
    if problem:
        return _page(here, problem)
    return redirect(reverse("print_batch", args=[tournament_id, made[0]]) + f"?begin={size}")


@require_POST
@login_required
def paper_printed(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Note that a paper was printed by itself."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    paper = request.POST.get("paper", "")
    problem = not_done(
        lambda: note_printed(tournament_id=tournament_id, paper=paper, by=request.user, now=timezone.now())
    )
    return _page(here, problem) if problem else redirect("tournament_print", tournament_id)


@require_safe
@login_required
def print_batch(request: AuthedRequest, tournament_id: UUID, batch: UUID) -> HttpResponse:
    """What was printed together, with its file; with `begin` the file begins by itself."""
    here = at_tournament(request, tournament_id)
    begins = SIZES.get(request.GET.get("begin", ""), "")
    return here.show("tournaments/print_batch.html", batch=_batch(here, batch), begins=begins)


@require_safe
@login_required
def print_batch_file(
    request: AuthedRequest, tournament_id: UUID, batch: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """The pages of what was printed together, as they stand now."""
    here = at_tournament(request, tournament_id)
    found = _batch(here, batch)
    if table != "papers" or kind not in PRINTED:
        raise Http404
    pdf = bundle_pdf(found.papers, PRINTED[kind], timezone.now(), partial(code_of_card, request))
    return paper_answer(bundle_name(here.tournament), pdf)


def _may_read_accounts(here: Here) -> bool:
    return can_read_accounts(here.membership.role)


def _page(here: Here, problem: NotDone | None = None) -> HttpResponse:
    menu = print_menu(here.tournament, timezone.now(), reads_accounts=_may_read_accounts(here))
    return here.show("tournaments/print.html", problem, menu=menu)


def _batch(here: Here, batch: UUID) -> Batch:
    """Raises PermissionDenied. Http404: there is none, or nothing of it is left for the reader."""
    require(here.may_desk)
    found = batch_of(here.tournament, batch, reads_accounts=_may_read_accounts(here))
    if found is None:
        raise Http404
    return found
