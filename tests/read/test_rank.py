"""The ranking: each part does what its name says."""

import pytest

from recollect import Message, Note
from recollect.orders import Candidate
from recollect.read.rank import ASSISTANT, KEY, PARTS, SPEAKER, WORDS, rank
from recollect.read.relevance import judge, likelihood, relevant

LONG = " and a few more words, so that this is not a short thing to say at all, is it not so"


def said(text, **fields):
    return Message(text + LONG, session_id="s1", **fields)


def parts(words, candidates, record, **options):
    (found,) = (one for one in rank(words, candidates, **options) if one.candidate.record is record)
    assert found.score == pytest.approx(sum(found.parts.values()))
    return found.parts


def test_no_candidates_no_ranking():
    assert rank("anything", []) == []


def test_better_scores_come_first():
    best = Candidate(said("a"), bm25=3.0, share=0.9, cosine=0.8)
    worse = Candidate(said("b"), bm25=1.0, share=0.2, cosine=0.3)
    assert [one.candidate for one in rank("q", [worse, best])] == [best, worse]


def test_words_count_as_far_as_the_memory_holds_them():
    held = [Candidate(said("a"), 2.0, 1.0, 0.5), Candidate(said("b"), 0.0, 0.0, 0.9)]
    assert parts("q", held, held[0].record)["terms"] == pytest.approx(WORDS)
    barely = [Candidate(said("a"), 2.0, 0.05, 0.5), Candidate(said("b"), 0.0, 0.0, 0.9)]
    assert parts("q", barely, barely[0].record)["terms"] == pytest.approx(WORDS / 10)


def test_without_vectors_words_are_all():
    alone = [Candidate(said("a"), 2.0, 1.0), Candidate(said("b"), 1.0, 0.5)]
    assert parts("q", alone, alone[0].record)["terms"] == 1.0
    assert "vectors" not in parts("q", alone, alone[0].record)


@pytest.mark.parametrize(("words", "more"), [("深色模式是什么", True), ("dark mode?", False)])
def test_words_count_more_in_a_script_that_the_embedder_does_not_read(words, more):
    found = [Candidate(said("a"), 2.0, 1.0, 0.5), Candidate(said("b"), 0.0, 0.0, 0.9)]
    assert (parts(words, found, found[0].record, latin=True)["terms"] > WORDS) == more


def test_the_assistants_words_count_less_unless_it_is_asked_for_them():
    reply = Candidate(said("Take the train.", role="assistant", turn=3), 1.0, 0.5, 0.5)
    assert parts("which train?", [reply], reply.record)["assistant"] == ASSISTANT
    assert "assistant" not in parts("which train did you suggest?", [reply], reply.record)


def test_a_speaker_whom_the_question_names():
    kai = Candidate(said("I moved.", name="Kai", turn=4), 1.0, 0.5, 0.5)
    assert parts("When did Kai move?", [kai], kai.record)["speaker"] == SPEAKER
    assert "speaker" not in parts("When did Ana move?", [kai], kai.record)


def test_the_turns_beside_a_candidate():
    asked = Candidate(said("Where do you live now?", turn=4), 2.0, 0.9, 0.8)
    answer = Candidate(said("In Lisbon", turn=5), 0.0, 0.0, 0.2)
    far = Candidate(said("In Porto", turn=9), 0.0, 0.0, 0.2)
    found = [asked, answer, far]
    assert parts("where live", found, answer.record)["before"] > 0
    assert "before" not in parts("where live", found, far.record)
    other = Candidate(Message("In Rome" + LONG, session_id="s2", turn=5), 0.0, 0.0, 0.2)
    assert "before" not in parts("where live", [asked, other], other.record)


def test_an_opening_turn():
    first = Candidate(said("About my move", turn=0), 1.0, 0.5, 0.5)
    later = Candidate(said("About my move", turn=7), 1.0, 0.5, 0.5)
    found = rank("move", [later, first])
    assert found[0].candidate is first
    assert "opening" in found[0].parts


def test_what_says_little_counts_less():
    thanks = Candidate(Message("Thanks!"), 1.0, 0.5, 0.5)
    assert parts("thanks", [thanks], thanks.record)["short"] < 0


def test_a_named_key_wins():
    keyed = Candidate(Note(text="ui.theme: dark", key="ui.theme"), 0.0, 0.0, 0.1, key=True)
    close = Candidate(said("theme"), 3.0, 1.0, 0.9)
    found = rank("ui.theme", [close, keyed])
    assert found[0].candidate is keyed
    assert found[0].parts["key"] == KEY
    assert judge(found[0]).relevance == 1.0


def test_parts_have_the_names_they_are_documented_under():
    everything = Candidate(said("q?", name="q", turn=0), 1.0, 1.0, 1.0, True, 1.0)
    (found,) = rank("q", [everything])
    assert set(found.parts) <= set(PARTS)
    assert {"bm25", "share", "cosine"} <= set(judge(found).parts)


def test_relevance_grows_with_words_and_meaning():
    assert likelihood(0.0, 0.1) < likelihood(0.0, 0.5) < likelihood(0.5, 0.5) < likelihood(1.0, 0.9)
    assert likelihood(0.0, None) == 0.0 < likelihood(0.2, None) < likelihood(1.0, None)


def test_only_what_is_relevant_enough_and_no_more_than_wanted():
    found = rank("q", [Candidate(said(str(i)), i, i / 10, i / 10) for i in range(10)])
    assert len(relevant(found, 0.0, 4)) == 4
    sure = relevant(found, 0.3, 10)
    assert 0 < len(sure) < 10
    assert all(hit.relevance >= 0.3 for hit in sure)
