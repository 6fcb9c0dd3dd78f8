"""Tonk, as it is scored at a table: who ended the hand, what the cards count, and who pays whom."""

from games.core.game import Game
from games.core.text import Text, gettext_noop
from games.tonk import season
from games.tonk.choices import choices
from games.tonk.detail import DETAILS, TonkDetail
from games.tonk.effects import EFFECTS
from games.tonk.example import catch_examples
from games.tonk.facets import FACETS
from games.tonk.guide import guide
from games.tonk.hand import HANDS, AnyHand
from games.tonk.interchange import hand
from games.tonk.presets import PRESETS
from games.tonk.problems import problems
from games.tonk.rules import TonkRules, rules_problems
from games.tonk.scoring import MEASURE_TITLES, MEASURES, score
from games.tonk.sheet import rows
from games.tonk.state import Evening, active, progress, start
from games.tonk.stepping import stepped
from games.tonk.values import FEWEST_PLAYERS, MOST_PLAYERS

GAME: Game[AnyHand, TonkRules, Evening, TonkDetail] = Game(
    name="tonk",
    title=Text(gettext_noop("Tonk")),
    version="1",
    seats=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    measures=MEASURES,
    measure_titles=MEASURE_TITLES,
    hands=HANDS,
    details=DETAILS,
    rules=TonkRules,
    state=Evening,
    start=start,
    active=active,
    rules_problems=rules_problems,
    problems=problems,
    score=score,
    progress=progress,
    choices=choices,
    weights=season.weights,
    sum_at=season.sum_at,
    sheet=rows,
    summary=season.summary,
    dues=season.dues,
    verdict=season.verdict,
    systems=season.SYSTEMS,
    system_titles=season.SYSTEM_TITLES,
    ranking=season.RANKING,
    presets=PRESETS,
    effects=EFFECTS,
    facets=FACETS,
    interchange={"hand": hand},
    guide=guide,
    stepped=stepped,
    stands=season.stands,
    words=season.WORDS,
    in_units=season.IN_UNITS,
    amounts=season.AMOUNTS,
    asked=season.ASKED,
    agreed=season.AGREED,
    examples=catch_examples,
)
