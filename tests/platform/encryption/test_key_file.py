"""Without DICE_KEYS a key is created in DATA_DIR, once, for the site's account only."""

import stat
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from games.platform.encryption import keyring, keys
from games.platform.encryption.keys import check_keys, new_key


@pytest.fixture(autouse=True)
def directory(settings: Settings, tmp_path: Path) -> Path:
    """A DATA_DIR that does not exist yet."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DICE_KEYS = []
    return tmp_path / "data"


def forget() -> None:
    """As another process, which has read no key yet."""
    keys._keyring.cache_clear()


def test_it_is_created_once_and_private(directory: Path) -> None:
    encrypted = keyring().encrypt(b"text", b"")
    (path,) = directory.iterdir()
    assert path.name == "dice_keys"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    forget()
    assert keyring().decrypt(encrypted, b"") == b"text"
    assert list(directory.iterdir()) == [path]


def test_processes_that_start_together_use_the_same_key(directory: Path) -> None:
    begin = threading.Barrier(8)
    failures: list[Exception] = []

    def create() -> None:
        begin.wait()
        try:
            keys._create(directory / "dice_keys")
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    (path,) = directory.iterdir()
    assert len(path.read_text().split()) == 1


def test_the_check_creates_nothing(directory: Path) -> None:
    check_keys()
    assert not directory.exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_it_is_refused_if_others_can_read_it(directory: Path, mode: int) -> None:
    keyring()
    (directory / "dice_keys").chmod(mode)
    forget()
    for read in (keyring, check_keys):
        with pytest.raises(ImproperlyConfigured, match="chmod 600"):
            read()


def test_a_key_in_a_new_first_line_is_the_newest(directory: Path) -> None:
    old = keyring().encrypt(b"text", b"")
    path = directory / "dice_keys"
    path.write_text(f"{new_key()}\n{path.read_text()}")
    forget()
    assert keyring().decrypt(old, b"") == b"text"
    assert not keyring().is_newest(old)


@pytest.mark.parametrize("text", ["", "no key"])
def test_it_says_what_is_wrong_with_a_file(directory: Path, text: str) -> None:
    keyring()
    (directory / "dice_keys").write_text(text)
    forget()
    for read in (keyring, check_keys):
        with pytest.raises(ImproperlyConfigured, match=r"dice_keys(: key 1 is n| is damaged)"):
            read()


def test_it_says_that_it_cannot_be_written(directory: Path) -> None:
    directory.write_text("no directory")
    with pytest.raises(ImproperlyConfigured, match="Set DICE_KEYS"):
        keyring()
