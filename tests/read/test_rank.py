"""The ranking: each part does what its name says."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from recollect import Message, Note
from recollect.orders import Candidate
from recollect.read import rank as ranking
from recollect.read import worth
from recollect.read.order import AHEAD, FIRST
from recollect.read.question import question
from recollect.read.ranked import PARTS
from recollect.read.relevance import Judge, doubt
from recollect.read.worth import PIECES, WEIGHTS, Weights

LONG = " and a few more words, so that this is not a short thing to say at all, is it not so"


NOW = datetime(2026, 3, 18, tzinfo=UTC)


def rank(words, candidates, latin=False, limit=50):
    return ranking.rank(question(words, NOW, limit, 0, None), candidates, latin)


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
    assert parts("q", held, held[0].record)["terms"] == pytest.approx(WEIGHTS.words)
    barely = [Candidate(said("a"), 2.0, 0.05, 0.5), Candidate(said("b"), 0.0, 0.0, 0.9)]
    assert parts("q", barely, barely[0].record)["terms"] == pytest.approx(WEIGHTS.words / 10)


def test_without_vectors_words_are_all():
    alone = [Candidate(said("a"), 2.0, 1.0), Candidate(said("b"), 1.0, 0.5)]
    assert parts("q", alone, alone[0].record)["terms"] == 1.0
    assert "vectors" not in parts("q", alone, alone[0].record)


@pytest.mark.parametrize(("words", "more"), [("深色模式是什么", True), ("dark mode?", False)])
def test_words_count_more_in_a_script_that_the_embedder_does_not_read(words, more):
    found = [Candidate(said("a"), 2.0, 1.0, 0.5), Candidate(said("b"), 0.0, 0.0, 0.9)]
    assert (parts(words, found, found[0].record, latin=True)["terms"] > WEIGHTS.words) == more


def test_the_assistants_words_count_less_unless_it_is_asked_for_them():
    reply = Candidate(said("Take the train.", role="assistant", turn=3), 1.0, 0.5, 0.5)
    assert parts("which train?", [reply], reply.record)["assistant"] == WEIGHTS.assistant
    assert "assistant" not in parts("what is your view of trains?", [reply], reply.record)


@pytest.mark.parametrize(
    ("words", "repeats"),
    [
        ("which train did you suggest?", True),
        ("Can you remind me which train you had recommended for Rome?", True),
        ("You mentioned a train. When did you say it leaves?", True),
        ("which train would you suggest?", False),
        ("As you said, trains are slow. Which bus?", False),
        ("what did I say about trains to you?", False),
    ],
)
def test_asked_what_it_said_the_assistants_words_count_more(words, repeats):
    reply = Candidate(said("Take the train.", role="assistant", turn=3), 1.0, 0.5, 0.5)
    asked = Candidate(said("Which train shall I take?", turn=2), 1.0, 0.5, 0.5)
    worth = parts(words, [asked, reply], reply.record).get("assistant", 0.0)
    assert (worth == WEIGHTS.repeated) is repeats


@pytest.mark.parametrize(
    ("words", "worth"),
    [
        ("why did the build fail?", WEIGHTS.reported),
        ("why did my build fail?", WEIGHTS.assistant),
        ("why did it fail, what did you say?", WEIGHTS.repeated),
    ],
)
def test_an_assistant_that_reports_is_worth_more_unless_one_asks_about_oneself(words, worth):
    asked = Candidate(said("The build failed again.", turn=2), 1.0, 0.5, 0.5)
    reply = Candidate(said("It ran out of memory.", role="assistant", turn=3), 1.0, 0.5, 0.5)
    assert parts(words, [asked, reply], reply.record)["assistant"] == worth


def test_who_is_asked_by_the_assistant_answers():
    form = Message("Any allergies?", role="assistant", session_id="s1", turn=2)
    answer = Message("Latex and kiwi", session_id="s1", turn=3)
    other = Message("Half past six", session_id="s1", turn=7)
    found = [
        Candidate(form, 5.0, 0.9, 0.9),
        Candidate(answer, 0.0, 0.0, 0.2),
        Candidate(other, 0.0, 0.0, 0.2),
    ]
    worth = parts("What are my allergies?", found, answer)
    assert worth["before"] == pytest.approx(WEIGHTS.asked + WEIGHTS.asked_sense)
    assert "impersonal" not in worth
    assert "impersonal" in parts("What are my allergies?", found, other)
    at_length = replace(form, content="There is much to say of that. " * 9 + "Any allergies?")
    found[0] = Candidate(at_length, 5.0, 0.9, 0.9)
    assert "before" not in parts("What are my allergies?", found, answer)


@pytest.mark.parametrize(
    ("before", "worth"),
    [
        ("Where was that fair you liked?", WEIGHTS.asked + WEIGHTS.asked_sense),
        ("That fair was nice.", WEIGHTS.before),
    ],
)
def test_an_answer_is_worth_more_than_a_reply(before, worth):
    first = Message(before, name="Ana", session_id="s1", turn=2)
    reply = Candidate(said("In Ghent.", name="Kai", turn=3), 0.0, 0.0, 0.2)
    found = parts("Where was the fair?", [Candidate(first, 5.0, 0.9, 0.9), reply], reply.record)
    assert found["before"] == pytest.approx(worth)


def test_what_the_assistant_asks_is_no_echo():
    asks = Message("Any allergies?", role="assistant", session_id="s1", turn=2)
    repeats = Message("Any allergies?", session_id="s2", turn=2)
    found = [Candidate(asks, 5.0, 0.9, 0.9), Candidate(repeats, 5.0, 0.9, 0.9)]
    found.append(Candidate(said("Latex, among others.", turn=5), 0.0, 0.0, 0.2))
    assert parts("Any allergies?", found, asks)["asking"] == WEIGHTS.asking
    assert parts("Any allergies?", found, repeats)["asking"] == WEIGHTS.echo


@pytest.mark.parametrize(
    ("text", "role", "opens"),
    [
        ("We got a puppy!", "user", 1.0),
        ("We got a puppy! What does it eat?", "user", 1.0),
        ("What do puppies eat?", "user", 0.5),
        ("You are a friendly vet.", "system", 0.0),
    ],
)
def test_what_opens_a_session(text, role, opens):
    first = Candidate(Message(text, role=role, session_id="s1", turn=0), 1.0, 1.0, 0.5)
    worth = parts("my dog", [first], first.record).get("opening", 0.0)
    assert worth == pytest.approx(opens * WEIGHTS.opening)


def test_a_speaker_whom_the_question_names():
    kai = Candidate(said("I moved.", name="Kai", turn=4), 1.0, 0.5, 0.5)
    assert parts("When did Kai move?", [kai], kai.record)["speaker"] == WEIGHTS.speaker
    assert "speaker" not in parts("When did Ana move?", [kai], kai.record)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("What did Kai say about Ana's shop?", True),
        ("What do Kai and Ana like?", False),
        ("What do Kai, Ana like in common?", False),
        ("How did Kai meet Ana, and do both bake?", False),
    ],
)
def test_whose_words_are_asked_for_when_several_are_named(words, first):
    kai = Candidate(said("It is lovely.", name="Kai", turn=4), 1.0, 0.5, 0.5)
    ana = Candidate(said("I sell bread.", name="Ana", turn=9), 1.0, 0.5, 0.5)
    assert parts(words, [kai, ana], kai.record)["speaker"] == WEIGHTS.speaker
    other = WEIGHTS.spoken_to if first else WEIGHTS.speaker
    assert parts(words, [kai, ana], ana.record)["speaker"] == other


def test_a_name_within_a_name():
    anna = Candidate(said("I moved.", name="Anna", turn=4), 1.0, 0.5, 0.5)
    ann = Candidate(said("I stayed.", name="Ann", turn=5), 1.0, 0.5, 0.5)
    assert parts("When did Anna move?", [ann, anna], anna.record)["speaker"] == WEIGHTS.speaker
    assert "speaker" not in parts("When did Anna move?", [ann, anna], ann.record)


def test_the_turns_beside_a_candidate():
    asked = Candidate(said("Where do you live now?", name="Ana", turn=4), 2.0, 0.9, 0.8)
    answer = Candidate(said("In Lisbon", name="Kai", turn=5), 0.0, 0.0, 0.2)
    far = Candidate(said("In Porto", name="Kai", turn=9), 0.0, 0.0, 0.2)
    found = [asked, answer, far]
    assert parts("where live", found, answer.record)["before"] > 0
    assert "before" not in parts("where live", found, far.record)
    other = Candidate(Message("In Rome" + LONG, session_id="s2", turn=5), 0.0, 0.0, 0.2)
    assert "before" not in parts("where live", [asked, other], other.record)


def test_words_of_the_turns_beside_tell_no_more_than_words_do():
    def answers(share):
        asked = Candidate(said("Where do you live now?", name="Ana", turn=4), 2.0, share, 0.8)
        answer = Candidate(said("In Lisbon", name="Kai", turn=5), 0.0, 0.0, 0.2)
        return parts("where live", [asked, answer], answer.record)["before"]

    assert answers(1.0) == answers(0.5) == pytest.approx(WEIGHTS.before)
    assert answers(0.1) == pytest.approx(WEIGHTS.before / 5)


@pytest.mark.parametrize(("who", "answers"), [("Kai", True), ("Ana", False)])
def test_nobody_answers_oneself(who, answers):
    asked = Candidate(said("Where do you live now?", name="Ana", turn=4), 2.0, 0.9, 0.8)
    next_ = Candidate(said("In Lisbon", name=who, turn=5), 0.0, 0.0, 0.2)
    assert ("before" in parts("where live", [asked, next_], next_.record)) == answers


@pytest.mark.parametrize(
    ("between", "last", "goes_on"),
    [("Ana", "Kai", True), ("Kai", "Kai", False), ("Ana", "Ana", False), ("Ana", None, False)],
)
def test_what_people_go_on_about(between, last, goes_on):
    first = Candidate(said("I bake on Sundays.", name="Kai", turn=4), 2.0, 0.9, 0.8)
    nod = Candidate(said("How nice!", name=between, turn=5), 0.0, 0.0, 0.1)
    more = Candidate(said("Rye, most of the time", name=last, turn=6), 0.0, 0.0, 0.2)
    found = parts("What does Kai bake?", [first, nod, more], more.record)
    assert ("earlier" in found) == goes_on


def test_an_opening_turn():
    first = Candidate(said("About my move", turn=0), 1.0, 0.5, 0.5)
    later = Candidate(said("About my move", turn=7), 1.0, 0.5, 0.5)
    found = rank("move", [later, first])
    assert found[0].candidate is first
    assert "opening" in found[0].parts


def test_an_opening_turn_counts_more_when_nothing_holds_the_words():
    def opens(share, words="move", **options):
        first = Candidate(said("About my move", turn=0), share, share, 0.5)
        return parts(words, [first], first.record, **options)["opening"]

    assert opens(1.0) == pytest.approx(WEIGHTS.opening)
    assert opens(0.5) == pytest.approx(WEIGHTS.opening + WEIGHTS.unsaid / 2)
    assert opens(0.0) == pytest.approx(WEIGHTS.opening + WEIGHTS.unsaid)
    # By its topic, that is by its vector, which says nothing in a script that is not read.
    assert opens(0.0, "搬家", latin=True) == pytest.approx(WEIGHTS.opening)


def test_what_says_little_counts_less():
    thanks = Candidate(Message("Thanks!"), 1.0, 0.5, 0.5)
    assert parts("thanks", [thanks], thanks.record)["short"] < 0


@pytest.mark.parametrize(
    ("text", "fields", "standing"),
    [
        ("Always give me the recipe in grams.", {}, True),
        ("Please add the price when I ask about trains.", {}, True),
        ("I always take the train.", {}, False),
        ("Always give me the recipe in grams.", {"name": "Kai"}, False),
        ("Always happy to help!", {"role": "assistant"}, False),
        ("Nobody answered when I asked about trains.", {}, False),
        ("That was too long. From now on, answer in one sentence.", {}, True),
        ("Good to know. I'll take the train from now on.", {}, False),
        ("I'm definitely going to bake more from now on.", {}, False),
    ],
)
def test_what_the_user_wants_of_all_answers(text, fields, standing):
    wish = Candidate(said(text, turn=3, **fields), 0.0, 0.0, 0.2)
    assert ("standing" in parts("How do I bake rye bread?", [wish], wish.record)) == standing


def test_wishes_about_all_answers_come_behind_the_best_that_answer():
    answers = [Candidate(said(f"Rye {i}.", turn=2 * i), 0.0, 0.2, 0.9 - i / 100) for i in range(9)]
    wish = Candidate(said("Always give me grams.", turn=30), 0.0, 0.0, 0.6)
    found = rank("Rye?", [*answers, wish, Candidate(said("Tea.", turn=50), 0.0, 0.0, 0.3)])
    assert [one.candidate for one in found].index(wish) == AHEAD
    assert found[AHEAD].score == pytest.approx(sum(found[AHEAD].parts.values()))
    fitting = wish._replace(cosine=0.95)
    assert rank("Rye?", [*answers, fitting])[0].candidate is fitting


def test_what_holds_from_now_on_may_be_meant_for_one_conversation():
    always, now = said("Always answer in grams."), said("From now on, answer in grams.")
    found = [Candidate(always, 0.0, 0.0, 0.2), Candidate(now, 0.0, 0.0, 0.2)]
    first, second = (parts("How much rye?", found, one)["standing"] for one in (always, now))
    assert first == WEIGHTS.standing > second > 0


@pytest.mark.parametrize(
    ("text", "fields", "counts"),
    [
        ("I really prefer rye to wheat.", {}, True),
        ("I'd rather have it without seeds.", {"name": "Kai"}, True),
        ("Many bakers prefer rye.", {}, False),
        ("I prefer to answer in grams.", {"role": "assistant"}, False),
    ],
)
def test_who_asks_for_advice_gets_what_they_prefer(text, fields, counts):
    found = Candidate(said(text, turn=3, **fields), 0.0, 0.0, 0.2)
    asked = "Which bread would you recommend?"
    assert ("preference" in parts(asked, [found], found.record)) == counts
    assert "preference" not in parts("Which bread did the baker sell?", [found], found.record)


@pytest.mark.parametrize(
    ("words", "counts_less"),
    [
        ("Which bread did I buy?", True),
        ("Can you list the breads that I bought?", True),
        ("Which bread did you tell me about?", False),
        ("Could you remind me of that bread?", False),
        ("Can you give me a summary of the breads?", False),
    ],
)
def test_only_who_asks_what_was_answered_wants_the_assistants_words(words, counts_less):
    found = Candidate(said("Rye.", turn=1, role="assistant"), 1.0, 0.5, 0.5)
    assert (parts(words, [found], found.record).get("assistant", 0.0) < 0) == counts_less


@pytest.mark.parametrize(
    ("text", "fields", "counts_less"),
    [
        ("I've been a nurse for six years and love my ward.", {}, False),
        ("Write an article on how to become a nurse.", {}, True),
        ("Write an article on how to become a nurse.", {"role": "assistant"}, False),
        ("Shift plan of ward six: nights.", {"role": "tool"}, False),
    ],
)
def test_who_asks_about_himself_wants_what_was_said_of_himself(text, fields, counts_less):
    found = Candidate(Message(text, **fields), 0.0, 0.0, 0.2)
    assert ("impersonal" in parts("How long am I in my job?", [found], found.record)) == counts_less
    assert "impersonal" not in parts("How long is a shift?", [found], found.record)


def test_a_named_key_wins():
    keyed = Candidate(Note(text="ui.theme: dark", key="ui.theme"), 0.0, 0.0, 0.1, key=True)
    close = Candidate(said("theme"), 3.0, 1.0, 0.9)
    found = rank("ui.theme", [close, keyed])
    assert found[0].candidate is keyed
    assert found[0].parts["key"] == WEIGHTS.key
    assert Judge(found).relevance(found[0]) == 1.0


def test_parts_have_the_names_they_are_documented_under():
    everything = Candidate(said("q?", name="q", turn=0), 1.0, 1.0, 1.0, True, 1.0)
    (found,) = rank("q", [everything])
    assert set(found.parts) <= set(PARTS)
    assert {"bm25", "share", "cosine"} <= set(Judge([found]).hit(found).parts)


def test_what_was_said_in_the_time_that_is_asked_about():
    then = Candidate(said("We chose blue.", at=datetime(2026, 3, 11, tzinfo=UTC)), 1.0, 0.5, 0.5)
    now = Candidate(said("We chose red.", at=datetime(2026, 3, 17, tzinfo=UTC)), 1.0, 0.5, 0.5)
    asked = "What did we choose two weeks ago?"
    assert parts("What did we choose last week?", [then], then.record)["when"] == WEIGHTS.when
    assert "when" not in parts(asked, [now], now.record)
    assert "when" not in parts("What did we choose?", [then], then.record)


def test_going_on_with_what_was_talked_about_lately():
    days = [Candidate(said_on(day), 1.0, 0.5, 0.5) for day in (1, 9, 17)]

    def onward(words):
        return [parts(words, days, one.record).get("onward", 0.0) for one in days]

    first, second, last = onward("I'm back. What's next with the garden?")
    assert 0 < first < second < last == WEIGHTS.onward
    assert onward("Which tree stands in the garden?") == [0, 0, 0]
    assert onward("Thanks, that helps. And the garden?") == [first, second, last]
    assert onward("Good gardens?") == [0, 0, 0]
    assert onward("Hey, which tree stands in the garden?") == [0, 0, 0]


def test_going_on_means_the_last_sessions_about_it():
    garden = Candidate(said_on(1), 2.0, 0.5, 0.8)
    later = [Candidate(said_on(day), 0.5, 0.1, cosine) for day, cosine in ((9, 0.2), (17, 0.4))]
    found = rank("I'm back. What's next with the garden?", [garden, *later])
    assert [one.candidate for one in found if "onward" in one.parts] == [garden]


def said_on(day):
    at = datetime(2026, 3, day, tzinfo=UTC)
    return Message("The garden" + LONG, session_id=f"s{day}", turn=3, at=at)


@pytest.mark.parametrize("piece", PIECES)
def test_every_piece_can_be_done_without(piece, monkeypatch):
    less = replace(WEIGHTS, **PIECES[piece])
    assert less != WEIGHTS
    monkeypatch.setattr(worth, "WEIGHTS", less)
    found = [Candidate(said("a", turn=0), 3.0, 1.0, 0.9), Candidate(said("b"), 1.0, 0.5, 0.1)]
    assert [one.candidate for one in rank("a", found)] == found


def test_weights_are_few_and_named():
    assert all(set(change) <= set(Weights.__slots__) for change in PIECES.values())


def relevance(*found, of=0, cosines=(0.05, 0.5)):
    ranked = rank("q", found)
    return next(
        Judge(ranked, cosines).relevance(one) for one in ranked if one.candidate is found[of]
    )


def test_relevance_grows_with_words_and_meaning():
    made = [(0.0, 0.1), (0.0, 0.5), (0.5, 0.5), (1.0, 0.9)]
    sure = [relevance(Candidate(said("a"), share, share, cosine)) for share, cosine in made]
    assert sure == sorted(sure)
    assert sure[0] < 0.05 < 0.5 < sure[-1] < 1
    words = [relevance(Candidate(said("a"), share, share)) for share in (0.0, 0.2, 1.0)]
    assert words[0] == 0.0 < words[1] < words[2] < 1


def test_what_ranks_behind_is_less_relevant():
    best, worse = Candidate(said("a"), 3.0, 0.8, 0.6), Candidate(said("b"), 1.0, 0.2, 0.4)
    assert relevance(best, worse, of=1) < relevance(worse)


def test_what_shares_neither_words_nor_meaning_is_next_to_nothing():
    assert relevance(Candidate(said("a"), 0.0, 0.0, 0.02)) < 0.01


def test_of_few_each_is_likelier_unless_it_shares_nothing():
    found, strange = Candidate(said("a"), 2.0, 0.5, 0.5), Candidate(said("b"), 0.0, 0.0, 0.5)
    others = [Candidate(said(str(i)), 0.1, 0.1, 0.3) for i in range(60)]
    by_size = [relevance(found, *others[:count]) for count in (60, 20, 8)]
    assert by_size == sorted(set(by_size))
    assert relevance(found, *others[:3]) == relevance(found, *others[:1])
    alone = [relevance(*others[:count], strange, of=count) for count in (60, 8)]
    assert alone[1] == pytest.approx(alone[0])
    words = [one._replace(cosine=None) for one in (found, *others)]
    assert relevance(*words[:8]) > relevance(*words)


def test_cosines_of_another_embedder_are_read_on_its_own_scale():
    far = Candidate(said("a"), 0.0, 0.0, 0.72)
    assert relevance(far, cosines=(0.7, 0.85)) < 0.1 < relevance(far)


def test_a_script_that_the_embedder_does_not_read_is_judged_by_its_words():
    found = Candidate(said("a"), 1.0, 0.9, 0.02)
    assert relevance(found, cosines=None) > relevance(found)


def test_asked_about_one_and_told_by_another():
    kai = [Candidate(said(f"k{i}", name="Kai"), 0.1, 0.05, 0.5) for i in range(3)]
    ana = [Candidate(said(f"a{i}", name="Ana"), 2.0, 0.9, 0.5) for i in range(3)]
    assert doubt(rank("What did Kai bake?", kai + ana)) > 1
    assert doubt(rank("What did Ana bake?", kai + ana)) == 0
    assert doubt(rank("What was baked?", kai + ana)) == 0
    assert doubt(rank("What did Kai and Ana bake?", kai + ana)) == 0


def test_only_what_is_relevant_enough_and_no_more_than_wanted():
    found = rank("q", [Candidate(said(str(i)), i, i / 10, i / 10) for i in range(10)])
    judge = Judge(found, (0.05, 0.5))
    assert len(judge.hits(0.0, 4)) == 4
    sure = judge.hits(0.3, 10)
    assert 0 < len(sure) < 10
    assert all(hit.relevance >= 0.3 for hit in sure)


def test_reasons_in_words_when_asked():
    (found,) = rank("q", [Candidate(said("a", turn=0), 1.0, 0.5, 0.5)])
    judge = Judge([found], (0.05, 0.5))
    assert judge.hit(found).why == ()
    why = judge.hit(found, explain=True).why
    assert any(reason.startswith("shares words") for reason in why)
    assert len(why) == sum(abs(part) > 0.005 for part in found.parts.values())


def in_sessions(share, lone_share=1.0):
    """Ten that fit best, a session of three that all have a word of it, and a lone turn."""
    best = [Candidate(said(f"best {i}", turn=9 * i), 9.0, share, 0.9) for i in range(1, FIRST + 1)]

    def one(session, turn, bm25):
        message = Message(f"{session} {turn}" + LONG, session_id=session, turn=turn)
        return Candidate(message, bm25, share * lone_share, 0.3)

    three = [one("garden", 9 * i, 5.0) for i in range(1, 4)]
    return best, three, one("chance", 9, 5.5)


def test_behind_the_first_what_stands_alone_steps_back():
    best, three, lone = in_sessions(share=1.0)
    found = rank("q", [lone, *three, *best])
    assert {one.candidate.record for one in found[:FIRST]} == {one.record for one in best}
    assert not any("alone" in one.parts for one in found[:FIRST])
    assert found[-1].candidate is lone
    assert found[-1].parts["alone"] < found[-2].parts["alone"] < 0
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)


def test_standing_alone_means_little_where_words_do():
    best, three, lone = in_sessions(share=0.1)
    found = rank("q", [lone, *three, *best])
    assert [one.candidate for one in found].index(lone) == FIRST
    assert found[-1].parts["alone"] == pytest.approx(0, abs=0.01)


def test_standing_alone_moves_no_relevance(monkeypatch):
    best, three, lone = in_sessions(share=1.0)

    def relevances():
        found = rank("q", [lone, *three, *best])
        return {one.candidate.record.id: Judge(found).relevance(one) for one in found}

    stepped_back = relevances()
    monkeypatch.setattr(worth, "WEIGHTS", replace(WEIGHTS, alone=0.0))
    assert stepped_back == pytest.approx(relevances())


def test_who_reads_ten_hits_waits_for_no_other_order():
    best, three, lone = in_sessions(share=1.0)
    found = rank("q", [lone, *three, *best], limit=FIRST)
    assert not any("alone" in one.parts for one in found)


def test_without_sessions_nobody_stands_alone():
    free = [Candidate(Message(f"{i}" + LONG), float(i), 0.9, 0.5) for i in range(1, FIRST + 5)]
    assert not any("alone" in one.parts for one in rank("q", free))


def test_a_note_is_a_company_of_its_own():
    best, three, _ = in_sessions(share=1.0)
    note = Candidate(Note(text="a note"), 9.0, 1.0, 0.1)
    found = next(one for one in rank("q", [note, *three, *best]) if one.candidate is note)
    assert "alone" not in found.parts
