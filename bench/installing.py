"""What installing recollect brings: how many distributions, how many megabytes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .figures import Figure, Run

ROOT = Path(__file__).resolve().parent.parent


def install(run: Run) -> Iterator[Figure]:
    """Count and weigh a clean environment, the model and recollect itself included."""
    run.say("installing into a clean environment")
    target = run.folder / "clean"
    _uv("venv", "--quiet", "--python", sys.executable, str(target))
    _uv("pip", "install", "--quiet", "--python", str(target), str(ROOT))
    packages = next(target.glob("**/site-packages"))
    weights = {entry.name: _size(entry) for entry in packages.iterdir()}
    found = [name for name in weights if name.endswith(".dist-info")]
    total = sum(weights.values()) / 1e6
    heavy = sorted(weights.items(), key=lambda item: -item[1])[:4]
    yield Figure("install, distributions", len(found), "", 20)
    yield Figure(
        "install, size", total, "MB", 175, parts={f"{name} MB": w / 1e6 for name, w in heavy}
    )


def _size(entry: Path) -> int:
    files = [entry, *entry.rglob("*")] if entry.is_dir() else [entry]
    return sum(
        file.stat().st_size for file in files if file.is_file() and "__pycache__" not in file.parts
    )


def _uv(*arguments: str) -> None:
    beside = Path(sys.executable).parent / "uv"
    uv = str(beside) if beside.exists() else shutil.which("uv")
    if uv is None:
        raise RuntimeError("uv is needed to make a clean environment: pip install uv")
    done = subprocess.run([uv, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"uv {arguments[0]} failed:\n{done.stderr}")
