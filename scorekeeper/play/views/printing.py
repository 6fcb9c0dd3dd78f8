"""The sheet on paper."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.play.closing.reads import last_act, signature_boxes
from scorekeeper.play.marks.reads import said_of
from scorekeeper.play.models import Act
from scorekeeper.play.selectors.paper import paper_of
from scorekeeper.play.selectors.pieces import piece
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.origins import origins_of
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.sheet.views import clock, pieces_beside, verdict_words
from scorekeeper.play.upkeep.anchors import mark_of


@require_safe
@at_table
def sitting_print(here: Here) -> HttpResponse:
    """Every hand, the closing block with its arithmetic, who would pay whom, signatures, check line."""
    sitting = here.sitting
    sheet = sheet_of(sitting)
    closed = None if sitting.is_open else last_act(sitting, Act.Kind.CLOSED)
    signs = [(box.column, box.words) for box in signature_boxes(sitting, sheet.columns, here.who, here.phones)]
    return here.show(
        "play/sitting_print.html",
        sheet=sheet,
        **pieces_beside(here),
        print_template=piece(sitting.game, "_print.html"),
        hand_template=piece(sitting.game, "_hand.html"),
        verdict=verdict_words(sitting, sheet),
        system_title=sitting.plays.system_titles.get(str(sitting.rules.get("system"))),
        paper=paper_of(sitting, sheet, said_of(sitting, here.now)),
        signs=signs,
        origins=origins_of(sitting, [row.hand for row in sheet.rows if not row.hand.is_void], here.phones),
        seasons=[season.name for season in sitting.competitions.all()],
        closed=closed,
        closed_at=clock(closed.at) if closed else "",
        mark=mark_of(sitting),
    )
