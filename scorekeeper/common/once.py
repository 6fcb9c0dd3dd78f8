"""Forms that make something: sent twice, it is made once."""

from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms

from scorekeeper.common.hashing import digest


class OnceForm(forms.Form):
    """A form with a key of its page."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)

    @property
    def once(self) -> UUID | None:
        """The key of what was sent: the same for the same, another one where somebody has gone back to the page and
        said something else; None without one."""
        key: UUID | None = self.cleaned_data.get("key")
        said = sorted((name, str(value)) for name, value in self.cleaned_data.items() if name != "key")
        return uuid5(key, digest(said)) if key else None

    def with_once(self, sent: dict[str, Any]) -> dict[str, Any]:
        """What was sent, with `once` as its key: for an act that knows by its key alone what it did before."""
        return {**sent, "key": self.once}


class KeyedForm(OnceForm):
    """One that nobody sends without the key of its page."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def once(self) -> UUID:
        key = super().once
        assert key  # noqa: S101 the field is required
        return key
