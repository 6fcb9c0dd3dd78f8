"""Codes as they are read from docstrings and records."""

from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, Field

from scorekeeper.common.acts import Asked, Decimals, Refusal, Unread, codes_of, codes_raised, described, wrong


def _even(number: int) -> int:
    """Raises Refused `odd`."""
    if number % 2:
        raise wrong("odd", "Choose an even number.")
    return number


class Wish(Asked):
    """What is asked."""

    name: Annotated[str, Field(max_length=5)]
    many: Annotated[int, Field(ge=1, le=9), Refusal("too_many", "At most {most}.", "less_than_equal")] = 1
    even: Annotated[int, AfterValidator(_even)] = 0
    kinds: tuple[Literal["a", "b"], ...] = ()


class Counted(Asked):
    """What has nothing but a number that is one of two."""

    decimals: Decimals = 0


class Sets(Asked):
    """How many sets each has won, of any number of sides."""

    won: tuple[int, ...] = ()


class Pair(Asked):
    """How many sets each of two has won."""

    won: tuple[int, int] = (0, 0)


def pay() -> None:
    """Pay.

    Raises:
        Conflict: `key_used`: something else was paid; `closed`.
        Person.DoesNotExist: there is nobody of this id, `nobody`.
        Refused: `unit_unknown`, as `check`; the "field" says where.
    """


def check() -> None:
    """Raises Refused `too_little`, `too_much`. It writes nothing, whatever `else` is said.

    Of `amounts` it knows no more.
    """


def both() -> None:
    """Raises as `pay`."""


def lost() -> None:
    """Raises Refused as `nothing_of_this_name`."""


def test_codes_are_read_by_the_error_they_stand_behind() -> None:
    assert codes_raised(pay) == {
        409: {"key_used", "closed"},
        422: {"unit_unknown", "too_little", "too_much", "else"},
    }
    assert codes_raised(both) == codes_raised(pay)
    assert codes_raised(_even) == {422: {"odd"}}
    assert codes_raised(described) == {}


def test_what_is_cited_must_be_known() -> None:
    with pytest.raises(LookupError, match="lost raises as `nothing_of_this_name`, which is not known there"):
        codes_raised(lost)


def test_a_record_is_refused_by_its_fields() -> None:
    general = {"field_unknown", "invalid", "null", "required"}

    assert codes_of(Wish) == general | {
        *("max_length", "min_value", "too_many", "odd"),
        *("not_a_list", "invalid_choice"),
    }


def test_a_number_that_is_one_of_few_is_refused_as_a_choice() -> None:
    with pytest.raises(Unread) as error:
        Counted.read({"decimals": 1})

    assert [problem.code for problem in error.value.problems] == ["invalid_choice"]
    assert "invalid_choice" in codes_of(Counted)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"name": "Annegret"},
        {"name": None},
        {"name": 3},
        {"name": "Anna", "many": 10},
        {"name": "Anna", "many": 0},
        {"name": "Anna", "many": 1.5},
        {"name": "Anna", "even": 3},
        {"name": "Anna", "kinds": "a"},
        {"name": "Anna", "kinds": ["c", None]},
        {"name": "Anna", "more": 1},
        [],
        None,
    ],
)
def test_every_refusal_of_a_record_has_one_of_its_codes(sent: object) -> None:
    with pytest.raises(Unread) as error:
        Wish.read(sent)

    assert {problem.code for problem in error.value.problems} <= codes_of(Wish)


def test_who_reads_what_is_done_is_not_told_what_is_raised() -> None:
    assert described(pay.__doc__ or "") == "Pay."


def test_a_tuple_of_a_fixed_length_is_refused_where_it_is_too_long_or_too_short() -> None:
    assert codes_of(Pair) - codes_of(Sets) == {"max_length", "required"}
