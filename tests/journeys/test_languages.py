# ruff: noqa: RUF001 people of several alphabets
"""Each game in a language that it is played in: somebody comes by a mail, is refused a table, records a hand, reads the
sheet, takes it home as PDF. Two people of one table read it in two languages; a phone that is offline keeps its own.

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

    def opens_table(self, *names: str) -> str:
        """First with one name twice; what that is answered."""
        self.page.goto(f"/tables/new/{self.game}/")
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


def test_a_skat_evening_in_german(phone: Phone, server: Server):
    reader = Reader(phone(locale="de-DE"), "de", "skat")
    page = reader.page
    assert "Geben Sie diesen Code dort ein, wo Sie Ihr Konto erstellt" in reader.arrives(server)

    refusal = reader.opens_table("Anna", "Ben", "Cem")
    assert refusal == "Zwei Plätze haben denselben Namen. Ergänzen Sie einen Buchstaben oder den Nachnamen."

    reader.group("Declarer").get_by_role("radio").first.focus()
    for key in "1421":  # Anna, clubs, with two, won
        page.keyboard.press(key)
    expect(reader.save(1)).to_be_focused()
    expect(page.locator("[data-tell]")).to_contain_text("Mit 2, Spiel 3, mal 12: 36")
    page.keyboard.press("Enter")
    assert reader.sheet() == "Spiel 1 , eingetragen mit 2 +36 36"
    expect(page.get_by_text("Spiel 1 gespeichert: 36 für Anna")).to_be_visible()
    assert "Zuschlag Seeger-Fabian" in page.locator("tfoot").inner_text()

    assert (
        reader.missing_on_paper(
            "Ein einzelner Tisch", "Mit 2, Spiel 3, mal 12: 36 für Anna", "Eingetragen von", "Seite 1 von 1"
        )
        == []
    )


def plays_truco(reader: Reader, server: Server, *names: str) -> tuple[str, str, str]:
    """One hand for four, after one that cannot be: the mail, the refused table, why nobody runs from the last raise."""
    page = reader.page
    mail, refusal = reader.arrives(server), reader.opens_table(*names)
    ends = reader.group("How did it end?").get_by_role("button")
    page.get_by_role("radio", name=re.compile("^12")).tap()
    ran = ends.and_(page.locator("[aria-disabled=true]:visible")).first
    why = ran.get_attribute("data-why") or ""
    page.get_by_role("radio", name=re.compile("^4")).tap()
    ends.and_(page.locator(":visible")).first.tap()
    return mail, refusal, why


def test_a_truco_match_in_portuguese(phone: Phone, server: Server):
    reader = Reader(phone(locale="pt-BR"), "pt-br", "truco")
    mail, refusal, why = plays_truco(reader, server, "Ana", "Bia", "Caio", "Davi")

    assert "Digite este código onde você criou a conta" in mail
    assert refusal == "Dois lugares têm o mesmo nome. Acrescente uma letra ou um sobrenome."
    assert (
        why == "Não se pode pedir mais que 12, então ninguém pode ter corrido disso. Escolha quanto a mão valia antes."
    )
    assert reader.sheet() == "Mão 1 , registrada jogada +4 4"
    expect(reader.page.get_by_text("Mão 1 salva: 4 para Ana e Caio, 4–0")).to_be_visible()
    assert (
        reader.missing_on_paper("Uma mesa avulsa", "Jogada: 4 para Ana e Caio, 4–0", "Registrada por", "Página 1 de 1")
        == []
    )


def test_a_truco_match_in_spanish(phone: Phone, server: Server):
    reader = Reader(phone(locale="es-AR"), "es", "truco")
    mail, refusal, why = plays_truco(reader, server, "Ana", "Beto")

    assert "Indique este código donde creó su cuenta" in mail
    assert refusal == "Hay dos asientos con el mismo nombre. Agregue una letra o un apellido."
    assert why.startswith("Nadie puede pedir más de 12, así que ahí no hubo «no quiero».")
    assert reader.sheet() == "Mano 1 , anotada jugada +4 4"
    expect(reader.page.get_by_text("Mano 1 guardada: 4 para Ana, 4–0")).to_be_visible()
    assert reader.missing_on_paper("Una mesa suelta", "Jugada: 4 para Ana, 4–0", "Anotada por", "Página 1 de 1") == []


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
        page.locator("fieldset").filter(has=legend).get_by_role("button", name=box, exact=True).click()

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
    for name, count in (("Asha", "50"), ("Bina", "30")):
        entry.get_by_role("textbox", name=name, exact=True).tap()
        for digit in count:
            entry.get_by_role("button", name=digit, exact=True).tap()
    reader.save(1).tap()
    assert reader.sheet() == "હાથ 1 , નોંધેલો વહેંચણીનો ટોંક Asha 50 +20 20 −20 −20"
    assert reader.missing_on_paper("એકલું ટેબલ", "Ashaને વહેંચણીમાં 50 મળ્યા") == []


def test_a_hand_of_palace_poker_in_punjabi(phone: Phone, server: Server):
    reader = Reader(phone(locale="pa-IN"), "pa", "palace_poker")
    page = reader.page
    assert "ਇਹ ਕੋਡ ਉੱਥੇ ਭਰੋ ਜਿੱਥੇ ਤੁਸੀਂ ਖਾਤਾ ਬਣਾਇਆ" in reader.arrives(server)

    refusal = reader.opens_table("Gurpreet", "Harjit")
    assert refusal == "ਦੋ ਸੀਟਾਂ ’ਤੇ ਇੱਕੋ ਨਾਂ ਹੈ। ਕੋਈ ਅੱਖਰ ਜਾਂ ਆਖ਼ਰੀ ਨਾਂ ਨਾਲ ਲਿਖੋ।"
    page.get_by_role("radio", name=reader.word("won")).first.locator("xpath=..").tap()
    reader.save(1).tap()
    assert reader.sheet() == "ਹੱਥ 1 , ਦਰਜ Gurpreet 4 2 −2"
    assert reader.missing_on_paper("ਪੈਲੇਸ ਪੋਕਰ", "ਇਕੱਲਾ ਮੇਜ਼", "Gurpreet ਨੂੰ 4") == []
