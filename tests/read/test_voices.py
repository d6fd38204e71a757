"""Who stands as the assistant: one, or somebody."""

import pytest

from recollect import Memory, Message, Note
from recollect.read.voices import NOBODY, UNSURE, WORDY, are_people, mentioned, reports, voices

USERS = [Message(f"I went to the lake with my dog on day {day}.") for day in range(8)]


TWO = ("Ana Costa", "Lee")


def answering(*texts: str, times: int = 1):
    return [Message(text, role="assistant") for text in texts * times]


def test_people_speak_of_what_is_theirs_and_at_no_more_length():
    talk = answering("Nice! My brother has a boat there.", "So did I, with my kids.", times=8)
    assert are_people([*USERS, *talk])


def test_an_assistant_has_nothing_of_its_own():
    talk = answering("Nice! Shall I keep that in mind?", "My apologies, I misread that.", times=8)
    assert not are_people([*USERS, *talk])


def test_an_assistant_answers_at_length():
    letter = "Dear Lee, my dog and I would love to come to the lake with you and the children."
    assert not are_people([*USERS, *answering(letter * 2, times=16)])


def test_an_assistant_reports_with_tools_or_in_few_words():
    brief, long = "The build is green again.", "Here are some ideas that you may like. "
    wordy = answering(long * int(2 * WORDY), times=8)
    assert reports([*USERS, *answering(brief, times=8)])
    assert not reports([*USERS, *wordy])
    assert reports([*USERS, *wordy, Message("exit code 0", role="tool")])
    assert not reports(wordy)
    assert not reports(USERS)


def test_few_turns_tell_nothing():
    talk = answering("My brother has a boat there.")
    assert len(talk) < UNSURE
    assert not are_people([*USERS, *answering("Nice!", times=8), *talk * 2])
    assert not are_people(USERS)
    assert not are_people(talk)


def test_what_the_other_of_two_people_said_is_found():
    with Memory("memory://", llm=None) as memory:
        for day in range(1, 9):
            memory.add(
                [
                    {"role": "user", "content": f"We had rain on day {day}, and my roof leaks."},
                    {"role": "assistant", "content": "Oh no! My cellar was full of water once."},
                ],
                user_id="dana",
                session_id=f"s{day}",
            )
        memory.add(
            [
                {"role": "user", "content": "I should play the cello more, my teacher says."},
                {"role": "assistant", "content": "My daughter Ana plays the cello in a band."},
            ],
            user_id="dana",
            session_id="s9",
        )
        (hit, *_) = memory.search("Who plays the cello in a band?", user_id="dana", explain=True)
    assert hit.text == "My daughter Ana plays the cello in a band."
    assert "assistant" not in hit.parts


def test_names_before_the_words_are_the_speakers():
    script = [Message(f"{name}: I was there on day {day}.") for day in range(3) for name in TWO]
    notes = Note(text="Ana lives in Porto."), Message("Todo: buy bread for the three of us.")
    found = voices([*script, *notes])
    assert [voice.name for voice in found] == ["Ana Costa", "Lee"] * 3 + [None, None]
    assert (found[0].who, found[0].chats) == ("Ana Costa", True)
    assert found[-2] == NOBODY
    assert (found[-1].who, found[-1].chats) == ("user", False)


def test_one_label_or_the_names_of_roles_make_no_script():
    lists = [Message(f"Todo: buy {day} loaves of bread.") for day in range(5)]
    assert {voice.name for voice in voices(lists)} == {None}
    log = [Message(f"{role}: this is line {day}") for day in range(3) for role in ("User", "Bot")]
    assert {voice.name for voice in voices(log)} == {None}


def test_a_name_that_is_a_field_counts_before_one_in_the_words():
    script = [Message(f"{name}: day {day}", name="kim") for day in range(3) for name in TWO]
    assert {voice.name for voice in voices(script)} == {"kim"}


@pytest.mark.parametrize(
    ("words", "names", "found"),
    [
        ("What did Ed edit?", ["Ed"], {"Ed": 9}),
        ("What was edited?", ["Ed"], {}),
        ("What did ED's sister say?", ["Ed"], {"Ed": 9}),
        ("Wo ist Anas Hund?", ["Ana"], {"Ana": 7}),
        ("What did Ana say?", ["Ana Costa", "Lee"], {"Ana Costa": 9}),
        ("What did Ana say?", ["Ana Costa", "Ana Lima"], {}),
        ("Does Ana Lima know Lee?", ["Ana Costa", "Ana Lima"], {"Ana Lima": 5}),
        ("What does speaker mean?", ["Speaker 1", "Speaker 2"], {}),
        ("小明住在哪里？", ["小明"], {"小明": 0}),
        ("Who said that?", ["..."], {}),
        ("Who is C++ for?", ["C++"], {"C++": 7}),
    ],
)
def test_whom_a_question_mentions(words, names, found):
    assert mentioned(words, names) == found
