"""What a person does with their own account."""

import pytest

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import NewToken, OwnName, make_api_token, rename, revoke_api_token
from scorekeeper.common.errors import Refused
from tests.factories import NOW, at, make_user


@pytest.mark.parametrize(("scopes", "field"), [([], "scopes"), (["read", "rule"], "scopes.1")])
def test_a_token_needs_known_scopes(scopes, field):
    with pytest.raises(Refused) as error:
        NewToken.read({"name": "A", "scopes": scopes})

    assert [(problem.code, problem.field) for problem in error.value.problems] == [("scopes_unknown", field)]


def test_a_token_is_revoked_once(db):
    token, secret = make_api_token(NewToken(name="A", scopes=("record", "read")), by=make_user(), now=NOW)

    revoke_api_token(token=token, now=at(1))
    revoke_api_token(token=token, now=at(2))

    token.refresh_from_db()
    assert token.revoked_at == at(1)
    assert secret.startswith("sk_")
    assert str(token.scope_words) == "read what you can see, record hands at tables"
    assert str(token) == "A"


def test_a_name_is_tidied(db):
    user = make_user("Anna")

    rename(OwnName(name=" Anna\u202e  K. "), by=user)

    assert User.objects.get().name == "Anna K."


def test_an_account_without_a_password_signs_in_by_code(db):
    user = User.objects.create_user("anna@Example.org", name="")

    assert not user.has_usable_password()
    assert (user.email, str(user)) == ("anna@example.org", "anna@example.org")
    assert User.objects.create_superuser("b@example.org", "three of us").is_superuser
