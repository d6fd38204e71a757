"""mem0's filters, by themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.compat.mem0.exceptions import ValidationError
from recollect.compat.mem0.filters import Filter, scoped

FIELDS = {
    "user_id": "dana",
    "category": "work",
    "priority": 5,
    "done": False,
    "tags": ["a", "b"],
    "created_at": "2026-03-01T10:00:00+00:00",
}


@pytest.mark.parametrize(
    ("conditions", "passes"),
    [
        ({}, True),
        ({"category": "work"}, True),
        ({"category": "home"}, False),
        ({"missing": None}, True),
        ({"category": None}, False),
        ({"missing": {"ne": "x"}}, True),
        ({"missing": {"nin": ["x"]}}, True),
        ({"missing": {"gt": 1}}, False),
        ({"priority": {"gt": 4, "lte": 5}}, True),
        ({"priority": {"gt": "high"}}, False),
        ({"priority": True}, False),
        ({"done": False}, True),
        ({"done": 0}, False),
        ({"tags": "a"}, True),
        ({"tags": {"in": ["x", "b"]}}, True),
        ({"tags": {"contains": "c"}}, False),
        ({"category": {"contains": "or"}}, True),
        ({"category": {"contains": "OR"}}, False),
        ({"category": {"icontains": "OR"}}, True),
        ({"category": "*"}, True),
        ({"missing": "*"}, False),
        ({"metadata": {"category": "work", "priority": {"gte": 5}}}, True),
        ({"created_at": {"gte": "2026-03-01", "lt": "2026-03-02"}}, True),
        ({"created_at": {"gt": 1_900_000_000}}, False),
        ({"AND": [{"category": "work"}, {"priority": 5}]}, True),
        ({"AND": []}, True),
        ({"OR": [{"category": "home"}, {"priority": 5}]}, True),
        ({"OR": [{"category": "home"}, {"AND": [{"priority": 5}, {"done": True}]}]}, False),
        ({"NOT": [{"category": "home"}]}, True),
        ({"NOT": [{"category": "home"}, {"priority": 5}]}, False),
        ({"NOT": {"category": "work"}}, False),
    ],
)
def test_what_passes(conditions, passes):
    assert Filter(conditions).admits(FIELDS) is passes


@pytest.mark.parametrize(
    "conditions",
    [
        {"priority": {"near": 5}},
        {"priority": {"in": 5}},
        {"AND": {"a": 1}},
        {"OR": []},
        {"NOT": []},
        {"OR": ["a"]},
        {"created_at": {"gt": "soon"}},
        {"user_id": "two words"},
    ],
)
def test_what_is_no_filter(conditions):
    with pytest.raises(ValidationError):
        Filter(conditions)


@pytest.mark.parametrize("wrap", [lambda one: {"AND": [one]}, lambda one: {"metadata": one}])
def test_a_filter_is_not_nested_for_ever(wrap):
    deep: dict = {"a": 1}
    for _ in range(500):
        deep = wrap(deep)
    with pytest.raises(ValidationError, match="nested"):
        Filter(deep)


@pytest.mark.parametrize(
    ("conditions", "users"),
    [
        ({"user_id": "dana"}, {"dana"}),
        ({"user_id": "*"}, None),
        ({"user_id": {"in": ["dana", "kim"]}}, {"dana", "kim"}),
        ({"user_id": {"eq": "dana"}}, {"dana"}),
        ({"user_id": {"in": [7]}}, {"7"}),
        ({"user_id": {"ne": "dana"}}, None),
        ({"AND": [{"user_id": {"in": ["dana", "kim"]}}, {"user_id": "kim"}]}, {"kim"}),
        ({"OR": [{"user_id": "dana"}, {"user_id": "kim"}]}, {"dana", "kim"}),
        ({"OR": [{"user_id": "dana"}, {"agent_id": "a"}]}, None),
        ({"NOT": [{"user_id": "dana"}]}, None),
    ],
)
def test_whom_a_filter_is_about(conditions, users):
    assert scoped(conditions).only("user_id") == users


USERS = st.sampled_from(["dana", "kim", "mia"])
LEAVES = st.one_of(
    st.builds(lambda user: {"user_id": user}, USERS),
    st.builds(lambda users: {"user_id": {"in": users}}, st.lists(USERS, max_size=3)),
    st.builds(lambda user: {"user_id": {"ne": user}}, USERS),
    st.builds(lambda agent: {"agent_id": agent}, st.sampled_from(["a", "*"])),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda name, parts: {name: parts},
        st.sampled_from(["AND", "OR", "NOT"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=5,
)


@given(TREES, USERS, st.sampled_from([None, "a"]))
def test_nobody_passes_whom_a_filter_is_not_about(conditions, user, agent):
    """Whose memories are looked at is decided by `only`, so it must never leave out one that
    passes."""
    made = Filter(conditions)
    only = made.only("user_id")
    if made.admits({"user_id": user, "agent_id": agent}):
        assert only is None or user in only
