"""Who of a draft are never to be together, though the draft does not say so: that was said after it was drawn."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.selectors.ahead import names_in
from scorekeeper.tournaments.selectors.pairs import listed, pairs_of
from scorekeeper.tournaments.selectors.swiss_draw import MATCH
from scorekeeper.tournaments.selectors.taking_part import field_of
from scorekeeper.tournaments.selectors.ways import way_of

UNSAID: Final = "unsaid"  # in a draft's report: pairs nobody has said they want together, though the report names them


def unsaid_in(stage: Stage, draft: Round) -> str:
    """These pairs by name; empty where the draft says of all that they are together."""
    unsaid = unsaid_pairs(stage, draft)
    return listed(unsaid, names_in(stage)) if unsaid else ""


def unsaid_pairs(stage: Stage, draft: Round) -> list[Pair]:
    """That two of one club sit together, or two who have met before, does not say that a list keeps them apart; nor
    does a report that was written anew because of a change by hand elsewhere."""
    way, said = way_of(stage), dict(_said(draft))
    kept = set(pairs_of(stage.tournament, way.plays(stage, field_of(stage, draft.number))).forbidden)
    still = {frozenset(pair) for pair in draft.report.get(UNSAID, [])}
    pairs = [frozenset(pair) for pair in way.never_together(stage, draft)]
    return [pair for pair in pairs if pair in still or pair not in said or (pair in kept and not said[pair])]


def _said(draft: Round) -> Iterator[tuple[Pair, bool]]:
    """(who are together though they are not to be, whether it is a list that keeps them apart), as the draft says."""
    for each in draft.report.get("broken", []):
        if each["kind"] == MATCH and (each["met"] or each.get("apart") or each.get("mates")):
            yield frozenset((each["home"], each["away"])), bool(each.get("apart"))
        elif each["kind"] in {"forbidden", "apart"}:
            yield frozenset(each["players"]), each["kind"] == "forbidden"
