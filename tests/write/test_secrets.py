"""Secrets are found by what cannot be mistaken. Every key here is made up as the test runs."""

import json
import random
import string
from pathlib import Path

import pytest

from recollect import ConfigError, Memory, Message
from recollect.errors import SecretFound
from recollect.write.secrets import redacted, secrets

DICE = random.Random(20261116)
LETTERS = string.ascii_letters + string.digits


def made(count: int, of: str = LETTERS) -> str:
    """Some characters, with at least one digit and one letter."""
    rest = "".join(DICE.choice(of) for _ in range(count - 2))
    return rest + DICE.choice([c for c in of if c.isdigit()] or of) + DICE.choice(of)


def luhn(start: str, length: int) -> str:
    """A number of a card that nobody has: random, but for its prefix and its check digit."""
    body = start + "".join(DICE.choice("0123456789") for _ in range(length - len(start) - 1))
    total = sum(
        int(digit) if place % 2 else sum(divmod(2 * int(digit), 10))
        for place, digit in enumerate(reversed(body))
    )
    return body + str(-total % 10)


def iban(country: str, body: str) -> str:
    number = int("".join(str(int(sign, 36)) for sign in body + country + "00"))
    return f"{country}{98 - number % 97:02d}{body}"


HEX = "0123456789abcdef"
KEYS = [
    "sk-" + made(48),
    "sk-proj-" + made(60),
    "sk-ant-api03-" + made(80),
    "AKIA" + made(16, string.ascii_uppercase + string.digits),
    "ghp_" + made(36),
    "github_pat_" + made(60),
    "glpat-" + made(20),
    "xoxb-" + made(11, string.digits) + "-" + made(24),
    "AIza" + made(35),
    "sk_live_" + made(24),
    "rk_test_" + made(24),
    "hf_" + made(34),
    "SG." + made(22) + "." + made(43),
    "npm_" + made(36),
    "gsk_" + made(52),
    "dapi" + made(32, HEX),
    "hvs." + made(40),
]
JWT = f"eyJ{made(30)}.eyJ{made(60)}.{made(43)}"
PEM = (
    "-----BEGIN RSA PRIVATE KEY-----\n"
    + "\n".join(made(64) for _ in range(5))
    + "\n-----END RSA PRIVATE KEY-----"
)
SPACED = " ".join(luhn("4", 16)[place : place + 4] for place in range(0, 16, 4))


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key[:6])
def test_keys_of_known_providers(key):
    for text in (key, f"my key is {key}, keep it", f'KEY="{key}"', f"({key})."):
        (found,) = secrets(text)
        assert found.kind == "api key"
        assert text[found.start : found.end] == key
        assert key not in redacted(text)


@pytest.mark.parametrize(
    ("kind", "text", "secret"),
    [
        ("token", f"Authorization: {JWT}", JWT),
        ("private key", f"the file:\n{PEM}\nend", PEM),
        ("password", "password: Tr0ub4dor&3", "Tr0ub4dor&3"),
        ("password", "PASSWORD=hunter2", "hunter2"),
        ("password", '{"password": "hunter2", "user": "dana"}', "hunter2"),
        ("password", "My wifi password is blue42!fish.", "blue42!fish"),
        ("password", "Das Passwort ist Regen7bogen", "Regen7bogen"),
        ("password", "密码：abcd1234", "abcd1234"),
        ("password", "postgres://dana:s3cr3t-pw@db.example:5432/app", "s3cr3t-pw"),
        ("api key", f"api_key = {(key := made(32))}", key),
        ("api key", f"aws secret access key: {(other := made(40))}", other),
        ("card number", f"card {(card := luhn('4', 16))} thanks", card),
        ("card number", f"card {SPACED}", SPACED),
        ("card number", "card 4111 1111 1111 1111, valid", "4111 1111 1111 1111"),
        ("card number", f"amex {(amex := luhn('37', 15))}", amex),
        ("card number", f"mc {(master := luhn('5412', 16))}.", master),
        ("bank account", f"IBAN {(de := iban('DE', made(18, string.digits)))}", de),
        ("bank account", f"to {(nl := iban('NL', 'ABNA' + made(10, string.digits)))}", nl),
        ("social security number", "SSN 219-09-9999", "219-09-9999"),
        ("social security number", "my SSN is 219099999, ok", "219099999"),
        ("id number", "my passport number is 533401234.", "533401234"),
        ("id number", "Driver's licence: D1234-5678", "D1234-5678"),
        ("api key", f"AWS_SECRET_ACCESS_KEY={(env := made(40))}", env),
        ("api key", f"MY_API_KEY={(set_ := made(24))}", set_),
        ("password", "Das Passwort lautet Regen7bogen", "Regen7bogen"),
        ("password", "gmail pw: hunter2x", "hunter2x"),
    ],
)
def test_other_secrets(kind, text, secret):
    (found,) = secrets(text)
    assert (found.kind, text[found.start : found.end]) == (kind, secret)
    assert redacted(text) == text.replace(secret, f"[{kind}]")


SENTENCES = (
    "{}", "My key is {}, please keep it.", "use `{}` for it", "export KEY='{}'", "\n{}\n",
    "I lost it, it was {} I think", "Mein Schlüssel lautet {}.", "Ma clé : {} !", "я думаю, {}?",
    "我的密钥是{}。", "これは{}です", "제 키는 {}입니다", "curl -H 'Authorization: Bearer {}' it",
)  # fmt: skip
PASSWORDS = (
    "password: {}", "My wifi password is {}.", "Das Passwort ist {}", "mot de passe : {}",
    "contraseña: {}", "PWD={}", "пароль: {}", "我的密码：{}", "我的密码是{}。",
    "Wi-Fiのパスワードは{}です", "제 비밀번호는 {}", "redis://:{}@cache.example:6379",
)  # fmt: skip


def seeded() -> tuple[str, str]:
    """A secret that nobody has, and a sentence with it."""
    digits = string.digits
    keys = (
        lambda: "sk-" + made(48), lambda: "sk-ant-api03-" + made(80),
        lambda: "ghp_" + made(36), lambda: "AIza" + made(35), lambda: "hf_" + made(34),
        lambda: f"eyJ{made(30)}.eyJ{made(60)}.{made(43)}",
        lambda: luhn("4", 16), lambda: luhn("37", 15), lambda: luhn("5412", 16),
        lambda: iban("DE", made(18, digits)), lambda: iban("BE", made(12, digits)),
        lambda: iban("GB", "NWBK" + made(14, digits)),
    )  # fmt: skip
    if DICE.random() < 0.3:
        secret = made(DICE.randrange(6, 14)) + DICE.choice("!?#") + "z"
        return secret, DICE.choice(PASSWORDS).format(secret)
    secret = DICE.choice(keys)()
    return secret, DICE.choice(SENTENCES).format(secret)


def test_five_hundred_seeded_ones():
    """In many languages, also in those that put no space before and behind it."""
    told = [text for secret, text in (seeded() for _ in range(500)) if secret in redacted(text)]
    assert told == []


@pytest.mark.parametrize(
    "text",
    [
        "id 0199f5b2-6c3e-7d2a-9b41-5f0c2a7e8d31",
        "sha256 " + made(64, HEX),
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "order 4111 1111 1111 1111",
        f"tracking number {luhn('4', 16)}",
        "call +1 555 123 4567 or 030 1234567",
        "555-123-4567",
        "ISBN 978-3-16-148410-0",
        "IMEI 490154203237518",
        "4111111111111112",
        "0000 0000 0000 0000",
        "on 2026-11-16 at 12:30:45.123456",
        "timestamp 1700000000000000",
        "DE00 1234 5678 9012 3456 78",
        "Forgot your password? Reset it here.",
        "password: ********",
        "password: <your password>",
        "password=$DB_PASSWORD",
        "The password is required.",
        "The password is incorrect",
        "a password manager is a good idea",
        "https://example.com:8080/path@home",
        "sk-learn and sk-image are libraries",
        "the api key is required for this call",
        "API key: see the dashboard",
        "000-12-3456 and 219-09-99999",
        "密码是必需的",
        "パスワードは必須です。",
        "eyJhbGciOi is how they begin",
        "my passport expires in 2030",
        "passport 2024-05-01",
        "my passport is blue and my driving licence is pink",
        "the passport office opened in 1998",
        "the power was 40 kpw: more than 1000",
    ],
)
def test_what_is_no_secret(text):
    assert secrets(text) == []


def test_harmless_words_hold_none():
    """Of every kind and language that the tests of trust have."""
    files = sorted(Path(__file__).parent.glob("corpora/*/harmless.txt"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert len(lines) > 400
    assert [line for line in lines if secrets(line)] == []


def test_kept_by_default():
    key = KEYS[0]
    with Memory("memory://", embedder=None) as memory:
        (message,) = memory.add(f"my key is {key}", user_id="dana")
        assert key in memory.get(message.id).text


def test_redacted_before_anything_is_written(tmp_path):
    path, key, seen = tmp_path / "agent.db", KEYS[0], []

    def embed(texts):
        seen.extend(texts)
        return [[1.0, 2.0]] * len(texts)

    embed.id = "spy"
    with Memory(f"sqlite:///{path}", embedder=embed, secrets="redact") as memory:
        chat = {"role": "user", "content": f"key {key}", "metadata": {"env": {"KEY": key}}}
        (message,) = memory.add(chat, user_id="dana")
        assert message.content == "key [api key]"
        assert message.metadata == {"env": {"KEY": "[api key]"}}
        note = memory.set("wifi.password", "hunter2", user_id="dana")
        assert (note.text, note.value) == ("wifi.password: [password]", "[password]")
        note = memory.update(note.id, text=f"it is {key}", user_id="dana")
        assert note.text == "it is [api key]"
        memory.import_from(exported(tmp_path, f"my key: {key}"))
        assert [m.text for m in memory.messages(user_id="kim")] == ["my key: [api key]"]
    assert not any(key in text or "hunter2" in text for text in seen)
    for file in tmp_path.glob("agent.db*"):
        assert key.encode() not in file.read_bytes()
        assert b"hunter2" not in file.read_bytes()


def exported(folder, text):
    path = folder / "from.jsonl"
    with Memory("memory://", embedder=None) as other:
        other.add(["Hello there.", text][1:], user_id="kim")
        other.export_to(path)
    return path


def test_refused_with_kind_and_place_and_never_the_secret(tmp_path):
    key = KEYS[0]
    with Memory("memory://", embedder=None, secrets="refuse") as memory:
        with pytest.raises(SecretFound, match=r"content .*\(api key\) at position 4") as caught:
            memory.add(["fine", f"key {key}"], user_id="dana")
        assert key not in str(caught.value)
        with pytest.raises(SecretFound, match=r"metadata .*\(password\)"):
            memory.add(Message("hello", metadata={"password": "hunter2"}), user_id="dana")
        with pytest.raises(SecretFound):
            memory.set("login", {"password": "hunter2"}, user_id="dana")
        with pytest.raises(SecretFound, match="line 2"):
            memory.import_from(exported(tmp_path, f"my key: {key}"))
        assert memory.stats().messages == memory.stats().notes == 0
        memory.add("nothing to hide", user_id="dana")


def test_a_policy_has_a_name():
    with pytest.raises(ConfigError, match="keep, redact, refuse"):
        Memory("memory://", embedder=None, secrets="maybe")


def test_every_other_string_is_left_alone():
    words = json.dumps({"order": "A-17", "notes": ["two teas", "one rice"], "total": 12.5})
    assert redacted(words) == words


KEY = "sk-proj-" + "a1B2c3D4" * 6


def test_a_relation_is_read_before_its_key_is_made_of_it() -> None:
    with Memory("memory://", embedder=None, secrets="refuse") as memory:
        for names in (("Dana", "HAS_KEY", KEY), (KEY, "KEY_OF", "Dana")):
            with pytest.raises(SecretFound):
                memory.relate(*names, user_id="dana")
        with pytest.raises(SecretFound):
            memory.relate("Dana", "KNOWS", "Kim", user_id="dana", metadata={"key": KEY})
        with pytest.raises(SecretFound):
            memory.same("Dana", KEY, user_id="dana")
        assert memory.stats().notes == 0


def test_what_is_left_of_a_redacted_relation_can_be_ended() -> None:
    with Memory("memory://", embedder=None, secrets="redact") as memory:
        note = memory.relate("Dana", "HAS_PASSWORD", "blue42!fish", user_id="dana")
        assert note.object == "[password]"
        assert "blue42" not in repr(note)
        memory.unrelate("Dana", "HAS_PASSWORD", "blue42!fish", user_id="dana")
        assert memory.related("Dana", user_id="dana") == []
