"""Who is in the demo club, and which evenings they played. People and places are made up."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from scorekeeper.clubs.models import Role

CLUB: Final = "Skatfreunde Lindenhof"
TIME_ZONE: Final = "Europe/Berlin"
SEASON: Final = "Herbstliga 2026"
PASSWORD: Final = "Lindenhof-18-20-2"  # noqa: S105 printed by the command; the demo guards nothing
FOUNDED: Final = datetime(2026, 8, 21, 17, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody with an account. `skill` is how often they win a game they declare, in per cent."""

    name: str
    email: str
    role: Role
    skill: int


@dataclass(frozen=True, slots=True)
class Evening:
    """One list. `opener` and `seats` are names; `opened` None is the table that is being played just now."""

    table: str
    opener: str
    seats: tuple[str, ...]
    opened: datetime | None
    hands: int


MEMBERS: Final = (
    Member("Renate Vogt", "renate@lindenhof.example", Role.OWNER, 84),
    Member("Jürgen Kowalski", "juergen@lindenhof.example", Role.DIRECTOR, 79),
    Member("Ayşe Demir", "ayse@lindenhof.example", Role.SCORER, 86),
    Member("Thomas Brandt", "thomas@lindenhof.example", Role.MEMBER, 76),
    Member("Monika Scheel", "monika@lindenhof.example", Role.MEMBER, 82),
    Member("Piotr Nowak", "piotr@lindenhof.example", Role.MEMBER, 80),
    Member("Lena Hoffmann", "lena@lindenhof.example", Role.MEMBER, 74),
    Member("Heinz Albers", "heinz@lindenhof.example", Role.MEMBER, 78),
)
GUESTS: Final = {"Karl-Heinz Ruppert": 77, "Sabine Thiel": 81}

EVENINGS: Final = (
    Evening(
        "4 September, table 1",
        "Ayşe Demir",
        ("Renate Vogt", "Ayşe Demir", "Jürgen Kowalski"),
        datetime(2026, 9, 4, 17, 30, tzinfo=UTC),
        36,
    ),
    Evening(
        "4 September, table 2",
        "Monika Scheel",
        ("Thomas Brandt", "Monika Scheel", "Piotr Nowak"),
        datetime(2026, 9, 4, 17, 35, tzinfo=UTC),
        36,
    ),
    Evening(
        "18 September, table of four",
        "Renate Vogt",
        ("Heinz Albers", "Lena Hoffmann", "Renate Vogt", "Thomas Brandt"),
        datetime(2026, 9, 18, 17, 30, tzinfo=UTC),
        48,
    ),
    Evening(
        "2 October, table 1",
        "Ayşe Demir",
        ("Karl-Heinz Ruppert", "Ayşe Demir", "Monika Scheel"),
        datetime(2026, 10, 2, 17, 40, tzinfo=UTC),
        36,
    ),
    Evening("Tonight, table 1", "Renate Vogt", ("Piotr Nowak", "Renate Vogt", "Sabine Thiel"), None, 14),
)

SKILLS: Final = {member.name: member.skill for member in MEMBERS} | GUESTS
A_HAND_TAKES: Final = timedelta(minutes=4)
