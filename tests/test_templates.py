"""Every template can be read: what it loads, extends and includes is there, and its full stops stand at their word."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*") if path.is_file())
)
def test_every_template_compiles(name: str) -> None:
    get_template(name)


def test_no_space_stands_before_a_full_stop() -> None:
    """The formatter would put the tag on a line of its own: such sentences have the comment that it leaves alone."""
    apart = re.compile(r"\s\{% full_stop %\}")

    found = [path for path in TEMPLATES.rglob("*.html") if apart.search(path.read_text())]

    assert not found
