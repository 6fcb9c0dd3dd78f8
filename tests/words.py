"""The sentences for people, one by one: a plural stands as a sentence of its own."""

from dataclasses import dataclass
from functools import cache

from scorekeeper.languages.collecting import ROOT, Place, calls

__all__ = ["ROOT", "Sentence", "sentences"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as a translator gets it, and its place."""

    text: str
    context: str | None
    path: str
    line: int

    @property
    def area(self) -> str:
        return Place(self.path, self.line).area

    def __str__(self) -> str:
        context = f" [{self.context}]" if self.context else ""
        return f"{self.path}:{self.line}: {self.text!r}{context}"


@cache
def sentences() -> tuple[Sentence, ...]:
    return tuple(
        Sentence(text, call.context, call.place.path, call.place.line)
        for call in calls()
        for text in (call.text, call.plural)
        if text is not None
    )
