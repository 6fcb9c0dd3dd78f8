"""What is asked of opening a file."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club


@dataclass(frozen=True, slots=True)
class Asked:
    """Into which club a file is opened, by whom, what was said of its names (`said`), and when. `game` is what was
    played, where the file does not say it."""

    club: Club
    by: User
    said: dict[str, str]
    now: datetime
    game: str = ""
