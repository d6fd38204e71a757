"""`RecollectStore`: LangGraph's own tests of stores re-expressed, and what recollect adds."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)

from recollect import AsyncMemory, InputError, Memory
from recollect.hosts.langgraph import RecollectStore, items
from recollect.hosts.langgraph import store as module

DOCS = ("docs",)


@pytest.fixture(params=["memory://", "agent.db", "agent.json"])
def memory(request, tmp_path):
    url = request.param if "://" in request.param else tmp_path / request.param
    with Memory(url, embedder=None) as opened:
        yield opened


@pytest.fixture
def store(memory):
    return RecollectStore(memory)


@pytest.fixture(scope="module")
def meanings():
    """A memory with the built-in embedder."""
    with Memory("memory://") as opened:
        yield opened


def keys(found):
    return [one.key for one in found]


# What is kept


def test_an_item_is_got_as_it_was_put(store):
    value = {"theme": "dark", "deep": {"list": [1, 2.5, None, True, "ü 🐈"]}, "empty": {}}
    before = datetime.now(UTC)
    store.put(("users", "dana"), "prefs", value)
    item = store.get(("users", "dana"), "prefs")
    assert (item.namespace, item.key, item.value) == (("users", "dana"), "prefs", value)
    assert before <= item.created_at == item.updated_at <= datetime.now(UTC)
    assert store.get(("users",), "prefs") is None
    assert store.get(("users", "dana"), "other") is None


def test_a_put_moves_the_time_of_the_change_and_keeps_that_of_the_making(store):
    store.put(DOCS, "a", {"n": 1})
    first = last = store.get(DOCS, "a")
    for value in ({"n": 2}, {"n": 2}, {"n": True}, {"n": 1}):
        store.put(DOCS, "a", value)
        now = store.get(DOCS, "a")
        assert now.value["n"] is value["n"]
        assert now.created_at == first.created_at
        assert now.updated_at > last.updated_at
        last = now


def test_a_deleted_item_is_gone_with_its_past_and_may_be_made_anew(store, memory):
    store.put(DOCS, "a", {"text": "The canary sings."})
    store.put(DOCS, "a", {"text": "The canary sleeps."})
    made = store.get(DOCS, "a").created_at
    store.delete(DOCS, "a")
    store.delete(DOCS, "a")
    assert store.get(DOCS, "a") is None
    assert store.search(DOCS) == store.list_namespaces() == []
    assert memory.notes(agent_id="langgraph", closed=True) == []
    store.put(DOCS, "a", {"text": "Another."})
    assert store.get(DOCS, "a").created_at > made


def test_reads_of_a_batch_see_what_was_before_it(store):
    store.put(DOCS, "a", {"n": 1})
    ops = [
        PutOp(DOCS, "a", {"n": 2}),
        GetOp(DOCS, "a"),
        PutOp(DOCS, "b", {"n": 3}),
        SearchOp(DOCS),
        PutOp(DOCS, "a", None),
        ListNamespacesOp(),
        PutOp(DOCS, "b", {"n": 4}),
        GetOp(DOCS, "missing"),
    ]
    put, got, _, found, _, listed, _, missing = store.batch(iter(ops))
    assert (put, got.value, keys(found), listed, missing) == (None, {"n": 1}, ["a"], [DOCS], None)
    assert store.get(DOCS, "a") is None
    assert store.get(DOCS, "b").value == {"n": 4}


def test_a_wrong_operation_of_a_batch_leaves_all_undone(store):
    for wrong in (
        PutOp(DOCS, "b", {"n": float("nan")}),
        PutOp(DOCS, "b", {"n": "x" * 70_000}),
        PutOp(DOCS, "b", {"n": "x" * 65_400}),
        PutOp(DOCS, "b", {"n": "a NUL \0"}),
        PutOp(DOCS, "b", {"n": object()}),
        PutOp(DOCS, "b", {1: "x"}),
        PutOp(DOCS, "b", ["x"]),
        PutOp(DOCS, "b", {"n": 1}, index="text"),
        PutOp(DOCS, "b", {"n": 1}, index=True),
        PutOp(DOCS, "b", {"n": 1}, index=[1]),
        PutOp(DOCS, "b", {"n": 1}, ttl=0),
        PutOp(DOCS, "b", {"n": 1}, ttl=1e9),
        PutOp(DOCS, "b", {"n": 1}, ttl=float("nan")),
        PutOp(DOCS, 7, {"n": 1}),
        SearchOp(DOCS, filter={"n": {"$near": 1}}),
        SearchOp(DOCS, filter={"deep": [{"n": {"$gt": "word"}}]}),
        "no operation",
    ):
        with pytest.raises(InputError):
            store.batch([PutOp(DOCS, "a", {"n": 1}), wrong])
    assert store.search(()) == []


def test_a_value_of_sixty_thousand_characters_is_kept_whole(store):
    value = {"text": 'She said "hello" \n' * 3_000, "n": 1}
    store.put(DOCS, "long", value)
    assert store.get(DOCS, "long").value == value
    store.put(DOCS, "twice", value, index=["text", "$"])
    assert store.get(DOCS, "twice").value == value
    assert [one.score is None for one in store.search(DOCS, query="hello")] == [False, False]


@pytest.mark.parametrize(
    ("namespace", "key"),
    [
        (("a",), ""),
        (("a",), ".b"),
        (("a", "b"), "c"),
        (("a",), "b.c"),
        (("a",), "b..c"),
        (("a/b",), "c"),
        (("a",), "/b/c"),
        (("a:b", "*"), "c?"),
        (("ü", "日本"), "🐈 with spaces "),
        (("line\nbreak",), "tab\t"),
        (("x" * 300,), "y" * 5_000),
        ((" a ",), " "),
    ],
)
def test_any_name_is_a_name_of_its_own(store, namespace, key):
    others = [(("a",), "x"), (("a", "b", "c"), ""), (("a", "b"), ".c"), (("x" * 300,), "y" * 4_999)]
    for number, (where, name) in enumerate(others):
        store.put(where, name, {"other": number})
    store.put(namespace, key, {"mine": True})
    item = store.get(namespace, key)
    assert (item.namespace, item.key, item.value) == (namespace, key, {"mine": True})
    assert key in keys(store.search(namespace, limit=100))
    assert namespace in store.list_namespaces()
    store.delete(namespace, key)
    assert len(store.search((), limit=100)) == len(others)


def test_a_key_that_ends_in_a_question_mark_contradicts_nothing(store, memory):
    store.put(DOCS, "open", {"n": 1})
    store.put(DOCS, "open?", {"n": 2})
    assert memory.conflicts(agent_id="langgraph") == []
    assert len(memory.values(agent_id="langgraph")) == 2


def test_names_of_notes_never_meet():
    made = [
        items.note_key(namespace, key)
        for namespace in [(), ("a",), ("a", "b"), ("a", "b", "c"), ("a/b",), ("a:b",)]
        for key in ["", ".", "..", "a", "b", "a.b", ".a", "a..b", "b..c", "?", " "]
    ]
    assert len(set(made)) == len(made)
    assert items.note_key(("memories", "dana"), "prefs") == "langgraph:memories.dana..prefs"


# Namespaces


@pytest.mark.parametrize("namespace", [("foo.bar",), ("foo", ""), (123,), ("a\0b",)])
def test_labels_that_are_none_are_refused(store, namespace):
    for op in (
        GetOp(namespace, "a"),
        PutOp(namespace, "a", {}),
        SearchOp(namespace),
        ListNamespacesOp((MatchCondition("prefix", namespace),)),
        ListNamespacesOp((MatchCondition("suffix", namespace),)),
    ):
        with pytest.raises(InvalidNamespaceError):
            store.batch([PutOp(DOCS, "a", {}), op])
    assert store.search(()) == []


def test_only_put_minds_the_root(store):
    with pytest.raises(InvalidNamespaceError):
        store.put((), "a", {})
    with pytest.raises(InvalidNamespaceError):
        store.put(("langgraph", "foo"), "a", {})
    store.batch([PutOp(("langgraph", "foo"), "a", {"n": 1}), PutOp((), "b", {"n": 2})])
    assert store.get(("langgraph", "foo"), "a").value == {"n": 1}
    assert store.get((), "b").value == {"n": 2}
    assert store.list_namespaces() == [(), ("langgraph", "foo")]


def test_namespaces_are_listed_by_how_they_begin_and_end(store):
    made = ["a.b.c", "a.b.d.e", "a.b.d.i", "a.b.f", "a.c.f", "b.a.f", "users.1", "admin.users.1"]
    for name in made:
        store.put(tuple(name.split(".")), "x", {"n": 1})

    def listed(**how):
        how = {name: tuple(v.split(".")) if isinstance(v, str) else v for name, v in how.items()}
        return [".".join(one) for one in store.list_namespaces(**how)]

    assert listed() == sorted(made)
    assert listed(prefix="a.b") == ["a.b.c", "a.b.d.e", "a.b.d.i", "a.b.f"]
    assert listed(suffix="f") == ["a.b.f", "a.c.f", "b.a.f"]
    assert listed(prefix="a", suffix="f") == ["a.b.f", "a.c.f"]
    assert listed(prefix="a.*.f") == ["a.b.f", "a.c.f"]
    assert listed(suffix="users.*") == ["admin.users.1", "users.1"]
    assert listed(prefix="*.users") == ["admin.users.1"]
    assert listed(prefix="a.b", max_depth=3) == ["a.b.c", "a.b.d", "a.b.f"]
    assert listed(max_depth=1) == ["a", "admin", "b", "users"]
    assert listed(prefix="a", limit=2, offset=1) == ["a.b.d.e", "a.b.d.i"]
    assert listed(prefix="nobody") == []


# Search


def test_filters(store):
    docs = {
        "a": {"n": 1, "tags": ["x", "y"], "who": {"name": "dana", "age": 30}},
        "b": {"n": 2.5, "tags": ["x"], "who": {"name": "kim", "age": 40}, "open": True},
        "c": {"n": "7", "who": "lee", "none": None},
    }
    for key, value in docs.items():
        store.put(DOCS, key, value)
    for wanted, filter in [
        ("a", {"n": 1}),
        ("abc", {}),
        ("a", {"tags": ["x", "y"]}),
        ("", {"tags": ["x", "z"]}),
        ("b", {"who": {"name": "kim"}}),
        ("b", {"who": {"age": {"$gt": 30}}, "open": True}),
        ("ab", {"tags": {"$ne": None}, "n": {"$lt": 3}}),
        ("bc", {"n": {"$gt": 1, "$lte": "7"}}),
        ("c", {"n": {"$gte": 7}}),
        ("a", {"who": {"$eq": {"name": "dana", "age": 30}}}),
        ("abc", {"none": None}),
        ("bc", {"n": {"$ne": 1}}),
        ("", {"missing": {"$gt": 0}}),
    ]:
        assert "".join(keys(store.search(DOCS, filter=filter))) == wanted, filter


def test_pages_are_whole_behind_a_filter(store):
    for number in range(30):
        store.put(("docs", str(number % 2)), f"{number:02}", {"text": "tea", "n": number})
    big = {"n": {"$gte": 8}, "missing": None}
    in_order = [f"{n:02}" for half in (0, 1) for n in range(8 + half, 30, 2)]
    for query in (None, "tea"):
        pages = [
            store.search(DOCS, query=query, filter=big, limit=7, offset=offset)
            for offset in range(0, 35, 7)
        ]
        assert [len(page) for page in pages] == [7, 7, 7, 1, 0]
        found = [key for page in pages for key in keys(page)]
        assert (found if query is None else sorted(found)) == (
            in_order if query is None else sorted(in_order)
        )


def test_a_filter_that_leaves_few_is_looked_for_far_behind(store):
    ops = [PutOp(DOCS, f"{n}", {"text": "tea " * (1 + n % 5), "n": n}) for n in range(120)]
    store.batch(ops)
    found = store.search(DOCS, query="tea", filter={"n": {"$gte": 117}}, limit=2)
    assert len(found) == 2
    assert all(one.score is not None and one.value["n"] >= 117 for one in found)
    more = store.search(DOCS, query="tea", filter={"n": {"$gte": 117}}, limit=2, offset=2)
    assert len({one.key for one in [*found, *more]}) == 3


@pytest.mark.parametrize("filter", [None, {"n": {"$lt": 150}}])
def test_every_page_is_cut_from_the_same_list(meanings, filter):
    store = RecollectStore(meanings, agent_id="pages")
    if not store.search(DOCS):
        words = "tea cat dog report lisbon bread train music garden winter phone river".split()
        texts = [" ".join(random.Random(n).choices(words, k=6)) for n in range(200)]
        store.batch([PutOp(DOCS, f"{n}", {"text": text, "n": n}) for n, text in enumerate(texts)])
    asked = {"query": "What about bread and the train to Lisbon?", "filter": filter}
    whole = keys(store.search(DOCS, limit=1000, **asked))
    assert len(set(whole)) == len(whole) == (200 if filter is None else 150)
    for limit in (30, 100):
        pages = [
            keys(store.search(DOCS, limit=limit, offset=offset, **asked))
            for offset in range(0, 200, limit)
        ]
        assert [key for page in pages for key in page] == whole


def test_a_prefix_is_whole_labels(store):
    for namespace in [("a",), ("a", "b"), ("ab",), ("b", "a"), ("a_", "b")]:
        store.put(namespace, "x", {"text": "tea", "in": list(namespace)})
    for query in (None, "tea"):
        found = store.search(("a",), query=query)
        assert sorted(one.namespace for one in found) == [("a",), ("a", "b")]
    assert len(store.search(())) == 5


def test_a_question_finds_the_best_first_and_the_rest_without_a_score(meanings):
    store = RecollectStore(meanings, agent_id="best")
    store.put(DOCS, "late", {"text": "The quarterly report is due in May."})
    store.put(DOCS, "cat", {"text": "The cat is called Miso.", "n": 1})
    store.put(DOCS, "hidden", {"text": "The cat is called Tofu."}, index=False)
    store.put(DOCS, "number", {"n": 1}, index=["text"])
    found = store.search(DOCS, query="What is the name of my pet?")
    assert keys(found)[0] == "cat"
    assert sorted(keys(found)[2:]) == ["hidden", "number"]
    scores = [one.score for one in found]
    assert 1 >= scores[0] > scores[1] > 0
    assert scores[2:] == [None, None]
    assert keys(store.search(DOCS, query="pet", filter={"n": 1})) == ["cat", "number"]
    assert keys(store.search(DOCS, query="  "))[0] == "late"


def test_what_an_item_is_found_by(memory):
    store = RecollectStore(memory, fields=["title", "parts[*].text"])
    value = {"title": "Tea", "parts": [{"text": "green"}, {"text": "black"}], "secret": "zebra"}
    store.put(DOCS, "a", value)
    store.put(DOCS, "b", value, index=["secret"])
    found = {word: store.search(DOCS, query=word) for word in ("black", "zebra")}
    assert [one.score is not None for one in found["black"]] == [True, False]
    assert keys(found["black"]) == ["a", "b"]
    assert keys(found["zebra"]) == ["b", "a"]
    (note,) = memory.notes(agent_id="langgraph", key="langgraph:docs..a")
    assert note.text == "langgraph:docs..a: Tea\ngreen\nblack"


def test_an_item_is_found_by_plain_words(store, memory):
    store.put(DOCS, "a", {"name": "dana", "likes": ["tea", "cats"], "age": 30, "pro": True})
    (note,) = memory.notes(agent_id="langgraph")
    assert note.value == "name: dana; likes: tea, cats; age: 30; pro: true"
    assert memory.search("cats", agent_id="langgraph")[0].id == note.id


def test_a_changed_item_is_found_by_its_new_words(store):
    store.put(DOCS, "a", {"text": "zany zebra"})
    assert store.search(DOCS, query="zebra")[0].score
    store.put(DOCS, "a", {"text": "quiet dogs"})
    assert store.search(DOCS, query="zebra")[0].score is None
    assert store.search(DOCS, query="dogs")[0].score


@pytest.mark.parametrize("query", ["test!@#$%^&*()", "test " * 100, "NEAR(", '-x "', "%_\\"])
def test_any_question_is_just_text(store, query):
    store.put(DOCS, "a", {"text": "test document"})
    assert keys(store.search(DOCS, query=query)) == ["a"]


def test_slices_from_the_end_are_as_pythons(store):
    for key in "abcd":
        store.put(DOCS, key, {"text": "tea"})
    assert keys(store.search(DOCS, limit=0)) == []
    assert keys(store.search(DOCS, limit=3, offset=-3)) == []
    assert keys(store.search(DOCS, limit=1, offset=-3)) == ["b"]
    assert len(store.search(DOCS, query="tea", limit=1, offset=-3)) == 1


# Whose it is


def test_each_users_items_are_the_users(memory):
    store = RecollectStore(memory, user_at=1)
    for user in ("dana", "kim"):
        store.put(("memories", user), "a", {"text": f"{user} likes tea"})
        store.put(("memories", user, "work"), "b", {"text": f"{user} bakes"})
    store.put(("memories",), "all", {"text": "Everybody likes tea."})
    assert keys(store.search(("memories", "dana"))) == ["a", "b"]
    assert keys(store.search(("memories", "dana"), query="tea"))[0] == "a"
    assert store.list_namespaces(prefix=("*", "kim"), suffix=("work",)) == [
        ("memories", "kim", "work")
    ]
    assert store.get(("memories",), "all").value == {"text": "Everybody likes tea."}
    assert len(memory.notes(user_id="dana")) == 2
    assert len(memory.notes(agent_id="langgraph")) == 1
    assert memory.search("tea", user_id="dana")[0].record.metadata["item"]["key"] == "a"
    assert memory.erase(user_id="dana").ok
    assert store.search(("memories", "dana")) == []
    assert keys(store.search(("memories", "kim"))) == ["a", "b"]


def test_nobody_reads_everybodys_items(memory):
    store = RecollectStore(memory, user_at=1)
    store.put(("memories", "dana"), "a", {"text": "tea"})
    for ask in (
        lambda: store.search(()),
        lambda: store.search(("memories",), query="tea"),
        store.list_namespaces,
        lambda: store.list_namespaces(prefix=("memories", "*")),
        lambda: store.list_namespaces(suffix=("dana",)),
    ):
        with pytest.raises(InputError, match="label 2 of a namespace names the user"):
            ask()
    for bad in (" dana", "x" * 300):
        with pytest.raises(InputError):
            store.batch([PutOp(("memories", "dana"), "b", {}), PutOp(("memories", bad), "b", {})])
    assert keys(store.search(("memories", "dana"))) == ["a"]


def test_a_store_of_one_user(memory):
    store = RecollectStore(memory, user_id="dana")
    store.put(DOCS, "a", {"text": "tea"})
    assert memory.notes(user_id="dana")[0].metadata["item"]["value"] == {"text": "tea"}
    assert RecollectStore(memory).search(()) == []
    assert RecollectStore(memory, user_id="kim").get(DOCS, "a") is None


def test_notes_that_are_no_items_are_left_alone(memory):
    store = RecollectStore(memory, user_id="dana")
    memory.set("langgraph:docs..a", "mine", user_id="dana")
    memory.set("city", "Lisbon", user_id="dana", metadata={"store": "langgraph"})
    RecollectStore(memory, user_at=0).put(("dana",), "other", {})
    marks = memory.notes(user_id="dana", key="langgraph:dana..other")[0].metadata
    memory.set("langgraph:docs..b", "x", user_id="dana", agent_id="coach", metadata=dict(marks))
    assert store.get(DOCS, "a") is None
    assert store.get(DOCS, "b") is None
    assert keys(store.search(())) == keys(store.search((), query="x")) == ["other"]
    store.delete(DOCS, "a")
    assert memory.value("langgraph:docs..a", user_id="dana") == "mine"


@pytest.mark.parametrize(
    "options",
    [
        {"user_at": -1},
        {"user_at": True},
        {"user_at": 1, "user_id": "dana"},
        {"agent_id": " "},
        {"user_id": ""},
        {"fields": "text"},
        {"ttl": {"default_ttl": -1}},
        {"ttl": {"default_ttl": 5, "sweep_interval_minutes": 1}},
    ],
)
def test_a_wrong_option_is_refused(memory, options):
    with pytest.raises(InputError):
        RecollectStore(memory, **options)


async def test_an_async_memory_is_refused():
    async with AsyncMemory("memory://", embedder=None) as memory:
        with pytest.raises(InputError, match=r"recollect\.Memory"):
            RecollectStore(memory)


# What recollect adds


def test_an_item_has_a_history_and_can_be_undone(store, memory):
    for theme in ("light", "dark"):
        store.put(DOCS, "prefs", {"theme": theme})
    before = store.get(DOCS, "prefs").updated_at
    (note,) = memory.notes(agent_id="langgraph", key="langgraph:docs..prefs")
    versions = memory.history(note.id, agent_id="langgraph")
    assert [one.metadata["item"]["value"]["theme"] for one in versions] == ["light", "dark"]
    earlier = memory.as_of(versions[0].learned_at)
    assert [one.value for one in earlier.notes(agent_id="langgraph")] == ["theme: light"]
    memory.undo(note.id, agent_id="langgraph")
    assert store.get(DOCS, "prefs").value == {"theme": "light"}
    assert store.get(DOCS, "prefs").updated_at < before


def test_whoever_edits_the_value_of_the_note_edits_the_item(store, memory):
    store.put(DOCS, "a", {"n": 1})
    made = store.get(DOCS, "a")
    (note,) = memory.notes(agent_id="langgraph")
    memory.update(note.id, agent_id="langgraph", value={"n": 2})
    edited = store.get(DOCS, "a")
    assert edited.value == {"n": 2}
    assert edited.created_at == made.created_at < edited.updated_at
    store.put(DOCS, "a", {"n": 3})
    assert store.get(DOCS, "a").value == {"n": 3}


def test_items_are_there_after_a_restart(tmp_path):
    for path in (tmp_path / "agent.db", tmp_path / "agent.json", f"{tmp_path}/notes/"):
        with Memory(path, embedder=None) as memory:
            RecollectStore(memory).put(("a", "b"), "k", {"text": "tea", "n": [1]})
        with Memory(path, embedder=None) as memory:
            store = RecollectStore(memory)
            assert store.get(("a", "b"), "k").value == {"text": "tea", "n": [1]}
            assert keys(store.search(("a",), query="tea")) == ["k"]
            assert store.list_namespaces() == [("a", "b")]


# Time to live


class Clock:
    def __init__(self):
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self):
        return self.now

    def tick(self, minutes):
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def clock(memory, monkeypatch):
    clock = memory._now = Clock()
    monkeypatch.setattr(module, "utcnow", clock)
    return clock


def test_an_item_ends_with_its_time(store, memory, clock):
    store.put(DOCS, "short", {"text": "tea"}, ttl=1)
    store.put(DOCS, "long", {"text": "tea"}, ttl=3)
    store.put(("keep",), "ever", {"text": "tea"})
    clock.tick(1)
    assert store.get(DOCS, "short") is None
    assert keys(store.search((), refresh_ttl=False)) == ["long", "ever"]
    assert len(store.search((), query="tea", refresh_ttl=False)) == 2
    clock.tick(2)
    assert store.list_namespaces() == [("keep",)]
    assert store.sweep_ttl() == 2
    assert store.sweep_ttl() == 0
    assert len(memory.notes(agent_id="langgraph", closed=True)) == 1
    store.put(DOCS, "short", {"text": "again"})
    assert store.get(DOCS, "short").created_at == clock.now


def test_a_read_gives_an_item_its_time_again(store, clock):
    store.put(DOCS, "a", {"n": 1}, ttl=10)
    store.put(DOCS, "b", {"n": 1}, ttl=10)
    made = store.get(DOCS, "a", refresh_ttl=False)
    for _ in range(5):
        clock.tick(9)
        assert keys(store.search(DOCS, filter={"n": 1})) == ["a", "b"]
        clock.tick(9)
        assert store.get(DOCS, "a") == made
        assert store.get(DOCS, "b").value == {"n": 1}
    clock.tick(9.9)
    assert store.get(DOCS, "a", refresh_ttl=False) == made
    clock.tick(2)
    assert store.get(DOCS, "a") is store.get(DOCS, "b") is None


def test_a_read_leaves_the_kind_of_a_note(store, memory, clock):
    store.put(DOCS, "a", {"n": 1}, ttl=10)
    (note,) = memory.notes(agent_id="langgraph")
    memory.update(note.id, agent_id="langgraph", kind="core")
    clock.tick(5)
    assert store.get(DOCS, "a").value == {"n": 1}
    (note,) = memory.notes(agent_id="langgraph")
    assert (note.kind, note.metadata["expires"]) == ("core", "2026-01-01T00:16:00+00:00")


def test_many_reads_write_seldom(store, memory, clock):
    store.put(DOCS, "a", {"n": 1}, ttl=100)
    for _ in range(100):
        clock.tick(1)
        assert store.get(DOCS, "a")
    assert len(memory.notes(agent_id="langgraph", closed=True)) <= 12
    clock.tick(100)
    assert store.get(DOCS, "a")  # never sooner than promised


def test_a_read_brings_back_nothing_that_was_written_over_meanwhile(store, clock):
    for key in "ab":
        store.put(DOCS, key, {"n": 1}, ttl=10)
    read = [store._note(DOCS, key) for key in "ab"]
    clock.tick(5)
    store.batch([PutOp(DOCS, "a", {"n": 2}, ttl=10), PutOp(DOCS, "b", None)])
    store._refresh(read, True)
    assert [one.value for one in store.search(DOCS)] == [{"n": 2}]


def test_a_put_begins_the_time_anew_or_ends_it(store, clock):
    store.put(DOCS, "a", {"n": 1}, ttl=10)
    store.put(DOCS, "b", {"n": 1}, ttl=10)
    clock.tick(9)
    store.put(DOCS, "a", {"n": 1}, ttl=10)
    store.put(DOCS, "b", {"n": 1})
    clock.tick(9)
    assert store.get(DOCS, "a", refresh_ttl=False)
    clock.tick(9)
    assert keys(store.search(DOCS)) == ["b"]


def test_the_usual_time_of_a_store(memory, clock):
    ttl = {"default_ttl": 5, "refresh_on_read": False, "omit_expired": True}
    store = RecollectStore(memory, ttl=ttl)
    store.put(DOCS, "usual", {"n": 1})
    store.put(DOCS, "other", {"n": 1}, ttl=20)
    store.put(DOCS, "ever", {"n": 1}, ttl=None)
    clock.tick(4)
    assert store.get(DOCS, "usual")
    clock.tick(1)
    assert store.get(DOCS, "usual") is None
    clock.tick(15)
    assert keys(store.search(DOCS)) == ["ever"]


# Without LangGraph
