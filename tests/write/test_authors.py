"""What counts as saying the same."""

import pytest

from recollect import Memory


@pytest.mark.parametrize("before", [1, True, [0], {"a": 1}, None])
@pytest.mark.parametrize("after", [1, 1.0, True, [0], [False], {"a": True}, None])
def test_a_fact_set_with_other_metadata_is_set_anew(before, after):
    with Memory("memory://", embedder=None) as memory:
        old = memory.set("city", "Lisbon", user_id="dana", metadata={"mark": before})
        new = memory.set("city", "Lisbon", user_id="dana", metadata={"mark": after})
        assert repr(memory.get(new.id).metadata["mark"]) == repr(after)
        assert (new.id == old.id) == (repr(before) == repr(after))
