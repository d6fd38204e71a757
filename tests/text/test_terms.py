"""What text becomes in an index."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.text import LONGEST, VERSION, clear_cache, query_terms, terms
from recollect.text.fold import fold
from recollect.text.function_words import FUNCTION_WORDS
from recollect.text.lists import IRREGULAR, STOP_WORDS
from recollect.text.stems import stem

# Surrogates too: st.text() leaves them out.
any_text = st.text(st.characters(exclude_categories=[]), max_size=200)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Case, width and accents.
        ("Rome ROME rome", "rome"),
        ("café CAFÉ cafe\u0301", "cafe"),
        ("ＡＢＣ １２３", "abc 123"),
        ("Łódź Ørsted Þór straße", "lodz orst thor strass"),
        ("λόγος ΛΌΓΟΣ", "λογ"),
        ("ёлка ЁЛКА елка", "елк"),
        ("ﬁne", "fine"),
        ("invis\u00adible zero\u200bwidth", "invis zerowidth"),
        # Stems.
        ("run runs running ran", "run"),
        ("went gone goes going", "go"),
        ("children child", "child"),
        ("bought buys", "buy"),
        # Apostrophes.
        ("Dana's Dana’s Dana", "dana"),
        ("it's it’s don't don’t I'll they've", ""),
        ("the parents' house", "parent hous"),
        ("O'Brien", "brien obrien"),
        ("five o'clock", "five clock oclock"),
        # Compounds: the parts, and the whole.
        ("e-mail email", "mail email"),
        ("wi-fi wifi", "wi fi wifi"),
        ("covid-19", "covid 19 covid19"),
        ("snake_case", "snake case snakecas"),
        ("node.js", "node js nodej"),
        ("v1.2.3", "v1 2 3 v1.2.3"),
        ("pi is 3.14", "pi 3 14 3.14"),
        ("at 10:30", "10 30 10:30"),
        ("2024-05-30", "2024 05 30 2024-05-30"),
        ("$1,000,000 or 50%", "1000000 50"),
        ("C++ and C# and C", "c++ c# c"),
        ("R&D in the U.S.", "rd us"),
        ("dana@example.com", "dana exampl com danaexamplecom"),
        ("https://www.example.com/a/page?q=1", "exampl com examplecom page q 1"),
        ("(hello), *world*!", "hello world"),
        ("well...maybe", "well mayb"),
        ("__init__", "init"),
        # Scripts whose marks spell the word.
        ("हिन्दी", "हिन्द"),
        ("สวัสดี", "สวั วัส สดี"),
        ("שָׁלוֹם שלום", "שלום"),
        # Nothing to index.
        ("", ""),
        (" \n\t", ""),
        ("?! ... -- '' \x00 🎉", ""),
    ],
)
def test_terms(text: str, expected: str) -> None:
    assert set(terms(text)) == set(expected.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("猫", "猫"),
        ("我的猫", "的猫 猫"),
        ("東京タワー", "東京 京タ タワ ワー 東 京"),
        ("ﾀﾜｰ", "タワ ワー"),
        ("がんばる", "がん んば ばる"),
        ("한국어", "한국 국어 한 국 어"),
        ("iPhone手机", "iphon 手机 手 机"),
        ("你好，世界", "你好 世界 好 世 界"),
    ],
)
def test_unspaced_scripts_give_pairs_and_single_characters(text: str, expected: str) -> None:
    assert set(terms(text)) == set(expected.split())


def test_decomposed_hangul_is_composed() -> None:
    assert terms("\u1112\u1161\u11ab\u1100\u116e\u11a8") == terms("한국")


def test_one_character_finds_a_longer_text() -> None:
    assert query_terms("猫").keys() <= terms("我养了一只猫和一条狗").keys()


def test_a_shared_pair_outweighs_its_characters() -> None:
    weights = query_terms("北京")
    assert weights["北京"] == 1.0
    assert weights["北"] + weights["京"] < weights["北京"]


def test_hiragana_tells_little() -> None:
    weights = query_terms("犬の名前は何ですか")
    assert weights["名前"] == 1.0
    assert weights["です"] < 1.0


def test_terms_are_counted() -> None:
    assert terms("A dog, two dogs and a cat.") == {"dog": 2, "two": 1, "cat": 1}


def test_a_query_word_counts_once() -> None:
    assert query_terms("dogs dog DOG cat") == {"dog": 1.0, "cat": 1.0}


@pytest.mark.parametrize(
    "text",
    [
        "what when where who whom whose which how why",
        "did does do is are was were have has had",
        "How many? What's this? Why don't you?",
        "的 了 吗",
    ],
)
def test_stop_words_are_never_indexed_nor_looked_for(text: str) -> None:
    assert terms(text) == {}
    assert query_terms(text) == {}


def test_words_that_are_also_names_are_kept() -> None:
    assert set(terms("Will met Don in May")) == {"will", "meet", "don", "may"}


def test_the_lists_are_in_the_form_the_words_arrive_in() -> None:
    for word in [*STOP_WORDS, *IRREGULAR, *IRREGULAR.values()]:
        assert re.fullmatch("[a-z]+", word) or word in FUNCTION_WORDS
    assert not STOP_WORDS & IRREGULAR.keys()
    assert not STOP_WORDS & set(IRREGULAR.values())


def test_function_words_of_other_languages_are_spelled_as_they_arrive() -> None:
    assert [word for word in FUNCTION_WORDS if fold(word) != word or terms(word)] == []


def test_what_is_an_english_word_too_is_kept() -> None:
    words = (
        "die mit uber als man war hat bin soy son hay era con la un est car pour plus ai come ci eu"
    )
    assert len(terms(words)) == len(words.split())


@pytest.mark.parametrize(
    ("said", "asked", "shared"),
    [
        ("Мою собаку зовут Шарик.", "Какая кличка у моей собаки?", "собак"),
        ("Моя сестра работает врачом.", "Кем работала моя сестра?", "работа сестр"),
        ("Ο σκύλος μου είναι ο Αζόρ.", "Ποιο είναι το όνομα του σκύλου μου;", "σκυλ"),
        ("ما هو اسم كلبي؟ ريكس.", "ما هو عمر الكلب؟", "كلب"),
        ("अगस्त में छुट्टी है, गोवा में।", "छुट्टियों में कहाँ जाना है?", "छुट्ट"),
        ("我和妹妹住在成都，这是什么？", "我住在哪里？", "住在 住"),
        ("어디에서 샀어, 자전거?", "자전거는 어디에서?", "자전 전거 자 전 거 디에 어 디 에 서"),
        ("Ich habe eine Wohnung in Bremen.", "Wo habe ich eine Wohnung?", "wohnung"),
        ("Tengo un perro que se llama Canelo.", "¿Qué perro tengo?", "perro"),
        ("Nous avons une maison.", "Qui sont ceux qui ont une maison avec nous ?", "maison"),
    ],
)
def test_forms_of_a_word_meet_and_words_that_ask_do_not(said: str, asked: str, shared: str) -> None:
    assert terms(said).keys() & query_terms(asked).keys() == set(shared.split())


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("it's", ""),
        ("-x", "x"),
        ("NEAR(cat dog)", "near cat dog"),
        ('"quoted phrase', "quot phrase"),
        ("col:x", "col colx"),
        ("*", ""),
        ("cat*", "cat"),
        ("cat\x00dog", "cat dog"),
        ("^cat AND NOT dog", "cat dog"),
        ("\ud800 cat \udfff", "cat"),
        ("'; DROP TABLE notes; --", "drop tabl note"),
        ("%_\\", ""),
    ],
)
def test_a_query_has_no_syntax(query: str, expected: str) -> None:
    assert set(query_terms(query)) == {stem(word) for word in expected.split()}


def test_stems_are_the_ones_this_version_was_built_with() -> None:
    """If this fails, the stemmer has changed: raise VERSION, so that indexes are rebuilt."""
    words = "internal generously universities happiness skies dying meeting evening interfering"
    stems = "internal generous universiti happi sky die meet evening interfer"
    assert VERSION == 3
    assert [stem(word) for word in words.split()] == stems.split()
    words = "собакои собаку русскии σκυλου σκυλοσ الكتاب كتابي किताबों किताबें שלום տանը"
    stems = "собак собак русск σκυλ σκυλ كتاب كتاب किताब किताब שלום տանը"
    assert [stem(word) for word in words.split()] == stems.split()


def test_a_long_word_is_cut() -> None:
    assert terms("x" * 1000) == {"x" * LONGEST: 1}
    assert query_terms("x" * 1000) == {"x" * LONGEST: 1.0}


def test_a_long_compound_keeps_its_parts_only() -> None:
    assert set(terms("-".join(["alpha", "beta"] * 20))) == {"alpha", "beta"}


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "word ",
        "a.",
        "1,000",
        "_",
        "'",
        "e\u0301\u0316",
        "é…",
        "猫狗",
        "ก\u0e49",
        "\u0301\u0316",
    ],
    ids=ascii,
)
def test_long_input_takes_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        text = "é5" * (not piece.isascii()) + piece * (size // len(piece)) + "5"
        start = time.thread_time()  # of ours alone: others may keep the machine busy
        terms(text)
        return time.thread_time() - start

    seconds(1000)
    # Eight times the text; quadratic would be sixty-four times the time.
    assert seconds(800_000) < 32 * seconds(100_000) + 0.1


@given(any_text)
def test_any_text_is_accepted(text: str) -> None:
    for found in (terms(text), query_terms(text)):
        for term in found:
            assert 0 < len(term) <= LONGEST
            assert not any(character.isspace() for character in term)
            term.encode()  # no lone surrogate reaches a store
    assert all(count > 0 for count in terms(text).values())
    assert all(0 < weight <= 1 for weight in query_terms(text).values())


@given(any_text)
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    assert query_terms(text).keys() <= terms(text).keys()
    for word in text.split():
        assert terms(word).keys() <= terms(text).keys()


@given(any_text)
def test_terms_do_not_depend_on_what_came_before(text: str) -> None:
    first = terms(text)
    assert terms(text) == first
    clear_cache()
    assert terms(text) == first


@given(st.text(max_size=8))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(st.characters(max_codepoint=0x17F), max_size=50))
def test_case_does_not_matter(text: str) -> None:
    assert terms(text.lower()) == terms(text)


def test_threads_share_nothing() -> None:
    words = [f"{first}{second}ing" for first in "bcdfglmnprst" for second in ("ump", "est", "and")]
    text = " ".join(words)
    expected = terms(text)
    wrong: list[dict[str, int]] = []

    def work() -> None:
        for _ in range(50):
            clear_cache()
            found = terms(text)
            if found != expected:
                wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_many_different_words_do_not_grow_the_cache_without_end() -> None:
    from recollect.text import analyze

    clear_cache()
    terms(" ".join(f"w{number}" for number in range(100_000)))
    assert 0 < len(analyze._seen) <= analyze._MOST_SEEN
    clear_cache()
    assert not analyze._seen


def test_importing_loads_no_stemmer() -> None:
    script = "import sys, recollect.text; sys.exit('Stemmer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
