"""What people fill in for the seats of a table: who comes late, who leaves early, who plays for somebody."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django import forms

from scorekeeper.play.acting import require_hand
from scorekeeper.play.forms import TableForm, uuid_or_new
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.forms import known_or_named
from scorekeeper.play.seats.records import Latecomer, Leaving, Naming, Substitution

LONGEST: Final = 6  # digits of the number of a hand
NO_HAND: Final = 0


class PersonForm(TableForm):
    """Somebody of the book, or the name of a guest, as a field in which one is chosen says it."""

    def __init__(self, data: Any, sitting: Sitting, **more: Any) -> None:
        super().__init__(data, **more)
        self.sitting = sitting

    def person(self) -> dict[str, Any]:
        """Who is meant. Raises Refused `player_similar`."""
        sitter = known_or_named(self.sitting.club, self.data)
        who: dict[str, Any] = {"player": sitter.player_id} if sitter.player_id else {"name": sitter.name}
        return {**who, "elsewhere": "elsewhere" in self.data}


class LateForm(PersonForm):
    """Who comes late."""

    asks = Latecomer

    def answers(self) -> dict[str, Any]:
        return self.person()


class NamesForm(TableForm):
    """The names of those who sit in these seats, as far as they were sent."""

    asks = Naming

    def __init__(self, data: Any, *, seats: Iterable[int]) -> None:
        super().__init__(data)
        self.sent = {seat: str(data[f"names.{seat}"]) for seat in seats if f"names.{seat}" in data}

    def answers(self) -> dict[str, Any]:
        return {"names": [{"seat": seat, "name": name} for seat, name in self.sent.items()]}


class LeavingForm(TableForm):
    """Why somebody leaves early."""

    asks = Leaving
    reason = forms.CharField(required=False)

    def __init__(self, data: Any, *, seat: int) -> None:
        super().__init__(data)
        self.seat = seat

    def answers(self) -> dict[str, Any]:
        return {"seat": self.seat, "reason": self.cleaned_data["reason"]}


class SubstituteForm(PersonForm):
    """Who plays for a seat, and from which hand on; with `back` its holder plays again. The key makes sending it twice
    one act."""

    asks = Substitution
    number = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(self, data: Any, sitting: Sitting, *, seat: int) -> None:
        super().__init__(data, sitting)
        self.seat = seat

    def clean_key(self) -> UUID:
        return uuid_or_new(self.data.get("key", ""))

    def answers(self) -> dict[str, Any]:
        typed, who = self.cleaned_data["number"].strip(), {} if "back" in self.data else self.person()
        number = (int(typed) if typed.isdecimal() and len(typed) < LONGEST else NO_HAND) if typed else None
        if number is not None:
            require_hand(self.sitting, number)
        return {**who, "seat": self.seat, "number": number, "reason": self.cleaned_data["reason"]}
