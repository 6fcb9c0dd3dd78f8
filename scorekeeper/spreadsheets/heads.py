"""What a column holds, by the words above it, in the languages of the players: English, German, Portuguese, Spanish,
Russian, Punjabi and Gujarati."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from games.core.text import pgettext

OF_COLUMNS: Final[Mapping[str, str]] = {
    "name": """name, player, player name, person, who, participant, competitor, full name, first and last name,
        first name last name, last name first name;
        spieler, spielerin, spielername, teilnehmer, teilnehmerin, wer, mitglied, vorname nachname,
        vor- und nachname, vor- und zuname, nachname vorname, name vorname, vorname name, spielerinnen und spieler;
        nome, jogador, jogadora, nome do jogador, participante, pessoa, nome completo, quem, nome e sobrenome;
        nombre, jugador, jugadora, nombre del jugador, persona, nombre completo, quién, nombre y apellidos;
        игрок, участник, имя, фио, имя игрока, имя и фамилия, фамилия и имя, фамилия имя, кто;
        ਨਾਮ, ਨਾਂ, ਖਿਡਾਰੀ, ਖਿਡਾਰੀ ਦਾ ਨਾਮ, ਖਿਡਾਰਨ, ਪੂਰਾ ਨਾਮ;
        નામ, ખેલાડી, ખેલાડીનું નામ, પૂરું નામ""",
    "first": """first name, given name, forename, first, first name 1; vorname, rufname, vorname 1;
        primeiro nome, prenome; nombre de pila, primer nombre; личное имя; ਪਹਿਲਾ ਨਾਮ, ਪਹਿਲਾ ਨਾਂ; પ્રથમ નામ, પહેલું નામ""",
    "last": """last name, surname, family name, last, last name 1; nachname, nachname 1, familienname, zuname;
        sobrenome, último nome;
        apellido, apellidos; фамилия; ਉਪਨਾਮ, ਗੋਤ, ਆਖ਼ਰੀ ਨਾਂ, ਆਖਰੀ ਨਾਮ, ਪਰਿਵਾਰਕ ਨਾਮ; અટક, છેલ્લું નામ""",
    "nickname": """nickname, nick, alias, called; spitzname, rufname im verein, genannt; apelido, alcunha;
        apodo, mote, sobrenombre; прозвище, ник, псевдоним; ਛੋਟਾ ਨਾਮ, ਘਰੇਲੂ ਨਾਮ; ઉપનામ, હુલામણું નામ""",
    "birthday": """birthday, date of birth, born, birth date, year of birth; geburtstag, geburtsdatum, geboren,
        geboren am, geb, geburtsjahr, jahrgang; aniversário, data de nascimento, nascimento, nascido em;
        cumpleaños, fecha de nacimiento, nacimiento; день рождения, дата рождения, год рождения, др;
        ਜਨਮ ਮਿਤੀ, ਜਨਮਦਿਨ, ਜਨਮ ਦਿਨ; જન્મ તારીખ, જન્મતારીખ, જન્મદિવસ""",
    "email": """email, e-mail, mail, email address, mail address, e-mail address; e-mail-adresse, mailadresse, adresse,
        mail-adresse; correio eletrônico, endereço de e-mail; correo, correo electrónico, dirección de correo;
        эл. почта, электронная почта, почта, адрес эл. почты, емейл, имейл; ਈਮੇਲ, ਈ-ਮੇਲ, ਈਮੇਲ ਪਤਾ;
        ઈમેલ, ઇમેઇલ, ઈ-મેલ, ઈમેલ સરનામું""",
    "kind": """kind, type, member or guest, role in the club; art, status, mitglied oder gast; tipo, sócio ou convidado,
        membro ou convidado; socio o invitado, miembro o invitado; вид, тип, член или гость, статус;
        ਕਿਸਮ, ਮੈਂਬਰ ਜਾਂ ਮਹਿਮਾਨ; પ્રકાર, સભ્ય કે મહેમાન""",
    "date": """date, day, evening, night, played on, session; datum, tag, abend, spieltag, spielabend, am, gespielt am;
        data, dia, noite, jogado em; fecha, día, noche, jugado el; дата, день, вечер, число;
        ਮਿਤੀ, ਤਾਰੀਖ, ਤਾਰੀਖ਼, ਤਰੀਕ, ਦਿਨ, ਸ਼ਾਮ; તારીખ, દિવસ, સાંજ""",
    "total": """total, points, result, sum, score, total points, net, winnings, grand total, overall;
        punkte, gesamt, gesamtpunkte, summe, ergebnis, endsumme, gesamtergebnis, insgesamt, endstand, punktzahl, pkt;
        pontos, total de pontos, resultado, soma, pontuação, placar;
        puntos, total de puntos, suma, puntuación, marcador;
        очки, итог, сумма, результат, итого, всего, баллы, всего очков, счёт;
        ਅੰਕ, ਕੁੱਲ, ਜੋੜ, ਨਤੀਜਾ, ਕੁੱਲ ਅੰਕ, ਪੁਆਇੰਟ, ਕੁਲ; પોઈન્ટ, પોઇન્ટ, ગુણ, કુલ, સરવાળો, પરિણામ, કુલ ગુણ""",
    "running": """running total, running, cumulative, cumulated, so far, subtotal so far, standing, standing after;
        laufend, laufende summe, fortlaufend, kumuliert, zwischenstand, stand, gesamtstand, stand danach, aufgelaufen;
        acumulado, total acumulado, parcial; total parcial, saldo; нарастающий итог, накоплено, промежуточный итог;
        ਚੱਲਦਾ ਜੋੜ, ਹੁਣ ਤੱਕ; ચાલુ સરવાળો, અત્યાર સુધી""",
    "list": """list, table, list number, table number, series, round, session number;
        liste, tisch, listennummer, tischnummer, serie, runde, listen-nr, tisch-nr;
        lista, mesa, número da lista, série, rodada, número da mesa; número de lista, ronda, número de mesa, serie;
        список, стол, лист, номер списка, номер стола, серия, раунд, тур;
        ਸੂਚੀ, ਮੇਜ਼, ਲਿਸਟ, ਟੇਬਲ, ਗੇੜ; યાદી, ટેબલ, લિસ્ટ, રાઉન્ડ""",
    "number": """no, number, hand, hand no, game no; nr, nummer, spielnr, spiel-nr, handnr, lfd nr, lfd. nummer, #;
        nº, número, mão, nº da mão; mano, núm, n.º, nº de mano; №, номер, раздача, сдача; ਨੰਬਰ, ਹੱਥ ਨੰਬਰ;
        નંબર, ક્રમ, ક્રમાંક""",
    "declarer": """declarer, soloist, player, name; alleinspieler, alleinspielerin, solist, spieler, name;
        declarante, solista, jogador, nome; jugador, nombre; разыгрывающий, игрок, имя, солист;
        ਬੋਲਣ ਵਾਲਾ, ਬੋਲੀਕਾਰ, ਐਲਾਨਕਾਰ, ਐਲਾਨਕਰਤਾ, ਖਿਡਾਰੀ, ਨਾਮ; બોલનાર, જાહેરકર્તા, ખેલાડી, નામ""",
    "contract": """contract, game, game played, suit; spiel, farbe, spielart, spielansage, angesagt;
        contrato, jogo, naipe; juego, palo; контракт, игра, масть; ਖੇਡ, ਰੰਗ; રમત, રંગ, હુકમ""",
    "value": """value, game value, points; wert, spielwert, punkte, augen-wert; valor, valor do jogo, pontos;
        valor del juego, puntos; стоимость, цена, очки, цена игры; ਮੁੱਲ, ਅੰਕ, ਕੀਮਤ; મૂલ્ય, ગુણ, કિંમત""",
    "bonus": """bonus, declarer's bonus, bonus declarer, declarer bonus; bonus alleinspieler, alleinspielerbonus;
        bônus, bônus do declarante; bonificación, bono, bono del declarante; бонус, премия, бонус разыгрывающего;
        ਬੋਨਸ, ਬੋਲਣ ਵਾਲੇ ਦਾ ਬੋਨਸ, ਬੋਲੀਕਾਰ ਦਾ ਬੋਨਸ; બોનસ, બોલનારનું બોનસ""",
    "won_bonus": "won, won bonus, plus; gewonnen; ganhou; ganó; выиграл; ਜਿੱਤਿਆ; જીત્યો",
    "lost_bonus": "lost, lost bonus, minus; verloren; perdeu; perdió; проиграл; ਹਾਰਿਆ; હાર્યો",
    "others": """others, bonus others, others bonus, opponents, defenders; gegner, gegenspieler, gegnerbonus,
        bonus gegner, fremd; outros, adversários, oponentes; otros, rivales, adversarios; соперники, вистующие, другие;
        ਹੋਰ, ਵਿਰੋਧੀ; અન્ય, વિરોધીઓ""",
    "players": """players, at the table, at table, sitting; am tisch, mitspieler, alle spieler, spieler am tisch;
        jogadores, na mesa; jugadores, en la mesa; игроки, за столом; ਖਿਡਾਰੀਆਂ, ਮੇਜ਼ ਤੇ; ખેલાડીઓ, ટેબલ પર""",
    "first_of_two": """player 1, name 1, first player; spieler 1, erster spieler; jogador 1, nome 1;
        jugador 1, nombre 1; игрок 1, имя 1; ਖਿਡਾਰੀ 1, ਨਾਮ 1; ખેલાડી 1, નામ 1""",
    "partner": """partner, player 2, name 2, second player; mitspieler, spieler 2, partnerin;
        parceiro, parceira, dupla com, jogador 2; compañero, compañera, pareja con, jugador 2;
        партнёр, игрок 2, напарник;
        ਸਾਥੀ, ਜੋੜੀਦਾਰ; ભાગીદાર, સાથી, જોડીદાર""",
    "partner_first": """first name 2, partner's first name, first name of the partner; vorname 2, vorname partner,
        vorname des partners; primeiro nome 2; nombre de pila 2; имя 2; ਪਹਿਲਾ ਨਾਮ 2; પ્રથમ નામ 2""",
    "partner_last": """last name 2, surname 2, partner's last name; nachname 2, nachname partner, nachname des partners;
        sobrenome 2; apellido 2, apellidos 2; фамилия 2; ਗੋਤ 2; અટક 2""",
    "team": """team, pair, team name, pair name, side; mannschaft, paar, teamname, mannschaftsname, paarname;
        equipe, time, dupla, nome da equipe; equipo, pareja, nombre del equipo; команда, пара, название команды;
        ਟੀਮ, ਜੋੜੀ, ਟੀਮ ਦਾ ਨਾਮ; ટીમ, જોડી, ટીમનું નામ""",
    "role": """role, plays as, position, function; rolle, spielt als, funktion; papel, função, posição;
        rol, función, posición; роль, функция; ਭੂਮਿਕਾ; ભૂમિકા""",
    "captain": """captain, team captain; kapitän, kapitänin, mannschaftsführer, mannschaftsführerin, spielführer,
        mannschaftskapitän; capitão, capitã; capitán, capitana; капитан; ਕਪਤਾਨ; કપ્તાન""",
    "origin": """club, origin, town, city, from, home club; verein, herkunft, ort, stadt, heimatverein, club, wohnort;
        clube, origem, cidade, de onde; procedencia, ciudad, origen; клуб, город, откуда; ਕਲੱਬ, ਸ਼ਹਿਰ, ਪਿੰਡ;
        ક્લબ, શહેર, ગામ""",
    "rating": """rating, elo, strength, rating points; wertung, wertungszahl, spielstärke, elo-zahl;
        classificação, força; clasificación, fuerza, valoración; рейтинг, сила; ਰੇਟਿੰਗ; રેટિંગ""",
    "what": """what, description, for what, expense, purpose, text, item, note; was, wofür, beschreibung, zweck,
        verwendungszweck, ausgabe, bezeichnung, buchungstext; descrição, o que, para quê, finalidade, despesa;
        descripción, qué, concepto, gasto, para qué; что, описание, за что, назначение, расход;
        ਕੀ, ਵੇਰਵਾ, ਖਰਚਾ; શું, વર્ણન, વિગત, ખર્ચ""",
    "amount": """amount, cost, sum, price, total, paid; betrag, kosten, summe, preis, ausgelegt, gezahlt;
        valor, custo, quantia, preço, montante; importe, costo, coste, cantidad, precio, monto;
        сумма, стоимость, цена, траты; ਰਕਮ, ਕੀਮਤ, ਲਾਗਤ; રકમ, કિંમત, ખર્ચની રકમ""",
    "payer": """payer, paid by, who paid, who, name; zahler, bezahlt von, gezahlt von, wer hat bezahlt, wer, name,
        ausgelegt von; pagador, pago por, quem pagou, quem; pagador, pagado por, quién pagó, quién;
        кто платил, плательщик, кто заплатил, заплатил, кто; ਕਿਸਨੇ ਦਿੱਤੇ, ਭੁਗਤਾਨ ਕਰਤਾ; કોણે ચૂકવ્યા, ચૂકવનાર""",
    "for": """for whom, for, participants, shared by, split between; für wen, für, beteiligte, teilnehmer,
        geteilt durch; para quem, para, participantes, dividido entre; para quién, para, participantes, dividido entre;
        за кого, для кого, участники, на кого; ਕਿਸ ਲਈ, ਲਈ; કોના માટે, શાના માટે, માટે""",
    "shares": """shares, share, parts, weights; anteile, anteil, teile; cotas, partes, quotas; partes, cuotas;
        доли, доля, части; ਹਿੱਸੇ; હિસ્સા, ભાગ""",
    "currency": """currency, unit; währung, einheit; moeda, unidade; moneda, divisa, unidad; валюта, единица;
        ਮੁਦਰਾ, ਇਕਾਈ; ચલણ, એકમ""",
    "category": "category; kategorie; categoria; categoría, categorías; категория; ਸ਼੍ਰੇਣੀ; શ્રેણી",
    "split_mode": "split mode",
    "reimbursement": "is reimbursement, is reinbursement",
    "original": "original cost",
    "original_currency": "original currency",
    "rate": "conversion rate",
    "balance": """balance, opening balance, stands at, is to get, amount, total; saldo, anfangsstand, anfangssaldo,
        stand, guthaben, kontostand, betrag, bekommt; saldo inicial, saldo, valor; saldo inicial, saldo, importe;
        остаток, баланс, сальдо, начальный остаток, сумма; ਬਕਾਇਆ, ਰਕਮ; બાકી, બૅલેન્સ, બેલેન્સ, રકમ""",
}  # fmt: skip
OF_MEASURES: Final[Mapping[str, str]] = {
    "points": """game points; spielpunkte; pontos de jogo; puntos de juego; игровые очки, очки за игры; ਖੇਡ ਅੰਕ;
        રમતના ગુણ""",
    "won": """won, games won, wins, won games, victories; gewonnen, gewonnene spiele, siege, gew, gewonnene;
        ganhas, vitórias, jogos ganhos, partidas ganhas; ganadas, victorias, partidas ganadas, ganados;
        выиграно, выигрыши, побед, победы; ਜਿੱਤੇ, ਜਿੱਤਾਂ, ਜਿੱਤ; જીત, જીતેલી, જીત્યા""",
    "lost": """lost, games lost, losses, lost games, defeats; verloren, verlorene spiele, niederlagen, verl, verlorene;
        perdidas, derrotas, jogos perdidos, partidas perdidas; perdidos;
        проиграно, проигрыши, поражения, поражений; ਹਾਰੇ, ਹਾਰਾਂ, ਹਾਰ; હાર, હારેલી, હાર્યા""",
    "hands": """hands, games, number of games, hands played; hände, spiele, anzahl spiele, blätter;
        mãos, jogos, partidas; manos, juegos; раздач, игр, раздачи, сдачи; ਹੱਥ, ਖੇਡਾਂ; હાથ, રમતો""",
    "others_lost_4": """others 4; gegner 4, gegner verloren 4, fremd verloren 4; adversários 4; rivales 4;
        соперники 4; ਵਿਰੋਧੀ 4; વિરોધીઓ 4""",
}
OF_ROUNDS: Final = """round, series, match day, matchday, evening, night, session, list, game day, week, r, s;
    runde, serie, spieltag, abend, liste, spielabend, durchgang, rd, sp tag, st; rodada, série, noite, lista, etapa;
    ronda, jornada, serie, noche; тур, раунд, серия, вечер, игровой день, этап; ਗੇੜ, ਦੌਰ, ਰਾਊਂਡ, ਸ਼ਾਮ;
    રાઉન્ડ, દોર, સાંજ, ફેરો"""
TITLES: Final[Mapping[str, str]] = {
    "name": pgettext("heading", "the name"),
    "first": pgettext("heading", "the first name"),
    "last": pgettext("heading", "the last name"),
    "nickname": pgettext("heading", "the nickname"),
    "birthday": pgettext("heading", "the birthday"),
    "email": pgettext("heading", "the e-mail address"),
    "kind": pgettext("heading", "member or guest"),
    "date": pgettext("heading", "the day"),
    "total": pgettext("heading", "the points"),
    "running": pgettext("heading", "the running total"),
    "list": pgettext("heading", "the number of the list"),
    "number": pgettext("heading", "the number of the hand"),
    "declarer": pgettext("skat: heading", "the declarer"),
    "contract": pgettext("skat: heading", "the game that was played"),
    "value": pgettext("skat: heading", "the value of the game"),
    "bonus": pgettext("skat: heading", "the declarer’s bonus"),
    "won_bonus": pgettext("skat: heading", "the bonus of a won game"),
    "lost_bonus": pgettext("skat: heading", "the bonus of a lost game"),
    "others": pgettext("heading", "the bonus of the others"),
    "players": pgettext("heading", "all players at the table"),
    "first_of_two": pgettext("heading", "the first of the two"),
    "partner": pgettext("heading", "the partner"),
    "partner_first": pgettext("heading", "the partner’s first name"),
    "partner_last": pgettext("heading", "the partner’s last name"),
    "team": pgettext("heading", "the pair or team"),
    "role": pgettext("heading", "the role in the team"),
    "captain": pgettext("heading", "who is captain"),
    "origin": pgettext("heading", "the club or town"),
    "rating": pgettext("heading", "the rating"),
    "what": pgettext("heading", "what was paid for"),
    "amount": pgettext("heading", "the amount"),
    "payer": pgettext("heading", "who paid"),
    "for": pgettext("heading", "for whom"),
    "shares": pgettext("heading", "the shares"),
    "currency": pgettext("heading", "the currency"),
    "category": pgettext("heading", "the category"),
    "split_mode": pgettext("heading", "how it was split"),
    "reimbursement": pgettext("heading", "whether it was paid back"),
    "original": pgettext("heading", "the amount in another currency"),
    "original_currency": pgettext("heading", "the other currency"),
    "rate": pgettext("heading", "the rate of the other currency"),
    "balance": pgettext("heading", "where somebody stands"),
}
SUMS: Final = """sum, total, totals, subtotal; summe, gesamt, insgesamt, gesamtsumme, zwischensumme, endsumme,
    endergebnis, spielpunkte; soma, total geral; suma; итого, всего, сумма; ਕੁੱਲ, ਜੋੜ; કુલ, સરવાળો"""
LONGEST: Final = 200  # characters of a head that are looked at
UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
IN_BRACKETS: Final = re.compile(r"[(\[][^)\]]*[)\]]")
NUMBER: Final = re.compile(r"(\d{1,3})(?:[ªº]|st\b|nd\b|rd\b|th\b)?")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each column stands: those that are wanted by name, heads that are or have a day, heads that number a round
    ("Serie 2", "3. Spieltag"), running totals, of which there may be several, and the places of all others."""

    places: Mapping[str, int]
    days: Mapping[int, str] = field(default_factory=dict)
    rounds: Mapping[int, int] = field(default_factory=dict)
    unread: Sequence[int] = ()
    running: Sequence[int] = ()

    def __contains__(self, name: str) -> bool:
        return name in self.places

    def of(self, cells: Sequence[str], name: str) -> str:
        """The cell of a row in this column; empty where there is none."""
        place = self.places.get(name)
        return cells[place] if place is not None and place < len(cells) else ""


@lru_cache(2_000)
def head_key(head: str) -> str:
    """What two spellings of a head share: no case, accents, blanks or signs, and umlauts written out. The vowels of
    Gurmukhi and Gujarati are kept."""
    folded = unicodedata.normalize("NFC", head[:LONGEST]).casefold().translate(UMLAUTS)
    plain = unicodedata.normalize("NFKD", folded)
    return "".join(sign for sign in plain if sign.isalnum() or (is_vowel(sign) and not unicodedata.combining(sign)))


def is_vowel(sign: str) -> bool:
    return unicodedata.category(sign) in {"Mn", "Mc"}


def column_of(head: str, wanted: Iterable[str], measures: Mapping[str, str]) -> str:
    """The column that a head names, `measure:NAME` for a measure of the game; empty for none. What stands in brackets
    counts only where the rest is no head."""
    words = _words(tuple(wanted), tuple(measures.items()))
    whole, bare = head_key(head), head_key(IN_BRACKETS.sub(" ", head))
    return words.get(whole) or words.get(bare, "")


def round_of(head: str) -> int | None:
    """The number of the round that a head names, as "Serie 2" and "3. Spieltag" do."""
    numbers = NUMBER.findall(head)
    if len(numbers) != 1 or head_key(NUMBER.sub("", head)) not in _keys(OF_ROUNDS):
        return None
    return int(numbers[0])


def is_numbered_name(head: str) -> bool:
    """Whether a head is of one player of several on a line, as "Player 3" and "4. Spieler" are."""
    return len(NUMBER.findall(head)) == 1 and head_key(NUMBER.sub("", head)) in _keys(OF_COLUMNS["name"])


def is_round(head: str) -> bool:
    """Whether a head says an evening or a list, with its number or without."""
    return round_of(head) is not None or head_key(head) in _keys(OF_ROUNDS)


def is_sum(cell: str) -> bool:
    """Whether a cell says that its line sums the others up."""
    return head_key(cell) in _keys(SUMS)


@cache
def _words(wanted: tuple[str, ...], measures: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """{key: column}. A word of a measure goes before one of a column, and an earlier column before a later one."""
    words: dict[str, str] = {}
    for name in reversed(wanted):
        words |= dict.fromkeys(_keys(OF_COLUMNS[name]), name)
    for measure, title in measures:
        words |= dict.fromkeys({head_key(title), *_keys(OF_MEASURES.get(measure, ""))}, f"measure:{measure}")
    words.pop("", None)
    return words


@cache
def _keys(words: str) -> frozenset[str]:
    return frozenset(key for word in re.split("[,;]", words) if (key := head_key(word)))
