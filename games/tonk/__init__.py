"""Tonk, as it is scored at a table: who ended the hand, what the cards count, and who pays whom."""

from games.core.game import Game
from games.core.text import Text, pgettext
from games.tonk import scoring
from games.tonk.grid import stepped
from games.tonk.guide import catch_examples, choices, guide
from games.tonk.hand import DETAILS, FACETS, HANDS, AnyHand, TonkDetail
from games.tonk.interchange import hand
from games.tonk.reading import problems
from games.tonk.refusals import CODES
from games.tonk.rules import EFFECTS, FEWEST_PLAYERS, MOST_PLAYERS, PRESETS, TonkRules, rules_problems
from games.tonk.scoring import MEASURE_TITLES, MEASURES, score
from games.tonk.sheet import PAYOUTS, rows
from games.tonk.state import Evening, active, progress, start

GAME: Game[AnyHand, TonkRules, Evening, TonkDetail] = Game(
    name="tonk",
    title=Text(pgettext("tonk", "Tonk")),
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
    hand_codes=frozenset(CODES),
    rules_codes=frozenset({"bad_option", "players_range"}),
    score=score,
    progress=progress,
    choices=choices,
    weights=scoring.weights,
    sum_at=scoring.sum_at,
    sheet=rows,
    summary=scoring.summary,
    dues=scoring.dues,
    verdict=scoring.verdict,
    systems=scoring.SYSTEMS,
    system_titles=scoring.SYSTEM_TITLES,
    ranking=scoring.RANKING,
    presets=PRESETS,
    effects=EFFECTS,
    facets=FACETS,
    interchange={"hand": hand},
    guide=guide,
    stepped=stepped,
    stands=scoring.stands,
    words=scoring.WORDS,
    in_units=scoring.IN_UNITS,
    amounts=scoring.AMOUNTS,
    asked=scoring.ASKED,
    agreed=scoring.AGREED,
    examples=catch_examples,
    values=(PAYOUTS,),
)
