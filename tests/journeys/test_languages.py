# ruff: noqa: RUF001 people of several alphabets
"""Each game in a language that it is played in: somebody comes by a mail, is refused a table and a hand, records a few,
reads the sheet, takes it home as PDF. An evening of a club ends with its mail to somebody who chose no language.
Two people of one table read it in two languages; a phone that is offline keeps its own.

The words of buttons are looked up; what people read is written out here.
"""

import re
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from tests.journeys.access import sideways
from tests.journeys.acting import SESSIONS, doors, follow, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import post
from tests.journeys.offline_acting import MAKE, Offline, all_sent, find, lose, ready
from tests.papers import read, text_of
from tests.serving import Server

pytestmark = pytest.mark.journey


@dataclass(slots=True)
class Reader:
    """Somebody with a phone in their language, and the words of the buttons in it."""

    page: Page
    language: str
    game: str

    def word(self, text: str, context: str = "", **values: Any) -> str:
        """A sentence of the page; without a context in that of the game, if the game has the sentence."""
        with translation.override(self.language):
            found = translation.pgettext(context or self.game, text)
            if found == text:
                found = translation.gettext(text)
        return found % values if "%(" in found else found.format(**values)

    def group(self, text: str, **values: Any) -> Locator:
        return self.page.get_by_role("group", name=self.word(text, **values), exact=True)

    def button(self, text: str, context: str = "", **values: Any) -> Locator:
        return self.page.get_by_role("button", name=self.word(text, context, **values))

    def arrives(self, server: Server) -> str:
        """Makes an account by a code; the mail that brought it."""
        before, email = len(server.log), f"{uuid4().hex}@example.org"
        self.page.goto("/accounts/signup/")
        self.page.locator("[name=email]").fill(email)
        self.button("Send a code").click()
        mail = server.mail_to(email, after=before)
        self.page.locator("[name=code]").fill(server.code_for(email, after=before))
        self.button("Go on", "button").click()
        self.page.wait_for_url(re.compile("//[^/]+/$"))
        return mail

    def seat(self, number: int) -> Locator:
        return self.page.get_by_role("textbox", name=self.word("Seat %(n)s", "field", n=number))

    def opens_table(self, *names: str, preset: str = "") -> str:
        """First with one name twice; what that is answered. By the rules `preset`, if it is not the first."""
        self.page.goto(f"/tables/new/{self.game}/")
        if preset:
            self.page.locator(".chosen-rules > summary").tap()
            self.page.locator(f"[name=preset][value={preset}]").locator("xpath=..").tap()
        for number, name in enumerate(names, 1):
            if not self.seat(number).count():
                self.page.locator("button[name=more]").click()
            self.seat(number).fill(name)
        self.seat(2).fill(names[0])
        self.button("Open the table").last.click()
        refusal = self.page.locator(".err").first.inner_text()
        self.seat(2).fill(names[1])
        self.button("Open the table").last.click()
        self.page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/$"))
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)
        assert sideways(self.page) == []
        return refusal

    def is_refused(self, why: str) -> None:
        """The hand as it is entered cannot be, and cannot be saved."""
        expect(self.page.locator("[data-tell]")).to_have_text(why)
        expect(self.page.locator("[data-save]")).to_have_attribute("aria-disabled", "true")

    def save(self, number: int) -> Locator:
        return self.button("Save hand {number}", number=number)

    def sheet(self) -> str:
        """The newest hand on the sheet, once there is one."""
        row = self.page.get_by_role("table").locator("tbody tr", has=self.page.get_by_role("link")).first
        expect(row).to_be_visible()
        assert sideways(self.page) == []
        return " ".join(row.inner_text().split())

    def missing_on_paper(self, *words: str) -> list[str]:
        """Which of these do not stand in the sheet as PDF."""
        address = doors(self.page).get_by_role("link", name="PDF", exact=True).get_attribute("href") or ""
        pages = read(self.page.request.get(address).body()).pages
        text = " ".join(" ".join(text_of(part).split()) for part in pages)
        return [each for each in words if each not in text]


EVENING = """
from uuid import uuid4
from django.utils import timezone
from scorekeeper.clubs.models import Club
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.money.services import ReportsWish
from scorekeeper.leagues.money.services import read_reports
from scorekeeper.leagues.people.services import Arrival
from scorekeeper.leagues.people.services import check_in
from tests.factories.evenings import make_evening, publish
owner = factories.make_user({owner!r}, email=f"{{uuid4().hex}}@example.org")
club = factories.make_club({club!r}, owner=owner)
Club.objects.filter(pk=club.pk).update(language={language!r})
read_reports(ReportsWish(wants=True), club=club, by=owner)
evening = make_evening(club, game={game!r}, name={name!r}, starts_at=timezone.now(), fee=200, unit={unit!r},
    **{rules!r})
for name in {names!r}:
    check_in(Arrival(name=name), evening_id=evening.pk, by=owner, now=timezone.now())
publish(evening)
sitting = sittings_of(evening)[0]
names = [seat.player.name for seat in sitting.seats.select_related("player").order_by("number")]
print(json.dumps({{"session": session(owner), "email": owner.email, "evening": str(evening.pk),
    "sitting": str(sitting.pk), "names": names}}))
"""


def english_reader(
    phone: Phone, server: Server, language: str, game: str, **evening: Any
) -> tuple[Reader, dict[str, Any]]:
    """The owner of a club of this language, whose browser asks for English and who chose nothing, and their evening."""
    made = server.python(SESSIONS + EVENING.format(language=language, game=game, **{"rules": {}, **evening}))
    return Reader(phone(locale="en-GB", storage_state=signed_in(made["session"])), language, game), made


def ends_evening(reader: Reader, server: Server, made: dict[str, Any], reason: str) -> str:
    """Closes the table and the evening; the mail of its results."""
    page, before = reader.page, len(server.log)
    post(page, f"sittings/{made['sitting']}/close", {"reason": reason})
    page.goto(f"/evenings/{made['evening']}/")
    reader.button("Close the evening").tap()
    page.wait_for_url(re.compile("/report/$"))
    assert sideways(page) == []
    return server.mail_to(made["email"], after=before)


def test_a_skat_evening_in_german(phone: Phone, server: Server):
    """The browser asks for English and its owner chose nothing: pages and mails are in the language of the club."""
    people = {"owner": "Renate Vogt", "club": "Lindenhof", "names": ("Anna", "Ben", "Cem")}
    reader, made = english_reader(phone, server, "de", "skat", name="Freitagsrunde", unit="€", **people)
    page, first = reader.page, made["names"][0]
    page.goto(f"/tables/{made['sitting']}/")

    reader.group("Declarer").get_by_role("radio").first.focus()
    for key in "1421":  # the first player, clubs, with two, won
        page.keyboard.press(key)
    expect(reader.save(1)).to_be_focused()
    expect(page.locator("[data-tell]")).to_contain_text("Mit 2, Spiel 3, mal 12: 36")
    page.locator("[data-numbers] summary").tap()
    points = page.locator("[name=declarer_points]")
    points.fill("130")
    points.press("Enter")
    expect(page.locator(".err:visible")).to_have_text("Augen gehen von 0 bis 120.")
    points.fill("75")
    reader.save(1).tap()
    assert reader.sheet() == "Spiel 1 , eingetragen mit 2 +36 36"
    expect(page.get_by_text(f"Spiel 1 gespeichert: 36 für {first}")).to_be_visible()
    page.locator("[value='kind=passed']").locator("xpath=..").tap()
    reader.save(2).tap()
    expect(page.get_by_text("Spiel 2 gespeichert")).to_be_visible()
    assert reader.sheet() == "Spiel 2 , eingetragen eingepasst"
    record = {
        "kind": "played",
        "declarer": 1,
        "contract": "grand",
        "matadors": 1,
        "with": False,
        "outcome": {"won": False},
    }
    post(page, f"sittings/{made['sitting']}/hands", {"record": record})
    page.reload()
    assert reader.sheet() == "Spiel 3 , eingetragen G Grand ohne 1 −96 −96"
    assert "Zuschlag Seeger-Fabian" in page.locator("tfoot").inner_text()
    of_paper = (f"Mit 2, Spiel 3, mal 12: 36 für {first}", "verloren, doppelt", "Eingepasst", "Eingetragen von")
    assert reader.missing_on_paper("Lindenhof", *of_paper, "Seite 1 von 1") == []

    mail = ends_evening(reader, server, made, "Es ist spät")
    assert f"1. {first}: 126" in mail
    assert "des Vereins Lindenhof bestellt haben." in mail
    assert "Für den Kassenwart: 6,00" in mail


def refused_raise(page: Page, ends: Locator, most: int, value: int) -> str:
    """Why nobody runs from the last raise; then a hand of this value."""
    page.get_by_role("radio", name=re.compile(f"^{most}")).tap()
    why = ends.and_(page.locator("[aria-disabled=true]:visible")).first.get_attribute("data-why") or ""
    page.get_by_role("radio", name=re.compile(f"^{value}")).tap()
    ends.and_(page.locator(":visible")).first.tap()
    return why


def test_a_truco_match_in_portuguese(phone: Phone, server: Server):
    reader = Reader(phone(locale="pt-BR"), "pt-br", "truco")
    page = reader.page
    assert "Digite este código onde você criou a conta" in reader.arrives(server)
    refusal = reader.opens_table("Ana", "Bia", "Caio", "Davi")
    assert refusal == "Dois lugares têm o mesmo nome. Acrescente uma letra ou um sobrenome."

    ends = reader.group("How did it end?").get_by_role("button")
    why = refused_raise(page, ends, 12, 4)
    assert (
        why == "Não se pode pedir mais que 12, então ninguém pode ter corrido disso. Escolha quanto a mão valia antes."
    )
    assert reader.sheet() == "Mão 1 , registrada jogada +4 4"
    expect(page.get_by_text("Mão 1 salva: 4 para Ana e Caio, 4–0")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^12")).tap()
    ends.and_(page.locator(":visible")).first.tap()
    expect(page.get_by_text("Mão 2 salva: 12 para Ana e Caio, 16–0, e a partida para Ana e Caio")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^12")).tap()
    ends.and_(page.locator(":visible")).first.tap()
    expect(page.get_by_role("heading", name="A queda está decidida")).to_be_visible()
    expect(page.get_by_text("A queda vai para Ana e Caio por 2–0 em partidas.")).to_be_visible()
    assert sideways(page) == []
    hands = ("Jogada: 4 para Ana e Caio, 4–0", "Jogada: 12 para Ana e Caio, 16–0, e a partida para Ana e Caio")
    assert reader.missing_on_paper("Uma mesa avulsa", *hands, "Registrada por", "Página 1 de 1") == []


def test_a_truco_match_in_spanish(phone: Phone, server: Server):
    """As in Argentina, to fifteen, with an envido."""
    reader = Reader(phone(locale="es-AR"), "es", "truco")
    page = reader.page
    assert "Escriba este código donde creó su cuenta" in reader.arrives(server)
    refusal = reader.opens_table("Ana", "Beto", preset="argentino15")
    assert refusal == "Hay dos asientos con el mismo nombre. Agregue una letra o un apellido."

    ends = reader.group("How did it end?").get_by_role("button")
    why = refused_raise(page, ends, 4, 3)
    assert why.startswith("Nadie puede pedir más de 4, así que ahí no hubo «no quiero».")
    assert reader.sheet() == "Mano 1 , anotada jugada +3 3"
    expect(page.get_by_text("Mano 1 guardada: 3 para Ana, 3–0")).to_be_visible()
    table = page.url.rstrip("/").rsplit("/", 1)[-1]
    for _hand in range(6):  # a game of four hands, and two more
        post(page, f"sittings/{table}/hands", {"record": {"kind": "quick", "how": "played", "winner": "A", "value": 4}})
    page.reload()
    page.get_by_role("radio", name=re.compile("^4")).tap()
    ends.and_(page.locator(":visible")).first.tap()
    expect(page.get_by_role("heading", name="La partida está decidida")).to_be_visible()
    expect(page.get_by_text("La partida es para Ana, 2 chicos a 0.")).to_be_visible()
    assert sideways(page) == []
    assert reader.missing_on_paper("Una mesa suelta", "Jugada: 3 para Ana, 3–0", "Anotada por", "Página 1 de 1") == []


def test_a_series_of_svoi_kozyri_in_russian(phone: Phone, server: Server):
    reader = Reader(phone(locale="ru-RU"), "ru", "svoi_kozyri")
    page = reader.page
    assert "Введите этот код там, где вы создавали учётную запись" in reader.arrives(server)

    refusal = reader.opens_table("Анна", "Борис", "Вера")
    assert refusal == "На двух местах одно и то же имя. Добавьте букву или фамилию."

    lost = reader.group("How did it end?").get_by_role("button").first
    assert lost.get_attribute("data-why") == "Выберите козырь каждого игрока."
    for name, suit in (("Анна", "hearts"), ("Борис", "spades"), ("Вера", "clubs")):
        trumps = reader.group("Trump of %(name)s", name=name)
        trumps.get_by_role("button", name=reader.word(suit, "suit"), exact=True).tap()
    who = reader.group("Who goes out?").get_by_role("button")
    for name in ("Борис", "Вера"):
        who.filter(has_text=name).tap()
    expect(page.locator("[data-tell]")).to_have_text("Остаётся Анна. Нажмите, чем закончилось.")
    lost.tap()
    reader.save(1).tap()
    assert reader.sheet() == "Раздача 1 , записано × остаётся с картами 1-й 2 2-й 2"
    expect(page.get_by_text("Раздача 1 сохранена: по 2 (Борис и Вера)")).to_be_visible()
    for name in ("Анна", "Борис"):  # the trumps are those of the first deal
        who.filter(has_text=name).tap()
    lost.tap()
    reader.save(2).tap()
    expect(page.get_by_text("Раздача 2 сохранена")).to_be_visible()
    assert reader.sheet() == "Раздача 2 , записано 1-й 2 2-й 4 × остаётся с картами"
    assert (
        reader.missing_on_paper(
            "Отдельный стол", "Борис и Вера выходят, Анна остаётся", "Кто записал", "Страница 1 из 1"
        )
        == []
    )


MAKE_TWO = """
user = factories.make_user("Ivan Petrov", email=f"{uuid4().hex}@example.org")
factories.make_member(club, user=user)
type(user).objects.filter(pk=user.pk).update(language="ru")
print(json.dumps({"sitting": str(sitting.pk), "keeper": session(owner), "member": session(user)}))
"""


def test_two_people_of_one_table_read_it_in_two_languages(phone: Phone, server: Server):
    """One has a German phone, the other chose Russian for the account; each reads what the other saw being saved."""
    made = server.python(SESSIONS + MAKE + MAKE_TWO)
    keeper, member = (
        Reader(phone(locale="de-DE", storage_state=signed_in(made[who])), language, "skat")
        for who, language in (("keeper", "de"), ("member", "ru"))
    )
    for reader in (keeper, member):
        reader.page.goto(f"/tables/{made['sitting']}/")
    keeper.group("Declarer").get_by_role("radio").first.focus()
    for key in "1421":
        keeper.page.keyboard.press(key)
    expect(keeper.save(1)).to_be_focused()
    keeper.page.keyboard.press("Enter")
    assert keeper.sheet() == "Spiel 1 , eingetragen mit 2 +36 36"
    follow(member.page)
    assert member.sheet() == "Раздача 1 , записано с 2 +36 36"


def test_offline_in_german(phone: Phone, server: Server):
    """What the phone says by itself, and what the port of the game does."""
    made = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(made["session"]))
    page.context.add_cookies([{"name": "language", "value": "de", "domain": "127.0.0.1", "path": "/"}])
    page.goto(f"/tables/{made['sitting']}/")
    ready(page)
    lose(page)
    page.reload()
    Offline(page).drawn()

    def tap(group: str, box: str) -> None:
        legend = page.locator("legend", has_text=re.compile(f"^{group}$"))
        button = page.locator("fieldset").filter(has=legend).get_by_role("button", name=re.compile(rf"^{box}\b"))
        button.click()

    tap("Alleinspieler", "Murat")
    tap("Spiel", "Kreuz")
    expect(page.locator(".say")).to_have_text("Wie viele Spitzen?")
    tap("Mit Spitzen", "2")
    tap("Ergebnis", "Gewonnen")
    expect(page.locator(".say")).to_have_text("Mit 2, Spiel 3, mal 12: 36 für Murat")
    page.get_by_role("button", name="Spiel 1 speichern").click()
    expect(page.locator("tbody tr[data-hand]")).to_contain_text("auf diesem Handy")
    expect(page.locator("#kept")).to_contain_text("offline: 1 Spiel auf diesem Handy")
    find(page)
    all_sent(page)
    page.goto(f"/tables/{made['sitting']}/")
    assert Reader(page, "de", "skat").sheet() == "Spiel 1 , eingetragen mit 2 +36 36"


def test_a_tonk_evening_in_gujarati(phone: Phone, server: Server):
    reader = Reader(phone(locale="gu-IN"), "gu", "tonk")
    page, entry = reader.page, reader.page.locator("#entry")
    assert "જ્યાં તમે એકાઉન્ટ બનાવ્યું" in reader.arrives(server)

    assert reader.opens_table("Asha", "Bina") == "બે બેઠકનું નામ સરખું છે. એક અક્ષર કે અટક ઉમેરો."
    page.locator("input[name=kind][value=initial_tonk]").locator("xpath=..").tap()
    page.locator(".who-several label.box:visible", has_text="Asha").tap()

    def count(**counts: str) -> None:
        for name, digits in counts.items():
            entry.get_by_role("textbox", name=name, exact=True).tap()
            for digit in digits:
                entry.get_by_role("button", name=digit, exact=True).tap()

    count(Asha="45", Bina="30")
    reader.is_refused("45 ગુણે Asha ટોંક જાહેર ન કરી શકે: ગુણ સુધારો, અથવા બીજો અંત પસંદ કરો.")
    entry.get_by_role("textbox", name="Asha", exact=True).fill("")
    count(Asha="50")
    reader.save(1).tap()
    assert reader.sheet() == "હાથ 1 , નોંધેલો વહેંચણીનો ટોંક Asha 50 +20 20 −20 −20"
    page.locator("input[name=kind][value=drop]").locator("xpath=..").tap()
    page.locator("label.box:visible", has_text="Asha").first.tap()
    count(Asha="5", Bina="30")
    expect(page.locator("[data-tell]")).to_contain_text("Ashaનું 5 ગુણે નોક, સૌથી ઓછા: Ashaને 10")
    reader.save(2).tap()
    expect(reader.save(3)).to_be_visible()
    assert reader.sheet() == "હાથ 2 , નોંધેલો નોક Asha 5 +10 30 −10 −30"
    assert reader.missing_on_paper("ટેબલ", "Ashaને વહેંચણીમાં 50 મળ્યા", "Ashaનું 5 ગુણે નોક") == []


def test_a_hand_of_palace_poker_in_punjabi(phone: Phone, server: Server):
    reader = Reader(phone(locale="pa-IN"), "pa", "palace_poker")
    page = reader.page
    assert "ਇਹ ਕੋਡ ਉੱਥੇ ਭਰੋ ਜਿੱਥੇ ਤੁਸੀਂ ਖਾਤਾ ਬਣਾਇਆ" in reader.arrives(server)

    refusal = reader.opens_table("Gurpreet", "Harjit")
    assert refusal == "ਦੋ ਸੀਟਾਂ ’ਤੇ ਇੱਕੋ ਨਾਂ ਹੈ। ਕੋਈ ਅੱਖਰ ਜਾਂ ਆਖ਼ਰੀ ਨਾਂ ਨਾਲ ਲਿਖੋ।"
    page.get_by_role("radio", name=reader.word("won")).first.locator("xpath=..").tap()
    paid = page.locator("[name='contributions.1']")
    paid.fill("3")
    paid.press("Enter")
    refused = page.locator(".err:visible")
    expect(refused).to_have_text("ਇਸ ਮੇਜ਼ ਦੇ ਦਾਅ ਜੋੜ ਕੇ ਇਹ ਰਕਮ ਨਹੀਂ ਬਣਦੀ। ਮੁੜ ਗਿਣੋ, ਜਾਂ ਦੱਸੋ ਕਿ ਕੌਣ ਆਲ-ਇਨ ਹੈ।")
    paid.fill("2")
    reader.save(1).tap()
    assert reader.sheet() == "ਹੱਥ 1 , ਦਰਜ Gurpreet 4 2 −2"
    assert reader.missing_on_paper("ਪੈਲੇਸ ਪੋਕਰ", "ਵੱਖਰਾ ਮੇਜ਼", "Gurpreet ਨੂੰ 4") == []


def test_an_evening_of_truco_ends_with_its_mail_in_portuguese(phone: Phone, server: Server):
    people = {"owner": "Ana Souza", "club": "Clube do Zap", "names": ("Bia", "Caio", "Davi", "Elis")}
    reader, made = english_reader(phone, server, "pt-br", "truco", name="Noite de sexta", unit="R$", **people)
    page = reader.page
    page.goto(f"/tables/{made['sitting']}/")
    for _game in range(2):
        record = {"kind": "quick", "how": "played", "winner": "A", "value": 12}
        post(page, f"sittings/{made['sitting']}/hands", {"record": record})

    mail = ends_evening(reader, server, made, "Ficou tarde")

    won, lost = made["names"][::2], made["names"][1::2]
    assert all(f"1º {name}: 2" in mail for name in won)
    assert all(f"3º {name}: 0" in mail for name in lost)
    assert "Para a tesouraria: R$\N{NO-BREAK SPACE}8,00, recebido R$\N{NO-BREAK SPACE}0,00." in mail
    assert "porque pediu os relatórios de Clube do Zap." in mail


def test_an_evening_of_svoi_kozyri_ends_with_its_mail_in_russian(phone: Phone, server: Server):
    people = {"owner": "Анна Серова", "club": "Козырной клуб", "names": ("Борис", "Вера", "Глеб")}
    reader, made = english_reader(phone, server, "ru", "svoi_kozyri", name="Пятничный вечер", unit="₽", **people)
    page = reader.page
    page.goto(f"/tables/{made['sitting']}/")
    post(
        page,
        f"sittings/{made['sitting']}/hands",
        {"record": {"kind": "deal", "trumps": ["hearts", "spades", "clubs"], "finished": [1, 2], "result": "loss"}},
    )

    mail = ends_evening(reader, server, made, "Уже поздно")

    left, first, second = made["names"]
    assert f"1. {first}: 2" in mail
    assert f"1. {second}: 2" in mail
    assert f"3. {left}: 0" in mail
    assert "Для казначея: 6,00\N{NO-BREAK SPACE}₽, собрано 0,00\N{NO-BREAK SPACE}₽." in mail
    assert "потому что просили присылать отчёты. Клуб: Козырной клуб." in mail


def test_an_evening_of_tonk_ends_with_its_mail_in_gujarati(phone: Phone, server: Server):
    people = {"owner": "Asha Patel", "club": "Tonk Mandal", "names": ("Bina", "Chirag", "Deep")}
    reader, made = english_reader(
        phone, server, "gu", "tonk", name="Shukravar", unit="₹", rules={"rules": {"catch_extra": "all"}}, **people
    )
    page = reader.page
    page.goto(f"/tables/{made['sitting']}/")
    post(page, f"sittings/{made['sitting']}/hands", {"record": {"kind": "drop", "by": 0, "totals": [5, 30, 20]}})

    mail = ends_evening(reader, server, made, "મોડું થયું")

    assert f"1. {made['names'][0]}: 20" in mail
    assert "ખજાનચી માટે:" in mail
    assert "તમે Tonk Mandalના અહેવાલ માંગ્યા હતા, એટલે તમને આ ઇ-મેઇલ મળે છે." in mail


def test_an_evening_of_palace_poker_ends_with_its_mail_in_punjabi(phone: Phone, server: Server):
    people = {"owner": "Gurpreet Kaur", "club": "Palace Club", "names": ("Harjit", "Jasleen", "Kiran")}
    reader, made = english_reader(phone, server, "pa", "palace_poker", name="Shukkarvar", unit="₹", **people)
    page = reader.page
    page.goto(f"/tables/{made['sitting']}/")
    post(
        page,
        f"sittings/{made['sitting']}/hands",
        {"record": {"kind": "quick", "contributions": [2, 2, 2], "ranking": [1, 2, 3]}},
    )

    mail = ends_evening(reader, server, made, "ਦੇਰ ਹੋ ਗਈ")

    assert f"1. {made['names'][0]}: 4" in mail
    assert "ਖ਼ਜ਼ਾਨਚੀ ਲਈ: ਦੇਣੇ" in mail
    assert "ਤੁਸੀਂ Palace Club ਦੀਆਂ ਰਿਪੋਰਟਾਂ ਮੰਗੀਆਂ ਸਨ।" in mail
