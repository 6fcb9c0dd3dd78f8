"""The catalogues of translations: whole where a language is offered, and right in what they have everywhere."""

import io
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from scorekeeper.languages import catalogues
from scorekeeper.languages.catalogues import (
    Catalogue,
    Translation,
    faults_of,
    has_words,
    key_of,
    plurals_of,
    read,
    stale,
)
from scorekeeper.languages.collecting import Message, Place, messages, messages_for
from scorekeeper.languages.names import NAMES, OFFERED

TRANSLATED = [code for code in NAMES if code != "en"]
PLACE = Place("templates/play/table.html", 3)


def message(text: str, plural: str | None = None, context: str | None = None) -> Message:
    return Message(text, plural, context, (PLACE,))


def wrong_in(catalogue: Catalogue) -> list[str]:
    """What of a catalogue may not stay, whether its language is offered or not."""
    found = []
    for sentence in messages_for(catalogue.language):
        translation = catalogue.translation(sentence)
        if translation is None:
            continue
        faults = list(faults_of(sentence, translation.forms, catalogue.language))
        if sentence.text in translation.forms and not translation.may_be_english and has_words(sentence.text):
            faults.append("it is the English text, and nothing notes that it is meant to be")
        found.extend(f"{sentence.places[0]}: {fault} — {translation.forms}" for fault in faults)
    return found


def forms_of(language: str) -> list[str]:
    """All that a catalogue says, without tags and with nothing for a question mark that is a sign."""
    catalogue = read(language)
    found = filter(None, map(catalogue.translation, messages_for(language)))
    said = (form for translation in found for form in translation.forms)
    return [re.sub(r"<[^>]*>|\(\?\)", "()", form) for form in said]


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_translated_keeps_what_the_sentence_has(language: str) -> None:
    assert wrong_in(read(language)) == []


@pytest.mark.parametrize("language", [code for code in OFFERED if code != "en"])
def test_a_language_that_is_offered_is_whole(language: str) -> None:
    catalogue, sentences = read(language), messages_for(language)

    assert [f"{sentence.places[0]}: {sentence.text}" for sentence in catalogue.missing(sentences)] == []
    assert list(stale(language, sentences)) == []
    assert [key for key, translation in catalogue.entries.items() if translation.is_fuzzy] == []
    assert catalogue.path.read_text(encoding="utf-8") == catalogue.written(sentences), "run `manage.py messages`"
    assert catalogue.compiled_path.read_bytes() == catalogue.compiled(sentences), "run `manage.py messages`"


def test_only_languages_that_are_whole_are_offered() -> None:
    assert [code for code, _ in settings.LANGUAGES] == list(OFFERED)
    assert all(name == NAMES[code] for code, name in settings.LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_has_a_number_of_its_own(language: str) -> None:
    assert len({sentence.number for sentence in messages_for(language)}) == len(messages_for(language))


def test_what_django_lacks_is_translated_by_us() -> None:
    """Punjabi has the days there and lacks most refusals of forms; Gujarati has nothing."""
    punjabi, gujarati = ({sentence.text for sentence in messages_for(code)} for code in ("pa", "gu"))

    assert {"Monday", "January", "Enter a valid email address."} <= gujarati
    assert "Monday" not in punjabi
    assert messages_for("es") == messages()


def test_portuguese_days_and_months_begin_in_lower_case() -> None:
    """Django writes "27 de Novembro"."""
    portuguese = read("pt-br")
    days = [one for one in messages_for("pt-br") if one.places[0].path == "django/utils/dates.py"]
    forms = {one.text: found.forms[0] for one in days if (found := portuguese.translation(one))}

    assert (forms["Friday"], forms["November"], forms["nov"]) == ("sexta-feira", "novembro", "nov")
    assert [form for form in forms.values() if form != form.lower()] == []


@pytest.mark.parametrize(
    ("language", "fault"),
    [
        (
            "pt-br",
            r"ficheiros?|ecrãs?|telemóve(l|is)|utilizador(es)?|equipas?|registos?|contactos?|facto|palavra-passe",
        ),
        ("pt-br", r"tu|teus?|tuas?|contigo|vós"),
        ("es", r"ordenador(es)?|móvil(es)?|céntimos?|vosotr[oa]s|vuestr[oa]s?"),
        ("es", r"tú|tus?|tuy[oa]s?|vos|contigo"),
    ],
    ids=["pt-br: Portugal", "pt-br: another address", "es: Spain", "es: another address"],
)
def test_portuguese_and_spanish_are_those_of_america(language: str, fault: str) -> None:
    word = re.compile(rf"\b({fault})\b", re.IGNORECASE)

    assert [form for form in forms_of(language) if word.search(form)] == []


@pytest.mark.parametrize("language", ["pt-br", "es"])
def test_no_blank_stands_before_a_mark(language: str) -> None:
    assert [form for form in forms_of(language) if re.search(r"\w [.,;!?](?=\s|$)", form)] == []


def test_spanish_opens_what_it_closes_and_quotes_its_own_way() -> None:
    spanish = forms_of("es")

    assert [form for form in spanish for mark in ("¿?", "¡!", "«»") if form.count(mark[0]) != form.count(mark[1])] == []
    assert [form for form in spanish if re.search("[“”„]", form)] == []


@pytest.mark.parametrize("language", ["pt-br", "es"])
def test_a_month_within_a_day_is_not_written_large(language: str) -> None:
    """Django writes a month of "M" with a capital: "20 Nov"."""
    formats = [key for key in read(language).entries if key[0].endswith("format of a day")]

    assert len(formats) == 2
    assert [read(language).entries[key].forms for key in formats if "M" in read(language).entries[key].forms[0]] == []


@pytest.mark.parametrize(("language", "forms"), [("de", 2), ("pt-br", 3), ("es", 3), ("ru", 4), ("pa", 2), ("gu", 2)])
def test_plurals_are_those_of_django(language: str, forms: int) -> None:
    assert len(plurals_of(language).numbers) == forms


def test_gujarati_counts_nothing_as_one() -> None:
    assert plurals_of("gu").numbers[0] == (0, 1)
    assert plurals_of("ru").numbers[1][:5] == (2, 3, 4, 22, 23)


@pytest.mark.parametrize(
    ("sentence", "forms", "fault"),
    [
        (message("Table {number}"), ["Tisch"], "placeholders"),
        (message("%(name)s won"), ["%(Name)s gewann"], "placeholders"),
        (message("{points:+d} points"), ["{points} Punkte"], "placeholders"),
        (message("{points} points"), ["{points Punkte"], "braces"),
        (message('<a href="%(url)s">Sheet</a>'), ['<a href="%(url)s">Blatt'], "markup"),
        (message("The sheet"), ["Kein's"], "apostrophe"),
        (message("The sheet"), ['Das "Blatt"'], "quotation"),
        (message("The sheet"), [" "], "empty"),
        (message(", "), [","], "spaces"),
        (message("{n} hand", "{n} hands"), ["{n} Spiel"], "2 forms"),
        (message("One hand", "{n} hands"), ["Ein Spiel", "Spiele"], "placeholders"),
        (message("Muller"), ["Mu\u0308ller"], "NFC"),
        (message("Sheet"), ["Bla\ntt"], "control"),
    ],
)
def test_a_wrong_translation_is_found(sentence: Message, forms: list[str], fault: str) -> None:
    assert fault in " ".join(faults_of(sentence, forms, "de"))


@pytest.mark.parametrize(
    ("sentence", "forms", "language"),
    [
        (message("{winner} beat {loser}"), ["{loser} verlor gegen {winner}"], "de"),
        (message("One hand", "{n} hands"), ["Ein Spiel", "{n} Spiele"], "de"),
        (message('It said "no"'), ['Es hieß "nein"'], "de"),
        (message("%(percent)s%% reached"), ["%(percent)s%% erreicht"], "de"),
    ],
)
def test_a_right_translation_passes(sentence: Message, forms: list[str], language: str) -> None:
    assert list(faults_of(sentence, forms, language)) == []


def test_one_without_a_figure_is_refused_where_the_form_counts_others_too() -> None:
    """In Russian the first form is that of 21 as well, in Portuguese that of none."""
    sentence = message("One hand", "{n} hands")

    assert list(faults_of(sentence, ["Одна раздача", "{n} раздачи", "{n} раздач", "{n} раздач"], "ru"))
    assert list(faults_of(sentence, ["Uma mão", "{n} mãos", "{n} mãos"], "pt-br"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Catalogues of their own, and four sentences."""
    sentences = (
        message("Sheet"),
        message("Sheet", context="button"),
        message("{n} hand", "{n} hands"),
        message("Grand", context="skat: a kind of game"),
    )
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr("scorekeeper.languages.management.commands.messages.messages_for", lambda _language: sentences)
    return tmp_path


def take(tmp_path: Path, *lines: dict[str, object], language: str = "de") -> str:
    file, errors = tmp_path / "lines", io.StringIO()
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    try:
        call_command("messages", take=[language, str(file)], stderr=errors)
    except CommandError as error:
        errors.write(str(error))
    return errors.getvalue()


def batch(language: str = "de", **options: str) -> list[dict[str, str]]:
    lines = io.StringIO()
    call_command("messages", batch=[language, "9"], stdout=lines, stderr=io.StringIO(), **options)
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_what_is_given_out_comes_back_and_is_missing_no_longer(folder: Path) -> None:
    given = {(line.get("context"), line["msgid"]): line["n"] for line in batch()}
    said = take(
        folder,
        {"n": given[None, "Sheet"], "t": "Blatt"},
        {"n": given["button", "Sheet"], "t": "Zum Blatt"},
        {"n": given[None, "{n} hand"], "t": ["{n} Spiel", "{n} Spiele"]},
    )

    assert "3 taken, 0 refused; 1 are missing in de." in said
    assert [line["msgid"] for line in batch()] == ["Grand"]
    assert read("de").entries["button", "Sheet"].forms == ("Zum Blatt",)


def test_the_english_text_is_taken_where_it_is_meant(folder: Path) -> None:
    number = message("Grand", context="skat: a kind of game").number

    assert "it is the English text" in take(folder, {"n": number, "t": "Grand"})
    assert "1 taken" in take(folder, {"n": number, "t": "Grand", "same": True})
    assert read("de").entries["skat: a kind of game", "Grand"].may_be_english


def test_lines_that_are_refused_say_why_and_the_others_are_taken(folder: Path) -> None:
    said = take(folder, {"n": "0", "t": "x"}, {"n": message("Sheet").number, "t": "Blatt {n}"}, {"t": 3})
    said += take(folder, {"n": message("Sheet").number, "t": "Blatt"})

    assert "line 1: nothing has the number 0" in said
    assert "line 2: placeholders: none expected, {n} found — 'Sheet'" in said
    assert "line 3: it has to be" in said
    assert "1 taken, 0 refused" in said


def test_a_form_that_no_whole_number_takes_may_be_left_out(folder: Path) -> None:
    number = message("{n} hand", "{n} hands").number

    assert "1 taken" in take(folder, {"n": number, "t": ["{n} раздача", "{n} раздачи", "{n} раздач"]}, language="ru")
    assert read("ru").entries["", "{n} hand"].forms == ("{n} раздача", "{n} раздачи", "{n} раздач", "{n} раздач")


def test_what_goes_is_kept_apart_and_comes_back_with_its_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(folder, {"n": message("Sheet").number, "t": "Blatt"})
    first = read("de").path.read_text()
    place = "scorekeeper.languages.management.commands.messages.messages_for"

    monkeypatch.setattr(place, lambda _language: (message("A sheet"),))
    call_command("messages", stdout=io.StringIO())
    assert '#~ msgstr "Blatt"' in read("de").path.read_text()
    assert "fuzzy" not in read("de").path.read_text()
    assert read("de").missing([message("A sheet")])
    assert list(stale("de", [message("A sheet")])) == []

    monkeypatch.setattr(place, lambda _language: (message("Sheet"), message("A sheet")))
    call_command("messages", stdout=io.StringIO())
    assert read("de").translation(message("Sheet")) == Translation(("Blatt",))
    assert 'msgstr "Blatt"' in first


def test_parts_stay_apart_while_they_are_filled(folder: Path) -> None:
    halves = [{line["n"] for line in batch(part=part)} for part in ("1/2", "2/2")]
    take(folder, {"n": min(halves[0]), "t": "Blatt"})

    assert len(halves[0] | halves[1]) == 4
    assert {line["n"] for line in batch(part="2/2")} == halves[1]
    with pytest.raises(CommandError):
        batch(part="3/2")
    with pytest.raises(CommandError):
        batch(area="nowhere")


def test_a_catalogue_is_written_the_same_from_what_was_read(folder: Path) -> None:
    take(folder, {"n": message("Sheet").number, "t": "Blatt"})
    text = read("de").path.read_text()

    call_command("messages", stdout=io.StringIO())
    assert read("de").path.read_text() == text
    assert "PO-Revision-Date" not in text
    assert "table.html:3" not in text


def test_only_what_changed_since_it_was_read_is_unread(folder: Path) -> None:
    def unread() -> list[str]:
        lines = io.StringIO()
        call_command("messages", unread="de", stdout=lines, stderr=io.StringIO())
        return [json.loads(line)["t"] for line in lines.getvalue().splitlines()]

    take(folder, {"n": message("Sheet").number, "t": "Blatt"})
    assert unread() == ["Blatt"]
    call_command("messages", read="de", stdout=io.StringIO())
    assert unread() == []
    take(folder, {"n": message("Sheet").number, "t": "Zettel"})
    assert unread() == ["Zettel"]


def test_a_plural_that_changed_is_missing() -> None:
    catalogue = Catalogue("de")
    catalogue.put(message("{n} hand", "{n} hands"), Translation(("{n} Spiel", "{n} Spiele")))

    assert catalogue.translation(message("{n} hand", "{n} hands"))
    assert catalogue.missing([message("{n} hand", "{n} games")])
    assert key_of(message("{n} hand")) in catalogue.entries
