"""The words of a game apart from the language of the page: a club may have Skat spoken in German on its English pages.

What a game says is marked with the name of the game as its context, and is looked up in the catalogue that the club
chose for this game. Everything else is in the language of the page.
"""

from typing import Annotated, Any, Final, Protocol

from django.utils.translation import get_language, gettext_noop, trans_real
from pydantic import AfterValidator

import games
from scorekeeper.common.acts import wrong
from scorekeeper.languages.choice import offered, spoken, use_language_of_club
from scorekeeper.languages.variants import LANGUAGES, VARIANTS, WORDS

CONTEXT: Final = trans_real.CONTEXT_SEPARATOR
OF_CARDS: Final = ("card", "suit", "rank of a card")
"""Contexts that the games share: at a table they follow the words of its game."""


def words_for(game: str) -> dict[str, str]:
    """{code: its own name} of the words that a club can choose for a game."""
    return {**offered(), **VARIANTS.get(game, {})}


def _known(chosen: dict[str, str]) -> dict[str, str]:
    """Without the games that follow the page. Raises Refused `game_unknown`, `language_unknown`."""
    chosen = {game: code for game, code in chosen.items() if code}
    if not chosen.keys() <= games.all_games().keys():
        names = ", ".join(games.all_games())
        raise wrong(
            "game_unknown", gettext_noop("This game does not exist. Choose one of these: {names}."), names=names
        )
    if not all(code in words_for(game) for game, code in chosen.items()):
        raise wrong("language_unknown", gettext_noop("Please choose one of the languages."))
    return chosen


GameWords = Annotated[dict[str, str], AfterValidator(_known)]
"""{game: the code of its words}; a game that is left out follows the page."""


class HasWords(Protocol):
    """A club: the language of its pages, and `game_words` as `GameWords` or as an archive brought them."""

    language: str
    game_words: Any


def use_words_of_club(club: HasWords, game: str = "") -> None:
    """The rest of this request is in the language of its club, unless its reader chose one, and the games are spoken as
    the club chose for all; at a table the cards are called as its `game` calls them."""
    use_language_of_club(club.language)
    use_words(club.game_words, game)


def use_words(chosen: Any, game: str = "") -> None:
    """From here on the games are spoken so."""
    wanted = chosen.items() if isinstance(chosen, dict) else ()
    known = {name: code for name, code in wanted if name in games.all_games() and code in words_for(name)}
    spoken.set(known | dict.fromkeys(OF_CARDS, known[game]) if game in known else known)


def language_key() -> str:
    """What a page of this request is written in, for the key of what is kept of it."""
    return "-".join([get_language() or "", *(f"{name}.{code}" for name, code in sorted(spoken.get().items()))])


class Spoken(trans_real.DjangoTranslation):
    """The catalogue of a language, in which the games are spoken as `use_words` says."""

    def gettext(self, message: str) -> str:
        if not (code := _code_of(message)):
            return super().gettext(message)
        context, _separator, text = message.partition(CONTEXT)
        return WORDS.get(code, {}).get((context, text)) or _elsewhere(code, "gettext", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if not (code := _code_of(msgid1)):
            return super().ngettext(msgid1, msgid2, n)
        return _elsewhere(code, "ngettext", msgid1, msgid2, n)


def _code_of(message: str) -> str:
    """Which words a message is looked up in; empty: those of the page."""
    chosen = spoken.get()
    if not chosen or CONTEXT not in message:
        return ""
    return chosen.get(message.partition(CONTEXT)[0].partition(":")[0], "")


def _elsewhere(code: str, function: str, *message: Any) -> str:
    """A message in the catalogue of these words."""
    page = spoken.set({})
    try:
        return str(getattr(trans_real.translation(LANGUAGES.get(code, code)), function)(*message))
    finally:
        spoken.reset(page)


def install() -> None:
    """Let the catalogues be looked up so. Once, as the app begins."""
    trans_real.DjangoTranslation = Spoken  # type: ignore[misc]
    trans_real._translations.clear()  # type: ignore[attr-defined]  # noqa: SLF001 there is no other way in
    trans_real._default = None  # type: ignore[attr-defined]  # noqa: SLF001
