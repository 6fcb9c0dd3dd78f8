"""Who acts at a table: somebody signed in, a phone that joined by a table pass, or both."""

from dataclasses import dataclass

from scorekeeper.accounts.models import User
from scorekeeper.play.models import Device, Via


@dataclass(frozen=True, slots=True)
class Actor:
    """The hands on the phone. `device` is that of the table in question, already checked against its cookie;
    `is_program` is true for who shows a token instead of signing in."""

    user: User | None = None
    device: Device | None = None
    is_program: bool = False

    @property
    def marks(self) -> dict[str, User | Device | None]:
        """For the rows that say who did it."""
        return {"by_user": self.user, "by_device": self.device}

    @property
    def via(self) -> str:
        """The door by which they came; empty for the app itself."""
        if self.user:
            return Via.PROGRAM if self.is_program else Via.ACCOUNT
        if self.device:
            return Via.KEEPER if self.device.is_host else Via.CODE
        return ""
