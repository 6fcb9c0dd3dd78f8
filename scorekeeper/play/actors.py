"""Who acts at a table: somebody signed in, a phone that joined by a table pass, or both."""

from dataclasses import dataclass

from scorekeeper.accounts.models import User
from scorekeeper.play.models import Device


@dataclass(frozen=True, slots=True)
class Actor:
    """The hands on the phone. `device` is that of the table in question, already checked against its cookie."""

    user: User | None = None
    device: Device | None = None

    @property
    def marks(self) -> dict[str, User | Device | None]:
        """For the rows that say who did it."""
        return {"by_user": self.user, "by_device": self.device}
