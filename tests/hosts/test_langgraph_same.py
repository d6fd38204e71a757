"""Histories at random: what `RecollectStore` answers is what LangGraph's `InMemoryStore` does."""

import json
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store import memory as inmemory
from langgraph.store.base import GetOp, Item, ListNamespacesOp, MatchCondition, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from recollect import Memory
from recollect.hosts.langgraph import RecollectStore
from recollect.types import new_id
from tests.serving import serving

apply = inmemory._apply_operator
LABELS = st.sampled_from(["a", "b", "dana"])
PATHS = st.lists(st.one_of(LABELS, st.just("*")), min_size=1, max_size=3).map(tuple)
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
PREFIXES = st.lists(LABELS, max_size=3).map(tuple)
KEYS = st.sampled_from(["k", "l", "m.n", ""])
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from([0.5, 2.0, "tea", "", "1"])
)
VALUES = st.dictionaries(
    st.sampled_from(["n", "s", "deep", "list"]),
    st.one_of(
        PLAIN,
        st.lists(PLAIN, max_size=2),
        st.dictionaries(st.sampled_from(["n", "s"]), PLAIN, max_size=2),
    ),
    max_size=3,
)
SIDES = st.sampled_from(["$gt", "$gte", "$lt", "$lte"])
COMPARED = st.one_of(
    st.dictionaries(st.sampled_from(["$eq", "$ne"]), PLAIN, min_size=1, max_size=2),
    st.dictionaries(SIDES, st.integers(-2, 3), min_size=1, max_size=2),
)
FILTERS = st.dictionaries(
    st.sampled_from(["n", "s", "deep", "list"]),
    st.one_of(
        PLAIN,
        COMPARED,
        st.lists(PLAIN, max_size=2),
        st.dictionaries(st.sampled_from(["n", "s"]), st.one_of(PLAIN, COMPARED), max_size=2),
    ),
    max_size=2,
)
LIMITS, OFFSETS = st.sampled_from([10, 1, 3, 0]), st.sampled_from([0, 1, 4])
CONDITIONS = st.lists(
    st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), PATHS), max_size=2
).map(tuple)
PUTS = st.tuples(NAMESPACES, KEYS, st.one_of(VALUES, VALUES, st.none())).map(
    lambda parts: PutOp(*parts)
)
GETS = st.tuples(NAMESPACES, KEYS).map(lambda parts: GetOp(*parts))
SEARCHES = st.tuples(PREFIXES, st.one_of(st.none(), FILTERS), LIMITS, OFFSETS).map(
    lambda parts: SearchOp(*parts)
)
LISTS = st.tuples(CONDITIONS, st.sampled_from([None, 1, 2, 3]), LIMITS, OFFSETS).map(
    lambda parts: ListNamespacesOp(*parts)
)
OPS = st.one_of(PUTS, PUTS, GETS, SEARCHES, LISTS)
HISTORIES = st.lists(st.lists(OPS, min_size=1, max_size=6), min_size=1, max_size=8)


class Model(InMemoryStore):
    """LangGraph's, but for what its dict remembers of items that are gone: it lists a namespace
    that is empty, or was only asked for, and keeps the place of one whose first item went."""

    def __init__(self):
        super().__init__()
        self.made = {}

    def batch(self, ops):
        answers = super().batch(ops)
        puts = [(op.namespace, op.key) for op in ops if isinstance(op, PutOp)]
        places = [place for place in [*self.made, *puts] if place[1] in self._data[place[0]]]
        self.made = dict.fromkeys(places)
        spaces = dict.fromkeys(namespace for namespace, _ in self.made)
        self._data = defaultdict(dict, {one: self._data[one] for one in spaces})
        return answers

    def _handle_list_namespaces(self, op):
        self._data = defaultdict(dict, {one: kept for one, kept in self._data.items() if kept})
        return super()._handle_list_namespaces(op)


def forgiving(value, operator, than):
    """What is no number is neither more nor less, where LangGraph's own raises."""
    try:
        return apply(value, operator, than)
    except (TypeError, ValueError):
        return False


@pytest.fixture(autouse=True, scope="module")
def forgiven():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inmemory, "_apply_operator", forgiving)
        yield


def shown(answer):
    """An answer without times and scores, in which 1, 1.0 and True are three things."""
    if isinstance(answer, Item):
        return (answer.namespace, answer.key, json.dumps(answer.value, sort_keys=True))
    return [shown(one) for one in answer] if isinstance(answer, list) else answer


def asked(store, ops):
    return [shown(one) for one in store.batch(ops)]


@settings(max_examples=60)
@given(HISTORIES)
def test_the_same_answers(history):
    with Memory("memory://", embedder=None) as memory:
        store, model = RecollectStore(memory), Model()
        for ops in history:
            assert asked(store, ops) == asked(model, ops)


@settings(max_examples=6)
@given(HISTORIES)
@pytest.mark.parametrize("name", ["agent.db", "agent.json"])
def test_the_same_answers_on_files(tmp_path_factory, name, history):
    path = tmp_path_factory.mktemp("same") / name
    model = Model()
    for ops in history:
        with Memory(path, embedder=None) as memory:  # opened anew each time
            assert asked(RecollectStore(memory), ops) == asked(model, ops)


@pytest.fixture(params=["http", "postgres", "redis"])
def elsewhere(request):
    if request.param == "http":
        with (
            serving(embedder=None) as server,
            Memory(server.url, api_key=server.key("t")) as memory,
        ):
            yield memory
    else:
        with Memory(request.getfixturevalue(request.param), embedder=None) as memory:
            yield memory


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HISTORIES)
def test_the_same_answers_on_servers(elsewhere, history):
    store, model = RecollectStore(elsewhere, agent_id=new_id()), Model()
    for ops in history:
        assert asked(store, ops) == asked(model, ops)


@settings(max_examples=30)
@given(HISTORIES)
def test_the_same_answers_of_each_users_own(history):
    """With the first label as the user, for whatever does not ask for everybody's."""
    with Memory("memory://", embedder=None) as memory:
        store, model = RecollectStore(memory, user_at=0), Model()
        for ops in history:
            own = [op for op in ops if not _of_all(op)]
            assert asked(store, own) == asked(model, own)


@settings(max_examples=30)
@given(HISTORIES, PREFIXES, FILTERS)
def test_a_question_finds_the_same_items_in_some_order(history, prefix, filter):
    with Memory("memory://", embedder=None) as memory:
        store, model = RecollectStore(memory), Model()
        for ops in history:
            store.batch(ops)
            model.batch(ops)
        everything = {"filter": filter, "limit": 1000}
        found = store.search(prefix, query="what about tea or 1?", **everything)
        wanted = model.search(prefix, **everything)
        assert sorted(map(shown, found)) == sorted(map(shown, wanted))
        scored = [one.score is not None for one in found]
        assert scored == sorted(scored, reverse=True)
        pages = [
            one
            for offset in range(0, len(found), 2)
            for one in store.search(
                prefix, query="what about tea or 1?", filter=filter, limit=2, offset=offset
            )
        ]
        assert sorted(map(shown, pages)) == sorted(map(shown, found))


def _of_all(op):
    if isinstance(op, ListNamespacesOp):
        firsts = [one.path[0] for one in op.match_conditions if one.match_type == "prefix"]
        return not [label for label in firsts if label != "*"]
    return isinstance(op, SearchOp) and not op.namespace_prefix
