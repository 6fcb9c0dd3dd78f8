"""A class that lays something out belongs to one stylesheet: what is meant for one component hits no other.

A sheet may lay out a class of another one only inside or around something of its own (`.pay .num`, `.legend.players`,
`.entry:has(.endings)`). What is laid out by the class alone, or by the class and a count (`.n4`), hits wherever the
class stands. What is meant for paper alone is left out: it hides the parts of the page.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

STYLES: Final = Path(__file__).resolve().parent.parent / "scorekeeper" / "static" / "css"
TEMPLATES: Final = STYLES.parents[2] / "templates"
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS: Final = re.compile(r"\.([a-zA-Z][\w-]*)")
ARGUMENTS: Final = re.compile(r"\([^()]*\)")
COUNTS: Final = re.compile(r"[nc]\d+")  # classes that only say how many there are
AROUND: Final = re.compile(r":has\([^()]*[.\[]")


class Rule(NamedTuple):
    """A selector of a stylesheet, and the layers and conditions it stands under."""

    sheet: str
    selector: str
    under: str


def rules(sheet: str, text: str) -> Iterator[Rule]:
    """Each selector of each rule, a list of selectors taken apart."""
    text = COMMENT.sub("", text)
    open_blocks: list[str] = []
    start = 0
    for found in re.finditer(r"[{};]", text):
        before = text[start : found.start()].strip()
        start = found.end()
        if found[0] == "{":
            open_blocks.append(before)
        elif found[0] == "}" and open_blocks:
            name = open_blocks.pop()
            if not name.startswith("@"):
                yield from (Rule(sheet, part, " ".join(open_blocks)) for part in _apart(name))


def _apart(selectors: str) -> list[str]:
    """The selectors between commas that stand in no brackets."""
    parts, depth = [""], 0
    for letter in selectors:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts]


def bare_class(selector: str) -> str:
    """The class that the selector hits wherever it stands: `players` for `.players:is(.n4, .n7)`; else empty."""
    if AROUND.search(selector):
        return ""
    while ARGUMENTS.search(selector):
        selector = ARGUMENTS.sub("", selector)
    if re.search(r"[\s>+~#\[]", selector.strip()):
        return ""
    names = {name for name in CLASS.findall(selector) if not COUNTS.fullmatch(name)}
    return names.pop() if len(names) == 1 and selector.startswith(".") and "::" not in selector else ""


def owners() -> dict[str, dict[str, list[str]]]:
    """{class: {stylesheet: its selectors that hit the class wherever it stands}}, without what is for printing only."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(STYLES.rglob("*.css")):
        for rule in rules(str(path.relative_to(STYLES)), path.read_text()):
            name = bare_class(rule.selector)
            if name and "@media print" not in rule.under:
                found[name][rule.sheet].append(rule.selector)
    return found


def test_a_class_is_laid_out_by_one_stylesheet():
    found = owners()

    assert len(found) > 250
    assert found["boxes"].keys() == {"components.css"}
    shared = {name: dict(sheets) for name, sheets in found.items() if len(sheets) > 1}
    assert not shared, "\n".join(f".{name}: {sheets}" for name, sheets in shared.items())


def test_what_hits_a_class_wherever_it_stands_is_found():
    assert bare_class(".players") == "players"
    assert bare_class(".players:is(.n4, .n7, .n8)") == "players"
    assert bare_class(".players.n2:has(:checked)") == "players"
    assert not bare_class(".players:has(> .box)")
    assert not bare_class(".legend.players")
    assert not bare_class(".pay .num")
    assert not bare_class("fieldset.group")
    both = "@layer pages { .a, .b > .c { gap: 1px } @media print { .d { gap: 0 } } }"
    assert [(rule.selector, rule.under) for rule in rules("x.css", both)] == [
        (".a", "@layer pages"),
        (".b > .c", "@layer pages"),
        (".d", "@layer pages @media print"),
    ]


def test_every_class_of_a_template_is_named_by_a_style_or_a_script():
    """What nothing names is left over, or was meant to look like something: it is drawn as if it were not there."""
    texts = {
        path: re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "\0", path.read_text(), flags=re.DOTALL)
        for path in TEMPLATES.rglob("*.html")
    }
    scripts = "\n".join(path.read_text() for path in STYLES.parent.rglob("js/**/*.js"))
    styles = "\n".join(path.read_text() for path in STYLES.rglob("*.css"))
    known = set(CLASS.findall(styles + scripts)) | set(re.findall(r"[\"'`]([a-z][\w-]*)[\"'`]", scripts))
    for text in texts.values():
        known |= set(re.findall(r'hx-\w+="[^"]*\.([a-z][\w-]*)', text))
    written = {
        (name, path.name)
        for path, text in texts.items()
        for names in re.findall(r'\bclass="([^"]*)"', text)
        for name in names.split()
        if "\0" not in name
    }

    assert len(written) > 900
    assert {(name, file) for name, file in written if name not in known} == set()
