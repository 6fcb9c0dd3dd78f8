"""JSON as it comes in: strict, so that one text has one meaning."""

import codecs
import json
import re
from collections.abc import Mapping
from itertools import accumulate
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MAX_DEPTH = 32
STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")


def strict_json(text: str) -> Any:
    """Parse JSON; refuse duplicate keys, NaN and infinities, lone surrogates, NUL and nesting beyond 32 levels.

    Raises:
        ValueError: with a sentence that says what is wrong.
    """
    if _depth(text) > MAX_DEPTH:
        raise ValueError(_("The JSON is nested more than {depth} levels deep.").format(depth=MAX_DEPTH))
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        # A lone surrogate can't be stored or sent on; encoding finds it wherever it stands.
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError(_("The text holds half of a character (a lone surrogate).")) from None
    except RecursionError:
        raise ValueError(_("The JSON is nested too deeply.")) from None
    if "\\u0000" in text or "\0" in text:
        raise ValueError(_("The text holds a NUL character."))
    return value


class StrictJSONParser(JSONParser):
    """DRF's JSON parser with the refusals of `strict_json`."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        charset = (parser_context or {}).get("encoding") or settings.DEFAULT_CHARSET
        try:
            return strict_json(stream.read().decode(_utf8(charset)))
        except (ValueError, LookupError) as error:
            raise ParseError(_("The body is not usable JSON: {reason}").format(reason=error)) from None


def _utf8(charset: str) -> str:
    if codecs.lookup(charset).name != "utf-8":
        raise ValueError(_("The body must be UTF-8."))
    return "utf-8"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(_("The key {key} stands there twice.").format(key=repr(twice[:40])))
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(_("{name} is no JSON number.").format(name=name))


def _depth(text: str) -> int:
    """The deepest nesting of brackets outside strings, found without building anything."""
    steps = (1 if bracket in "[{" else -1 for bracket in BRACKET.findall(STRING.sub("", text)))
    return max(accumulate(steps), default=0)
