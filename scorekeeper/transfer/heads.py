"""What a column holds, by the word above it, in German or English."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.common.names import name_key

NAME: Final = "name"
NAMES: Final[Mapping[str, str]] = {
    "name": "name player spieler spielername person wer who mitspielername",
    "first": "vorname firstname givenname",
    "last": "nachname lastname surname familyname",
    "email": "email mail emailadresse mailadresse adresse",
    "kind": "kind art status mitgliedodergast memberorguest type",
    "date": "date datum day tag evening abend spieltag spielabend",
    "total": "total points punkte gesamt gesamtpunkte summe sum ergebnis result endsumme gesamtergebnis",
    "list": "list liste table tisch listnumber listennummer tischnummer",
    "number": "nr no number nummer hand spielnr handnr lfdnr",
    "declarer": "declarer alleinspieler solist player spieler name",
    "contract": "contract game spiel farbe spielart",
    "value": "value wert spielwert points punkte gamevalue",
    "bonus": "bonus bonusdeclarer declarerbonus declarersbonus bonusalleinspieler alleinspielerbonus",
    "won_bonus": "won gewonnen wonbonus plus",
    "lost_bonus": "lost verloren lostbonus minus",
    "others": "others gegner gegenspieler gegnerbonus othersbonus bonusothers bonusgegner fremd",
    "players": "players amtisch mitspieler allespieler sitting attable",
}
OF_MEASURES: Final[Mapping[str, str]] = {
    "points": "gamepoints spielpunkte",
    "won": "won gewonnen gewonnenespiele gameswon siege wins",
    "lost": "lost verloren verlorenespiele gameslost niederlagen losses",
    "hands": "hands haende spiele games anzahlspiele",
    "others_lost_3": "others3 gegnerverloren3 fremdverloren3",
    "others_lost_4": "others4 gegnerverloren4 fremdverloren4",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each known column stands, and the heads nobody knows."""

    places: Mapping[str, int]
    ignored: Sequence[str]

    def __contains__(self, name: str) -> bool:
        return name in self.places

    def of(self, cells: Sequence[str], name: str) -> str:
        """The cell of a row in this column; empty where there is none."""
        place = self.places.get(name)
        return cells[place] if place is not None and place < len(cells) else ""


def columns(heads: Sequence[str], wanted: Iterable[str], measures: Mapping[str, str] | None = None) -> Columns:
    """Which of the wanted columns these heads name, the first of each; `measures` are those of a game by title."""
    words = {word: name for name in reversed([*wanted]) for word in NAMES[name].split()}
    for measure, title in (measures or {}).items():
        for word in (name_key(title), *OF_MEASURES.get(measure, "").split()):
            words[word] = f"measure:{measure}"
    places: dict[str, int] = {}
    ignored = []
    for place, head in enumerate(heads):
        found = words.get(_key(head))
        if found and found not in places:
            places[found] = place
        elif head:
            ignored.append(head)
    return Columns(places, ignored)


def _key(head: str) -> str:
    """Umlauts written out or not: "Hände", "Haende"."""
    return name_key(head.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"))
