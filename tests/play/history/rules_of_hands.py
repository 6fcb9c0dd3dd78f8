"""The oracle's hands: record, correct, strike, take back, and what is said of them."""

from dataclasses import replace
from uuid import UUID

from games.core.values import InvalidRecord
from tests.play.history.sheet import ABSENT, DENIED, Mark, Record, Sheet, Turned, Version, Who, meaning


class Hands(Sheet):
    """What happens to the hands of a sitting. Each takes the act or raises Turned with the code of the refusal."""

    def record(self, who: Who, *, key: UUID, record: Record, number: int | None = None) -> tuple[Version, bool]:
        """The hand under this key, and whether it is new."""
        if not who.sees:
            raise Turned(ABSENT)
        if not who.records:
            raise Turned(DENIED)
        if earlier := self.hand_before(key, ("record", self.normal(record))):
            return earlier, False
        self._require_room(number)
        table = self.table()
        try:
            typed, outcome = self.game.judge(record, self.rules, table)
        except InvalidRecord as error:
            raise Turned(error.problems[0].code) from None
        last = len(self.hands.get(self.next_number, ()))
        plain = typed.model_dump(mode="json", by_alias=True)
        version = self.add_version(
            Version(
                self.next_number,
                last + 1,
                0,
                "recorded",
                plain,
                tuple(table.seats),
                table.dealer,
                outcome,
                who,
                self.now,
            )
        )
        self.keys.hands[key] = ((id(self), ("record", self.normal(record))), version)
        self.next_number += 1
        self.state, self.dealer, self.is_over = outcome.state, outcome.dealer, outcome.over
        return version, True

    def _require_room(self, number: int | None) -> None:
        self.require_open()
        if number is not None and number != self.next_number:
            raise Turned("number_taken" if number < self.next_number else "number_ahead")
        if not self.accepts:
            raise Turned("list_complete")

    def correct(
        self, who: Who, *, key: UUID, version: Version, record: Record | None, reason: str
    ) -> tuple[Version, bool]:
        """Another record for a hand, or None to strike it."""
        self.keeper(who, reason)
        facts = ("correct", version.pk, self.normal(record), reason)
        if earlier := self.hand_before(key, facts):
            return earlier, False
        self.require_open()
        self.in_force(version)
        disputed = version.number in self.disputes
        if disputed and not who.directs:
            raise Turned("hand_disputed")
        made = self._change(who, version, record, decides=disputed)
        self.keys.hands[key] = ((id(self), facts), made)
        return made, True

    def undo(self, who: Who, *, version: Version) -> tuple[Version, bool]:
        """Take back the last hand."""
        if not who.sees:
            raise Turned(ABSENT)
        if not who.records:
            raise Turned(DENIED)
        self.require_open()
        there = self.hands[version.number][-1]
        if there.outcome is None:
            return there, False
        self.in_force(version)
        if any(other.number > version.number for other in self.standing):
            raise Turned("not_the_last")
        if (binds := self.binds(version, self.now)) in {"disputed", "confirmed"}:
            raise Turned(f"hand_{binds}")
        return self._change(who, version, None), True

    def _change(self, who: Who, version: Version, record: Record | None, *, decides: bool = False) -> Version:
        """The new version, and of each later hand whose meaning changes with it."""
        before, after = self.replayed({}), self.replayed({version.number: record})
        others = [other for other in self.standing if other.number != version.number]
        is_last = all(other.number < version.number for other in others)
        if decides:
            self.marks.append(Mark("decided", version, None))
        outcome = after.outcomes.get(version.number)
        kind, plain = ("voided", version.record) if outcome is None else ("corrected", record or {})
        new = replace(version, version=version.version + 1, kind=kind, record=plain, by=who, at=self.now, pk=None)
        made = self.add_version(replace(new, outcome=outcome))
        for other in others:
            if meaning(after.outcomes[other.number]) != meaning(before.outcomes[other.number]):
                follower = replace(other, version=other.version + 1, kind="followed", by=who, at=self.now, pk=None)
                self.add_version(replace(follower, outcome=after.outcomes[other.number]))
        self.state, self.is_over = after.state, after.is_over
        if outcome is None:
            if version.number == self.next_number - 1:
                self.next_number, self.dealer = version.number, self.deals(version.dealer)
        else:
            self.next_number = max(self.next_number, version.number + 1)
            if is_last and (version.outcome is None or after.dealer != before.dealer):
                self.dealer = self.deals(after.dealer)
        return made

    # What is said of them

    def confirm(self, who: Who, *, version: Version) -> None:
        """From another seat than the recorder's and its partner's; a seat does so once."""
        self._may_speak(who, version)
        if not self._speaks(who, version, beside=True):
            raise Turned(DENIED)
        match self.binds(version, self.now):
            case "recorded" if who.person not in self.agreeing(version):
                self.marks.append(Mark("confirmed", version, who.person))
            case "disputed":
                raise Turned("hand_disputed")

    def dispute(self, who: Who, *, version: Version, reason: str) -> None:
        """From another seat than the recorder's, with a reason; a seat does so once."""
        self._may_speak(who, version)
        if not self._speaks(who, version):
            raise Turned(DENIED)
        if not reason:
            raise Turned("reason_missing")
        disputes = self.disputes.get(version.number, set())
        if who.person in disputes:
            return
        if not disputes and any(mark.version is version and mark.kind == "decided" for mark in self.marks):
            raise Turned("hand_decided")
        self.marks.append(Mark("disputed", version, who.person))

    def withdraw(self, who: Who, *, version: Version) -> None:
        """Who disputes a hand takes that back."""
        self._may_speak(who, version)
        if who.person in self.disputes.get(version.number, set()):
            self.marks.append(Mark("withdrawn", version, who.person))

    def decide(self, who: Who, *, version: Version, reason: str) -> None:
        """A director lets a disputed hand stand."""
        if not who.sees:
            raise Turned(ABSENT)
        if not who.directs:
            raise Turned(DENIED)
        self._on_sheet(version)
        if not reason:
            raise Turned("reason_missing")
        if version.number not in self.disputes:
            raise Turned("not_disputed")
        self.marks.append(Mark("decided", version, None))

    def _may_speak(self, who: Who, version: Version) -> None:
        if not who.sees:
            raise Turned(ABSENT)
        if who.person is None:
            raise Turned(DENIED)
        self._on_sheet(version)

    def _on_sheet(self, version: Version) -> None:
        self.require_open()
        self.in_force(version)
        if version.number >= self.next_number:
            raise Turned("not_on_sheet")

    def _speaks(self, who: Who, version: Version, *, beside: bool = False) -> bool:
        """Whether this seat is another one than the recorder's (and, `beside`, scores for another side)."""
        if version.by.name == who.name:
            return False
        if version.by.person is None or who.person is None:
            return True
        mine, theirs = self.holders.index(who.person), self.holders.index(version.by.person)
        sides = self.game.sides(range(len(self.holders))) if beside else ()
        return mine != theirs and not any({mine, theirs} <= {*side} for side in sides)
