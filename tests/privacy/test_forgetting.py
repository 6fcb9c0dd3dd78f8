"""Somebody becomes nameless: no name of theirs is left in any table, and no total, hand or chain has moved."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client

from scorekeeper.accounts.models import AddressChange
from scorekeeper.accounts.services import note_change
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.clubs.records import Closing
from scorekeeper.clubs.services import close_club, hand_over
from scorekeeper.common.errors import Refused
from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import drain
from scorekeeper.outbox.models import Mail
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.models import Act, Hand, LedgerEntry, Signature
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.privacy.selectors import before, inactive, last_played
from scorekeeper.privacy.services import CleanUpWish, RetentionChoice, ask_to_clean_up, give_up_account, keep_names
from scorekeeper.standings.models import Result, SeasonTally
from scorekeeper.standings.selectors.table import lines
from tests import factories
from tests.acting import bearer, client_of, proven, refusal, send
from tests.factories import NOW

pytestmark = pytest.mark.django_db

NAME, ADDRESS = "Friedhelm Unverwechselbar", "friedhelm.unverwechselbar@example.org"


class Story:
    """A member who has played, signed, recorded, been merged, invited and written to."""

    def __init__(self) -> None:
        self.club = factories.make_club()
        self.user = factories.make_member(self.club, "director", user=factories.make_user(NAME, email=ADDRESS))
        self.line = factories.player_of(self.user, self.club)
        guest = factories.make_player(self.club, "Friedhelm")
        self.season = factories.make_season(self.club)
        for player in (self.line, guest):
            self._played(player)
        owner = factories.owner_of(self.club)
        merge_players(Merging(kept=self.line.pk), club=self.club, by=owner, gone=guest.pk, now=NOW)
        sent = {"to": [ADDRESS], "subject": "x", "body": NAME, "sender": "x", "created_at": NOW, "next_attempt_at": NOW}
        Mail.objects.create(**sent)

    def _played(self, player: Player) -> None:
        others = [factories.make_player(self.club) for _seat in range(2)]
        sitting = factories.make_sitting(self.club, by=self.user, players=[player, *others], seasons=[self.season])
        factories.record_list(sitting, [factories.played(), factories.passed(), factories.played(1)])
        factories.penalise(sitting)
        phone = factories.make_device(sitting, 0, let_in=True)
        type(phone).objects.filter(pk=phone.pk).update(name=NAME)
        factories.finish(sitting)


def everything() -> str:
    """Every row of every table as the database has it."""
    rows = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            rows += cursor.fetchall()
    return repr(rows)


def counted(season: Any) -> list[Any]:
    """All but what was typed, which goes with them (test_erasing.py)."""
    ranks = [(row.rank, row.row.points, row.row.player_id) for row in lines(season, official=True).ranked]
    rows = [row for model in (Hand, LedgerEntry, Act, Signature) for row in model.objects.order_by("pk").values()]
    records = [{name: value for name, value in row.items() if name != "reason"} for row in rows]
    return [ranks, records, list(SeasonTally.objects.order_by("pk").values())]


def test_nothing_names_them_and_nothing_has_moved():
    story = Story()
    totals = counted(story.season)
    assert everything().count(NAME) > 3

    give_up_account(user=story.user, now=NOW)

    left = everything()
    assert NAME not in left
    assert "Friedhelm" not in left
    assert ADDRESS not in left
    assert counted(story.season) == totals
    assert list(verify(Count())) == []
    person = Player.objects.get(pk=story.line.pk)
    assert (person.name, person.user_id, person.retired_at) == ("Player 2", None, NOW)
    story.user.refresh_from_db()
    assert (story.user.is_active, story.user.has_usable_password()) == (False, False)
    assert not Membership.objects.filter(user=story.user).exists()


def test_how_they_signed_in_goes_too():
    user = factories.make_user(NAME, email=ADDRESS)
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    note_change(user=user, old="old@example.org", new=ADDRESS, now=NOW)
    client = Client()
    client.post("/accounts/login/", {"login": ADDRESS, "password": "wrong wrong wrong"})

    give_up_account(user=user, now=NOW)

    for model in (Authenticator, AddressChange, UserSession):
        assert not model.objects.exists()
    assert ADDRESS not in everything()
    assert "old@example.org" not in everything()


def test_two_who_leave_one_club_are_two():
    story = Story()
    other = factories.make_member(story.club)
    line = factories.player_of(other, story.club)

    for user in (story.user, other):
        give_up_account(user=user, now=NOW)

    assert Player.objects.get(pk=line.pk).name != Player.objects.get(pk=story.line.pk).name


def test_an_owner_hands_over_first(club, owner):
    member = factories.make_member(club)

    with pytest.raises(Refused, match="First hand over or close your clubs"):
        give_up_account(user=owner, now=NOW)

    hand_over(club=club, by=owner, membership=Membership.objects.get(club=club, user=member))
    give_up_account(user=owner, now=NOW)
    assert Membership.objects.get(club=club).user == member


def test_the_page_wants_the_address_and_ends_the_session():
    story = Story()
    client = proven(client_of(story.user))

    assert "cannot be undone" in client.get("/accounts/data/give-up/").content.decode()
    assert client.post("/accounts/data/give-up/", {"email": "another@example.org"}).status_code == 422
    assert Player.objects.get(pk=story.line.pk).name == NAME
    answer = client.post("/accounts/data/give-up/", {"email": f" {ADDRESS.upper()} "}, follow=True)

    assert "your name is removed" in answer.content.decode()
    assert client.get("/accounts/").status_code == 302


@pytest.mark.both_engines("locks rows", "privacy.services")
def test_the_owner_of_a_closed_club_may_go(club, owner):
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)

    give_up_account(user=owner, now=NOW)

    assert not Membership.objects.filter(club=club).exists()


def test_an_owner_is_told_on_the_page(club, owner):
    client = proven(client_of(owner))

    page = client.get("/accounts/data/give-up/").content.decode()

    assert "First hand over or close the clubs" in page
    assert "cannot be undone" not in page
    assert client.post("/accounts/data/give-up/", {"email": owner.email}).status_code == 422


LATER = before(NOW, -3)


class Old:
    """Some who have not played for three years, and some who have."""

    def __init__(self) -> None:
        self.club = factories.make_club()
        self.owner = factories.owner_of(self.club)
        self.gone = [factories.make_player(self.club, name) for name in ("Alt Aber", "Längst Fort", "Nie Wieder")]
        self.season = factories.make_season(self.club)
        self.sitting = factories.make_sitting(self.club, players=self.gone, seasons=[self.season])
        factories.record(self.sitting)
        factories.finish(self.sitting)
        self.member = factories.make_member(self.club)
        stays = [factories.make_player(self.club, f"Stays {number}") for number in range(3)]
        factories.make_sitting(self.club, players=stays, now=LATER - timedelta(days=300))
        keep_names(RetentionChoice(years=2), club=self.club, by=self.owner, now=NOW)

    def clean(self, **more: Any) -> Job:
        wish = CleanUpWish(people=tuple(more.pop("people", [player.pk for player in self.gone])))
        return ask_to_clean_up(wish, club=self.club, now=LATER, **{"by": self.owner, "key": uuid4(), **more})


def names(club: Club) -> set[str]:
    return set(Player.objects.filter(club=club).values_list("name", flat=True))


def test_a_clean_up_does_what_it_said():
    old = Old()
    totals = counted(old.season)

    assert inactive(old.club, before(LATER, 2)) == old.gone
    job = old.clean()
    drain(lambda: LATER)

    job.refresh_from_db()
    assert (job.state, job.sentences) == (State.DONE, ["Names removed: 3. No totals have changed."])
    assert inactive(old.club, before(LATER, 2)) == []
    assert {"Stays 0", "Player 2", "Player 3", "Player 4"} < names(old.club)
    assert not {"Alt Aber", "Längst Fort", "Nie Wieder"} & names(old.club)
    assert counted(old.season) == totals
    assert list(verify(Count())) == []


def test_a_clean_up_run_twice_is_the_same():
    old = Old()
    job = old.clean()
    drain(lambda: LATER)
    before_it = names(old.club)

    Job.objects.filter(pk=job.pk).update(state=State.WAITING)
    drain(lambda: LATER)

    job.refresh_from_db()
    assert (names(old.club), job.sentences) == (before_it, ["Names removed: 3. No totals have changed."])


def test_who_plays_again_meanwhile_keeps_their_name():
    old = Old()
    old.clean()
    others = [factories.make_player(old.club) for _seat in range(2)]
    factories.make_sitting(old.club, players=[old.gone[0], *others], now=LATER)

    drain(lambda: LATER)

    assert "Alt Aber" in names(old.club)
    assert "Längst Fort" not in names(old.club)


def test_a_clean_up_touches_only_whom_it_may():
    """Members, people of another club and who plays still, asked for by a form that no page of ours has made."""
    old, other = Old(), Old()
    stays = Player.objects.get(club=old.club, name="Stays 0")
    member = factories.player_of(old.member, old.club)

    for stranger in (other.gone[0].pk, uuid4()):
        with pytest.raises(Refused, match="no such player"):
            old.clean(people=[stays.pk, stranger])
    old.clean(people=[stays.pk, member.pk])
    drain(lambda: LATER)

    assert {"Stays 0", member.name, "Alt Aber"} <= names(old.club)
    assert "Alt Aber" in names(other.club)


def test_only_an_owner_cleans_up_and_only_after_saying_how_long(club, owner):
    director = factories.make_member(club, "director")

    for act in (
        lambda: keep_names(RetentionChoice(years=2), club=club, by=director, now=NOW),
        lambda: ask_to_clean_up(CleanUpWish(people=()), club=club, by=director, key=uuid4(), now=NOW),
    ):
        with pytest.raises(PermissionDenied):
            act()
    with pytest.raises(Refused, match="First choose"):
        ask_to_clean_up(CleanUpWish(people=()), club=club, by=owner, key=uuid4(), now=NOW)
    with pytest.raises(Refused, match="Choose one"):
        RetentionChoice.read({"years": 1})


def test_who_played_by_an_imported_list_has_played(monkeypatch):
    old, client = Old(), Client()
    listed = factories.make_player(old.club, "Nach Liste")
    factories.import_evening(old.season, {listed: {"points": 30}})
    never = factories.make_player(old.club, "Nie Da")
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    client.force_login(old.owner)

    page = client.get(f"/clubs/{old.club.pk}/retention/").content.decode()
    assert last_played(old.club, [listed, never]) == {listed.pk: date(2025, 3, 3)}
    assert page.count("never played") == 1
    assert listed in inactive(old.club, before(LATER, 2))
    Result.objects.filter(player=listed).update(played_on=LATER.date() - timedelta(days=300))
    assert listed not in inactive(old.club, before(LATER, 2))


def test_the_page_shows_whom_it_concerns(monkeypatch):
    old, client = Old(), Client()
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    client.force_login(old.owner)
    address = f"/clubs/{old.club.pk}/retention/"

    page = client.get(address).content.decode()
    assert "Remove 3 names" in page
    ids = page.split('name="people" value="')[1].split('"')[0]
    answer = client.post(f"{address}clean/", {"people": ids, "key": str(uuid4())})
    assert answer.status_code == 302
    drain(lambda: LATER)
    assert "No name is that old" in client.get(address).content.decode()
    client.post(address, {"years": ""})
    assert "Remove names today" not in client.get(address).content.decode()
    client.force_login(old.member)
    assert client.get(address).status_code == 403


def test_a_program_reads_chooses_and_cleans_up(monkeypatch):
    old, key = Old(), str(uuid4())
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    by, path = bearer(old.owner), f"clubs/{old.club.pk}/retention"
    shown = send(path, None, by, method="GET").json()
    assert [one["name"] for one in shown["people"]] == ["Alt Aber", "Längst Fort", "Nie Wieder"]
    assert refusal(send(f"{path}/choose", {"years": 1}, by)) == (422, [("years_unknown", "years")])
    assert refusal(send(f"{path}/clean-up", {"people": [str(uuid4())]}, by)) == (422, [("player_unknown", "people")])

    wish = {"people": [one["player"] for one in shown["people"]]}
    jobs = [send(f"{path}/clean-up", wish, {**by, "Idempotency-Key": key}) for _twice in range(2)]
    drain(lambda: LATER)

    assert [job.status_code for job in jobs] == [202, 202]
    assert jobs[0].json()["id"] == jobs[1].json()["id"]
    assert send(path, None, by, method="GET").json()["people"] == []
    kept = send(f"{path}/choose", {}, by).json()
    assert (kept["years"], kept["since"], kept["is_automatic"]) == (None, None, False)
