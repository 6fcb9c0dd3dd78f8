"""What is drawn on paper rather than listed, by programs: receipts, cards for the tables, empty sheets."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from scorekeeper.tournaments.api.door import code_of
from scorekeeper.tournaments.api.paper_files import DRAWN, DrawnAsked, FileView
from scorekeeper.tournaments.drawings.cards import cards_pdf, cards_title
from scorekeeper.tournaments.drawings.receipts import receipts_pdf
from scorekeeper.tournaments.drawings.sheets import sheets_pdf
from scorekeeper.tournaments.formats.lists import named
from scorekeeper.tournaments.formats.offers import StageAct
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.selectors.forms_on_paper import blanks_of, cards_of


class ReceiptsPaper(FileView):
    """The receipts."""

    in_address = DrawnAsked

    @extend_schema(operation_id="paper_receipts", responses=DRAWN)
    def get(self, request: Request, tournament: UUID) -> HttpResponse:
        """Download receipts for prizes.

        Gives a receipt to sign for each prize, for people who may read all accounts; 404 until the prizes are awarded.
        """
        found, _here = self.tournament(request, tournament)
        prizes, name = self.awarded(request, found), named(found, _("receipts"))
        return self.drawn(name, lambda paper, now: receipts_pdf(found, prizes, paper, now))


class CardsPaper(FileView):
    """The cards of a round."""

    in_address = DrawnAsked

    @extend_schema(operation_id="paper_cards", responses=DRAWN)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Download the table cards.

        A scorer gets a card for each table, with the code of its sheet if one was made (`cards/make`).
        """
        one = self.published(request, round)
        cards = [(card, *code_of(request, card)) for card in cards_of(one, timezone.now())]
        return self.drawn(cards_title(one), lambda paper, now: cards_pdf(one, cards, paper, now))


class SheetsPaper(FileView):
    """The empty sheets of a round."""

    in_address = DrawnAsked

    @extend_schema(operation_id="paper_sheets", responses=DRAWN)
    def get(self, request: Request, round: UUID) -> HttpResponse:  # noqa: A002 as the address calls it
        """Download empty score sheets.

        A scorer gets an empty score sheet with the names for each table. A knock-out at tables has none (404).
        """
        one = self.published(request, round)
        if format_of(one.stage).refuses(StageAct.WRITE_RESULT):
            raise Round.DoesNotExist
        blanks, name = blanks_of(one), _("empty score sheets of round {number}").format(number=one.number)
        return self.drawn(named(one.stage.tournament, name), lambda paper, now: sheets_pdf(one, blanks, paper, now))
