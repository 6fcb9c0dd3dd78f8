"""What leaves packed and what never does."""

import gzip
from io import BytesIO
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from scorekeeper.common.middleware import Packed
from tests import factories
from tests.acting import bearer

PACKS = {"HTTP_ACCEPT_ENCODING": "gzip, br"}
WORDS = b"<p>Renate Vogt keeps the sheet.</p>" * 40


def answered(kind: str, path: str = "/clubs/", **headers: str) -> HttpResponse:
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(WORDS, content_type=kind, headers=headers)

    return Packed(view)(RequestFactory().get(path, **PACKS))  # type: ignore[return-value]


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "text/css", "text/javascript", "image/svg+xml"])
def test_pages_and_what_belongs_to_them_are_packed(kind: str):
    answer = answered(kind, ETag='"7"')

    assert answer["Content-Encoding"] == "gzip"
    assert answer["ETag"] == 'W/"7"'
    assert "Accept-Encoding" in answer["Vary"]
    assert len(answer.content) < len(WORDS) / 3
    assert gzip.decompress(answer.content) == WORDS


@pytest.mark.parametrize(
    ("kind", "path", "headers"),
    [
        ("application/zip", "/clubs/1/archive/", {}),
        ("text/csv", "/clubs/1/lists.csv", {}),
        ("application/pdf", "/tables/1/sheet.pdf", {}),
        ("application/json", "/accounts/data/", {"Content-Disposition": 'attachment; filename="mine.json"'}),
        ("text/html", "/accounts/data/", {"Content-Disposition": 'attachment; filename="mine.html"'}),
        ("application/json", "/api/v1/me", {}),
    ],
)
def test_files_and_answers_to_programs_leave_as_they_are(kind: str, path: str, headers: dict[str, str]):
    answer = answered(kind, path, **headers)

    assert "Content-Encoding" not in answer
    assert answer.content == WORDS


def test_the_length_of_a_page_says_nothing_about_it():
    assert len({len(answered("text/html").content) for _ in range(40)}) > 1


@pytest.mark.django_db
def test_a_page_is_the_same_packed(client: Client):
    client.force_login(factories.make_user("Renate Vogt"))

    packed, plain = client.get("/accounts/", **PACKS), client.get("/accounts/")

    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert b"Renate Vogt" in gzip.decompress(packed.content)


def test_a_file_of_a_copy_at_home_is_packed():
    """Where nothing was collected: a demo, whose phones are in the same network."""

    def served(_request: HttpRequest) -> FileResponse:
        return FileResponse(BytesIO(WORDS), content_type="text/css", filename="tokens.css")

    answer = Packed(served)(RequestFactory().get("/static/css/tokens.css", **PACKS))

    assert answer["Content-Encoding"] == "gzip"
    assert "Content-Length" not in answer
    assert gzip.decompress(b"".join(answer.streaming_content)) == WORDS  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_what_is_unchanged_stays_unchanged():
    """A program that packs, too, is answered 304."""
    season = factories.make_season(factories.make_club())
    caller = bearer(factories.owner_of(season.club))
    address = f"/api/v1/seasons/{season.pk}/standings"
    first = Client().get(address, headers={**caller, "Accept-Encoding": "gzip"})

    again: Any = Client().get(address, headers={**caller, "Accept-Encoding": "gzip", "If-None-Match": first["ETag"]})

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
