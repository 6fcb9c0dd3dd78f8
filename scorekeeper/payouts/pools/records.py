"""The prizes of a season or a tournament: what is asked about them, and how programs are shown them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field, model_validator

from scorekeeper.common.acts import Answer, Asked, Refusal, wrong
from scorekeeper.common.names import tidied
from scorekeeper.pairing.prizes import Wins
from scorekeeper.payouts.pool_models import MOST_PRICE
from scorekeeper.payouts.records import Reason, UnitBody

UNITS: Final = "In the smallest unit."
MOST_PLACES: Final = 200
MOST_ROWS: Final = 10  # deductions, special prizes, prizes of groups
LONGEST_CAUSE: Final = 60
LONGEST_MARK: Final = 40
_WEIGHTS: Final = gettext_noop("Enter a share above zero for each place, at most {most} places.")
_CAUSE: Final = gettext_noop("Enter what it is for, with at most {most} characters.")
_MANY: Final = gettext_noop("Enter at most {most} of them.")
_AMOUNT: Final = gettext_noop("Enter an amount above zero.")

ALL: Final = gettext_noop("The deductions are larger than the entry money. Reduce them.")


def _caused(cause: str) -> str:
    """Raises Refused `cause_wrong`."""
    if not (found := tidied(cause)):
        raise wrong("cause_wrong", _CAUSE, most=LONGEST_CAUSE)
    return found


def _falling(weights: Sequence[int] | None) -> Sequence[int] | None:
    """Raises Refused `weights_rise`."""
    if any(worse > better for better, worse in pairwise(weights or ())):
        raise wrong("weights_rise", gettext_noop("A worse place cannot get a larger share than a better one."))
    return weights


Cause = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_CAUSE),
    Refusal("cause_wrong", _CAUSE, most=LONGEST_CAUSE),
    AfterValidator(_caused),
]
Price = Annotated[
    int,
    Field(ge=0, le=MOST_PRICE),
    Refusal("amount_range", gettext_noop("Enter an amount from 0 to 100,000,000,000 of the smallest unit.")),
]
OneOrMore = Annotated[int, Field(ge=1, le=MOST_PRICE), Refusal("amount_range", _AMOUNT)]
PerMille = Annotated[int, Field(ge=0, le=1000)]
Weight = Annotated[int, Field(ge=1, le=1_000_000)]
FEW: Final = Refusal("weights_wrong", _WEIGHTS, most=MOST_PLACES)
Weights = Annotated[tuple[Weight, ...], Field(max_length=MOST_PLACES), FEW, AfterValidator(_falling)]
Version = Annotated[int, Field(le=2**31 - 1)]
MANY: Final = Refusal("too_many", _MANY)


class KeptOut(Asked):
    """What is kept out of a pool: an amount, and so many per mille of all that came in, for the club or its fees."""

    cause: Cause
    amount: Annotated[Price, Field(description=UNITS)] = 0
    per_mille: Annotated[PerMille, Field(description="Of what came in.")] = 0
    to: Literal["club", "fees"] = "club"

    @model_validator(mode="after")
    def _something(self) -> "KeptOut":
        """Raises Refused `deduction_wrong`."""
        if not (self.amount or self.per_mille):
            text = gettext_noop(
                "Enter how much is kept back: an amount, a percentage of the entry money (at most 100), or both."
            )
            raise wrong("deduction_wrong", text, "amount")
        return self


class SpecialPrize(Asked):
    """A prize for something else than a place; the player can be named later."""

    cause: Cause
    amount: Annotated[OneOrMore, Field(description=UNITS)]
    player: UUID | None = Field(default=None, description="Who has won it, once that is known.")


class GroupPrize(Asked):
    """A prize of a group, of those with a mark or of those from one club (tournaments): an amount and so many per mille
    of the pool, over the places of the group."""

    name: Cause
    mark: Annotated[str, Field(max_length=LONGEST_MARK), AfterValidator(tidied)] = ""
    origin: Annotated[str, Field(max_length=80), AfterValidator(tidied)] = ""
    amount: Annotated[Price, Field(description=UNITS)] = 0
    per_mille: Annotated[PerMille, Field(description="Of the pool.")] = 0
    weights: Annotated[
        tuple[Weight, ...],
        Field(min_length=1, max_length=MOST_PLACES, description="The shares of the places of the group, best first."),
        FEW,
        AfterValidator(_falling),
    ] = (1,)
    wins: Wins = Field(
        default="main",
        description="What those get who also have a prize of a place: that one (`main`), the `larger`, or `both`.",
    )

    @model_validator(mode="after")
    def _whose(self) -> "GroupPrize":
        """Raises Refused `group_unknown`, `amount_range`."""
        if bool(self.mark) == bool(self.origin):
            text = gettext_noop("Choose who can win the prize: people with one mark, or people from one club.")
            raise wrong("group_unknown", text, "who")
        if not (self.amount or self.per_mille):
            text = gettext_noop("Enter an amount above zero, or a percentage of the pool from 0.1 to 100.")
            raise wrong("amount_range", text, "amount")
        return self


def _not_all(deductions: Sequence[KeptOut] | None) -> Sequence[KeptOut] | None:
    """Raises Refused `deducted_too_much`."""
    if sum(kept.per_mille for kept in deductions or ()) > 1000:
        raise wrong("deducted_too_much", ALL)
    return deductions


class PoolTerms(Asked):
    """A prize pool as it should be. What is not sent stays as it is, or as usual where there is no pool yet; a list
    that is sent is the whole list."""

    version: Annotated[Version, Field(ge=0, description="The one that was read; 0 for none.")]
    entry_price: Price | None = Field(default=None, description=UNITS)
    rebuy_price: Price | None = Field(default=None, description=UNITS)
    addon_price: Price | None = Field(default=None, description=UNITS)
    guarantee: Price | None = Field(default=None, description=UNITS)
    round_to: OneOrMore | None = Field(default=None, description=UNITS)
    tie_unit: OneOrMore | None = Field(default=None, description=UNITS)
    one_each: bool | None = Field(
        default=None,
        description="Of those who come from one club only the best gets the prize of a place (tournaments).",
    )
    weights: Weights | None = Field(
        default=None, description="The shares of the places, best first; empty for the usual ones."
    )
    deductions: Annotated[
        Annotated[tuple[KeptOut, ...], Field(max_length=MOST_ROWS), MANY] | None, AfterValidator(_not_all)
    ] = None
    specials: Annotated[tuple[SpecialPrize, ...], Field(max_length=MOST_ROWS), MANY] | None = None
    groups: Annotated[tuple[GroupPrize, ...], Field(max_length=MOST_ROWS), MANY] | None = None


class SpecialWinner(Asked):
    """Who has won one of the special prizes."""

    version: Annotated[Version, Field(ge=1, description="The one that was read.")]
    number: Annotated[int, Field(ge=0, le=MOST_ROWS - 1, description="Which of `specials`; the first is 0.")]
    player: UUID | None = Field(description="null: nobody yet.")


class MarkHolders(Asked):
    """Who has a mark for the prizes of groups."""

    name: Annotated[
        str,
        Field(min_length=1, max_length=LONGEST_MARK),
        Refusal("mark_wrong", gettext_noop("Enter a name for the mark, with at most {most} characters."), most=40),
        AfterValidator(tidied),
    ]
    players: Annotated[
        tuple[UUID, ...], Field(max_length=1000, description="All who have it; nobody else has it then.")
    ]


class PoolEntry(Asked):
    """Somebody pays into the pool, for the price it has now."""

    kind: Literal["entry", "rebuy", "addon"]
    player: UUID


class DealShare(Asked):
    """What somebody gets by a deal."""

    player: UUID
    amount: Annotated[int, Field(ge=0, le=10**15, description=UNITS)]


def _once_each(deal: Sequence[DealShare] | None) -> Sequence[DealShare] | None:
    """Raises Refused `named_twice`."""
    if deal and len({share.player for share in deal}) < len(deal):
        raise wrong("named_twice", gettext_noop("Name everybody once."))
    return deal


class PoolAward(Asked):
    """Without a deal the prizes are those of the official standings."""

    deal: Annotated[Annotated[tuple[DealShare, ...], Field(max_length=1000)] | None, AfterValidator(_once_each)] = None


class PoolTakingBack(Asked):
    """Why something that was done to a pool is taken back; every member can read it."""

    reason: Reason


class PoolActBody(Answer):
    """What was done to a pool."""

    id: UUID
    kind: str = Field(description="`entry`, `rebuy`, `addon`, `collected` (paid into the box) or `awarded`.")
    player: UUID | None
    amount: int = Field(description=UNITS)
    at: datetime
    taken_back: bool


class PrizeBody(Answer):
    """What somebody gets: `first` to `last` are the places they share, 0 where it is for none."""

    player: UUID | None
    first: int
    last: int
    is_shared: bool = Field(description="Others get a part of what these places get together.")
    amount: int = Field(description=UNITS)
    cause: str = Field(description="Of a special prize, or one of a group.")
    members: int = Field(
        description="How many of the group are ranked, of which `first` and `last` are the places; 0: it is of no"
        " group."
    )


class KeptBody(Answer):
    """What is kept out of a pool."""

    cause: str
    amount: int = Field(description=UNITS)
    per_mille: int = Field(description="Of what came in.")
    to: Literal["club", "fees"]


class SpecialBody(Answer):
    """A special prize."""

    cause: str
    amount: int = Field(description=UNITS)
    player: str | None = Field(description="Who has won it; null: nobody yet.", json_schema_extra={"format": "uuid"})


class PrizeGroupBody(Answer):
    """A prize of a group."""

    name: str
    mark: str
    origin: str
    amount: int = Field(description=UNITS)
    per_mille: int = Field(description="Of the pool.")
    weights: list[int]
    wins: Wins


class TermsBody(Answer):
    """How a pool is shared out, as `prizes/terms` takes it."""

    version: int
    entry_price: int = Field(description=UNITS)
    rebuy_price: int = Field(description=UNITS)
    addon_price: int = Field(description=UNITS)
    guarantee: int = Field(description=UNITS)
    round_to: int = Field(description=UNITS)
    tie_unit: int = Field(description=UNITS)
    one_each: bool
    weights: list[int] = Field(description="Empty: the usual ones.")
    deductions: list[KeptBody]
    specials: list[SpecialBody]
    groups: list[PrizeGroupBody]


class PoolBody(UnitBody):
    """The prize pool of a season."""

    version: int
    is_partly_hidden: bool = Field(
        description="Somebody who is part of it hides their amounts: sums are null, prizes and acts only your own."
    )
    terms: TermsBody | None = Field(description="null where it is partly hidden.")
    taken: int | None = Field(description="What came in.")
    kept: int | None = Field(description="What is kept out of it.")
    overlay: int | None = Field(description="What the club adds, so that the guarantee is met.")
    amount: int | None = Field(description="What there is to be won.")
    is_awarded: bool
    is_official: bool = Field(
        description="Whether the standings are; an award stays when they are opened again or change after it."
    )
    prizes: list[PrizeBody] = Field(
        description="As awarded, else as they would be now; empty while nothing can be said."
    )
    passed_over: list[UUID] = Field(description="Players who get no prize of a place because their club has its one.")
    acts: list[PoolActBody]


class PrizeMarkBody(Answer):
    """A mark for the prizes of groups, and who has it."""

    name: str
    players: list[UUID]
