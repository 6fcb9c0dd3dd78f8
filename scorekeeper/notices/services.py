"""Tell people, once each; and what they want to be told."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.acts import Answer, Asked, OneOf, Refusal
from scorekeeper.languages.choice import language_for
from scorekeeper.languages.spoken import written_at
from scorekeeper.notices.models import Channel, Kind, Notice, SwitchedOff

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


FORGOTTEN: Final = timedelta(days=90)
SALT: Final = "notices.off"


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What is to be told: `key` makes it once a person, `thing` is what it is about, `values` fill the sentence on the
    first page, `subject` and `body` are the mail."""

    kind: Kind
    club: Club
    key: str
    thing: UUID
    link: str
    until: datetime
    subject: str
    body: str
    values: Mapping[str, Any]


class NewsFor:
    """The same news in the languages of those who are told; it is written once in each."""

    def __init__(self, write: Callable[[], News], club: Club) -> None:
        self._write, self._club = write, club
        self._written: dict[str, News] = {}

    def reader(self, user: User) -> News:
        language = language_for(user.language, self._club.language)
        if language not in self._written:
            with written_at(self._club, language):
                self._written[language] = self._write()
        return self._written[language]

    def mail(self, user: User) -> EmailMessage:
        news = self.reader(user)
        with written_at(self._club, user.language):
            return EmailMessage(news.subject, f"{news.body}\n\n{foot(user, news)}", to=[user.email])


@transaction.atomic
def tell(write: Callable[[], News], people: Iterable[User], now: datetime) -> int:
    """Tell these people, each in their language, in which `write` is called; who was told before is not told again.
    Safe to run twice at once. How many were told."""
    wanted = {user.pk: user for user in people if user.is_active}
    news = write()
    told = NewsFor(write, news.club)
    have_it = set(Notice.objects.filter(user__in=wanted, key=news.key).values_list("user", flat=True))
    new = [user for pk, user in sorted(wanted.items()) if pk not in have_it and _write(told.reader(user), user, now)]
    off = SwitchedOff.objects.filter(user__in=new, kind=news.kind, channel=Channel.MAIL)
    quiet = set(off.values_list("user", flat=True)) if new else set()
    messages = [told.mail(user) for user in new if user.email and user.pk not in quiet]
    if messages:
        get_connection().send_messages(messages)
    if new:
        transaction.on_commit(partial(_remember, [user.pk for user in new], news.until), robust=True)
    return len(new)


def _remember(people: list[UUID], until: datetime) -> None:
    """The heads of their pages look for notices until then. After the commit and one by one, so that two who tell the
    same people never wait for each other."""
    for pk in people:
        User.objects.filter(Q(news_until=None) | Q(news_until__lt=until), pk=pk).update(news_until=until)


def _write(news: News, user: User, now: datetime) -> bool:
    """Whether it is new; of two who write it at once one waits for the other."""
    fields = {name: getattr(news, name) for name in ("club", "kind", "thing", "values", "link", "until")}
    return Notice.objects.get_or_create(user=user, key=news.key, defaults={**fields, "at": now})[1]


def over(kind: Kind, thing: UUID, now: datetime, user: User | None = None) -> None:
    """Nothing waits there any more, for anybody or for one person."""
    theirs = Q(user=user) if user else Q()
    Notice.objects.filter(theirs, kind=kind, thing=thing, done_at=None).update(done_at=now)


def read(*, notice: Notice, by: User, now: datetime) -> Notice:
    """Take it from the first page of the person to whom it was told."""
    Notice.objects.filter(pk=notice.pk, user=by, read_at=None).update(read_at=now)
    notice.refresh_from_db(fields=["read_at"])
    return notice


@transaction.atomic
def choose(choice: NoticesChoice, *, by: User) -> None:
    """What this person does not want to be told, and in which way."""
    off = {(switch.kind, switch.channel) for switch in choice.off}
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    SwitchedOff.objects.filter(user=by).delete()
    SwitchedOff.objects.bulk_create(SwitchedOff(user=by, kind=kind, channel=channel) for kind, channel in sorted(off))


def off_secret(user: User, kind: str) -> str:
    """What a mail's link carries: it switches off mail of this kind for this person and nothing else."""
    return signing.dumps([str(user.pk), str(kind)], salt=SALT, compress=False)


def meant_by(secret: str) -> tuple[User, Kind] | None:
    """Whose mails of which kind the link switches off."""
    try:
        pk, kind = signing.loads(secret, salt=SALT)
        user = User.objects.filter(pk=pk, is_active=True).first()
        return (user, Kind(kind)) if user else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def no_more_mail(*, user: User, kind: Kind) -> None:
    """Said twice it is said once."""
    SwitchedOff.objects.get_or_create(user=user, kind=kind, channel=Channel.MAIL)


def foot(user: User, news: News) -> str:
    """Where it is and how to get no more of it. Without the address of this installation, which only its operator
    knows, the places are named instead."""
    address = settings.SCOREKEEPER_ADDRESS.rstrip("/")
    if not address:
        return _(
            "You receive this mail as a member of {club}. To switch it off, sign in and open “You”, then “Notices”."
        ).format(club=news.club.name)
    words = _("Open it here: {link}\n\nYou receive this mail as a member of {club}. To stop mails of this kind: {off}")
    off = reverse("notices_off", args=[off_secret(user, news.kind)])
    return words.format(link=f"{address}{news.link}", club=news.club.name, off=f"{address}{off}")


def forget_notices(*, now: datetime) -> int:
    """Delete what was told long ago; how many."""
    return Notice.objects.filter(at__lt=now - FORGOTTEN, until__lt=now).delete()[0]
