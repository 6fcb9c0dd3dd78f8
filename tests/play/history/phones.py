"""A phone without a good line: what it keeps, what it believes, and how it sends, as `static/js/offline/` does it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from django.test import Client
from django.utils.http import http_date

from games.core.game import AnyGame
from games.core.record import load
from games.core.values import InvalidRecord, Table
from scorekeeper.play.models import Device
from tests.acting import csrf, holding

KEPT: Final = {0, 401, 403, 408, 425, 429}  # not this time: sent again later
FINE: Final = {200, 201}


@dataclass(slots=True)
class Row:
    """Something kept on a phone: a hand, or the wish to take one back."""

    key: UUID
    record: Mapping[str, Any] | None
    number: int
    takes_back: UUID | None = None
    hand: str | None = None  # the version to be taken back, once known
    state: str = "waiting"  # waiting, needs_you, sent
    tries: int = 0
    code: str = ""
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the phone heard; status 0: nothing."""

    status: int
    body: dict[str, Any]

    @property
    def code(self) -> str:
        """Why it was refused; empty if it was not."""
        if self.status < 400:
            return ""
        by_status = {403: "denied", 404: "absent"}
        errors = self.body.get("errors") or [{}]
        return str(by_status.get(self.status) or self.body.get("code") or errors[0]["code"])


@dataclass(slots=True)
class Phone:
    """One device of a table. `skew` is how wrong its clock is; `seen` the table as the server last showed it."""

    device: Device
    game: AnyGame
    skew: timedelta = timedelta()
    rows: list[Row] = field(default_factory=list)
    seen: dict[str, Any] = field(default_factory=dict)
    acknowledged: dict[UUID, str] = field(default_factory=dict)  # {key: id of the version the server named}
    _client: Client | None = None

    def ask(self, method: str, path: str, body: Any = None, key: UUID | None = None, *, now: datetime) -> Answer:
        """One request to the real address."""
        self._client = client = self._client or holding(self.device)
        headers = {"Date": http_date((now + self.skew).timestamp()), **csrf(client)}
        if key:
            headers["Idempotency-Key"] = str(key)
        answer = client.generic(
            method,
            path,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers=headers,
        )
        return Answer(answer.status_code, answer.json())

    def refresh(self, now: datetime) -> None:
        """Look at the table; what is shown there leaves the outbox."""
        answer = self.ask("GET", f"/offline/tables/{self.device.sitting_id}/", now=now)
        assert answer.status == 200, answer
        if self.seen and self.seen["revision"] > answer.body["revision"]:
            raise AssertionError("the revision of a table went back")
        self.seen = answer.body
        self.rows = [row for row in self.rows if row.state != "sent" or row.revision > self.seen["revision"]]

    def place(self) -> tuple[Table[Any], bool]:
        """Where the next hand is played as far as this phone knows, and whether the table takes one."""
        seats = tuple(seat["number"] for seat in self.seen["seats"] if seat["is_active"])
        rules = load(self.game.rules, self.seen["rules"])
        state = load(self.game.state, self.seen["state"])
        table, takes = Table(seats, self.seen["next_number"], self.seen["dealer"], state), self.seen["takes_hands"]
        back = {row.takes_back for row in self.rows}
        for row in self.rows:
            if row.record is None or row.key in back:
                continue
            try:
                _record, outcome = self.game.judge(row.record, rules, table)
            except InvalidRecord:
                table = Table(seats, table.number + 1, table.dealer, table.state)
                continue
            table, takes = Table(seats, table.number + 1, outcome.dealer, outcome.state), not outcome.over
        return table, takes

    def keep(self, record: Mapping[str, Any]) -> None:
        """A hand is tapped: it is kept as the next one."""
        table, _takes = self.place()
        self.rows.append(Row(uuid4(), record, table.number))

    def take_back(self) -> None:
        """The last hand kept here is taken back: forgotten if it was never sent, else taken back on the server too."""
        back = {row.takes_back for row in self.rows}
        row = next((row for row in reversed(self.rows) if row.record is not None and row.key not in back), None)
        if row is None:
            return
        if not row.tries or row.state == "needs_you":
            self.rows.remove(row)
            return
        hand = self.acknowledged.get(row.key) if row.state == "sent" else None
        self.rows.append(Row(uuid4(), None, row.number, takes_back=row.key, hand=hand))

    def head(self) -> Row | None:
        """What is sent next; nothing while something needs somebody."""
        row = next((row for row in self.rows if row.state != "sent"), None)
        return row if row and row.state == "waiting" else None

    def letter(self, row: Row) -> tuple[str, dict[str, Any]]:
        """Where a row goes to, and what is said."""
        table = f"/api/v1/sittings/{self.device.sitting_id}"
        if row.record is None:
            return f"{table}/undo", {"hand": row.hand}
        return f"{table}/hands", {"record": row.record, **({"number": row.number} if row.number else {})}

    def heard(self, row: Row, answer: Answer) -> bool:
        """Put down what came back; whether the next row may go."""
        if answer.status in FINE:
            row.state, row.revision = "sent", answer.body["state"]["revision"]
            if row.record is not None:
                assert answer.body["key"] == str(row.key)
                self.acknowledged[row.key] = answer.body["id"]
                for other in self.rows:
                    other.hand = answer.body["id"] if other.takes_back == row.key else other.hand
            return True
        is_kept = answer.status in KEPT or answer.status >= 500
        row.state, row.code = ("waiting", row.code) if is_kept else ("needs_you", answer.code)
        return False

    # What somebody decides about a row that needs them

    def stuck(self) -> Row | None:
        return next((row for row in self.rows if row.state == "needs_you"), None)

    def _behind(self, row: Row) -> list[Row]:
        rows = self.rows[self.rows.index(row) + 1 :]
        return [other for other in rows if other.record is not None and other.state != "sent"]

    def next_one(self, row: Row) -> None:
        """It was the next hand: it and those behind it go on where the server stands."""
        by = self.seen["next_number"] - row.number
        for other in (row, *self._behind(row)):
            other.number += by
        row.state = "waiting"

    def again(self, row: Row) -> None:
        row.state = "waiting"

    def put_right(self, row: Row, record: Mapping[str, Any]) -> None:
        """Another record; under a new key where the old one belongs to another hand."""
        if row.record is None:
            return
        row.record, row.state = record, "waiting"
        if row.code == "key_reused":
            fresh = uuid4()
            for other in self.rows:
                other.takes_back = fresh if other.takes_back == row.key else other.takes_back
            row.key, row.tries = fresh, 0

    def drop(self, row: Row) -> None:
        """Let go of it, and of what takes it back; a refused hand gives its number back."""
        if row.record is not None and row.code != "number_taken":
            for other in self._behind(row):
                other.number -= 1
        self.rows = [other for other in self.rows if other is not row and other.takes_back != row.key]

    def copy_to(self, other: "Phone") -> None:
        """The unsent as a file, read by another phone: both will send it."""
        known = {row.key for row in other.rows}
        for row in self.rows:
            if row.state != "sent" and row.key not in known:
                copied = Row(row.key, row.record, row.number, row.takes_back, row.hand)
                other.rows.append(copied)
