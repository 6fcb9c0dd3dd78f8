"""Passwords that are easy to guess are refused, with what to do instead."""

import pytest
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import translation

from scorekeeper.accounts.entry import SetPassword
from scorekeeper.accounts.models import User
from tests.acting import client_of, proven
from tests.factories import make_user

GOOD = "lantern orchid tuba"
ANNA = User(name="Annegret Krüger", email="annegret.krueger@example.org")


@pytest.mark.parametrize(
    "easy",
    [
        "passwordpassword",
        "qwertyuiop12",
        "1234567890123",
        "annegret.krueger",
        "AnnegretKrüger1",
        "scorekeeper123",
        "skatskatskat",
        "aaaaaaaaaaaaaaaa",
        "Passw0rd2024!",
    ],
)
def test_what_is_easy_to_guess_is_refused(easy):
    with pytest.raises(ValidationError) as error:
        validate_password(easy, ANNA)

    assert {one.code for one in error.value.error_list} <= {"password_easy", "password_too_similar"}


@pytest.mark.parametrize("good", [GOOD, "Vq7#kd0-zzR", "drei große Elefanten tanzen", "gravel mitten" * 300])
def test_what_is_not_is_taken_whatever_its_length(good):
    validate_password(good, ANNA)


def test_one_that_is_short_is_told_so():
    with pytest.raises(ValidationError) as error:
        validate_password("Vq7#kd0", ANNA)

    assert "password_too_short" in [one.code for one in error.value.error_list]


def test_choosing_one_says_what_to_do(db):
    easy = "passwordpassword"
    anna = make_user(email="anna@example.org", password=None)
    page = proven(client_of(anna)).post(reverse("account_set_password"), {"password1": easy, "password2": easy})

    assert not User.objects.get().has_usable_password()
    assert "Choose three or four unrelated words." in page.context["form"].errors["password1"][0]


def test_signing_up_can_be_closed(client, db, settings):
    settings.SCOREKEEPER_SIGNUP = False

    pages = [
        client.get(reverse("account_signup")),
        client.post(reverse("account_signup"), {"email": "anna@example.org"}),
    ]

    assert ["You cannot create an account here" in page.content.decode() for page in pages] == [True, True]
    assert not User.objects.exists()
    assert reverse("account_signup") not in client.get(reverse("account_login")).content.decode()
    assert reverse("account_signup") not in client.get("/").content.decode()


def test_a_refusal_that_a_library_writes_is_in_the_tone_of_the_other_pages():
    """German says "Sie" everywhere; the catalogues of the libraries say "Du"."""
    with translation.override("de"):
        form = SetPassword(ANNA, {"password1": GOOD, "password2": f"{GOOD}s"})
        with pytest.raises(ValidationError) as error:
            forms.EmailField().clean("anna@")

        assert form.errors["password2"] == ["Die beiden Passwörter sind nicht gleich."]
        assert error.value.messages == ["Das ist keine E-Mail-Adresse."]
