"""The part of the table that is about named agents."""

from __future__ import annotations

from typing import Any

from ...agents.block import LIMIT, MOST, Block
from ...agents.settings import BUILT_IN, Settings
from ...receipts import Receipt
from ...types import Message, Note
from ...write import limits
from . import agents
from .agents import Turn
from .endpoint import Endpoint, Fields, Items
from .fields import METADATA, USER, Schema, closed, count, flag, many, name, one_of, text

WHICH: Fields = {"agent_id": name("The agent's name.")}
TOWARDS: Fields = {"user_id": USER | {"description": "Towards whom: that user's side of it."}}
LABELLED = r"^[A-Za-z0-9_][A-Za-z0-9_ .:/-]{0,63}$"
LABEL: Fields = {"label": text("The block's label.", 64) | {"pattern": LABELLED}}
NAME = name("A name of its own.")
PARTS: Fields = {
    "value": text("What it holds.", MOST, least=0),
    "limit": count("Characters that it holds at most.", MOST, default=LIMIT),
    "read_only": flag("Whether the agent itself may not change it."),
    "description": text("What it is for.", MOST, least=0),
}
TAGS: Schema = many("Labels of yours.", name("One of them."))
ABOUT: Fields = {
    "description": text("What it is for.", least=0),
    "tags": TAGS,
    "metadata": METADATA,
    "tools": many("Which of its own tools it has; all by default.", one_of("One.", *BUILT_IN)),
}
STATE = {"agent": Settings, "blocks": list[Block]}
ONE = "/v1/agents/{agent_id}"
GONE, MADE = (404,), (201,)

AGENTS = (
    Endpoint("GET", "/v1/agents", "agents", "read", "The named agents there are.",
             Items(Settings), handler=agents.listed, common=True),
    Endpoint("POST", "/v1/agents", "create_agent", "write",
             "Make an agent. Which model answers is for those who run the server to say.", STATE,
             body={
                 "name": NAME, "persona": text("Who it is.", MOST, least=0),
                 "human": text("Whom it speaks with.", MOST, least=0),
                 "blocks": many("More blocks.", closed({**LABEL, **PARTS}, "label")),
                 "system": text("What it is told before everything else."), **ABOUT,
             }, required=("name",), handler=agents.create, done=MADE,
             keeps=agents.kept_name, retold=agents.made),
    Endpoint("POST", "/v1/agents/import", "import_agent", "admin",
             "An agent from what an export gave, all of it or nothing.", STATE,
             query={"name": name("Another name for it.")}, body={}, loose=True,
             handler=agents.bring, done=MADE, errors=(404,), keeps=agents.kept_name,
             retold=agents.made),
    Endpoint("GET", ONE, "agent", "read", "An agent, with the blocks that it has in view.", STATE,
             query={**WHICH, **TOWARDS}, handler=agents.shown, errors=GONE),
    Endpoint("DELETE", ONE, "delete_agent", "admin",
             "Erase an agent with all its words and notes, with a receipt.", Receipt, query=WHICH,
             handler=agents.delete, errors=GONE),
    Endpoint("POST", ONE + "/clone", "clone_agent", "admin", "A second agent like one.", STATE,
             query=WHICH, body={"name": NAME}, required=("name",), handler=agents.clone, done=MADE,
             errors=GONE, keeps=agents.kept_name, retold=agents.made),
    Endpoint("GET", ONE + "/export", "export_agent", "admin", "An agent's whole state.", Any,
             query={
                 **WHICH, "form": one_of("As recollect or as Letta has it.", "json", "yaml", "af"),
             }, handler=agents.export, errors=(404, 501), also=(agents.YAML,)),
    Endpoint("GET", ONE + "/blocks", "blocks", "read", "What an agent always has in view.",
             Items(Block), query={**WHICH, **TOWARDS}, handler=agents.blocks, errors=GONE),
    Endpoint("GET", ONE + "/blocks/{label}", "block", "read", "One block of an agent.", Block,
             query={**WHICH, **LABEL, **TOWARDS}, handler=agents.show_block, errors=GONE),
    Endpoint("PUT", ONE + "/blocks/{label}", "put_block", "write", "Change a block, or add one.",
             Block, query={**WHICH, **LABEL}, body={**PARTS, **TOWARDS},
             handler=agents.put_block, done=(200, 201), errors=(404, 412),
             keeps=agents.kept_label, retold=agents.show_block),
    Endpoint("POST", ONE + "/chat", "chat", "write",
             "A turn: what is said, and what the agent answers. One at a time.", Turn, query=WHICH,
             body={"text": text("What is said."), **TOWARDS}, required=("text",),
             handler=agents.chat, errors=(404, 502), keeps=agents.kept_turn, retold=agents.said),
    Endpoint("GET", ONE + "/messages", "conversation", "read", "What was said, oldest first.",
             Items(Message), query={
                 **WHICH, **TOWARDS, "last": count("The last so many.", limits.MAX_LIST),
                 "hidden": flag("Also calls of tools and heartbeats."),
             }, handler=agents.messages, errors=GONE),
    Endpoint("GET", ONE + "/archive", "archived", "read",
             "Notes of an agent's archive: the best for a question, or the newest.", Items(Note),
             query={
                 **WHICH, **TOWARDS, "query": text("The question, in words.", limits.MAX_QUERY),
                 "tag": TAGS, "limit": count("How many at most.", default=10),
             }, handler=agents.archived, errors=GONE),
    Endpoint("POST", ONE + "/archive", "archive", "write", "Keep a note in an agent's archive.",
             Note, query=WHICH,
             body={"text": text("The words."), "tags": TAGS, **TOWARDS}, required=("text",),
             handler=agents.archive, errors=GONE),
)  # fmt: skip
