"""A person, or everybody of a club, is shown by a short or code name: to all but those who keep its sheets and books,
on every page, in every file and answer. Pages are read by whoever reads them in the world, and by a plain member."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final
from urllib.parse import urljoin

import pytest
from django.db.models import Q
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Merge, Player, Role
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import add_player, change_club
from scorekeeper.common.errors import Refused
from scorekeeper.people.services import (
    CalledBy,
    Merging,
    PersonName,
    call_player,
    merge_players,
    rename_player,
    undo_merge,
)
from scorekeeper.play.models import Device
from tests import factories
from tests.acting import bearer, csrf, same_cookies, send, signed_in, words
from tests.api.test_access import ENDPOINTS, make_world, prepare
from tests.factories.forms import IDENTITY, make_all_pages
from tests.factories.world import Page
from tests.rows import undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

SURNAME: Final = "Klabautermann"
OFFERED: Final = re.compile(r'href="([^"]*\.(?:csv|xlsx|pdf)(?:\?[^"]*)?)"')
KEEPERS: Final = (Role.OWNER, Role.DIRECTOR, Role.SCORER)
EVERY: Final = 6  # page of so many is read in the usual run


def give_surnames() -> None:
    """Everybody who plays has a last name, on sheets that have been played before, and each club shows short ones."""
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(name=f"{player.name.split()[0]} {SURNAME}")
    for merge in Merge.objects.all():
        Merge.objects.filter(pk=merge.pk).update(name=f"{merge.name} {SURNAME}")
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(name=f"{user.own_name.split()[0]} {SURNAME}")
    for device in Device.objects.exclude(seat=None).select_related("seat__player"):
        Device.objects.filter(pk=device.pk).update(name=device.seat.player.name)
    for club in Club.objects.filter(is_private=False, closed_at=None):
        Club.objects.filter(pk=club.pk).update(book=club.book + 1)
        change_club(ClubChange(names="short"), club=club, by=factories.owner_of(club))


def written(content: bytes, kind: str) -> str:
    """All words of a page or a file."""
    if content.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    if "spreadsheetml" in kind:
        sheets = load_workbook(BytesIO(content)).worksheets
        return " ".join(str(cell.value) for sheet in sheets for row in sheet.iter_rows() for cell in row)
    return content.decode(errors="replace")


def read(client: Client, address: str) -> str:
    """What stands there for this client; nothing where it is not theirs to read."""
    with same_cookies(client):
        answer = client.get(address)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return written(content, answer.get("Content-Type", "")) if answer.status_code == 200 else ""


def is_of_keeper(client: Client) -> bool:
    """Whether it is signed in as somebody who keeps sheets and books."""
    user = client.session.get("_auth_user_id")
    return bool(user) and Membership.objects.filter(user=user, role__in=KEEPERS).exists()


def one_of_each(pages: list[Page]) -> Iterator[Page]:
    """The first page of each kind that can be read again."""
    found: dict[str, Page] = {}
    for page in pages:
        found.setdefault(IDENTITY.sub("*", page.address), page)
    yield from found.values()


def files_of(pages: list[Page]) -> dict[str, tuple[Client, str]]:
    found: dict[str, tuple[Client, str]] = {}
    for page in pages:
        for link in OFFERED.findall(page.html):
            address = urljoin(page.address, link.replace("&amp;", "&"))
            found.setdefault(IDENTITY.sub("*", address.split("?")[0]), (page.client, address))
    return {kind: file for kind, file in found.items() if not kind.startswith("/static/")}


def test_no_page_shows_a_whole_name_to_a_visitor_or_a_member(request: pytest.FixtureRequest) -> None:
    """Each page as a plain member, and as the visitor or phone that reads it in the world."""
    world, pages = laid(make_all_pages)
    member = signed_in(factories.make_member(world.club))
    give_surnames()
    shown = list(one_of_each(pages))
    asked = [
        (client, page.address)
        for page in (shown if request.config.getoption("--long") else shown[::EVERY])
        for client in ([member] if is_of_keeper(page.client) else [member, page.client])
    ]

    assert len(shown) > 200
    told = {IDENTITY.sub("*", address) for client, address in asked if SURNAME in read(client, address)}
    assert told <= {"/accounts/"}  # where everybody reads their own name
    assert SURNAME in read(world.client(), f"/clubs/{world.club.pk}/people/")  # there is something to find
    assert "K." in read(member, f"/clubs/{world.club.pk}/people/")


def test_no_file_shows_a_whole_name(request: pytest.FixtureRequest) -> None:
    """Not even one that the owner makes: files and papers are handed on. But for the whole club as a file."""
    _world, pages = laid(make_all_pages)
    give_surnames()
    files = files_of(pages)
    kinds = sorted(files) if request.config.getoption("--long") else sorted(files)[::EVERY]

    assert len(files) > 50
    assert [kind for kind in kinds if SURNAME in read(*files[kind])] == []


def test_no_answer_of_the_api_shows_a_whole_name_to_a_member(request: pytest.FixtureRequest) -> None:
    world = laid(make_world)
    member = factories.make_member(world.club)
    headers = bearer(member)
    give_surnames()
    reads = [endpoint for endpoint, row in ENDPOINTS.items() if row[0] == "GET"]
    told = []
    for endpoint in reads if request.config.getoption("--long") else reads[:: EVERY // 2]:
        with undone():
            prepare(world, endpoint)
            answer = send(endpoint.format(**vars(world)), None, headers, method="GET")
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            if SURNAME in written(content, answer.get("Content-Type", "")):
                told.append(endpoint)

    assert len(reads) > 50
    assert told == []


def called(player: Player) -> tuple[str, str]:
    player.refresh_from_db()
    return player.name, player.full_name


def test_namesakes_of_a_club_of_short_names_are_told_apart() -> None:
    club = factories.make_club()
    lena, leni = (factories.make_player(club, name) for name in ("Lena Krüger", "Lena Köhler"))
    owner = factories.owner_of(club)
    change_club(ClubChange(names="short"), club=club, by=owner)

    guest = add_player(club=club, name="Otto Kahn", now=factories.NOW)

    assert {called(lena), called(leni)} == {("Lena K.", "Lena Krüger"), ("Lena Kö.", "Lena Köhler")}
    assert called(guest) == ("Otto K.", "Otto Kahn")
    change_club(ClubChange(names="full"), club=club, by=owner)
    assert {called(lena), called(leni), called(guest)} == {("Lena Krüger", ""), ("Lena Köhler", ""), ("Otto Kahn", "")}


def test_a_code_name_follows_neither_the_club_nor_a_new_name_and_ends_when_it_is_taken_back() -> None:
    club = factories.make_club()
    owner, user = factories.owner_of(club), factories.make_member(club)
    User.objects.filter(pk=user.pk).update(name="Mia Berg")
    mia = Player.objects.get(club=club, user=user)
    place = {"club": club, "by": owner, "player": mia}

    rename_player(PersonName(name="Mia Berg"), **place)
    call_player(CalledBy(called="code", code="Otter"), **place)
    change_club(ClubChange(names="short"), club=club, by=owner)
    rename_player(PersonName(name="Mia Bergmann"), **place)

    user.refresh_from_db()
    assert called(mia) == ("Otter", "Mia Bergmann")
    assert (user.name, user.own_name) == ("Otter", "Mia Berg")
    call_player(CalledBy(called="club"), **place)
    user.refresh_from_db()
    assert (called(mia), user.name) == (("Mia B.", "Mia Bergmann"), "Mia B.")


def test_a_code_name_that_somebody_has_is_refused() -> None:
    club = factories.make_club()
    mia = factories.make_player(club, "Mia Berg")
    factories.make_player(club, "Otter")

    with pytest.raises(Refused) as refused:
        call_player(CalledBy(called="code", code="otter"), club=club, by=factories.owner_of(club), player=mia)

    assert [problem.code for problem in refused.value.problems] == ["code_taken"]
    assert called(mia) == ("Mia Berg", "")


def test_a_line_that_is_taken_out_of_somebody_with_a_code_name_is_shown_by_a_short_one() -> None:
    club = factories.make_club()
    owner = factories.owner_of(club)
    mia, other = factories.make_player(club, "Mia Berg"), factories.make_player(club, "Maria Berger")
    call_player(CalledBy(called="code", code="Otter"), club=club, by=owner, player=mia)
    asked = Merging(kept=mia.pk)
    merge = merge_players(asked, club=club, by=owner, gone=other.pk, now=factories.NOW)
    assert called(other) == ("Otter", "Mia Berg")

    undo_merge(club=club, by=owner, merge=merge.pk, now=factories.NOW)

    assert called(other) == ("Maria B.", "Maria Berger")


def test_a_phone_that_joined_under_a_whole_name_follows() -> None:
    sitting = factories.make_sitting()
    device = factories.make_device(sitting, 0)
    Device.objects.filter(pk=device.pk).update(name="Mia Berg")
    mia = device.seat.player
    place = {"club": sitting.club, "by": factories.owner_of(sitting.club), "player": mia}
    rename_player(PersonName(name="Mia Berg"), **place)

    call_player(CalledBy(called="short"), **place)

    device.refresh_from_db()
    assert device.name == "Mia B."


def test_scorers_read_whole_names_under_people_and_find_by_them_and_members_do_not() -> None:
    club = factories.make_club()
    mia = factories.make_player(club, "Mia Berg")
    call_player(CalledBy(called="code", code="Otter"), club=club, by=factories.owner_of(club), player=mia)
    scorer, member = (signed_in(factories.make_member(club, role)) for role in ("scorer", "member"))
    pages = [f"/clubs/{club.pk}/people/", f"/clubs/{club.pk}/people/?q=Berg", f"/clubs/{club.pk}/people/{mia.pk}/"]
    found = f"/clubs/{club.pk}/people/find/?q=Ber"

    assert all("Mia Berg" in read(scorer, page) and "Otter" in read(scorer, page) for page in [*pages, found])
    assert all("Mia Berg" not in read(member, page) for page in [*pages, found])
    assert "Otter" in read(member, pages[0])
    assert "Otter" not in read(member, found)


def test_a_director_chooses_the_name_on_a_page() -> None:
    club = factories.make_club()
    mia = factories.make_player(club, "Mia Berg")
    director = signed_in(factories.make_member(club, "director"))
    address = f"/clubs/{club.pk}/people/{mia.pk}/called/"

    refused = director.post(address, {"called": "code", "code": ""}, headers=csrf(director))
    done = director.post(address, {"called": "code", "code": "Otter"}, headers=csrf(director), follow=True)

    assert refused.status_code == 422
    assert "Others now see the name Otter." in words(done)
    assert not Player.objects.filter(Q(pk=mia.pk), name="Mia Berg").exists()
    assert signed_in(factories.make_member(club, "scorer")).get(address).status_code == 403
