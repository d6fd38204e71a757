"""Handlers of `/v1/agents`: named agents, their blocks, their turns and their archives."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from starlette.responses import PlainTextResponse, Response

from ...agents.aio.agents import AsyncAgents
from ...agents.aio.persistent import AsyncPersistentAgent
from ...agents.block import PARTS, Block, block
from ...agents.settings import SYSTEM
from ...ports import Usage
from ...types import Message
from ..agents.calls import agents
from ..agents.turns import turn
from ..faults import Problem
from .call import Call
from .endpoint import Created
from .writing import matched, only_new


@dataclass(frozen=True, slots=True)
class Turn:
    """What an agent answered: the words, the id of the message that they are kept as, what the
    model took, and whether it would not answer."""

    text: str
    id: str
    usage: Usage
    refused: bool = False


async def listed(call: Call) -> Any:
    """The agents there are."""
    return {"items": await _here(call).list()}


async def create(call: Call) -> Any:
    """A new agent. Its model is the server's."""
    asked = call.asked
    made = [block(**one) for one in asked.pop("blocks", ())]
    system = asked.pop("system", SYSTEM)
    return Created(await _state(await _here(call).create(blocks=made, system=system, **asked)))


async def bring(call: Call) -> Any:
    """An agent from its state, all of it or nothing; `name` is another name for it."""
    made = await _here(call).import_(call.asked["state"], name=call.asked.get("name"))
    await made.configure(llm=None)  # which model answers is for those who run the server to say
    return Created(await _state(made))


async def shown(call: Call) -> Any:
    """An agent, with the blocks that it has in view."""
    return await _state(await _agent(call))


async def delete(call: Call) -> Any:
    """Erase an agent, with a receipt."""
    return await _here(call).delete(call.asked["agent_id"])


async def clone(call: Call) -> Any:
    """A second agent like one."""
    return Created(await _state(await _here(call).clone(**_renamed(call.asked))))


async def export(call: Call) -> Response:
    """An agent's whole state."""
    form = call.asked.get("form", "json")
    text = await _here(call).export(call.asked["agent_id"], form)
    return PlainTextResponse(text, media_type=YAML if form == "yaml" else "application/json")


async def blocks(call: Call) -> Any:
    """What an agent has in view."""
    return {"items": await (await _agent(call)).blocks()}


async def show_block(call: Call) -> Any:
    """One block; its ETag is its version."""
    return await (await _agent(call)).block(call.asked["label"])


async def put_block(call: Call) -> Any:
    """A block, changed or new; with If-Match, only over the version that was read."""
    caller, headers, new = call.who, call.request.headers, only_new(call)
    made, label = await _agent(call), call.asked["label"]
    parts = {name: call.asked[name] for name in PARTS if name in call.asked}
    known = {one.label: one for one in await made.blocks()}
    if caller.user_id is not None and (label not in known or known[label].shared):
        raise Problem(403, "forbidden", "this key is bound to one user", "use a key without --user")
    if label in known and new:
        raise Problem(412, "changed", "there is such a block by now", "read it, then retry")
    if label not in known:
        if "if-match" in headers:
            raise Problem(412, "changed", "there is no such block", "leave If-Match out")
        return Created(await made.add_block(block(label, **parts)))
    return await made.core.change(label, force=caller.may("admin"), **matched(call), **parts)


async def chat(call: Call) -> Any:
    """A turn: what is said, and what is answered."""
    made = await _agent(call)
    async with turn(call.request, made):
        reply = await made.chat(call.asked["text"])
    assert reply.message is not None, "an answer is kept"
    return Turn(reply.text, reply.message.id, reply.usage, reply.refused)


async def messages(call: Call) -> Any:
    """What was said, oldest first; with `hidden` also calls of tools and heartbeats."""
    most = min(call.asked.get("last", 100), call.request.app.state.rules.results)
    found = await (await _agent(call)).messages(most, hidden_too=call.asked.get("hidden", False))
    return {"items": found}


async def archive(call: Call) -> Any:
    """Keep a note in an agent's archive."""
    return await (await _agent(call)).archive(call.asked["text"], call.asked.get("tags", ()))


async def archived(call: Call) -> Any:
    """Notes of an agent's archive: the best for a `query`, or the newest."""
    asked, most = call.asked, call.request.app.state.rules.results
    limit = min(asked.get("limit", 10), most)
    made = await _agent(call)
    return {
        "items": await made.archived(asked.get("query"), tags=asked.get("tag", ()), limit=limit)
    }


async def made(call: Call) -> Any:
    """An agent that was made before by the same request, as it is now."""
    return Created(await shown(call))


async def said(call: Call) -> Any:
    """The turn that the same request began before."""
    asked, usage = call.asked, Usage(**call.asked["usage"])
    whose = {"user_id": asked.get("user_id"), "agent_id": asked["agent_id"]}
    kept = await call.memory.get(asked["id"], **whose)
    assert isinstance(kept, Message), "a turn ends with a message"
    return Turn(kept.content, kept.id, usage, asked["refused"])


def kept_name(answer: Created) -> dict[str, Any]:
    """What to keep of an answer about a new agent."""
    return {"agent_id": answer.made["agent"].name}


def kept_label(answer: Block | Created) -> dict[str, Any]:
    """What to keep of an answer that is a block."""
    return {"label": answer.made.label if isinstance(answer, Created) else answer.label}


def kept_turn(answer: Turn) -> dict[str, Any]:
    """What to keep of a turn: not its words."""
    return {"id": answer.id, "usage": asdict(answer.usage), "refused": answer.refused}


YAML = "application/yaml"


def _here(call: Call) -> AsyncAgents:
    return agents(call.request)


async def _agent(call: Call) -> AsyncPersistentAgent:
    """The agent that the path names, towards a user if one is meant."""
    return await _here(call).get(call.asked["agent_id"], user_id=call.asked.get("user_id"))


async def _state(made: AsyncPersistentAgent) -> dict[str, Any]:
    return {"agent": await made.settings(), "blocks": await made.blocks()}


def _renamed(asked: dict[str, Any]) -> dict[str, Any]:
    return {"name": asked["agent_id"], "new": asked["name"]}
