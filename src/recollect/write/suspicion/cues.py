"""Words without which a rule or sign cannot match: a text without them is not searched for it.

A cue is one of: words, each enough alone; words ">" one of which another must follow; the same with
">>", where up to three may stand between; "=" and characters that the text must have. "x*" is how
all words after an arrow begin. One cue is enough. They say less than the pattern does, never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .said import Said, by_sign, present

_MACHINES = "ai ais llm llms model models chatbot chatbots chatgpt gpt claude gemini copilot"
_VERDICTS = "give rate score rank grade mark evaluate assess describe classify label treat consider"
_HENCE = (
    "henceforth hereafter",
    "from > now",
    "this > point moment",
    "here > on",
    "going > forward",
    "starting > now",
    "effective > immediately",
    "in for >> conversation conversations chat chats session sessions reply replies response "
    "responses answer answers interaction interactions",
    "the > rest remainder",
)

NEAR: dict[str, tuple[str, ...]] = {
    "override.rules": (
        "ignore disregard forget bypass override break violate abandon drop > all any the of your "
        "its other safety content ethical",
    ),
    "persona.act": (
        "act behave respond pretend roleplay play pose operate simulate impersonate speak answer "
        "> only as like to that you",
    ),
    "persona.free": (
        "without no of from >> restrictions limitations filters censorship guardrails safety "
        "ethical",
        "anything > now",
        "uncensored unfiltered jailbroken",
    ),
    "hence.must": _HENCE,
    "hence.always": _HENCE,
    "address.ai": (
        "dear attention attn hey",
        "note notes notice message instruction instructions reminder memo command important > to "
        "for",
        "you > are re",
        "reading > this",
    ),
    "address.duty": (
        "ai llm llms model models assistant assistants chatbot chatbots agent agents system "
        "systems tool tools > must should shall is are has have that who read reads reading "
        "processes processing summarises summarizes summarising summarizing indexes indexing",
    ),
    "task.new": (
        "your the > new real actual true only updated sole primary next",
        "new updated revised > system prompt directive directives instruction instructions",
    ),
    "authority.claim": (
        "this > is",
        "i > am m",
        "we > are",
        "message instruction instructions notice directive > from",
        "sent authorised authorized approved issued verified > by",
        "on > behalf",
        "order > of",
        "speaking > as",
    ),
    "send.fill": (
        "replace replacing substitute substituting insert inserting append appending encode "
        "encoding urlencode urlencoding",
        "fill filling > in",
    ),
    "leak.prompt": (
        "your >> system prompt hidden initial configuration api key keys credentials secrets",
        "hidden initial original > system prompt instructions",
        "system > prompt",
    ),
    "memory.save": (
        "your assistant agent user model bot ai s term persistent permanent core > memory* "
        "memories* bio* profile*",
        "to in into > memory",
        "memory > update entry write note",
    ),
    "memory.user": ("the this our your > user human owner account operator",),
    "memory.wants": ("the this our your > user human owner account operator",),
    "later.user": ("the this a your any > user human owner",),
    "later.anyone": (
        "when whenever if once time as >> somebody someone anyone anybody people visitor customer",
    ),
    "praise.always": (
        "always only never exclusively strongly must to should > recommend suggest promote praise "
        "mention rank rate endorse favor favour prefer advertise push cite choose select approve "
        "trust describe",
    ),
    "praise.verdict": (f"{_VERDICTS} recommend > this the",),
    "form.for_model": (
        f"to for the any all every your our each > {_MACHINES} assistant assistants language "
        "vision chat",
        "language vision chat > model models",
    ),
    "form.for_agent": (
        "note notes hint hints message messages instruction instructions task tasks reminder "
        "reminders remark remarks step steps memo memos order orders p s ps todo request requests "
        "information",
    ),
    "form.duty": (
        "any all every > ai* llm* chat* language*",
        "ai >> tool tools agent agents assistant assistants system systems",
    ),
    "form.role": (
        "are > that this my our",
        "assistant computer robot ai machine model",
    ),
    "only.that": (
        "nothing > else*",
        "otherwise > act behave answer be",
        "that > only",
        "leave > out",
        "no > other*",
        "whatever",
        "told > otherwise*",
    ),
    "machine": (
        "ai ais llm llms assistant assistants chatbot chatbots claude gemini copilot crawler "
        "summarizer summariser summarizers summarisers",
        "=gpt",
        "language > model models tool tools",
        "=assistant_",
        "machine > reading summarising summarizing processing reader readers",
        "model models agent agents bot bots > must should has have shall is",
        "dear hey the for to attention congratulations > model models agent agents bots",
        "=, model",
        "=, agent",
        "models bots agents robots crawlers copilots > reading ingesting parsing processing "
        "crawling working preparing answering browsing indexing visiting summarising summarizing "
        "that using",
        "neural > network networks",
        "automated automatic virtual digital robotic artificial > agent agents reader readers "
        "system systems reviewer reviewers grader graders helper helpers screener screeners",
        "shopping coding browsing browser triage support code > agent agents bot bots",
        "dear hey to for the this that whichever any which a > bot robot machine",
        "for > machines",
        "=x-agent",
        "=_for_",
        "=_to_",
        "=llm_",
        "one > condensing summarising summarizing reading processing answering translating",
    ),
    "yours": (
        "your >> rules guidelines instructions operator operators developer developers creator "
        "creators system prompt prompts context programming principal principals policy policies "
        "constraints restrictions memory directive directives guardrails trust",
        "your > job reply replies answers configuration settings maker makers secrets hidden real "
        "environment obligations",
        "next > reply replies mail answer",
        "tool > settings",
        "own > idea",
        "notes > about",
        "rules guidelines instructions ask asks > you",
        "when whenever >> asked",
        "system > prompt",
        "when > summarising summarizing",
        "before >> respond responding answer answering reply replying",
        "you > talk speak chat give",
        "were > told asked",
        "as >> user",
        "you > are",
        "have > no",
        "never > refuse",
        "answer > everything",
        "every > link",
        "were been > given forbidden instructed",
        "to future consider > yourself self",
        "reply answer summary > of has must should would is",
        "upgraded > to",
        "drafting > the",
        "every each > answer",
        "any > summary",
        "youd d > paste",
    ),
    "hush": (
        "keep > this it that",
        "say > nothing",
        "tell > no noone nobody",
        "a > word",
        "not t never without >> mention* reveal* disclos* tell* inform* notify* alert* warn* "
        "acknowledg* cit* announc*",
        "not t > bring explain show say let",
        "quietly silently secretly covertly unmentioned",
        "in > secret",
        "leave > out no",
        "hide > this it that the",
        "hidden > text from note rules",
        "invisible visible > to",
        "its their > principal",
        "need >> announce mention tell",
        "have need >> learn know hear",
        "bother > the",
        "without > comment",
        "were > its your",
        "never > saying",
    ),
}
REACH = 4
"""Words after another in which ">>" looks."""


class Cues:
    """Cues by their words, so that one pass over a text finds all that it has."""

    def __init__(self, near: Mapping[str, Iterable[str]]) -> None:
        self.names = frozenset(near)
        self._alone: dict[str, set[str]] = {}
        self._within: dict[str, set[str]] = {}
        self._next: dict[str, dict[str, set[str]]] = {}
        self._begun: dict[str, list[tuple[tuple[str, ...], int, str]]] = {}
        self._far: dict[str, list[tuple[frozenset[str], str]]] = {}
        for name, cues in near.items():
            for cue in cues:
                self._add(name, cue)
        self._signs = by_sign(self._within)

    def heard(self, said: Said) -> set[str]:
        """The names of what a text has a cue for."""
        run, starts, after, begun, far = said.run, said.starts, self._next, self._begun, self._far
        found: set[str] = set()
        found.update(*[self._within[part] for part in present(said.text, self._signs)])
        found.update(*[self._alone[word] for word in self._alone.keys() & said.starting])
        pairs = zip(starts, run[1:], strict=False)
        found.update(*[after[a][b] for a, b in pairs if a in after and b in after[a]])
        if not begun.keys().isdisjoint(said.starting):
            for place in [place for place, word in enumerate(starts) if word in begun]:
                for beginnings, reach, name in begun[starts[place]]:
                    others = run[place + 1 : place + 1 + reach]
                    if any(other.startswith(beginnings) for other in others):
                        found.add(name)
        if far.keys().isdisjoint(said.words):
            return found
        for place in [place for place, word in enumerate(run) if word in far]:
            before = starts[max(0, place - REACH) : place]
            found.update(name for firsts, name in far[run[place]] if not firsts.isdisjoint(before))
        return found

    def _add(self, name: str, cue: str) -> None:
        if cue.startswith("="):
            self._within.setdefault(cue[1:], set()).add(name)
            return
        first, arrow, second = cue.partition(">")
        firsts, others = first.split(), second.removeprefix(">").split()
        reach = REACH if second.startswith(">") else 1
        beginnings = tuple(word[:-1] for word in others if word.endswith("*"))
        for word in firsts:
            if not arrow:
                self._alone.setdefault(word, set()).add(name)
            elif beginnings:
                self._begun.setdefault(word, []).append((beginnings, reach, name))
            elif reach == 1:
                for other in others:
                    self._next.setdefault(word, {}).setdefault(other, set()).add(name)
        if reach > 1 and not beginnings:
            for other in others:
                self._far.setdefault(other, []).append((frozenset(firsts), name))
