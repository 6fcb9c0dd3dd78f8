"""The money book writes down who owes whom: it has no word and no link of a service that moves money."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVICES = re.compile(
    r"paypal|stripe\b|venmo|cash ?app\b|zelle|revolut|\btwint\b|\bbizum\b|\bpix\b|klarna|google ?pay|apple ?pay"
    r"|mercado ?pago|western union|\biban\b|\bbic\b|credit ?card|bitcoin",
    re.IGNORECASE,
)
OUTSIDE = re.compile(r"""(?:href|action|src)=["']?(?:https?:)?//""")


def shown() -> list[Path]:
    """What people read: pages and scripts, and the code and documents whose sentences they are."""
    found = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("scorekeeper/**/*.py"), *ROOT.glob("docs/*.md")]
    found += [path for path in ROOT.glob("scorekeeper/static/**/*.js") if "vendor" not in path.parts]
    return [*found, ROOT / "README.md"]


def test_no_service_is_named():
    files = shown()
    named = {str(path.relative_to(ROOT)): told for path in files if (told := SERVICES.findall(path.read_text()))}

    assert len(files) > 300
    assert named == {}


def test_no_page_of_the_book_leads_out_of_the_app():
    pages = list(ROOT.glob("templates/payouts/*.html"))

    assert len(pages) > 10
    assert [page.name for page in pages if OUTSIDE.search(page.read_text())] == []


@pytest.mark.parametrize("text", ["Send it by PayPal", "Pay with Google Pay", "your IBAN", "a Pix key"])
def test_such_words_are_found(text):
    assert SERVICES.search(text)
