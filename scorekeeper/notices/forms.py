"""What somebody wants to be told, and how."""

from collections.abc import Collection
from typing import Any

from django import forms

from scorekeeper.common.doing import ActForm
from scorekeeper.notices.models import Channel, Kind
from scorekeeper.notices.records import NoticesChoice


class SwitchesForm(ActForm):
    """A box for each kind of notice in each way; what is not ticked is switched off."""

    asks = NoticesChoice

    def __init__(self, data: Any = None, *, off: Collection[tuple[str, str]] = ()) -> None:
        super().__init__(data)
        for kind in Kind:
            for channel in Channel:
                is_on = (kind, channel) not in off
                field = forms.BooleanField(label=channel.label, required=False, initial=is_on)
                self.fields[f"{kind}-{channel}"] = field

    @property
    def kinds(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The boxes of each kind, under its name."""
        return [(str(kind.label), [self[f"{kind}-{channel}"] for channel in Channel]) for kind in Kind]

    def answers(self) -> dict[str, Any]:
        return {
            "off": [
                {"kind": kind.value, "channel": channel.value}
                for kind in Kind
                for channel in Channel
                if not self.cleaned_data[f"{kind}-{channel}"]
            ]
        }
