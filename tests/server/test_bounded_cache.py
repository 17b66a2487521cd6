"""A cache that is bounded, and that strangers cannot empty."""

from server.bounded_cache import BoundedCache


def cache(most_bytes: int = 1600) -> BoundedCache[str, str]:
    return BoundedCache(most_bytes)


def kept(cache: BoundedCache[str, str], names: str) -> str:
    return "".join(name for name in names if cache.get(name) is not None)


def test_what_is_put_is_found_until_it_is_removed() -> None:
    known = cache()
    assert known.get("a") is None
    known.put("a", "A", 10)
    assert [known.get("a") for _ in range(3)] == ["A"] * 3
    known.put("a", "B", 10)
    assert known.get("a") == "B"
    known.remove("a")
    assert known.get("a") is None


def test_ever_new_values_push_out_the_new_and_nothing_that_is_in_use() -> None:
    known = cache()
    known.put("a", "A", 100)
    assert known.get("a") == "A"
    for number in range(1000):
        known.put(str(number), "", 100)
    assert known.get("a") == "A"
    assert [name for name in map(str, range(1000)) if known.get(name) is not None] == ["996", "997", "998", "999"]


def test_of_what_is_in_use_the_least_recently_used_goes_first() -> None:
    known = cache()
    for name in "abcdefghijkl":
        known.put(name, name, 100)
        known.get(name)
    assert known.get("a") == "a"
    known.put("m", "m", 100)
    known.get("m")
    assert kept(known, "abcdefghijklm") == "acdefghijklm"


def test_a_value_that_takes_more_than_a_quarter_is_not_kept() -> None:
    known = cache()
    known.put("a", "A", 401)
    known.put("b", "B", 400)
    assert kept(known, "ab") == "b"
