"""Skat, as it is scored at a table: the International Skat Order and common house rules."""

from games.core.game import Game
from games.core.text import Text, pgettext
from games.skat.choices import choices
from games.skat.hand import DETAILS, FACETS, HANDS, AnyDetail, AnyHand
from games.skat.interchange import hand, ramsch, series
from games.skat.reading import problems
from games.skat.refusals import CODES
from games.skat.rules import EFFECTS, PRESETS, SkatRules, of_length, resize_problems, rules_problems
from games.skat.scoring import MEASURE_TITLES, MEASURES, WORDS, score, verdict
from games.skat.sheet import LEVELS, PAPER, VALUES, listings, rows, summary
from games.skat.state import (
    MONEY,
    RANKING,
    SEASON_SYSTEMS,
    SYSTEM_TITLES,
    ListState,
    active,
    dues,
    progress,
    start,
    weights,
)

GAME: Game[AnyHand, SkatRules, ListState, AnyDetail] = Game(
    name="skat",
    title=Text(pgettext("skat", "Skat")),
    first_in=frozenset({"de", "en"}),
    version="1",
    seats=range(3, 5),
    measures=MEASURES,
    measure_titles=MEASURE_TITLES,
    hands=HANDS,
    details=DETAILS,
    rules=SkatRules,
    state=ListState,
    start=start,
    active=active,
    rules_problems=rules_problems,
    problems=problems,
    hand_codes=CODES,
    rules_codes=frozenset({"list_length_not_multiple"}),
    score=score,
    progress=progress,
    choices=choices,
    weights=weights,
    sheet=rows,
    summary=summary,
    dues=dues,
    money=MONEY,
    verdict=verdict,
    systems=SEASON_SYSTEMS,
    system_titles=SYSTEM_TITLES,
    ranking=RANKING,
    presets=PRESETS,
    effects=EFFECTS,
    facets=FACETS,
    words=WORDS,
    of_length=of_length,
    resize_problems=resize_problems,
    worth="points",
    paper=PAPER,
    seats_teams=True,
    keeps_lists=True,
    interchange={"hand": hand, "series": series, "ramsch": ramsch},
    values=(VALUES, LEVELS),
    listings=listings,
)
