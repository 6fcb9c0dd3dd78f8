"""The words of a game apart from the language of the page: a club may have Skat spoken in German on its English pages.

What a game says is marked with the name of the game as its context, and is looked up in the catalogue that the club
chose for this game. Everything else is in the language of the page. Some words of a game are a variant that differs
from its language in a few: German suits, truco as in Minas and in the south of Brazil.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Protocol

from django.utils.translation import get_language, gettext_noop, trans_real
from pydantic import AfterValidator

import games
from games.core.game import AnyGame
from games.core.values import Preset
from scorekeeper.common.acts import wrong
from scorekeeper.languages.choice import offered, spoken, use_language_of_club, written_for

GERMAN_SUITS: Final = "de-suits"
MINEIRO: Final = "pt-mineiro"
GAUCHO: Final = "pt-gaucho"
VARIANTS: Final = {
    "skat": {GERMAN_SUITS: "Deutsch: Eichel, Grün, Rot, Schellen"},
    "truco": {MINEIRO: "Português: truco mineiro", GAUCHO: "Português: truco gaúcho"},
}
"""{game: {code: its own name}}. Portuguese itself speaks as in São Paulo."""
LANGUAGES: Final = {GERMAN_SUITS: "de", MINEIRO: "pt-br", GAUCHO: "pt-br"}
"""{variant: the language that says the rest}."""
WORDS: Final = {
    GERMAN_SUITS: {
        ("suit", "clubs"): "Eichel",
        ("suit", "spades"): "Grün",
        ("suit", "hearts"): "Rot",
        ("suit", "diamonds"): "Schellen",
        ("skat", "Clubs"): "Eichel",
        ("skat", "Spades"): "Grün",
        ("skat", "Hearts"): "Rot",
        ("skat", "Diamonds"): "Schellen",
        ("skat", "clubs"): "Eichel",
        ("skat", "spades"): "Grün",
        ("skat", "hearts"): "Rot",
        ("skat", "diamonds"): "Schellen",
        (
            "skat",
            "With or without the jack of clubs?",
        ): "Mit oder ohne den Alten (Eichel-Unter)?",
        (
            "skat",
            "Matadors are the unbroken run of top trumps from the jack of clubs down. If the declarer holds them, the "
            "game is “with” that many; if not, “without”. Schneider: the losing side has at most 30 card points. "
            "Schwarz: it has no trick.",
        ): "Spitzen sind die lückenlose Reihe der höchsten Trümpfe vom Eichel-Unter abwärts. Hat der Alleinspieler "
        "sie, spielt er „mit“ so vielen, sonst „ohne“. Schneider: Die Verliererseite hat höchstens 30 Augen. Schwarz: "
        "Sie hat keinen Stich.",
        (
            "skat",
            "Player: number or first letters; 0 if all passed; empty for a 50 in a column. Game: D H S C G N, or a "
            "name (“Grand Hand”, “Pik ohne 2”). Matadors: 2, or -2 without. Extras: h, s, sa, z, za, o, and the bid. "
            "Result: card points, + or -; empty if the value has a sign. Press Enter to save the line.",
        ): "Spieler: Nummer oder erste Buchstaben; 0, wenn eingepasst wurde; "  # codespell:ignore oder
        "leer, wenn in einer Spalte eine 50 steht. "
        "Spiel: Eichel, Grün, Rot, Schellen, G, N oder ein Name "  # codespell:ignore oder
        "(„Grand Hand“, „Grün ohne 2“). Spitzen: 2, oder -2 für ohne. "  # codespell:ignore oder
        "Zusätze: h, s, sa, z, za, o und der Reizwert. Ergebnis: Augen, + oder -; "  # codespell:ignore oder
        "leer, wenn der Wert ein Vorzeichen hat. Mit der Eingabetaste speichern Sie die Zeile.",
        (
            "skat",
            "Spades with 2, played from the hand and won: with 2, game 3, hand 4, times 11 is 44. If lost, it would "
            "cost 88.",
        ): "Grün mit 2, aus der Hand gespielt und gewonnen: mit 2, Spiel 3, Hand 4, mal 11 ist 44. Verloren würde es "
        "88 kosten.",
    },
    MINEIRO: {
        (
            "truco",
            "Two sides of one, two or three players sit alternately; each player has three cards. A hand (mão) is the "
            "best of three rounds (vazas). Everyone plays a card, and the highest wins the round for its side. A plain "
            "hand is worth 2.",
        ): "Jogam dois lados de um, dois ou três jogadores, sentados alternadamente; cada jogador tem três cartas. A "
        "mão é a melhor de três rodadas (vazas). Cada um joga uma carta, e a mais alta ganha a rodada para a sua "
        "dupla. As quatro manilhas são fixas: zap (quatro de paus), copas (sete de copas), espadilha (ás de espadas) e "
        "pica-fumo, ou ouros (sete de ouros). A mão simples vale 2.",
        (
            "truco",
            "A round is drawn (empate, canga) when the two best cards are equal and belong to different sides. With "
            "one drawn round, the side that won another round wins the hand. If each side won one, the first counts. "
            "When the first two are drawn, the third decides. If all three are drawn, the hand goes to the side that "
            "dealt. Under other rules it goes to nobody, or to the side that leads.",
        ): "A rodada empata (canga) quando as duas melhores cartas são iguais e de duplas diferentes; manilhas nunca "
        "empatam. Com uma rodada empatada, ganha a mão a dupla que ganhou outra rodada. Se cada dupla ganhou uma, vale "
        "a primeira. Se as duas primeiras empatam, a terceira decide. Se as três empatam, a mão é da dupla que deu as "
        "cartas. Com outras regras, de ninguém ou da dupla de quem sai.",
    },
    GAUCHO: {
        ("truco", "vale cuatro"): "vale quatro",
        (
            "truco",
            "Truco, retruco and vale cuatro for 2, 3 and 4, with envido, without flor.",
        ): "Truco, retruco e vale quatro por 2, 3 e 4, com envido, sem flor.",
        (
            "truco",
            "Truco, retruco and vale cuatro for 2, 3 and 4, with envido and flor.",
        ): "Truco, retruco e vale quatro por 2, 3 e 4, com envido e flor.",
        ("truco", "Truco gaúcho to 24"): "Truco cego (gaúcho) até 24",
        ("truco", "Accept: {value}"): "Quero: {value}",
        ("truco", "Run: {value} to the others"): "Não quero: {value} para os outros",
        ("truco", "Ran: {value}"): "Não quiseram: {value}",
        (
            "truco",
            "Nobody can ask for more than {value}, so nobody ran from it. Choose what the hand was worth before.",
        ): "Não se pode pedir mais que {value}, então ninguém pode ter dito “não quero”. Escolha quanto a mão valia "
        "antes.",
        ("truco", "Somebody ran"): "Alguém não quis",
        (
            "truco",
            "Choose how the hand ended: played, run from, declined or without a winner.",
        ): "Escolha como a mão terminou: alguém ganhou, não quis ou recusou, ou ficou sem vencedor.",
        (
            "truco",
            "The raise of {side} has no answer. Did the others accept, raise or run?",
        ): "O pedido de {side} está sem resposta. Os outros quiseram, aumentaram ou não quiseram?",
        ("truco", "There is no raise to accept."): "Não há pedido para responder “quero”.",
        ("truco", "There is no raise to run from."): "Não há pedido para responder “não quero”.",
        ("truco", "{side}: accepted, for {value}"): "{side}: quero, valendo {value}",
        ("truco", "{side}: ran"): "{side}: não quero",
        ("truco", "Run from the raise"): "Não quiseram o pedido",
        ("truco", "Accepted: worth"): "Quero: vale",
        ("truco", "They run: pays"): "Não quero: paga",
        ("truco", "{side} ran from {raise}"): "Quem não quis o {raise}: {side}",
        ("truco", "{side} ran"): "Quem não quis: {side}",
        ("truco", "accepted"): "quero",
        ("truco", "ran"): "não quero",
        ("truco", "%(name)s ran from %(raise)s"): "Quem não quis o %(raise)s: %(name)s",
        ("truco", "We ran from %(raise)s"): "Não quisemos o %(raise)s",
        ("truco", "They ran from %(raise)s"): "Eles não quiseram o %(raise)s",
        ("truco", "%(name)s ran"): "Quem não quis: %(name)s",
        ("truco", "We ran"): "Não quisemos",
        ("truco", "They ran"): "Eles não quiseram",
        (
            "truco",
            "In your turn you may raise. Truco asks for 4, then seis, dez and doze for 6, 10 and 12. The others "
            "accept, raise again, or run (correr): then the hand ends and pays the value accepted before. Nobody "
            "raises twice in a row: after an accepted raise, only the side that accepted may raise again.",
        ): "Na sua vez, você pode aumentar. Truco pede 4; depois vêm seis, dez e doze, por 6, 10 e 12. Os outros dizem "
        "“quero”, aumentam de novo ou dizem “não quero”: então a mão acaba e paga o valor aceito antes. Ninguém "
        "aumenta duas vezes seguidas: depois de um pedido aceito, só a dupla que aceitou pode aumentar de novo.",
        (
            "truco",
            "Dora calls truco and Beto accepts: the hand is worth 4. In the second round Beto asks for seis; Zeca "
            "runs. Beto and Lúcia get the 4 that were accepted.",
        ): "Dora pede truco e Beto quer: a mão vale 4. Na segunda rodada, Beto pede seis; Zeca não quer. Beto e Lúcia "
        "levam os 4 que tinham sido aceitos.",
        (
            "truco",
            "Argentina: truco, retruco and vale cuatro for 2, 3 and 4, to 15 or 30. Cards may be thrown in (irse al "
            "mazo), and there is no hand of ten. Cards thrown in before envido is over can also give a refused envido. "
            "Envido and flor are bets on the cards in hand and count before the rounds. Tap them in the step by step "
            "entry. In a game to 30, the first half is the malas, the second the buenas. Gaúcho goes to 24. Venezuela "
            "plays for 1, 3, 6, 9 and the whole game.",
        ): "Argentina: truco, retruco e vale quatro por 2, 3 e 4, até 15 ou 30. Pode-se ir ao baralho (irse al mazo), "
        "e não há mão de dez. Quem vai ao baralho antes do fim do envido também pode dar um envido recusado. Envido e "
        "flor são apostas sobre as cartas na mão e contam antes das rodadas. Toque neles no registro passo a passo. Em "
        "uma partida até 30, a primeira metade são as malas, a segunda as buenas. O gaúcho, ou truco cego, vai até 24. "
        "As cartas mais altas são o ás de espadas, o ás de paus, o sete de espadas e o sete de ouros. Na Venezuela "
        "joga-se por 1, 3, 6, 9 e a partida inteira.",
    },
}
"""{variant: {(context, the English words): what it says}}."""


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


@contextmanager
def written_at(club: HasWords, *choices: str) -> Iterator[None]:
    """What is written within is for somebody else, about a club: in the first of the languages chosen, else in
    that of the club, with the games spoken as the club chose."""
    page = spoken.get()
    with written_for(*choices, club.language):
        use_words(club.game_words)
        try:
            yield
        finally:
            spoken.set(page)


def presets_of(game: AnyGame) -> list[Preset]:
    """The rules of a game that are offered: those at home in the words that it is spoken in come first, so that a
    reader of Spanish begins with truco as in Argentina, unless the club says otherwise."""
    words = spoken.get().get(game.name) or (get_language() or "").partition("-")[0]
    return sorted(game.presets, key=lambda preset: words not in preset.first_in)


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
