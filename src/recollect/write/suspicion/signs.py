"""Attacks in words of their own: signs that mean little alone and much together.

A machine is named, it is told to do something, and what it is told is not what a text tells its
readers: to keep silent, to shape an answer, to pass secrets on, to drop rules, to skip consent.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set

from .cues import NEAR
from .said import Said
from .sign import TIED, Sign

WINDOW = 280
"""Characters in which signs stand together."""
MOST = 64
"""Signs that are read in one window; more would be a text of nothing else."""


SIGNS = (
    Sign(
        "machine",
        r"ais?|llms?|language models?|assistants?|assistant_\w+|chatbots?"
        r"|chatgpt|gpt-?\d?|claude|gemini|copilot|ai[- ](?:\w+ )?(?:agents?|models?|systems?"
        r"|tools?)"
        r"|machine (?:reading|summari[sz]ing|processing)\b|(?:model|agent|bot)s? (?:must|should"
        r"|has to|have to|shall|is allowed|is authori[sz]ed|is required)"
        r"|(?:dear|hey|to the|for the|for|to|by the|attention,?|congratulations,?) (?:models?"
        r"|agents?|bots)[:,!]"
        r"|, (?:model|agent)[:,]|(?:models|bots|agents) (?:reading|ingesting|parsing|processing"
        r"|crawling)"
        r"|neural networks?|(?:automat(?:ed|ic)|virtual|digital|robotic|artificial) (?:agents?"
        r"|readers?"
        r"|systems?|reviewers?|graders?|helpers?|screeners?)|the agent may|machine readers?"
        r"|(?:agents|bots|models|robots|crawlers|copilots) (?:working|preparing|answering|browsing"
        r"|indexing|visiting|summari[sz]ing|that read|using this)|(?:shopping|coding|browsing"
        r"|browser|triage|support|code) (?:agents?|bots?)|ai crawlers?|crawler, |summari[sz]ers?"
        r"|(?:dear|hey|to|for|the|this|that|whichever|any|which) (?:bot|robot|crawler|machine)\b"
        r"(?: that| who| handles| on the| reading|[:,])|to the model|the model (?:complies|reading"
        r"|only|is to|obeys|follows)|x-agent\S*"
        + TIED
        + r"|llm_\w+|todo\(ai\)|language tools?|the one (?:condensing|summari[sz]ing|reading"
        r"|processing|answering|translating)|if it is a machine|for (?:agents|models|machines)\b",
        0.4,
        ("the AI reads this", "any assistant may", "the model must wait"),
        ("a model railway", "an agent of the bank", "as an AI, I cannot"),
        frozenset(
            "ai ais llm llms assistant assistants chatbot chatbots chatgpt gpt claude gemini "
            "copilot "
            "model models agent agents bot bots machine machines neural automated automatic "
            "virtual digital robotic artificial robots robot crawlers crawler copilots "
            "assistant_instructions summarizer summariser summarizers summarisers tool tools "
            "condensing summarising summarizing processing next_action_for_agent hint_to_model "
            "note_to_model llm_instructions instructions_for_agent".split()
        ),
    ),
    Sign(
        "yours",
        r"your (?:\w+ )?(?:rules|guidelines|instructions|operators?|developers?|creators?"
        r"|system (?:prompt|message)|prompts?|context(?: window)?|programming|principals?|polic(?:y"
        r"|ies)|constraints|restrictions|memory|directives?|guardrails|trust in)|(?:rules"
        r"|guidelines"
        r"|instructions) you (?:operate|work|were|follow|run|have)|asks? you (?:for|about|to|how"
        r"|what|which|where)|when(?:ever)? (?:you are |you're )?asked|the system prompt|when "
        r"summari[sz]ing"
        r"|before (?:you )?(?:respond|answer|reply)(?:ing)?|(?:person|people|user) you (?:talk"
        r"|speak|chat)"
        r"|(?:what(?:ever)?|anything) you (?:are|were) (?:told|asked)|as if the user|you are "
        r"(?:now )?(?:an? )?\w+[,;:]|you have no|you (?:can )?never refuse"
        r"|answer everything|(?:text|page|line) you are reading|every link you|links? you give"
        r"|your (?:job|next (?:repl(?:y|ies)|mail|answer)|repl(?:y|ies) (?:must|should|has to)"
        r"|reply"
        r"|answers|configuration|settings|tool settings|makers?|secrets|hidden|own idea|notes about"
        r"|real|environment|obligations)|(?:what|anything|whatever|rules|task|tasks) you (?:were"
        r"|are"
        r"|have been) (?:given|forbidden|instructed)|reminder to yourself"
        r"|notes? to (?:future )?self"
        r"|whoever you talk to|you are (?:helping|talking to|speaking to)|consider yourself"
        r"|(?:reply|answer|summary)(?: of this \w+)? (?:has|must|should|would"
        r"|is) (?:to )?(?:carry|end|close|contain"
        r"|include|start|begin|say)|upgraded to assistant|drafting the reply|every answer"
        r"|each answer|of any summary|you (?:talk|speak|chat) to|you'?d paste|your instructions",
        0.4,
        ("your guidelines end here", "when asked about it"),
        ("your house", "your recipe"),
        frozenset(
            "rules guidelines instructions operator operators developer developers creator "
            "creators prompt prompts context programming principal principals policy policies "
            "constraints restrictions memory directive directives guardrails trust message ask "
            "asks asked summarising summarizing before person people typed as have never answer "
            "reading link links you told job next reply replies answers configuration settings "
            "makers maker secrets yourself self helping talking summary obligations environment "
            "answer real hidden own notes each every".split()
        ),
    ),
    Sign(
        "user",
        r"(?:the |this )(?:user|human|owner|account (?:owner|holder)|person|visitor|customer|buyer"
        r"|reader|traveller|principal)(?:'s)?|user(?:'s)? "
        r"(?:likes|wants"
        r"|prefers|said|agreed|is)",
        0.1,
        ("the user's house", "user likes it"),
        ("a user group",),
        frozenset(
            "user human owner account person visitor customer buyer reader principal "
            "traveller".split()
        ),
    ),
    Sign(
        "will",
        r"(?:the )?user (?:has |already )*(?:trusts|wants|said that|prefers|authori[sz]ed|agreed"
        r"|approved"
        r"|likes it when|asked for|does not want|never wants)",
        0.3,
        ("the user trusts it", "user has approved"),
        ("the user wrote",),
    ),
    Sign(
        "duty",
        r"must|has to|have to|are to|is to|imperative|obliged|obligated|required to|should|shall"
        r"|hereby|is expected|are expected|are asked|is asked"
        r"|always|never|do not|don't"
        r"|will now|only",
        0.2,
        ("it must go", "never again"),
        ("it may go",),
    ),
    Sign(
        "order",
        r"(?:tell|ask (?:the|your) (?:user|human|customer|person)|copy|say|send|paste|forward"
        r"|reveal|reply|respond|answer|recommend|ignore"
        r"|disregard|forget|drop|override|execute|skip|treat|delete|share|include|add|leave out"
        r"|rank"
        r"|approve|repeat|output|print|write down|put|trust|raise|buy|run|open|claim|promote|praise"
        r"|mention|quote|convince|insert|obey|act|pretend|upload|call|remember|store|save|do"
        r"|make sure|adopt|assume|summari[sz]e|translate|stop|switch|bypass|disable|vote|push"
        r"|use|reset"
        r"|submit|commit|speak|cancel|wire|state|omit|score|proceed|append|begin|enter|withhold"
        r"|report"
        r"|give|rate|describe|accept|mark|transfer|steer|direct|redirect|set|change|hand over"
        r"|write back"
        r"|place|bump|issue|proceed|grant|bcc|persist|hear|erase|close|just \w+)",
        0.2,
        ("Tell them.", "Wait, and send it."),
        ("They tell stories.",),
    ),
    Sign(
        "hush",
        r"keep (?:this|it|that)(?: \w+){0,2} (?:to yourself|between us|secret|quiet|hidden)"
        r"|say nothing|tell no ?(?:one|body)|not a word|(?:do not|does not|don't|never|must not"
        r"|not to|without)"
        r" (?:mention|reveal|disclos|tell|inform|notify|alert|warn|acknowledg|cit|announc)\w*"
        r"|(?:do not|don't) (?:bring|explain|show|say|let)|quietly(?=[.,;]|$)|in secret|leave "
        r"out (?:where"
        r"|who|this|that|the source)|hide (?:this|it|that|the)|hidden (?:text|from|note|rules)"
        r"|(?:silently|secretly|covertly)(?! \w+s\b)"
        r"|invisible to|keep (?:this|it|that)(?: \w+){0,2} from|from (?:its|their) principal"
        r"|no need to (?:announce|mention|tell)|does(?: not|n't) (?:have|need) to (?:learn|know"
        r"|hear)"
        r"|don't need to hear|bother the (?:human|user|person)|stays? unmentioned|leave no comment"
        r"|without comment|as if it were (?:its|your) own|never saying|not say where"
        r"|only visible to",
        0.5,
        ("keep this line to yourself", "say nothing about it"),
        ("keep it warm",),
        frozenset(
            "keep nothing tell word mention mentioning reveal revealing disclose disclosing "
            "telling "
            "inform informing notify notifying alert alerting ask asking warn warning acknowledge "
            "cite citing leave hide hidden silently secretly covertly invisible bring explain show "
            "quietly secret say let announce need needs bother unmentioned learn know hear comment "
            "saying visible principal".split()
        ),
    ),
    Sign(
        "unasked",
        r"without (?:user |the user's |any |further |prior |their |asking|waiting)*(?:confirmation"
        r"|asking|verification|permission|approval|consent|telling|notice|review|question)s?"
        r"|skip (?:all |any |the )?(?:confirmations?|verifications?|checks|approvals?|reviews?)"
        r"|no need to (?:ask|confirm|check)|already (?:agreed|approved|confirmed)"
        r"|no (?:longer needs? )?(?:confirmations?|approval|questions asked)|auto-?approve\w*"
        r"|pre-?approved|no matter (?:what|who asks)|regardless of what|stop asking"
        r"|without (?:prompting"
        r"|a second"
        r" look|further questions)|no (?:more )?(?:questions|human) needs?|no human"
        r"|standing consent"
        r"|(?:ticket|review) not required|has (?:waived|agreed|approved)|have waived"
        r"|approved this|nothing left to ask|said yes to everything|skip the review",
        0.4,
        ("without further confirmation", "skip all checks"),
        ("without sugar",),
    ),
    Sign(
        "shape",
        r"(?:your|each|every|the final) (?:\w+ )?(?:summar(?:y|ies)|answers?|repl(?:y|ies)"
        r"|responses?"
        r"|outputs?|recommendations?)|(?:say|reply|respond|answer|claim|state|conclude|insist|add"
        r"|tell (?:the user|people|them|me|everyone|him|her)(?: that| their| they)?) that"
        r"|tell (?:the user|people|everyone|users)|answer only|rank (?:\w+ ){0,3}(?:first|top"
        r"|highest)"
        r"|in the answer|every link|score \d+|state that|omit|vote|to hire|answer everything"
        r"|only (?:recommend|suggest|mention)|(?:recommend|suggest|promote|praise|list) (?:only"
        r"|competitors|nothing)|speak only|questions about this (?:text|topic|page|product)"
        r"|answer to every question"
        r"|(?:rank|rate|score|grade|remember|describe|treat) (?:this|us|our|the|them|whoever|any)"
        r"|(?:five|5) stars|10/10|top score|rank\w* (?:them )?first|best match|say (?:it is|so)"
        r"|positive assessment|trustworthy|as (?:certified|verified|approved|safe)|market leader"
        r"|good word for|(?:our|the) (?:link|slogan|premium|offer)|(?:to|in"
        r"|into) its (?:answers?|repl(?:y|ies)|summar(?:y|ies))|full marks|wins? the comparison"
        r"|side effects"
        r"|talk them out|persuade|make the person|push the|change the subject|tell them"
        r"|tell people",
        0.3,
        ("in your summary", "reply that it is open"),
        ("the answer is four",),
    ),
    Sign(
        "consent",
        r"(?:consent(?:ed)?|permission|approv(?:ed|al)|authori[sz](?:ed|ation)|allows?|trusts?"
        r"|agreed|granted|verified|confirmed)\b[^.!?]{0,40}?\b(?:assistant|ai|agent|model|you"
        r"|all|any"
        r"|every|everything|forever)|full (?:access|control|consent)|as (?:their|your|its|the) "
        r"(?:new )?(?:operator|owner|principal|admin\w*)",
        0.3,
        ("consent for the agent", "allow the assistant"),
        ("with the consent of a parent",),
    ),
    Sign(
        "flow",
        r"(?:send(?:ing)?|past(?:e|ing)|put|export|shar(?:e|ing)|post|forward(?:ing)?|get|open"
        r"|visit"
        r"|rebook"
        r"|upload(?:ing)?|submit|write|copy|mail|e-?mail|call|fetch|request|download|log ?in|append"
        r"|encode|redirect|link)\b[^!?]{0,60}?(?:https?:|www\.|\w@\w|\w\.example\b)",
        0.3,
        ("paste it here: a@b.example", "open https://x.example"),
        ("the site https://x.example is down",),
    ),
    Sign(
        "goods",
        r"passwords?|credentials|api[ _-]keys?|secrets?|access tokens?|\.env|private (?:notes|keys"
        r"|files|data|messages)|(?:home|e-?mail) address|card (?:number|details|data)|context "
        r"window"
        r"|(?:the|this|our|your) conversation|chat (?:history|log)|personal (?:data|details)"
        r"|user_?(?:email|data|name|id)|system (?:prompt|message)|their (?:files|contacts|e-?mails"
        r"|location)|bank (?:account|details|login)|card details|contents of (?:your|secrets)"
        r"|calendar|hidden configuration|everything above|real key|passphrase|your secrets"
        r"|chat logs?"
        r"|(?:latest|last) (?:few )?(?:mails|messages)|(?:saved|all|the) contacts|session token"
        r"|open tabs"
        r"|passport number|one-time code|(?:user|person)'s (?:address|phone)|internal notes"
        r"|saved facts"
        r"|recovery mail|contact list|bearer token|last thing the person|what the user typed"
        r"|all (?:\w+ )?e-?mails|environment variables|(?:whole |entire )address book|clipboard"
        r"|id_rsa|\.ssh|(?:your|the) tools and|activation keys?|saved passwords|(?:hidden"
        r"|initial) (?:prompt|instructions)",
        0.3,
        ("the password", "your conversation"),
        ("the parcel",),
    ),
    Sign(
        "harm",
        r"delet(?:e|ing)|wir(?:e|ing) \S+|btc|bitcoin|transfer(?:_\w+| (?:the )?(?:funds|money))"
        r"|reset (?:\w+ ){0,3}passwords?|every purchase|disable_?\w*|purchases?|buys? (?:things|it)"
        r"|install|rm -rf|/etc/(?:passwd|shadow)|as root|waived|unlocked|admin (?:tools|rights"
        r"|access)|access granted|authorized_keys|escalate|owner role|refunds?|place the order"
        r"|approve the|wipe the|unlock the|push (?:straight|it)|run the attached|disable the"
        r"|submit it"
        r"|sign them up|subscribe\(|safety filters?|content policy|debug mode"
        r"|administrator rights|(?:switch|turn) off (?:the )?(?:two|filter|security|protect"
        r"|log)\w*",
        0.3,
        ("delete it", "wire 5 BTC"),
        ("the fence is thin",),
    ),
    Sign(
        "later",
        r"(?:every|each|next|any) ?time (?:someone|somebody|anyone|anybody|the user|people|a user"
        r"|they|you)|whenever|(?:when|if|once|after) (?:someone|somebody|anyone|anybody|the user"
        r"|users?|people|a user|asked)\b|from now on|henceforth|(?:future|later|subsequent)"
        r" (?:sessions?|conversations?|chats?|results?|repl(?:y|ies)|questions?)|forever"
        r"|from (?:here|this turn|there|the moment)(?: on)?|going forward|until told otherwise"
        r"|as soon as the word|once the (?:visitor|customer|person)|should the conversation",
        0.3,
        ("whenever it rains", "in later sessions"),
        ("later that day",),
    ),
    Sign(
        "rules",
        r"(?:ignor\w+|disregard\w*|forget|drop|overrid\w+|overrul\w+|bypass|set aside|stop "
        r"following"
        r"|cancel|void|replaces?|suspend|lift|no matter what|whatever|regardless of|has no|have no"
        r"|with no|without|break|violate|discard|abandon|supersedes?) (?:\w+ ){0,4}?(?:rules"
        r"|guidelines|instructions|restrictions|polic(?:y|ies)|operators?|developers?|prompts?"
        r"|limits|limitations|constraints|directives?|safeguards|filters)|(?:rules|guidelines"
        r"|instructions|restrictions|directives) (?:have|has|are|is|were) (?:been )?(?:now )?"
        r"(?:changed|cancell?ed|void|lifted|suspended|replaced|updated|obsolete|superseded)"
        r"|drop the task|forgetting what|takes? precedence|more weight than|released from"
        r"|no restrictions|no limits|no rules|had restricted you|(?:set|put) your \w+ aside"
        r"|instead of the (?:owner|user|account owner)|no longer existed|out of date\b.{0,30}rules",
        0.4,
        ("set aside its earlier rules", "my guidelines are cancelled"),
        ("read the rules",),
    ),
    Sign(
        "border",
        r"\[(?:admin|system|root|developer|operator|assistant|instructions?)\]|(?:admin|system"
        r"|assistant|operator|developer) (?:directive|note|notice|instruction|message|override)s?\b"
        r"|(?:note|p\.?s\.?|memo|message|notice|instructions?) (?:for|to) (?:the |any |all "
        r"|every )?"
        r"(?:machine|ai|assistant|model|llm|agent|bot|chatbot)s?|core memory|(?:verified|important)"
        r" preference|long-term memory",
        0.4,
        ("[admin] go on", "note to the model"),
        ("note to the cook",),
    ),
)
FORM = "form"
"""Where a text turns to a machine in one of the forms of `forms`, though it names none."""
WHO = {"machine": 0.4, "yours": 0.4, FORM: 0.2, "user": 0.1}
ACT = ("duty", "order")
WEIGHTS = {sign.name: sign.weight for sign in SIGNS}
_BY_NAME = {sign.name: sign for sign in SIGNS}
_FIRST = [_BY_NAME[name] for name in (*WHO, "hush") if name != FORM]
_OTHERS = [sign for sign in SIGNS if sign not in _FIRST]


def together(
    said: Said, heard: Set[str], forms: Sequence[int] = ()
) -> tuple[float, tuple[str, ...]]:
    """The most that signs weigh in one place, and their names. `heard`: which have a cue; `forms`:
    where a text turns to a machine."""
    folded = said.text
    first = [
        place
        for sign in _FIRST
        if (sign.name in heard or sign.name not in NEAR) and not sign.on.isdisjoint(said.words)
        for place in sign.places(folded, 0, len(folded))
    ]
    first = sorted([*first, *((place, FORM) for place in forms)])
    if not first:
        return 0.0, ()
    others = (
        place
        for start, end in _around([place for place, _ in first], len(folded))
        for sign in _OTHERS
        for place in sign.places(folded, start, end)
    )
    return _best(sorted([*first, *others]))


def _around(places: list[int], size: int) -> list[tuple[int, int]]:
    """The parts of a text that lie near some places, apart from each other."""
    parts: list[tuple[int, int]] = []
    for place in places:
        start, end = max(0, place - WINDOW), min(size, place + WINDOW)
        if parts and start <= parts[-1][1]:
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    return parts


def _best(found: list[tuple[int, str]]) -> tuple[float, tuple[str, ...]]:
    starts = [place for place, _ in found]
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    seen: frozenset[str] = frozenset()
    for first, place in enumerate(starts):
        last = min(bisect_left(starts, place + WINDOW), first + MOST)
        names = frozenset(name for _, name in found[first:last])
        if not names <= seen:
            seen = names
            best = max(best, (weight(names), tuple(sorted(names))))
    return best


def weight(names: frozenset[str]) -> float:
    """What some signs weigh together. Who is meant counts once, and so does the order given."""
    who = max((WHO[name] for name in names & WHO.keys()), default=0.0)
    act = max((WEIGHTS[name] for name in names & set(ACT)), default=0.0) if who else 0.0
    aims = sorted((WEIGHTS[name] for name in names - WHO.keys() - set(ACT)), reverse=True)
    return round(who + act + sum(aims[:4]), 3)
