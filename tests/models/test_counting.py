"""Counting tokens: the estimate, a function, tiktoken where it is."""

import sys
from types import SimpleNamespace

import anthropic
import pytest

from recollect import Memory
from recollect.errors import ConfigError, InputError, MissingExtra
from recollect.models import counting
from recollect.text.tokens import estimate
from recollect.wiring import counter

SAMPLES = {
    # What OpenAI's cl100k_base makes of each, counted once with tiktoken.
    "The quick brown fox jumps over the lazy dog, and nobody saw it coming.": 16,
    "Wir haben uns gestern für die blaue Farbe entschieden, weil sie wärmer wirkt.": 23,
    "Мы вчера решили использовать синюю краску, потому что она теплее.": 30,
    "我们昨天决定用蓝色的油漆，因为它看起来更温暖。": 31,
    "昨日、青いペンキを使うことに決めました。": 21,
    '{"id": 48213, "items": [{"sku": "A-113", "qty": 2}], "total": 99.5}': 32,
}


def tiktoken(missing: str = "") -> SimpleNamespace:
    """A stand-in with the package's own functions; its data for one encoding may be missing."""
    made = SimpleNamespace(encode=lambda text, disallowed_special: text.split())

    def get_encoding(name: str) -> SimpleNamespace:
        if name == missing:
            raise ConnectionError("no network")
        return made

    def encoding_for_model(name: str) -> SimpleNamespace:
        return {"gpt-4o": made}[name]

    return SimpleNamespace(
        list_encoding_names=lambda: ["o200k_base", "cl100k_base"],
        get_encoding=get_encoding,
        encoding_for_model=encoding_for_model,
    )


@pytest.mark.parametrize("text", SAMPLES, ids=str.split)
def test_the_estimate_is_near_and_rather_high(text):
    assert 0.7 * SAMPLES[text] <= estimate(text) <= 1.5 * SAMPLES[text] + 1


def test_nothing_and_a_function():
    assert counter(None) is estimate
    assert counter(len)("four") == 4


def test_a_providers_counter_is_asked_once_about_each_text(scripted):
    client = anthropic.Anthropic()

    def exact(text):
        asked = [{"role": "user", "content": text}]
        return client.messages.count_tokens(model="m", messages=asked).input_tokens

    with Memory("memory://", embedder=None) as memory:
        chat = memory.session(user_id="dana", pattern="buffer", system="Be kind.", tokens=exact)
        chat.user("Is it warm in Porto?")
        chat.assistant("It is.")
        chat.user("And in Faro?")
        prompts = [chat.prompt(budget=budget) for budget in (100, 50)]
    assert [len(prompt) for prompt in prompts] == [4, 2]
    assert prompts[0].tokens == 4 * 4 + 4 * 7 + 2 + 5 + 2 + 3
    asked = [request.asked for request in scripted.requests]
    assert sorted(asked) == ["And in Faro?", "Be kind.", "Is it warm in Porto?", "It is."]
    client.close()


@pytest.mark.parametrize("name", ["tiktoken", "tiktoken:cl100k_base", "tiktoken:gpt-4o"])
def test_tiktoken_counts(name):
    assert counting.counter(name, tiktoken)("one two <|endoftext|>") == 3


def test_tiktoken_without_its_data_says_what_to_do():
    with pytest.raises(ConfigError, match="TIKTOKEN_CACHE_DIR"):
        counting.counter("tiktoken", lambda: tiktoken(missing="o200k_base"))
    with pytest.raises(ConfigError, match="knows no model"):
        counting.counter("tiktoken:poem-1", tiktoken)


def test_a_missing_package_says_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(MissingExtra, match=r"recollect\[tiktoken\]"):
        counter("tiktoken")


@pytest.mark.parametrize("bad", [-1, 1.5, "3", None, True])
def test_a_function_that_does_not_count_is_told(bad):
    with pytest.raises(InputError, match="whole number"):
        counter(lambda text: bad)("x")
