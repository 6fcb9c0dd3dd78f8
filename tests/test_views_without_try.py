"""No page and no door of the API turns refusals into answers by itself: records, forms and `common.doing` do."""

import ast
from pathlib import Path
from typing import Final

PRODUCT: Final = Path(__file__).resolve().parent.parent / "scorekeeper"
ALLOWED: Final = {
    "common/api.py": "every door of the API stands on it",
    "common/views.py": "asks the database and the request whether they can be read at all",
    "play/api.py": "says a refusal with the names of those who sit at the table",
    "play/passes/views.py": "wraps the pages where codes are typed: too many tries are answered in one place",
    "play/sheet/views.py": "wraps the pages of a table: what stands in the way is shown with the table",
}
NAMES: Final = {"api", "views", "row_views"}


def is_door(path: Path) -> bool:
    """Whether a module is a view of pages or of the API."""
    return path.stem in NAMES or path.parent.name in NAMES


def test_only_the_places_that_others_stand_on_catch_anything():
    doors = [path for path in PRODUCT.rglob("*.py") if is_door(path)]
    catching = {
        path.relative_to(PRODUCT).as_posix()
        for path in doors
        if any(isinstance(node, ast.Try) for node in ast.walk(ast.parse(path.read_text())))
    }

    assert len(doors) > 80
    assert catching == set(ALLOWED)
