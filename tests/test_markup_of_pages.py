"""The HTML of every page there is: ids that nothing else can take, and no error for the Nu HTML checker."""

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.factories.forms import IDENTITY, make_all_pages
from tests.factories.world import Page
from tests.tools import nu_checker
from tests.worlds import laid

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
OFFLINE = {"offline/offline.html"}  # has a frame of its own
SCRIPTS = ROOT / "scorekeeper" / "static" / "js"
BY_ID = re.compile(r"""getElementById\(["']([\w-]+)["']\)|["'`]#([\w-]+)""")  # in a script, or what htmx replaces
OF_FORMS = re.compile(r"\bform(?:\(\))?\.(\w+)")  # what a script reads of a form
FIELDS = {"input", "select", "textarea", "button", "fieldset", "output"}
POINTERS = {"for", "form", "list", "aria-controls", "aria-describedby", "aria-details", "aria-labelledby"}
AT_ONCE = 200  # pages that the checker reads in one run


@dataclass
class Marks(HTMLParser):
    """What a page has: its ids, each with the tags that bear it, what points to ids, and the names of its fields."""

    ids: list[tuple[str, str]] = field(default_factory=list)
    pointers: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if "id" in has:
            self.ids.append((has["id"], tag))
        self.pointers |= {pointed for name in POINTERS & has.keys() for pointed in has[name].split()}
        self.names |= {has["name"]} if tag in FIELDS and "name" in has else set()


def marks(html: str) -> Marks:
    """The ids of a page, and what points to them."""
    found = Marks()
    found.feed(html)
    return found


def scripts() -> str:
    """Every script of ours, one after the other."""
    return "\n".join(path.read_text() for path in sorted(SCRIPTS.rglob("*.js")))


def read_by_scripts(pages: list[Page]) -> set[str]:
    """The ids that scripts read, or that htmx replaces on these pages."""
    targets = {target for page in pages for target in re.findall(r'hx-(?:target|select)="#([\w-]+)"', page.html)}
    return targets | {first or second for first, second in BY_ID.findall(scripts())}


def test_no_page_has_an_id_twice_and_what_points_to_an_id_finds_it() -> None:
    wrong = set()
    for page in laid(make_all_pages)[1]:
        of_page = marks(page.html)
        ids = [name for name, _tag in of_page.ids]
        twice = {name for name in ids if ids.count(name) > 1}
        lost = of_page.pointers - set(ids)
        wrong |= {f"{IDENTITY.sub('*', page.address)}: {name} twice" for name in twice}
        wrong |= {f"{IDENTITY.sub('*', page.address)}: {name} is nowhere" for name in lost}

    assert not wrong, "\n".join(sorted(wrong))


def test_no_field_takes_an_id_that_a_script_reads() -> None:
    """Neither a field nor anything else: an element with such an id is of one kind wherever it stands."""
    pages = laid(make_all_pages)[1]
    read, bearers = read_by_scripts(pages), defaultdict(set)
    for page in pages:
        for name, tag in marks(page.html).ids:
            bearers[name].add(tag)
    assert {"page-words", "toasts", "table", "entry"} <= read & bearers.keys()

    wrong = {name: tags for name, tags in bearers.items() if name in read and (len(tags) > 1 or tags & FIELDS)}

    assert not wrong


LINK = re.compile(r'<a\b((?:[^>"]|"[^"]*")*)>(.*?)</a>', re.DOTALL)
ALWAYS = re.compile(r'aria-current="|class="[^"]*\b(?:mark|skip|club|brand)\b')  # the page one is on, or the frame


def test_no_link_of_a_page_leads_to_itself_unless_it_says_so() -> None:
    """Who taps it sees nothing happen. What is the page one is on says that (`aria-current`), or is no link; without
    scripts a page is asked again with an empty address."""
    wrong = set()
    for page in laid(make_all_pages)[1]:
        main = page.html.partition("<main")[2].partition("</main>")[0] or page.html
        for attributes, words in LINK.findall(main):
            href = re.search(r'\bhref="([^"]*)"', attributes)
            if not href or not href[1] or "#" in href[1] or ALWAYS.search(attributes) or "hx-get" in attributes:
                continue
            if urljoin(page.address, href[1].replace("&amp;", "&")) == page.address:
                text = " ".join(re.sub("<[^>]*>", " ", words).split())
                wrong.add(f"{IDENTITY.sub('*', page.address)}: {text}")
    assert not wrong, "\n".join(sorted(wrong))


def of_template(path: Path) -> Marks:
    """What stands in the source of a template, whatever state it draws; an id that is made then has a star."""
    plain = re.sub(r"\{%.*?%\}|\{#.*?#\}", " ", path.read_text(), flags=re.DOTALL)
    return marks(re.sub(r"\{\{.*?\}\}", "*", plain))


def frame(name: str = "base.html") -> Iterator[str]:
    """The template that all pages have around them, and those that it includes."""
    yield name
    for included in re.findall(r'{% include "([\w/.-]+)"', (TEMPLATES / name).read_text()):
        yield from frame(included)


def test_no_template_takes_an_id_of_the_frame_or_that_a_script_reads() -> None:
    """In the sources, so that no state of a page is left out: removals that are due had the id of what is read out."""
    of_frame = {name for part in frame() for name, _tag in of_template(TEMPLATES / part).ids}
    read = read_by_scripts([])
    assert {"announced", "toasts"} <= of_frame & read

    bearers, wrong = defaultdict(set), set()
    for path in sorted(TEMPLATES.rglob("*.html")):
        place = str(path.relative_to(TEMPLATES))
        for name, tag in of_template(path).ids:
            bearers[name].add(tag)
            if name in of_frame and place not in {*frame(), *OFFLINE}:
                wrong.add(f"{place}: {name} is an id of the frame")
    wrong |= {f"{name}: {sorted(tags)}" for name, tags in bearers.items() if name in read and len(tags) > 1}

    assert not wrong, "\n".join(sorted(wrong))


def test_no_field_hides_what_scripts_read_of_its_form() -> None:
    """A field is a property of its form by its name and by its id: one that is called `elements` would hide them."""
    names = set()
    for page in laid(make_all_pages)[1]:
        of_page = marks(page.html)
        names |= of_page.names | {name for name, tag in of_page.ids if tag in FIELDS}

    assert "elements" in (read := set(OF_FORMS.findall(scripts())))
    assert not names & read


def linked(pages: list[Page]) -> Iterator[Page]:
    """The pages that these lead to by a link with a question in its address: one of each kind."""
    seen: set[str] = set()
    for page in pages:
        for link in re.findall(r'<a\b[^>]*\shref="([^"]*\?[^"]*)"', page.html):
            address = urljoin(page.address, link.replace("&amp;", "&")).split("#")[0]
            kind = re.sub(r"=[^&]*", "=", IDENTITY.sub("*", address))
            if kind in seen or not address.startswith("/"):
                continue
            seen.add(kind)
            answer = page.client.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield Page(page.client, address, answer.content.decode())


@pytest.mark.long
@pytest.mark.nu
def test_the_nu_html_checker_finds_no_error_on_any_page_but_the_attributes_of_htmx(tmp_path: Path) -> None:
    pages = laid(make_all_pages)[1]
    whole = [page for page in (*pages, *linked(pages)) if page.html[:15].lower() == "<!doctype html>"]
    assert len(whole) > 300

    wrong = set()
    files = [tmp_path / f"{number}.html" for number in range(len(whole))]
    for start in range(0, len(whole), AT_ONCE):
        batch = files[start : start + AT_ONCE]
        for file in batch:
            file.write_text(whole[int(file.stem)].html)
        for message in checked(batch):
            page = whole[int(Path(message["url"]).stem)]
            wrong.add(f"{IDENTITY.sub('*', page.address)}: {message['message']} {message.get('extract', '')}")

    assert not wrong, "\n".join(sorted(wrong))


def checked(files: list[Path]) -> list[dict[str, str]]:
    """The errors that the Nu HTML checker finds in these files; attributes of htmx are none."""
    command = [*(nu_checker() or ()), "--format", "json", "--errors-only", "--exit-zero-always", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    messages = json.loads(done.stderr)["messages"]
    return [message for message in messages if not re.match(r"Attribute “hx-[\w:-]+” not allowed", message["message"])]
