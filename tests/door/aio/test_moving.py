"""Moving a memory to another embedder."""

import pytest

from recollect import AsyncMemory, ConfigError, ModelError

from .conftest import meaning

DANA = {"user_id": "dana"}


class Other:
    """The same meanings, in twice as many dimensions; it may stop working after some texts."""

    id = "other"

    def __init__(self, most=10**6):
        self.most = most
        self.texts = self.asked = 0

    def embed(self, texts):
        if self.texts + len(texts) > self.most:
            raise ConnectionError("no more today")
        self.texts += len(texts)
        return [[*row, *row] for row in meaning(texts)]

    def ask(self, texts):
        self.asked += len(texts)
        return [[*row, *row] for row in meaning(texts)]


@pytest.fixture
async def filled(memory: AsyncMemory) -> AsyncMemory:
    await memory.add([f"note {n} about nothing" for n in range(300)], **DANA)
    await memory.add("I prefer dark mode.", learn="never", **DANA)
    return memory


async def cosine(memory: AsyncMemory):
    hits = await memory.search("interface theme", **DANA)
    assert hits[0].text == "I prefer dark mode."
    assert hits.degraded == ()
    return hits[0].parts["cosine"]


async def test_it_goes_on_with_the_new_one(filled: AsyncMemory):
    other, steps = Other(), []
    before = await cosine(filled)
    stats = await filled.reindex(embedder=other, progress=lambda *step: steps.append(step))
    assert (stats.vectors, stats.pending, stats.embedder) == ({"other": 301}, 0, "other")
    assert (steps[0], steps[-1]) == ((0, 301), (301, 301))
    assert steps == sorted(steps)
    assert await cosine(filled) == pytest.approx(before, abs=0.01)
    assert other.asked == 1
    assert (await filled.add("A cat.", **DANA)).embedded
    assert (await filled.stats()).vectors == {"other": 302}
    assert (await filled.verify()).ok


async def test_every_view_of_it_goes_on_with_the_new_one(filled: AsyncMemory):
    views = filled.acting_as("coach"), filled.tenant(""), filled.as_of("2126-01-01")
    for view in views:
        assert (await view.search("interface theme", **DANA)).degraded == ()
    await filled.reindex(embedder=Other())
    for view in views:
        await cosine(view)
    for view in views[:2]:
        assert (await view.add("A cat.", **DANA)).embedded
    assert (await filled.stats()).vectors == {"other": 303}


async def test_until_it_is_done_the_old_one_answers(filled: AsyncMemory):
    with pytest.raises(ModelError, match=r"45 vectors to go.*no more today"):
        await filled.reindex(embedder=Other(most=257))
    stats = await filled.stats()
    assert (stats.vectors, stats.embedder) == ({"meaning": 301, "other": 256}, "meaning")
    await cosine(filled)
    assert (await filled.add("A cat.", **DANA)).embedded
    again = Other()
    assert (await filled.reindex(embedder=again)).vectors == {"other": 302}
    assert again.texts == 1 + 302 - 256, "it tries the embedder, and goes on where it was"
    await cosine(filled)


async def test_an_embedder_that_does_not_work_changes_nothing(filled: AsyncMemory):
    with pytest.raises(ModelError, match="nothing was changed: no more today"):
        await filled.reindex(embedder=Other(most=0))
    with pytest.raises(ConfigError, match="no embedder is called"):
        await filled.reindex(embedder="nothing")
    with pytest.raises(ConfigError, match="name the embedder"):
        await filled.reindex(embedder=False)
    assert (await filled.stats()).vectors == {"meaning": 301}
    await cosine(filled)


async def test_to_the_same_one_is_no_move(filled: AsyncMemory, embedder):
    used = filled._embedder
    assert (await filled.reindex(embedder=embedder)).vectors == {"meaning": 301}
    assert filled._embedder is used


async def test_all_anew(filled: AsyncMemory):
    with pytest.raises(ModelError):
        await filled.reindex(embedder=Other(most=257))
    again = Other()
    assert (await filled.reindex(embedder=again, vectors=True)).vectors == {"other": 301}
    assert again.texts == 302


async def test_from_words_alone(url):
    async with AsyncMemory(url, embedder=None) as memory:
        await memory.add("I prefer dark mode.", learn="never", **DANA)
        assert (await memory.reindex(embedder=Other())).vectors == {"other": 1}
        await cosine(memory)
