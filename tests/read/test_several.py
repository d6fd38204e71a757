"""Several questions at once: how they are told apart, and how their hits come together."""

import pytest

from recollect.read.several import MOST, merged, questions, together
from recollect.types import Hit, Hits, Message


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            "What is my sister's name? Where did I park?",
            ("What is my sister's name?", "Where did I park?"),
        ),
        ("what do I drive? also when do I fly?", ("what do I drive?", "when do I fly?")),
        ("1. Who is Ana?\n2. Who is Kim?", ("Who is Ana?", "Who is Kim?")),
        ("Which editor do I use?! And which shell?", ("Which editor do I use?!", "which shell?")),
        (
            "Where does Ana work? When did Kim lose his job?",
            ("Where does Ana work?", "When did Kim lose his job?"),
        ),
        (
            "Wie heißt meine Schwester? Und wo arbeite ich?",
            ("Wie heißt meine Schwester?", "wo arbeite ich?"),
        ),
        ("我妈妈叫什么名字？另外，我住在哪里？", ("我妈妈叫什么名字？", "我住在哪里？")),
        (
            "Where is the car? What is my dog called? How old is he?",
            ("Where is the car?", "What is my dog called? How old is he?"),
        ),
    ],
)
def test_each_question_stands_by_itself(words: str, asked: tuple[str, ...]):
    assert questions(words) == asked


@pytest.mark.parametrize(
    "words",
    [
        "Where do I live?",
        "  Where do I live? ",
        "Berlin",
        "What's my dog's name? How old is he?",
        "Wo arbeitet Ana? Welche Farbe hat ihr Auto?",
        "Où habite Ana ? Que fait-elle ?",
        "I moved to Berlin. Where do I live? What is my city?",
        "Where do I live? What is my city? I forgot.",
        "When and where did I meet Tom?",
        "What does 'who is there?' mean in the play?",
        "What about http://host/?q=a and the rest?",
        "Why? How? When?",
        "??",
        "？？",
        " ".join(f"What is item {i}?" for i in range(MOST + 1)),
    ],
)
def test_one_question_or_a_story_stays_whole(words: str):
    assert questions(words) == (words,)


def test_no_question_takes_long_to_read():
    """It would hang: ten thousand characters a thousand times over."""
    for words in ("?" * 10_000, "? " * 5_000, "a? " * 3_000, "! " * 5_000, "and " * 2_500):
        for _ in range(50):
            assert questions(words) == (words,)


def hit(id: str, relevance: float) -> Hit:
    return Hit(Message(id, "user", id=id), relevance, relevance, {}, ())


def test_the_best_of_each_come_first_and_nothing_twice():
    first = Hits([hit("a", 0.9), hit("b", 0.5), hit("c", 0.4)], ("vectors",))
    second = Hits([hit("x", 0.2), hit("a", 0.1)], ("vectors", "qdrant"))
    both = together([first, second], limit=4)
    assert [(one.id, one.relevance) for one in both] == [
        ("a", 0.9),
        ("x", 0.2),
        ("b", 0.5),
        ("c", 0.4),
    ]
    assert both.degraded == ("vectors", "qdrant")
    assert [one.id for one in together([second, first], limit=2)] == ["x", "a"]
    assert [one.relevance for one in together([second, first], limit=2)] == [0.2, 0.9]
    assert together([Hits(), Hits()], limit=3) == []


def test_what_two_owners_have_is_ordered_by_how_probably_it_helps():
    """Each owner's best has about the same score, however little it helps."""
    small = [Hit(Message(id, "user", id=id), *held, {}, ()) for id, *held in
             (("tea", 0.9, 0.02), ("cup", 0.8, 0.01))]  # fmt: skip
    large = [Hit(Message(id, "user", id=id), *held, {}, ()) for id, *held in
             (("rex", 0.7, 0.5), ("dog", 0.6, 0.6), ("cat", 0.2, 0.015))]  # fmt: skip
    assert [one.id for one in merged([small, large])] == ["rex", "dog", "tea", "cat", "cup"]
