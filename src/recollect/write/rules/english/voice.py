"""Words of the first person in the third: "my dog" → "their dog", "I live" → "Dana lives"."""

from __future__ import annotations

import re

from ..given import GIVEN
from ..rule import People
from .names import nobody
from .pieces import FAMILY

_FIRST = {
    "i": "they", "i'm": "they're", "i am": "they are", "i was": "they were", "i've": "they've",
    "i'll": "they'll", "i'd": "they'd", "me": "them", "my": "their", "mine": "theirs",
    "myself": "themselves", "we": "they", "we're": "they're", "we've": "they've",
    "we'll": "they'll", "we'd": "they'd", "us": "them", "our": "their", "ours": "theirs",
    "ourselves": "themselves", "was i": "were they", "am i": "are they",
}  # fmt: skip
_SECOND = {
    "you": "{to}", "your": "{to}'s", "yours": "{to}'s", "you're": "{to} is",
    "you are": "{to} is", "you've": "{to} has", "you have": "{to} has", "you'll": "{to} will",
    "yourself": "itself",
}  # fmt: skip
_ME = re.compile(
    r"(?<![\w'])(?:" + "|".join(sorted(_FIRST, key=len, reverse=True)) + r")(?![\w'-])", re.I
)
_PARTS = ("Book ", "War ", "Part ", "Phase ", "Volume ", "Type ", "Act ", "Level ", "Stage ")
_QUOTED = re.compile(r"(\"[^\"]*\"|“[^”]*”)")
_YOU = re.compile(
    r"(?<![\w'])(?:" + "|".join(sorted(_SECOND, key=len, reverse=True)) + r")(?![\w'])", re.I
)

# Where the clause that a rule has found ends and the next begins.
_CUT = re.compile(
    r"\s*(?:;|[—–]| - |\.\.|…|\(|:\s|\[|[!?]\s)"
    r"|,? (?:so|but|though|although|however|because|since|(?<! a )while|whereas|plus|yet) "
    r"(?:I|we|it|that|they|he|she|you|my|this|there|what|any|can|could|do|if|maybe|a|the|not|I'm"
    r"|I've|I'd|I'll|it's|that's|let's|now|please|is|are|how|which|where|far|would|our|in|keep|bear"
    r"|remember|don't|avoid|no|nothing|use)\b"
    r"|,? and (?:I|we|it|that|he|she|they|you|this|there|I'm|I've|I'd|I'll|it's|we're|that's|she's"
    r"|he's|can|could|what|how|my|now|honestly|so|would|was|were|is|then|let's|need"
    r"|want|wanted|looking|see|wondering|wonder|figured|thought|think|hope|hoping"
    r"|try)\b"
    r"|,? but (?:live|work|study|at (?:work|home)|for work|hop(?:e|ing)|looking|trying|planning"
    r"|want(?:ing)?|thinking|considering|would)\b"
    r"|,? so (?:[\w-]+ ){1,2}(?:is|are|needs?|must|has to|have to)\b"
    r"|,? and the (?:[\w-]+ ){1,3}(?:is|are|won't|came|went|keeps?|broke|stopped|started|has"
    r"|died)\b"
    r"|,? (?:are|is|do|does|can|should|will) (?:we|I|they|he|she|it|you)\b"
    rf"|,? and our (?={FAMILY} [A-Z])"
    r"|, (?:from|starting|since|until|on|in|these) (?:[\w'-]+ ){1,2}(?:I|we)"
    r"(?:'(?:m|re|ve|ll)| am| are| have)\b"
    r"|, (?:now|today|currently|nowadays) (?:I|we)\b"
    r"|, (?:his|her|its|their) (?:\w+ )?\w+ (?:is|are|was|were)\b"
    r"|, and (?:its|his|her|their|our)\b"
    r"|, and the [\w ]{3,50}? (?:sounds?|looks?|seems?|will be)\b| with (?:her|his|their) "
    r"|,? as (?:I|we|it|they|you|there|that|this|he|she|it's|I'm|I've|they're)\b"
    r"|, (?:which|where|when|why|who|so|but|need|thanks|thank|please|any|can|could|do|does|what"
    r"|how|right|you know"
    r"|hopefully|especially|it's|it|that's|that|this|I|I'm|I've|we|my|they|he|she|there|not|just"
    r"|like|as|for example|even|though|if|is|are|would|actually|including|because|since|too|though|"
    r"no|yes|maybe|to be|you|haha|lol|perhaps|such|given|considering|at least|let's|in case|since"
    r"|unfortunately|after all|well|sorry|wait)\b"
    r"| not [A-Z][\w-]+$|, (?:the )?[a-z]+(?: one)? (?:has|gives|makes|keeps)\b|,? so \w+ing\b"
    r"|, (?:(?:always|never|really|just) )?(?:tastes?|smells?|feels|sounds|gives|makes|keeps|hurts"
    r"|helps|reminds|takes|gets|did|got|had|gave|kept|took|was|were|is|has)\b"
    r"|,? (?:if|unless|because|whenever) | (?:so that|in order "
    r"to|as well\b|though\b|haha|lol)",
)
_TAIL = re.compile(
    r"(?>(?:,? (?:too|as well|now|already|right now|these "
    r"days|anyway|lately|recently|for now|tbh|back then|then|immediately|sharp sharp"
    r"|though|actually|honestly|currently|at the moment|I think|I guess|I believe|of course"
    r"|for sure"
    r"|thanks|and|or|but|so|the|a|by the way|hands down|btw|fyi|lol|lmao|haha+|ngl|imo|rn|atm|tho)"
    r"|[\s,.!?:;\-–—*_])+)$",
    re.I,
)
# A group that begins so points at something said before, or says nothing.
_VAGUE = re.compile(
    r"(?:probably|maybe|perhaps|possibly|apparently|again|it|that|this|these|those|them|him|her|there|here|so|too|what|how"
    r"|why|which|ones?|another"
    r"|such|something|anything|nothing|everything|things|stuff|someone|same|more|much|both|either"
    r"|neither|other|others|and|or|but|if|you|his|their|the (?:same|one"
    r"|ones|idea|ideas|suggestions?|tips?|sound|way|look|following|above|concept|fact|thought|first"
    r"|second|third|other|others|former|latter|options?|plan|rest))(?![\w-])",
    re.I,
)
# "Five in the past three months": five of what?
_COUNTED = re.compile(
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|several|a few|some)"
    r"(?: (?:in|on|at|so|over|during|since|this|last|from|of|already|before|by)\b|$)",
    re.I,
)
# What was cut too short.
_BROKEN = re.compile(
    r"\b(?:few|was|were|is|are|has|have|been|so|of|to|the|an?|my|with|that)$", re.I
)
# "The liner last Sunday": only the two who talk know which.
_OPAQUE = re.compile(
    r"the [a-z][\w-]*(?: [a-z][\w-]*)?"
    r"(?: (?:last|yesterday|today|on|over|this|two|three|a few|a couple)\b.*)?$"
)
_ANAPHOR = re.compile(
    r"\b(?:(?:we|you)(?:'ve| have)? (?:discussed|talked about|mentioned|agreed on|outlined"
    r"|suggested|recommended)|weekends ago|mine|the event|the training|in mind|a new "
    r"outdoor|it|its|it's|them|these|those|there|here|him|he|she|they|ones"
    r"|everyone"
    r"|everything|for both|(?:over|up|out|off) "
    r"that|that$|(?:doing|trying|using|getting|making|having|watching) "
    r"that|(?:new|old|other|big|last|first"
    r"|good|great|that|this|the) one|both "
    r"of|(?:an?|another|my|our|the|new)(?: [\w-]+)? pair(?! of)"
    r"|(?:on|about|of|with|from|at|to|for|by) (?:her|his|their)|stuff|on the "
    r"(?:topic|subject)|such|(?:from|at|to|in|on|of|with|for|about) that|that "
    r"(?:way|time|day|place|thing))\b(?!-)"
    r"|\bher(?=$| (?:with|to|and|out|in|on|at|for|from|an?|the|some|as|again|by)\b)"
    r"|^(?!during)\w+ing (?:her|his|their|that)\b"
    r"|^(?:for |to )?(?:\w+ing (?:for |to )?)?another \w+$"
    r"|^(?:\w+ing )?(?:an?|my|our|the|another) [\w-]+ one\b(?!-| of)"
    r"|\bthis\b(?! (?:amazing|awesome|great|cool|really|one (?:\w+ )?\w+ "
    r"(?:on|in|at)|week|weekend|month|year|morning|afternoon|evening|summer|winter"
    r"|spring|fall"
    r"|autumn|coming|past|semester|quarter|season|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan"
    r"|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))",
    re.I,
)
_NOT_NAMES = frozenset(
    "i the a an my this that it he she they we you there here what who how when where why so and"
    " but or if then also just some any all no yes monday tuesday wednesday thursday friday"
    " saturday sunday january february march april may june july august september october november"
    " december god lord mom dad english french google".split()
)
_MINE = re.compile(r"(?:my|our) ", re.I)
_OF_MINE = re.compile(r"\b(?:my|our)\b")
_WITH_ME = re.compile(r"\b(?:me|us)\b")
_MYSELF = re.compile(
    r"(?:I|we)('m| am|'ve| have|'ll| will|'d|'re| are| was| can| don't| \w+)\b ?", re.I
)
_BE = {
    "'m": "is", " am": "is", "'re": "is", " are": "is", "'ve": "has", " have": "has",
    "'ll": "will", " will": "will", "'d": "would", " was": "was", " can": "can",
    " don't": "doesn't",
}  # fmt: skip
_PAST = re.compile(
    r"\w+ed$|(?:went|got|had|met|took|made|saw|ran|bought|sold|lost|won|gave|wrote|came|flew|led"
    r"|built|did|were|must|should|could|might|may|never|always|really|also|usually|only|just|left"
    r"|quit|put|told|said|thought|felt|kept|found|grew|began|broke|chose|spoke|won't|can't|didn't"
    r"|haven't|wasn't|currently|now)$"
)
_SMALL = ("past", "how", "part", "be", "time")  # words that need no change and may be vague
_WHOLE = (*_SMALL, "order")  # words that are not cut short
_PLEASE = re.compile(r",? please$", re.I)
_SIMPLE = {
    "chosen": "chose",
    "chosen to": "chose to",
    "taken": "took",
    "done": "did",
    "gone": "went",
} | {
    f"been {lost}": f"was {lost}"
    for lost in ("laid off", "fired", "let go", "sacked", "made redundant")
}
_ES = ("s", "sh", "ch", "x", "z", "o")
_ODD = {"have": "has", "do": "does", "go": "goes", "am": "is", "are": "is", "be": "is"}


def present(verb: str) -> str:
    """The verb after he, she or it: play → plays, try → tries."""
    verb = verb.lower()
    if verb in _ODD:
        return _ODD[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(_ES) else "s")


def trim(words: str) -> str:
    """A group without the clause that follows it, and without loose ends."""
    cut = _CUT.search(words)
    words = words[: cut.start()] if cut else words
    return _TAIL.sub("", words).strip()


def word(name: str, words: str, people: People, you: bool) -> str | None:
    """A group in the third person; None when it makes no sense alone."""
    words = _PLEASE.sub("", words.strip(" .!,")) if name in _WHOLE else trim(words)
    if name == "present":
        return present(words)
    if name == "clause":
        words = _led(words, people)
    if name == "exact":
        return words
    if name in _SMALL or not words:
        words = words[:1].lower() + words[1:] if name == "time" else _ME.sub(_they, words)
        words = _SIMPLE.get(words, words)
        return re.sub(r"^don't\b", "doesn't", words) if name == "how" else words
    if name in ("adverb", "relative", "kin"):
        return words.lower()
    if name == "given":
        return words if words.split()[0].lower() in GIVEN else None
    if name == "name" and ((first := words.split()[0]).lower() in _NOT_NAMES or nobody(first)):
        return None
    if (name == "what" and _OPAQUE.match(words)) or _BROKEN.search(words):
        return None
    if name == "what" and _COUNTED.match(words):
        return None
    if _VAGUE.match(words) or _ANAPHOR.search(words) or len(words.split()) > 40:
        return None
    if _YOU.search(words):
        if not you:
            return None
        words = _YOU.sub(lambda found: _SECOND[found[0].lower()].format(to=people.to), words)
    words = "".join(_shifted(part, people) for part in _QUOTED.split(words))
    return words[:1].lower() + words[1:] if name == "limit" else words


def _shifted(part: str, people: People) -> str:
    """The words in the third person; what is quoted, such as a title, stays."""
    if _QUOTED.fullmatch(part):
        return part
    if people.apart:
        part = _WITH_ME.sub(people.who_, _OF_MINE.sub(people.whose_, part))
    return _ME.sub(_they, part)


def _they(found: re.Match[str]) -> str:
    """They for I; but the US is not us, and "Book I" is a number."""
    said = found[0]
    if said == "I" and found.string.endswith(_PARTS, 0, found.start()):
        return said
    return said if said in ("US", "ME", "WE") else _FIRST[said.lower()]


def _led(clause: str, people: People) -> str:
    """A clause whose subject is the speaker, led by the speaker's name."""
    if found := _MINE.match(clause):
        return f"{people.whose} {clause[found.end() :]}"
    if found := _MYSELF.match(clause):
        verb, rest = _BE.get(found[1].lower(), found[1].strip()), clause[found.end() :]
        if found[1].lower() not in _BE and not _PAST.match(verb):
            verb = present(verb)
        return f"{people.who} {verb} {rest}"
    return clause
