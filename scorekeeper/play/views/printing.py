"""The list on paper."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.play.models import Act
from scorekeeper.play.selectors.official import official_list
from scorekeeper.play.selectors.sheet import sheet_of
from scorekeeper.play.views.here import Here, at_table
from scorekeeper.play.views.signing import last_act, signature_boxes
from scorekeeper.play.views.table import clock


@require_safe
@at_table
def sitting_print(here: Here) -> HttpResponse:
    """The official list on one page: columns, closing block with its arithmetic, signatures, check line."""
    sitting = here.sitting
    sheet = sheet_of(sitting)
    closed = None if sitting.is_open else last_act(sitting, Act.Kind.CLOSED)
    signs = [
        (box.column, clock(box.signature.at) if box.signature else "", box.signature)
        for box in signature_boxes(sitting, sheet.columns, here.who)
    ]
    return here.show(
        "play/sitting_print.html",
        sheet=sheet,
        print_template=f"games/{sitting.game}/_print.html",
        system_title=sitting.plays.system_titles.get(str(sitting.rules.get("system"))),
        official=official_list(sitting, sheet),
        signs=signs,
        seasons=[season.name for season in sitting.competitions.all()],
        closed=closed,
        closed_at=clock(closed.at) if closed else "",
        mark=f"{sitting.head[:4]} {sitting.head[4:8]}",
    )
