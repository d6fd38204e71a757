"""The documentation is run: what a page shows is what happens.

A page's blocks run in order, in one empty folder and with one set of names.

- A `python` block is executed statement by statement. `# → …` shows what a statement prints, else
  the value it has, else the error it raises; `…` stands for anything. A block that begins with
  `# name.py` is also saved as that file.
- In a `console` block every `$ command` is run, and the lines below it must appear in its output,
  in that order. A command that is meant to fail ends in `# exit 1`.
- A `sh` block with `recollect` commands is run too; one without is for the reader (`make`, `pip`).
"""

import ast
import inspect
import io
import os
import re
import subprocess
import sys
import tokenize
from contextlib import redirect_stdout
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import recollect
from recollect import errors
from recollect.cli import app
from recollect.ports.sync import Index, Store
from recollect.read.explain import RAW, REASONS
from recollect.read.ranked import PARTS
from recollect.write import limits
from tests.docs.warm import warm
from tests.elsewhere import elsewhere
from tests.providers import Call, Rule, Say, ruled

ROOT = Path(__file__).parent.parent.parent
GUIDES = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", *GUIDES]
EVERY_PAGE = [*PAGES, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]
LANGUAGES = {"python", "console", "sh", "text", "json"}
WARM = "RECOLLECT_TEST_COMMANDS"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block, and the number of the line above its first."""

    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    return [
        Block(found[1], found[2], page.count("\n", 0, found.start(2)))
        for found in BLOCK.finditer(page)
    ]


def prose(page: str) -> str:
    return BLOCK.sub("", page)


def run(page: str, name: str, folder: Path) -> None:
    """Run every block of a page."""
    names: dict = {"__name__": "__main__"}
    try:
        for block in blocks(page):
            if block.language == "python":
                if file := re.match(r"# (\w+\.py)\n", block.text):
                    (folder / file[1]).write_text(block.text, "utf-8")
                run_python(block, name, names)
            elif block.language == "console":
                run_console(block, name, folder)
            elif block.language == "sh":
                run_sh(block, name, folder)
    finally:
        for value in names.values():
            if type(value).__name__ in ("Memory", "OpenAI", "Anthropic"):
                value.close()


def run_python(block: Block, name: str, names: dict) -> None:
    source = "\n" * block.line + block.text  # so that an error names the page's own line
    body = ast.parse(source, name).body
    ends = [statement.lineno for statement in body[1:]] + [sys.maxsize]
    shown = arrows(source)
    for statement, end in zip(body, ends, strict=True):
        wanted = [text for line, text in shown if statement.lineno <= line < end]
        got = happened(statement, name, names, may_raise=bool(wanted))
        if wanted:
            where = f"{name}, line {statement.lineno}"
            assert same(got, "\n".join(wanted)), f"{where}: it shows {wanted}, but got\n{got}"


def arrows(source: str) -> list[tuple[int, str]]:
    """The `# → …` comments with their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(t.start[0], t.string) for t in tokens if t.type == tokenize.COMMENT]
    return [(line, text[3:].strip()) for line, text in comments if text.startswith("# →")]


def happened(statement: ast.stmt, name: str, names: dict, may_raise: bool) -> str:
    """What a statement printed, else its value, else its error."""
    out, value = io.StringIO(), None
    try:
        with redirect_stdout(out):
            if isinstance(statement, ast.Expr):
                value = eval(compile(ast.Expression(statement.value), name, "eval"), names)
            else:
                exec(compile(ast.Module([statement], []), name, "exec"), names)
                if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                    value = names[statement.targets[0].id]
    except Exception as error:
        if not may_raise:
            raise
        return f"{type(error).__name__}: {error}"
    return out.getvalue() or repr(value)


def same(got: str, wanted: str) -> bool:
    """Equal but for white space; an ellipsis stands for anything."""
    assert wanted.strip("… \n"), "an ellipsis alone shows nothing"
    return bool(re.fullmatch(pattern(wanted), squeezed(got), re.DOTALL))


def pattern(wanted: str) -> str:
    return ".*".join(re.escape(part) for part in squeezed(wanted).split("…"))


def squeezed(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def run_console(block: Block, name: str, folder: Path) -> None:
    start, *rest = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not start.strip(), f"{name}, line {block.line}: a console block begins with $"
    assert rest, f"{name}, line {block.line}: nothing to run"
    for command, shown in (part.split("\n", 1) for part in rest):
        code, output = shell(command, folder)
        wanted = re.search(r"# exit (\d+)\s*$", command)
        assert code == int(wanted[1] if wanted else 0), f"{name}: {command}: {code}\n{output}"
        lines = [line for line in squeezed(shown).splitlines() if line]
        for line in lines:
            assert line.strip("… "), "an ellipsis alone shows nothing"
        expected = ".*\n.*".join(pattern(line) for line in lines)
        found = re.search(expected, squeezed(output), re.DOTALL)
        assert found, f"{name}: {command}\nshows\n{shown}\nbut says\n{output}"


def run_sh(block: Block, name: str, folder: Path) -> None:
    commands = [line for line in block.text.replace("\\\n", "").splitlines() if line.strip()]
    if not any(re.search(r"\brecollect \w", command) for command in commands):
        return
    for command in commands:
        code, output = shell(command, folder)
        assert code == 0, f"{name}: {command}: {code}\n{output}"


def plain(folder: Path) -> dict[str, str]:
    """The environment of a command: a `recollect` that starts at once is first."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("RECOLLECT")}
    places = [os.environ.get(WARM), str(Path(sys.executable).parent), os.environ["PATH"]]
    path = os.pathsep.join(filter(None, places))
    quiet = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    orderly = {"PYTHONUNBUFFERED": "1"}  # results and messages in the order that a terminal shows
    return {**kept, **quiet, **orderly, "PATH": path, "HOME": str(folder)}


def shell(command: str, folder: Path) -> tuple[int, str]:
    """Run a command as a reader would, with this environment's `recollect`."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=plain(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """The folder of a `recollect` that starts at once."""
    folder = tmp_path_factory.mktemp("commands")
    with warm(folder, plain(folder)) as place:
        yield place


@pytest.mark.parametrize(
    "command",
    [
        "recollect no-such-command",
        "echo 'I like tea.' | recollect add --words-only - | wc -l && ls",
        "recollect add 'I like tea.' --words-only | wc; recollect search 2>/dev/null",
        "RECOLLECT_URL=else.db recollect export | recollect import -; echo ${PIPESTATUS[@]}",
    ],
)
def test_the_quick_command_is_the_real_one(command, quick, tmp_path, monkeypatch):
    for name in ("real", "quick"):
        (tmp_path / name).mkdir()
    real = shell(command, tmp_path / "real")
    monkeypatch.setenv(WARM, str(quick))
    assert shell(command, tmp_path / "quick") == real


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_does_what_it_says(page, tmp_path, monkeypatch, request):
    if page.name == "adk.md" and find_spec("google.adk") is None:
        elsewhere("adk", f"{__file__}::{request.node.name}")
        return
    monkeypatch.chdir(tmp_path)
    if page.name not in ("README.md", "quickstart.md"):  # what a reader meets first is run in full
        monkeypatch.setenv(WARM, str(request.getfixturevalue("quick")))
    if page.name in ("indexes.md", "storage.md"):
        monkeypatch.setenv("DATABASE_URL", request.getfixturevalue("postgres"))
    if page.name == "storage.md":
        monkeypatch.setenv("REDIS_URL", request.getfixturevalue("redis"))
    if page.name in ("adk.md", "openai-agents.md", "wrap.md"):
        seen = Rule("You prefer {mode} mode.", seen="prefer (?P<mode>dark|light) mode")
        request.getfixturevalue("scripted").usual = ruled([seen])
    if page.name == "anthropic-memory.md":
        text = "# Dana\nLives in Porto.\nRuns on Sundays.\n"
        note = {"command": "create", "path": "/memories/dana.md", "file_text": text}
        look = {"command": "view", "path": "/memories/dana.md"}
        request.getfixturevalue("scripted").script += [
            *(Say(calls=(Call("memory", note),)), Say("Noted.")),
            *(Say(calls=(Call("memory", look),)), Say("You live in Porto.")),
        ]
    monkeypatch.setenv("RECOLLECT_MODELS", str(tmp_path / "models"))  # none is installed there
    run(page.read_text("utf-8"), page.name, tmp_path)


@pytest.mark.parametrize(
    ("language", "lie"),
    [
        ("python", "1 + 1  # → 3"),
        ("python", "print('one')\n# → one\n# → two"),
        ("python", "x = [1, 2]  # → [1, …, 3]"),
        ("python", "int('1')  # → ValueError: …"),
        ("python", "assert 1 == 2"),
        ("python", "'anything'  # → …"),
        ("console", "$ echo one\ntwo"),
        ("console", "$ echo one; echo two\ntwo\none"),
        ("console", "$ false"),
        ("console", "$ true  # exit 1"),
        ("console", "no prompt"),
        ("sh", "recollect no-such-command"),
    ],
)
def test_a_page_that_lies_is_caught(language, lie, tmp_path):
    with pytest.raises(AssertionError):
        run(f"```{language}\n{lie}\n```\n", "lies.md", tmp_path)


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: page.name)
def test_every_block_names_its_language(page):
    text = page.read_text("utf-8")
    assert {block.language for block in blocks(text)} <= LANGUAGES
    assert text.count("```") == 2 * len(blocks(text)), "a block is indented or not closed"


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page.read_text("utf-8"))):
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{page.name} links to {target}"
        assert file.is_relative_to(ROOT)
        if anchor:
            assert anchor in anchors(file), f"{page.name} links to {target}"


def anchors(page: Path) -> set[str]:
    """The names that headings get when Markdown is shown."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", page.read_text("utf-8")), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in kept}


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: page.name)
def test_no_page_sends_anybody_to_another_project_of_the_same_name(page):
    """Extras are safe: they are asked of a recollect that is there already."""
    assert not re.search(r"pip install (-\S+ )*recollect\b(?!\[)", page.read_text("utf-8"))


def test_tests_that_are_named_exist():
    for page in EVERY_PAGE:
        for names, path in re.findall(r"\[((?:`test_\w+`[, ]*)+)\]\(([^)]+)\)", page.read_text()):
            source = (page.parent / path).read_text("utf-8")
            for test in re.findall(r"test_\w+", names):
                assert f"def {test}(" in source, f"{page.name} names {test} of {path}"


def test_every_guide_is_linked_from_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [page.name for page in GUIDES if f"(docs/{page.name}" not in readme] == []


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 180


def written(*pages: str) -> str:
    return "\n".join((ROOT / page).read_text("utf-8") for page in pages)


def test_every_public_name_is_documented():
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    public = set(recollect.__all__) - {"__version__"}
    assert {name for name in public if not re.search(rf"\b{name}\b", text)} == set()


def signature(method) -> str:
    """A method's parameters by name, as the reference writes them."""
    parts, star = [], False
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        if parameter.kind is parameter.VAR_KEYWORD:
            parts.append(f"**{parameter.name}")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        plain = parameter.default in (None, parameter.empty)
        parts.append(parameter.name if plain else f"{parameter.name}={parameter.default!r}")
    return f"{method.__name__}({', '.join(parts)})"


@pytest.mark.parametrize("door", [recollect.Memory, recollect.Session, recollect.Agent])
def test_every_verb_is_in_the_reference_with_its_parameters(door):
    text = written("docs/reference.md")
    for name, method in inspect.getmembers(door, inspect.isfunction):
        if not name.startswith("_"):
            assert f"`{signature(method)}`" in text, signature(method)


def test_every_part_of_a_score_is_in_the_reference_and_has_words():
    (row,) = (line for line in written("docs/reference.md").splitlines() if "| `parts` |" in line)
    assert [part for part in (*PARTS, *RAW) if f"`{part}`" not in row] == []
    assert REASONS.keys() == set(PARTS)


def test_every_field_is_in_the_reference():
    text = written("docs/reference.md")
    for name in recollect.__all__:
        thing = getattr(recollect, name)
        if not is_dataclass(thing):
            continue
        section = re.search(rf"^### {name}\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
        assert section, f"{name} has no section"
        members = {field.name for field in fields(thing)} | {
            key for key, value in vars(thing).items() if isinstance(value, property)
        }
        assert {member for member in members if f"`{member}`" not in section[1]} == set(), name


def tree() -> str:
    """The drawing in the docstring of the errors."""
    lines = (errors.__doc__ or "").splitlines()
    first = lines.index("RecollectError")
    last = max(number for number, line in enumerate(lines) if line.startswith("└"))
    return "\n".join(lines[first : last + 1])


def test_every_error_is_explained():
    text = written("docs/errors.md")
    assert tree() in text, "the tree in docs/errors.md is not that of errors.py"
    explained = prose(text)
    for name, thing in vars(errors).items():
        if inspect.isclass(thing) and issubclass(thing, errors.RecollectError):
            assert f"`{name}`" in explained, name


def test_every_error_that_reaches_a_caller_is_among_them():
    """No back-end has errors of its own, but for the names that another library's callers know."""
    ours = {name for name, thing in vars(errors).items() if inspect.isclass(thing)}
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in (ROOT / "src").rglob("*.py")
        if path.name != "errors.py" and "compat" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and ours & {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases}
    ]
    assert found == []


@pytest.mark.parametrize("contract", [Store, Index])
def test_every_method_of_a_contract_is_explained(contract):
    text = written("docs/conformance.md")
    methods = [name for name in vars(contract) if not name.startswith("_")]
    assert [name for name in methods if f"`{name}(" not in text] == []


def test_every_limit_is_written_down():
    text = written("docs/limits.md")
    for name, value in vars(limits).items():
        if name.startswith("MAX_"):
            assert f"{value:,}" in text, f"{name} is {value:,}"


@cache
def commands() -> dict[str, Any]:
    """The commands of the command line, by name."""
    group = app.command()
    return {name: group.get_command(None, name) for name in app.LINES}


def test_every_command_and_option_is_documented():
    text = written("docs/cli.md")
    for name, verb in commands().items():
        found = re.search(rf"^### {name}\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
        assert found, f"docs/cli.md has no section on {name}"
        assert f"$ recollect {name}" in text, f"docs/cli.md shows no example of {name}"
        below = [one for inner in getattr(verb, "commands", {}).values() for one in inner.params]
        for parameter in [*verb.params, *below]:
            long = [option for option in parameter.opts if option.startswith("--")]
            for option in long if not getattr(parameter, "hidden", False) else ():
                assert option in text, f"docs/cli.md says nothing of {name} {option}"


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: page.name)
def test_commands_that_are_named_exist(page):
    named = re.findall(r"`recollect ([a-z][\w-]*)", prose(page.read_text("utf-8")))
    assert set(named) <= set(commands())  # those in blocks are run
