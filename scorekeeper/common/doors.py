"""Addresses behind the codes that hang at doors: made from what they lead to and the installation's secret, so that
nothing is kept."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

LENGTH: Final = 32  # hexadecimal digits: 128 bits


@dataclass(frozen=True, slots=True)
class Doors:
    """The doors of one kind of thing; `salt` keeps them apart from those of others."""

    salt: str

    def of(self, thing: UUID) -> str:
        """What the code carries beside the id."""
        return salted_hmac(self.salt, thing.hex, algorithm="sha256").hexdigest()[:LENGTH]

    def is_of(self, thing: UUID, door: str) -> bool:
        return constant_time_compare(self.of(thing), door)
