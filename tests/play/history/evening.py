"""A club's evening for the machine: tables with their oracle and their phones, and everything done twice: in the oracle
and in the product."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from django.utils import timezone

import games
from games.core.values import Table
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.demo.dealing import deal
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, Hand, Seat, Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_once
from scorekeeper.play.passes.services import Joining, join_table, make_pass
from scorekeeper.standings.models import Competition
from tests import factories
from tests.play.history import looking
from tests.play.history.acting import really, told
from tests.play.history.phones import FINE, Answer, Phone, Row
from tests.play.history.rules_of_seats import Sitting as Model
from tests.play.history.sheet import Keys, Version, Who
from tests.rows import everything

SKILLS = [60] * 12
MOST_AT_ONCE = 5  # who sits down at first
PHONES = ("phone 0", "phone 1", "watcher")  # those of two seats, and one that claims none


@dataclass(slots=True)
class Here:
    """A table of the evening."""

    pk: Any
    model: Model
    season: Competition
    who: dict[str, Who]
    actors: dict[str, Actor]
    phones: list[Phone]


@dataclass(frozen=True, slots=True)
class Letter:
    """An act with a key, as it was sent."""

    at: Here
    act: str
    who: str
    said: dict[str, Any]


@dataclass(slots=True)
class Evening:
    """Everything of one history. `count` says how often each act was taken, and how often turned down and why."""

    count: Counter[str]
    confirm_after: int
    keys: Keys = field(default_factory=Keys)
    tables: list[Here] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    began: datetime = field(default_factory=timezone.now)
    later: timedelta = timedelta()
    seasons: dict[str, Competition] = field(default_factory=dict)
    moves: int = 0  # how often rows were written
    looked: tuple[int, timedelta] | None = None
    club: Club = field(init=False)
    players: list[Player] = field(init=False)
    users: dict[str, Any] = field(init=False)
    rows: dict[str, list[dict[str, Any]]] = field(init=False)

    def __post_init__(self) -> None:
        self.club = factories.make_club()
        owner = factories.owner_of(self.club)
        change_club(ClubChange(confirm_after=self.confirm_after), club=self.club, by=owner)
        self.players = [factories.make_player(self.club) for _player in range(MOST_AT_ONCE + 2)]
        scorer = factories.make_member(self.club, Role.SCORER)
        self.users = {"owner": owner, "scorer": scorer, "outsider": factories.make_user()}
        self.rows = everything()

    @property
    def now(self) -> datetime:
        return self.began + self.later

    # Tables

    def open(self, name: str, preset: int, system: int, size: int) -> Here:
        """A table of this game, under one key sent twice; it counts for the club's season of the game."""
        game = games.game(name)
        asked = {asked: game.rules.model_fields[asked].default for asked in game.asked}
        rules = {**asked, **game.presets[preset % len(game.presets)].rules}
        if name not in self.seasons:
            systems = sorted(game.systems)
            self.seasons[name] = factories.make_season(self.club, game=name, system=systems[system % len(systems)])
        typed = game.rules.model_validate(rules)
        sizes = [size for size in game.seats if size <= MOST_AT_ONCE and not game.rules_problems(typed, size)]
        seated = self.players[: sizes[size % len(sizes)]]
        season = self.seasons[name]
        seats = [Sitter(player.pk) for player in seated]
        opening = Opening(game=name, seats=seats, rules=rules, competitions=[season.pk], key=uuid4())
        owner = self.users["owner"]
        sitting, is_new = open_once(club=self.club, by=owner, opening=opening, now=self.now)
        again, is_newer = open_once(club=self.club, by=owner, opening=opening, now=self.now)
        assert (is_new, is_newer, again.pk) == (True, False, sitting.pk)
        return self._seated(sitting, season)

    def _seated(self, sitting: Sitting, season: Competition) -> Here:
        holders = list(Seat.objects.filter(sitting=sitting).order_by("number").values_list("player_id", flat=True))
        after = timedelta(minutes=self.confirm_after) if self.confirm_after else None
        model = Model(sitting.plays, sitting.typed_rules, holders, self.keys, after)
        key = make_pass(sitting_id=sitting.pk, by=Actor(user=self.users["owner"]), now=self.now)
        devices = [
            join_table(Joining(name="a phone", seat=seat), table_pass=key, now=self.now) for seat in (0, 1, None)
        ]
        who = {
            "owner": Who("owner", records=True, keeps=True, directs=True),
            "scorer": Who("scorer", records=True, keeps=True),
            "outsider": Who("outsider", sees=False),
        }
        for name, person in zip(PHONES, (*holders[:2], None), strict=True):
            who[name] = Who(f"{name} at {sitting.pk}", records=True, person=person, is_nobody=person is None)
        actors = {name: Actor(user=user) for name, user in self.users.items()}
        actors |= {name: Actor(device=device) for name, device in zip(PHONES, devices, strict=True)}
        here = Here(sitting.pk, model, season, who, actors, self._phones(devices, model))
        for phone in here.phones:
            phone.refresh(self.now)
        self.tables.append(here)
        self._advance()
        return here

    def _phones(self, devices: Sequence[Device], model: Model) -> list[Phone]:
        """Two that record; the clock of one is a day fast, that of the other a day slow."""
        skews = (timedelta(days=1), timedelta(days=-1))
        return [Phone(device, model.game, skew) for device, skew in zip(devices[:2], skews, strict=True)]

    # Hands

    def facts(self, here: Here, seed: int, before: Version | None = None) -> dict[str, Any]:
        """A hand as it could be played next, or in the place of an earlier one; where none can, one of a new start."""
        model = here.model
        table, takes = model.table(), model.accepts
        if before:
            earlier = model.replayed({hand.number: None for hand in model.newest if hand.number >= before.number})
            table = Table(before.seats, before.number, before.dealer, earlier.state)
            takes = not earlier.is_over
        if not takes:
            table = Table(table.seats, 1, table.seats[0], model.game.start(model.rules, len(table.seats)))
        return self.dealt(here, table, seed)

    def dealt(self, here: Here, table: Table[Any], seed: int) -> dict[str, Any]:
        return deal(Random(seed), here.model.game, here.model.rules, table, SKILLS[: len(table.seats)])

    # Everything happens twice

    def act(self, here: Here, act: str, who: str, /, **said: Any) -> str:
        """Do it in the oracle and at the table, and hold one against the other; the code of the refusal."""
        here.model.now = self.now
        links = len(here.model.chain)
        due, meant = told(lambda: getattr(here.model, act)(here.who[who], **said))
        named = {"sitting_id": here.pk, "by": here.actors[who], "now": self.now}
        got, made = told(lambda: really(act, named, said))
        self._agree(act, due, got)
        if made:
            link, is_new = meant
            assert (link.pk in {None, made[0]}, is_new) == (True, made[1])
            link.pk = made[0]
            assert (is_new and bool(link.seq)) == (len(here.model.chain) > links)
            self._named(here, links)
        if "key" in said and not got:
            self.letters.append(Letter(here, act, who, said))
        if not got:
            self._advance()
        return got

    def _named(self, here: Here, links: int) -> None:
        """Each hand that came with it is known by its row: the next act may be about it."""
        nameless = {link.seq: link for link in here.model.chain[links:] if isinstance(link, Version) and not link.pk}
        if nameless:
            rows = Hand.objects.filter(sitting=here.pk, seq__in=nameless).values_list("seq", "pk")
            for seq, pk in rows:
                nameless[seq].pk = pk

    def _agree(self, act: str, due: str, got: str) -> None:
        assert got == due, f"{act}: the table says {got or 'yes'}, the design {due or 'yes'}"
        self.count[f"{act} - {got}" if got else act] += 1
        if got:
            assert everything() == self.rows, f"{act} was refused with {got}, and something changed"

    def _advance(self) -> None:
        """Whatever was added, nothing that stood there before is gone or other than it was."""
        now = everything()
        looking.nothing_lost(self.rows, now)
        self.rows = now
        self.moves += 1

    def deliver(self, here: Here, phone: Phone, row: Row, who: str) -> Answer:
        """A row of a phone arrives at the server, through its real address; whether or not the answer is heard."""
        model, links = here.model, len(here.model.chain)
        path, body = phone.letter(row)
        before = model.now = timezone.now()
        if row.record is None:
            version = next(link for link in model.chain if str(link.pk) == row.hand)
            due, meant = told(lambda: model.undo(here.who[who], version=version))
        else:
            said = {"key": row.key, "record": row.record, "number": row.number or None}
            due, meant = told(lambda: model.record(here.who[who], **said))
        answer = phone.ask("POST", path, body, row.key, now=before)
        self._agree("sent undo" if row.record is None else "sent hand", due, answer.code)
        if answer.status in FINE:
            link, is_new = meant
            assert row.record is None or (answer.status == 201) == is_new
            assert str(link.pk or answer.body["id"]) == answer.body["id"]
            self._stamped(here, links, before)
            self._advance()
        return answer

    def _stamped(self, here: Here, links: int, before: datetime) -> None:
        """What came through the address carries the server's time, whatever the phone believes."""
        for link in here.model.chain[links:]:
            row = Hand.objects.get(sitting=here.pk, seq=link.seq)
            assert before <= row.at <= timezone.now()
            assert isinstance(link, Version)
            link.at, link.pk = row.at, row.pk

    # And is looked at

    def look(self) -> None:
        """Everything that must always be true. Where no row and no clock has moved since the last look, it still is:
        what was refused has been held against every row."""
        if self.looked == (self.moves, self.later):
            return
        self.looked = (self.moves, self.later)
        looking.clean()
        for here in self.tables:
            row = Sitting.objects.select_related("club").get(pk=here.pk)
            looking.one_chain(row, here.model)
            looking.totals_are_folds(row, here.model)
            looking.stands_there(row, here.model)
            looking.zero_sums(row, here.model)
            looking.states_of_hands(row, here.model, self.now)
            for phone in here.phones:
                looking.kept_promises(row, phone.acknowledged)
        for name, season in self.seasons.items():
            sheets = [here.model for here in self.tables if here.model.game.name == name]
            looking.standings_are_sums(season, sheets)
