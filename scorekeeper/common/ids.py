"""Row ids: UUIDv7 (RFC 9562, 5.7), made by the server, so that rows sort by the time they were made; and ids that come
as text."""

import hashlib
import json
import secrets
import threading
import time
import uuid
from typing import Any

_lock = threading.Lock()
_last = 0


def uuid_in(text: str) -> uuid.UUID | None:
    """The id that an address or a form has sent as text; None where it sent none, or no id."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def uuid7() -> uuid.UUID:
    """48 bits of Unix milliseconds, version and variant, 74 random bits; later ones of a process are greater."""
    global _last  # noqa: PLW0603 what makes two ids of one millisecond keep their order
    value = ((time.time_ns() // 1_000_000) & ((1 << 48) - 1)) << 80
    value |= 0x7 << 76 | secrets.randbits(12) << 64
    value |= 0b10 << 62 | secrets.randbits(62)
    with _lock:
        _last = value = max(value, _last + 1)
    return uuid.UUID(int=value)


# The hashes of chains.


def digest(content: Any) -> str:
    """SHA-256 of plain values in one canonical spelling."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
