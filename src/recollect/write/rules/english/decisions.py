"""What was decided, by one or by all."""

from ..rule import Rule

_NOT = (
    r"(?!(?:an? email|a plan|take some|stick (?:to|with) (?:the|that)|number \d|the "
    r"(?:plan|budget|tone|original|above|usual|current)\b|it"
    r"|that|this|them|these|those|the "
    r"(?:first|second|third|same|one|next)|your|you|(?:the )?(?:\\w+ "
    r")?options?|step|do it|with it|from "
    r"there|now|something|try|start|focus|get|move|keep going|see|go "
    r"over|not|take a|proceed|continue)\b)"
)

RULES = (
    Rule(
        name="decision.against",
        on="decided chose chosen opted agreed",
        pattern=r"(?:{we}|{we have}) (?P<past>decided against"
        r"|(?:decided|chose|chosen|opted|agreed) not to) (?P<what>" + _NOT + r"{rest})",
        text="{who} {past} {what}",
        relation="DECIDED_AGAINST",
        object="{what}",
        time="named",
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "We decided not to use Django for the store.",
                "The user decided not to use Django for the store.",
            ),
            ("We decided against a band.", "The user decided against a band."),
        ),
        counter=("We decided to use Django.", "I haven't decided not to go."),
    ),
    Rule(
        name="decision.decided",
        on="decided chose chosen picked opted settled agreed",
        pattern=r"(?:{we}|{we have}) (?P<past>decided (?:to|that)|chose to"
        r"|chosen to|opted to|agreed (?:to|that)) (?P<what>" + _NOT + r"{rest})",
        text="{who} {past} {what}",
        kind="semantic",
        relation="DECIDED",
        object="{what}",
        time="named",
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "We decided to use Django for the store.",
                "The user decided to use Django for the store.",
            ),
            (
                "We decided to ship on May 3rd.",
                "The user decided to ship on May 3rd (2026-05-03).",
            ),
        ),
        counter=("I haven't decided to go.", "If we decided to go"),
    ),
    Rule(
        name="decision.day",
        on="decided settled agreed opted",
        pattern=r"(?:{we}|{we have}) (?P<past>decided on|settled on|agreed on|opted for) "
        r"(?P<what>(?:next |this )?(?:{Weekday}|tomorrow"
        r"|{Month} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:of )?{Month})"
        r"(?: (?:at|for|in) [^,;.]{2,60})?)(?=[.,;!]|$)",
        text="{who} {past} {what}",
        relation="DECIDED",
        object="{what}",
        time="future",
        confidence=0.8,
        importance=0.7,
        examples=(
            (
                "We agreed on Tuesday for the demo.",
                "The user agreed on Tuesday (2026-03-10) for the demo.",
            ),
        ),
        counter=("We agreed on Tuesday that it is late.", "Have we agreed on Tuesday?"),
    ),
    Rule(
        name="decision.chosen",
        on="decided chose chosen opted settled agreed",
        pattern=r"(?:{we}|{we have}) (?P<past>decided on|chose|chosen|opted for|settled on"
        r"|agreed on) (?!to\b|(?:next |this |last )?\w+day\b)(?P<what>" + _NOT + r"{rest})",
        text="{who} {past} {what}",
        relation="DECIDED",
        object="{what}",
        time="past",
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "I've decided on the blue paint for the hall.",
                "The user decided on the blue paint for the hall.",
            ),
        ),
        counter=("What have we decided on?", "I have not settled on the blue paint."),
    ),
    Rule(
        name="decision.lets_use",
        on="let's lets",
        pattern=r"(?:^|[,;] |and |so |then |[Oo]kay |[Oo]k |[Yy]es |think )[Ll]et'?s(?: just| "
        r"definitely| also| actually| all| stick to)* (?P<how>use|go with|stick "
        r"with|stick to|choose|switch to|settle on|adopt|book|go for|schedule) "
        r"(?=[^;.!]*(?:[A-Z][\w'-]+|\bfor (?!now)|\binstead of\b|\bin (?:the|my|an?) "
        r"))(?P<what>" + _NOT + r"(?!{Weekday}|{Month} \d|\d){rest})",
        text="It was decided to {how} {what}",
        relation="DECIDED",
        object="{what}",
        confidence=0.7,
        importance=0.65,
        time="due",
        examples=(
            ("Okay, let's use Nginx for the cache.", "It was decided to use Nginx for the cache."),
        ),
        counter=(
            "Let's use it.",
            "Should we? Let's see.",
            "What if we say let's use Nginx?",
            "Let's go with Tuesday, April 9, at 7 PM.",
        ),
    ),
    Rule(
        name="decision.go_with",
        on="go stick opt switch",
        pattern=r"{start}(?:[Ii]'ll|[Ww]e'll|[Ii] will|[Ww]e will|[Ii]'m "
        r"going to|[Ww]e're going to|[Ii]'m gonna)(?: definitely| probably| just| "
        r"also| likely)* (?P<how>go with|stick with|opt for|switch to|go for) (?!{Month} \d)"
        r"(?=[^,;.!]*(?:[A-Z][\w'-]+ [A-Z0-9]|\bfor (?!now)|\binstead of\b|\bin "
        r"(?:the|my|an?) ))(?P<what>" + _NOT + r"{rest})",
        text="{who} will {how} {what}",
        relation="DECIDED",
        object="{what}",
        confidence=0.7,
        importance=0.55,
        examples=(
            (
                "Okay, I'll go with the OtterBox Defender case.",
                "The user will go with the OtterBox Defender case.",
            ),
        ),
        counter=("I'll go with it.", "I think I'll go with the OtterBox Defender case."),
    ),
    Rule(
        name="decision.going_with",
        on="going sticking leaning",
        pattern=r"{we are} (?P<how>going with|sticking with|switching to|set on) (?P<what>"
        + _NOT
        + r"{rest})",
        text="{who} is {how} {what}",
        relation="DECIDED",
        object="{what}",
        confidence=0.7,
        importance=0.55,
        examples=(
            (
                "We're going with the oak floor in the hall.",
                "The user is going with the oak floor in the hall.",
            ),
        ),
        counter=("I'm not going with the oak floor.",),
    ),
)
