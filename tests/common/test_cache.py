"""The cache with and without its Redis."""

import os
import uuid
from collections.abc import Iterator

import pytest
from django.core.cache.backends.base import BaseCache

from scorekeeper.common.prepared import RedisOrLocal

NOBODY = "redis://127.0.0.1:9/0"  # a port where nothing listens


def use(cache: BaseCache) -> None:
    """Every operation, as Django describes it."""
    assert cache.get("a", "nothing") == "nothing"
    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    assert cache.incr("a", 4) == 5
    cache.set("b", {"x": [1]}, timeout=60)
    assert cache.get_many(["a", "b", "c"]) == {"a": 5, "b": {"x": [1]}}
    assert cache.has_key("b")
    assert cache.touch("b", 30)
    cache.set_many({"c": 1, "d": 2})
    cache.delete_many(["c", "d"])
    assert cache.get("c") is None
    assert cache.delete("a")
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")
    cache.delete("b")


@pytest.fixture
def local() -> Iterator[RedisOrLocal]:
    cache = RedisOrLocal(NOBODY, {"KEY_PREFIX": uuid.uuid4().hex})
    yield cache
    cache.clear()


def test_cache_goes_on_without_redis(local):
    use(local)


def test_redis_that_is_away_is_left_in_peace_for_a_while(local):
    local.get("a")

    assert local._cache.away_until > 0
    use(local)


@pytest.mark.redis
def test_cache_is_in_redis():
    prefix = uuid.uuid4().hex
    one, other = (RedisOrLocal(os.environ["TEST_REDIS_URL"], {"KEY_PREFIX": prefix}) for _ in range(2))

    use(one)
    one.set("seen", "by all", timeout=60)

    assert other.get("seen") == "by all"
    one.delete("seen")
