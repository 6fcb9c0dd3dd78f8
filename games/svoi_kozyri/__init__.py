"""Svoi Kozyri ("own trumps"), a shedding game: who is left with cards loses."""

from games.core.game import Duel, Game
from games.core.text import Text, pgettext
from games.svoi_kozyri.guide import choices, guide, stepped
from games.svoi_kozyri.hand import DETAILS, FACETS, HANDS, DealDetail, SvoiDeal
from games.svoi_kozyri.interchange import beats, deal, pickup, series
from games.svoi_kozyri.reading import problems
from games.svoi_kozyri.refusals import CODES
from games.svoi_kozyri.rules import EFFECTS, FIRST_TO_NEEDS_TWO, PLAYER_COUNT, PRESETS, SvoiRules, rules_problems
from games.svoi_kozyri.scoring import MEASURE_TITLES, MEASURES, QUESTIONS, WORDS, score, stands, verdict
from games.svoi_kozyri.sheet import COUNTS, TAKEN, rows, summary
from games.svoi_kozyri.state import RANKING, SYSTEM_TITLES, SYSTEMS, SeriesState, active, dues, progress, start, weights

GAME: Game[SvoiDeal, SvoiRules, SeriesState, DealDetail] = Game(
    name="svoi_kozyri",
    title=Text(pgettext("svoi_kozyri", "Svoi Kozyri")),
    first_in=frozenset({"ru", "uk", "be"}),
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
    hand_codes=CODES,
    rules_codes=frozenset({FIRST_TO_NEEDS_TWO.code, PLAYER_COUNT.code}),
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
    values=(COUNTS,),
    about=(TAKEN,),
)
