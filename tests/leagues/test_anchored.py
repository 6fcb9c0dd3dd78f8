"""What an evening gives to be kept elsewhere: a file of anchors at its report, check marks in the mail."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.chains.models import Link, Waiting
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.money.services import ReportsWish, close_evening, read_reports
from scorekeeper.play.models import Hand
from scorekeeper.play.upkeep.anchors import Since, compared, mark_of
from tests import factories
from tests.chains.tampering import unguarded
from tests.factories import NOW
from tests.factories.evenings import end_all, playing

pytestmark = pytest.mark.django_db


def test_a_closed_evening_gives_its_anchors_and_they_name_what_is_changed_later(
    client: Client, tmp_path: Path, mailoutbox, django_capture_on_commit_callbacks
):
    club = factories.make_club()
    owner = factories.owner_of(club)
    read_reports(ReportsWish(wants=True), club=club, by=owner)
    evening = playing(club, 3)
    end_all(evening, [factories.played(1)])
    client.force_login(owner)
    report, anchors = (reverse(name, args=[evening.pk]) for name in ("evening_report", "evening_anchors"))
    assert anchors not in client.get(report).content.decode()

    with django_capture_on_commit_callbacks(execute=True):
        close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert not Waiting.objects.exists()
    (sheet,) = sittings_of(evening)
    assert f"{sheet.code} {mark_of(sheet)}" in mailoutbox[0].body
    assert anchors in client.get(report).content.decode()
    answer = client.get(anchors)
    assert answer["Content-Disposition"] == 'attachment; filename="anchors-2026-09-04.jsonl"'
    kept = tmp_path / "kept"
    kept.write_bytes(answer.content)
    assert list(compared(kept, Since())) == []
    with unguarded():
        Hand.objects.filter(sitting=sheet).update(hash="0" * 64)
        Link.objects.filter(owner=evening.pk)._raw_delete("default")
    found = dict(compared(kept, Since()))
    assert found[f"sitting {sheet.pk}"].startswith("seq 1 is not what was anchored on ")
    assert found[f"chain {evening.pk}"].startswith("link 1 and all after it, anchored on ")


def test_nobody_of_another_club_gets_the_anchors(client: Client):
    evening = playing(factories.make_club(), 3)
    client.force_login(factories.owner_of(factories.make_club()))

    assert client.get(reverse("evening_anchors", args=[evening.pk])).status_code == 404
