"""Hypothesis strategies made from the record types of the games."""

from collections.abc import Callable
from typing import Any
from unicodedata import normalize

from hypothesis import settings
from hypothesis import strategies as st

from games.core.game import AnyGame
from games.core.values import Table


def examples(usual: int, *, part: int) -> int:
    """How many examples of a property that is dear are tried: in the usual run so many; with --long this part of what
    the profile says."""
    return max(usual, settings().max_examples // part)


def sized(usual: int, full: int) -> int:
    """How large the examples of a property are at most: in the usual run, and with --long."""
    return full if settings().max_examples >= LONG else usual


LONG = 2_000  # examples: those of the profile of --long
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def shaped(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of the right shape for a JSON schema, as pydantic writes it."""
    if "$ref" in schema:
        return shaped(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    if "anyOf" in schema:
        return st.one_of([shaped(option, definitions) for option in schema["anyOf"]])
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    return TYPES[schema["type"]](schema, definitions)


def string(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Words as people write them: printable, in one spelling. What records make of others is tested where they do."""
    letters = st.characters(categories=("L", "N", "P", "S"))
    return st.text(letters, max_size=4).map(lambda text: normalize("NFC", text))


MOST_ITEMS = 4  # of a list of any length: more of them find nothing new


def array(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "prefixItems" not in schema:
        fewest, most = schema.get("minItems", 0), min(MOST_ITEMS, schema.get("maxItems", MOST_ITEMS))
        return st.lists(shaped(schema["items"], definitions), min_size=fewest, max_size=max(fewest, most))
    return st.tuples(*(shaped(item, definitions) for item in schema["prefixItems"])).map(list)


def record(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries({name: shaped(part, definitions) for name, part in schema["properties"].items()})


def integer(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.integers(schema["minimum"], schema["maximum"])


def boolean(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.booleans()


def null(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.none()


TYPES: dict[str, Callable[[dict[str, Any], dict[str, Any]], st.SearchStrategy[Any]]] = {
    "array": array,
    "object": record,
    "integer": integer,
    "boolean": boolean,
    "null": null,
    "string": string,
}


def data_of(record: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain values a record of this type could be read from."""
    schema = record.model_json_schema(by_alias=True)
    return shaped(schema, schema.get("$defs", {}))


@st.composite
def hands(draw: st.DrawFn, game: AnyGame) -> dict[str, Any]:
    """Hands of the right shape, whatever the rules say to them."""
    kind = draw(st.sampled_from(sorted(game.hands)))
    return {**draw(data_of(game.hands[kind])), "kind": kind}


@st.composite
def rules(draw: st.DrawFn, game: AnyGame) -> Any:
    """Rules a club could choose."""
    return game.rules.model_validate(draw(data_of(game.rules)))


@st.composite
def tables(draw: st.DrawFn, game: AnyGame, rules: Any) -> Table[Any]:
    """A table before the first hand; seats may have gaps."""
    size = draw(st.sampled_from(game.seats))
    seats = draw(st.lists(st.integers(0, 11), min_size=size, max_size=size, unique=True))
    return Table(tuple(seats), 1, draw(st.sampled_from(seats)), game.start(rules, size))
