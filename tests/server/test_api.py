"""Every endpoint, on a server that runs."""

import json
from types import SimpleNamespace

import pytest

from recollect.keep.pieces import beside
from recollect.memory.aio.ledger import AsyncLedger
from recollect.server.api import again, moving
from recollect.types import utcnow
from tests.serving import serving

DANA = {"user_id": "dana"}


def ok(response):
    assert response.status_code == 200, response.text
    return response.json()


def fresh(request):
    return {"user_id": request.node.name[:200]}


@pytest.fixture
def whose(request):
    """A user of its own for each test."""
    return {"user_id": request.node.name}


def said(http, whose, text="I live in Berlin.", **more):
    return ok(http.post("/v1/messages", json={"content": text, **whose, **more}))


def test_what_is_said_is_kept_and_found(http, whose):
    added = said(http, whose, session_id="s1", at="2026-03-01T10:00Z")
    (message,) = added["messages"]
    assert (message["type"], message["content"]) == ("message", "I live in Berlin.")
    assert message["at"].startswith("2026-03-01T10:00")
    assert "tenant" not in message
    assert added["new"] == [message["id"]]
    found = ok(http.post("/v1/search", json={"query": "Where do I live?", **whose}))
    assert message["id"] in {hit["id"] for hit in found["hits"]}
    context = ok(http.post("/v1/context", json={"query": "Where do I live?", **whose}))
    assert "Berlin" in context["text"]
    assert context["messages"][0]["role"] == "system"
    said(http, whose, "…", session_id=beside("s1"))
    (session,) = ok(http.get("/v1/sessions", params=whose))["items"]
    assert (session["session_id"], session["messages"]) == ("s1", 1)


def test_chat_messages_are_kept_together(http, whose):
    turns = [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hi there."}]
    added = said(http, whose, turns, session_id="s1")
    assert [one["role"] for one in added["messages"]] == ["user", "assistant"]
    prompt = ok(http.post("/v1/sessions/s1/prompt", json=whose))
    assert [one["content"] for one in prompt["messages"]][-2:] == ["Hello.", "Hi there."]
    ended = ok(http.post("/v1/sessions/s1/end", json=whose))
    again = ok(http.post("/v1/summary", json={**whose, "session_id": "s1"}))
    assert ended == again


def test_lists_come_page_by_page(http, whose):
    ids = []
    for number in range(25):  # five to a moment
        at = f"2026-03-01T10:{number // 5:02}:00Z"
        ids += said(http, whose, f"Number {number}.", at=at, learn="never")["new"]
    seen, cursor = [], None
    while True:
        params = {**whose, "limit": 4} | ({} if cursor is None else {"cursor": cursor})
        page = ok(http.get("/v1/messages", params=params))
        seen += [one["id"] for one in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert sorted(seen) == sorted(ids)
    assert len(seen) == len(set(seen))
    for number in range(7):
        ok(http.put(f"/v1/facts/k{number}", json={"value": number, **whose}))
    first = ok(http.get("/v1/notes", params={**whose, "limit": 5}))
    rest = ok(http.get("/v1/notes", params={**whose, "limit": 5, "cursor": first["next"]}))
    assert len({one["id"] for one in first["items"] + rest["items"]}) == 7
    assert rest["next"] is None
    assert http.get("/v1/messages", params={**whose, "cursor": "nonsense"}).status_code == 400


@pytest.mark.parametrize("list_", ["messages", "notes"])
def test_the_last_moment_there_is_has_pages_too(http, whose, list_):
    last = "9999-12-31T23:59:59.999999Z"
    for number in range(2):
        said(http, whose, f"Number {number}.", at=last, learn="never")
        ok(http.put(f"/v1/facts/k{number}", json={"value": number, "at": last, **whose}))
    first = ok(http.get(f"/v1/{list_}", params={**whose, "limit": 1}))
    rest = ok(http.get(f"/v1/{list_}", params={**whose, "cursor": first["next"]}))
    assert len({one["id"] for one in first["items"] + rest["items"]}) == 2


def test_facts_by_key(http, whose):
    note = ok(http.put("/v1/facts/ui.theme", json={"value": "dark", **whose}))
    assert (note["type"], note["key"], note["value"]) == ("note", "ui.theme", "dark")
    assert ok(http.get("/v1/facts/ui.theme", params=whose))["value"] == "dark"
    ok(http.put("/v1/facts/a/b c", json={"value": {"deep": [1, None]}, **whose}))
    assert ok(http.get("/v1/facts/a/b c", params=whose))["value"] == {"deep": [1, None]}
    assert ok(http.get("/v1/facts", params={**whose, "prefix": "ui"})) == {
        "values": {"ui.theme": "dark"}
    }
    gone = http.get("/v1/facts/none", params=whose)
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "not_found")


def test_a_fact_that_was_read_is_written_over_and_no_other(http, whose):
    path, star = "/v1/facts/ui.theme", {"If-Match": "*"}
    assert http.put(path, json={"value": 0, **whose}, headers=star).status_code == 412
    ok(http.put(path, json={"value": 1, **whose}))
    read = http.get(path, params=whose)
    assert ok(read) == {"key": "ui.theme", "value": 1, "id": read.headers["etag"].strip('"')}
    tag = {"If-Match": read.headers["etag"]}
    ok(http.put(path, json={"value": 2, **whose}, headers=tag))
    assert http.put(path, json={"value": 3, **whose}, headers=tag).status_code == 412
    ok(http.put(path, json={"value": 4, **whose}, headers=star))
    assert ok(http.get(path, params=whose))["value"] == 4


def test_a_condition_that_is_not_looked_at_is_refused(http, whose):
    id = ok(http.put("/v1/facts/city", json={"value": "Porto", **whose}))["id"]
    for header in ({"If-Match": '"other"'}, {"If-None-Match": "*"}):
        refused = http.delete(f"/v1/records/{id}", params=whose, headers=header)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_input")
    assert ok(http.get("/v1/facts/city", params=whose))["value"] == "Porto"


def test_words_may_come_as_a_list_of_texts(http, whose):
    added = said(http, whose, ["One.", {"role": "assistant", "content": "Two."}])
    assert [one["content"] for one in added["messages"]] == ["One.", "Two."]
    call = {"id": "c1", "function": {"name": "look", "arguments": "{}"}}
    calling = said(http, whose, {"role": "assistant", "tool_calls": [call]})
    assert "look" in calling["messages"][0]["content"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (5, "content must be text or an object or a list"),
        ([], "content must have 1 to 1000 items"),
        ([5], "content[0] must be text or an object"),
        ({"role": "boss", "content": "x"}, "content.role must be one of user"),
        ([{"content": "x"}, {"content": "y", "at": 5}], "content[1].at must be text"),
        ({"role": "user"}, "a chat message needs content"),
    ],
)
def test_what_is_wrong_with_words_is_said(http, whose, content, told):
    answer = http.post("/v1/messages", json={"content": content, **whose})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
    assert answer.json()["error"]["message"].startswith(told)


@pytest.mark.parametrize("levels", [251, 900])
def test_what_is_nested_too_deeply_is_refused(http, whose, levels):
    value = "[" * levels + "]" * levels
    body = f'{{"value": {value}, "user_id": "{whose["user_id"]}"}}'
    answer = http.put("/v1/facts/deep", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
    assert "levels deep" in answer.json()["error"]["message"]


def test_an_id_may_have_any_letters(http, whose):
    id = 'ĥo/2, "50%" ☕'
    ok(http.post("/v1/messages", json={"content": {"content": "Tea.", "id": id}, **whose}))
    got = http.get("/v1/records/%C4%A5o%2F2%2C%20%2250%25%22%20%E2%98%95", params=whose)
    assert ok(got)["id"] == id
    assert got.headers["etag"] == '"%C4%A5o/2%2C%20%2250%25%22%20%E2%98%95"'


def test_a_note_and_its_versions(http, whose):
    made = http.put("/v1/facts/city", json={"value": "Berlin", **whose})
    note, tag = ok(made), made.headers["etag"]
    got = http.get(f"/v1/records/{note['id']}")
    assert (ok(got), got.headers["etag"]) == (note, tag)
    path = f"/v1/records/{note['id']}"
    wrong = http.patch(path, json={"value": "Rome"}, headers={"If-Match": '"other"'})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (412, "changed")
    new = ok(http.patch(path, json={"value": "Lisbon"}, headers={"If-Match": tag}))
    late = http.patch(path, json={"value": "Rome"}, headers={"If-Match": tag})
    assert late.status_code == 412
    assert http.patch(path, json={"value": "Rome"}).status_code == 409
    versions = ok(http.get(f"/v1/records/{new['id']}/history"))["items"]
    assert [one["value"] for one in versions] == ["Berlin", "Lisbon"]
    why = ok(http.get(f"/v1/records/{new['id']}/why"))
    assert why["replaces"]["id"] == note["id"]
    undone = ok(http.post(f"/v1/records/{new['id']}/undo", json={}))
    assert [one["value"] for one in undone["restored"]] == ["Berlin"]
    there = http.put("/v1/facts/city", json={"value": "x", **whose}, headers={"If-None-Match": "*"})
    assert there.status_code == 412
    assert there.json()["error"]["message"] == "there is one already; nothing was written"


def test_pins_ends_and_policies(http, whose):
    id = said(http, whose, learn="never")["new"][0]
    assert ok(http.put(f"/v1/records/{id}/pin"))["id"] == id
    assert [one["id"] for one in ok(http.get("/v1/pins", params=whose))["items"]] == [id]
    ok(http.delete(f"/v1/records/{id}/pin"))
    assert ok(http.get("/v1/pins", params=whose))["items"] == []
    ok(http.post(f"/v1/records/{id}/expire", json={}))
    assert http.get(f"/v1/records/{id}").status_code == 404
    changed = ok(http.put("/v1/policy", json={**whose, "keep": {"message": "180 days"}}))
    assert changed["keep"]["message"] == "180 days"
    assert ok(http.get("/v1/policy", params=whose)) == changed
    pruned = ok(http.post("/v1/prune", json={**whose, "dry_run": True}))
    assert not pruned["receipt"]["done"]
    assert ok(http.post("/v1/prune", json=whose))["receipt"]["removed"]["messages"] == 1


def test_the_graph(http, whose):
    triple = {"subject": "Alice", "relation": "MANAGES", "object": "Alpha"}
    ok(http.post("/v1/relations", json={**triple, **whose}))
    ok(http.post("/v1/relations", json={**triple, "object": "Beta", **whose}))
    edges = ok(http.get("/v1/related", params={"entity": "Alpha", "hops": 2, **whose}))["items"]
    assert {edge["object"] for edge in edges} == {"Alpha", "Beta"}
    params = {"entity": "Alice", "relation": ["OWNS"], **whose}
    assert ok(http.get("/v1/related", params=params))["items"] == []
    way = ok(http.get("/v1/path", params={"start": "Alpha", "end": "Beta", **whose}))["items"]
    assert len(way) == 2
    names = {one["name"] for one in ok(http.get("/v1/entities", params=whose))["items"]}
    assert names == {"Alice", "Alpha", "Beta"}
    ok(http.post("/v1/names/same", json={"name": "Al", "other": "Alice", **whose}))
    assert ok(http.get("/v1/related", params={"entity": "Al", **whose}))["items"]
    ok(http.post("/v1/names/different", json={"name": "Al", "other": "Alice", **whose}))
    ended = ok(http.post("/v1/relations/end", json={**triple, **whose}))
    assert not ended["open"]
    assert http.post("/v1/relations/end", json={**triple, **whose}).status_code == 404


def test_the_past(http, whose):
    for year, city in (("2024", "Berlin"), ("2025", "Lisbon")):
        ok(http.put("/v1/facts/city", json={"value": city, "at": f"{year}-01-01", **whose}))
    then = {**whose, "as_of": "2024-06-01"}
    assert ok(http.get("/v1/facts/city", params=then))["value"] == "Berlin"
    assert ok(http.get("/v1/facts/city", params=whose))["value"] == "Lisbon"
    assert len(ok(http.get("/v1/notes", params=then))["items"]) == 1
    ok(http.post("/v1/search", json={"query": "city", **then}))
    ok(http.post("/v1/context", json={"query": "city", **then}))
    change = ok(http.get("/v1/diff", params={"since": "2024-06-01", **whose}))
    assert [new["value"] for _, new in change["replaced"]] == ["Lisbon"]


def test_erasing_gives_a_receipt(http, whose):
    id = said(http, whose)["new"][0]
    dry = ok(http.post("/v1/erase", json={**whose, "dry_run": True}))
    assert (dry["done"], dry["removed"]["messages"]) == (False, 1)
    receipt = ok(http.post("/v1/erase", json=whose))
    assert receipt["ok"]
    assert receipt["removed"]["messages"] == 1
    assert http.get(f"/v1/records/{id}").status_code == 404
    assert http.post("/v1/erase", json={}).json()["error"]["code"] == "scope"


def test_deleting(http, whose):
    id = said(http, whose)["new"][0]
    assert ok(http.delete(f"/v1/records/{id}"))["removed"]["messages"] == 1
    assert http.delete(f"/v1/records/{id}").status_code == 404


def test_export_and_import_are_streams(http, whose, keyed):
    said(http, whose)
    ok(http.put("/v1/facts/city", json={"value": "Berlin", **whose}))
    export = http.get("/v1/export", params=whose)
    assert export.headers["content-type"].startswith("application/x-ndjson")
    lines = [json.loads(line) for line in export.text.splitlines()]
    assert lines[0]["recollect"] == 1
    assert lines[-1]["type"] == "end"
    assert {line["type"] for line in lines[1:-1]} == {"message", "note"}
    with keyed.client(keyed.key("other", right="admin")) as other:
        kind = {"Content-Type": "application/x-ndjson"}
        count = ok(other.post("/v1/import", content=export.content, headers=kind))["new"]
        assert count == len(lines) - 2
        assert ok(other.get("/v1/facts/city", params=whose))["value"] == "Berlin"
        torn = other.post("/v1/import", content=export.content[:-30], headers=kind)
        assert torn.status_code == 400
        assert other.post("/v1/import", json={}).status_code == 415


async def test_an_export_that_is_broken_off_ends_where_it_is_made():
    ended = []

    async def writing(written, *_):
        try:
            while True:
                written.write("line")
                yield 0, 2
        finally:
            ended.append(True)

    lines = moving._lines(SimpleNamespace(memory=SimpleNamespace(_exporting=writing)), None, None)
    assert await anext(lines) == "line"
    await lines.aclose()
    assert ended


def test_upkeep(http, whose):
    said(http, whose, learn="later")
    assert ok(http.get("/v1/stats", params=whose))["messages"] == 1
    assert ok(http.post("/v1/learn", json=whose))["notes"] >= 1
    assert ok(http.get("/v1/waiting", params=whose))["messages"] == 0
    assert ok(http.get("/v1/spend", params=whose))["usage"]["calls"] == 0
    assert ok(http.post("/v1/consolidate", json={**whose, "dry_run": True})) == {"items": []}
    assert ok(http.get("/v1/conflicts", params=whose)) == {"items": []}
    assert ok(http.get("/v1/verify"))["ok"]
    owners = ok(http.get("/v1/owners", params={"limit": 1000}))["items"]
    assert whose["user_id"] in {one["owner"]["id"] for one in owners}
    back = ok(http.post("/v1/roll-back", json={"source": "user", **whose, "dry_run": True}))
    assert (back["messages"], back["done"]) == (1, False)
    id = ok(http.get("/v1/messages", params=whose))["items"][0]["id"]
    why = ok(http.post("/v1/why-not", json={"query": "zebra", "id": id, **whose}))
    assert why["stage"] in ("candidates", "relevance", "found")


def test_the_feed_as_pages_and_as_events(http, whose):
    id = said(http, whose, learn="never")["new"][0]
    page = ok(http.get("/v1/changes", params=whose))
    assert [one["id"] for one in page["items"]] == [id]
    assert ok(http.get("/v1/changes", params={**whose, "after": page["next"]}))["items"] == []
    events = {"Accept": "text/event-stream"}
    with http.stream("GET", "/v1/changes", params=whose, headers=events) as stream:
        lines = stream.iter_lines()
        told = next(line for line in lines if line.startswith("data: "))
        assert json.loads(told[6:])["id"] == id
        new = said(http, whose, "Something new.", learn="never")["new"][0]
        told = next(line for line in lines if line.startswith("data: "))
        assert json.loads(told[6:])["record"]["content"] == "Something new."
    again = {**events, "Last-Event-ID": str(page["next"])}
    with http.stream("GET", "/v1/changes", params=whose, headers=again) as stream:
        told = next(line for line in stream.iter_lines() if line.startswith("data: "))
        assert json.loads(told[6:])["id"] == new


def test_a_request_sent_again_is_done_once(http, whose):
    once = {"Idempotency-Key": "k-1"}
    first = http.post("/v1/messages", json={"content": "I like tea.", **whose}, headers=once)
    second = http.post("/v1/messages", json={"content": "I like tea.", **whose}, headers=once)
    assert ok(first) == ok(second)
    assert [one.headers["idempotency-replayed"] for one in (first, second)] == ["false", "true"]
    assert len(ok(http.get("/v1/messages", params=whose))["items"]) == 1
    other = http.post("/v1/messages", json={"content": "I like rum.", **whose}, headers=once)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "key_reused")
    note = ok(http.put("/v1/facts/tea", json={"value": 1, **whose}))
    path, edit = f"/v1/records/{note['id']}", {"value": 2}
    made = [http.patch(path, json=edit, headers={"Idempotency-Key": "k-2"}) for _ in range(2)]
    assert ok(made[0]) == ok(made[1])
    other = http.patch(path, json={"value": 3}, headers={"Idempotency-Key": "k-2"})
    assert other.json()["error"]["code"] == "key_reused"
    id = ok(first)["messages"][0]["id"]
    gone = [http.delete(f"/v1/records/{id}", headers={"Idempotency-Key": "k-3"}) for _ in range(2)]
    assert ok(gone[0])["removed"] == ok(gone[1])["removed"]


def test_a_key_of_another_request_is_told_so(http, whose):
    once = {"Idempotency-Key": "k-4"}
    words = {"content": "Hello.", "learn": "never", **whose}
    ok(http.post("/v1/messages", json=words, headers=once))
    for other in ({"agent_id": "coach"}, {"session_id": "s1"}, {"content": "Bye."}):
        told = http.post("/v1/messages", json={**words, **other}, headers=once)
        assert (told.status_code, told.json()["error"]["code"]) == (409, "key_reused")
    assert len(ok(http.get("/v1/messages", params=whose))["items"]) == 1


def test_what_was_done_and_erased_is_not_done_again(http, whose):
    once = {"Idempotency-Key": "k-5"}
    ok(http.put("/v1/facts/city", json={"value": "Rome", **whose}, headers=once))
    ok(http.post("/v1/erase", json=whose))
    told = http.put("/v1/facts/city", json={"value": "Rome", **whose}, headers=once)
    assert (told.status_code, told.json()["error"]["code"]) == (409, "gone")
    assert http.get("/v1/facts/city", params=whose).status_code == 404


def test_an_erasure_sent_again_is_answered_with_the_first_receipt(http, whose):
    said(http, whose, "The walnut crate is in the cellar.")
    once = {"Idempotency-Key": "k-6"}
    would = ok(http.post("/v1/erase", json={**whose, "dry_run": True}, headers=once))
    assert not would["done"]
    once = {"Idempotency-Key": "k-7"}
    first, second = (http.post("/v1/erase", json=whose, headers=once) for _ in range(2))
    assert [one.headers["idempotency-replayed"] for one in (first, second)] == ["false", "true"]
    assert ok(first) == ok(second)
    assert first.json()["removed"]["messages"] == 1
    assert len(first.json()["hashes"]["messages"]) == 1


def test_an_erasure_that_was_answered_leaves_no_word_in_the_book_of_answers(tmp_path):
    with (
        serving(url=str(tmp_path / "a.db")) as running,
        running.client(running.key(right="admin")) as http,
    ):
        whose = {"user_id": "walnut-street"}
        for words in ("The walnut crate is in the cellar.", "I live in Porto."):
            said(http, whose, words)
        for number, asked in enumerate([{**whose, "session_id": "evening"}, whose]):
            once = {"Idempotency-Key": f"w-{number}"}
            said(http, {**whose, "session_id": "evening"}, "An evening in the walnut cellar.")
            told = [ok(http.post("/v1/erase", json=asked, headers=once)) for _ in range(2)]
            assert told[0] == told[1]
            assert told[0]["ok"]
    held = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert [word for word in (b"walnut", b"cellar", b"evening", b"Porto") if word in held] == []


def test_answers_of_days_ago_are_forgotten_with_the_first_new_one(tmp_path):
    with serving(url=str(tmp_path / "a.db")) as running, running.client(running.key()) as http:
        ledger = AsyncLedger(running.memory, again.BOOK)
        now = utcnow()
        for name, at in {"old": now - 2 * again.KEPT, "new": now}.items():
            running.do(ledger.put(name, {"removed": {}, "at": at.isoformat()}))
        once = {"Idempotency-Key": "k-8"}
        ok(http.put("/v1/facts/city", json={"value": "Rome", **DANA}, headers=once))
        held = running.do(ledger.all())
    assert "new" in held
    assert "old" not in held


def test_errors_have_one_shape(http, whose):
    asked = [
        http.get("/nowhere"),
        http.put("/v1/search"),
        http.post("/v1/search", json={"query": ""}),
        http.post("/v1/search", json={"query": "x", "nonsense": 1, **whose}),
        http.post("/v1/search", content=b"{", headers={"Content-Type": "application/json"}),
        http.post("/v1/search", content=b"[" * 10**5, headers={"Content-Type": "application/json"}),
        http.post("/v1/search", content=b"x=1"),
        http.get("/v1/messages", params={**whose, "limit": "many"}),
        http.get("/v1/messages", params={**whose, "limit": 10**9}),
        http.get("/v1/records/missing"),
        http.get("/v1/messages"),
        http.post("/v1/messages", json={"content": "a\u0000b", **whose}),
        http.post("/v1/messages", content=b'{"content": "\\ud800", "user_id": "x"}',
                  headers={"Content-Type": "application/json"}),
    ]  # fmt: skip
    assert [one.status_code for one in asked] == [
        404, 405, 400, 400, 400, 400, 415, 400, 400, 404, 400, 400, 400
    ]  # fmt: skip
    for one in asked:
        assert set(one.json()) == {"error"}
        assert set(one.json()["error"]) == {"code", "message", "hint"}


def test_a_slash_too_many_or_too_few_leads_to_the_same_address(http, whose):
    """Whatever that is: behind a proxy for TLS it is not the one that the server would say."""
    for path, right in (("/v1/messages/", "/v1/messages"), ("/v1/ping", "/v1/ping/")):
        answer = http.get(path, params={"limit": 5} | whose)
        assert (answer.status_code, answer.headers["location"].partition("?")[0]) == (307, right)
        assert answer.headers["location"].endswith(f"limit=5&user_id={whose['user_id']}")


def test_large_answers_are_compressed(http, whose):
    said(http, whose, "word " * 1000, learn="never")
    answer = http.get("/v1/messages", params=whose, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert ok(answer)["items"][0]["content"] == "word " * 1000


def test_health_needs_no_key(keyed):
    with keyed.client() as http:
        assert ok(http.get("/healthz")) == {"status": "ok"}
        assert ok(http.get("/readyz")) == {"status": "ready"}
        assert ok(http.get("/openapi.json"))["openapi"] == "3.1.0"


@pytest.mark.parametrize("then", [{}, {"as_of": "2999-01-01"}])
def test_what_is_named_is_searched_as_if_it_were_not_there(http, whose, then):
    ids = [said(http, whose, text)["messages"][0]["id"] for text in ("I live in Berlin.", "Where?")]
    asked = {"query": "Where do I live?", "min_relevance": 0, **whose, **then}
    every = [hit["id"] for hit in ok(http.post("/v1/search", json=asked))["hits"]]
    assert {*ids} <= {*every}
    left = ok(http.post("/v1/search", json={**asked, "without": [ids[1], "nobody's"]}))["hits"]
    assert {hit["id"] for hit in left} == {*every} - {ids[1]}
    assert http.post("/v1/search", json={**asked, "without": "x"}).status_code == 400
