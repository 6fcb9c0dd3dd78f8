"""Who of a draft are never to be together, though the draft does not say so: that was said after it was drawn."""

from collections.abc import Iterator

from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.selectors.ahead import names_in
from scorekeeper.tournaments.selectors.pairs import listed
from scorekeeper.tournaments.selectors.swiss_draw import MATCH
from scorekeeper.tournaments.selectors.ways import way_of


def unsaid_in(stage: Stage, draft: Round) -> str:
    """These pairs by name; empty where the draft says of all that they are together."""
    said = set(_said(draft))
    pairs = [frozenset(pair) for pair in way_of(stage).never_together(stage, draft)]
    unsaid = [pair for pair in pairs if pair not in said]
    return listed(unsaid, names_in(stage)) if unsaid else ""


def _said(draft: Round) -> Iterator[frozenset[str]]:
    for each in draft.report.get("broken", []):
        if each["kind"] != MATCH:
            yield frozenset(each["players"])
        elif each["met"] or each.get("apart") or each.get("mates"):
            yield frozenset((each["home"], each["away"]))
