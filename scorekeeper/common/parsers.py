"""JSON as it comes in: strict, so that one text has one meaning."""

import codecs
import json
import re
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from itertools import accumulate
from math import isfinite
from typing import IO, Annotated, Any, TypeVar

from django import forms
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.utils.translation import gettext as _
from pydantic import ConfigDict, WithJsonSchema
from pydantic.dataclasses import dataclass
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused

MAX_DEPTH = 32
MAX_VALUES = 10_000  # in all lists and objects together: the longest hand that can be recorded has some hundreds
MAX_DIGITS = 4_000  # of a whole number: Python reads 4,300 at most, and says so in words for programmers
STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")


def strict_json(text: str) -> Any:
    """Parse JSON; refuse duplicate keys, NaN and infinities, lone surrogates, NUL, nesting beyond 32 levels,
    more than 10,000 values and whole numbers of more than 4,000 digits.

    Raises:
        ValueError: with a sentence that says what is wrong.
    """
    bare = STRING.sub("", text)  # what is left of a text can't hide or pretend brackets and commas
    if sum(map(bare.count, "[{,")) > MAX_VALUES:
        raise ValueError(_("The JSON holds more than {most} values.").format(most=MAX_VALUES))
    if _depth(bare) > MAX_DEPTH:
        raise ValueError(_("The JSON is nested more than {depth} levels deep.").format(depth=MAX_DEPTH))
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole
        )
        # A lone surrogate can't be stored or sent on; encoding finds it wherever it stands.
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ValueError(_unread(text, error)) from None
    except UnicodeEncodeError:
        raise ValueError(_("The text holds half of a character (a lone surrogate).")) from None
    except RecursionError:
        raise ValueError(_("The JSON is nested too deeply.")) from None
    if "\\u0000" in text or "\0" in text:
        raise ValueError(_("The text holds a NUL character."))
    return value


def json_in(body: bytes) -> Any:
    """What the body of a request holds, as `strict_json` reads it. Raises Refused `not_json`."""
    try:
        return strict_json(body.decode())
    except ValueError as error:  # what is no UTF-8 either
        raise Refused([Problem("not_json", "", Text(str(error)))]) from None


def _unread(text: str, error: json.JSONDecodeError) -> str:
    """Where it stops being JSON, in our words."""
    if not text.strip():
        return _("The body is empty.")
    place = {"line": error.lineno, "column": error.colno}
    if error.pos >= len(text.rstrip()):
        return _("The body ends too early at line {line}, character {column}.").format(**place)
    return _("The body can’t be read from line {line}, character {column} on.").format(**place)


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
        except UnicodeDecodeError:
            raise ParseError(_("The body must be UTF-8.")) from None
        except (ValueError, LookupError) as error:
            raise ParseError(_("The body is not usable JSON: {reason}").format(reason=error)) from None


def _utf8(charset: str) -> str:
    if codecs.lookup(charset).name != "utf-8":
        raise ValueError(_("The body must be UTF-8."))
    return "utf-8"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(_("The key {key} occurs twice.").format(key=repr(twice[:40])))
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(_("{name} is not a JSON number.").format(name=name))


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(_("A number has more than {most} digits.").format(most=MAX_DIGITS))
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    return value if isfinite(value) else _no_constant(text[:20])


def _depth(bare: str) -> int:
    """The deepest nesting of brackets in JSON without its strings, found without building anything."""
    steps = (1 if bracket in "[{" else -1 for bracket in BRACKET.findall(bare))
    return max(accumulate(steps), default=0)


# A file is taken by few forms, in memory, and never written to the disk, not even to be thrown away. In the record of
# an act it is a `SentFile`, whichever door it came by.

V = TypeVar("V", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, config=ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))
class SentFile:
    """A file as it came. How large it may be its service says; no body is larger than a page may send."""

    name: str
    data: bytes

    @classmethod
    def of(cls, upload: UploadedFile) -> "SentFile":
        """What Django has kept in memory."""
        return cls(upload.name or "", upload.read())


FilePart = Annotated[SentFile, WithJsonSchema({"type": "string", "format": "binary"})]
"""Of a record that is sent as a form: the file."""


class SentFileField(forms.FileField):
    """The field of a page for a `FilePart`."""

    def clean(self, data: Any, initial: Any = None) -> SentFile | None:
        """The file, None where there is none."""
        upload = super().clean(data, initial)
        return SentFile.of(upload) if upload else None


def takes_file(view: V) -> V:
    """Let the form of this view send a file. How large it may be is what a body may be."""
    view.takes_file = True  # type: ignore[attr-defined]
    return view


class OnlyWhereAsked(FileUploadHandler):
    """Keeps a file in memory for a view that takes one, and refuses it as soon as it begins for any other."""

    def new_file(self, *args: Any, **options: Any) -> None:
        found = getattr(self.request, "resolver_match", None)
        if not getattr(found and found.func, "takes_file", False):
            raise RequestDataTooBig("This form takes no file.")
        super().new_file(*args, **options)
        self.kept = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.kept.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.kept.seek(0)
        return InMemoryUploadedFile(
            file=self.kept,
            field_name=self.field_name,
            name=self.file_name,
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
            content_type_extra=self.content_type_extra,
        )


class Negotiation(DefaultContentNegotiation):
    """As the framework does it; who takes anything, or what a view answers with first, gets that without a search."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        media_type = str(first.media_type)
        is_plain = format_suffix is None and self.settings.URL_FORMAT_OVERRIDE not in request.query_params
        if is_plain and request.META.get("HTTP_ACCEPT", "*/*") in {"*/*", media_type}:
            return first, media_type
        found: tuple[Any, Any] = super().select_renderer(request, renderers, format_suffix)
        return found
