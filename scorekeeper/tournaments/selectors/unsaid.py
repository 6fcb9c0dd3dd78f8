"""Who of a draft are never to be together, though the draft does not say so: that was said after it was drawn."""

from collections.abc import Iterator

from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.selectors.ahead import names_in
from scorekeeper.tournaments.selectors.pairs import listed, pairs_of
from scorekeeper.tournaments.selectors.swiss_draw import MATCH
from scorekeeper.tournaments.selectors.taking_part import field_of
from scorekeeper.tournaments.selectors.ways import way_of


def unsaid_in(stage: Stage, draft: Round) -> str:
    """These pairs by name; empty where the draft says of all that they are together. That two of one club sit together,
    or two who have met before, does not say that a list keeps them apart."""
    way, said = way_of(stage), dict(_said(draft))
    kept = set(pairs_of(stage.tournament, way.plays(stage, field_of(stage, draft.number))).forbidden)
    pairs = [frozenset(pair) for pair in way.never_together(stage, draft)]
    unsaid = [pair for pair in pairs if pair not in said or (pair in kept and not said[pair])]
    return listed(unsaid, names_in(stage)) if unsaid else ""


def _said(draft: Round) -> Iterator[tuple[Pair, bool]]:
    """(who are together though they are not to be, whether it is a list that keeps them apart), as the draft says."""
    for each in draft.report.get("broken", []):
        if each["kind"] == MATCH and (each["met"] or each.get("apart") or each.get("mates")):
            yield frozenset((each["home"], each["away"])), bool(each.get("apart"))
        elif each["kind"] in {"forbidden", "apart"}:
            yield frozenset(each["players"]), each["kind"] == "forbidden"
