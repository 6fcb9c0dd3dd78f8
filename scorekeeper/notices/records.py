"""Notices: what is asked about them, and how programs are shown them."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field

from scorekeeper.common.acts import Answer, Asked, OneOf, Refusal
from scorekeeper.notices.models import Channel, Kind

UNKNOWN: Final = Refusal("notice_unknown", gettext_noop("There is no such notice."))
KINDS: Final = list(Kind.values)
KindName = Annotated[str, OneOf(KINDS), UNKNOWN]
ChannelName = Annotated[str, OneOf(Channel.values), UNKNOWN]


class NoticeSwitch(Asked):
    """A kind of notice in one way."""

    kind: KindName
    channel: Annotated[ChannelName, Field(description="`screen`: on the first page; `mail`: by mail.")]


class NoticesChoice(Asked):
    """What somebody does not want to be told; everything else they are told."""

    off: Annotated[tuple[NoticeSwitch, ...], Field(max_length=100)]


class OwnNoticeBody(Answer):
    """Something that was told to the caller."""

    id: UUID = Field(validation_alias=AliasPath("notice", "pk"))
    club: UUID = Field(validation_alias=AliasPath("notice", "club_id"))
    kind: KindName = Field(validation_alias=AliasPath("notice", "kind"))
    thing: UUID = Field(
        validation_alias=AliasPath("notice", "thing"), description="The table, hand or evening it is about."
    )
    text: str = Field(validation_alias="words")
    link: str = Field(validation_alias=AliasPath("notice", "link"), description="The page that it leads to.")
    at: datetime = Field(validation_alias=AliasPath("notice", "at"))
    until: datetime = Field(validation_alias=AliasPath("notice", "until"), description="It is of no use after that.")
    is_new: bool = Field(description="It was not read, and still waits.")


class NoticeSwitchBody(Answer):
    """A kind of notice that the caller does not want in one way."""

    kind: KindName
    channel: ChannelName


class NoticesBody(Answer):
    """What was told to the caller in the last month, the newest first, and what they switched off."""

    notices: list[OwnNoticeBody]
    off: list[NoticeSwitchBody]
