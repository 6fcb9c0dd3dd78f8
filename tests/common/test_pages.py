"""The frame of every page: error pages, forms, navigation, security headers."""

import re
from pathlib import Path

import pytest
from django import forms
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import path, reverse

from scorekeeper.common.templatetags.scorekeeper import change, figure
from scorekeeper.languages.templatetags.suits import PICTURES
from scorekeeper.urls import handler500  # noqa: F401 this module is the URLconf of a test
from scorekeeper.urls import urlpatterns as ours
from tests.factories import make_club, make_user, owner_of
from tests.pages import folded

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def fails(request, error):
    raise {"400": SuspiciousOperation, "403": PermissionDenied, "500": ZeroDivisionError}[error]


urlpatterns = [*ours, path("fails/<str:error>/", fails)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("error", "words"),
    [("400", "can’t be read"), ("403", "not yours to do"), ("500", "Something broke on our side")],
)
def test_error_pages_say_what_to_do(db, error, words):
    quiet = Client(raise_request_exception=False)

    page = quiet.get(f"/fails/{error}/")

    assert page.status_code == int(error)
    assert words in page.content.decode()
    assert "css/base.css" in page.content.decode()


@pytest.mark.urls(__name__)
def test_the_page_for_a_broken_app_names_the_request(db):
    page = Client(raise_request_exception=False).get("/fails/500/", headers={"X-Request-ID": "0123abcd"})

    assert "<code>0123abcd</code>" in page.content.decode()


def test_an_unknown_address(client, db):
    page = client.get("/nothing/here/")

    assert page.status_code == 404
    assert "There is nothing here" in page.content.decode()


def test_the_page_for_a_broken_app_needs_no_database():
    assert "What was saved before is safe" in render_to_string("500.html")


def test_too_many_tries_have_a_page(rf):
    assert "Wait a few minutes" in render_to_string("429.html", {}, rf.get("/"))


class ThreeFields(forms.Form):
    name = forms.CharField(label="Name", help_text="As the others know you.")
    bid = forms.IntegerField(label="Bid")
    role = forms.ChoiceField(label="Role", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)


def test_a_field_is_tied_to_its_help_and_its_error():
    html = str(ThreeFields({"name": "", "bid": "18", "role": "a"}))

    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_helptext"' in html
    assert '<p class="err" id="id_name_error">' in html
    assert "data-problems" not in html


class Explained(forms.Form):
    name = forms.CharField(help_text="As the others know you.")
    unit = forms.CharField(help_text="After every amount. " + "The app only keeps records; it moves no money. " * 2)


def test_a_paragraph_of_help_is_folded_behind_a_question_mark_but_where_something_is_wrong():
    html = folded(str(Explained()))
    refused = folded(str(Explained({"name": "Anna"})))

    assert html.count("Help: Unit") == html.count('<details class="what"') == 1
    assert re.search('<details class="what" *>.*id="id_unit_helptext".*</details>', html)
    assert html.index("id_name_helptext") < html.index("<details")
    assert '<details class="what" open>' in refused


def test_a_page_opens_with_a_sentence_and_the_rest_is_behind_a_question_mark():
    rest = "Draws keep them apart if there is any way. " * 3
    page = {"lede": "For couples & siblings.", "text": rest, "label": "Apart"}

    html = folded(render_to_string("components/_lede.html", page))

    assert html.index("For couples &amp; siblings.") < html.index('<details class="what"') < html.index(rest.strip())
    assert "Help: Apart" in html
    assert "<details" not in render_to_string("components/_lede.html", {**page, "text": "Only directors see this."})


def test_several_errors_are_listed_on_top():
    html = folded(str(ThreeFields({})))

    assert re.findall(r'<li><a href="#(\w+)">', html) == ["id_name", "id_bid", "id_role"]
    assert html.index("data-problems") < html.index("id_name_error")


def test_what_was_typed_stays_and_is_escaped():
    html = str(ThreeFields({"name": '"><b>Anna', "bid": "x"}))

    assert 'value="&quot;&gt;&lt;b&gt;Anna"' in html
    assert "<b>Anna" not in html


def test_figures_have_a_true_minus_and_plus_only_for_changes():
    assert [figure(44), figure(0), figure(None)] == ["44", "0", ""]
    assert figure(-40) == '<span class="minus">\N{MINUS SIGN}40</span>'
    assert [change(44), change(0), change(None)] == ["+44", "0", ""]


def words(html: str, part: str) -> list[str]:
    """The words of one navigation."""
    found = re.search(rf'<nav class="{part} .*?</nav>', html, re.DOTALL)
    return re.findall(r'aria-current="page"[^>]*>(?:<svg.*?</svg>)?(\w+)', found[0]) if found else []


@pytest.mark.parametrize(
    ("name", "of_club", "on_desk", "on_phone"),
    [
        ("account", False, [], ["You"]),
        ("club_detail", True, [], ["Club"]),
        ("member_list", True, ["Members"], ["Club"]),
        ("season_list", True, ["Standings"], ["Standings"]),
        ("home", False, ["Tables"], ["Tables"]),
    ],
)
def test_the_navigation_says_where_one_is(client, db, name, of_club, on_desk, on_phone):
    club = make_club()
    client.force_login(owner_of(club))

    html = client.get(reverse(name, args=[club.pk] if of_club else [])).content.decode()

    current = words(html, "topnav")
    assert [word for word in current if word in {"Tables", "Standings", "Members"}] == on_desk
    assert words(html, "tabs") == on_phone


def test_scripts_carry_the_nonce_and_nothing_else_may_run(client, db):
    page = client.get(reverse("account_login"))

    policy = page.headers["Content-Security-Policy"]
    nonce = re.search(r"script-src 'self' 'nonce-([^']+)'", policy)[1]
    scripts = re.findall(r"<script\b[^>]*>", page.content.decode())
    data = '<script id="page-words" type="application/json">'  # what scripts say: it is read, and never runs
    assert len(scripts) == 4
    assert all(f'nonce="{nonce}"' in script and "src=" in script for script in scripts if script != data)
    assert "unsafe" not in policy


def test_no_template_carries_styles_or_handlers():
    guilty = [
        str(template.relative_to(ROOT))
        for template in TEMPLATES
        if re.search(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*src=)", template.read_text())
    ]

    assert guilty == []


def test_every_symbol_used_stands_in_the_sprite():
    sprite = (ROOT / "scorekeeper/static/img/sprite.svg").read_text()
    there = set(re.findall(r'id="([^"]+)"', sprite))

    used = {name for template in TEMPLATES for name in re.findall(r'{% icon "([^"]+)"', template.read_text())}

    assert used <= there
    assert {picture for of_letters in PICTURES.values() for picture in of_letters.values()} <= there


def test_a_page_of_a_stranger_names_no_club(client, db):
    club = make_club("Lindenhof")
    client.force_login(make_user())

    assert "Lindenhof" not in client.get(reverse("club_detail", args=[club.pk])).content.decode()


def test_health(client, db):
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json()["status"] == "ok"


def test_the_frame_of_recording_screens_has_no_navigation(db):
    request = RequestFactory().get("/")
    request.user = make_user()

    html = render_to_string("frame_table.html", {}, request)

    assert 'class="bar"' in html
    assert "<nav" not in html


BLANK_BEFORE = re.compile(r"\s\{% if [^%]*%\}\s*[,;.:](?=\s)")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_line_break_of_a_template_is_a_blank_before_a_comma(template):
    text = template.read_text()
    assert [text[max(0, found.start() - 60) : found.end()] for found in BLANK_BEFORE.finditer(text)] == []
