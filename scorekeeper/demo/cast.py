"""Who is in the demo club, and which evenings they played. People and places are made up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from scorekeeper.clubs.models import Role

CLUB: Final = "Skatfreunde Lindenhof"
TIME_ZONE: Final = "Europe/Berlin"
SEASON: Final = "Herbstliga 2026"  # the one of the club's own game
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
    """One table. `opener` and `seats` are names; `opened` None is one that is being played just now.

    `preset` names the rules it starts from, `rules` what they chose otherwise; or it goes by the club's own rules of
    the name `house`, and then counts for no season. It has `hands` hands, or fewer where the game ends it.
    """

    table: str
    opener: str
    seats: tuple[str, ...]
    opened: datetime | None
    hands: int
    game: str = "skat"
    preset: str = "official"
    rules: Mapping[str, Any] = field(default_factory=dict)
    house: str = ""


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

SEASONS: Final = {
    "skat": (SEASON, "seeger_fabian"),
    "truco": ("Truco im Herbst", "three_a_win"),
    "tonk": ("Tonk-Abende 2026", "net"),
    "palace_poker": ("Palastrunde 2026", "net"),
    "svoi_kozyri": ("Svoi-Kozyri-Runde 2026", "wdl"),
}
"""Name and way to count of the season of each game."""

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
        "25 September, after closing time",
        "Jürgen Kowalski",
        ("Jürgen Kowalski", "Thomas Brandt", "Heinz Albers"),
        datetime(2026, 9, 25, 20, 0, tzinfo=UTC),
        12,
        house="Late at the Lindenhof",
    ),
    Evening(
        "2 October, table 1",
        "Ayşe Demir",
        ("Karl-Heinz Ruppert", "Ayşe Demir", "Monika Scheel"),
        datetime(2026, 10, 2, 17, 40, tzinfo=UTC),
        36,
    ),
    Evening(
        "9 October, truco of four",
        "Lena Hoffmann",
        ("Thomas Brandt", "Lena Hoffmann", "Piotr Nowak", "Monika Scheel"),
        datetime(2026, 10, 9, 18, 0, tzinfo=UTC),
        90,
        game="truco",
        preset="mineiro",
    ),
    Evening(
        "9 October, truco of two",
        "Renate Vogt",
        ("Ayşe Demir", "Renate Vogt"),
        datetime(2026, 10, 9, 18, 5, tzinfo=UTC),
        90,
        game="truco",
        preset="paulista",
    ),
    Evening(
        "16 October, tonk",
        "Heinz Albers",
        ("Heinz Albers", "Lena Hoffmann", "Karl-Heinz Ruppert", "Thomas Brandt"),
        datetime(2026, 10, 16, 17, 45, tzinfo=UTC),
        24,
        game="tonk",
        preset="house",
        rules={"stake": 10, "unit": "€", "decimals": 2, "catch_extra": "others"},
    ),
    Evening(
        "23 October, palace poker",
        "Jürgen Kowalski",
        ("Jürgen Kowalski", "Ayşe Demir", "Sabine Thiel", "Monika Scheel", "Piotr Nowak"),
        datetime(2026, 10, 23, 18, 0, tzinfo=UTC),
        15,
        game="palace_poker",
        preset="house",
        rules={"unit": "chips"},
    ),
    Evening(
        "6 November, svoi kozyri",
        "Piotr Nowak",
        ("Piotr Nowak", "Renate Vogt", "Ayşe Demir", "Lena Hoffmann"),
        datetime(2026, 11, 6, 18, 15, tzinfo=UTC),
        12,
        game="svoi_kozyri",
        preset="standard",
        rules={"max_deals": 12},
    ),
    Evening("Tonight, table 1", "Renate Vogt", ("Piotr Nowak", "Renate Vogt", "Sabine Thiel"), None, 14),
    Evening(
        "Tonight, table 2",
        "Lena Hoffmann",
        ("Lena Hoffmann", "Thomas Brandt", "Heinz Albers", "Monika Scheel"),
        None,
        5,
        game="truco",
        preset="mineiro",
    ),
)

SKILLS: Final = {member.name: member.skill for member in MEMBERS} | GUESTS
A_HAND_TAKES: Final = timedelta(minutes=4)
