"""What the text of a module means."""

import ast
import inspect
from collections.abc import Mapping
from typing import Any


def known_as(node: ast.AST, names: Mapping[str, Any]) -> Any:
    """What a name, or a name of an imported module, means among these names of a module; None where it is no such."""
    first, *rest = ast.unparse(node).split(".")
    value = names.get(first)
    for part in rest:
        value = getattr(value, part, None) if inspect.ismodule(value) else None
    return value
