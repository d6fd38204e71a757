"""A reranker of one's own: it reads the best hits once more, and never costs an answer."""

import pytest

from recollect import AsyncMemory, ConfigError, Where

SAID = [
    "I prefer the dark theme.",
    "My favourite programming language is Python.",
    "The dog is called Rex.",
    "A dark theme saves power, they say.",
]
THEME = "Which dark theme?"


class Reads:
    """Likes texts with one of some words, and notes what it was asked."""

    id = "reads-1"

    def __init__(self, *liked: str) -> None:
        self.liked, self.asked = liked, []

    def score(self, query, texts):
        self.asked.append((query, texts))
        return [float(any(word in text for word in self.liked)) for text in texts]


def opened(reranker, **options):
    return AsyncMemory("memory://", **{"embedder": None, "reranker": reranker, **options})


async def first(memory, query=THEME, **asked):
    hits = await memory.search(query, user_id="dana", min_relevance=0, **asked)
    return hits[0].text if hits else None


async def test_it_decides_among_what_was_found():
    reads = Reads("saves power")
    async with opened(reads) as memory, opened(None) as plain:
        for one in (memory, plain):
            await one.add(SAID, user_id="dana")
        assert await first(plain) == SAID[0]
        hits = await memory.search(THEME, user_id="dana", explain=True)
        assert (hits[0].text, hits.degraded) == (SAID[3], ())
        assert hits[0].parts["reranked"] == 1.0
        assert any("the reranker" in why for why in hits[0].why)
        ((query, texts),) = reads.asked
        assert query == THEME
        assert all(text.startswith("(") and " user: " in text for text in texts)


async def test_a_plain_function_will_do():
    def shortest(query, texts):
        return [-len(text) for text in texts]

    async with opened(shortest) as memory:
        await memory.add(["The dark theme is the one I like.", "dark theme"], user_id="dana")
        assert await first(memory) == "dark theme"


@pytest.mark.parametrize("none", [None, False])
async def test_without_one_nothing_is_read(none, monkeypatch):
    monkeypatch.setenv("RECOLLECT_RERANKER", "nobody:has-this")
    async with opened(none) as memory:
        await memory.add(SAID, user_id="dana")
        hits = await memory.search(THEME, user_id="dana")
        assert "reranked" not in hits[0].parts
        assert "reranker" not in hits[0].parts
    with pytest.raises(ConfigError, match="no reranker 'nobody:has-this'"):
        AsyncMemory("memory://", embedder=None)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("bge", "no reranker 'bge'; there are cohere:MODEL"),
        ("cohere:", "say which model"),
        ("cohere:rerank-v3.5#512", "a reranker has no dimensions"),
        ("cohere:rerank-v3.5", "Cohere needs a key: set CO_API_KEY"),
        ("rerank:bge", "say where the server is"),
        ("tei:bge@nowhere", "say where the server is"),
        ("tei:bge@http://", "no URL"),
        (7, "a function of a question"),
        (Reads, "a function of a question"),
    ],
)
async def test_what_is_no_reranker_is_refused(given, says, monkeypatch):
    for name in ("CO_API_KEY", "COHERE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigError, match=says):
        opened(given)


async def test_a_server_decides_for_itself():
    with pytest.raises(ConfigError, match="no option reranker"):
        AsyncMemory("http://127.0.0.1:1", reranker=Reads())


class Fails:
    """Raises, or returns what is no answer."""

    def __init__(self, made) -> None:
        self.made = made

    def score(self, query, texts):
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


NONSENSE = [
    ConnectionError("down"), ConfigError("no key"), [], [1.0], None, "abcd", [float("nan")] * 4,
    [float("inf")] + [0.0] * 3, [[1.0]] * 4,
]  # fmt: skip


@pytest.mark.parametrize("made", NONSENSE, ids=repr)
async def test_one_that_fails_costs_nothing_and_is_named(made, caplog):
    async with opened(Fails(made)) as memory, opened(None) as plain:
        for one in (memory, plain):
            await one.add(SAID, user_id="dana")
        hits = await memory.search(THEME, user_id="dana")
        usual = await plain.search(THEME, user_id="dana")
        assert [(hit.text, hit.score, hit.relevance) for hit in hits] == [
            (hit.text, hit.score, hit.relevance) for hit in usual
        ]
        assert (hits.degraded, usual.degraded) == (("reranker",), ())
        assert "the reranker failed" in caplog.text
        context = await memory.context(THEME, user_id="dana")
        assert context.degraded == ("reranker",)
        assert SAID[0] in str(context)


async def test_it_is_not_asked_about_nothing_or_one_thing():
    reads = Reads()
    async with opened(reads) as memory:
        assert await memory.search(THEME, user_id="dana") == []
        await memory.add(SAID[0], user_id="dana")
        hits = await memory.search(THEME, user_id="dana")
        assert (len(hits), hits.degraded, reads.asked) == (1, (), [])


async def test_nothing_relevant_is_still_an_answer(embedder):
    async with opened(Reads("Rex"), embedder=embedder) as memory:
        await memory.add(SAID, user_id="dana")
        assert await memory.search("quantum chromodynamics", user_id="dana") == []
        assert await first(memory, "quantum chromodynamics") == SAID[2]


async def test_of_two_rivals_the_newer_comes_first():
    async with opened(Reads("Lisbon")) as memory:
        await memory.add("I live in the city of Lisbon.", user_id="dana", at="2026-01-01")
        await memory.add(["I like trams.", "Fado is sad."], user_id="dana", at="2026-02-01")
        await memory.add("I live in the city of Porto.", user_id="dana", at="2026-03-01")
        texts = [hit.text for hit in await memory.search("What city am I in?", user_id="dana")]
        assert texts[:2] == ["I live in the city of Porto.", "I live in the city of Lisbon."]


async def test_a_fact_is_found_by_its_key():
    async with opened(Reads("Heroku")) as memory:
        await memory.set("deploy.target", "Fly.io", user_id="dana")
        await memory.add(["The deploy target was Heroku.", "We deploy on Friday."], user_id="dana")
        hit = (await memory.search("what is deploy.target now?", user_id="dana"))[0]
        assert (hit.text, hit.relevance) == ("deploy.target: Fly.io", 1.0)


async def test_what_is_asked_in_other_words_is_found_by_its_slot():
    async with opened(Reads("weather")) as memory:
        await memory.add("I moved to Porto last year.", user_id="dana")
        await memory.add(["I live for good weather.", "Where is my hat?"], user_id="dana")
        hits = await memory.search("Where do I live?", user_id="dana")
        assert "Porto" in hits[0].text


async def test_a_filter_holds():
    reads = Reads("saves power")
    async with opened(reads) as memory:
        await memory.add(SAID, user_id="dana", at="2026-01-01")
        await memory.add(["Some dark theme.", "Dark, that theme."], user_id="dana", at="2026-02-01")
        hits = await memory.search(THEME, user_id="dana", where=Where(after="2026-01-15"))
        assert {hit.text for hit in hits} == {"Some dark theme.", "Dark, that theme."}
        assert all("power" not in text for _, texts in reads.asked for text in texts)


async def test_one_context_or_prompt_asks_once():
    reads = Reads("saves power")
    async with opened(reads) as memory:
        await memory.add(SAID * 3, user_id="dana")
        await memory.context(THEME, user_id="dana")
        assert len(reads.asked) == 1
        for pattern in ("vector", "graph", "hybrid"):
            reads.asked.clear()
            async with memory.session(user_id="dana", pattern=pattern, tokens=len) as chat:
                await chat.user(THEME)
                prompt = await chat.prompt(budget=700)  # by signs: the first tries do not fit
                assert len(reads.asked) == (pattern != "graph")
                assert prompt[-1]["content"] == THEME


async def test_views_of_a_memory_have_it_too():
    reads = Reads("saves power")
    async with opened(reads) as memory:
        for view in (memory.tenant("acme"), memory.acting_as("kim")):
            await view.add(SAID, user_id="dana", at="2026-01-01")
            assert await first(view) == SAID[3]
        assert await first(memory.as_of("2026-02-01")) == SAID[3]
        assert await first(memory.tenant("acme").as_of("2026-02-01")) == SAID[3]
        assert await first(memory.tenant("other")) is None
        assert all(len(texts) == len(SAID) for _, texts in reads.asked)


async def test_why_not_tells_of_it():
    async with opened(Reads("saves power")) as memory:
        added = await memory.add(SAID, user_id="dana")
        told = await memory.why_not(THEME, added.ids[0], user_id="dana", limit=1)
        assert told.stage == "limit"
        assert told.reason == (
            "it comes after 1 other (at place 1 but for the reranker); the limit is 1"
        )
        found = await memory.why_not(THEME, added.ids[3], user_id="dana", limit=1)
        assert found.stage == "found"
    async with opened(Fails(ValueError("no"))) as memory:
        added = await memory.add(SAID, user_id="dana")
        told = await memory.why_not(THEME, added.ids[3], user_id="dana", limit=1)
        assert "reranker" not in told.reason


@pytest.mark.parametrize(
    "words", ["鍵はどこ？", "🔑" * 900, "where\x00is \ud83d it", "ключ " * 500]
)
async def test_any_text_can_be_read(words):
    reads = Reads("mat")
    async with opened(reads) as memory:
        await memory.add(["鍵 under the mat", "鍵 🔑 ключ elsewhere", "🔑" * 3_000], user_id="dana")
        try:
            hits = await memory.search(words, user_id="dana", min_relevance=0)
        except ValueError:  # half a sign is no text
            assert "\ud83d" in words
        else:
            assert hits.degraded == ()
            assert len(reads.asked) == 1


async def test_it_is_closed_with_the_memory_unless_it_is_the_callers():
    class Closes(Reads):
        closed = False

        def close(self):
            self.closed = True

    mine = Closes()
    memory = opened(mine)
    await memory.close()
    await memory.close()
    assert not mine.closed
