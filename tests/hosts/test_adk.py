"""Google's Agent Development Kit is tested as itself, in an environment of its own."""

from __future__ import annotations

import pytest

from recollect.errors import MissingExtra
from tests.elsewhere import elsewhere


def test_with_the_real_package():
    elsewhere("adk", "tests/hosts/adk")


def test_without_the_package_it_says_what_to_install():
    with pytest.raises(MissingExtra, match=r"pip install 'recollect\[adk\]'"):
        import recollect.hosts.adk  # noqa: F401
