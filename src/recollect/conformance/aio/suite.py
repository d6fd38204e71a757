"""The whole suite for a store."""

from __future__ import annotations

from .closing import AsyncClosingTests, AsyncKeysTests
from .commits import AsyncAtomicTests, AsyncRepeatsTests
from .concurrency import AsyncConcurrencyTests, AsyncSharingTests
from .counting import AsyncCursorTests, AsyncSeenTests
from .deleting import AsyncDroppingTests, AsyncErasingSomeTests, AsyncErasingTests
from .feeds import AsyncFeedTests
from .filters import AsyncFiltersTests
from .isolation import AsyncIsolationTests, AsyncNarrowingTests
from .large import AsyncLargeTests
from .lasting import AsyncLifecycleTests, AsyncPersistenceTests
from .looking import AsyncLookTests
from .matching import AsyncMatchTests
from .nearest import AsyncNearestTests
from .past import AsyncPastTests
from .queries import AsyncListsTests, AsyncQueriesTests
from .records import AsyncOrderTests, AsyncRecordsTests
from .relations import AsyncNeighboursTests
from .terms import AsyncTermsTests
from .vectors import AsyncBadVectorsTests, AsyncVectorsTests


class AsyncStoreSuite(
    AsyncRecordsTests,
    AsyncOrderTests,
    AsyncQueriesTests,
    AsyncListsTests,
    AsyncAtomicTests,
    AsyncRepeatsTests,
    AsyncClosingTests,
    AsyncKeysTests,
    AsyncSeenTests,
    AsyncCursorTests,
    AsyncFeedTests,
    AsyncVectorsTests,
    AsyncBadVectorsTests,
    AsyncNearestTests,
    AsyncMatchTests,
    AsyncLookTests,
    AsyncNeighboursTests,
    AsyncPastTests,
    AsyncFiltersTests,
    AsyncIsolationTests,
    AsyncNarrowingTests,
    AsyncDroppingTests,
    AsyncErasingTests,
    AsyncErasingSomeTests,
    AsyncTermsTests,
    AsyncConcurrencyTests,
    AsyncSharingTests,
    AsyncPersistenceTests,
    AsyncLifecycleTests,
    AsyncLargeTests,
):
    """Subclass this, give a fixture `store`, and run pytest."""
