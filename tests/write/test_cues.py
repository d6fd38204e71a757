"""What keeps rules from being tried where they cannot match: it never changes a verdict."""

import re
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.write import suspicion
from recollect.write.suspicion import (
    MARKS,
    WORDS,
    cues,
    fired,
    languages,
    marks,
    notions,
    signs,
    unveil,
)
from recollect.write.suspicion.rule import COMMAND, PIECES, STEP
from recollect.write.suspicion.said import in_order, read

from .injections import HELD_OUT, PAIRS
from .spelled import ways

RULES = {rule.name: rule for rule in WORDS.rules}
SIGNS = {sign.name: sign for sign in signs.SIGNS}


class Everything:
    """Hears a cue for every rule, whatever a text says."""

    names = suspicion.CUES.names

    def heard(self, said):
        return self.names


def plainly(text: str) -> dict[str, float]:
    """What fires if every rule, sign and language is tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suspicion, "CUES", Everything())
        patch.setattr(notions, "_telling", lambda said: [*notions.ROWS])
        patch.setattr(unveil, "_plainly_unspelled", lambda text: False)
        patch.setattr(unveil, "_IN_BASE64", "x" * 128)
        return fired(text)


def corpus() -> list[str]:
    """Attacks, and harmless texts that look like them."""
    files = sorted(Path(__file__).parent.glob("corpora/*/*.txt"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    rules = [text for rule in (*WORDS.rules, *MARKS) for text in (*rule.examples, *rule.counter)]
    rows = [row[name] for row in notions.ROWS.values() for name in ("example", "counter")]
    foreign = [text for row in languages.LANGUAGES for text in (*row.examples, row.counter)]
    pairs = [text for pair in (*PAIRS, *HELD_OUT) for text in pair[1:]]
    return [*pairs, *(line.replace("\\n", "\n") for line in lines), *rules, *rows, *foreign]


CORPUS = corpus()
DISGUISES = (
    str, str.upper, " ".join, lambda text: f"x_{text}", lambda text: text.replace(" ", "_", 1),
    lambda text: text.replace("e", "\u0435"), lambda text: "\u200b".join(text),
    lambda text: text.replace(" ", " * "), lambda text: text.replace("a", "4").replace("e", "3"),
    lambda text: text.encode().hex(), lambda text: f"<!-- {text} -->",
)  # fmt: skip


@pytest.mark.parametrize("at", range(len(DISGUISES)))
def test_nothing_fires_less_for_the_cues(at):
    assert len(CORPUS) > 1000
    some = CORPUS if at == 0 else CORPUS[at :: len(DISGUISES)]
    for text in map(DISGUISES[at], some):
        assert [*fired(text).items()] == [*plainly(text).items()], text


PART = st.tuples(st.sampled_from(CORPUS), st.integers(0, 40), st.integers(1, 12))


@given(st.lists(PART, min_size=1, max_size=6), st.sampled_from((" ", "_", ", ", "\n", "**")))
def test_nor_on_what_is_put_together_from_them(parts, between):
    pieces = [" ".join(text.split()[start : start + size]) for text, start, size in parts]
    text = between.join(pieces)
    assert [*fired(text).items()] == [*plainly(text).items()]


def matching(name: str):
    """Texts that a rule or a sign matches, with all the alternatives of its patterns."""
    if name in SIGNS:
        sign = SIGNS[name]
        for text in put(ways(sign.source)):
            if any(sign.places(text, 0, len(text))):
                yield text
        return
    rule = RULES[name]
    for source in (rule.source,) if isinstance(rule.source, str) else rule.source:
        for piece, spelled in PIECES.items():
            source = source.replace("{" + piece + "}", spelled)
        steps = [ways(step) for step in source.removeprefix(COMMAND).split(STEP)]
        longest = max(map(len, steps))
        for text in put(range_of(steps, longest)):
            if any(rule.matches(text)):
                yield text


def range_of(steps, count):
    """So many texts with one way of each step."""
    turning = [cycle(step) for step in steps]
    return [" ".join(next(one) for one in turning) for _ in range(count)]


def put(made):
    """Texts as they may stand among others."""
    for text in made:
        yield from (text, f"q {text} q", f"q_{text}", f"{text}, q")


@pytest.mark.parametrize("name", cues.NEAR)
def test_what_a_pattern_matches_has_its_cue(name):
    found = [text for text in matching(name) if re.search(r"\s\s", text) is None]
    assert len(found) > 20
    assert [text for text in found if name not in suspicion.CUES.heard(read(text))] == []


@pytest.mark.parametrize("word", ["memories", "bio", "profile"])
def test_the_last_word_of_a_second_step_may_be_longer(word):
    """A step ends with its reach, if that is within a word."""
    made = [f"save {'q' * size} your {word}qqq" for size in range(50, 90)]
    cut = [text for text in made if any(RULES["memory.save"].matches(text))]
    assert cut
    assert all("memory.save" in suspicion.CUES.heard(read(text)) for text in cut)


@pytest.mark.parametrize("code", [code for code in notions.ROWS if code not in ("zh", "ja", "ko")])
def test_what_weighs_in_a_language_is_told_by_its_words(code):
    for telling in notions.TELLING:
        stems = [notions._folded(notions.ROWS[code].get(name, "")) for name in sorted(telling)]
        if not all(stems):
            continue
        for end in ("", "q", "_q", ", q"):
            for words in range_of([[f"{stem}{end}" for stem in some] for some in stems], 12):
                if notions._weight(code, words)[0]:
                    assert code in notions._telling(read(words)), words


@pytest.mark.parametrize("name", ["hidden.field", "hidden.orders"])
def test_the_characters_of_a_mark_are_in_what_it_matches(name):
    (rule,) = (rule for rule in MARKS if rule.name == name)
    found = [text for text in put(ways(rule.source)) if any(rule.matches(text))]
    if name == "hidden.orders":  # it is tried only where one of these stands as well
        found = [text for text in found if re.search(r"<!--|\[//|style|hidden|alt", text)]
    assert len(found) > 20
    assert [text for text in found if rule not in marks.called(text)] == []


@given(st.text("ab1 .-/_+=\n|é", max_size=80))
def test_a_glance_for_codes_overlooks_none(text):
    if unveil._plainly_unspelled(text):
        assert unveil._SPELLED.search(text) is None
    if text.isascii() and "x" * 24 not in text.translate(unveil._IN_BASE64):
        assert unveil._BASE64.search(text) is None


@given(st.text("aZ \n\t\u00a0\u2028\x1c*", max_size=30))
def test_words_and_spaces_are_those_of_regular_expressions(text):
    assert unveil._spaced(text) == re.sub(r"\s+", " ", text)
    assert in_order(text) == re.findall(r"\w+", text)


@given(st.text("a1@5 $z", max_size=12))
def test_a_digit_within_a_word_is_found(text):
    assert bool(unveil._INSIDE.search(text)) == bool(re.search(r"[a-z@$][0134578@$][a-z@$]", text))
