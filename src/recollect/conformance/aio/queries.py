"""Reading by id, by key, by citation; and the lists of owners and sessions."""

from __future__ import annotations

from ...orders import Batch, Close, Query
from ...ports.aio import AsyncStore
from ...types import Owner, OwnerInfo, Scope, SessionInfo, Where
from ..samples import DANA, drop, minute, noted, put, said
from .base import AsyncSuite, ids, keep


class AsyncQueriesTests(AsyncSuite):
    """Each part of a query narrows what the others leave."""

    async def test_ids_choose(self, store: AsyncStore) -> None:
        await keep(store, *(said(f"m{n}", id=f"m{n}", at=minute(n)) for n in range(4)))
        await keep(store, noted("n", id="n"))
        query = Query(DANA, ids=("m3", "n", "nobody", "m1", "m1"))
        assert ids(await store.messages(query)) == ["m1", "m3"]
        assert ids(await store.notes(query)) == ["n"]

    async def test_no_ids_choose_nothing(self, store: AsyncStore) -> None:
        await keep(store, said("m"), noted("n"))
        assert await store.messages(Query(DANA, ids=())) == []
        assert await store.notes(Query(DANA, ids=())) == []

    async def test_keys_choose_notes(self, store: AsyncStore) -> None:
        keys = ["ui.theme", "ui", "ui.theme.dark", "UI.THEME", "", 'it\'s "so"', "%", "é"]
        for key in keys:
            await keep(store, noted(f"about {key}", key=key, id=f"note {key}"))
        await keep(store, noted("without a key"))
        for key in keys:
            assert ids(await store.notes(Query(DANA, keys=(key,)))) == [f"note {key}"]
        both = await store.notes(Query(DANA, keys=("%", "ui", "nobody's")))
        assert {note.key for note in both} == {"%", "ui"}
        assert await store.notes(Query(DANA, keys=())) == []

    async def test_cites_finds_the_notes_that_rest_on_a_message(self, store: AsyncStore) -> None:
        one, two = said("one", id="m1"), said("two", id="m2")
        await keep(store, one, two)
        await keep(store, noted("of one", sources=("m1",), id="n1"))
        await keep(store, noted("of both", sources=("m2", "m1"), id="n2"), noted("of none"))
        assert ids(await store.notes(Query(DANA, cites="m1"))) == ["n1", "n2"]
        assert ids(await store.notes(Query(DANA, cites="m2"))) == ["n2"]
        assert await store.notes(Query(DANA, cites="m")) == []
        assert await store.notes(Query(DANA, cites="n1")) == []

    async def test_a_source_named_twice_is_cited_once(self, store: AsyncStore) -> None:
        note = noted("twice", sources=("m1", "m1"))
        await keep(store, said("one", id="m1"), note)
        assert await store.notes(Query(DANA, cites="m1")) == [note]

    async def test_a_dropped_message_is_no_longer_cited(self, store: AsyncStore) -> None:
        message, other = said("one", id="m1"), said("two", id="m2")
        await keep(store, message, other, noted("of both", sources=("m1", "m2"), id="n1"))
        await store.commit(Batch(drops=(drop(message),)))
        assert await store.notes(Query(DANA, cites="m1")) == []
        assert ids(await store.notes(Query(DANA, cites="m2"))) == ["n1"]

    async def test_a_dropped_note_no_longer_cites(self, store: AsyncStore) -> None:
        note = noted("of one", sources=("m1",))
        await keep(store, said("one", id="m1"), note)
        await store.commit(Batch(drops=(drop(note),)))
        assert await store.notes(Query(DANA, cites="m1")) == []

    async def test_closed_notes_show_only_when_asked_for(self, store: AsyncStore) -> None:
        await keep(store, noted("old", id="old", key="k", sources=("m",)), noted("new", id="new"))
        await store.commit(Batch(closes=(Close(DANA, "old", minute(1)),)))
        assert ids(await store.notes(Query(DANA))) == ["new"]
        for hidden in (Query(DANA, ids=("old",)), Query(DANA, keys=("k",)), Query(DANA, cites="m")):
            assert await store.notes(hidden) == []
        assert ids(await store.notes(Query(DANA, closed=True))) == ["old", "new"]
        assert ids(await store.notes(Query(DANA, closed=True, keys=("k",)))) == ["old"]

    async def test_all_parts_together(self, store: AsyncStore) -> None:
        for number in range(8):
            about = {"key": f"k{number % 2}", "sources": (f"m{number % 4}",)}
            agent = {"agent_id": f"agent{number}"}  # a key has one open note in a scope
            when = {"learned_at": minute(number)}
            await keep(store, noted("n", id=f"n{number}", **about | agent | when))
        query = Query(DANA, Where(after=minute(1)), keys=("k1",), cites="m3", last=1)
        assert ids(await store.notes(query)) == ["n7"]
        some = Query(DANA, Where(before=minute(6)), ids=("n7", "n3", "n1"), keys=("k1",))
        assert ids(await store.notes(some)) == ["n1", "n3"]


class AsyncListsTests(AsyncSuite):
    """Who and what is here."""

    async def test_locate_finds_the_owner_of_an_id(self, store: AsyncStore) -> None:
        await keep(store, said("m", id="m1"), noted("n", Scope(agent_id="coach"), id="n1"))
        assert await store.locate("m1") == [Owner("user", "dana")]
        assert await store.locate("n1") == [Owner("agent", "coach")]
        assert await store.locate("M1") == []
        assert await store.locate("m") == []

    async def test_locate_finds_every_owner(self, store: AsyncStore) -> None:
        scopes = [DANA, Scope("erik"), Scope("dana", tenant="acme"), Scope(session_id="dana")]
        for scope in scopes:
            await keep(store, said("m", scope, id="same"))
        assert set(await store.locate("same")) == {scope.owner for scope in scopes}

    async def test_locate_forgets_what_is_dropped(self, store: AsyncStore) -> None:
        message = said("m", id="m1")
        await keep(store, message)
        await store.commit(Batch(drops=(drop(message),)))
        assert await store.locate("m1") == []

    async def test_owners_are_counted(self, store: AsyncStore) -> None:
        coach = Scope(agent_id="coach", tenant="acme")
        await keep(store, said("a"), said("b", Scope("dana", "coach")), noted("c"))
        await keep(store, noted("d", coach))
        assert set(await store.owners()) == {
            OwnerInfo(Owner("user", "dana"), 2, 1),
            OwnerInfo(Owner("agent", "coach", "acme"), 0, 1),
        }

    async def test_an_owner_with_nothing_left_is_not_listed(self, store: AsyncStore) -> None:
        message = said("only")
        await keep(store, message)
        await store.commit(Batch(drops=(drop(message),)))
        assert await store.owners() == []

    async def test_sessions_are_listed_oldest_first(self, store: AsyncStore) -> None:
        for session, number in (("late", 5), ("early", 1), ("late", 9), ("early", 7)):
            await keep(store, said("m", Scope("dana", session_id=session), at=minute(number)))
        await keep(store, said("outside any session"))
        await keep(store, noted("no message", Scope("dana", session_id="silent")))
        assert await store.sessions(DANA) == [
            SessionInfo("early", 2, minute(1), minute(7)),
            SessionInfo("late", 2, minute(5), minute(9)),
        ]

    async def test_sessions_of_a_narrower_scope(self, store: AsyncStore) -> None:
        await keep(store, said("m", Scope("dana", "coach", "s1")))
        await keep(store, said("m", Scope("dana", "chef", "s1")))
        await keep(store, said("m", Scope("dana", "chef", "s2"), at=minute(1)))
        coach = await store.sessions(Scope("dana", "coach"))
        assert [(info.session_id, info.messages) for info in coach] == [("s1", 1)]
        chef = await store.sessions(Scope("dana", "chef"))
        assert [(info.session_id, info.messages) for info in chef] == [("s1", 1), ("s2", 1)]
        one = await store.sessions(Scope("dana", session_id="s1"))
        assert [(info.session_id, info.messages) for info in one] == [("s1", 2)]

    async def test_stats_count_what_is_kept(self, store: AsyncStore) -> None:
        await keep(store, said("a", Scope("dana", session_id="s1")), said("b"), noted("c"))
        await keep(store, said("d", Scope("erik", session_id="s1")), noted("e", id="e"))
        await store.commit(Batch(closes=(Close(DANA, "e", minute(1)),)))
        whole = await store.stats(None)
        assert (whole.messages, whole.notes, whole.sessions, whole.owners) == (3, 2, 2, 2)
        mine = await store.stats(None, DANA.owner)
        assert (mine.messages, mine.notes, mine.sessions, mine.owners) == (2, 2, 1, 1)
        nobody = await store.stats(None, Owner("user", "nobody"))
        assert (nobody.messages, nobody.notes, nobody.sessions, nobody.owners) == (0, 0, 0, 0)

    async def test_stats_count_conversations(self, store: AsyncStore) -> None:
        beside = f"pieces:{'0a' * 16}"
        for name in ("s1", "pieces:of cake", beside):
            await keep(store, said(name, Scope("dana", session_id=name), id=name))
        assert (await store.stats(None)).sessions == 2, "what is kept beside one is none"
        gone, new = (said(name, Scope("dana", session_id="s1"), id=name) for name in ("s1", "new"))
        await store.commit(Batch(puts=(put(new),), drops=(drop(gone),)))
        assert (await store.stats(None, DANA.owner)).sessions == 2
        await store.commit(Batch(drops=(drop(new),)))
        assert (await store.stats(None)).sessions == 1
        assert (await store.check()).ok

    async def test_check_counts_and_finds_nothing_wrong(self, store: AsyncStore) -> None:
        assert (await store.check()).ok
        await keep(store, said("a"), noted("b"))
        report = await store.check()
        assert report.ok
        assert (report.checked["messages"], report.checked["notes"]) == (1, 1)
