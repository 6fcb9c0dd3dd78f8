"""Row ids: UUIDv7 (RFC 9562, 5.7), made by the server, so that rows sort by the time they were made."""

import secrets
import time
import uuid


def uuid7() -> uuid.UUID:
    """48 bits of Unix milliseconds, version and variant, 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds & ((1 << 48) - 1)) << 80
    value |= 0x7 << 76 | secrets.randbits(12) << 64
    value |= 0b10 << 62 | secrets.randbits(62)
    return uuid.UUID(int=value)
