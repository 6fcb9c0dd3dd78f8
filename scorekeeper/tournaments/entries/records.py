"""Entries and seeding, who is here and who has paid: what is asked, and how programs are shown entrants."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import ConfigDict, Field

from scorekeeper.common.acts import Answer, Asked, OneOf, Refusal
from scorekeeper.payouts.pool_models import MOST_PRICE
from scorekeeper.payouts.pools.records import UNITS
from scorekeeper.tournaments.entries.reads import Line
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.models import MOST_ENTRANTS, MOST_IN_A_TEAM, Entrant
from scorekeeper.tournaments.records import DeskActBody, Name, PersonAsked, PersonBody, Reason

LONGEST_LIST: Final = 60_000  # characters
MOST_ON_LIST: Final = 2000  # entrants of a tournament, those who wait or do not come with them
MOST_SENT: Final = 2 * MOST_IN_A_TEAM  # of players: the service says how many may be
LEAST_RATING, MOST_RATING = -1_000_000, 1_000_000
MARKS: Final = [
    *("came", "not_here", "forfeits", "cancelled", "withdrew", "returned", "moved_up"),
    "waits",
]
Rating = Annotated[
    int,
    Field(ge=LEAST_RATING, le=MOST_RATING),
    Refusal("rating_out_of_range", gettext_noop("This rating is not possible.")),
]
RoundNumber = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]


class NewEntry(Asked):
    """Who enters: the players in their order; a team has a name, a pair may have one."""

    who: Annotated[tuple[PersonAsked, ...], Field(max_length=MOST_SENT)]
    name: Name = ""
    origin: Annotated[Name, Field(description="The club they come from.")] = ""
    rating: Rating | None = None
    here: bool = Field(default=False, description="Checked in at once, unless they go on the waiting list.")


class SignUp(Asked):
    """With whom you enter, after yourself."""

    others: Annotated[tuple[PersonAsked, ...], Field(max_length=MOST_SENT)] = ()
    name: Name = ""


class EntrantChange(Asked):
    """What an entrant is called, where they come from, and the rating that makes their seed; what is left out stays,
    and a rating that is null goes."""

    name: Annotated[Name, Field(description="Of pairs and teams.")] | None = None
    origin: Name | None = None
    rating: Rating | None = None


class EntrantMark(Asked):
    """What became of an entrant."""

    act: Annotated[str, OneOf(MARKS)] = Field(
        description="`came` in, `not_here` after all, `cancelled`: does not come, `withdrew`: has left, `returned`, "
        "`moved_up` from the waiting list, `waits` on it, `forfeits`: does not check in for their match of a "
        "bracket, and loses it (by a director).",
    )
    reason: Reason = ""


class Miss(Asked):
    """A round of a stage that an entrant misses, or plays after all."""

    stage: UUID
    round: RoundNumber
    misses: bool = True


class LateEntry(Asked):
    """The round that an entrant comes in with."""

    round: RoundNumber


class ComingIn(Asked):
    """Who has come, as they say at the door."""

    entrant: UUID


class PlaysFor(Asked):
    """Who plays from now on, and for whom."""

    who: PersonAsked
    instead_of: UUID | None = Field(
        default=None,
        description="A player of theirs; null: an empty place is filled, or the single entrant is played for.",
    )
    reason: Reason = ""


class SeedPlace(Asked):
    """A place among the seeds."""

    place: Annotated[
        int,
        Field(ge=1, le=MOST_ON_LIST, description="From 1; the others close up."),
        Refusal("seed_unknown", gettext_noop("This place does not exist.")),
    ]


class SeedOrder(Asked):
    """The seeds, the strongest first; whoever is not named follows as before."""

    order: Annotated[
        tuple[UUID, ...], Field(max_length=MOST_ENTRANTS, description="Entrants; empty: all by rating again.")
    ]


class EntryText(Asked):
    """A list of entries as text, a line each: as CSV whose heads name the columns (name, first and last name, partner,
    team, origin, rating) in any of seven languages, or without heads in this order: the name, of pairs the partner
    too, of teams the team before it; then where they come from, and the rating."""

    model_config = ConfigDict(str_strip_whitespace=False)

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_LIST)]
    dry: bool = Field(default=True, description="Only say what would happen.")


class DeskStep(Asked):
    """What was done with many at once."""

    step: UUID = Field(description="As the answer to it said.")


class FeesPaid(Asked):
    """Who has paid."""

    entrants: Annotated[tuple[UUID, ...], Field(max_length=MOST_ENTRANTS)] | None = Field(
        default=None, description="null: all who are here and owe."
    )
    amount: Annotated[int, Field(ge=0, le=MOST_PRICE * MOST_ENTRANTS)] | None = Field(
        default=None, description=f"What was shown as owed by all of them. {UNITS}"
    )


class FeesUnpaid(Asked):
    """Who has not paid after all: these entrants, or all of one step."""

    entrants: Annotated[tuple[UUID, ...], Field(max_length=MOST_ENTRANTS)] = ()
    step: UUID | None = None


class FeeReturn(Asked):
    """Why they get it back."""

    reason: Annotated[Reason, Field(description="Without one how they stand is the reason.")] = ""


class EntrantBody(Answer):
    """An entrant of a tournament."""

    id: UUID
    number: int = Field(description="On the list of entries.")
    called: str = Field(description="What lists call it: its name, or those of its players.")
    name: str = Field(description="Of a pair or a team.")
    origin: str = Field(description="The club they come from.")
    rating: int | None
    seed: int | None = Field(description="The place among the seeds of those who take part.")
    state: Annotated[str, OneOf(Entrant.State.values)]
    entered_at: datetime
    players: list[PersonBody] = Field(description="Who plays now, in order.")

    @classmethod
    def of(cls, value: Line) -> "EntrantBody":
        entrant = value.entrant
        return cls(
            id=entrant.pk,
            number=entrant.number,
            called=value.name,
            name=entrant.name,
            origin=entrant.origin,
            rating=entrant.rating,
            seed=value.seed or None,
            state=entrant.state,
            entered_at=entrant.entered_at,
            players=[PersonBody.of(player) for player in value.players],
        )


class EntriesBody(Answer):
    """Everybody on the list: who is expected and who is here by number, who waits in the order they move up, who has
    left or does not come."""

    entries: list[EntrantBody]


class MineBody(Answer):
    """The entrant that you play for, or did; null: none."""

    entrant: EntrantBody | None


class MissedBody(Answer):
    """A round that an entrant misses."""

    stage: UUID | None
    round: int


class EntrantDetailBody(EntrantBody):
    """An entrant with what was done."""

    missed: list[MissedBody]
    acts: list[DeskActBody] = Field(description="The newest first.")


class AlikeBody(Answer):
    """A new name that is much like one of the book."""

    name: str
    book: str


class ListChangeBody(Answer):
    """What a list says otherwise of an entrant."""

    name: Annotated[str, OneOf(["origin", "rating"])]
    before: str
    after: str


class ListLineBody(Answer):
    """An entrant of a list."""

    number: int = Field(description="The line where it begins.")
    names: list[str]
    team: str
    origin: str
    rating: str
    new: list[str] = Field(description="Names that are not in the book.")
    alike: list[AlikeBody]
    has_entered: bool = Field(description="Just these people have entered already and stay.")
    changes: list[ListChangeBody] = Field(description="What becomes otherwise of who has entered.")
    waits: bool = Field(description="Where the list is whole: it goes on the waiting list.")
    problems: list[str] = Field(description="What is wrong with it.")


class ListBody(Answer):
    """What a list comes to."""

    dry: bool = Field(description="Nothing was written.")
    is_whole: bool = Field(description="Every line can be entered or has entered already.")
    lines: list[ListLineBody]
    entries: list[EntrantBody] = Field(description="Who has entered.")
    unread: list[str] = Field(description="The heads of columns that are not read.")
    passed_over: list[int] = Field(description="The lines that are no part of the table, as titles are.")


class CameBody(Answer):
    """Who has come in, or is expected again."""

    step: UUID = Field(description="By it all of them are taken back.")
    entrants: list[UUID]


class FeeBody(Answer):
    """The fee of an entrant."""

    entrant: UUID
    asked: int = Field(description="For how many of its players.")
    booked: int = Field(description="For how many it is booked.")
    paid: int = Field(description=f"What lies in the club's box. {UNITS}")
    owes: int = Field(description=f"What is still owed; less than 0 where too much was paid. {UNITS}")


class FeesBody(Answer):
    """What an entry costs, and who has paid."""

    price: int = Field(description=UNITS)
    unit: str
    decimals: int
    fees: list[FeeBody] = Field(description="By number.")


class TickedBody(FeesBody):
    """What was ticked off, and how everybody stands with it."""

    step: UUID = Field(description="By it all of it is taken back.")
    amount: int = Field(description=f"What lies in the club's box by it. {UNITS}")
