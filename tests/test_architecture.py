"""The shape of the house: who may import whom, what is public, and that twins are current."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import recollect
import recollect.memory

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "recollect"

LEAVES = {"counts", "errors", "types", "orders", "past", "times", "vectors", "text", "receipts"}
ALLOWED = {
    "write": LEAVES | {"write"},
    "read": LEAVES | {"read", "write"},
    "keep": LEAVES | {"keep", "write"},
    "transfer": LEAVES | {"transfer", "write"},
    "ports": LEAVES | {"ports"},
    "drivers": LEAVES | {"drivers", "ports"},
    "models": LEAVES | {"models", "ports"},
    "concurrency": set(),
    "settings": set(),
    "wiring": LEAVES | {"settings", "drivers", "models", "ports"},
    "memory": LEAVES
    | {"memory", "write", "read", "keep", "transfer", "ports", "wiring", "concurrency"},
    "evaluate": LEAVES | {"evaluate", "memory", "read", "write", "ports"},
}
ALLOWED["agents"] = ALLOWED["memory"] | {"agents"}
ALLOWED["client"] = ALLOWED["memory"] | {"client"}
ALLOWED["compat"] = ALLOWED["agents"] | {"compat"}
ALLOWED["hosts"] = ALLOWED["agents"] | {"hosts"}
ALLOWED["telemetry"] = ALLOWED["client"] | {"telemetry", "client", "settings"}
ALLOWED["server"] = ALLOWED["compat"] | {"server", "settings", "telemetry"}
ALLOWED |= dict.fromkeys(LEAVES, LEAVES)
SHARED: dict[str, set[str]] = {
    "beside": {"forking"},
    "colours": set(),
    "flushing": set(),
    "forking": set(),
    "locking": set(),
    "ondisk": {"flushing", "forking", "locking", "sizes", "state"},
    "shard": set(),
    "state": set(),
    "tables": set(),
    "sizes": set(),
}
"""Rooms of `drivers` that every back-end may build on, and what they themselves may import."""
ANYTHING = {"cli", "conformance", "__init__", "__main__"}


def imports(path: Path):
    """The absolute module names that a file imports, relative ones resolved."""
    package = ("recollect", *path.relative_to(SRC).parent.parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, *((node.module or "").split(".") if node.module else ())))
            names = [f"{stem}.{alias.name}" for alias in node.names]
            yield from names if stem == "recollect" else [stem]


def files():
    return sorted(SRC.rglob("*.py"))


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SRC)))
def test_imports_point_one_way(path):
    room = path.relative_to(SRC).parts[0].removesuffix(".py")
    if room in ANYTHING:
        return
    rooms = {name.split(".")[1] for name in imports(path) if name.startswith("recollect.")}
    assert rooms <= ALLOWED[room], f"{room} may not import {rooms - ALLOWED[room]}"


def test_drivers_do_not_import_each_other():
    for path in (SRC / "drivers").rglob("*.py"):
        parts = path.relative_to(SRC / "drivers").parts
        if len(parts) == 1:
            continue
        others = [name for name in imports(path) if name.startswith("recollect.drivers.")]
        allowed = {parts[0], "registry"} | SHARED.get(parts[0], set(SHARED))
        foreign = [name for name in others if name.split(".")[2] not in allowed]
        assert not foreign, f"{path} imports {foreign}"


def test_what_drivers_share_is_no_driver():
    from recollect.drivers.registry import STORES

    homes = {driver.module.split(".")[2] for driver in STORES.values()}
    assert homes.isdisjoint(SHARED)


def test_the_core_names_no_back_end():
    for room in ("memory", "write", "read", "keep", "ports"):
        for path in (SRC / room).rglob("*.py"):
            if path.name == "software.py":  # words that people say
                continue
            text = path.read_text("utf-8").lower()
            found = {n for n in ("sqlite", "postgres", "redis", "qdrant", "apsw") if n in text}
            found -= {"sqlite"} if path.name == "door.py" else set()  # a URL in its docstring
            assert not found, f"{path} names {found}"


def test_nothing_that_was_stored_can_run():
    """What is read back is JSON, text or numbers: nothing unpickles or evaluates it."""
    runners = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
    for path in files():
        assert runners.isdisjoint(name.split(".")[0] for name in imports(path)), path
        calls = [one.func for one in ast.walk(ast.parse(path.read_text("utf-8")))
                 if isinstance(one, ast.Call)]  # fmt: skip
        named = {one.id for one in calls if isinstance(one, ast.Name)}
        named |= {one.attr for one in calls if isinstance(one, ast.Attribute)}
        assert named.isdisjoint({"eval", "exec", "unsafe_load", "full_load"}), path


def test_no_pattern_repeats_a_group_possessively():
    """`(?:…)*+` matches what it should not before Python 3.11.5; `(?>(?:…)*)` does not."""
    repeated = re.compile(r"(?<!\()\)(?:[*+?]|\{[\d,]+\})\+")
    for path in files():
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        texts = [str(one.value) for one in nodes if isinstance(one, ast.Constant)]
        assert not any(map(repeated.search, texts)), path


def test_the_public_names_are_these():
    assert len(recollect.__all__) <= 30
    assert recollect.__all__ == sorted(recollect.__all__)
    for name in recollect.__all__:
        thing = getattr(recollect, name)
        assert inspect.getdoc(thing), f"{name} has no docstring"
    with pytest.raises(AttributeError):
        getattr(recollect, "nothing_of_this" + "_name")


def test_every_public_method_is_documented_and_takes_at_most_seven_options():
    for door in (recollect.Memory, recollect.AsyncMemory, recollect.Session, recollect.Agent):
        for name, method in inspect.getmembers(door, inspect.isfunction):
            if name.startswith("_") and name != "__init__":
                continue
            assert name == "__init__" or inspect.getdoc(method), f"{door.__name__}.{name}"
            parameters = inspect.signature(method).parameters.values()
            count = sum(one.kind is inspect.Parameter.KEYWORD_ONLY for one in parameters)
            assert count <= 7, f"{door.__name__}.{name} takes {count} options"
            assert len(parameters) - 1 - count <= 4, f"{door.__name__}.{name}"


def test_a_verb_that_needs_an_id_says_what_becomes_of_one_that_is_not_here():
    for name, method in inspect.getmembers(recollect.Memory, inspect.isfunction):
        id = inspect.signature(method).parameters.get("id")
        if not name.startswith("_") and id is not None and id.default is id.empty:
            assert "NotFound" in inspect.getdoc(method), f"Memory.{name}"


def test_the_map_of_the_memory_is_true():
    rooms = {path.stem: path.read_text("utf-8") for path in (SRC / "memory" / "aio").glob("*.py")}
    paths, _, named = inspect.getdoc(recollect.memory).partition("The rooms:")
    assert set(re.findall(r"`(\w+)`", named)) == rooms.keys() - {"__init__"}
    steps = re.findall(r"^    [ └├│]*(\w+) +(\w+)  ", paths, re.MULTILINE)
    assert len(steps) == 15
    for step, room in steps:
        assert f" def {step}(" in rooms[room], f"{step} is not in {room}"


def test_both_colours_have_the_same_verbs():
    def verbs(door):
        return {
            name: str(inspect.signature(method)).replace("Async", "")
            for name, method in inspect.getmembers(door, inspect.isfunction)
            if not name.startswith("_")
        }

    assert verbs(recollect.Memory) == verbs(recollect.AsyncMemory)
    assert verbs(recollect.Agent) == verbs(recollect.AsyncAgent)


def test_the_generated_twins_are_current():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "make_sync.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_importing_recollect_loads_nothing_heavy():
    heavy = ("numpy", "onnxruntime", "apsw", "asyncio", "rich", "typer", "Stemmer")
    code = f"import sys, recollect; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_files_stay_small():
    long = {
        str(path.relative_to(SRC)): count
        for path in files()
        if "sync" not in path.parts and (count := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert not long
