"""What cannot be chosen now in a half-filled quick entry, and why; a log has its guide."""

from collections.abc import Mapping
from typing import Any

from games.core.text import Text
from games.palace_poker.quick import ENDS, WINNER, end_problems
from games.palace_poker.reading import are_places, cards_as_stored, listed
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import PalaceTable


def choices(draft: Mapping[str, Any], rules: PalacePokerRules, table: PalaceTable) -> Mapping[str, Mapping[str, Text]]:
    """{"end": {end: reason}} of the ends that the winners and their banners rule out."""
    draft = cards_as_stored(draft)
    ranking = draft.get("ranking")
    ranked = are_places(ranking, len(table.seats)) and WINNER in listed(ranking)
    if draft.get("kind", "quick") != "quick" or not ranked:
        return {}
    refused = {end: end_problems({**draft, "end": end}, table.seats) for end in ENDS}
    reasons = {end: found[0].message for end, found in refused.items() if found}
    return {"end": reasons} if reasons else {}
