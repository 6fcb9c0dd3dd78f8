"""The plural forms of a language: those of Django's own catalogue, whose sentences stand on the same pages as ours."""

import gettext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import django
from django.utils.translation import to_locale

DJANGO: Final = Path(django.__file__).parent / "conf" / "locale"
OWN: Final = {"gu": "nplurals=2; plural=(n > 1);"}
"""Languages without a catalogue in Django, by the plural rules of CLDR."""
TRIED: Final = (*range(1001), 1_000_000, 2_000_000)


@dataclass(frozen=True, slots=True)
class Plurals:
    """`rule` is the header `Plural-Forms`; `numbers` has, for each form, numbers that take it, none of a fraction."""

    rule: str
    numbers: tuple[tuple[int, ...], ...]

    @property
    def examples(self) -> list[str]:
        return [", ".join(str(number) for number in numbers[:4]) for numbers in self.numbers]


@cache
def plurals_of(language: str) -> Plurals:
    """The forms of a language by its code, as in `LANGUAGES`."""
    rule = OWN.get(language) or _django_rule(language)
    count, formula = (part.split("=", 1)[1].strip() for part in rule.rstrip("; ").split(";"))
    form_of = gettext.c2py(formula)
    forms: list[list[int]] = [[] for _ in range(int(count))]
    for number in TRIED:
        forms[form_of(number)].append(number)
    return Plurals(rule, tuple(map(tuple, forms)))


def _django_rule(language: str) -> str:
    with (DJANGO / to_locale(language) / "LC_MESSAGES" / "django.mo").open("rb") as compiled:
        return " ".join(gettext.GNUTranslations(compiled).info()["plural-forms"].split())
