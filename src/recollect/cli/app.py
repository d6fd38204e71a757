"""The list of verbs. Each is a file in `verbs/`, imported when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .exits import MEANING

VERBS = {
    "Start": {
        "agents": "Named agents: list, create, show, export, import, delete.",
        "chat": "Talk, and be remembered: with a model, or offline.",
        "demo": "Two sessions in two processes: the second knows what the first was told.",
    },
    "Remember and recall": {
        "add": "Keep what was said.",
        "search": "Find what helps with a question, best first.",
        "context": "Print what a model should see before it answers.",
        "learn": "Take notes of what was added and not learned yet.",
        "why-not": "Why a search does not give a record, and what would.",
        "graph": "Relate people and things, and ask who is related to whom.",
    },
    "Look": {
        "messages": "What was said, word for word.",
        "notes": "What was concluded from it.",
        "summary": "What was said, in short.",
        "why": "What a note rests on: the words, the rule, how sure it is.",
        "conflicts": "Notes that contradict each other.",
        "held": "What is held back from models, and what was decided about it.",
        "spend": "What language models have cost.",
        "show": "One message or note, whole.",
        "history": "Every version of a note, oldest first.",
        "diff": "What changed between two moments.",
        "sessions": "The conversations there were.",
        "users": "Who has memory here.",
        "stats": "How much is kept.",
    },
    "Keep and let go": {
        "policy": "How long memories are kept, by kind.",
        "pin": "Keep a message or a note whatever the policy says.",
        "expire": "End a message or a note at a moment.",
        "consolidate": "Merge notes that say the same into one that cites all.",
        "prune": "Remove what has expired or is kept too long.",
    },
    "Move and remove": {
        "undo": "Take back the last change of a note.",
        "export": "Write everything as JSON lines.",
        "import": "Read what export or another program wrote.",
        "backup": "Write everything into one file, while others write.",
        "restore": "Bring back what backup wrote, into any store.",
        "copy": "Copy a memory into another store, and compare both.",
        "delete": "Delete a message or a note.",
        "roll-back": "Take back everything that was learned from one source.",
        "erase": "Erase a user, a session or a record for good, with a receipt.",
    },
    "Serve": {
        "serve": "Serve a memory over HTTP.",
        "mcp": "Serve this memory to an AI client over the Model Context Protocol.",
        "connect": "Tell an AI client of this memory, and set up its session hooks.",
        "hook": "Answer a coding agent at a point of its session.",
        "keys": "Make, list and revoke the keys of a server.",
        "audit": "Who read, wrote and erased what over HTTP.",
    },
    "Look after": {
        "verify": "Check the file, every record and every index.",
        "eval": "Measure how well your own conversations are found again.",
        "reindex": "Make the indexes anew from the words.",
        "doctor": "Find what is wrong, and say how to fix it.",
        "worker": "Learn and embed what waits, as one of many.",
        "models": "List, install and remove models that run on this machine.",
    },
}
LINES = {verb: line for group in VERBS.values() for verb, line in group.items()}
MODULES = {"import": "import_", "roll-back": "roll_back", "why-not": "why_not"}
FOOT = f"{MEANING}\n\nDocumentation of a verb: recollect VERB --help"


class Verbs(TyperGroup):
    """A group that knows the names of its commands and loads them one by one."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: dict[str, Any] = dict.fromkeys(LINES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a verb the first time it is asked for."""
        if cmd_name in self.commands and self.commands[cmd_name] is None:
            self.commands[cmd_name] = load(cmd_name)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The verbs by topic, without importing any."""
        width = max(map(len, LINES))
        for topic, verbs in VERBS.items():
            with formatter.section(topic):
                formatter.write_dl([(verb.ljust(width), line) for verb, line in verbs.items()])


def load(verb: str) -> Any:
    """The command of one verb: the `run` of its file, or the `RUNS` of a verb that has several."""
    module = import_module(f"{__package__}.verbs.{MODULES.get(verb, verb)}")
    single = typer.Typer(
        help=LINES[verb], epilog=MEANING, rich_markup_mode=None, add_completion=False
    )
    for name, run in getattr(module, "RUNS", {}).items():
        single.command(name, epilog=MEANING)(run)
    if not single.registered_commands:
        single.command(verb, short_help=LINES[verb], epilog=MEANING)(module.run)
    made = typer.main.get_command(single)
    made.name = verb
    return made


def command() -> Any:
    """The whole command line."""
    group = typer.Typer(
        cls=Verbs,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        epilog=FOOT,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    group.callback()(_top)
    return typer.main.get_command(group)


def _version(wanted: bool) -> None:
    if wanted:
        from recollect import __version__

        typer.echo(f"recollect {__version__}")
        raise typer.Exit


def _top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
) -> None:
    """Memory for AI agents that survives the end of a session.

    Memory is in one file: --db, else RECOLLECT_URL, else recollect.db here. It belongs to a user:
    --user, else RECOLLECT_USER, else "me".
    """
