"""A person's own pages."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import ApiToken
from scorekeeper.accounts.services import NewToken, make_api_token
from scorekeeper.common.templatetags.scorekeeper import address_lines
from tests.acting import bearer, proven, refusal, send
from tests.factories import make_token, make_user


@pytest.fixture
def anna(client, db):
    user = make_user("Anna")
    client.force_login(user)
    proven(client)
    return user


@pytest.mark.parametrize("name", ["account", "token_list"])
def test_a_stranger_signs_in_first(client, db, name):
    page = client.get(reverse(name))

    assert page.url == f"{reverse('account_login')}?next={reverse(name)}"


def test_the_name_is_changed(client, anna):
    page = client.post(reverse("account"), {"name": " Anna  K. "}, follow=True)

    anna.refresh_from_db()
    assert anna.name == "Anna K."
    assert "Your name is now Anna K." in page.content.decode()


def test_a_refused_name_is_kept_in_the_form(client, anna):
    page = client.post(reverse("account"), {"name": "A" * 81})

    assert page.status_code == 422
    assert "A" * 81 in page.content.decode()
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_a_program_changes_the_name(anna):
    by = bearer(anna)

    assert send("me/rename", {"name": " Anna  K. "}, by).json()["name"] == "Anna K."
    assert refusal(send("me/rename", {"name": " "}, by)) == (422, [("name_missing", "name")])
    assert send("me", None, by, method="GET").json()["name"] == "Anna K."


def test_a_name_cannot_carry_markup(client, anna):
    client.post(reverse("account"), {"name": "<b onclick=x>A</b>"})

    assert "<b onclick" not in client.get(reverse("account")).content.decode()


def test_the_look_is_kept_without_an_account(client, db):
    page = client.post(reverse("account_look"), {"theme": "dark", "suits": "four", "next": "/accounts/login/"})

    assert page.url == "/accounts/login/"
    html = client.get(page.url).content.decode()
    assert 'data-theme="dark" data-suits="four"' in html


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_the_look_leads_nowhere_else(client, db, elsewhere):
    page = client.post(reverse("account_look"), {"theme": "dark", "suits": "two", "next": elsewhere})

    assert page.url == reverse("home")


def test_an_unknown_look_is_not_kept(client, db):
    page = client.post(reverse("account_look"), {"theme": "<script>", "suits": "two"})

    assert "theme" not in page.cookies
    client.cookies["theme"] = "<script>"
    assert "data-theme" not in client.get("/accounts/login/").content.decode()


def test_a_token_is_shown_once_and_a_mail_tells_of_it(client, anna, mailoutbox):
    page = client.post(reverse("token_list"), {"name": "Spreadsheet", "scopes": ["read"]})

    secret = page.context["secret"]
    assert secret in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    assert secret not in client.get(reverse("token_list")).content.decode()
    (sent,) = mailoutbox
    assert (sent.to, sent.subject) == ([anna.email], "A new API token")
    assert "“Spreadsheet”" in sent.body
    assert secret not in sent.body
    token = ApiToken.objects.get()
    assert (token.user, token.scopes, secret in token.hash) == (anna, ["read"], False)


@pytest.mark.parametrize("wrong", [{"name": "", "scopes": ["read"]}, {"name": "A"}, {"name": "A", "scopes": ["all"]}])
def test_a_refused_token_is_not_made(client, anna, wrong):
    page = client.post(reverse("token_list"), wrong)

    assert page.status_code == 422
    assert ApiToken.objects.count() == 0


def test_a_name_of_marks_only_is_refused_at_its_field(client, anna):
    page = client.post(reverse("token_list"), {"name": "\u202e", "scopes": ["read"]})

    assert page.status_code == 422
    assert "name" in page.context["form"].errors


def test_a_revoked_token_is_gone(client, anna):
    token, _secret = make_api_token(NewToken(name="A", scopes=("read",)), by=anna, now=timezone.now())

    page = client.post(reverse("token_revoke", args=[token.pk]), follow=True)

    token.refresh_from_db()
    assert token.revoked_at is not None
    assert list(page.context["tokens"]) == []


def test_another_persons_token_is_not_there(client, anna):
    token, _secret = make_api_token(NewToken(name="A", scopes=("read",)), by=make_user(), now=timezone.now())

    assert client.post(reverse("token_revoke", args=[token.pk])).status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


def test_revoking_needs_a_post(client, anna):
    token, _secret = make_api_token(NewToken(name="A", scopes=("read",)), by=anna, now=timezone.now())

    assert client.get(reverse("token_revoke", args=[token.pk])).status_code == 405


def test_a_token_that_has_run_out_says_so(client, anna):
    make_api_token(NewToken(name="A", scopes=("read",)), by=anna, now=timezone.now() - timedelta(days=400))

    assert "Expired" in client.get(reverse("token_list")).content.decode()


@pytest.mark.parametrize("tokens", [1, 3])
def test_the_list_of_tokens_costs_the_same_at_any_length(client, anna, tokens, django_assert_num_queries):
    for number in range(tokens):
        make_token(anna, "read", name=str(number))

    with django_assert_num_queries(8):
        client.get(reverse("token_list"))


@pytest.mark.parametrize("tokens", [1, 3])
def test_the_account_page_costs_the_same_at_any_length(client, anna, tokens, django_assert_num_queries):
    for number in range(tokens):
        make_token(anna, "read", name=str(number))

    with django_assert_num_queries(6):
        client.get(reverse("account"))


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("wolfgang@petersen.example", "wolfgang@<wbr>petersen<wbr>.example"),
        ("a.b@c.example", "a<wbr>.b@<wbr>c<wbr>.example"),
        ("<b>@example", "&lt;b&gt;@<wbr>example"),
        ("", ""),
    ],
)
def test_an_address_breaks_where_its_parts_end(address, written):
    assert address_lines(address) == written
