"""Modules that leave as one file: what is joined, what is refused, and that nothing asks for a part."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from scorekeeper.common import bundles
from scorekeeper.common.bundles import Bundles, NoBundleError

STATIC = Path(settings.STATICFILES_DIRS[0])
ASKED = re.compile(r'(?:from |import\(|^import )"(\.[^"]+)"', re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of two modules that lean on a script of every page, and one more that looks into them later."""
    monkeypatch.setattr(bundles, "SCRIPTS", {"js/table.js": ("js/table.js", "js/table/*.js")})
    monkeypatch.setattr(bundles, "STYLES", {})
    scripts = {
        "app.js": "export const send = () => 1;\n",
        "table.js": 'import { send } from "./app.js";\nimport { pad } from "./table/pad.js";\nsend(pad);\n',
        "table/pad.js": 'import { send } from "../app.js";\nexport let pad = 2;\nconst own = send();\n',
        "hand.js": 'const later = () => import("./table/pad.js");\n',
    }
    for name, text in scripts.items():
        path = tmp_path / "js" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    return tmp_path


def test_a_bundle_has_its_modules_each_after_what_it_imports(folder: Path):
    text = Bundles(folder).text("js/table.js")

    assert text == 'import { send } from "./app.js";\nexport let pad = 2;\nconst own = send();\nsend(pad);\n'


def test_who_imports_a_part_gets_the_bundle(folder: Path):
    found = Bundles(folder)

    assert found.text("js/hand.js") == 'const later = () => import("./table.js");\n'
    assert found.text("js/table/pad.js") is None
    assert found.scripts() == ["js/app.js", "js/hand.js", "js/table.js"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("const pad = 3;\n", "both declare pad"),
        ("const send = 3;\n", "declares send, which is imported too"),
        ('import { pad as number } from "./pad.js";\n', "renames what it imports"),
    ],
)
def test_modules_that_can_not_share_a_scope_are_refused(folder: Path, text: str, why: str):
    (folder / "js/table/more.js").write_text(text)

    with pytest.raises(NoBundleError, match=why):
        Bundles(folder).text("js/table.js")


@pytest.mark.parametrize("name", Bundles(STATIC).scripts())
def test_every_script_asks_for_files_that_are_served(name: str):
    made = Bundles(STATIC)
    text = made.text(name)
    assert text is not None

    for asked in ASKED.findall(text):
        assert (Path("/") / name).parent.joinpath(asked).resolve().relative_to("/").as_posix() in made.scripts()


def test_no_bundle_asks_for_itself_by_others():
    """The name of a bundle has the hash of its text, in which the names of those stand that it asks for: of a circle
    none can be worked out, and `collectstatic` ends with an error."""
    made = Bundles(STATIC)
    asked = {
        name: {Path("/", name).parent.joinpath(place).resolve() for place in ASKED.findall(made.text(name) or "")}
        for name in made.scripts()
    }

    order = list(TopologicalSorter({Path("/", name): places for name, places in asked.items()}).static_order())

    assert Path("/js/offline/page.js") in order


def test_a_part_is_not_found_and_its_bundle_is_as_it_is_made():
    found = finders.find("js/table.js")

    assert found is not None
    assert Path(found).read_text(encoding="utf-8") == Bundles(STATIC).text("js/table.js")
    assert finders.find("js/table/pad.js") is None
    assert finders.find("js/offline/worker.js") is None
    assert finders.find("img/icon.svg") == str(STATIC / "img/icon.svg")


def test_what_is_collected_has_no_module_twice():
    names = [name for finder in finders.get_finders() for name, _storage in finder.list(None)]

    assert {"js/table.js", "css/base.css", "js/offline/keeping.js"} <= set(names)
    assert {"js/table/pad.js", "js/offline/words.js"} & set(names) == set()
    assert len(names) == len(set(names))
