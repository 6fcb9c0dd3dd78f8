"""The club evenings of the demo: one that is over, with its tables and what was collected, one of two games, and the
one that is next."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.selectors import directors
from scorekeeper.leagues.drawing.services import TablesDraw, TablesOpening, draw_tables, publish_draw
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.records import AddedGame, EveningPlan
from scorekeeper.leagues.evenings.services import add_game, plan_evening
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.leagues.money.services import DuesTick, close_evening, collect
from scorekeeper.leagues.people.services import Arrival, EveningSignUp, check_in, sign_up
from scorekeeper.notices.models import Channel, Kind
from scorekeeper.notices.services import NoticesChoice, NoticeSwitch, choose
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import HandMark, Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.records import Reasoned
from scorekeeper.sharing.services import share_table
from scorekeeper.standings.models import Competition

NAME: Final = "Skat evening"
NEXT: Final = "Skat evening, the next one"
VENUE: Final = "Lindenhof, back room"
PLAYED_AT: Final = datetime(2026, 11, 13, 18, 30, tzinfo=UTC)
PLANNED_AT: Final = PLAYED_AT - timedelta(days=10)
SEED: Final = 20261113
HANDS: Final = 12  # a table
FEE: Final = 300
LOST: Final = {"each": 50, "from_fourth": 100}
CAME: Final = (
    "Renate Vogt",
    "Jürgen Kowalski",
    "Ayşe Demir",
    "Thomas Brandt",
    "Monika Scheel",
    "Piotr Nowak",
    "Heinz Albers",
)
COMING: Final = ("Ayşe Demir", "Thomas Brandt", "Monika Scheel", "Lena Hoffmann")
MIXED: Final = "Games night"
MIXED_AT: Final = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
MIXED_CAME: Final = {
    "skat": ("Renate Vogt", "Jürgen Kowalski", "Thomas Brandt", "Heinz Albers"),
    "svoi_kozyri": ("Ayşe Demir", "Monika Scheel", "Piotr Nowak"),
}
Play = Callable[[Sitting, datetime], None]


def past_evening(
    club: Club, season: Competition, users: Mapping[str, User], players: Mapping[str, Player], play: Play
) -> None:
    """From its plan to its report; `play` plays a table to its last signature."""
    if Evening.objects.filter(club=club, name=NAME).exists():
        return
    owner = users[CAME[0]]
    evening = plan_evening(_plan(NAME, PLAYED_AT, season), club=club, by=owner, now=PLANNED_AT)
    keep_apart(club=club, by=owner, one=players["Thomas Brandt"].pk, other=players["Lena Hoffmann"].pk, now=PLANNED_AT)
    for name in CAME:
        check_in(Arrival(player=players[name].pk), evening_id=evening.pk, by=owner, now=PLAYED_AT)
    draft = draw_tables(TablesDraw(), evening_id=evening.pk, by=owner, now=PLAYED_AT, seed=SEED)
    publish_draw(
        TablesOpening(draw=draft.pk, revision=draft.revision, elsewhere=True),
        evening_id=evening.pk,
        by=owner,
        now=PLAYED_AT,
    )
    for sitting in sittings_of(evening):
        play(sitting, PLAYED_AT)
    over = PLAYED_AT + timedelta(hours=3)
    for owing in dues_of(evening).owing[:-1]:
        tick = DuesTick(player=owing.player.pk, amount=owing.due, **dict(owing.unit))
        collect(tick, evening_id=evening.pk, by=owner, now=over)
    close_evening(evening_id=evening.pk, by=owner, now=over)


def mixed_evening(
    club: Club, seasons: Mapping[str, Competition], users: Mapping[str, User], players: Mapping[str, Player], play: Play
) -> None:
    """Two games in one night, from its plan to its report; `play` plays a table to its last signature."""
    if Evening.objects.filter(club=club, name=MIXED).exists():
        return
    owner, before = users[CAME[0]], MIXED_AT - timedelta(days=7)
    evening = plan_evening(_plan(MIXED, MIXED_AT, seasons["skat"]), club=club, by=owner, now=before)
    kozyri = games.game("svoi_kozyri")
    rules = kozyri.presets[0]
    plan = AddedGame(
        game=kozyri.name,
        rules=rules.rules,
        rules_name=str(rules.title),
        size=3,
        seasons=[seasons["svoi_kozyri"].pk],
    )
    add_game(plan, evening_id=evening.pk, by=owner, now=before)
    for game in evening.line_up:
        for name in MIXED_CAME[game.game]:
            who = Sitter(players[name].pk)
            check_in(
                Arrival(player=who.player_id, name=who.name, game=game.pk),
                evening_id=evening.pk,
                by=owner,
                now=MIXED_AT,
            )
        draft = draw_tables(TablesDraw(game=game.pk), evening_id=evening.pk, by=owner, now=MIXED_AT, seed=SEED)
        publish_draw(
            TablesOpening(draw=draft.pk, revision=draft.revision, elsewhere=True),
            evening_id=evening.pk,
            by=owner,
            now=MIXED_AT,
        )
    for sitting in sittings_of(evening):
        play(sitting, MIXED_AT)
    close_evening(evening_id=evening.pk, by=owner, now=MIXED_AT + timedelta(hours=3))


def coming_evening(club: Club, season: Competition, users: Mapping[str, User], *, now: datetime) -> None:
    """Planned for the next Friday."""
    if Evening.objects.filter(club=club, name=NEXT).exists():
        return
    today = now.astimezone(ZoneInfo(club.time_zone)).replace(hour=19, minute=30, second=0, microsecond=0)
    friday = today + timedelta(days=(4 - today.weekday()) % 7 or 7)
    evening = plan_evening(_plan(NEXT, friday, season), club=club, by=users[CAME[0]], now=now)
    for name in COMING:
        sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=users[name], now=now)


def _plan(name: str, starts_at: datetime, season: Competition) -> EveningPlan:
    preset = games.game("skat").presets[0]
    return EveningPlan(
        name=name,
        starts_at=starts_at,
        game="skat",
        rules={**preset.rules, "loss_fee": LOST},
        rules_name=str(preset.title),
        size=4,
        venue=VENUE,
        seasons=[season.pk],
        fee=FEE,
        unit="€",
    )


SHARED: Final = ("4 September, table 1", "Tonight, table 1")
TABLE: Final = "Tonight, table 2"
NUMBER: Final = 2
WHO: Final = "Thomas Brandt"
REASON: Final = "Truco was said before the card lay on the table."


def links(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """A finished sheet and a table that is played, each with its link."""
    for sitting in Sitting.objects.filter(club=club, name__in=SHARED):
        share_table(sitting_id=sitting.pk, by=Actor(user=users["Renate Vogt"]), now=now)


def disputed_hand(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """Once. The directors are told on their first page only: nobody of the demo has a mailbox."""
    table = Sitting.objects.get(club=club, name=TABLE)
    if HandMark.objects.filter(sitting=table).exists() or not table.is_open:
        return
    for director in directors(club):
        choose(NoticesChoice(off=(NoticeSwitch(kind=Kind.DISPUTE, channel=Channel.MAIL),)), by=director)
    hand = table.hands.standing().get(number=NUMBER)
    dispute_hand(Reasoned(reason=REASON), sitting_id=table.pk, by=Actor(user=users[WHO]), hand_id=hand.pk, now=now)
