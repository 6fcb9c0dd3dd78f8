"""Every template can be read: what it loads, extends and includes by name is there."""

from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*") if path.is_file())
)
def test_every_template_compiles(name: str) -> None:
    get_template(name)
