"""The JSON and YAML stores pass the suite, in both colours; then what only they can get wrong."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory, text
from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.samples import DANA, drop, leaning, matching, minute, noted, put, said
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.files import JSONStore, YAMLStore, jsonform, yamlform
from recollect.drivers.files.records import show
from recollect.drivers.files.store import FileStore
from recollect.drivers.inprocess import InProcessIndex
from recollect.drivers.ondisk import writing
from recollect.drivers.ondisk.log import render
from recollect.errors import (
    ConfigError,
    MissingExtra,
    SchemaTooNew,
    StoreCorrupt,
    StoreError,
    StoreFull,
)
from recollect.orders import Batch, Close, Query
from recollect.types import Record, Scope

from .opened import Restless, Stores, ThreadedStores, edit

KINDS = {"json": JSONStore, "yaml": YAMLStore}


class Filed:
    """The store of a file."""

    kind: type[FileStore]

    @pytest.fixture
    def place(self, folder: Path) -> Path:
        return folder / f"memory.{self.kind.scheme}"


class Sync(Filed, Stores, StoreSuite):
    pass


class Async(Filed, ThreadedStores, AsyncStoreSuite):
    pass


class TestJSON(Sync):
    kind = JSONStore


class TestJSONAsync(Async):
    part = True
    kind = JSONStore


class TestYAML(Sync):
    part = True
    kind = YAMLStore


class TestYAMLAsync(Async):
    part = True
    kind = YAMLStore


class RestlessJSON(Restless, JSONStore):
    pass


class TestOnlyTheDiskCounts(Sync):
    part = True
    kind = RestlessJSON


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> type[FileStore]:
    return KINDS[request.param]


@pytest.fixture
def path(folder: Path, kind: type[FileStore]) -> Path:
    return folder / f"memory.{kind.scheme}"


def filled(kind: type[FileStore], path: Path) -> list[Record]:
    """A little of everything, closed again."""
    records = [
        said("I prefer dark mode.", id="m1", session_id="s1"),
        said("Two lines,\n  the second indented.", id="m2", session_id="s1", role="assistant"),
        said("theirs", Scope("erik"), id="m3", metadata={"a": [1, 1e30, None, "x"]}),
        noted("city: Lisbon", id="n1", key="city", value="Lisbon", sources=("m1",)),
    ]
    store = kind(path)
    store.commit(Batch(puts=tuple(put(record, leaning(9)) for record in records)))
    store.close()
    return records


def held(store: FileStore) -> list[Record]:
    whole = [Query(scope, closed=True) for scope in (DANA, Scope("erik"))]
    return [r for query in whole for r in (*store.messages(query), *store.notes(query))]


def asides(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.broken-*"))


class TestTheFile:
    def test_is_complete_and_readable_after_close(self, kind, path: Path) -> None:
        filled(kind, path)
        text = path.read_text("utf-8")
        assert text.startswith("recollect: 1\n" if kind is YAMLStore else '{\n  "recollect": 1,\n')
        assert "I prefer dark mode." in text
        assert "vector" not in text
        assert oct(path.stat().st_mode & 0o777) == "0o600"

    def test_alone_it_still_has_everything(self, kind, path: Path) -> None:
        records = filled(kind, path)
        shutil.rmtree(path.parent / f".{path.name}.recollect")
        store = kind(path)
        assert sorted(held(store), key=lambda r: r.id) == records
        assert store.outdated(text.VERSION) != [], "terms are made anew at the first use"
        assert len(store.pending("test-model", 10)) == 4
        store.close()

    def test_opening_and_closing_does_not_touch_it(self, kind, path: Path) -> None:
        filled(kind, path)
        before = path.read_bytes(), path.stat().st_mtime_ns
        store = kind(path)
        held(store)
        store.close()
        assert (path.read_bytes(), path.stat().st_mtime_ns) == before

    def test_is_shown_now_and_then_while_it_grows(self, kind, path: Path) -> None:
        store = kind(path)
        for number in range(200):
            store.commit(Batch(puts=(put(said(f"message {number}")),)))
        shown = path.read_text("utf-8").count("message ")
        assert 50 < shown <= 200
        store.close()
        assert path.read_text("utf-8").count("message ") == 200

    def test_appending_does_not_rewrite(self, kind, path: Path) -> None:
        store = kind(path)
        store.commit(Batch(puts=tuple(put(said(f"message {n}")) for n in range(2000))))
        store._rewrite()
        size, before = store._log.path.stat().st_size, path.stat()
        for number in range(20):
            store.commit(Batch(puts=(put(said(f"more {number}")),)))
        grown = store._log.path.stat().st_size - size
        assert 0 < grown < 20 * 1000
        assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
        store.close()

    @given(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip),
        st.dictionaries(st.text(max_size=3), st.floats(allow_nan=False, allow_infinity=False)),
    )
    def test_any_words_come_back(self, words: str, metadata: dict[str, float]) -> None:
        record = show(said(words, name=words.strip()[:9] or "x", metadata=metadata))
        for form in (jsonform, yamlform):
            data = form.dump(1, {"messages": [record, record], "notes": []})
            whole = {"recollect": 1, "messages": [record] * 2, "notes": []}
            assert form.load(data.decode()) == whole

    @pytest.mark.parametrize(
        "words",
        ["a\n", "a\n\n", "\na", "  a\n b", "\ta\n\tb", "a\r\nb", "a\x85b\nc", "- a\n- b", "a: b\nc",
         "# no\n---\n...", "yes", "1e5", "0o7", "~", "a #b", "'\"", "é 🙂\n\u2028", "a \n b ", "=",
         "\ufeffa\nb", "a\x00b\nc", "{a: 1}", "2026-03-01", "12:30:45", "!!python/object:x", "*a"],
    )  # fmt: skip
    def test_awkward_words_come_back(self, words: str) -> None:
        record = show(said(words, metadata={"k": words}))
        for form in (jsonform, yamlform):
            data = form.dump(1, {"messages": [record], "notes": []})
            assert form.load(data.decode())["messages"] == [record]


class TestByHand:
    def test_words_are_changed(self, kind, path: Path) -> None:
        filled(kind, path)
        edit(path, "dark mode", "light mode")
        store = kind(path)
        assert [m.content for m in store.messages(Query(DANA, ids=("m1",)))] == [
            "I prefer light mode."
        ]
        assert [n.id for n in store.notes(Query(DANA, cites="m1"))] == ["n1"]
        assert [m.id for m in store.pending("test-model", 10)] == ["m1"]
        store.close()
        assert "light mode" in path.read_text("utf-8")

    def test_a_record_is_added_without_an_id(self, kind, path: Path) -> None:
        filled(kind, path)
        new = {
            "json": '"messages": [\n{"user_id": "dana", "content": "by hand"},',
            "yaml": "messages:\n- user_id: dana\n  content: by hand\n",
        }[kind.scheme]
        edit(path, '"messages": [' if kind is JSONStore else "messages:\n", new)
        store = kind(path)
        [message] = [m for m in store.messages(Query(DANA)) if m.content == "by hand"]
        index = InProcessIndex()
        index.apply(store.changes(0))
        assert [hit.id for hit in index.search(matching("hand"))] == [message.id]
        store.close()
        assert message.id in path.read_text("utf-8")
        store = kind(path)
        assert len(held(store)) == 5
        store.close()

    def test_a_record_is_deleted(self, kind, path: Path) -> None:
        filled(kind, path)
        shown = kind.form.load(path.read_text("utf-8"))
        shown["messages"].pop(1)
        path.write_bytes(kind.form.dump(1, {k: shown[k] for k in ("messages", "notes")}))
        store = kind(path)
        assert [record.id for record in held(store)] == ["m1", "n1", "m3"]
        assert store.changes(0)[-1].op == "drop"
        store.close()

    def test_it_is_seen_while_the_memory_is_open(self, kind, path: Path) -> None:
        filled(kind, path)
        store = kind(path)
        store.commit(Batch(puts=(put(said("not shown yet", id="m4")),)))
        store.commit(Batch(closes=(Close(DANA, "n1", minute(5)),)))
        edit(path, "dark mode", "light mode")
        assert store.messages(Query(DANA))[0].content == "I prefer light mode."
        assert [m.id for m in store.messages(Query(DANA, last=1))] == ["m4"]
        assert store.notes(Query(DANA)) == [], "what was closed stays closed"
        store.close()

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ("assistant", "robot", "role must be one of"),
            ("city: Lisbon", " ", "text is missing or empty"),
            ("10:00:00+00:00", "noon", "not a date"),
            ("session_id", "sesion_id", "unknown field 'sesion_id'"),
            ("m2", "m1", "stands there twice"),
        ],
    )
    def test_what_cannot_be_is_refused_and_left_alone(self, kind, path, old, new, why) -> None:
        filled(kind, path)
        edit(path, old, new)
        before = path.read_bytes()
        with pytest.raises(StoreCorrupt, match=why):
            kind(path)
        assert path.read_bytes() == before
        assert asides(path) == []
        edit(path, new, old) if new.strip() else path.write_bytes(before)

    def test_two_open_notes_of_a_key_are_refused(self, kind, path: Path) -> None:
        filled(kind, path)
        shown = kind.form.load(path.read_text("utf-8"))
        shown["notes"].append({**shown["notes"][0], "id": "n2", "text": "city: Porto"})
        path.write_bytes(kind.form.dump(1, {k: shown[k] for k in ("messages", "notes")}))
        with pytest.raises(StoreCorrupt, match="two open notes of one owner have the same key"):
            kind(path)

    def test_a_refused_edit_costs_nothing_already_said(self, kind, path: Path) -> None:
        filled(kind, path)
        store = kind(path)
        store.commit(Batch(puts=(put(said("acknowledged", id="m4")),)))
        edit(path, "assistant", "robot")
        with pytest.raises(StoreCorrupt):
            store.messages(Query(DANA))
        with pytest.raises(StoreCorrupt):
            store.close()
        edit(path, "robot", "assistant")
        store = kind(path)
        assert [m.id for m in store.messages(Query(DANA))] == ["m1", "m2", "m4"]
        store.close()

    def test_a_file_that_is_gone_is_told(self, kind, path: Path) -> None:
        filled(kind, path)
        path.unlink()
        with pytest.raises(StoreError, match="is gone"):
            kind(path)
        shutil.rmtree(path.parent / f".{path.name}.recollect")
        store = kind(path)
        assert held(store) == []
        store.close()

    def test_files_of_others_are_refused_untouched(self, kind, path: Path) -> None:
        for data in (b'{"name": "x"}', b"[1, 2]", b"just text", b"\xff\xfe\x00binary"):
            path.write_bytes(data)
            with pytest.raises(ConfigError, match="not a memory"):
                kind(path)
            assert path.read_bytes() == data
            assert os.listdir(path.parent) == [path.name]

    def test_many_who_are_refused_at_once_leave_nothing(self, kind, path: Path) -> None:
        path.write_text("[1, 2]")

        def refused(_: int) -> str:
            with pytest.raises(ConfigError) as caught:
                kind(path)
            return str(caught.value)

        with ThreadPoolExecutor(8) as pool:
            told = set(pool.map(refused, range(32)))
        assert len(told) == 1
        assert os.listdir(path.parent) == [path.name]

    def test_one_who_is_refused_takes_nothing_from_a_memory(self, kind, path: Path) -> None:
        filled(kind, path)
        room = path.parent / f".{path.name}.recollect"
        before = sorted(os.listdir(room))
        path.write_text("[1, 2]")
        with pytest.raises(ConfigError):
            kind(path)
        assert sorted(os.listdir(room)) == before

    def test_a_newer_file_is_refused_untouched(self, kind, path: Path) -> None:
        filled(kind, path)
        edit(path, *({"json": ('"recollect": 1', '"recollect": 9')}.get(
            kind.scheme, ("recollect: 1", "recollect: 9"))))  # fmt: skip
        with pytest.raises(SchemaTooNew):
            kind(path)


def test_no_tag_of_yaml_runs_anything(folder: Path) -> None:
    path, ran = folder / "memory.yaml", folder / "ran"
    for tag in ("!!python/object/apply:os.mkdir", "!!python/object/new:os.mkdir"):
        path.write_text(f"recollect: 1\nmessages:\n- {tag} [{ran}]\nnotes: []\n")
        with pytest.raises(StoreCorrupt, match="python/object"):
            YAMLStore(path)
        assert not ran.exists()


class TestDamage:
    @pytest.mark.parametrize("cut", [0.0, 0.2, 0.5, 0.9, 0.99])
    @pytest.mark.parametrize("alone", [True, False])
    def test_a_torn_file_is_set_aside_and_what_is_readable_recovered(
        self, kind, path: Path, cut: float, alone: bool
    ) -> None:
        records = filled(kind, path)
        whole = path.read_bytes()
        torn = whole[: int(len(whole) * cut)]
        path.write_bytes(torn)
        if alone:
            if cut == 0.0:
                return  # an empty file alone is a new memory
            shutil.rmtree(path.parent / f".{path.name}.recollect")
            if cut == 0.2:
                with pytest.raises(ConfigError):  # nothing in it stands whole
                    kind(path)
                assert path.read_bytes() == torn
                return
        store = kind(path)
        found = {record.id: record for record in held(store)}
        if alone:
            known = [r for r in records if r.id in found]  # the last of them may be cut off
            assert all(found[r.id] == r for r in known[:-1])
            assert len(found) >= (2 if cut >= 0.5 else 0)
        else:
            assert sorted(found) == sorted(r.id for r in records)
        assert [aside.read_bytes() for aside in asides(path)] == [torn]
        store.close()
        kind.form.load(path.read_text("utf-8"))

    def test_a_damaged_log_costs_nothing_that_was_shown(self, kind, path: Path) -> None:
        records = filled(kind, path)
        log = path.parent / f".{path.name}.recollect" / "log"
        lines = log.read_bytes().splitlines(keepends=True)
        for place in range(len(lines)):
            damaged = [*lines]
            damaged[place] = b"x" + damaged[place][1:]
            log.write_bytes(b"".join(damaged))
            store = kind(path)
            assert sorted(held(store), key=lambda r: r.id) == records
            assert store.check().ok
            store.close()
        assert asides(log)

    def test_an_unfinished_line_is_not_there(self, kind, path: Path) -> None:
        filled(kind, path)
        log = path.parent / f".{path.name}.recollect" / "log"
        whole = log.read_bytes()
        log.write_bytes(whole + render({"batch": {"id": "x"}, "terms": 1})[:-9])
        store = kind(path)
        assert store.check().ok
        store.commit(Batch(puts=(put(said("after", id="m4")),)))
        store.close()
        store = kind(path)
        assert len(held(store)) == 5
        assert store.check().ok
        store.close()

    def test_a_line_that_a_power_cut_tore_is_not_there(self, kind, path: Path) -> None:
        """Its end reached the disk and its middle did not. What was deleted before stays so."""
        filled(kind, path)
        log = path.parent / f".{path.name}.recollect" / "log"
        store = kind(path)
        [gone] = store.messages(Query(DANA, ids=("m1",)))
        store.commit(Batch(drops=(drop(gone),)))
        whole = log.read_bytes()
        line = render({"batch": {"id": "x"}, "terms": 1})
        log.write_bytes(whole + line[:12] + bytes(len(line) - 20) + line[-8:])
        for _ in range(2):
            again = kind(path)
            assert "m1" not in {record.id for record in held(again)}
            assert again.check().ok
            again.close()
        assert not asides(log)

    def test_the_hidden_folder_may_go_while_it_is_open(self, kind, path: Path) -> None:
        filled(kind, path)
        store = kind(path)
        store.commit(Batch(puts=(put(said("kept", id="m4")),)))
        shutil.rmtree(path.parent / f".{path.name}.recollect")
        store.commit(Batch(puts=(put(said("kept too", id="m5")),)))
        assert len(held(store)) == 6
        store.close()
        store = kind(path)
        assert len(held(store)) == 6
        store.close()


class TestErasing:
    def test_no_byte_is_left_in_any_file(self, kind, path: Path) -> None:
        store = kind(path)
        secret = said("Qzsecret", id="Qzid", session_id="Qzsession", metadata={"Qzmeta": 1})
        store.commit(Batch(puts=(put(secret, leaning(3)), put(said("stays", Scope("erik"))))))
        store.close()
        edit(path, "Qzsecret", "Qzsecret, as nobody has shown it")
        path.write_bytes(path.read_bytes().partition(b" nobody")[0])
        store = kind(path)
        assert asides(path)
        assert any(store.traces([b"Qzsecret,"]).values())
        store.erase(DANA.owner)
        assert store.scrub() == []
        store.close()
        left = [f for f in path.parent.rglob("*") if f.is_file() and b"Qz" in f.read_bytes()]
        assert left == []
        assert asides(path) == []
        assert "stays" in path.read_text("utf-8")

    def test_another_handle_forgets_too(self, kind, path: Path) -> None:
        filled(kind, path)
        one, two = kind(path), kind(path)
        assert len(held(two)) == 4
        one.erase(DANA.owner)
        one.scrub()
        assert [record.id for record in held(two)] == ["m3"]
        two.commit(Batch(puts=(put(said("more", Scope("erik"))),)))
        one.close()
        two.close()
        assert b"Lisbon" not in b"".join(
            f.read_bytes() for f in path.parent.rglob("*") if f.is_file()
        )

    def test_a_log_that_got_the_number_of_the_old_one_is_another(self, kind, path: Path) -> None:
        """The system gives the number of a file that is gone to the next one."""
        filled(kind, path)
        one, two = kind(path), kind(path)
        log = path.parent / f".{path.name}.recollect" / "log"
        old = log.with_name("old")
        os.link(log, old)
        assert len(held(two)) == 4
        one.erase(DANA.owner)
        one.scrub()
        old.write_bytes(log.read_bytes())
        os.replace(old, log)
        assert [record.id for record in held(two)] == ["m3"]
        one.close()
        two.close()

    def test_what_was_dropped_is_gone_after_close(self, kind, path: Path) -> None:
        records = filled(kind, path)
        store = kind(path)
        store.commit(Batch(drops=(drop(records[0]),)))
        store.close()
        assert b"dark mode" not in b"".join(
            f.read_bytes() for f in path.parent.rglob("*") if f.is_file()
        )


def test_a_full_disk_costs_nothing(kind, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(kind, path)
    store = kind(path)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreFull):
            store.commit(Batch(puts=(put(said("no room", id="m4")),)))
        with pytest.raises(StoreFull):
            store.erase(DANA.owner)
    assert store.check().ok
    store.commit(Batch(puts=(put(said("room again", Scope("erik"), id="m5")),)))
    assert "m4" not in {record.id for record in held(store)}
    store.close()
    store = kind(path)
    assert store.check().ok
    assert {"m3", "m5"} <= {record.id for record in held(store)}
    store.close()


def test_what_hinders_the_showing_does_not_fail_the_commit(
    kind, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = kind(path)

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(writing, "put", fail)
        for number in range(100):
            store.commit(Batch(puts=(put(said("kept", id=f"m{number}")),)))
        assert len(held(store)) == 100
    store.close()
    assert len(kind.form.load(path.read_text("utf-8"))["messages"]) == 100


def test_a_fork_writes_beside_its_parent(kind, path: Path) -> None:
    store = kind(path)
    store.commit(Batch(puts=(put(said("before", id="m0")),)))
    child = os.fork()
    if child == 0:
        status = 1
        with suppress(BaseException):
            for number in range(20):
                store.commit(Batch(puts=(put(said("child", id=f"c{number}")),)))
            status = 0
        os._exit(status)
    for number in range(20):
        store.commit(Batch(puts=(put(said("parent", id=f"p{number}")),)))
    assert os.waitpid(child, 0)[1] == 0
    assert len(store.messages(Query(DANA))) == 41
    store.close()


def test_the_front_door_opens_them(folder: Path) -> None:
    for name in ("a.json", "b.yaml", "c.yml"):
        url = f"{folder}/{name}"
        with Memory(url, embedder=None) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            [hit] = memory.search("dark mode?", user_id="dana", limit=1)
            assert hit.text == "I prefer dark mode."
            assert memory.verify().ok


def test_without_pyyaml_the_command_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(MissingExtra, match=r"pip install 'recollect\[yaml\]'"):
        Memory(f"{folder}/a.yaml", embedder=None)


@pytest.mark.parametrize("ending", ["json", "yaml"])
def test_the_past_outlives_the_process(tmp_path, ending):
    """By what was said and by what was committed; also after the log was written anew."""
    url, dana = str(tmp_path / f"agent.{ending}"), {"user_id": "dana"}
    with Memory(url, embedder=None) as memory:
        memory.set("city", "Lisbon", at="2026-01-10", **dana)
        before = memory.get(memory.set("plan", "a", at="2026-01-11", **dana).id, **dana).recorded_at
        memory.set("city", "Porto", at="2026-03-02", **dana)
    for _ in range(2):
        with Memory(url, embedder=None) as memory:
            assert memory.as_of("2026-02-01").value("city", **dana) == "Lisbon"
            assert memory.as_of("2026-04-01").value("city", **dana) == "Porto"
            assert memory.as_of("2020-01-01", recorded=True).value("city", **dana) is None
            assert memory.as_of(before, recorded=True).value("city", **dana) == "Lisbon"
            assert memory.value("city", **dana) == "Porto"
            memory.delete(memory.set("scrap", "x", **dana).id, **dana)  # the log is written anew
