"""What a note does for the words it came from."""

import pytest

from recollect import Message, Note
from recollect.orders import Candidate
from recollect.read.bridges import LEAST, LED, WORTH, bridged

RULE = {"rule": "home.lives_in"}


def words(id: str, cosine: float | None, bm25: float = 0.0, name: str | None = None) -> Candidate:
    return Candidate(Message(f"words {id}", id=id, name=name), bm25, bm25 / 10, cosine)


def note(source: str, cosine: float | None, bm25: float = 0.0, **fields) -> Candidate:
    lead, key = fields.pop("lead", 0.0), fields.pop("key", False)
    made = Note(text=f"note {source}", sources=(source,), metadata=RULE, **fields)
    return Candidate(made, bm25, bm25 / 10, cosine, key, 0.0, lead)


def cosines(candidates: list[Candidate]) -> dict[str, float | None]:
    return {one.record.id: one.cosine for one in candidates}


def test_words_with_a_note_do_not_pass_words_without_for_having_one():
    alone = words("alone", 0.52)
    pairs = [(words(f"m{i}", 0.44 - i / 100), note(f"m{i}", 0.54 - i / 100, 1.0)) for i in range(4)]
    pairs[0] = words("m0", 0.44), note("m0", 0.60, 1.0)
    found = cosines(bridged([alone, *(one for pair in pairs for one in pair)]))
    assert found.keys() == {"alone", "m0", "m1", "m2", "m3"}
    assert max(found, key=found.__getitem__) == "alone"
    assert found["m0"] > 0.44
    assert found["m1"] == 0.43


def test_words_are_lifted_by_what_their_note_gains_beyond_the_usual():
    rest = [one for i in range(3) for one in (words(f"m{i}", 0.4), note(f"m{i}", 0.4, 1.0))]
    found = cosines(bridged([words("long", 0.3), note("long", 0.6, 1.0), *rest]))
    assert found["long"] == pytest.approx(0.3 + WORTH * (0.3 - 0.3 / 5))
    assert found["m0"] == 0.4


def test_a_gain_that_small_wordings_make_moves_nothing():
    assert cosines(bridged([words("m", 0.4), note("m", 0.4 + 1.9 * LEAST, 1.0)])) == {"m": 0.4}
    assert cosines(bridged([words("m", 0.4), note("m", 0.4 + 3 * LEAST, 1.0)]))["m"] > 0.4


def test_a_note_without_a_word_of_the_question_lifts_nothing():
    assert cosines(bridged([words("m", 0.4, 1.0), note("m", 0.7)])) == {"m": 0.4}


def test_a_note_of_less_than_its_words_changes_nothing():
    assert cosines(bridged([words("m", 0.4), note("m", 0.2)])) == {"m": 0.4}
    assert cosines(bridged([words("m", None), note("m", 0.2)])) == {"m": None}


def test_a_note_in_the_place_of_its_words_is_no_better_than_the_best_words():
    best, other = words("best", 0.5, bm25=4.0), words("other", 0.2, bm25=2.0)
    (standing,) = [
        one for one in bridged([best, other, note("elsewhere", 0.9, bm25=9.0)])
        if isinstance(one.record, Note)
    ]  # fmt: skip
    assert (standing.cosine, standing.bm25, standing.share) == (0.5, 4.0, 0.4)
    (alone,) = bridged([note("elsewhere", 0.9, bm25=9.0)])
    assert (alone.cosine, alone.bm25) == (0.9, 9.0)
    asked = note("best", 0.9, bm25=9.0, key=True)  # by its own name: it answers itself
    assert asked in bridged([best, asked])


@pytest.mark.parametrize(("speaker", "led"), [("Dana", 0.0), ("Erik", LED), (None, LED)])
def test_relations_lead_to_what_others_say_of_somebody(speaker, led):
    said = words("m", 0.4, name=speaker)
    (found,) = bridged([said, note("m", 0.4, subject="Dana", lead=LED)])
    assert found.lead == led
