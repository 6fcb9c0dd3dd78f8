"""Every mail and notice of the program to somebody who chose no language: it is in that of their club.

The club speaks the pseudo-language; whoever acts reads English, so that a sentence that was written too early shows.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from typing import Any, Final
from uuid import uuid4

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import invite
from scorekeeper.leagues.evenings.mails import remind_of_evenings
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.money.services import ReportsWish, close_evening, read_reports
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.notices.models import Kind, Notice
from scorekeeper.notices.selectors import sentence
from scorekeeper.payouts.payments.services import PaidOutside, say_paid
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.notices import remind_of_signatures
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.marks.services import decide_dispute, dispute_hand
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.records import PerhapsReasoned, Reasoned
from scorekeeper.privacy.services import RetentionChoice, keep_names, keep_up
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import close, come, make_draw, make_evening, make_mixed, publish
from tests.factories.money import CLUB, EURO, booked, of, with_money
from tests.factories.tournaments import enter_names, enter_players, make_planned
from tests.languages.pseudo import CODE, offered, outside
from tests.languages.test_pseudo import NAMES, SAME, WORD, words_of_rows
from tests.privacy.test_forgetting import LATER as YEARS_LATER
from tests.privacy.test_forgetting import Old

pytestmark = pytest.mark.django_db

LATER: Final = NOW + timedelta(hours=1)
CHECK_MARK: Final = re.compile(r"\b[0-9A-F]{4}\b")  # of a sheet


class World:
    """A club that speaks the pseudo-language; neither its owner nor its member has chosen one."""

    def __init__(self, club: Club | None = None) -> None:
        self.club = with_money(club)
        Club.objects.filter(pk=self.club.pk).update(language=CODE)
        self.club.refresh_from_db()
        self.owner, self.member = factories.owner_of(self.club), factories.make_member(self.club)
        self.player = factories.player_of(self.member, self.club)

    def evening(self) -> Evening:
        """With one table, to which the program gave its name."""
        evening = make_evening(self.club, venue="Inn", fee=200, unit="€")
        for sits in (self.player, *(factories.make_player(self.club) for _seat in range(2))):
            check_in(Arrival(player=sits.pk), evening_id=evening.pk, by=self.owner, now=NOW)
        publish(evening)
        return evening

    def disputed(self) -> dict[str, Any]:
        (sitting,) = sittings_of(self.evening())
        hand = factories.record(sitting).hand
        where = {"sitting_id": sitting.pk, "hand_id": hand.pk}
        dispute_hand(Reasoned(reason="it was spades"), **where, by=Actor(self.member), now=NOW)
        return where


def signature() -> None:
    world = World()
    (sitting,) = sittings_of(world.evening())
    factories.record(sitting)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=Actor(world.owner), now=NOW)
    remind_of_signatures(now=LATER)


def dispute() -> None:
    World().disputed()


def evening() -> None:
    make_evening(World().club, starts_at=NOW + timedelta(days=1))
    remind_of_evenings(now=NOW)


def settled() -> None:
    world = World()
    where = world.disputed()
    mail.outbox.clear()
    decide_dispute(Reasoned(reason="all saw it"), **where, by=Actor(world.owner), now=LATER)


def payment() -> None:
    world = World()
    booked(world.club, {of(world.player): -1000, CLUB: 1000})
    asked = {"payer": factories.player_of(world.owner, world.club).pk, "getter": world.player.pk, "amount": 1000}
    say_paid(PaidOutside.read({**asked, **dict(EURO)}), club=world.club, by=world.owner, key=uuid4(), now=NOW)


def moved_up() -> None:
    world = World()
    made = make_planned(world.club, most=2, starts_at=timezone.now() + timedelta(days=3))
    first, _second = enter_names(made, "Anna", "Ben")
    enter_players(made, [Sitter(world.player.pk)])
    mark(EntrantMark(act="cancelled"), entrant_id=first.pk, by=world.owner, now=NOW)


def clean_up() -> None:
    old = Old()
    World(old.club)
    keep_names(RetentionChoice(years=2, is_automatic=True), club=old.club, by=old.owner, now=NOW)
    keep_up(now=YEARS_LATER)


def report() -> None:
    world = World()
    read_reports(ReportsWish(wants=True), club=world.club, by=world.member)
    evening = world.evening()
    (sitting,) = sittings_of(evening)
    factories.record(sitting)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=Actor(world.owner), now=NOW)
    close_evening(evening_id=evening.pk, by=world.owner, now=NOW)


def statement() -> None:
    cache.clear()
    world = World()
    booked(world.club, {of(world.player): 350, CLUB: -350}, {of(world.player): -50, CLUB: 50}, kind="fee")
    browser = Client()
    browser.force_login(world.owner)
    browser.post(reverse("money_statement_mail", args=[world.club.pk, world.player.pk]))


def invitation() -> None:
    world = World()
    asked = Inviting(role="scorer", email="new@example.org", player=factories.make_player(world.club, "Guest").pk)
    invite(asked, club=world.club, by=world.owner, now=NOW, link=lambda secret: f"https://example.org/{secret}")


def help_of_operator() -> None:
    """By commands, which nobody reads a page of."""
    world = World()
    call_command("account", "second-factor-off", world.member.email, stdout=StringIO())
    call_command("account", "address", world.member.email, "other@example.org", stdout=StringIO())


OF_KINDS: Final[dict[str, Callable[[], None]]] = {
    Kind.SIGNATURE: signature,
    Kind.DISPUTE: dispute,
    Kind.EVENING: evening,
    Kind.SETTLED: settled,
    Kind.PAYMENT: payment,
    Kind.MOVED_UP: moved_up,
    Kind.CLEAN_UP: clean_up,
}
OTHERS: Final = {each.__name__: each for each in (report, statement, invitation, help_of_operator)}


def english(text: str) -> Iterator[str]:
    """What stands outside of the marks and is no name."""
    allowed = words_of_rows() | SAME | NAMES | {"https", "example", "org"}
    for piece in outside(f"<p>{escape(CHECK_MARK.sub('', text))}</p>"):
        if set(WORD.findall(piece)) - allowed:
            yield piece


def test_every_kind_of_notice_is_here() -> None:
    assert set(OF_KINDS) == set(Kind)


@pytest.mark.parametrize("kind", [*OF_KINDS, *OTHERS])
def test_whoever_chose_no_language_is_written_to_in_that_of_the_club(kind: str) -> None:
    with offered():
        (OF_KINDS | OTHERS)[kind]()
        notices = [sentence(notice) for notice in Notice.objects.filter(kind=kind)]

    assert mail.outbox
    assert bool(notices) == (kind in OF_KINDS)
    for message in mail.outbox:
        assert "⟦" in message.subject
        assert list(english(f"{message.subject}\n{message.body}")) == []
    assert [value for notice in Notice.objects.all() for value in notice.values.values() if "⟦" in str(value)] == []


def test_mails_of_a_club_speak_its_games_as_it_chose() -> None:
    """On English pages Svoi Kozyri is called as in Russia; the sentences around it stay those of the club."""
    world = World()
    Club.objects.filter(pk=world.club.pk).update(language="en", game_words={"svoi_kozyri": "ru"})
    world.club.refresh_from_db()
    read_reports(ReportsWish(wants=True), club=world.club, by=world.member)
    evening = make_mixed(world.club, "svoi_kozyri")
    for number, plays in enumerate(evening.line_up):
        come(evening, 3, called=f"Guest of {number}", plays=plays)
        publish(evening, make_draw(evening, game=plays.pk))
    for sitting in sittings_of(evening):
        end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=Actor(world.owner), now=NOW)
    mail.outbox.clear()
    close(evening)

    lines = mail.outbox[0].body.splitlines()
    assert "Skat" in lines
    assert "Свои козыри" in lines
    assert lines[-1] == f"You get this e-mail because you asked for the reports of {world.club.name}."
