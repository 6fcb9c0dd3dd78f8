"""Whatever may happen on an evening, in any order: a state machine whose every step Hypothesis chooses, and shrinks."""

from collections import Counter
from datetime import timedelta
from typing import Any, ClassVar
from uuid import uuid4

import hypothesis.strategies as st
from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import games
from scorekeeper.clubs.models import Club
from tests.play.history.evening import PHONES, Evening, Here
from tests.play.history.sheet import Act, Version

SMALL = st.integers(0, 11)
BACK = st.none() | st.integers(0, 4)
SEED = st.integers(0, 2**16)
TABLE = st.integers(0, 1)
PHONE = st.integers(0, 1)
PLACE = st.sampled_from([0, 1, 2, 0, 1, 3, 5])
GAME = st.sampled_from(sorted(games.all_games()))
KEEPER = st.sampled_from(["owner", "scorer"])
ANYBODY = st.sampled_from(["owner"] * 6 + ["scorer"] * 3 + [*PHONES, "outsider"])
SPEAKER = st.sampled_from([*PHONES, *PHONES[:2], "owner"])
REASON = st.sampled_from(["an error"] * 7 + [""])
CHANGES = st.tuples(
    st.sampled_from(["adjusted", "adjusted", "penalty"]), PLACE, st.sampled_from([-50, -7, 30, 0]), st.none() | PLACE
)
ENOUGH = 6  # links of a chain before a sheet may end: what happens to an open one comes first
LINE = st.sampled_from(["fine", "fine", "fine", "twice", "lost", "not sent"])


class Histories(RuleBasedStateMachine):
    """One evening, in a transaction that is taken back at its end. `games` can open it; the second table may be of
    any."""

    count: ClassVar[Counter[str]] = Counter()
    games: ClassVar[tuple[str, ...]] = tuple(sorted(games.all_games()))

    def __init__(self) -> None:
        super().__init__()
        self.taken_back = transaction.atomic()
        self.taken_back.__enter__()
        self.evening: Evening | None = None

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.taken_back.__exit__(None, None, None)

    @initialize(
        game=SMALL,
        preset=SMALL,
        system=SMALL,
        size=SMALL,
        confirming=st.sampled_from([Club.Confirming.NEVER, Club.Confirming.QUARTER, Club.Confirming.DAY]),
        seeds=st.lists(SEED, min_size=1, max_size=8),
    )
    def people_sit_down(
        self, game: int, preset: int, system: int, size: int, confirming: int, seeds: list[int]
    ) -> None:
        self.evening = Evening(self.count, confirming)
        self.evening.open(self.games[game % len(self.games)], preset, system, size)
        self.record(0, seeds, None)

    @precondition(lambda self: len(self.evening.tables) == 1)
    @rule(game=GAME, preset=SMALL, system=SMALL, size=SMALL)
    def another_table_opens(self, game: str, preset: int, system: int, size: int) -> None:
        first = self.evening.tables[0].model.game.name
        self.evening.open(game, 0 if game == first else preset, system, size)
        self.count["open"] += 1

    @rule(minutes=st.sampled_from([1, 10, 30, 1500]))
    def time_passes(self, minutes: int) -> None:
        self.evening.later += timedelta(minutes=minutes)

    # Hands with a connection

    @rule(table=TABLE, seeds=st.lists(SEED, min_size=1, max_size=3), number=st.sampled_from([None, None, 0, 0, -1, 1]))
    def record(self, table: int, seeds: list[int], number: int | None) -> None:
        here = self.here(table)
        for seed in seeds:
            if not here.model.accepts:
                break
            said = {} if number is None else {"number": max(1, here.model.next_number + number)}
            self.evening.act(here, "record", "owner", key=uuid4(), record=self.evening.facts(here, seed), **said)

    @rule(table=TABLE, who=ANYBODY, seed=SEED, wrong=st.sampled_from([None, None, None, {}, {"kind": "of no game"}]))
    def anybody_records(self, table: int, who: str, seed: int, wrong: dict[str, Any] | None) -> None:
        here = self.here(table)
        record = self.evening.facts(here, seed) if wrong is None else wrong
        self.evening.act(here, "record", who, key=uuid4(), record=record)

    @rule(table=TABLE, who=KEEPER, pick=SMALL, seed=SEED, reason=REASON, old=st.booleans())
    def correct(self, table: int, who: str, pick: int, seed: int, reason: str, old: bool) -> None:
        here = self.here(table)
        if version := self.version(here, pick, old=old and pick > 8):
            facts = self.evening.facts(here, seed, version)
            self.evening.act(here, "correct", who, key=uuid4(), version=version, record=facts, reason=reason)

    @rule(table=TABLE, who=ANYBODY, pick=SMALL)
    def strike(self, table: int, who: str, pick: int) -> None:
        here = self.here(table)
        if version := self.version(here, pick):
            self.evening.act(here, "correct", who, key=uuid4(), version=version, record=None, reason="never played")

    @rule(table=TABLE, who=ANYBODY, pick=st.integers(-2, 0))
    def undo(self, table: int, who: str, pick: int) -> None:
        here = self.here(table)
        if version := self.version(here, pick - 1):
            self.evening.act(here, "undo", who, version=version)

    # Hands without one

    @rule(
        table=TABLE,
        phone=PHONE,
        seeds=st.lists(SEED, min_size=1, max_size=4),
        line=st.lists(LINE, max_size=4),
        back=st.sampled_from([False, False, True]),
    )
    def keep(self, table: int, phone: int, seeds: list[int], line: list[str], back: bool) -> None:
        """A phone goes on by what it believes, sends what it can, and takes the last one back or not."""
        here = self.here(table)
        kept = here.phones[phone]
        for seed in seeds:
            place, takes = kept.place()
            if takes:
                kept.keep(self.evening.dealt(here, place, seed))
                self.count["kept on a phone"] += 1
        self.send(table, phone, line, looks=False)
        if back:
            kept.take_back()
            self.send(table, phone, ["fine", *line], looks=False)

    @rule(table=TABLE, first=PHONE, lines=st.lists(LINE, min_size=3, max_size=8))
    def both_phones_come_back(self, table: int, first: int, lines: list[str]) -> None:
        """Hand by hand in turn, each behind its own queue."""
        for number, state in enumerate(lines):
            self.send(table, (first + number) % 2, [state, state], looks=number >= len(lines) - 2)

    @rule(table=TABLE, phone=PHONE)
    def take_back_on_a_phone(self, table: int, phone: int) -> None:
        self.here(table).phones[phone].take_back()

    @rule(table=TABLE, phone=PHONE, line=st.lists(LINE, min_size=1, max_size=6), looks=st.booleans())
    def send(self, table: int, phone: int, line: list[str], looks: bool) -> None:
        """Strictly in order, over a line that is bad at times; the first thing not heard or refused stops it."""
        here, sent = self.here(table), self.here(table).phones[phone]
        for state in line:
            row = sent.head()
            if row is None or state == "not sent":
                break
            row.tries += 1
            answer = self.evening.deliver(here, sent, row, PHONES[phone])
            if state == "twice":
                again = self.evening.deliver(here, sent, row, PHONES[phone])
                answer = again if answer.status >= 400 else answer
            if state == "lost" or not sent.heard(row, answer):
                break
        if looks:
            sent.refresh(self.evening.now)

    @rule(table=TABLE, phone=PHONE)
    def look_at_the_table(self, table: int, phone: int) -> None:
        """The sheet as a phone gets it says what the oracle says."""
        here = self.here(table)
        here.phones[phone].refresh(self.evening.now)
        answer = here.phones[phone].ask("GET", f"/api/v1/sittings/{here.pk}", now=self.evening.now)
        totals = here.model.totals()
        assert [seat["measures"] for seat in answer.body["seats"]] == [totals[one] for one in here.model.holders]
        told = [(hand["number"], hand["version"], hand["kind"]) for hand in answer.body["hands"]]
        assert told == [(version.number, version.version, version.kind) for version in here.model.newest]

    @precondition(lambda self: any(phone.stuck() for here in self.evening.tables for phone in here.phones))
    @rule(table=TABLE, phone=PHONE, choice=st.sampled_from(["next", "next", "again", "right", "drop"]), seed=SEED)
    def decide_what_needs_somebody(self, table: int, phone: int, choice: str, seed: int) -> None:
        here, kept = self.here(table), self.here(table).phones[phone]
        kept.refresh(self.evening.now)
        row = kept.stuck()
        if row is None:
            return
        self.count[f"needs you: {choice}"] += 1
        match choice:
            case "next" if row.code in {"number_taken", "number_ahead"}:
                kept.next_one(row)
            case "right" if row.record is not None:
                kept.put_right(row, self.evening.facts(here, seed))
            case "drop":
                kept.drop(row)
            case _:
                kept.again(row)

    @rule(table=TABLE, phone=PHONE)
    def carry_the_unsent_over(self, table: int, phone: int) -> None:
        phones = self.here(table).phones
        phones[phone].copy_to(phones[1 - phone])

    # The same again

    @precondition(lambda self: self.evening.letters)
    @rule(pick=SMALL, change=st.sampled_from(["", "", "reason", "table", "place", "first"]))
    def send_again(self, pick: int, change: str) -> None:
        """What was accepted arrives once more; or its key with something else."""
        letter = self.evening.letters[-1 - pick % len(self.evening.letters)]
        here, said = letter.at, dict(letter.said)
        if change == "reason" and "reason" in said:
            said["reason"] = "another one"
        if change in {"place", "first"} and isinstance(said.get(change), int):
            said[change] += 1
        if change == "table" and letter.act in {"record", "swap", "deal_next"}:
            here = self.here(self.evening.tables.index(here) + 1)
        self.evening.act(here, letter.act, letter.who, **said)

    # What is said of hands

    @rule(table=TABLE, who=SPEAKER, pick=SMALL)
    def confirm(self, table: int, who: str, pick: int) -> None:
        self.say(table, "confirm", who, pick)

    @rule(table=TABLE, who=SPEAKER, pick=SMALL, reason=REASON)
    def dispute(self, table: int, who: str, pick: int, reason: str) -> None:
        self.say(table, "dispute", who, pick, reason=reason)

    @precondition(lambda self: any(here.model.disputes for here in self.evening.tables))
    @rule(table=TABLE, who=SPEAKER, pick=SMALL)
    def withdraw(self, table: int, who: str, pick: int) -> None:
        self.say(table, "withdraw", who, pick, disputed=True)

    @precondition(lambda self: any(here.model.disputes for here in self.evening.tables))
    @rule(table=TABLE, who=ANYBODY, pick=SMALL, reason=REASON, disputed=st.booleans())
    def decide(self, table: int, who: str, pick: int, reason: str, disputed: bool) -> None:
        self.say(table, "decide", who, pick, disputed=disputed, reason=reason)

    @rule(
        table=TABLE,
        phones=st.permutations(PHONES[:2]),
        pick=SMALL,
        ends=st.lists(st.sampled_from(["withdraw", "decide", "correct", "confirm"]), max_size=2),
        seed=SEED,
    )
    def a_hand_is_argued_about(self, table: int, phones: list[str], pick: int, ends: list[str], seed: int) -> None:
        """What one phone has recorded the other one disputes; then it is settled, one way or another, or not."""
        here = self.here(table)
        self.evening.act(here, "record", phones[0], key=uuid4(), record=self.evening.facts(here, seed))
        self.say(table, "dispute", phones[1], pick, reason="never so")
        for end in ends:
            who = phones[1] if end in {"withdraw", "confirm"} else "owner"
            if end == "correct":
                self.correct(table, who, pick, seed, "seen", old=False)
            else:
                self.say(table, end, who, pick, **({"reason": "seen"} if end == "decide" else {}))

    def say(self, table: int, act: str, who: str, pick: int, *, disputed: bool = False, **said: Any) -> None:
        here = self.here(table)
        among = [*here.model.disputes] if disputed else []
        if version := self.version(here, pick, old=pick == 11, among=among):
            self.evening.act(here, act, who, version=version, **said)

    # Beside the hands

    @rule(table=TABLE, who=KEEPER, change=CHANGES, reason=REASON)
    def adjust(self, table: int, who: str, change: tuple[str, int, int, int | None], reason: str) -> None:
        kind, place, points, against = change
        said = {"kind": kind, "place": place, "points": points, "against": against, "reason": reason}
        self.evening.act(self.here(table), "adjust", who, key=uuid4(), **said)

    @rule(table=TABLE, who=ANYBODY, place=st.integers(0, 1))
    def penalise(self, table: int, who: str, place: int) -> None:
        said = {"kind": "penalty", "place": place, "points": -50, "against": None, "reason": "a fault"}
        self.evening.act(self.here(table), "adjust", who, key=uuid4(), **said)

    @rule(table=TABLE, who=ANYBODY, pick=SMALL, reason=REASON)
    def take_back(self, table: int, who: str, pick: int, reason: str) -> None:
        here = self.here(table)
        acts = [link for link in here.model.chain if isinstance(link, Act)]
        if acts:
            self.evening.act(here, "take_back", who, key=uuid4(), act=acts[pick % len(acts)], reason=reason)

    @rule(table=TABLE, who=ANYBODY, one=PLACE, other=PLACE, back=BACK, reason=REASON)
    def swap(self, table: int, who: str, one: int, other: int, back: int | None, reason: str) -> None:
        """From the first hand on, or from one of the last, the next, or the one after that, which is none yet."""
        here = self.here(table)
        first = 1 if back is None else here.model.next_number + 1 - back
        self.evening.act(here, "swap", who, key=uuid4(), places=(one, other), first=first, reason=reason)

    @rule(table=TABLE, recorder=st.sampled_from(PHONES), one=st.integers(0, 1), back=st.integers(1, 3), seed=SEED)
    def swap_what_was_agreed(self, table: int, recorder: str, one: int, back: int, seed: int) -> None:
        """A seat agrees to a hand, then two change places before or after it, then another seat agrees."""
        here = self.here(table)
        self.evening.act(here, "record", recorder, key=uuid4(), record=self.evening.facts(here, seed))
        self.say(table, "confirm", PHONES[0], -1)
        first = max(1, here.model.next_number + 1 - back)
        swapped = {"places": (one, one + 1), "first": first, "reason": "an error"}
        self.evening.act(here, "swap", "owner", key=uuid4(), **swapped)
        self.say(table, "confirm", PHONES[1], -1)

    @rule(
        table=TABLE, who=KEEPER, place=st.integers(0, 2), player=st.none() | st.integers(4, 6), back=st.none() | SMALL
    )
    def substitute(self, table: int, who: str, place: int, player: int | None, back: int | None) -> None:
        here = self.here(table)
        number = None if back is None else here.model.next_number + 1 - back
        chosen = None if player is None else self.evening.players[player].pk
        self.evening.act(here, "substitute", who, key=uuid4(), place=place, player=chosen, number=number)

    @rule(table=TABLE, who=KEEPER, player=st.integers(0, 6))
    def join(self, table: int, who: str, player: int) -> None:
        self.evening.act(self.here(table), "join", who, player=self.evening.players[player].pk)

    @rule(table=TABLE, who=KEEPER, place=PLACE)
    def leave(self, table: int, who: str, place: int) -> None:
        self.evening.act(self.here(table), "leave", who, place=place)

    @rule(table=TABLE, who=ANYBODY, place=PLACE)
    def deal_next(self, table: int, who: str, place: int) -> None:
        self.evening.act(self.here(table), "deal_next", who, key=uuid4(), place=place)

    # The end

    @precondition(lambda self: any(len(here.model.chain) > ENOUGH for here in self.evening.tables))
    @rule(table=TABLE, who=KEEPER)
    def end(self, table: int, who: str) -> None:
        self.evening.act(self.here(table), "end", who)

    @precondition(lambda self: any(here.model.is_ended for here in self.evening.tables))
    @rule(table=TABLE, who=KEEPER)
    def resume(self, table: int, who: str) -> None:
        self.evening.act(self.here(table), "resume", who)

    @precondition(lambda self: not all(here.model.accepts for here in self.evening.tables))
    @rule(table=TABLE, who=ANYBODY, places=st.lists(PLACE, min_size=1, max_size=6), is_current=st.booleans())
    def sign(self, table: int, who: str, places: list[int], is_current: bool) -> None:
        for place in places:
            self.evening.act(self.here(table), "sign", who, place=place, is_current=is_current)

    @precondition(lambda self: not all(here.model.accepts for here in self.evening.tables))
    @rule(table=TABLE)
    def all_sign(self, table: int) -> None:
        here = self.here(table)
        for person in here.model.unsigned():
            place = here.model.holders.index(person)
            self.evening.act(here, "sign", "scorer", place=place, is_current=True)

    @precondition(lambda self: any(len(here.model.chain) > ENOUGH for here in self.evening.tables))
    @rule(table=TABLE, who=ANYBODY, reason=REASON)
    def close(self, table: int, who: str, reason: str) -> None:
        self.evening.act(self.here(table), "close", who, reason=reason)

    @precondition(lambda self: any(here.model.is_closed for here in self.evening.tables))
    @rule(table=TABLE, who=ANYBODY, reason=REASON)
    def reopen(self, table: int, who: str, reason: str) -> None:
        self.evening.act(self.here(table), "reopen", who, reason=reason)

    @precondition(lambda self: any(here.model.is_closed for here in self.evening.tables))
    @rule()
    def all_reopen(self) -> None:
        for here in self.evening.tables:
            self.evening.act(here, "reopen", "owner", reason="an error")

    # What is shared

    @invariant()
    def everything_is_true(self) -> None:
        if self.evening:
            self.evening.look()

    def here(self, table: int) -> Here:
        return self.evening.tables[table % len(self.evening.tables)]

    def version(self, here: Here, pick: int, *, old: bool = False, among: Any = ()) -> Version | None:
        """A version in force, or one that was replaced; `among` these numbers."""
        found = [link for link in here.model.chain if isinstance(link, Version)] if old else here.model.newest
        wanted = [version for version in found if not among or version.number in among]
        return wanted[pick % len(wanted)] if wanted else None
