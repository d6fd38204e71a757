"""The reranker of a server: for all who ask it, each tenant's own texts, and no answer lost."""

from recollect import Memory
from tests.serving import serving

SAID = ["I prefer the dark theme.", "A dark theme saves power, they say."]
THEME = "Which dark theme?"


class Frugal:
    """Likes what speaks of power, until it breaks; notes what it read."""

    id = "frugal-1"

    def __init__(self):
        self.read, self.broken = [], False

    def score(self, query, texts):
        self.read.append(texts)
        if self.broken:
            raise ConnectionError("down")
        return [float("power" in text) for text in texts]


def test_a_memory_behind_http_has_that_of_the_server():
    frugal = Frugal()
    with (
        serving(reranker=frugal) as running,
        Memory(running.url, api_key=running.key("acme")) as memory,
        Memory(running.url, api_key=running.key("other")) as other,
    ):
        memory.add(SAID, user_id="dana")
        other.add(["A dark theme, secret.", "Which theme? Another secret."], user_id="dana")
        hits = memory.search(THEME, user_id="dana", explain=True)
        assert (hits[0].text, hits.degraded) == (SAID[1], ())
        assert any("the reranker" in why for why in hits[0].why)
        assert SAID[1] in str(memory.context(THEME, user_id="dana"))
        assert not any("secret" in text for texts in frugal.read for text in texts)
        frugal.broken = True
        hits = memory.search(THEME, user_id="dana")
        assert (hits[0].text, hits.degraded) == (SAID[0], ("reranker",))
        assert memory.context(THEME, user_id="dana").degraded == ("reranker",)
