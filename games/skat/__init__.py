"""Skat, as it is scored at a table: the International Skat Order and common house rules."""

from games.core.game import Game
from games.core.text import Text, gettext_noop
from games.skat.blank import PAPER
from games.skat.choices import choices
from games.skat.detail import DETAILS, AnyDetail
from games.skat.dues import MONEY, dues
from games.skat.effects import EFFECTS
from games.skat.facets import FACETS
from games.skat.hand import HANDS, AnyHand
from games.skat.interchange import hand, ramsch
from games.skat.interchange_series import series
from games.skat.listings import VALUES, listings
from games.skat.presets import PRESETS
from games.skat.problems import problems
from games.skat.rules import SkatRules, of_length, resize_problems, rules_problems
from games.skat.scoring import MEASURE_TITLES, MEASURES, score
from games.skat.series import RANKING, SEASON_SYSTEMS, SYSTEM_TITLES, weights
from games.skat.sheet import rows, summary
from games.skat.state import ListState, active, progress, start
from games.skat.telling import WORDS, verdict

GAME: Game[AnyHand, SkatRules, ListState, AnyDetail] = Game(
    name="skat",
    title=Text(gettext_noop("Skat")),
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
    interchange={"hand": hand, "series": series, "ramsch": ramsch},
    about=(VALUES,),
    listings=listings,
)
