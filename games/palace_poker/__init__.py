"""Palace Poker (Castle Poker, Banner Poker): battles for cards, and one pot."""

from games.core.game import Game
from games.core.settling import UNIT
from games.core.text import Text, pgettext
from games.palace_poker.guide import guide
from games.palace_poker.hand import DETAILS, FACETS, HANDS, AnyHand, HandDetail
from games.palace_poker.interchange import hand
from games.palace_poker.judging import problems
from games.palace_poker.refusals import CODES
from games.palace_poker.rules import AMOUNTS, EFFECTS, PRESETS, PalacePokerRules, rules_problems
from games.palace_poker.scoring import (
    IN_UNITS,
    MEASURE_TITLES,
    MEASURES,
    RANKING,
    SYSTEM_TITLES,
    SYSTEMS,
    WORDS,
    dues,
    score,
    stands,
    sum_at,
    summary,
    verdict,
    weights,
)
from games.palace_poker.sheet import RANKED, SPLIT, TURNS, listings, rows
from games.palace_poker.state import CarryState, active, progress, start
from games.palace_poker.stepping import choices, stepped
from games.palace_poker.values import SEATS

GAME: Game[AnyHand, PalacePokerRules, CarryState, HandDetail] = Game(
    name="palace_poker",
    title=Text(pgettext("palace_poker", "Palace Poker")),
    version="1",
    seats=SEATS,
    measures=MEASURES,
    measure_titles=MEASURE_TITLES,
    hands=HANDS,
    details=DETAILS,
    rules=PalacePokerRules,
    state=CarryState,
    start=start,
    active=active,
    rules_problems=rules_problems,
    problems=problems,
    hand_codes=frozenset(CODES),
    rules_codes=frozenset({"bet_size_invalid"}),
    score=score,
    progress=progress,
    choices=choices,
    weights=weights,
    sum_at=sum_at,
    sheet=rows,
    summary=summary,
    dues=dues,
    verdict=verdict,
    systems=SYSTEMS,
    system_titles=SYSTEM_TITLES,
    ranking=RANKING,
    presets=PRESETS,
    effects=EFFECTS,
    facets=FACETS,
    words=WORDS,
    interchange={"hand": hand},
    stands=stands,
    guide=guide,
    stepped=stepped,
    in_units=IN_UNITS,
    amounts=AMOUNTS,
    agreed=UNIT,
    values=(RANKED, SPLIT),
    about=(TURNS,),
    listings=listings,
)
