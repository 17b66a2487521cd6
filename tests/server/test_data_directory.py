"""The data directory: one `up` at a time, and one secret."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.data_directory import DataDirectory, DataDirectoryError


def test_a_secret_is_made_once_and_closed_to_others(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path / "new" / "data")
    secret = directory.make_secret()
    assert len(secret) >= 32
    assert directory.make_secret() == secret
    assert directory.secret() == secret
    (file,) = directory.path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(directory.path.stat().st_mode) == 0o700


def test_all_who_make_a_secret_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as executor:
        made = list(executor.map(lambda _: DataDirectory(tmp_path).make_secret(), range(64)))
    assert len(set(made)) == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_two_directories_have_two_secrets(tmp_path: Path) -> None:
    assert DataDirectory(tmp_path / "a").make_secret() != DataDirectory(tmp_path / "b").make_secret()


def test_without_a_secret_the_way_to_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataDirectoryError, match=r"run `up` first, or set DIRECTORY_JWT_SECRET"):
        DataDirectory(tmp_path / "none").secret()
    assert not (tmp_path / "none").exists()


def test_a_damaged_secret_is_refused_without_showing_it(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    directory.make_secret()
    (tmp_path / "jwt-secret").write_bytes(b"planted")
    for read in (directory.secret, directory.make_secret):
        with pytest.raises(DataDirectoryError, match="is damaged") as refused:
            read()
        assert "planted" not in str(refused.value)


def test_a_second_claim_is_refused_with_the_address_of_the_first(tmp_path: Path) -> None:
    with DataDirectory(tmp_path).claimed() as claim:
        for address in ("not listening yet", "http://127.0.0.1:1", "http://[::1]:65535"):
            with pytest.raises(DataDirectoryError) as refused, DataDirectory(tmp_path).claimed():
                pytest.fail("two claims")
            assert address in str(refused.value)
            claim.announce("http://[::1]:65535" if address.endswith(":1") else "http://127.0.0.1:1")


def test_a_claim_ends_with_its_block_and_leaves_no_address_to_the_next(tmp_path: Path) -> None:
    with DataDirectory(tmp_path).claimed() as claim:
        claim.announce("http://127.0.0.1:1")
    with DataDirectory(tmp_path).claimed() as next_claim:
        with pytest.raises(DataDirectoryError, match="not listening yet"), DataDirectory(tmp_path).claimed():
            pytest.fail("two claims")
        next_claim.announce("http://127.0.0.1:2")


@pytest.mark.parametrize("place", ["file/data", "file"])
def test_a_directory_that_cannot_be_made_is_refused_in_one_line(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file is here")
    directory = DataDirectory(tmp_path / place)
    with pytest.raises(DataDirectoryError, match="choose another with --data-dir") as refused, directory.claimed():
        pytest.fail("claimed a file")
    assert "\n" not in str(refused.value)
    with pytest.raises(DataDirectoryError, match="choose another with --data-dir"):
        directory.make_secret()
