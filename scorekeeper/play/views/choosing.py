"""Whom a page of a table lets one choose."""

import json
from typing import Any

from django.urls import reverse

from scorekeeper.common.errors import Refused
from scorekeeper.play.opening.forms import asked_about
from scorekeeper.play.opening.reads import offered
from scorekeeper.play.sheet.here import Here
from scorekeeper.play.sheet.reads import Sheet


def chosen_from(here: Here, sheet: Sheet, error: Refused | None = None) -> dict[str, Any]:
    """Who is offered to whoever keeps the sheet, where a member of the club searches its book, and whom a refused name
    may mean. A phone with the code sees nobody.
    """
    if not here.may["keep"]:
        return {"players": [], "find": "", "seated": "[]", "asks": []}
    club = here.sitting.club
    seated = {column.seat.player.identity for column in sheet.columns if column.seat.is_active}
    is_asked = error is not None and any(problem.code == "player_similar" for problem in error.problems)
    return {
        "players": offered(club, seated),
        "find": reverse("people_find", args=[club.pk]) if here.who.role and not club.is_private else "",
        "seated": json.dumps([str(pk) for pk in seated]),
        "asks": asked_about(club, here.request.POST) if is_asked else [],
    }
