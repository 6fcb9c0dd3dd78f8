"""Clubs, members and invitations: what is asked about them, and how programs are shown them."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field

from scorekeeper.clubs.models import Club, Role
from scorekeeper.common.acts import Answer, Asked, OneOf, Refusal, wrong
from scorekeeper.languages.choice import LanguageCode
from scorekeeper.languages.spoken import GameWords

LONGEST_ADDRESS: Final = 254
VOID: Final = gettext_noop("This invitation was already used or has expired. Ask for a new one.")
ONE_OF_THESE: Final = gettext_noop("Please choose one of these.")

RoleName = Annotated[str, OneOf(Role.values), Refusal("role_unknown", gettext_noop("Please choose one of the roles."))]
Ink = Annotated[
    str, OneOf(Club.Ink.values), Refusal("ink_unknown", gettext_noop("Please choose one of the six colours."))
]
OwnNameNow = Annotated[
    str | None,
    Field(description="What the caller’s account is called from now on; left out: as it is called already."),
]
TimeZone = Annotated[str, Field(description="By its name, like Europe/Berlin.")]


def _address(text: str) -> str:
    """An address that mail can go to, or none. Raises Refused `email_malformed`."""
    try:
        if text:
            validate_email(text)
    except ValidationError:
        raise wrong("email_malformed", gettext_noop("Enter an address like name@example.org.")) from None
    return text


class ClubDetails(Asked):
    """A club to be: how it is called, by which clock it plays, and how its forms look."""

    name: str
    time_zone: TimeZone
    language: Annotated[
        LanguageCode,
        Field(description="For members who chose none, for public pages and prints; empty: as each browser asks."),
    ] = ""
    ink: Ink = Club.Ink.PINE.value
    own_name: OwnNameNow = None


class ClubChange(Asked):
    """What is to be otherwise in a club; what is left out stays. Past results stay on the days they were played, and
    what is booked stays in the unit it was booked in."""

    name: str | None = None
    time_zone: TimeZone | None = None
    language: Annotated[
        LanguageCode | None,
        Field(description="For members who chose none, for public pages and prints; empty: as each browser asks."),
    ] = None
    game_words: Annotated[
        GameWords | None,
        Field(
            description='In whose words a game is spoken on every page, by the code of the game: `{"skat": "de"}`. '
            "A game that is left out is in the language of the page."
        ),
    ] = None
    ink: Ink | None = None
    confirm_after: Annotated[
        Literal[0, 15, 60, 240, 1440, 10080] | None,
        Refusal("confirming_unknown", gettext_noop("Please choose one of the times.")),
        Field(description="After how many minutes a hand that nobody disputes is confirmed by itself; 0: never."),
    ] = None
    pages_for: Annotated[
        Literal["members", "own"] | None,
        Refusal("pages_unknown", ONE_OF_THESE),
        Field(
            description="Who reads the page of each player, the records and the ratings: all `members`, or directors "
            "and everybody their `own`."
        ),
    ] = None
    names: Annotated[
        Literal["full", "short"] | None,
        Refusal("names_unknown", ONE_OF_THESE),
        Field(
            description="By which names its people are shown: `full` ones or `short` ones like Renate K. Scorers, "
            "directors and owners read whole names in the book of people. A person can be shown otherwise: "
            "`person_call`."
        ),
    ] = None
    unit: Annotated[
        str | None, Field(description="What stands beside every amount, like € or chips; empty: you play for points.")
    ] = None
    decimals: Annotated[
        Literal[0, 2] | None,
        Refusal("decimals_unknown", ONE_OF_THESE),
        Field(description="2: amounts are hundredths of their unit."),
    ] = None
    for_minors: Annotated[
        bool | None, Field(description="A club for minors plays for points, and nobody is offered amounts.")
    ] = None


class FactorWish(Asked):
    """Whether owners and directors need a second factor; who has none acts as a scorer until it is set up."""

    asks: bool


class Closing(Asked):
    """The name of the club, typed to show that it is meant."""

    name: str


class RoleChange(Asked):
    """What a member is from now on."""

    role: RoleName


class Inviting(Asked):
    """A link that makes one person a member in this role."""

    role: RoleName
    note: Annotated[str, Field(description="For whom it is; only owners see it.")] = ""
    player: Annotated[
        UUID | None, Field(description="A guest of the book: whoever accepts takes over what they have played.")
    ] = None
    email: Annotated[
        str,
        Field(max_length=LONGEST_ADDRESS, description="Where a mail with the link goes; empty: no mail is sent."),
        AfterValidator(_address),
    ] = ""


class Joining(Asked):
    """What whoever was invited answers. `secret` is what stands at the end of the link."""

    secret: Annotated[
        str, Field(max_length=80, repr=False, description="The end of the link."), Refusal("invitation_void", VOID)
    ]
    player: Annotated[
        UUID | None, Field(description="The guest of the book who the caller has been until now: becomes theirs.")
    ] = None
    own_name: OwnNameNow = None
    preview: Annotated[bool, Field(description="Show who invites, and join nothing.")] = False


class SettingsBody(Answer):
    """A club, and what it has chosen."""

    id: UUID
    name: str
    time_zone: str
    language: str = Field(description="Empty: as each browser asks.")
    game_words: dict[str, str] = Field(description="By game; one that is left out is in the language of the page.")
    ink: str
    confirm_after: int = Field(description="In minutes; 0: never.")
    pages_for: str
    names: str
    unit: str = Field(description="Empty: it plays for points.")
    decimals: int
    for_minors: bool
    closed_at: datetime | None = Field(description="From then on it is only read.")
    asks_second_factor: bool


class MemberBody(Answer):
    """Somebody who belongs to the club."""

    id: UUID
    name: str
    role: str
    joined_at: datetime
    player: UUID | None = Field(description="Their line in the book.")


class MembersBody(Answer):
    """Who belongs to the club, owners first, then by name."""

    members: list[MemberBody]


class InvitationBody(Answer):
    """A link that somebody can still use. What it is called can't be shown again."""

    id: UUID
    role: str
    note: str
    player: UUID | None = Field(validation_alias="player_id")
    made_at: datetime
    expires_at: datetime


class InvitationsBody(Answer):
    """The invitations that are open, the newest first."""

    invitations: list[InvitationBody]


class MadeInvitationBody(InvitationBody):
    """An invitation with its link, which is shown this once."""

    link: str


class GuestBody(Answer):
    """A guest of the book."""

    id: UUID
    name: str


class InvitedToBody(Answer):
    """Who invites the caller, as what, and who of the book they may have been until now."""

    club: UUID
    name: str
    role: str
    guest: GuestBody | None = Field(description="Whose games come with the link.")
    alike: list[GuestBody] = Field(description="Whom they may say they were: send one of them as `player`.")


class JoinedBody(Answer):
    """The club that the caller belongs to now."""

    club: UUID
    name: str
    role: str
