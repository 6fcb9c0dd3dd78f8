"""The oracle's seats and acts: penalties, swaps, substitutes, who comes and goes, signing and closing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from games.core.record import dump, load_kind, reseated
from tests.play.history.rules_of_hands import Hands
from tests.play.history.sheet import ABSENT, DENIED, Act, Turned, Version, Who, meaning

MOST_SEATS = 12
BESIDE = 0  # the seq of an act that is no link


class Sitting(Hands):
    """Everything else that happens at a table."""

    def adjust(
        self, who: Who, *, key: UUID, kind: str, place: int, points: int, against: int | None, reason: str
    ) -> tuple[Act, bool]:
        """A penalty or an adjustment."""
        self.keeper(who, reason)
        facts = (kind, place, points, against, reason)
        if earlier := self.act_before(key, facts):
            return earlier, False
        self.require_open()
        self._check_change(kind, place, points, against)
        weight = self.measure[1]
        given = {self.holders[other]: weight * points for other in self.side_of(place)}
        if against is not None:
            given |= {self.holders[other]: -weight * points for other in self.side_of(against)}
        return self.add_act(kind, key, facts, given), True

    def _check_change(self, kind: str, place: int, points: int, against: int | None) -> None:
        places = range(len(self.holders))
        is_between = self.measure[0] in self.game.in_units
        codes = {
            "seat_unknown": place not in places,
            "points_missing": points == 0,
            "penalty_gives": kind == "penalty" and points > 0,
            "against_missing": kind == "adjusted" and against is None and is_between,
            "against_penalty": kind == "penalty" and against is not None,
        }
        if found := next((code for code, is_so in codes.items() if is_so), None):
            raise Turned(found)
        if against is not None and against not in places:
            raise Turned("seat_unknown")
        if against is not None and against in self.side_of(place):
            raise Turned("against_same")

    def take_back(self, who: Who, *, key: UUID, act: Act, reason: str) -> tuple[Act, bool]:
        """An entry against a penalty or an adjustment."""
        self.keeper(who, reason)
        facts = ("reversed", act.pk, reason)
        if earlier := self.act_before(key, facts):
            return earlier, False
        self.require_open()
        if act not in self.chain or act.kind not in {"penalty", "adjusted"}:
            raise Turned(ABSENT)
        if act.back:
            raise Turned("taken_back")
        act.back = True
        return self.add_act("reversed", key, facts), True

    def swap(self, who: Who, *, key: UUID, places: Sequence[int], first: int, reason: str) -> tuple[Act, bool]:
        """Two change places from a hand on: what was brought to a place since is the other one's now; what was played
        before stays with who played it."""
        self.keeper(who, reason)
        facts = ("swapped", *sorted(places), first, reason)
        if earlier := self.act_before(key, facts):
            return earlier, False
        self.require_open()
        if any(number >= first for number in self.disputes) and not who.directs:
            raise Turned("hand_disputed")
        self._check_swap(places, first)
        one, other = places
        before = self.totals_until(first)
        changed = self._changed(who, {one: other, other: one}, first)
        self.holders[one], self.holders[other] = self.holders[other], self.holders[one]
        act = self.add_act("swapped", key, facts)
        for version in changed:
            self.add_version(version)
        assert self.totals_until(first) == before, "hands before the change went over to somebody else"
        after = self.replayed({})
        self.state, self.is_over = after.state, after.is_over
        return act, True

    def _check_swap(self, places: Sequence[int], first: int) -> None:
        if len(set(places)) != 2:
            raise Turned("seats_not_two")
        if not set(places) <= set(range(len(self.holders))):
            raise Turned("seat_unknown")
        if not 1 <= first <= self.next_number:
            raise Turned("number_unknown")
        if self._parts(*places) and first > 1:
            raise Turned("sides_part")
        if self._parts(*places) and any(self._was_given(place) for place in places):
            raise Turned("penalties_stand")

    def _changed(self, who: Who, numbers: Mapping[int, int], first: int) -> list[Version]:
        """The hands before by the new numbers; then those whose meaning changes with them, and those that somebody has
        agreed to as another's."""
        told = {version.number: self._told(version, numbers) for version in self.newest if version.number < first}
        before, after = self.replayed({}), self.replayed({}, told)
        found = list(told.values())
        for version in self.standing:
            if version.number in told:
                continue
            moves = meaning(after.outcomes[version.number]) != meaning(before.outcomes[version.number])
            if moves or self.agreeing(version) or self.is_agreed(version):
                found.append(replace(version, kind="followed"))
        return [
            replace(
                version,
                version=version.version + 1,
                outcome=after.outcomes.get(version.number),
                by=who,
                at=self.now,
                pk=None,
            )
            for version in found
        ]

    def _told(self, version: Version, numbers: Mapping[int, int]) -> Version:
        """The same hand where people's numbers are others; a struck one stays struck."""
        record = dump(reseated(load_kind(self.game.hands, version.record), numbers))
        seats = tuple(numbers.get(place, place) for place in version.seats)
        kind = "followed" if version.outcome else "voided"
        return replace(
            version, kind=kind, record=record, seats=seats, dealer=numbers.get(version.dealer, version.dealer)
        )

    def totals_until(self, first: int) -> dict[UUID, Counter[str]]:
        """What the hands before this one brought to each person."""
        sums: dict[UUID, Counter[str]] = {person: Counter() for person in self.holders}
        for version in self.standing:
            for (place, measure), amount in version.lines.items() if version.number < first else ():
                sums[self.holders[place]][measure] += amount
        return sums

    def _parts(self, one: int, other: int) -> bool:
        """Whether partners part."""
        return any((one in side) != (other in side) for side in self.sides() if len(side) > 1)

    def _was_given(self, place: int) -> bool:
        return sum(act.given.get(self.holders[place], 0) for act in self.given()) != 0

    def substitute(
        self, who: Who, *, key: UUID, place: int, player: UUID | None, number: int | None
    ) -> tuple[Act, bool]:
        """Somebody plays for a seat from a hand on; without a player its holder plays again."""
        self.keeper(who)
        facts = ("substitute", place, player, number)
        if earlier := self.act_before(key, facts):
            return earlier, False
        self.require_open()
        first = self.next_number if number is None else number
        if not 1 <= first <= self.next_number:
            raise Turned("number_unknown")
        if place not in self.active:
            raise Turned("seat_unknown")
        person = self.holders[place]
        self._check_stand_in(person, player, first)
        kept = [entry for entry in self.stand_ins.get(person, []) if entry[0] < first]
        self.stand_ins[person] = [*kept, (first, player)]
        return self.add_act("substitute" if player else "returned", key, facts), True

    def _check_stand_in(self, person: UUID, player: UUID | None, first: int) -> None:
        lines = {seat: dict(line) for seat, line in self.stand_ins.items()}
        if player is None:
            before = [who for number, who in lines.get(person, {}).items() if number <= first]
            if not before or before[-1] is None:
                raise Turned("not_substituted")
        elif player in {self.holders[place] for place in self.active}:
            raise Turned("player_seated")
        elif any(seat != person and [*line.values()][-1] == player for seat, line in lines.items()):
            raise Turned("player_busy")

    # Who sits there

    def join(self, who: Who, *, player: UUID) -> None:
        """Somebody comes late, or back."""
        self.keeper(who)
        self.require_open()
        self._check_size(len(self.active) + 1)
        seated = {self.holders[place] for place in self.active}
        if player in seated:
            raise Turned("player_seated")
        if player not in self.holders:
            if len(self.holders) == MOST_SEATS:
                raise Turned("table_full")
            self.holders.append(player)
        self.active.add(self.holders.index(player))

    def leave(self, who: Who, *, place: int) -> None:
        """Somebody leaves; the line stays."""
        self.keeper(who)
        self.require_open()
        if place not in self.active:
            raise Turned("seat_unknown")
        self._check_size(len(self.active) - 1)
        self.active.remove(place)
        self.dealer = self.deals(self.dealer)

    def _check_size(self, size: int) -> None:
        within = self.game.seats[0] <= size <= self.game.seats[-1]
        problems = self.game.size_problems(self.rules, size) if within else ()
        if problems:
            raise Turned(problems[0].code)
        if size not in self.game.seats:
            raise Turned("table_size")

    def deal_next(self, who: Who, *, key: UUID, place: int) -> tuple[Act, bool]:
        """A wrong rotation is put right; no link of the chain, but done once under its key."""
        self.keeper(who)
        facts = ("dealer", place)
        if earlier := self.act_before(key, facts):
            return earlier, False
        self.require_open()
        if place not in self.active:
            raise Turned("seat_unknown")
        self.dealer = place
        act = Act(BESIDE, "dealer")
        self.keys.acts[key] = ((id(self), facts), act)
        return act, True

    # Its end

    def end(self, who: Who) -> None:
        self.keeper(who)
        self.require_open()
        if self.accepts:
            self.is_ended = True

    def resume(self, who: Who) -> None:
        self.keeper(who)
        self.require_open()
        self.is_ended = False

    def sign(self, who: Who, *, place: int, is_current: bool) -> None:
        """A seat agrees to the sheet it was shown; the last one closes it."""
        if not who.sees:
            raise Turned(ABSENT)
        if place not in range(len(self.holders)):
            raise Turned("seat_unknown")
        if not who.keeps and who.person != self.holders[place]:
            raise Turned(DENIED)
        self.require_open()
        if self.accepts:
            raise Turned("not_complete")
        if not is_current:
            raise Turned("sheet_changed")
        if self.disputes:
            raise Turned("hand_disputed")
        self.signed.add((len(self.chain), self.reopenings, self.holders[place]))
        if not self.unsigned():
            self._seal()

    def close(self, who: Who, *, reason: str) -> None:
        """A director closes without all signatures."""
        if not who.sees:
            raise Turned(ABSENT)
        if not who.directs:
            raise Turned(DENIED)
        if not reason:
            raise Turned("reason_missing")
        if self.is_closed:
            return
        if self.disputes:
            raise Turned("hand_disputed")
        self._seal()

    def _seal(self) -> None:
        self.is_closed = True
        self.sealed = len(self.chain)
        self.anchors.append(self.sealed)

    def reopen(self, who: Who, *, reason: str) -> None:
        """A director opens it again."""
        if not who.sees:
            raise Turned(ABSENT)
        if not who.directs:
            raise Turned(DENIED)
        if not reason:
            raise Turned("reason_missing")
        if self.is_closed:
            self.is_closed = False
            self.reopenings += 1
