"""Short ways to an evening, through the services a person would go through."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games import game
from scorekeeper.clubs.models import Club, Player
from scorekeeper.draws.selectors.why import ExplainedDraw
from scorekeeper.leagues.drawing.reads import draft_of
from scorekeeper.leagues.drawing.services import TablesDraw, TablesOpening, draw_tables, publish_draw
from scorekeeper.leagues.evenings.records import AddedGame, EveningPlan
from scorekeeper.leagues.evenings.services import add_game, plan_evening
from scorekeeper.leagues.models import Evening, EveningGame, TableDraw
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.play.offers import sizes
from tests import factories
from tests.factories import NOW


def a_plan(**more: Any) -> EveningPlan:
    name = more.get("game", "skat")
    preset = game(name).presets[0]
    plain: dict[str, Any] = {
        "name": "Friday",
        "starts_at": NOW + timedelta(hours=1),
        "game": name,
        "rules": preset.rules,
        "rules_name": str(preset.title),
        "size": 4,
    }
    return EveningPlan(**{**plain, **more})


def make_evening(club: Club, **more: Any) -> Evening:
    return plan_evening(a_plan(**more), club=club, by=factories.owner_of(club), now=NOW)


def come(evening: Evening, count: int, called: str = "Guest", plays: EveningGame | None = None) -> list[Player]:
    """So many guests are here, for this game."""
    by, wanted = factories.owner_of(evening.club), plays.pk if plays else None
    players = [factories.make_player(evening.club, f"{called} {number:02}") for number in range(count)]
    for player in players:
        check_in(Arrival(player=player.pk, game=wanted), evening_id=evening.pk, by=by, now=NOW)
    evening.refresh_from_db()
    return players


def make_mixed(club: Club, *others: str, **more: Any) -> Evening:
    """An evening with a first game and these others."""
    evening = make_evening(club, **more)
    for name in others:
        preset = game(name).presets[0]
        size = min(sizes(game(name)), key=lambda size: abs(size - 4))
        plan = AddedGame(game=name, rules=preset.rules, rules_name=str(preset.title), size=size)
        add_game(plan, evening_id=evening.pk, by=factories.owner_of(club), now=NOW)
    return Evening.objects.get(pk=evening.pk)


def draft(evening: Evening, number: int = 0) -> ExplainedDraw | None:
    """The draft of a game as the page shows it."""
    return draft_of(evening.line_up[number])


def seen(draw: TableDraw) -> dict[str, Any]:
    """The draft as records name it."""
    return {"draw": draw.pk, "revision": draw.revision}


def make_draw(evening: Evening, seed: int = 1, **asked: Any) -> TableDraw:
    by = factories.owner_of(evening.club)
    return draw_tables(TablesDraw(**asked), evening_id=evening.pk, by=by, now=NOW, seed=seed)


def publish(evening: Evening, draw: TableDraw | None = None) -> TableDraw:
    """The tables of a draw opened, wherever else its people sit."""
    draw, by = draw or make_draw(evening), factories.owner_of(evening.club)
    return publish_draw(TablesOpening(**seen(draw), elsewhere=True), evening_id=evening.pk, by=by, now=NOW)


def playing(club: Club, count: int = 10, **more: Any) -> Evening:
    """An evening with its tables open."""
    evening = make_evening(club, **more)
    come(evening, count)
    publish(evening)
    return evening


def tables_of(draw: TableDraw) -> list[list[Player]]:
    """Who sits where, in the order of the seats."""
    return [
        [place.player for place in table.places.select_related("player").order_by("seat")]
        for table in draw.tables.all()
    ]


def end_all(evening: Evening, hands: Sequence[dict[str, Any]] = ()) -> None:
    """At every table these hands, then the last signature."""
    from scorekeeper.leagues.evenings.reads import sittings_of

    for sitting in sittings_of(evening):
        factories.record_list(sitting, hands or [factories.played(1)])
        factories.finish(sitting)


def close(evening):
    """The evening closed by the owner of its club."""
    return close_evening(evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW)
