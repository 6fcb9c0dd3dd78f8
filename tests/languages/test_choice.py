"""Who gets which language: of an address, a person, a cookie, a club, a browser; pages, mails, notices and answers."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import OwnLanguage, choose_language
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import rules_title
from scorekeeper.languages.choice import written_for
from scorekeeper.notices.models import Kind, Notice
from scorekeeper.notices.services import News, tell
from scorekeeper.play.models import Sitting
from tests import factories
from tests.acting import open_table, send

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de-AT,de;q=0.9"}


@pytest.fixture(autouse=True)
def three_languages(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español")]


def language_of(response: Any) -> str:
    page = response.content.decode()
    lang = page.partition('lang="')[2].partition('"')[0]
    assert response["Content-Language"] == lang
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in response["Vary"].split(",")}
    return str(lang)


def test_a_browser_is_answered_in_its_language() -> None:
    assert language_of(Client().get("/", headers=GERMAN)) == "de"
    assert language_of(Client().get("/", headers={"Accept-Language": "fr"})) == "en"


def test_the_switch_outlives_the_page() -> None:
    browser = Client(headers=GERMAN)
    browser.post(reverse("account_language"), {"language": "es", "next": "/"})

    assert language_of(browser.get("/")) == "es"
    browser.post(reverse("account_language"), {"language": "", "next": "/"})
    assert language_of(browser.get("/")) == "de"
    browser.post(reverse("account_language"), {"language": "xx", "next": "/"})
    assert language_of(browser.get("/")) == "de"


def test_the_address_comes_first() -> None:
    browser = Client()
    browser.cookies["language"] = "es"
    page = browser.get("/?lang=de")

    assert language_of(page) == "de"
    assert 'hreflang="es" href="http://testserver/?lang=es"' in page.content.decode()
    assert '<link rel="canonical" href="http://testserver/">' in page.content.decode()
    assert language_of(browser.get("/?lang=xx")) == "es"


def test_whoever_is_signed_in_takes_their_language_along() -> None:
    user = factories.make_user()
    browser = Client(headers=GERMAN)
    browser.force_login(user)
    browser.post(reverse("account_language"), {"language": "es", "next": "/"})
    elsewhere = Client(headers=GERMAN)
    elsewhere.force_login(user)

    assert language_of(elsewhere.get(reverse("account"))) == "es"


def test_a_club_speaks_to_members_who_chose_nothing() -> None:
    club = factories.make_club()
    Club.objects.filter(pk=club.pk).update(language="es")
    member, other = factories.make_member(club), factories.make_member(club)
    choose_language(OwnLanguage(language="de"), by=other)
    browser, second = Client(), Client()
    browser.force_login(member)
    second.force_login(other)

    assert language_of(browser.get(reverse("club_detail", args=[club.pk]))) == "es"
    assert language_of(second.get(reverse("club_detail", args=[club.pk]))) == "de"
    assert language_of(browser.get(reverse("account"), headers=GERMAN)) == "de"  # of no club


def test_every_page_offers_the_languages_by_their_own_names() -> None:
    page = Client().get("/").content.decode()

    assert 'lang="es"' in page
    assert "Español" in page


def test_with_one_language_there_is_nothing_to_choose(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English")]
    page = Client().get("/", headers=GERMAN)

    assert page["Content-Language"] == "en"
    assert 'class="languages"' not in page.content.decode()
    assert "hreflang" not in page.content.decode()


def test_programs_are_answered_as_they_ask() -> None:
    browser = Client()
    browser.cookies["language"] = "es"

    answers = {language: browser.get("/api/v1/me", headers={"Accept-Language": language}) for language in ("de", "en")}
    assert {answer["Content-Language"] for answer in answers.values()} == {"de", "en"}
    assert len({answer.json()["code"] for answer in answers.values()}) == 1


def test_a_refusal_has_its_words_in_the_language_that_is_asked_for_and_the_same_codes_in_each() -> None:
    sitting, by = open_table()
    answers = {
        language: send(
            f"sittings/{sitting.pk}/hands", {"record": {"kind": "played"}}, {**by, "Accept-Language": language}
        )
        for language in ("en", "de", "es")
    }
    found = {language: answer.json() for language, answer in answers.items()}

    assert {answer["Content-Language"] for answer in answers.values()} == set(answers)
    for words in ("title", "detail"):
        assert len({body[words] for body in found.values()}) == len(found), words
    assert len({tuple(error["detail"] for error in body["errors"]) for body in found.values()}) == len(found)
    codes = [(body["status"], body["type"], *map(code_and_field, body["errors"])) for body in found.values()]
    assert codes[0][2:]
    assert codes == codes[:1] * len(found)


def code_and_field(error: dict[str, str]) -> tuple[str, str]:
    return error["code"], error["field"]


def test_a_language_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        OwnLanguage.read({"language": "xx"})
    assert [problem.code for problem in refused.value.problems] == ["language_unknown"]


def test_news_are_written_in_the_language_of_each_reader() -> None:
    club = factories.make_club()
    Club.objects.filter(pk=club.pk).update(language="es")
    club.refresh_from_db()
    now = timezone.now()

    def news() -> News:
        return News(
            kind=Kind.EVENING,
            club=club,
            key="evening:1",
            thing=uuid4(),
            link="/",
            until=now + timedelta(days=1),
            subject=str(translation.get_language()),
            body=_("Enter a valid email address."),
            values={"evening": str(translation.get_language()), "at": now.isoformat()},
        )

    german, silent = factories.make_member(club), factories.make_member(club)
    choose_language(OwnLanguage(language="de"), by=german)
    assert tell(news, [german, silent], now) == 2

    assert {(sent.to[0], sent.subject) for sent in mail.outbox} == {(german.email, "de"), (silent.email, "es")}
    assert "gültige" in next(sent.body for sent in mail.outbox if sent.subject == "de")
    assert Notice.objects.get(user=silent).values["evening"] == "es"


def test_what_is_written_for_somebody_is_in_no_language_of_the_writer() -> None:
    with translation.override("de"):
        with written_for("", ""):
            assert translation.get_language() == "en"
        with written_for("xx", "es"):
            assert translation.get_language() == "es"
        assert translation.get_language() == "de"


def test_whoever_signs_up_keeps_the_language_of_the_page() -> None:
    browser = Client(headers=GERMAN)
    browser.post(reverse("account_signup"), {"email": "anna@example.org"})

    assert User.objects.get(email="anna@example.org").language == "de"


def test_the_name_of_shipped_rules_is_in_the_language_of_each_reader() -> None:
    owner = factories.make_user("Renate Vogt")
    club = factories.make_club("Skatfreunde", owner=owner)
    browser = Client(headers=GERMAN)
    browser.force_login(owner)
    seats = {f"seats.{place}.name": name for place, name in enumerate(("Ann", "Bob", "Cy"))}
    sent = {"form": "1", "preset": "official", "dealer": "0", **seats}
    browser.post(reverse("sitting_new", args=[club.pk, "skat"]), sent)

    sitting = Sitting.objects.get()
    shown = {
        code: browser.get(reverse("sitting_detail", args=[sitting.pk]), {"lang": code}).content.decode()
        for code in ("en", "de", "es")
    }

    assert sitting.rules_name == "Official list"
    for code, page in shown.items():
        with translation.override(code):
            assert pgettext("skat", "Official list") in page
    assert "Official list" not in shown["de"]


def test_what_is_added_to_a_name_of_rules_is_translated_too_and_names_of_people_are_not() -> None:
    with translation.override("de"):
        found = [rules_title(name) for name in ("Official list, with changes", "Half a list, 24 hands", "Own rules")]
        half, whole, own = (
            pgettext("skat", "Half a list"),
            pgettext("skat", "Official list"),
            pgettext("note", "Own rules"),
        )

        assert found == [_("{name}, with changes").format(name=whole), f"{half}, 24 Spiele", own]
        assert len({*found, whole, "Official list, with changes", "Own rules"}) == 6
        assert rules_title("Thursday rules, 1 hand").startswith("Thursday rules, 1 ")
        assert [rules_title(name) for name in ("Thursday rules", "", "24 hands")] == ["Thursday rules", "", "24 hands"]
