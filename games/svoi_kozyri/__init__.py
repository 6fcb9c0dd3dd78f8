"""Svoi Kozyri ("own trumps"), a shedding game: who is left with cards loses."""

from games.core.game import Duel, Game
from games.core.text import Text, gettext_noop
from games.svoi_kozyri.choices import choices
from games.svoi_kozyri.detail import DETAILS, DealDetail
from games.svoi_kozyri.effects import EFFECTS
from games.svoi_kozyri.facets import FACETS
from games.svoi_kozyri.guide import guide
from games.svoi_kozyri.hand import HANDS, SvoiDeal
from games.svoi_kozyri.interchange import beats, deal, pickup
from games.svoi_kozyri.interchange_series import series
from games.svoi_kozyri.listings import TAKEN
from games.svoi_kozyri.presets import PRESETS
from games.svoi_kozyri.problems import problems
from games.svoi_kozyri.rules import SvoiRules, rules_problems
from games.svoi_kozyri.scoring import MEASURE_TITLES, MEASURES, score
from games.svoi_kozyri.series import RANKING, SYSTEM_TITLES, SYSTEMS, dues, weights
from games.svoi_kozyri.sheet import rows, summary
from games.svoi_kozyri.state import SeriesState, active, progress, start
from games.svoi_kozyri.stepping import stepped
from games.svoi_kozyri.telling import QUESTIONS, WORDS, stands, verdict

GAME: Game[SvoiDeal, SvoiRules, SeriesState, DealDetail] = Game(
    name="svoi_kozyri",
    title=Text(gettext_noop("Svoi Kozyri")),
    version="1",
    seats=range(2, 5),
    measures=MEASURES,
    measure_titles=MEASURE_TITLES,
    hands=HANDS,
    details=DETAILS,
    rules=SvoiRules,
    state=SeriesState,
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
    verdict=verdict,
    systems=SYSTEMS,
    system_titles=SYSTEM_TITLES,
    ranking=RANKING,
    presets=PRESETS,
    effects=EFFECTS,
    facets=FACETS,
    words=WORDS,
    stands=stands,
    guide=guide,
    stepped=stepped,
    questions=QUESTIONS,
    duel=Duel("points"),
    interchange={"deal": deal, "series": series, "pickup": pickup, "beats": beats},
    about=(TAKEN,),
)
