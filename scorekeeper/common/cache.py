"""Redis as the cache, and this process's own memory while Redis does not answer.

What stands in the cache are counters and copies that may be lost. A page must not fail for want of them.
"""

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

log = structlog.get_logger(__name__)
REST = 5.0  # seconds until Redis is asked again


class RedisOrLocal(RedisCache):
    """Redis with a stand-in, so that throttles go on counting (each process for itself) while it is away."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client


def _either(name: str) -> Callable[..., Any]:
    """The operation of this name on Redis, or on the stand-in."""

    def operation(self: "_Client", *args: Any, **options: Any) -> Any:
        if time.monotonic() >= self.away_until:
            try:
                return getattr(RedisCacheClient, name)(self, *args, **options)
            except (NoConnection, NoAnswer) as error:
                self.away_until = time.monotonic() + REST
                log.warning("cache_unreachable", error=str(error))
        return getattr(self.local, name)(*args, **options)

    return operation


class _Client(RedisCacheClient):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.away_until = 0.0
        self.local = LocMemCache("while-redis-is-away", {})

    add = _either("add")
    get = _either("get")
    set = _either("set")
    touch = _either("touch")
    delete = _either("delete")
    get_many = _either("get_many")
    has_key = _either("has_key")
    incr = _either("incr")
    set_many = _either("set_many")
    delete_many = _either("delete_many")
    clear = _either("clear")
