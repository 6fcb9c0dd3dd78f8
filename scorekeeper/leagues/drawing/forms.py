"""What people fill in about who sits together."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms import TwoPeopleForm


class ApartForm(TwoPeopleForm):
    """Two players of the book who are kept apart."""

    def __init__(self, data: Mapping[str, Any] | None, players: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, players)
        self.fields["one"].label, self.fields["other"].label = _("These two"), _("never together")
