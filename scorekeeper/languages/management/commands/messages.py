"""The catalogues of translations: brought up to the sentences of the program, handed to translators, taken back."""

import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.languages.catalogues import faults_of, has_words, plurals_of
from scorekeeper.languages.collecting import Message, TwoPluralsError, messages_for
from scorekeeper.languages.names import NAMES, OFFERED


class Command(BaseCommand):
    """Bring the catalogues up to date, or exchange their entries with translators."""

    help = (
        "Without an option: brings the catalogues up to the sentences of the program, compiles those of the languages "
        "that are offered, and says how many are missing in each. Takes the names of cities from the CLDR."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--batch", nargs=2, metavar=("LANGUAGE", "COUNT"), help="print missing entries as JSON lines")
        act.add_argument("--take", nargs=2, metavar=("LANGUAGE", "FILE"), help="read translated lines; - is the input")
        act.add_argument("--compile", metavar="LANGUAGE", help="compile a language that is not offered, to look at it")
        act.add_argument("--unread", metavar="LANGUAGE", help="print what changed since it was last read through")
        act.add_argument("--read", metavar="LANGUAGE", help="note that all that is translated was read through")
        parser.add_argument("--area", default="", help="only of a subject (skat) or a folder (scorekeeper/tournaments)")
        parser.add_argument("--part", default="1/1", help="only of a part: 2/5 is the second of five")

    def handle(self, **options: Any) -> None:
        if find_spec("babel") is None:
            raise CommandError("The packages of the tests are needed: run `python3 manage.py test --help` once.")
        try:
            self._act(options)
        except TwoPluralsError as error:
            raise CommandError(str(error)) from error

    def _act(self, options: dict[str, Any]) -> None:
        from scorekeeper.languages import cities, cldr

        area = options["area"]
        if options["batch"]:
            language, count = _language(options["batch"][0]), int(options["batch"][1])
            self._batch(language, _part(_wanted(language, area), options["part"]), count)
        elif options["take"]:
            language, file = options["take"]
            text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
            self._take(_language(language), text)
        elif options["compile"]:
            self._write(_language(options["compile"]), compiles=True)
        elif options["unread"] or options["read"]:
            language = _language(options["unread"] or options["read"])
            self._read_through(language, _wanted(language, area), notes=bool(options["read"]))
        else:
            for language in NAMES:
                if language != "en":
                    self._write(language, compiles=language in OFFERED)
            cities.FILE.write_text(cldr.written(cldr.cities()), encoding="utf-8")
            cities.RENAMED_FILE.write_text(cldr.written(cldr.renamed()), encoding="utf-8")

    def _batch(self, language: str, wanted: list[Message], count: int) -> None:
        from scorekeeper.languages.catalogues import read

        catalogue = read(language)
        missing = catalogue.missing(wanted)
        for message in missing[:count]:
            self.stdout.write(json.dumps(_line(message, language), ensure_ascii=False))
        self.stderr.write(f"{min(count, len(missing))} of {len(missing)} missing entries.")

    def _take(self, language: str, text: str) -> None:
        from scorekeeper.languages.catalogues import AS_IN_ENGLISH, Translation, read

        catalogue = read(language)
        by_number = {message.number: message for message in messages_for(language)}
        taken, refused = 0, 0
        for place, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            message, forms, is_same, faults = _answer(line, by_number, language)
            if message is None or faults:
                refused += 1
                self.stderr.write(f"line {place}: {'; '.join(faults)}{f' — {message.text!r}' if message else ''}")
                continue
            catalogue.put(message, Translation(forms, comments=(AS_IN_ENGLISH,) if is_same else ()))
            taken += 1
        catalogue.path.parent.mkdir(parents=True, exist_ok=True)
        catalogue.path.write_text(catalogue.written(messages_for(language)), encoding="utf-8")
        if language in OFFERED:
            catalogue.compiled_path.write_bytes(catalogue.compiled(messages_for(language)))
        missing = len(catalogue.missing(messages_for(language)))
        self.stderr.write(f"{taken} taken, {refused} refused; {missing} are missing in {language}.")
        if refused:
            raise CommandError("Mend the lines that were refused, and give them again.")

    def _write(self, language: str, *, compiles: bool) -> None:
        from scorekeeper.languages.catalogues import read

        catalogue = read(language)
        catalogue.path.parent.mkdir(parents=True, exist_ok=True)
        catalogue.path.write_text(catalogue.written(messages_for(language)), encoding="utf-8")
        if compiles:
            catalogue.compiled_path.write_bytes(catalogue.compiled(messages_for(language)))
        missing = len(catalogue.missing(messages_for(language)))
        self.stdout.write(f"{language}: {missing} of {len(messages_for(language))} are missing.")

    def _read_through(self, language: str, wanted: list[Message], *, notes: bool) -> None:
        from scorekeeper.languages.catalogues import Reading, read

        catalogue, reading = read(language), Reading(language)
        unread = [(message, found) for message in wanted if (found := reading.unread(message, catalogue))]
        if notes:
            reading.note(unread, messages_for(language), catalogue)
            self.stdout.write(f"{language}: {len(unread)} noted as read.")
            return
        for message, translation in unread:
            line = {
                **_line(message, language),
                "t": translation.forms[0] if message.plural is None else translation.forms,
            }
            self.stdout.write(json.dumps(line, ensure_ascii=False))
        self.stderr.write(f"{len(unread)} entries are new or changed since {language} was last read through.")


def _language(code: str) -> str:
    if code == "en" or code not in NAMES:
        raise CommandError(f"There is no catalogue of {code}: {', '.join(name for name in NAMES if name != 'en')}.")
    return code


def _wanted(language: str, area: str) -> list[Message]:
    found = [message for message in messages_for(language) if not area or message.is_in(area)]
    if not found:
        raise CommandError(f"No sentence stands in {area}.")
    return found


def _part(wanted: list[Message], part: str) -> list[Message]:
    """A part of all sentences, translated or not: so parts stay apart while several people fill them."""
    number, _, count = part.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise CommandError(f"{part} is no part: 2/5 is the second of five.")
    first, last = (len(wanted) * place // int(count) for place in (int(number) - 1, int(number)))
    return wanted[first:last]


def _line(message: Message, language: str) -> dict[str, Any]:
    line: dict[str, Any] = {"n": message.number, "context": message.context, "msgid": message.text}
    if message.plural is not None:
        line |= {"msgid_plural": message.plural, "forms": plurals_of(language).examples}
    line["place"] = str(message.places[0])
    if not has_words(message.text):
        line["comment"] = "No words: the English may stay; answer with same: true."
    return {key: value for key, value in line.items() if value is not None}


def _answer(
    line: str, by_number: dict[str, Message], language: str
) -> tuple[Message | None, tuple[str, ...], bool, list[str]]:
    """The sentence that a line translates, its forms, whether they are meant to be English, and what is wrong."""
    try:
        given = json.loads(line)
    except ValueError as error:
        return None, (), False, [f"no JSON ({error})"]
    if not isinstance(given, dict) or not isinstance(given.get("t"), str | list):
        return None, (), False, ['it has to be {"n": "…", "t": "…"}']
    message = by_number.get(str(given.get("n")))
    if message is None:
        return None, (), False, [f"nothing has the number {given.get('n')}: its sentence changed, or it is mistyped"]
    forms = (given["t"],) if isinstance(given["t"], str) else tuple(given["t"])
    if not all(isinstance(form, str) for form in forms):
        return message, (), False, ["a form is no text"]
    forms = _filled(forms, message, language)
    is_same = given.get("same") is True
    return message, forms, is_same, [*faults_of(message, forms, language), *_unmeant(message, forms, is_same=is_same)]


def _filled(forms: tuple[str, ...], message: Message, language: str) -> tuple[str, ...]:
    """Forms that no whole number takes (Russian has one) may be left out: they are as the last."""
    numbers = plurals_of(language).numbers
    if message.plural is None or not forms or len(forms) >= len(numbers) or any(numbers[len(forms) :]):
        return forms
    return (*forms, *[forms[-1]] * (len(numbers) - len(forms)))


def _unmeant(message: Message, forms: tuple[str, ...], *, is_same: bool) -> Iterator[str]:
    if not is_same and has_words(message.text) and message.text in forms:
        yield 'it is the English text: where that is meant, add "same": true'
