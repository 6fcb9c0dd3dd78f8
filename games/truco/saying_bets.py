"""The bets beside a hand as sentences: who called what, and what was answered."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.core.text import Text, gettext_noop
from games.truco.naming import side_name
from games.truco.sidebets import caller
from games.truco.values import is_side

ENVIDO: Final = {
    "envido": Text(gettext_noop("Envido")),
    "real": Text(gettext_noop("Real envido")),
    "falta": Text(gettext_noop("Falta envido")),
}
ANSWERS: Final = {"accept": Text(gettext_noop("Quiero")), "decline": Text(gettext_noop("No quiero"))}
FLOR: Final = Text(gettext_noop("Flor"))
FLOR_ANSWERS: Final = {
    "achico": Text(gettext_noop("Achico")),
    "quiero": Text(gettext_noop("Con flor quiero")),
    "contraflor": Text(gettext_noop("Contraflor")),
    "resto": Text(gettext_noop("Contraflor al resto")),
    "no": Text(gettext_noop("No quiero")),
}
_SAYS: Final = gettext_noop("{side}: {words}")


def bets_said(draft: Mapping[str, Any], seats: Sequence[int]) -> tuple[Text, ...]:
    """ "Ana and Bia: Envido", "Caio and Davi: Quiero": the sides speak in turn; what is no word is left out."""
    said: list[Text] = []
    for name, words_of in (("flor", _flor_words), ("envido", _envido_words)):
        bet = draft.get(name)
        if isinstance(bet, Mapping) and is_side(first := bet.get("by")):
            spoken = enumerate(words_of(bet))
            said += (Text(_SAYS, {"side": side_name(seats, caller(first, at)), "words": word}) for at, word in spoken)
    return tuple(said)


def listed(given: object) -> Sequence[object]:
    """A list as it was given, or none."""
    return given if isinstance(given, list | tuple) else ()


def _flor_words(flor: Mapping[str, Any]) -> list[Text]:
    return [FLOR, *_known(FLOR_ANSWERS, listed(flor.get("seq")))]


def _envido_words(envido: Mapping[str, Any]) -> list[Text]:
    return [*_known(ENVIDO, listed(envido.get("calls"))), *_known(ANSWERS, [envido.get("answer")])]


def _known(words: Mapping[str, Text], given: Iterable[object]) -> list[Text]:
    return [words[one] for one in given if isinstance(one, str) and one in words]
