"""All that is held about a person: everything of theirs, nothing of anybody else, and no secret."""

import csv
import json
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import NewToken, make_api_token, note_change
from scorekeeper.clubs.models import Player
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import drain
from scorekeeper.payouts.pools.records import SpecialPrize
from scorekeeper.play.models import Seat
from scorekeeper.privacy.selectors import models
from scorekeeper.transfer.models import Upload
from tests import factories
from tests.factories import NOW
from tests.factories.money import Pool, with_money
from tests.privacy.test_forgetting import ADDRESS, NAME, Story

pytestmark = pytest.mark.django_db


def taken(user: Any) -> tuple[ZipFile, str]:
    """The file, and all that stands in it."""
    client = Client()
    client.force_login(user)
    answer = client.post("/accounts/data/", {"key": str(uuid4())})
    drain(timezone.now)
    page = client.get(answer["Location"]).content.decode()
    assert "Your data, from" in page
    archive = ZipFile(BytesIO(client.get(f"{answer['Location']}file/").getvalue()))
    return archive, "".join(archive.read(name).decode("utf-8-sig", "replace") for name in archive.namelist())


def test_all_of_it_and_only_theirs():
    story = Story()
    other = factories.make_member(story.club, user=factories.make_user("Somebody Else", email="else@example.org"))
    _token, secret = make_api_token(NewToken(name="mine", scopes=("read",)), by=story.user, now=timezone.now())

    archive, text = taken(story.user)

    rows = {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}
    assert {row["email"] for row in rows["accounts_user.json"]} == {ADDRESS}
    assert {row["name"] for row in rows["clubs_player.json"]} == {NAME}
    assert len(rows["play_seat.json"]) == 2
    assert len(rows["play_hand.json"]) == 6
    assert {"play_signature.json", "play_ledgerentry.json", "standings_result.json"} < set(rows)
    for hidden in (other.name, other.email, secret, '"password"', '"hash"'):
        assert hidden not in text
    for name, there in rows.items():
        written = archive.read(name.replace(".json", ".csv")).decode("utf-8-sig")
        assert len(list(csv.reader(StringIO(written, newline="")))) == len(there) + 1


def test_a_special_prize_that_names_them_is_among_it():
    story = Story()
    line = factories.player_of(story.user, story.club)
    with_money(story.club)
    season = factories.make_season(story.club)
    special = SpecialPrize(cause="best null", amount=500, player=line.pk)
    pool = Pool((), season=season, entry_price=0, guarantee=5000, specials=[special]).pool
    Pool(
        (),
        season=factories.make_season(story.club),
        entry_price=0,
        specials=[SpecialPrize(cause="nobody yet", amount=500)],
    )

    archive, _text = taken(story.user)

    (row,) = json.loads(archive.read("payouts_prizepool.json"))
    assert (row["id"], row["specials"][0]["cause"]) == (str(pool.pk), "best null")


def test_times_are_those_of_their_club():
    club = factories.make_club(time_zone="Asia/Tokyo")
    user = factories.owner_of(club)
    client = Client()
    client.force_login(user)

    archive, _text = taken(user)

    job = Job.objects.get(kind="own_data")
    asked = date_format(job.created_at.astimezone(ZoneInfo("Asia/Tokyo")), "DATETIME_FORMAT")
    assert asked in client.get("/accounts/data/").content.decode()
    assert f"Requested on {asked}" in client.get(f"/jobs/{job.pk}/").content.decode()
    made = json.loads(archive.read("clubs_player.json"))[0]["created_at"]
    written = archive.read("clubs_player.csv").decode("utf-8-sig")
    assert f"{datetime.fromisoformat(made).astimezone(ZoneInfo('Asia/Tokyo')):%Y-%m-%d %H:%M}" in written
    assert "Asia/Tokyo" in archive.read("README.txt").decode()


def test_a_file_they_sent_is_given_back():
    story = Story()
    Upload.objects.create(
        club=story.club, by=story.user, kind="people", name="people.csv", data=b"Name\nZo\xeb", at=NOW
    )

    archive, _text = taken(story.user)

    (row,) = json.loads(archive.read("transfer_upload.json"))
    assert archive.read(row["data"]) == b"Name\nZo\xeb"


def test_every_table_that_points_at_a_person_is_looked_at():
    """A new table is in, of whichever app it is, or is left out on purpose."""
    pointing = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in {User, Player, Seat}
    }

    left_out = {model._meta.label for model in pointing - set(models())}
    assert left_out == {"jobs.Job"}
    assert {"accounts_user", "clubs_player", "play_hand", "mfa_authenticator", "usersessions_usersession"} <= {
        model._meta.label_lower.replace(".", "_") for model in models()
    }


def test_how_they_sign_in_is_among_it_without_what_lets_somebody_in():
    user = factories.make_user()
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    note_change(user=user, old="old@example.org", new=user.email, now=timezone.now())
    Client().post("/accounts/login/", {"login": user.email, "password": factories.PASSWORD})

    archive, text = taken(user)

    (key,) = json.loads(archive.read("mfa_authenticator.json"))
    assert (key["type"], "data" in key) == ("totp", False)
    assert json.loads(archive.read("accounts_addresschange.json"))[0]["old"] == "old@example.org"
    for hidden in ('"data"', '"session_key"', '"link_hash"'):
        assert hidden not in text


def test_the_same_click_is_one_file():
    user, client, key = factories.make_user(), Client(), str(uuid4())
    client.force_login(user)

    for _click in range(2):
        client.post("/accounts/data/", {"key": key})

    assert Job.objects.count() == 1
