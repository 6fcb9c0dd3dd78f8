"""What is too large: refused by 413 before anything is read, kept or written."""

import gzip
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.common.parsers import strict_json
from tests import factories
from tests.acting import PROBLEM
from tests.rows import everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(factories.make_user())
    return client


def test_a_form_beyond_the_limit_is_told_so_on_a_page(client):
    before = everything()

    answer = client.post(reverse("club_new"), {"name": "x" * 1_000_001})

    assert answer.status_code == 413
    assert "This is too large" in answer.content.decode()
    assert everything() == before


@pytest.mark.parametrize("address", ["/clubs/new/", "/accounts/login/", "/api/v1/sittings/x/hands"])
def test_a_file_is_taken_nowhere(client, address):
    answer = client.post(address, {"name": "A", "file": SimpleUploadedFile("a.txt", b"x" * 10)})

    assert answer.status_code in ({404} if "api" in address else {413})


def test_too_many_fields_are_refused(client):
    answer = client.post(reverse("club_new"), {f"f{number}": "" for number in range(5_001)})

    assert answer.status_code == 400


def test_forms_in_another_charset_are_refused(client):
    answer = client.post(reverse("club_new"), "name=A", "application/x-www-form-urlencoded; charset=utf-7")

    assert answer.status_code == 400


def test_of_very_many_keys_the_one_that_stands_there_twice_is_named():
    keys = ",".join(f'"{number}":0' for number in range(9_000))

    with pytest.raises(ValueError, match="'8999' occurs twice"):
        strict_json(f'{{{keys},"8999":0}}')


@pytest.mark.parametrize("text", ["[" + "0," * 10_000 + "0]", "[" * 10_001, '[{"a":[' + "[]," * 5_000 + "[]]}]"])
def test_more_values_than_any_body_has_are_refused_before_they_are_made(text):
    with pytest.raises(ValueError, match="more than 10000 values"):
        strict_json(text)


def test_commas_and_brackets_of_a_text_are_no_values():
    assert strict_json('["' + ",[{" * 10_000 + '\\",["]') == [",[{" * 10_000 + '",[']


@pytest.mark.parametrize("packed", ["gzip", "br", "deflate, gzip"])
def test_a_packed_body_is_refused_unopened(client, packed):
    bomb, before = gzip.compress(b" " * 10_000_000), everything()

    answers = [
        client.generic("POST", address, bomb, "application/json", headers={"Content-Encoding": packed})
        for address in ("/api/v1/sittings/x/hands", "/clubs/new/")
    ]

    assert [answer.status_code for answer in answers] == [415, 415]
    assert answers[0]["Content-Type"] == PROBLEM
    assert all("the header Content-Encoding is not understood" in answer.content.decode() for answer in answers)
    assert everything() == before


@pytest.mark.parametrize("came", [0, 1, 9, 10])
def test_a_body_whose_end_is_missing_is_refused(client, came):
    sent, kind = b"name=A&q=1"[:came], "application/x-www-form-urlencoded"

    meta = {"CONTENT_LENGTH": "10", "wsgi.input": BytesIO(sent)}
    answer = client.generic("POST", "/clubs/new/", b"", kind, **meta)

    assert answer.status_code == (422 if came == 10 else 400)
    assert came == 10 or "The end of the data is missing" in answer.content.decode()


@pytest.mark.parametrize("length", ["x", "-5", "1e3", ""])
def test_a_length_that_is_none_is_no_length(client, length):
    assert client.generic("POST", "/clubs/new/", b"name=A", CONTENT_LENGTH=length).status_code in {400, 422}


@pytest.mark.parametrize("address", ["/clubs/new/", "/api/v1/sittings/x/hands"])
def test_a_body_in_pieces_is_refused_as_such(client, address):
    """A proxy in front puts it together; without one the app would read nothing of it."""
    meta = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": BytesIO(b"name=A"), "CONTENT_LENGTH": ""}

    answer = client.generic("POST", address, b"", "application/x-www-form-urlencoded", **meta)

    assert answer.status_code == 411
    assert "Content-Length" in answer.content.decode()
