"""What directors ask of seasons, and how programs are shown them."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field

from scorekeeper.common.acts import Answer, Asked, Refusal, Switch, wrong
from scorekeeper.standings.counting import MOST, Counts

MOST_POINTS: Final = 1_000_000_000
LONGEST_REASON: Final = 200  # characters
TOO_LONG: Final = gettext_noop("At most {most} characters, please.")
Reason = Annotated[str, Field(max_length=LONGEST_REASON), Refusal("reason_too_long", TOO_LONG)]


def _some(points: int) -> int:
    """Raises Refused `points_missing`."""
    if not points:
        raise wrong("points_missing", gettext_noop("Enter the points."))
    return points


MOST_FACTOR: Final = 10_000
MOST_GAMES: Final = 40  # of one season
Many = Annotated[int, Field(ge=0, le=MOST), Refusal("number_range", gettext_noop("From 0 to {most}."), most=MOST)]
Others = Annotated[
    dict[str, str],
    Field(max_length=MOST_GAMES, description="Further games that count, and by which system each."),
]
Factors = Annotated[
    dict[str, int],
    Field(
        max_length=MOST_GAMES,
        description=f"How many of the season's points one point of a game makes, from 1 to {MOST_FACTOR}; 1 where none "
        "is sent.",
    ),
]


class SeasonCounts(Asked):
    """What counts of what each has played."""

    best: Annotated[Many, Field(description="So many best results count; 0: all.")] = 0
    drop: Annotated[Many, Field(description="So many worst results don't count; one always does.")] = 0
    by: Annotated[Literal["evening", "sheet"], Field(description="What is one result.")] = "evening"
    least: Annotated[Many, Field(description="Who has fewer evenings, sheets or hands is not ranked.")] = 0
    least_of: Literal["evenings", "sheets", "hands"] = "evenings"
    tie_breaks: Annotated[
        tuple[str, ...], Field(max_length=20, description="Asked in order; none: as is usual for the games.")
    ] = ()

    @property
    def counts(self) -> Counts:
        return Counts(**self.model_dump())


class SeasonOpening(Asked):
    """A new season: its name, its first game and by which system that counts, and what else is not as usual."""

    name: str
    game: str
    system: str
    others: Others = {}
    factors: Factors = {}
    counts: SeasonCounts = SeasonCounts()


class SeasonChange(Asked):
    """Other settings of a season; what is left out stays as it is."""

    name: str | None = None
    others: Others | None = None
    factors: Factors | None = None
    counts: SeasonCounts | None = None
    preview: Annotated[bool, Field(description="Only say what would move.")] = False


class SeasonBonus(Asked):
    """So many points more for somebody (or fewer: a penalty), and why."""

    player: UUID
    points: Annotated[
        int,
        Field(ge=-MOST_POINTS, le=MOST_POINTS, description="Less than 0: a penalty."),
        Refusal("points_too_many", gettext_noop("At most {most} points."), most=MOST_POINTS),
        AfterValidator(_some),
    ]
    reason: Annotated[Reason, Field(description="The club can read it.")]


class SeasonLot(Asked):
    """Among whom lots are drawn: exactly those who share a rank."""

    among: Annotated[tuple[UUID, ...], Field(max_length=1000)]


class SeasonReopening(Asked):
    """Why a season that has ended is opened again; the club can read it."""

    reason: Reason


class SeasonTakingBack(Asked):
    """Why something that was done to a season is taken back; the club can read it."""

    reason: Reason


class StandingsAsked(Asked):
    """What of a season is asked for."""

    official: Switch = Field(default=False, description="Only sealed sittings.")
    venue: str = Field(default="", description="Only evenings at this venue, as its name is written there.")


class ClubSeasonBody(Answer):
    """A season of a club."""

    id: UUID = Field(validation_alias="pk")
    name: str
    game: str = Field(description="Its first game.")
    system: str
    created_at: datetime
    ended_at: datetime | None = Field(description="null: sheets can count for it.")


class SeasonActBody(Answer):
    """Something that was done to a season."""

    id: UUID = Field(validation_alias="pk")
    kind: str = Field(description="`bonus`, also of a penalty, or `lot`.")
    player: UUID | None = Field(validation_alias="player_id", description="Whose bonus it is.")
    points: int
    reason: str
    at: datetime


class SettingsMoveBody(Answer):
    """Somebody's points and rank in a season before and after; no rank: too little was played to have one."""

    player: UUID
    name: str
    points: tuple[int, int] = Field(description="[before, after]")
    rank: tuple[int | None, int | None] = Field(description="[before, after]")


class SettingsMovesBody(Answer):
    """Whoever would have other points or another rank, in the order they would stand."""

    moves: tuple[SettingsMoveBody, ...]


class CountsBody(Answer):
    """What counts of what each has played."""

    best: int = Field(description="So many best results count; 0: all.")
    drop: int = Field(description="So many worst results don't count; one always does.")
    by: Literal["evening", "sheet"] = Field(description="What is one result.")
    least: int = Field(description="Who has fewer evenings or hands is not ranked.")
    least_of: Literal["evenings", "sheets", "hands"]
    tie_breaks: list[str] = Field(
        description="Asked in order: measures, `direct_encounter`, `evenings_won`, `best_evening`, `evenings`; of "
        "games between two sides `buchholz_cut`, `buchholz`, `buchholz_median`, `sonneborn_berger`, `duels_won`, "
        "`koya`, `progressive`; of matches `game_difference`, `point_difference`."
    )


class SeasonSettingsBody(Answer):
    """What a season is, and how it counts."""

    id: UUID
    name: str
    game: str
    system: str
    systems: dict[str, str] = Field(description="Every game that counts, and by which system.")
    factors: dict[str, int] = Field(description="How many of the season's points one point of each game makes.")
    counts: CountsBody
    ended_at: datetime | None
    unit: str = Field(description="What the points are: empty for points.")
    decimals: int = Field(description="2: points are hundredths of the unit.")


class SeasonRowBody(Answer):
    """What somebody has in a season."""

    player: UUID
    name: str
    points: int = Field(description="Of what counts, with bonuses and penalties.")
    bonus: int = Field(description="Bonuses less penalties, in the points.")
    measures: dict[str, int] = Field(description="Of the sittings that count.")
    ties: dict[str, str] = Field(
        description="Each tie-break in force that is a figure of one row, exactly: `7`, `-3` or `15/2`."
    )
    sittings: int = Field(description="How many sittings count.")
    dropped: int = Field(description="How many sittings the season drops.")


class StandingBody(SeasonRowBody):
    """One ranked row."""

    rank: int = Field(description="Equal rows share a rank, the next one skips.")
    decided_by: str | None = Field(
        description="What put it behind the row above: a tie-break or `lot`; empty: the points; null: nothing."
    )
    moved: int = Field(description="Places up since the evening before the newest one; less than 0: down.")


class LackingBody(SeasonRowBody):
    """Somebody who has played too little to be ranked."""

    missing: int = Field(description="How many evenings, sheets or hands (`counts.least_of`) are missing.")


class LotBody(Answer):
    """A lot between players who were equal in everything. Its order is that of the SHA-256 of `SEED:ID` of each."""

    seed: int
    drawn_at: datetime
    points: int = Field(description="What all of them had.")
    order: list[UUID] = Field(description="The players, best first.")
    holds: bool = Field(description="Whether exactly these are still equal with these points.")


class StandingsBody(SeasonSettingsBody):
    """The standings of a season."""

    official: bool = Field(description="True: only sealed sittings. False: everything recorded.")
    venue: str = Field(description="Where all that is told was played, bonuses left out; empty: everywhere.")
    disputed: int = Field(description="How many hands of its sittings are disputed; none is ever official.")
    lots: list[LotBody]
    standings: list[StandingBody]
    unranked: list[LackingBody]
