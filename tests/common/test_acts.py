"""What somebody asks for is read from JSON and from addresses, or refused at its field; the document says the same."""

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

import pytest
from django import forms
from django.http import QueryDict
from pydantic import Field, model_validator
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from scorekeeper.common.acts import Answer, Asked, Day, Decimals, OneOf, Refusal, Unread, wrong
from scorekeeper.common.api import Act
from scorekeeper.common.doing import ActForm, NotDone
from scorekeeper.common.schema import shape_of

ID = "6985cd18-8fd6-4531-b5f8-74a58ce94358"


class Part(Asked):
    """A part of what is asked."""

    share: Annotated[int, Field(ge=1)]


class Wanted(Asked):
    """What is asked."""

    amount: Annotated[int, Field(ge=1, le=10), Refusal("amount_wrong", "Write an amount.")]
    player: UUID | None = None
    day: Day | None = None
    decimals: Decimals | None = None
    kind: Literal["entry", "rebuy"] | None = None
    colour: Annotated[str, OneOf(["red", "black"])] = "red"
    parts: tuple[Part, ...] = ()
    reason: Annotated[str, Field(max_length=5)] = ""

    @model_validator(mode="after")
    def _of_a_kind(self) -> "Wanted":
        if self.parts and not self.kind:
            raise wrong("kind_missing", "Say of which kind.", "kind")
        return self


class Begun(Asked):
    """When something begins."""

    at: datetime


class Cleared(Asked):
    """What may be taken away."""

    rating: int | None = None
    origin: str | None = None


class Shown(Answer):
    """What is answered."""

    amount: int
    whose: str = Field(validation_alias="of", serialization_alias="of")


def refused(**sent: object) -> list[tuple[str, str]]:
    with pytest.raises(Unread) as error:
        Wanted.read({"amount": 5, **sent})
    return [(problem.code, problem.field) for problem in error.value.problems]


def test_it_is_read_as_json_has_it():
    sent = {"amount": 5, "player": ID, "day": "2026-11-26", "kind": "entry", "parts": [{"share": 2}], "reason": " so "}

    found = Wanted.read(sent)

    assert found == Wanted(
        amount=5, player=UUID(ID), day=date(2026, 11, 26), kind="entry", parts=(Part(share=2),), reason="so"
    )
    assert Wanted.read({"amount": 5, "player": None, "day": None}) == Wanted(amount=5)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("amount", 4.0, "invalid"),
        ("amount", True, "invalid"),
        ("amount", "5", "invalid"),
        ("amount", None, "null"),
        ("amount", 0, "amount_wrong"),
        ("amount", 10**30, "amount_wrong"),
        ("player", "x", "invalid"),
        ("player", 7, "invalid"),
        ("day", "20261126", "invalid"),
        ("day", "2026-02-30", "invalid"),
        ("day", 1764115200, "invalid"),
        ("day", "1764115200", "invalid"),
        ("decimals", 3, "invalid_choice"),
        ("kind", "gift", "invalid_choice"),
        ("colour", "blue", "invalid_choice"),
        ("reason", 5, "invalid"),
        ("reason", "longer", "max_length"),
        ("parts", {}, "not_a_list"),
        ("other", 1, "field_unknown"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(name, value, code):
    assert refused(**{name: value}) == [(code, name)]


@pytest.mark.parametrize("sent", ["soon", "2026-13-01T19:00", "26.11.2026 19:30"])
def test_a_moment_that_is_none_is_refused_with_an_example_of_a_moment(sent):
    with pytest.raises(Unread) as error:
        Begun.read({"at": sent})

    [problem] = error.value.problems
    assert (problem.code, problem.field) == ("invalid", "at")
    assert "2026-11-26T19:30:00Z" in str(problem.message.template)


def test_all_that_is_wrong_is_said_at_once_and_where():
    assert refused(amount=0, parts=[{"share": 1}, {"share": 0}, {}]) == [
        ("amount_wrong", "amount"),
        ("min_value", "parts.1.share"),
        ("required", "parts.2.share"),
    ]
    assert refused(parts=[{"share": 1}]) == [("kind_missing", "kind")]


@pytest.mark.parametrize("sent", [[], 7, "text", True])
def test_what_is_no_object_is_no_record(sent):
    with pytest.raises(Unread) as error:
        Wanted.read(sent)

    assert [(problem.code, problem.field) for problem in error.value.problems] == [("invalid", "")]


def test_an_address_asks_in_text():
    found = Wanted.of_query(QueryDict(f"amount=5&player={ID}&day=2026-11-26&decimals=2&kind=rebuy"))

    assert found == Wanted(amount=5, player=UUID(ID), day=date(2026, 11, 26), decimals=2, kind="rebuy")
    for wrong_query in ("amount=x", "amount=5&decimals=3", "amount=5&other=1", "amount=5&day=1764115200"):
        with pytest.raises(Unread):
            Wanted.of_query(QueryDict(wrong_query))


def test_the_document_says_what_is_asked_and_what_is_answered():
    asked, shown = shape_of(Wanted, "request"), shape_of(Shown, "response")

    assert asked["properties"]["amount"] == {"type": "integer", "maximum": 10, "minimum": 1}
    assert asked["properties"]["player"] == {"type": ["string", "null"], "format": "uuid"}
    assert asked["properties"]["parts"]["items"] == {"$ref": "#/components/schemas/PartRequest"}
    assert asked["properties"]["colour"] == {"type": "string", "enum": ["red", "black"], "default": "red"}
    assert (asked["required"], asked["additionalProperties"]) == (["amount"], False)
    assert shown == {
        "type": "object",
        "description": "What is answered.",
        "properties": {"amount": {"type": "integer"}, "of": {"type": "string"}},
        "required": ["amount", "of"],
    }


def test_an_answer_is_sent_by_the_names_of_the_document():
    assert Shown(amount=1, whose="who").model_dump() == {"amount": 1, "of": "who"}


class Told(Answer):
    """What a place answers."""

    where: str


class Place(APIView):
    """Where something is done."""

    authentication_classes = ()
    permission_classes = ()

    def place(self, _request, table):
        return {"table": table}

    def shown(self, found):
        return Told(where=f"{found} at {self.kind}")

    kind = "a table"


def test_an_act_that_asks_for_nothing_is_told_where_and_only_what_its_service_takes():
    act = Act(operation="bare", summary="", about="", does=lambda *, table: f"table {table}", gives=Told)

    answer = act.at(Place, kind="a desk")(APIRequestFactory().post("/"), table=7)

    assert (answer.status_code, answer.data) == (200, {"where": "table 7 at a desk"})


def test_a_service_that_takes_the_moment_is_given_it():
    def does(asked, *, table, now):
        return f"{asked.share} {now.tzinfo is not None}"

    act = Act(operation="timed", summary="", about="", asks=Part, does=does, gives=Told)

    answer = act.at(Place)(APIRequestFactory().post("/", {"share": 3}, format="json"), table=7)

    assert answer.data == {"where": "3 True at a table"}


class MinutesForm(ActForm):
    """A form that calls a field otherwise than its record."""

    asks = Part
    named: ClassVar = {"share": "minutes"}
    minutes = forms.IntegerField()

    def answers(self):
        return {"share": self.cleaned_data["minutes"]}


def test_a_form_shows_what_is_refused_at_its_own_field():
    form = MinutesForm({"minutes": "0"})

    assert form.does(lambda asked: asked) is None
    assert list(form.errors) == ["minutes"]
    assert form.not_done == NotDone(form.errors["minutes"][0], 422, {"minutes": form.errors["minutes"][0]})
    done = MinutesForm({"minutes": "2"})
    assert (done.does(lambda asked: asked), done.not_done) == (Part(share=2), None)


class RatingForm(ActForm):
    """A form whose empty field takes away what was there."""

    asks = Cleared
    clears = frozenset({"rating"})
    rating = forms.IntegerField(required=False)
    origin = forms.CharField(required=False, empty_value=None)


def test_what_a_form_clears_is_said_and_what_else_is_empty_is_left_out():
    asked = RatingForm({"rating": "", "origin": ""}).does(lambda asked: asked)

    assert asked is not None
    assert asked.model_fields_set == {"rating"}
