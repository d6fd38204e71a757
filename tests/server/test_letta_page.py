"""The page lists every call of Letta's client, as served or not; and those that are not say so."""

import inspect
import re
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("letta_client")

import letta_client
from letta_client._resource import SyncAPIResource

PAGE = (Path(__file__).parent.parent.parent / "docs" / "letta.md").read_text("utf-8")
ROW = re.compile(r"^\| (`?[\w.]+`?) \| (.+) \|$", re.MULTILINE)


def listed(part):
    section = PAGE.partition(f"## {part}")[2].partition("\n## ")[0]
    rows = {name.strip("`"): calls for name, calls in ROW.findall(section) if name != "resource"}
    return {(name, call) for name, calls in rows.items() for call in re.findall(r"`(\w+)`", calls)}


def calls(resource, prefix=""):
    for name, member in inspect.getmembers(type(resource)):
        if name.startswith(("_", "with_")):
            continue
        if inspect.isfunction(member) and isinstance(resource, SyncAPIResource):
            yield prefix, name
        elif not inspect.isfunction(member) and prefix.count(".") < 2:
            inner = getattr(resource, name, None)
            if isinstance(inner, SyncAPIResource):
                yield from calls(inner, f"{prefix}.{name}" if prefix else name)


def test_every_call_of_the_client_is_on_the_page_once():
    with letta_client.Letta(base_url="http://127.0.0.1:9", api_key="none") as client:
        known = set(calls(client)) | {("client", "health")}
    served, refused = listed("What is served"), listed("What is not")
    assert not served & refused
    assert served | refused == known
