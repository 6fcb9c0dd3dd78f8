"""Truco, as it is scored at a table: truco mineiro, and the rule sets played elsewhere."""

from operator import attrgetter

from games.core.game import Duel, Game
from games.core.text import Text, pgettext
from games.truco.guide import guide
from games.truco.hand import DETAILS, FACETS, HANDS, AnyDetail, AnyHand
from games.truco.interchange import game, hand, match, quick
from games.truco.reading import problems
from games.truco.refusals import CALL_CODES, ENTRY_CODES, EVENT_CODES, line_up
from games.truco.rules import AGREED, AMOUNTS, EFFECTS, PRESETS, TrucoRules, rules_problems
from games.truco.scoring import WORDS, score, stands, verdict
from games.truco.sheet import PAYS, rows
from games.truco.state import (
    MEASURE_TITLES,
    MEASURES,
    RANKING,
    SEASON_TIES,
    SYSTEM_TITLES,
    SYSTEMS,
    MatchState,
    active,
    dues,
    plotted,
    progress,
    retitled,
    sides,
    start,
    summary,
    weights,
)
from games.truco.steps import choices, stepped

GAME: Game[AnyHand, TrucoRules, MatchState, AnyDetail] = Game(
    name="truco",
    title=Text(pgettext("truco", "Truco")),
    first_in=frozenset({"pt", "es"}),
    version="1",
    seats=range(2, 7, 2),
    measures=MEASURES,
    measure_titles=MEASURE_TITLES,
    hands=HANDS,
    details=DETAILS,
    rules=TrucoRules,
    state=MatchState,
    start=start,
    active=active,
    rules_problems=rules_problems,
    problems=problems,
    hand_codes=ENTRY_CODES | EVENT_CODES | CALL_CODES,
    rules_codes=frozenset({"bad_ladder", "bad_player_count", "bad_score", "special_at_not_below_target"}),
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
    interchange={"hand": hand, "quick": quick, "game": game, "match": match},
    sides=sides,
    plotted=plotted,
    worth="points",
    retitled=retitled,
    line_up=line_up,
    stands=stands,
    guide=guide,
    stepped=stepped,
    amounts=AMOUNTS,
    agreed=AGREED,
    duel=Duel(
        "match",
        sets=("games_won", "games_lost"),
        scored="tentos",
        sets_to_win=attrgetter("games_to_win"),
    ),
    season_ties=SEASON_TIES,
    values=(PAYS,),
)
