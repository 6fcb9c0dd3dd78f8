"""The hashes of chains."""

import hashlib
import json
from typing import Any


def digest(content: Any) -> str:
    """SHA-256 of plain values in one canonical spelling."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
