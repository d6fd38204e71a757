"""Claims held against what is known: pure, so every case can be tried."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from recollect.types import Message, Note
from recollect.write.echo import echoes
from recollect.write.extract import Claim, extract, followed
from recollect.write.keys import LONGEST, RIVAL, key
from recollect.write.limits import identifier
from recollect.write.reconcile import Decision, confidence, conflicts, reconcile
from recollect.write.rules import Proposal
from tests.counting import calls

START = datetime(2026, 3, 1, tzinfo=UTC)
LATER = START + timedelta(days=1)


def claim(place: str, by: str = "user", at: datetime = START, about: str = "The user") -> Claim:
    """Somebody says where somebody lives."""
    message = Message(f"{about} lives in {place}", at=at, user_id="dana", name=None)
    own = about == "The user" and by == "user"
    note = Note(
        text=f"{about} lives in {place}.",
        key="x.home.place",
        value=place,
        subject=about,
        object=place,
        learned_at=at,
        sources=(message.id,),
        metadata={"rule": "test"} | ({} if own else {"by": by}),
        user_id="dana",
    )
    return Claim("state", note, message, message.content, by, own)


def decide(*claims: Claim, known: tuple[Note, ...] = ()) -> Decision:
    return reconcile(claims, known, {})


def test_many_claims_take_no_more_than_their_number():
    def about(count: int) -> list[Claim]:
        made = [claim("Lisbon") for _ in range(count)]
        return [
            replace(one, note=replace(one.note, key=f"x{number}.home.place"))
            for number, one in enumerate(made)
        ]

    few, many = (about(count) for count in (50, 400))
    assert calls(lambda: decide(*many)) < 10 * calls(lambda: decide(*few))


def test_people_know_best_about_themselves():
    theirs = claim("Lisbon", by="erik", about="Ana").note
    own = replace(claim("Porto", by="ana", about="Ana", at=LATER), own=True)
    decision = decide(own, known=(theirs,))
    assert [close.id for close in decision.closes] == [theirs.id]
    assert decision.puts[0].key == "x.home.place"


def test_two_people_about_a_third_are_in_conflict():
    first = claim("Lisbon", by="erik", about="Ana").note
    decision = decide(claim("Porto", by="dana", about="Ana", at=LATER), known=(first,))
    (rival,) = decision.puts
    assert (decision.closes, rival.key) == ((), f"x.home.place{RIVAL}")
    assert conflicts([first, rival]) == [(first, rival)]
    again = decide(claim("Porto", by="dana", about="Ana", at=LATER), known=(first, rival))
    assert [seen.id for seen in again.seen] == [rival.id]
    assert again.puts == ()


def test_whoever_said_it_may_correct_it():
    first = claim("Lisbon", by="erik", about="Ana").note
    decision = decide(claim("Porto", by="erik", about="Ana", at=LATER), known=(first,))
    assert [close.id for close in decision.closes] == [first.id]


def test_one_call_may_say_and_correct_and_repeat():
    said = [claim("Lisbon"), claim("Porto", at=LATER), claim("Porto", at=LATER)]
    decision = decide(*said)
    old, new = decision.puts
    assert (old.closed_at, new.open, new.seen, new.replaces) == (LATER, True, 2, old.id)
    assert decision.closes == decision.seen == ()


def test_deciding_again_decides_nothing():
    said = [claim("Lisbon"), claim("Porto", at=LATER)]
    known = decide(*said).puts
    assert decide(*said, known=known) == Decision()


@pytest.mark.parametrize("minutes", [-5, 5])
def test_an_end_known_before_is_not_undone_by_late_words(minutes: int):
    ended = replace(claim("Lisbon").note, closed_at=LATER)
    late = claim("Lisbon", at=LATER + timedelta(minutes=minutes))
    assert bool(decide(late, known=(ended,)).puts) == (minutes > 0)


def test_doubt_shrinks_each_time_and_never_goes():
    note = replace(claim("Lisbon").note, confidence=0.8)
    sure = [confidence(replace(note, seen=seen)) for seen in (1, 2, 10, 10_000)]
    assert sure == sorted(sure)
    assert (sure[0], round(sure[1], 3), sure[-1]) == (0.8, 0.82, 0.99)
    assert confidence(replace(note, confidence=1.0)) == 1.0


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (Proposal("", "r", (0, 0), slot="home.place", subject="The user"), "user.home.place"),
        (
            Proposal("", "r", (0, 0), relation="LIKES", subject="Zoë", object="the Café"),
            "zoe.likes.cafe",
        ),
        (Proposal("Ana sings", "a.b", (0, 0), subject="the user's dog"), "user_dog.a_b.ana_sings"),
        (
            Proposal("", "r", (0, 0), "state", "episodic", relation="WENT", object="home",
                     subject="Ana", valid_from=START),
            "ana.went.home@2026-03-01",
        ),
    ],
)  # fmt: skip
def test_keys_are_readable(made: Proposal, wanted: str):
    assert key(made) == wanted


def test_keys_fit_whatever_is_said():
    long = [Proposal("x" * 900 + str(i), "r", (0, 0), subject="\u202e !") for i in range(2)]
    keys = {key(proposal) for proposal in long}
    assert len(keys) == 2
    assert all(len(identifier(made + RIVAL, "key")) <= LONGEST + 1 for made in keys)


def test_the_assistant_reciting_is_an_echo_and_saying_more_is_not():
    (promise,) = extract(
        [Message("I've booked a table for two at Rosa's.", "assistant", user_id="dana")], {}, START
    )
    assert echoes(promise, ["Yes! [3] user: I've booked a table for two at Rosa's, I think"])
    assert not echoes(promise, ["I've booked a cabin for two", "a table"])


def test_what_was_said_before_is_of_the_same_session():
    ids = [("s1", "a"), ("s2", "b"), ("s1", "c")]
    turns = [Message(id, id=id, user_id="dana", session_id=session) for session, id in ids]
    assert {id: turn.id for id, turn in followed(turns).items()} == {"c": "a"}


def test_what_is_said_again_and_ended_at_once_is_only_ended():
    known = claim("Lisbon").note
    again, moved = claim("Lisbon", at=LATER), claim("Porto", at=LATER)
    decision = decide(again, moved, known=(known,))
    assert ([close.id for close in decision.closes], decision.seen) == ([known.id], ())
    assert [note.value for note in decision.puts] == ["Porto"]


def test_late_news_stand_between_two_times_that_something_was_said():
    day = timedelta(days=1)
    known = replace(claim("Lisbon").note, seen=2, last_seen=START + 4 * day)
    decision = decide(claim("Porto", at=LATER), known=(known,))
    assert [(close.id, close.closed_at) for close in decision.closes] == [(known.id, LATER)]
    late, again = decision.puts
    assert (late.value, late.learned_at, late.closed_at) == ("Porto", LATER, START + 4 * day)
    assert (again.value, again.learned_at, again.open) == ("Lisbon", START + 4 * day, True)
    assert (again.replaces, late.replaces) == (late.id, known.id)


def test_the_same_said_of_an_earlier_time_is_kept_as_its_past():
    known = claim("Lisbon", at=LATER).note
    decision = decide(claim("Lisbon", at=START), known=(known,))
    (past,) = decision.puts
    assert (past.learned_at, past.closed_at, decision.closes) == (START, LATER, ())
    assert [seen.id for seen in decision.seen] == [known.id]
    again = decide(claim("Lisbon", at=START + timedelta(hours=1)), known=(past, known))
    assert (again.puts, len(again.seen)) == ((), 1)
