"""What the tests run with is what is promised to those who install."""

import re
import tomllib
from itertools import chain
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]


def _ranges(requirements: list[str]) -> dict[str, str]:
    """Of each package the versions that are asked for."""
    each = (
        re.split(r"(?=[<>=])", one.partition(";")[0].strip(), maxsplit=1) for one in requirements
    )
    return {name.partition("[")[0].lower(): versions for name, versions in each}


def test_a_package_is_tested_in_the_range_that_its_extra_names():
    asked = _ranges([*chain(*EXTRAS.values())])
    for group in PROJECT["dependency-groups"].values():
        tested = _ranges([one for one in group if isinstance(one, str)])
        for name in tested.keys() & asked.keys():
            if not tested[name].startswith("=="):
                assert tested[name] == asked[name], name


def test_every_range_has_both_ends():
    for one in chain(PROJECT["project"]["dependencies"], *EXTRAS.values()):
        assert re.search(r"==|>=[\d.]+,<\d", one), one


def test_two_extras_do_not_disagree():
    asked = [_ranges(extra) for extra in EXTRAS.values()]
    for name in set().union(*asked):
        assert len({one[name] for one in asked if name in one}) == 1, name
