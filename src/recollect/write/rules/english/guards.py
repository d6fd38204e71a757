"""What is not a plain statement of the speaker's own: questions, suppositions, drafts, roles."""

from __future__ import annotations

import re

from ..given import GIVEN
from .amends import meant
from .elided import whole
from .pieces import CIRCLE, FAMILY, PIECES
from .shown import SHOWN

_I = re.IGNORECASE

_TEXT = (
    r"(?:text|essay|paragraph|e-?mail|letter|sentences?|article|story|resume|résumé|cv|bio|draft"
    r"|message|post|abstract|statement|speech|answer|response|reply|prompt|caption|tweet|wording"
    r"|paper|report|poem|summary|profile|description|writing)"
)
# A message that asks for a text, gives one, or hands out a role: its "I" is not the writer.
_UNFIT = re.compile(
    r"\b(?:act as|pretend|role-?play(?:ing)?|you are (?:now |going to be )?(?:an?|my|the) "
    r"|imagine (?:that )?(?:you|I|we)|let's imagine|play (?:a|the) role"
    r"|i want you to (?:act|be|play|respond|reply|write|only)|you will (?:act|be playing|respond)"
    r"|(?:continue|rewrite|rephrase|paraphrase|proofread|translate|summari[sz]e|transcribe|edit"
    r"|correct|grammar|reword) (?:the |this|my |following|it\b|above|below)"
    rf"|improve (?:the|this|my)(?: [\w-]+){{0,3}}? {_TEXT}\b(?! skills?)|improve [\w ]{{2,30}}(?=:)"
    r"|(?:reply|respond|answer) (?:to )?(?:this|the following)(?: \w+)?(?=:)"
    r"|write (?:me |us )?(?:an?|the|some|\d+) |(?:generate|compose|draft) (?:me "
    r")?(?:an?|the|some|\d+) "
    r"|(?:short )?story (?:about|of|where)|in the (?:voice|style|character) of|screenplay|fan ?fic"
    r"|lyrics|once upon a time|the following (?:text|email|paragraph|essay|article|story|letter"
    r"|conversation|dialogue|code|sentence|passage|statement)"
    r"|of the article|the article must|call to action|target (?:search "
    r")?phrase|(?:the|in) character|character named|language "
    r"model|quest|dungeon|rpg|game master|first[- ]person|cover "
    r"letter|personal statement)\b"
    r"|^\s*(?:subject|from|to|re|title|scene|chapter|abstract) ?:"
    r"|^\s*(?:dear|hi|hello) (?:mr|mrs|ms|dr|sir|madam|hiring|professor|team|all|everyone|\[)\b"
    r"|^\s*(?:sincerely|(?:best|kind|warm) regards|yours (?:truly|faithfully)|regards|cheers),?\s*$"
    r"|\bhope this (?:email|message|letter) finds you\b",
    _I | re.MULTILINE,
)
# What takes back all that was said with it.
_IN_JEST = re.compile(
    r"\b(?:(?:just|only|i'm|i am) (?:kidding|joking)|said (?:no ?one|nobody)(?: ever)?"
    r"|j/k|(?-i:jk))(?![\w-])|(?<= )/s\s*$|^\W*yeah,? right\b",
    _I,
)
# Words that are somebody else's, or nobody's: to translate, an example, a boss's, a book's.
_FOREIGN = re.compile(
    r"^[^\w\n]{0,9}(?:please |now |(?:can|could) you (?:please )?)?(?:(?:translate|proofread"
    r"|rephrase|paraphrase|reword|rewrite|transcribe)\b"
    r"|(?:summari[sz]e|fix|correct|check|edit|improve|polish|shorten|grammar|spelling)"
    r" (?:this|these|the|my|any|all|it|following|grammar|spelling|errors|mistakes)\b"
    r"(?! out\b)[^.:!?\n]{0,60}:)"
    r"|^[^\w\n]{0,9}(?:for |an? |the |some |another )?"
    r"(?:sample|example|dummy|placeholder|template|test)"
    r"(?: (?:sentence|text|input|output|message|prompt|data|bio|answer|reply|paragraph|dialogue"
    r"|phrase|email)s?)?(?: \d+)? ?:"
    r"|^[^\w\n]{0,9}(?:my|our|his|her|their|the|your) (?:\w+ )?"
    rf"(?:{FAMILY}|{CIRCLE})(?: [A-Z]\w+)? ?: "
    r"[\"“']?(?:I|we|my|our)\b"
    r"|\bin (?:the|my|this|that|a|our) (?:\w+ )?(?:novel|book|film|movie|game|story|play|script"
    r"|poem|song|episode|series),? (?:my name|I am|I'm|I live|I work|I have|we live)\b"
    r"|\b(?:say|spell|pronounce|write|type) ['‘\"“](?:I|my|we)\b",
    _I | re.MULTILINE,
)
_SCRIPT = re.compile(r"^\s*[A-Z][\w .]{0,24}: \S", re.MULTILINE)
_LINES = re.compile(r"^\s*([A-Z]\w{1,15}): (?=(?:I|My|We|Our)\b)", re.MULTILINE)
_LABELS = re.compile(r"^\s*(?:Note|PS|Edit|Update|Name|Email|Also|Goal|Location|Budget)\b: ", re.M)

_ASK = (
    r"(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|may|might|have|has|what"
    r"|what's|how|how's|when|where|where's|who|who's|which|why|any|any "
    r"idea|anyone|isn't|aren't|don't"
    r"|doesn't|won't|got any|right|huh|correct|okay|ok|so what|so how|and what|and how|but what"
    r"|but how|please)\b"
)
_ASKS_FIRST = re.compile(
    rf"(?:[\w']+, )?(?:and |so |but |also |then |or |hey |hi |ok |okay |well "
    rf")?{_ASK}",
    _I,
)
_ASKS_LATER = re.compile(
    rf"(?:[,;:–—]| -) ?(?:and |so |but )?(?:also )?{_ASK}| (?:and|so|but) {_ASK}", _I
)
_TAG = re.compile(
    r", (?:right|correct|no|yes|huh|(?:is|are|was|were|do|does|did|has|have|had|can|will"
    r"|would)(?:n't)? (?:I|we|you|he|she|it|they))\?\W*$",
    _I,
)
# What makes a statement somebody else's, or a guess, when it is already said.
_DOUBT_LATER = re.compile(
    r",? (?:according to [^,]{2,40}"
    r"|or so [\w' ]{1,30} (?:says?|said|thinks?|claims?|tells? me|heard?)"
    r"|(?:he|she|they|people) (?:says?|said|claims?|claimed)|(?:from )?what I(?:'ve)? heard?"
    r"|I(?:'ve)? (?:hear|heard|think|guess|believe|suppose|assume)|apparently|supposedly"
    r"|allegedly|presumably|probably|maybe|perhaps|not sure"
    r"|in (?:the|my|a|that|this|last night's) (?:\w+ )?(?:dream|nightmare|novel|game|story|movie"
    r"|film|script|role-?play))$",
    _I,
)
LONGEST_DOUBT = 60
# What did not last.
_UNDONE = re.compile(
    r"\bbut (?:(?:then|I|we|have|later|soon|eventually) ){0,3}(?:changed (?:my|our) minds?"
    r"|(?:came|moved|went) back\b(?! to)|(?:dropped|cancell?ed|reversed) (?:it|that)"
    r"|(?:can't|don't|didn't|couldn't) any ?more)",
    _I,
)
_BACK_AGAIN = re.compile(
    r"\b[Mm]oved to [^.;]*(?:,|\bbut|\band)(?: then| now| I'm| I am| we're| we are)*"
    r"(?: went| came| moved)? back"
    rf" (?:home\b|(?:in|to) (?:[A-Z]|{PIECES['Known']}))"
)
_CLAUSE = re.compile(r"[,;] (?:and|but|so|which|though|although|because)\b", _I)
# What takes back the sentence before it.
_TAKES_BACK = re.compile(
    r"(?:(?:h+m+|oh|ok|okay|well|wait|no|ah|uh|um|actually|sorry)[,. ]+)*"
    r"(?:\(?not\W*$|(?:or )?maybe not|or (?:was|is|were|are|did|does) (?:it|that|he|she|they|I)\b"
    r"|on second thoughts?|(?:scratch|strike) that|not really"
    r"|(?:that|this|it)(?:'s| is| was) (?:not true|a lie|a joke)"
    r"|(?:I )?lied\b|I was (?:joking|kidding)|I take (?:that|it) back"
    r"|(?:(?:I'm )?not (?:really )?sure|I (?:don't|didn't) (?:really )?(?:mean (?:it|that)|know))"
    r"\W*$)",
    _I,
)
_SUPPOSE = re.compile(
    r"(?:what if|if |suppose|supposing|imagine|pretend|say (?:that )?I |let's say|assume|assuming"
    r"|unless|whether|hypothetically|e\.g|i wish|if only|had I|were I"
    r"|(?:(?:lol|oh|haha),? (?:sure|great|joy)|yay),? (?:because )?I (?:just|totally|absolutely"
    r"|simply) (?:love|adore|enjoy)\b"
    r"|for (?:the|my|our|this|an?) (?:\w+ )?(?:story|novel|game|campaign|script|skit|song|poem"
    r"|role-?play)\b[^,:]{0,20}[,:]"
    r"|just kidding|joking|as an? (?:ai|language model)|lol if|when I grow|in a world|in my dream"
    r"|dialogue|user:|assistant:|q:|a:|human:|prompt)",
    _I,
)
_DOUBT = re.compile(
    r"\b(?:if|whether|unless|as though|as "
    r"if|suppose|imagine|pretend|wish|hope|hoping|hypothetically"
    r"|would|could|should|might|may|maybe|perhaps|what|how|why|where|who|wonder|wondering"
    r"|not sure|unsure|don't know|don't think|never|"
    r"(?:was|were|reads?|goes)(?=:)|feels? like|felt like|seems? like|sounds? like|looks? like"
    r"|until|till|before|once"
    r"|said|says|saying|tells?|told|thinks?|thought|asked|asks|claims?|believes?"
    r"|heard|read that|joke|joking|according to|(?:as|so) long as|as soon as|in case"
    r"|wrote|writes|texted|replied|answered|insists?|swears|reckons?|assumes?"
    r"|by then|in (?:an?|\d+|two|three|four|five|six|ten|twenty|a few|some) (?:years?|months?)"
    r"|in (?:the|this|that|my|an?) (?:\w+ )?(?:novel|book|film|movie|story|play|script|poem|dream)"
    r"(?=,| (?-i:[A-Z]))"
    r"|in (?:the sims|skyrim|minecraft|gta|stardew valley|animal crossing|world of warcraft"
    r"|second life|roblox|fallout|elden ring|baldur's gate)\b"
    r"|(?:line|lyrics?|caption|bio|headline|tagline|slogan|motto|message|text|e-?mail|letter|post"
    r"|tweet|comment|review|quote|sign|poster|ad|answer|reply)\b[^:]{0,40}(?=:)"
    r"|(?:he|she|they|everyone|everybody) (?:goes?|went|(?:is|was|were) (?:all )?like)(?=[,:])"
    r"|(?:he|she|they)(?:'s|'re) (?:all )?like(?=[,:])"
    r"|mention that|say that|saying that|e\.g|something like|such as|dream(?:s|ed|t|ing)?|"
    r"the user|as an? user|customers?|character|suggest|recommend|recipe|song|quote|titled?)\b",
    _I,
)
_OPEN = re.compile(
    r"(?:^|[,;:.!()–—*…-]|^since (?:last |early |late )?\w+(?: \d{4})?"
    r"|\b(?:glad|happy|proud|relieved|grateful|thankful|reali[sz]ed|noticed|remember"
    r"|remembered|mentioned|mention|considering|given|fact|see|note|forget|mind)(?: that)?|\bnow "
    r"that|\b(?:and|but|so|because|since|as|while|though|although|cause|plus|yet"
    r"|then|also|well|yes|yeah|now|anyway|actually|honestly|btw|fyi|ok|okay|oh|hi"
    r"|hello|today|yesterday))\s*$",
    _I,
)
_SCOPE = re.compile(
    r"(?:^|[,;] )(?:but |and |so |also )?((?:when it comes to|for|in terms of|regarding|with"
    r" regards? to|at|on|in|during) (?!now\b|me\b|fact|least|instance|example|general|the moment"
    r"|the record|future reference"
    r"|the other|the meantime|top of|my opinion|first|addition|case|any case|order|the end|terms of"
    r"|that|this|sure|starters|once|all|particular|short|summary|those|these|it\b)[^,]{2,60}), $",
    _I,
)
_AS_SAID = re.compile(r"\b(?:as|like) I (?:said|mentioned|told you)\b", _I)


def unfit(text: str) -> bool:
    """Whether a message is a draft, a role, a joke, or a pasted text rather than talk."""
    if any(found.search(text) for found in (_UNFIT, _FOREIGN, SHOWN, _IN_JEST)):
        return True
    if ": " not in text:
        return False
    speakers = set(_LINES.findall(text))
    if len(speakers) > 1 or any(name.lower() in GIVEN for name in speakers):
        return True
    if "\n" in text:
        return len(_SCRIPT.findall(text)) - len(_LABELS.findall(text)) >= 3
    return False


def statement(sentence: str) -> str:
    """The part of a sentence that states something; "" when it only asks or supposes."""
    if _SUPPOSE.match(sentence):
        return ""
    if sentence.rstrip("\"')* ").endswith("?"):
        if _ASKS_FIRST.match(sentence) or _TAG.search(sentence):
            return ""
        cut = _ASKS_LATER.search(sentence)
        sentence = sentence[: cut.start()] if cut else ""
    return _sure(whole(meant(sentence)))


def _sure(said: str) -> str:
    """Without the clause that its end makes a guess, or another's word; "" if all is undone."""
    bare = said.rstrip("\"')*.!? ")
    if bare.endswith(", not") or ("but " in said and _UNDONE.search(said)):
        return ""
    if " back " in said and _BACK_AGAIN.search(said):
        return ""
    if not _DOUBT_LATER.search(bare, max(0, len(bare) - LONGEST_DOUBT)):
        return said
    clauses = list(_CLAUSE.finditer(said))
    return said[: clauses[-1].start()] if clauses else ""


def takes_back(sentence: str) -> bool:
    """Whether a sentence says that the one before it is not meant."""
    return _TAKES_BACK.match(sentence) is not None


def free(before: str, inside: bool) -> bool:
    """Whether the words before a match leave it a plain statement of the speaker's own.

    A bare noun before "I" makes a relative clause ("the tour I took"), whose object is elsewhere.
    """
    if not inside and not _OPEN.search(before):
        return False
    return _DOUBT.search(_AS_SAID.sub("", before)) is None


def scope(before: str) -> str:
    """What a statement is limited to by the words before it: "For the API, I prefer …"."""
    found = _SCOPE.search(before)
    return found[1] if found else ""
