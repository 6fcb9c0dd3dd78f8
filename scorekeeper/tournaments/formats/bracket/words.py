"""What the rounds and the matches of a bracket are called, and where each side of a match comes from."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.pairing.brackets import FINAL, NOBODY, RESET, THIRD, Bracket, Source


def is_double(bracket: Bracket) -> bool:
    return any(match.name == FINAL for match in bracket.matches)


def round_of(name: str) -> str:
    """W1 of W1.2; GF1, GF2 and P3 are rounds of their own."""
    return name.partition(".")[0]


def rounds_of(bracket: Bracket) -> dict[str, list[str]]:
    """{round: the names of its matches}, in the order of the bracket."""
    found: dict[str, list[str]] = {}
    for match in bracket.matches:
        found.setdefault(round_of(match.name), []).append(match.name)
    return found


def round_title(bracket: Bracket, name: str) -> str:
    """What a round is called."""
    ends = {
        THIRD: _("Match for third place"),
        FINAL: pgettext("heading", "Final"),
        RESET: pgettext("heading", "Second final"),
    }
    if name in ends:
        return ends[name]
    rounds = [round_ for round_ in rounds_of(bracket) if round_[0] == name[0] and round_ not in ends]
    number, left = int(name[1:]), len(rounds) - int(name[1:])
    if is_double(bracket):
        return _upper_or_lower(name, number, left)
    last = (pgettext("heading", "Final"), pgettext("heading", "Semi-finals"), pgettext("heading", "Quarter-finals"))
    return last[left] if left < len(last) else pgettext("heading", "Round {number}").format(number=number)


def _upper_or_lower(name: str, number: int, left: int) -> str:
    if name[0] == "W":
        return _("Upper bracket, round {number}").format(number=number) if left else _("Final of the upper bracket")
    return _("Lower bracket, round {number}").format(number=number) if left else _("Final of the lower bracket")


def short_title(bracket: Bracket, name: str) -> str:
    """What it is called where the part of the bracket stands above it."""
    if not is_double(bracket) or name in {FINAL, RESET}:
        return round_title(bracket, name)
    last = [round_ for round_ in rounds_of(bracket) if round_[0] == name[0]][-1]
    return (
        round_title(bracket, name)
        if name == last
        else pgettext("heading", "Round {number}").format(number=int(name[1:]))
    )


def match_title(bracket: Bracket, name: str) -> str:
    """What a match is called: its round, and its number there where the round has several."""
    round_name = round_of(name)
    title = round_title(bracket, round_name)
    if len(rounds_of(bracket)[round_name]) == 1:
        return title
    return _("{round}, match {number}").format(round=title, number=int(name.partition(".")[2]))


def source_words(source: Source) -> str:
    """Who comes here, while they are not known, by the short names of matches."""
    if source.kind == "seed":
        return (
            pgettext("in a line", "seed {number}").format(number=source.seed)
            if source.seed != NOBODY
            else pgettext("in a line", "nobody")
        )
    if source.kind == "winner":
        return pgettext("in a line", "winner of {match}").format(match=source.of)
    if source.kind == "loser":
        return pgettext("in a line", "loser of {match}").format(match=source.of)
    return pgettext("in a line", "again, if {match} asks for it").format(match=source.of)


def awaited(bracket: Bracket, source: Source) -> str:
    """As `source_words`, in a sentence for somebody who has no picture before them: matches by their titles."""
    if source.kind == "winner":
        return pgettext("in a line", "the winner of “{match}”").format(match=match_title(bracket, source.of))
    if source.kind == "loser":
        return pgettext("in a line", "the loser of “{match}”").format(match=match_title(bracket, source.of))
    return source_words(source)
