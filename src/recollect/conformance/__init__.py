"""The test-suite every driver passes, whole. Needs pytest; async tests need pytest-asyncio.

A driver's test file subclasses a suite and says how to make a store:

    from recollect.conformance.sync.suite import StoreSuite

    class TestMine(StoreSuite):
        @pytest.fixture
        def store(self, tmp_path):
            store = MyStore(tmp_path / "x")
            yield store
            store.close()

`AsyncStoreSuite` in `conformance.aio.suite` is the same for async stores, and `IndexSuite` and
`AsyncIndexSuite` (in `conformance.sync.index` and `conformance.aio.index`) ask for an `index`.

A store that declares `durable` also gives a fixture `reopen`: a callable that closes the store
and opens the same data again. One that declares `shared` gives a fixture `rivals`: a list of
further open handles on the same data. A store without a search of its own is paired with the
in-process index, fed from its changes, so the search tests hold for every store.

Async tests are collected by pytest-asyncio's auto mode.
"""

import pytest

pytest.register_assert_rewrite("recollect.conformance.aio", "recollect.conformance.sync")
