"""In which letters a text is written that does not say it: the likeliest of what Windows and old Macintoshes write in
Europe, by how its words look then."""

import re
from dataclasses import dataclass
from typing import Final

LOOKED_AT: Final = 200_000  # bytes
WEST: Final = "äöüßéáíóúñçãõ", "åøæèêëàâôîïûÄÖÜÉÁÍÓÚÑÇÃÕÅØÆ"
EAST: Final = "řčšžěůňťďýłąęśżćńőűäöüßéáíóú", "źăâîôşţľĺŕđŘČŠŽŁŚŻĆŐŰÄÖÜÉÁÍÓÚĎŤŇÝŹĐ"
CYRILLIC: Final = "".join(map(chr, range(0x430, 0x450))) + "ё", "".join(map(chr, range(0x410, 0x430))) + "Ё№"
CANDIDATES: Final = {"cp1252": WEST, "mac_roman": WEST, "cp1250": EAST, "cp1251": CYRILLIC}
"""{encoding: its usual letters, and those that are rarer}; of equals the first."""
VOWELS: Final = frozenset("aeiouyäöüáéíóúàèìòùâêîôûãõåæøëïýěůőűăąęŸ")
PLAIN_SIGNS: Final = frozenset("€£§°½¼¾«»„“”‚‘’–—…·•×²³º\u00a0№")
WORD: Final = re.compile(r"[^\W\d_]*[^\x00-\x7f][^\s;,|\t]*|[^\W\d_]+[^\x00-\x7f][^\s;,|\t]*")


@dataclass(frozen=True, slots=True)
class Guess:
    """An encoding, a word that shows it, and whether another one is nearly as likely."""

    encoding: str
    sample: str
    is_unsure: bool


def guessed(data: bytes) -> Guess | None:
    """The likeliest encoding of bytes that are no UTF-8; None where none of them makes words."""
    looked_at = data[:LOOKED_AT]
    many = sum(byte > 127 for byte in looked_at)
    found: list[tuple[int, str, str]] = []
    for encoding in CANDIDATES:
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        text = looked_at.decode(encoding)
        if not any(other == text for _likely, _encoding, other in found):
            found.append((_likelihood(text, encoding), encoding, text))
    if not found:
        return None
    found.sort(key=lambda guess: -guess[0])
    likely, encoding, text = found[0]
    if likely < -many:
        return None
    sample = next((word[0] for word in WORD.finditer(text) if any(letter.isalpha() for letter in word[0])), "")
    runner_up = found[1][0] if len(found) > 1 else -many
    return Guess(encoding, sample[:40], encoding != "cp1252" or likely - runner_up < 2 * many)


def _likelihood(text: str, encoding: str) -> int:
    """How much like words of its languages the letters beyond ASCII look; more is likelier."""
    usual, rare = CANDIDATES[encoding]
    around = f" {text} "
    return sum(
        _weight(around[place], around[place - 1], around[place + 1], usual, rare) + _run(around, place)
        for place in range(1, len(around) - 1)
        if around[place] > "\x7f"
    )


def _weight(letter: str, before: str, after: str, usual: str, rare: str) -> int:
    if not letter.isalpha():
        is_inside = before.isalpha() and after.isalpha() and letter != "’"
        return -3 if is_inside or letter not in PLAIN_SIGNS else 1
    if not before.isalpha() and not after.isalpha():
        return -2
    if letter == "õ" and after != "e":  # as Portuguese has it, or ő of Hungarian is taken for it
        return -1
    weight = 3 if letter in usual else 2 if letter in rare else -1
    if letter.isupper() and before.isalpha() and (after.islower() or before.islower()):
        weight -= 4  # a capital inside a word
    is_cyrillic = "\u0400" <= letter <= "\u04ff"
    if is_cyrillic and ((before.isascii() and before.isalpha()) or (after.isascii() and after.isalpha())):
        weight -= 6
    return weight


def _run(text: str, place: int) -> int:
    """Against three vowels or four consonants in a row; letters of other scripts have their own rules."""
    first = last = place
    if not text[place].isalpha() or text[place] >= "\u0400":
        return 0
    is_vowel = text[place].lower() in VOWELS
    while first > place - 4 and text[first - 1].isalpha() and (text[first - 1].lower() in VOWELS) == is_vowel:
        first -= 1
    while (
        last < min(place + 4, len(text) - 2)
        and text[last + 1].isalpha()
        and (text[last + 1].lower() in VOWELS) == is_vowel
    ):
        last += 1
    return -3 if last - first + 1 >= (3 if is_vowel else 4) else 0
