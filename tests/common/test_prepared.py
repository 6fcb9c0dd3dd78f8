"""Queries written once: other values find other rows, each column comes as its field reads it."""

from datetime import timedelta

import pytest
from django.db.models import CharField, F, UUIDField

from scorekeeper.accounts.models import ApiToken, User
from scorekeeper.common.prepared import Beside, Prepared, Slot
from tests import factories as f

pytestmark = pytest.mark.both_engines("prepared statements", "common.prepared")

TOKENS = Prepared(
    lambda: (
        ApiToken.objects.filter(user=Slot("user", UUIDField()), name=Slot("name", CharField()))
        .order_by("pk")
        .values_list("pk", "user", "scopes", "expires_at", "revoked_at")
    )
)


def token(user: User, name: str) -> ApiToken:
    return ApiToken.objects.create(
        user=user, name=name, hash=name, scopes=["read"], created_at=f.NOW, expires_at=f.NOW + timedelta(days=1)
    )


@pytest.mark.django_db
def test_answers_as_the_query_itself_would(django_assert_num_queries):
    one, other = f.make_user(), f.make_user()
    mine, theirs = token(one, "mine"), token(other, "theirs")

    with django_assert_num_queries(3):
        assert TOKENS.rows(user=one.pk, name="mine") == [(mine.pk, one.pk, ["read"], mine.expires_at, None)]
        assert TOKENS.row(user=other.pk, name="theirs") == (theirs.pk, other.pk, ["read"], theirs.expires_at, None)
        assert TOKENS.row(user=one.pk, name="theirs' or 1=1 --") is None


@pytest.mark.django_db
def test_a_slot_that_is_not_filled_is_an_error():
    with pytest.raises(KeyError):
        TOKENS.rows(user=f.make_user().pk)


@pytest.mark.django_db
def test_two_queries_are_one_statement_and_the_second_may_find_nothing(django_assert_num_queries):
    tokens = Prepared(
        lambda: (
            ApiToken.objects.filter(name=Slot("name", CharField()))
            .annotate(owner=F("user"))
            .values_list("scopes", "expires_at", "owner")
        )
    )
    owners = Prepared(
        lambda: (
            User.objects.filter(pk=Slot("who", UUIDField())).annotate(owner=F("pk")).values_list("is_active", "owner")
        )
    )
    one, other = f.make_user(), f.make_user()
    mine = token(one, "mine")
    both = Beside(owners, tokens, on="owner")

    with django_assert_num_queries(2):
        assert both.rows(who=one.pk, name="mine") == [(True, one.pk, ["read"], mine.expires_at, one.pk)]
        assert both.rows(who=other.pk, name="mine") == [(True, other.pk, None, None, None)]
    assert Beside(tokens, owners, on="owner").rows(who=one.pk, name="theirs") == []
