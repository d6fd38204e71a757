"""What the guides show passes `mypy --strict` where it is used, beside the providers' own SDKs.

The pages are checked as one program each, like a notebook: a name may be given to something else
further down, and a function of the reader's own need not say its types.
"""

import subprocess
import sys
from pathlib import Path

from tests.docs.test_docs import ROOT, blocks

LOOSE = ("embedders", "graph", "lifecycle", "mem0", "models", "notes", "rules", "time")
"""Pages that leave out what strict types ask for: that something is not None, what `**ids` hold."""
GUIDES = sorted(page.stem for page in (ROOT / "docs").glob("*.md") if page.stem not in LOOSE)
PAGES = ("README.md", *(f"docs/{name}.md" for name in GUIDES))
OWN = "# mypy: allow-untyped-defs, allow-untyped-calls"
SETTINGS = """
[mypy]
strict = true
allow_redefinition = true
# This has an environment of its own.
[mypy-google.adk.*]
ignore_missing_imports = true
# Most of an SDK is not asked for here, and takes its time.
[mypy-openai.types.*,openai.resources.*,anthropic.types.beta.*,anthropic.resources.beta.*]
follow_imports = skip
[mypy-google.genai._gaos.*,pydantic_ai.capabilities.*]
follow_imports = skip
[mypy-openai.types.chat.*,openai.types.shared_params.*,openai.resources.chat.*]
follow_imports = normal
[mypy-pydantic_ai.capabilities,pydantic_ai.capabilities.abstract,pydantic_ai.capabilities._dynamic]
follow_imports = normal
# Nor is what the frameworks themselves use.
[mypy-aiohttp.*,langsmith.*,PIL.*,redis.*,sqlalchemy.*]
follow_imports = skip
"""
PROGRAM = """
from datetime import UTC, date, datetime
from pathlib import Path

from anthropic import Anthropic
from openai import OpenAI

from recollect import AsyncMemory, Memory, Message, Where

Memory("agent.db", embeder=None)  # type: ignore[call-arg]
with Memory(Path("agent.db"), learn="later", llm=None) as memory:
    memory.copy_to(Path("copy.db"))
    memory.add(("One.", Message("Two."), {"role": "user", "content": "Three."}), user_id="dana")
    memory.add(["One."], user_id="dana")
    for moment in ("2026-03-02", date(2026, 3, 2), datetime(2026, 3, 2, tzinfo=UTC)):
        memory.messages(user_id="dana", where=Where(after=moment, before=moment))
    then: datetime | None = Where(before="2026-03-02").before
    for version in memory.history(memory.set("city", "Porto", user_id="dana").id):
        print(version.value, version.text.upper())
        version.no_such_field  # type: ignore[union-attr]

    openai, anthropic = OpenAI(), Anthropic()
    context = memory.context("Which city?", user_id="dana")
    with memory.session(user_id="dana") as chat:
        prompt, other = chat.prompt(), chat.prompt(format="anthropic")
    openai.chat.completions.create(model="m", messages=prompt)
    openai.chat.completions.create(model="m", messages=context.messages)
    asked = "Which city?"
    openai.chat.completions.create(
        model="m", messages=[*context.messages, {"role": "user", "content": asked}]
    )
    anthropic.messages.create(model="m", max_tokens=9, messages=other, system=other.system)
    # Were the SDKs not read, there would be nothing to ignore here.
    openai.chat.completions.create(model="m", messages=9)  # type: ignore[call-overload]
    anthropic.messages.create(model="m", max_tokens=9, messages=9)  # type: ignore[call-overload]


async def main() -> None:
    async with AsyncMemory(Path("agent.db")) as memory:
        await memory.add(("One.", "Two."), user_id="dana")
        print([version.value for version in await memory.history("id")])
"""


def program(page: str) -> str:
    """The Python of a page, each line where the page has it."""
    lines = [""] * page.count("\n")
    for block in blocks(page):
        if block.language == "python":
            given = block.text.splitlines()
            lines[block.line : block.line + len(given)] = given
    return "\n".join([OWN, *lines[1:], ""])


def test_what_the_guides_show_is_typed(tmp_path):
    (tmp_path / "settings.ini").write_text(SETTINGS)
    (tmp_path / "program.py").write_text(PROGRAM)
    for page in PAGES:
        name = f"{Path(page).stem.lower().replace('-', '_')}_page.py"
        (tmp_path / name).write_text(program((ROOT / page).read_text("utf-8")), "utf-8")
    kept = ROOT / ".mypy_cache" / "guides"  # the first run takes ten times as long
    mypy = [sys.executable, "-m", "mypy", "--config-file", "settings.ini", "--cache-dir", str(kept)]
    done = subprocess.run(
        [*mypy, *(path.name for path in tmp_path.glob("*.py"))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
