"""Agents with blocks on the way: made, edited towards each user, shared, carried, taken away."""

from __future__ import annotations

from typing import Any

from recollect import AsyncMemory, Note
from recollect.agents import Agents, AsyncAgents, Block

from .ledger import Said
from .walk import Door
from .walk_wide import WideWalk

AGENTS, LABELS, USERS = ("kit", "pat"), ("human", "persona", "goals"), (None, "dana", "erik")
TEAM, SHARED = "crew", "policy"
Held = dict[tuple[str | None, str], str]
"""What the blocks of an agent hold: its own, and those of its users."""


class AgentWalk(WideWalk):
    """The same walk, and agents. Their blocks are in no ledger of facts but in one of their own."""

    steps = (
        *WideWalk.steps, ("engage", 3), ("write", 8), ("unwrite", 2), ("take_back", 2), ("twin", 1),
        ("dismiss", 1), ("join", 2), ("leave", 1), ("chat", 2), ("archive", 1),
    )  # fmt: skip

    def __init__(self, *args: Any) -> None:
        self.blocks: dict[str, Held] = {name: {} for name in AGENTS}
        self.engaged: set[str] = set()
        self.joined: set[str] = set()
        self.policy: str | None = None
        super().__init__(*args)

    def agents(self, door: Door) -> Door:
        """Those of a memory of either colour."""
        memory = door._memory
        made = AsyncAgents if isinstance(memory, AsyncMemory) else Agents
        return Door(made(memory, llm=lambda messages, tools=(): "Noted."), self.runner)

    def engage(self) -> None:
        name, word = self.random.choice(AGENTS), self._word()
        if name not in self.engaged:
            self._note(f"engage {name} {word}")
            self.agents(self.door).create(name, human=word, persona="I am kind.")
            self.blocks[name] |= {(None, "human"): word, (None, "persona"): "I am kind."}
            self.engaged.add(name)

    def write(self) -> None:
        """Into a block, or a new one; what a user says is for that user alone."""
        for name, user, agent in self._some_agent():
            word, label = self._word(), self.random.choice(LABELS)
            held = self.blocks[name]
            view = self._view(name, user)
            if label not in view:
                self._note(f"write: add {name} {user} {label} {word}")
                agent.add_block(Block(label, word))
                held[user, label] = word
            elif self.random.random() < 0.5:
                self._note(f"write: set {name} {user} {label} {word}")
                agent.set_block(label, word)
                held[user, label] = word
            else:
                self._note(f"write: append {name} {user} {label} {word}")
                asked = {"label": label, "content": word}
                told = agent.tools().call("core_memory_append", asked)
                assert not told.startswith("error"), told
                held[user, label] = f"{view[label]}\n{word}"
            if self.joined and self.random.random() < 0.3:
                self.policy = self._word()
                team = self.random.choice(sorted(self.joined))
                self._note(f"write: policy by {team} {self.policy}")
                self.agents(self.door).get(team).set_block(SHARED, self.policy)

    def unwrite(self) -> None:
        """Take a block away: what the agent has for everybody shows again."""
        for name, user, agent in self._some_agent():
            held = self.blocks[name]
            for label in self._some([label for whose, label in held if whose == user]):
                self._note(f"unwrite {name} {user} {label}")
                agent.remove_block(label)
                del held[user, label]
                self._past_is_another()

    def take_back(self) -> None:
        """The last edit of a block."""
        for name, user, agent in self._some_agent():
            held = self.blocks[name]
            for label in self._some([label for whose, label in held if whose == user]):
                self._note(f"take_back {name} {user} {label}")
                done = self.door.undo(agent.block(label).version, user_id=user, agent_id=name)
                del held[user, label]
                for note in done.restored:
                    held[user, label] = note.value

    def twin(self) -> None:
        """A second one that is like the first, and leaves nothing behind."""
        for name, _, _ in self._some_agent():
            how = self.random.choice(["clone", "dict", "json", "yaml", "af"])
            self._note(f"twin {name} by {how}")
            agents = self.agents(self.door)
            if how == "clone":
                twin = agents.clone(name, "twin")
            else:
                twin = agents.import_(agents.export(name, how), name="twin")
            first = agents.get(name)
            assert _told(twin.blocks()) == _told(first.blocks())
            assert [m.content for m in twin.messages()] == [m.content for m in first.messages()]
            assert agents.delete("twin").ok
            assert self.door.notes(agent_id="twin", closed=True) == []

    def dismiss(self) -> None:
        """What it shared and what is its users' stays, and is there if it is made again."""
        for name, _, _ in self._some_agent():
            self._note(f"dismiss {name}")
            assert self.agents(self.door).delete(name).ok
            held = self.blocks[name]
            self.blocks[name] = {key: value for key, value in held.items() if key[0] is not None}
            self.engaged.remove(name)
            self.joined.discard(name)
            self._past_is_another()

    def join(self) -> None:
        """Share a block with the team."""
        for name, _, _ in self._some_agent():
            if name in self.joined:
                continue
            self._note(f"join {name}")
            agents = self.agents(self.door)
            if self.policy is None:
                self.policy = self._word()
                agents.share(Block(SHARED, self.policy), team_name=TEAM)
            agents.get(name).attach(agents.shared(SHARED, team_name=TEAM))
            self.joined.add(name)

    def leave(self) -> None:
        for name in self._some(sorted(self.joined)):
            self._note(f"leave {name}")
            self.agents(self.door).get(name).detach(SHARED)
            self.joined.remove(name)

    def chat(self) -> None:
        """A turn; what is said with a user is that user's."""
        for name, user, agent in self._some_agent():
            word = self._word()
            self._note(f"chat {name} {user} {word}")
            assert agent.chat(f"The word is {word}.") == "Noted."
            heard, answer = agent.messages(2)
            assert (word in heard.content, answer.content) == (True, "Noted.")
            if user is not None:
                self.ledger.said[heard.id] = Said(heard, word)
                self.ledger.said[answer.id] = Said(answer, "")

    def archive(self) -> None:
        for name, user, agent in self._some_agent():
            word = self._word()
            self._note(f"archive {name} {user} {word}")
            note = agent.archive(f"The word is {word}.")
            assert note.id in {one.id for one in agent.archived(limit=50)}

    def check(self) -> None:
        super().check()
        assert self.cast(self.door) == self._expected()

    def cast(self, door: Door) -> dict[str, Any]:
        """What each agent shows towards each user."""
        agents = self.agents(door)
        return {
            f"{one.name} {user}": _told(agents.get(one.name, user_id=user).blocks())
            for one in agents.list()
            for user in USERS
        }

    def _expected(self) -> dict[str, Any]:
        return {f"{n} {user}": self._view(n, user) for n in self.engaged for user in USERS}

    def _view(self, name: str, user: str | None) -> dict[str, str]:
        """What an agent has in view towards a user."""
        held = self.blocks[name]
        view = {label: value for (whose, label), value in held.items() if whose is None}
        view |= {label: value for (whose, label), value in held.items() if whose == user}
        if name in self.joined:
            assert self.policy is not None
            view[SHARED] = self.policy
        return view

    def _some_agent(self) -> Any:
        """One of them, towards somebody."""
        for name in self._some(sorted(self.engaged)):
            user = self.random.choice(USERS)
            yield name, user, self.agents(self.door).get(name, user_id=user)

    def _lost(self, user: str, agent: str | None) -> None:
        """All of a user was erased, or what an agent shares with one."""
        for name, held in self.blocks.items():
            for key in [key for key in held if key[0] == user and agent in (None, name)]:
                del held[key]

    def _free(self, note: Note) -> bool:
        return super()._free(note) and note.kind != "core"


def _told(blocks: list[Block]) -> dict[str, str]:
    return {one.label: one.value for one in blocks}
