"""Our tokenizer against the reference, character by character and text by text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers.implementations import BertWordPieceTokenizer

from recollect.models.bert import DATA
from recollect.models.wordpiece import WordPiece

VOCABULARY = DATA / "vocab.txt"
LIMIT = 256

NASTY = [
    "",
    " ",
    "\t\n\r",
    "Hello, World!",
    "naïve café résumé Ångström ÀÉÎÕÜ",
    "e\u0301 cafe\u0301 \u0301leading mark",
    "İstanbul ISTANBUL ıspanak ß ẞ ﬁ ﬂ",
    "ΣΊΣΥΦΟΣ Σ ΟΔΟΣ ος",
    "Привет, мир! Ёлка йод",
    "我喜欢北京。我不喜欢上海！",
    "日本語のテキスト カタカナ ｶﾀｶﾅ",
    "한국어 문장입니다",
    "mixed中文and英文text",
    "\U00020000\U0002a6d6\U0002b820\U0002b920\U0002f800豈",
    "שלום עולם مرحبا بالعالم \u200fRTL\u200e",
    "नमस्ते दुनिया ไทย தமிழ்",
    "👍🏽 👨‍👩‍👧‍👦 🇩🇪 ❤️ 1️⃣ 🏳️‍🌈",
    "a\u200db a\u200bb a\ufeffb a\u00adb",
    "nul\x00inside \x01\x02 bell\x07 esc\x1b[31m \x7f \x85 \x9f",
    "a\x0bb a\x0cc a\x1cd a\x1de",
    "\ufffd replacement \ufffe \uffff",
    "nbsp\u00a0em\u2003line\u2028para\u2029ideographic\u3000ogham\u1680narrow\u202f",
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "«quotes» “curly” ‘single’ …dots— dash–dash ¿que? ¡ya!",
    "≠ ≤ ∑ √ ∞ € £ ¥ ₿ § © ® ™ ½ ² ³ №",
    "https://example.org/a?b=c&d=e#f user@example.org #tag @name",
    "snake_case camelCase kebab-case path/to/file.py C:\\dir\\file",
    "1,234.56 2026-11-15T19:48:00Z +49 (30) 123-456",
    "don't won't it's o'clock rock'n'roll",
    "a" * 99,
    "a" * 100,
    "a" * 101,
    "é" * 100,
    "é" * 101,
    "中" * 101,
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "[CLS] and [SEP] and [MASK][PAD] in text, [unused1] [cls] [UNK]x",
    "## ##ing #hash [UNK",
    "word " * 300,
    "x" * 5000 + " after a long word",
    " " * 10_000 + "after a long gap",
    "wörd, " * 20_000,
    "中文" * 5000,
    "\u0378 unassigned \U000e0001 tag \ue000 private \U0010ffff",
    "ᭁ ꧀ \u061d \u166d \u1734 \U000111c9 \u2e5d",
]


@pytest.fixture(scope="module")
def ours() -> WordPiece:
    return WordPiece(VOCABULARY.read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def reference() -> BertWordPieceTokenizer:
    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(LIMIT)
    return tokenizer


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_nasty_text(ours: WordPiece, reference: BertWordPieceTokenizer, text: str) -> None:
    assert ours.encode(text, LIMIT) == reference.encode(text).ids


def test_every_character(ours: WordPiece, reference: BertWordPieceTokenizer) -> None:
    codes = [*range(0xD800), *range(0xE000, 0x40000), *range(0xE0000, 0xE1000), 0xF0000, 0x10FFFF]
    texts = [
        "".join(f"a{chr(code)}b " for code in codes[start : start + 40])
        for start in range(0, len(codes), 40)
    ]
    for text, expected in zip(texts, reference.encode_batch(texts), strict=True):
        assert ours.encode(text, LIMIT) == expected.ids


PARTS = [*"aéÅßΣİ中か한ب\u0301\u200d \n\x00.,'-#[]👍", "[SEP]", "##", "the", "un", "ing", "…"]
TEXTS = st.text(max_size=80) | st.lists(st.sampled_from(PARTS), max_size=60).map("".join)


@settings(max_examples=2500)
@given(text=TEXTS)
def test_any_text(ours: WordPiece, reference: BertWordPieceTokenizer, text: str) -> None:
    clean = text.encode("utf-8", "ignore").decode()
    assert ours.encode(clean, LIMIT) == reference.encode(clean).ids


def test_a_lone_surrogate_is_dropped(ours: WordPiece) -> None:
    assert ours.encode("a\ud800b", LIMIT) == ours.encode("ab", LIMIT)


def test_the_limit_counts_both_ends(ours: WordPiece) -> None:
    ids = ours.encode("word " * 50, 10)
    assert len(ids) == 10
    assert (ids[0], ids[-1]) == (101, 102)


def test_a_long_text_is_read_only_as_far_as_needed(ours: WordPiece) -> None:
    ours.encode("warm up", LIMIT)
    start = time.thread_time()  # of ours alone: others may keep the machine busy
    ours.encode("several words and a gap " * 1_000_000, LIMIT)
    assert time.thread_time() - start < 0.5


def test_caches_stay_bounded(ours: WordPiece) -> None:
    for number in range(120_000):
        ours.encode(f"w{number}", LIMIT)
    for code in range(0x10000, 0x10000 + 50_000):
        ours.encode(chr(code), LIMIT)
    assert len(ours._words) <= 50_000
    assert len(ours._characters) <= 20_000
