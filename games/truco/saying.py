"""The events of a hand as sentences, for the screen that writes them down."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.core.text import Text, Value, pgettext
from games.truco.machine import Play, after, next_step, refusal
from games.truco.reading import caller
from games.truco.refusals import figure_name, side_name
from games.truco.rules import DRAW, is_side

_SAID: Final = {
    "call": pgettext("truco", "{side}: raise to {value}"),
    "accept": pgettext("truco", "{side}: accepted, for {value}"),
    "run": pgettext("truco", "{side}: ran"),
    "fold": pgettext("truco", "{side}: cards thrown in"),
}
_TRUCO: Final = pgettext("truco", "{side}: truco, for {value}")
_DECIDED: Final = {
    True: pgettext("truco", "{side}: the hand is played"),
    False: pgettext("truco", "{side}: the hand is declined"),
}
_ROUND: Final = pgettext("truco", "Round {number}: {side}")
_DRAWN: Final = pgettext("truco", "Round {number}: drawn")


def event_sentences(events: Sequence[Any], play: Play, seats: Sequence[int]) -> tuple[Text, ...]:
    """Each event as it was said, up to the first that cannot be."""
    sentences: list[Text] = []
    for event in events:
        if refusal(play, event):
            break
        sentences.append(_sentence_of(event, play, seats))
        play = after(play, event)
    return tuple(sentences)


def _sentence_of(event: Mapping[str, Any], play: Play, seats: Sequence[int]) -> Text:
    if event["t"] == "round":
        number = len(play.rounds) + 1
        if event["winner"] == DRAW:
            return Text(_DRAWN, {"number": number})
        return Text(_ROUND, {"number": number, "side": side_name(seats, event["winner"])})
    side = side_name(seats, event["by"])
    if event["t"] == "decide":
        return Text(_DECIDED[event["play"]], {"side": side})
    values: dict[str, Value] = {"side": side}
    if event["t"] in {"call", "accept"}:
        step = next_step(play) if event["t"] == "call" else play.step + 1
        values["value"] = figure_name(play.rules.ladder[step])
        if event["t"] == "call" and step == 1:
            return Text(_TRUCO, values)
    return Text(_SAID[event["t"]], values)


# The bets beside a hand as sentences: who called what, and what was answered.

ENVIDO: Final = {
    "envido": Text(pgettext("truco", "Envido")),
    "real": Text(pgettext("truco", "Real envido")),
    "falta": Text(pgettext("truco", "Falta envido")),
}
ANSWERS: Final = {"accept": Text(pgettext("truco", "Quiero")), "decline": Text(pgettext("truco", "No quiero"))}
FLOR: Final = Text(pgettext("truco", "Flor"))
FLOR_ANSWERS: Final = {
    "achico": Text(pgettext("truco", "Achico")),
    "quiero": Text(pgettext("truco", "Con flor quiero")),
    "contraflor": Text(pgettext("truco", "Contraflor")),
    "resto": Text(pgettext("truco", "Contraflor al resto")),
    "no": Text(pgettext("truco", "No quiero")),
}
_SAYS: Final = pgettext("truco", "{side}: {words}")


def bet_sentences(draft: Mapping[str, Any], seats: Sequence[int]) -> tuple[Text, ...]:
    """ "Ana and Bia: Envido", "Caio and Davi: Quiero": the sides speak in turn; what is no word is left out."""
    sentences: list[Text] = []
    for name, words_of in (("flor", _flor_words), ("envido", _envido_words)):
        bet = draft.get(name)
        if isinstance(bet, Mapping) and is_side(first := bet.get("by")):
            spoken = enumerate(words_of(bet))
            sentences += (
                Text(_SAYS, {"side": side_name(seats, caller(first, at)), "words": word}) for at, word in spoken
            )
    return tuple(sentences)


def listed(given: object) -> Sequence[object]:
    """A list as it was given, or none."""
    return given if isinstance(given, list | tuple) else ()


def _flor_words(flor: Mapping[str, Any]) -> list[Text]:
    return [FLOR, *_words_of(FLOR_ANSWERS, listed(flor.get("seq")))]


def _envido_words(envido: Mapping[str, Any]) -> list[Text]:
    return [*_words_of(ENVIDO, listed(envido.get("calls"))), *_words_of(ANSWERS, [envido.get("answer")])]


def _words_of(words: Mapping[str, Text], given: Iterable[object]) -> list[Text]:
    return [words[one] for one in given if isinstance(one, str) and one in words]
