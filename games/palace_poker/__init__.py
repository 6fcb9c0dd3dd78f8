"""Palace Poker (Castle Poker, Banner Poker): battles for cards, and one pot."""

from games.core.game import Game
from games.core.text import Text, gettext_noop
from games.core.units import UNIT
from games.palace_poker.choices import choices
from games.palace_poker.detail import DETAILS, HandDetail
from games.palace_poker.effects import EFFECTS
from games.palace_poker.facets import FACETS
from games.palace_poker.guide import guide
from games.palace_poker.hand import HANDS, AnyHand
from games.palace_poker.interchange import hand
from games.palace_poker.listings import TURNS, listings
from games.palace_poker.presets import PRESETS
from games.palace_poker.problems import problems
from games.palace_poker.rules import AMOUNTS, PalacePokerRules, rules_problems
from games.palace_poker.scoring import IN_UNITS, MEASURE_TITLES, MEASURES, score
from games.palace_poker.sheet import rows
from games.palace_poker.state import CarryState, active, progress, start
from games.palace_poker.stepping import stepped
from games.palace_poker.telling import WORDS, stands, verdict
from games.palace_poker.totals import RANKING, SYSTEM_TITLES, SYSTEMS, dues, sum_at, summary, weights
from games.palace_poker.values import SEATS

GAME: Game[AnyHand, PalacePokerRules, CarryState, HandDetail] = Game(
    name="palace_poker",
    title=Text(gettext_noop("Palace Poker")),
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
    about=(TURNS,),
    listings=listings,
)
