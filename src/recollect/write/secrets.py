"""Secrets in a text: keys of known providers, passwords, card and account numbers.

A kind is known by what cannot be mistaken: a prefix, a checksum, the word before it. Long numbers
and hashes alone are no secrets. What is found is never quoted. Where words are written without
spaces a secret may stand right behind one: only letters and digits of ASCII are taken for its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A secret: its kind, and where it stands."""

    kind: str
    start: int
    end: int


Check = Callable[[str], bool]


@dataclass(frozen=True)
class Kind:
    """One way to know a secret; the group `it`, where there is one, is what to hide."""

    kind: str
    pattern: re.Pattern[str]
    check: Check | None = None


def _luhn(text: str) -> bool:
    digits = [int(sign) for sign in text if sign.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


# Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay: their prefixes and lengths.
_NETWORKS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}|(?:6011|65\d\d|64[4-9]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}"
    r"|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}"
)


def _card(text: str) -> bool:
    digits = re.sub(r"\D", "", text)
    return bool(_NETWORKS.fullmatch(digits)) and _luhn(digits)


_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22,
    "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28,
    "IE": 22, "IL": 23, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27,
    "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "RS": 22, "SA": 24, "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29, "BR": 29,
}  # fmt: skip


_IBANS = "|".join(
    rf"{country}\d\d(?: ?[A-Z0-9]){{{length - 4}}}" for country, length in _IBAN_LENGTHS.items()
)


def _iban(text: str) -> bool:
    plain = text.replace(" ", "")
    return int("".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])) % 97 == 1


_EMPTY = re.compile(
    r"[*•x.#_-]+|[<\[{$%(].*|(?:your|my|the|an?|is|was|are|not|none|null|true|false|required"
    r"|optional|incorrect|wrong|invalid|reset|hidden|redacted|changed?|expired|protected|string|str"
    r"|and|or|to|for|must|should|can|at|in|field|manager)\b.*",
    re.IGNORECASE,
)


def _filled(text: str) -> bool:
    """Whether something stands there, and not a blank or the next word of a sentence."""
    return not _EMPTY.fullmatch(text)


def _odd(text: str) -> bool:
    """Whether it is no plain word: letters with digits or signs among them."""
    return _filled(text) and bool(re.search(r"\d|[^\w\s.,;:!?'\"-]", text)) and len(text) >= 6


def _mixed(text: str) -> bool:
    return bool(re.search(r"\d", text)) and bool(re.search(r"[A-Za-z]", text)) and _filled(text)


def _numbered(text: str) -> bool:
    """Whether it is the number of a document, which is digits for the most part."""
    return 2 * sum(sign.isdigit() for sign in text) > len(text)


def _kind(kind: str, source: str, check: Check | None = None, flags: int = 0) -> Kind:
    return Kind(kind, re.compile(source, flags), check)


_PASSWORD = (
    r"(?:password|passwd|passwort|kennwort|passphrase|passcode|pwd|pw|mot de passe|contrase(?:ñ|n)a"
    r"|senha"
    r"|parola|пароль|密码|パスワード|비밀번호)"
)

KINDS = (
    _kind(
        "private key",
        r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]|-(?!----END))*(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)?",
    ),
    _kind(
        "api key",
        r"(?<![A-Za-z0-9])(?:sk-(?:ant-|proj-|svcacct-|admin-|or-)?[A-Za-z0-9_-]{20,}"
        r"|(?:AKIA|ASIA)[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,}|glpat-[\w-]{20,}"
        r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}"
        r"|GOCSPX-[\w-]{20,}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}"
        r"|hf_[A-Za-z0-9]{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{40,}"
        r"|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{30,}|do[opr]_v1_[a-f0-9]{64}"
        r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|dapi[a-f0-9]{32}|lin_api_[A-Za-z0-9]{30,}"
        r"|ntn_[A-Za-z0-9]{30,}|hv[sb]\.[\w-]{24,}|\d{8,10}:AA[\w-]{33}|key-[0-9a-f]{32}"
        r"|sq0(?:atp|csp)-[\w-]{22,}|tvly-[A-Za-z0-9-]{20,}|pplx-[A-Za-z0-9]{40,})"
        r"(?![A-Za-z0-9])",
    ),
    _kind(
        "api key",
        r"(?<![A-Za-z0-9])(?:api[_ -]?key|secret[_ -]?(?:access[_ -]?)?key|access[_ -]?token"
        r"|auth[_ -]?token|client[_ -]?secret|account[_ -]?key|bearer)[\"']?"
        r"(?: is|\s*[:=：]|(?<=bearer))\s*[\"']?"
        r"(?P<it>[A-Za-z0-9_./+=-]{16,})",
        _mixed,
        re.IGNORECASE,
    ),
    _kind("token", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}", flags=re.ASCII),
    _kind(
        "password",
        rf"(?<![A-Za-z0-9]){_PASSWORD}[\"']?\s*[:=：]\s*[\"'“]?(?P<it>[^\s\"'”,;<。，、]{{4,128}})",
        _filled,
        re.IGNORECASE,
    ),
    _kind(
        "password",
        rf"(?<![A-Za-z0-9]){_PASSWORD}[^.:=\n]{{0,20}}?"
        r"(?: (?:is|ist|lautet|est|es|é|era|was) (?:now )?|是|は|는 |은 )[\"'“]?"
        r"(?P<it>[^\s\"'”,;。，、]{6,128}[^\s\"'”,;.!?。，、])",
        _odd,
        re.IGNORECASE,
    ),
    _kind("password", r"\b[a-z][a-z0-9+.-]*://[^\s:/@]*:(?P<it>[^\s@/]{3,})@[\w.-]", _filled),
    _kind(
        "card number",
        r"(?<![\w.-])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{4,5})"
        r"(?![\w-]|\.\d)",
        _card,
        re.ASCII,
    ),
    _kind("bank account", rf"(?<!\w)(?:{_IBANS})(?!\w)", _iban, re.ASCII),
    _kind(
        "social security number",
        r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])",
        flags=re.ASCII,
    ),
    _kind(
        "social security number",
        r"\b(?:ssn|social security(?: number| no\.?)?)(?: is)?[ :=#]{1,3}(?P<it>\d{9})(?![\w-])",
        flags=re.IGNORECASE,
    ),
    _kind(
        "id number",
        r"\b(?:passport|(?:driver'?s|driving) licen[cs]e|identity card|id card|national id)"
        r"(?: number| no\.?)?(?: is)?[ :=#]{1,3}(?!\d{4}-\d\d-)(?P<it>[A-Z0-9][A-Z0-9-]{5,15})"
        r"(?![\w-])",
        _numbered,
        re.IGNORECASE,
    ),
)

_OTHER = re.compile(
    r"\b(?:order|invoice|tracking|isbn|ean|gtin|imei|ref(?:erence)?|ticket|parcel|serial|case"
    r"|shipment|part|article)\b[^\d\n]{0,16}$",
    re.IGNORECASE,
)
"""What is before a number that says what else it is."""


def secrets(text: str) -> list[Found]:
    """Every secret in a text, in order, none within another."""
    found: list[Found] = []
    for one in sorted(_all(text), key=lambda one: (one.start, -one.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return found


def _all(text: str) -> Iterator[Found]:
    for kind in KINDS:
        for match in kind.pattern.finditer(text):
            group = "it" if "it" in kind.pattern.groupindex else 0
            start, end = match.span(group)
            if kind.check is not None and not kind.check(match[group]):
                continue
            if kind.kind == "card number" and _OTHER.search(text[max(0, start - 32) : start]):
                continue
            yield Found(kind.kind, start, end)


def redacted(text: str) -> str:
    """A text with a mark such as `[api key]` in the place of each secret."""
    for one in reversed(secrets(text)):
        text = f"{text[: one.start]}[{one.kind}]{text[one.end :]}"
    return text
