"""Contracts as people write them on a list: “Grand Hand”, “Pik ohne 2”, “Kreuz m. 3”, “Null ou.”, “Schell”, “46”.

Suits of French and German cards and the words for levels, in the languages of the players. A single letter is a suit
where it stands first and a level after that: “H” is hearts, “Karo H” diamonds from the hand.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.skat.rules import BASES, GRAND_OUVERT_36, LEGAL_BIDS, MOST_MATADORS, NULL_VALUES

# What a game can be worth, by as much of it as a list names: the contract, its levels, the matadors.

MOST_LEVELS: Final = 7  # beside the matadors: game, hand, schneider and schwarz made and announced, ouvert
HIGHEST_BID: Final = max(LEGAL_BIDS)

RAMSCH: Final = "ramsch"
REVOLUTION: Final = "revolution"
REVOLUTION_VALUE: Final = 92
"""A null ouvert whose opponents may exchange cards. No game of the official rules; houses that play it count 92
(skatwelt.net)."""

INCLUDED: Final[Mapping[str, tuple[str, ...]]] = {
    "ouvert": ("schwarz_announced",),
    "schwarz_announced": ("schneider_announced", "schwarz"),
    "schneider_announced": ("schneider", "hand"),
    "schwarz": ("schneider",),
}
"""A level of a suit or grand game -> those that come with it, ISkO 5.2.5 and 5.2.6."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A game as a list names it. What it does not name may be anything: a scribe who writes “Grand” may mean one from
    the hand. `contract` is empty where the list does not say it."""

    contract: str = ""
    levels: frozenset[str] = frozenset()
    matadors: int | None = None

    @property
    def counted(self) -> int:
        """How many levels it has at least, the game itself among them."""
        found, left = set(self.levels), [*self.levels]
        while left:
            included = [level for level in INCLUDED.get(left.pop(), ()) if level not in found]
            found.update(included)
            left += included
        return 1 + len(found)

    @property
    def multipliers(self) -> range:
        """What its base can be taken times."""
        fewest = self.matadors or 1
        most = self.matadors or MOST_MATADORS.get(self.contract, max(MOST_MATADORS.values()))
        return range(fewest + self.counted, most + MOST_LEVELS + 1)


ANY_GAME: Final = Announced()


def values_of(game: Announced, *, lost: bool = False) -> frozenset[int]:
    """What this game can be worth; lost, also what an overbid raises it to (ISkO 5.4.1)."""
    if game.contract == "null":
        values = _null_values(game.levels)
    elif game.contract == REVOLUTION:
        values = frozenset({REVOLUTION_VALUE})
    elif game.contract:
        values = _multiples(game)
    else:
        values = ANY_VALUE
    return values | _raised(game, values) if lost else values


def meant_by(worth: int, game: Announced, *, lost: bool = False) -> int | None:
    """What the scribe meant who took the value of another contract: the same multiplier of the right base; of several,
    that of the levels that are named beside the matadors. None where that is not one value."""
    if game.contract not in BASES:
        return None
    values = values_of(game, lost=lost)
    others = [base for contract, base in BASES.items() if contract != game.contract and worth % base == 0]
    meant = {worth // base * BASES[game.contract] for base in others} & values
    named = named_value(game)
    if named in meant:
        return named
    return next(iter(meant)) if len(meant) == 1 else None


def named_value(game: Announced) -> int | None:
    """What a game comes to whose levels and matadors are all named."""
    return BASES[game.contract] * game.multipliers.start if game.matadors and game.contract in BASES else None


def _null_values(levels: frozenset[str]) -> frozenset[int]:
    if not levels:
        return frozenset(NULL_VALUES.values())
    return frozenset({NULL_VALUES["hand" in levels, "ouvert" in levels]})


def _multiples(game: Announced) -> frozenset[int]:
    bases = [BASES[game.contract]]
    if game.contract == "grand" and "ouvert" in game.levels:
        bases.append(GRAND_OUVERT_36)
    return frozenset(base * times for base in bases for times in game.multipliers)


def _raised(game: Announced, values: frozenset[int]) -> frozenset[int]:
    """The multiples that an overbid game can be raised to: of its base, or of the null's own value."""
    if game.contract == REVOLUTION:
        return frozenset()
    if game.contract == "null":
        bases, fewest = [*values], 2
    elif game.contract:
        bases, fewest = [BASES[game.contract]], game.multipliers.start
    else:
        bases, fewest = [*BASES.values(), *NULL_VALUES.values()], 2
    return frozenset(base * times for base in bases for times in range(fewest, -(-HIGHEST_BID // base) + 1))


VALUES: Final[Mapping[str, frozenset[int]]] = {
    contract: frozenset(base * times for times in range(2, MOST_MATADORS[contract] + MOST_LEVELS + 1))
    for contract, base in BASES.items()
} | {"null": frozenset(NULL_VALUES.values())}
"""contract -> every value that a won game of it can have."""

VERY_OLD: Final = frozenset({GRAND_OUVERT_36 * times for times in range(8, 12)})
ANY_VALUE: Final = frozenset().union(*VALUES.values(), VERY_OLD)


PASSED: Final = "passed"

# Each in the order English, German, Portuguese, Spanish, Russian, Punjabi, Gujarati, then signs.
CONTRACTS: Final[Mapping[str, str]] = {
    "diamonds": "diamonds diamond dia karo ka caro schellen schelle schell eckstein ouros ouro diamantes diamante oros "
    "oro бубны бубна бубен буби ਇੱਟ ਇੱਟਾਂ ચોકટ ચરકટ ♦ ♢",
    "hearts": "hearts heart herz he hz coeur rot rote copas corazones corazon черви черва червы ਪਾਨ લાલ ♥ ♡",
    "spades": "spades spade pik pique pi schippe schippen grün gruen gras laub blatt espadas espada picas pica "
    "пики пика вини ਹੁਕਮ કાળી ♠ ♤",
    "clubs": "clubs club kreuz kr kreutz treff eichel eicheln ecker eckern paus tréboles trébol bastos basto "
    "трефы трефа крести крест ਚਿੜੀ ਚਿੜੀਆ ફુલ્લી ફલ્લી ♣ ♧",
    "grand": "grand grd gd grande großspiel гранд гран ਗ੍ਰੈਂਡ ਗਰੈਂਡ ગ્રાન્ડ ગ્રેન્ડ",
    "null": "null nul nullo nulo nullspiel нуль ноль нулевая ਨੱਲ ਸਿਫ਼ਰ ਜ਼ੀਰੋ નલ શૂન્ય ઝીરો",
    REVOLUTION: "revolution rev revo revolução revolución революция ਇਨਕਲਾਬ ક્રાંતિ",
    RAMSCH: "ramsch schieberamsch рамш ਰਾਮਸ਼ રામશ",
    PASSED: "passed pass allpassed eingepasst eingep gepasst passe passt passou passaram passo pasado pasan pasaron "
    "пас спасовали распас ਪਾਸ પાસ",
}  # fmt: skip
LEVELS: Final[Mapping[str, str]] = {
    "hand": "hand handspiel mão mano рука руки хенд ханд ਹੱਥ હાથ",
    "ouvert": "ouvert ouv ouver ou offen open aberto aberta abierto abierta открытый открытая открыто открытую уверт "
    "ਖੁੱਲ੍ਹਾ ਖੁੱਲ੍ਹੀ ખુલ્લું ખુલ્લી ખુલ્લો",
    "schneider": "schneider schn schneid шнайдер ਸ਼ਨਾਈਡਰ ਸ਼ਨਾਇਡਰ શ્નાઇડર શ્નાઈડર",
    "schwarz": "schwarz schw sw black preto negro шварц чёрный ਸ਼ਵਾਰਜ਼ ਕਾਲਾ શ્વાર્ત્ઝ શ્વાર્ઝ",
    "announced": "announced ann angesagt angekündigt angek ang ans anges anunciado anunciada объявлен объявленный "
    "объявлено ਐਲਾਨਿਆ ਐਲਾਨ જાહેર",
    "schneider_announced": "sa",
    "schwarz_announced": "za swa",
    "with": "with mit com con с со ਨਾਲ ਸਮੇਤ સાથે સહિત",  # noqa: RUF001 they are meant
    "without": "without wo ohne ohn sem sin без ਬਿਨਾਂ ਬਗੈਰ વિના વગર",
    "filler": "game spiel sp farbe all alle aus der vom von in na de la em en out игра в все ਖੇਡ ਸਾਰੇ રમત બધા todos x",
}  # fmt: skip
NUMBER_WORDS: Final = {
    1: "one einem einen eins um uno un одного одним",
    2: "two zwei zweien dois dos двух двумя",
    3: "three drei dreien três tres трёх тремя",
    4: "four vier vieren quatro cuatro четырёх четырьмя",
}
LETTERS_FIRST: Final = {
    "d": "diamonds", "h": "hearts", "s": "spades", "p": "spades", "c": "clubs", "e": "clubs", "g": "grand", "n": "null",
}  # fmt: skip
LETTERS_AFTER: Final = {
    "h": "hand", "o": "ouvert", "s": "schneider", "z": "schwarz", "a": "announced", "m": "with",
}  # fmt: skip
BASE_NUMBERS: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    str(base): (contract, frozenset()) for contract, base in BASES.items()
} | {
    str(value): ("null", frozenset(level for level, is_so in (("hand", hand), ("ouvert", ouvert)) if is_so))
    for (hand, ouvert), value in NULL_VALUES.items()
}
"""As the column of base values of the printed list has them; 35, 46 and 59 name the null they belong to."""

# Vowel signs of Gurmukhi and Gujarati, which `re` takes for no part of a word.
VOWEL_SIGNS: Final = "\u0a03\u0a3e-\u0a40\u0a83\u0abe-\u0ac0\u0ac9\u0acb\u0acc"
WORD: Final = re.compile(rf"(?:[^\W\d_]|[{VOWEL_SIGNS}])+")
TOKEN: Final = re.compile(rf"(?:(?<=\s)|^)[-+]\d{{1,2}}(?!\d)|\d+|{WORD.pattern}|[♦♥♠♣♢♡♤♧]")
MINUS_SIGNS: Final = str.maketrans("\u2212\u2013", "--")
LONGEST: Final = 80  # characters; longer is no contract
COMPOUND: Final = 24  # letters of a word that is taken apart
GOES_WITH_NULL: Final = {"hand", "ouvert"}


@dataclass(frozen=True, slots=True)
class Written:
    """A contract as it was read. `with_them` says whether the matadors are held, where the list does; `unread` are the
    words that nothing was made of."""

    game: Announced = ANY_GAME
    with_them: bool | None = None
    unread: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    """What has been read of a contract so far."""

    contract: str = ""
    levels: set[str] = field(default_factory=set)
    matadors: int | None = None
    with_them: bool | None = None
    unread: list[str] = field(default_factory=list)


def folded(text: str) -> str:
    """Small letters without accents: what two spellings of a word share."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")


def contract_of(text: str) -> Written:
    """What a cell says was played. The contract is empty where none can be read or two contradict each other."""
    words = _words(text[: LONGEST + 1])
    if not words or len(text) > LONGEST:
        return Written(unread=tuple(text.split())[:1])
    reading = _Reading()
    rest = _take_contract(words, reading)
    _take_levels(_take_matadors(rest, reading), reading)
    if reading.contract in {"null", REVOLUTION} and reading.levels - GOES_WITH_NULL:
        reading.unread += sorted(reading.levels - GOES_WITH_NULL)
        reading.levels &= GOES_WITH_NULL
    if not 1 <= (reading.matadors or 1) <= MOST_MATADORS.get(reading.contract, 0):
        if reading.matadors is not None:
            reading.unread.append(str(reading.matadors))
        reading.matadors = reading.with_them = None
    game = Announced(reading.contract, frozenset(reading.levels), reading.matadors)
    return Written(game, reading.with_them, tuple(reading.unread))


def _words(text: str) -> list[str]:
    plain = folded(text.translate(MINUS_SIGNS)).replace("w/o", "without")
    whole = "".join(WORD.findall(plain))
    if MEANINGS.get(whole) == PASSED:
        return [whole]
    return [NUMBERS.get(word, word) for word in TOKEN.findall(plain)]


def _take_contract(words: Sequence[str], reading: _Reading) -> list[str]:
    """Find which word is the contract; the words that are left."""
    words = [part for word in words for part in _parts(word)]
    named = {MEANINGS[word] for word in words if MEANINGS.get(word) in CONTRACTS}
    if REVOLUTION in named:
        named -= {"null"}
    if len(named) > 1:
        reading.unread += words
        return []
    if named:
        reading.contract = named.pop()
        return [word for word in words if MEANINGS.get(word) not in CONTRACTS]
    first, *rest = words
    if first in LETTERS_FIRST:
        reading.contract = LETTERS_FIRST[first]
        return rest
    if first in BASE_NUMBERS and not any(word.isdecimal() for word in rest):
        reading.contract, levels = BASE_NUMBERS[first]
        reading.levels |= levels
        return rest
    return [*words]


def _parts(word: str) -> list[str]:
    """A word that is written as several are: “Grandhand”, “Nullouvert”, “GH”, “m3” comes in two already."""
    if word in MEANINGS or len(word) < 2 or len(word) > COMPOUND or not word[0].isalpha():
        return [word]
    for size in range(len(word) - 1, 0, -1):
        head, tail = word[:size], word[size:]
        is_contract = MEANINGS.get(head) in CONTRACTS or head in LETTERS_FIRST
        if is_contract and (rest := _levels_in(tail)):
            return [head, *rest]
    return [word]


def _levels_in(text: str) -> list[str]:
    """The levels that a text is made of, letter by letter or word by word; nothing where a rest is left."""
    for size in range(len(text), 0, -1):
        head, tail = text[:size], text[size:]
        if (MEANINGS.get(head) in LEVELS or head in LETTERS_AFTER) and (not tail or _levels_in(tail)):
            return [head, *_levels_in(tail)] if tail else [head]
    return []


def _take_matadors(words: Sequence[str], reading: _Reading) -> list[str]:
    """Find with or without how many; the words that are left. A number after a level or after “game” is how it was
    counted (“with 2, game 3, hand 4”) and says nothing more."""
    left: list[str] = []
    waiting = iter([*words, ""])
    word = next(waiting)
    while word:
        following = next(waiting, "")
        how, how_after = _direction(word), _direction(following)
        if how and following.isdecimal():
            _hold_matadors(following, how, reading)
            following = next(waiting, "")
        elif word[0] in "+-":
            _hold_matadors(word[1:], "without" if word[0] == "-" else "with", reading)
        elif word.isdecimal() and how_after:
            _hold_matadors(word, how_after, reading)
            following = next(waiting, "")
        elif not word.isdecimal():
            left.append(word)
        elif not left or left[-1] not in MEANINGS:
            reading.unread.append(word)
        word = following
    return left


def _direction(word: str) -> str:
    """Whether a word beside a number is “with” or “without”; “o. 2” is without two, “o” alone ouvert."""
    meaning = {"o": "without", "m": "with"}.get(word) or MEANINGS.get(word, "")
    return meaning if meaning in {"with", "without"} else ""


def _hold_matadors(number: str, how: str, reading: _Reading) -> None:
    reading.matadors, reading.with_them = int(number), how == "with"


def _take_levels(words: Sequence[str], reading: _Reading) -> None:
    """The levels of the words that are left; “announced” belongs to the level before it, or else to the next one."""
    announces_next = False
    for index, word in enumerate(words):
        meaning = MEANINGS.get(word) or LETTERS_AFTER.get(word, "")
        following = MEANINGS.get(words[index + 1], "") if index + 1 < len(words) else ""
        if meaning == "announced":
            announces_next = not _announce(reading)
        elif meaning in {"schneider", "schwarz"} and announces_next:
            reading.levels.add(f"{meaning}_announced")
            announces_next = False
        elif meaning in {"hand", "ouvert", "schneider", "schwarz", "schneider_announced", "schwarz_announced"}:
            reading.levels.add(meaning)
        elif meaning != "filler" and not (meaning == "with" and following == "hand"):
            reading.unread.append(word)


def _announce(reading: _Reading) -> bool:
    """The level before “announced” is the announced one; whether there is any."""
    for level in ("schwarz", "schneider"):
        if level in reading.levels and f"{level}_announced" not in reading.levels:
            reading.levels.add(f"{level}_announced")
            return True
    return False


def _meanings() -> Iterator[tuple[str, str]]:
    for table in (LEVELS, CONTRACTS):
        for meaning, words in table.items():
            for word in words.split():
                yield folded(word), meaning


MEANINGS: Final = dict(_meanings())
NUMBERS: Final = {folded(word): str(number) for number, words in NUMBER_WORDS.items() for word in words.split()}
