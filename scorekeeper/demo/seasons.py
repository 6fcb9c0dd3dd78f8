"""How the seasons of the demo count: not every evening, not everybody ranked, points given; a cup of two games."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid5

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.demo.cast import FOUNDED
from scorekeeper.standings.models import Competition
from scorekeeper.standings.records import SeasonBonus, SeasonChange, SeasonCounts, SeasonOpening
from scorekeeper.standings.services import change_season, give_bonus, open_season

BEST: Final = 2
LEAST: Final = 2
GIVEN: Final = (
    ("Monika Scheel", 100, "Wrote all lists of the summer tournament", timedelta(days=30)),
    ("Piotr Nowak", -50, "Missed his table on 2 October without a word", timedelta(days=43)),
)
CUP: Final = "Vereinspokal 2026"
CUP_GAMES: Final = ("skat", "truco")
TRUCO_WEIGHS: Final = 300  # a match of Truco brings a few points, a list of Skat hundreds
KEYS: Final = UUID("2f6f4b0e-52f5-5d0b-9a54-6b1f0b8c6c51")


def cup(club: Club, director: User) -> Competition:
    """A season of two games, weighed against each other."""
    there = Competition.objects.filter(club=club, name=CUP).first()
    opening = SeasonOpening(
        name=CUP,
        game="skat",
        system="seeger_fabian",
        others={"truco": "three_a_win"},
        factors={"truco": TRUCO_WEIGHS},
    )
    return there or open_season(opening, club=club, by=director, now=FOUNDED)


def counting(season: Competition, director: User, players: Mapping[str, Player]) -> None:
    """What its director has settled, once."""
    season.refresh_from_db()
    if season.seq:
        return
    change = SeasonChange(counts=SeasonCounts(best=BEST, least=LEAST))
    change_season(change, competition=season, by=director, now=FOUNDED + timedelta(days=1))
    for name, points, reason, after in GIVEN:
        bonus = SeasonBonus(player=players[name].pk, points=points, reason=reason)
        give_bonus(bonus, competition=season, by=director, key=uuid5(KEYS, reason), now=FOUNDED + after)
