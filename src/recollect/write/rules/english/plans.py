"""What somebody means to do."""

from ..rule import Rule

_NOT = (
    r"(?!(?:tackle|it|that|this|them|these|those|some|try (?:it|that|them|these|some "
    r"of|out some)|do (?:it|that|this|so|some)|use (?:it|these|this|the "
    r"tips)|start by|start with|look into|check|make sure|see|ask|be|have "
    r"to|need|keep|incorporate|follow|give it|share|mention|say|reach out)\b)"
)

RULES = (
    Rule(
        name="plan.planning",
        on="planning plan",
        pattern=r"(?:{we are} planning|{we have} been planning) (?P<what>(?:to "
        r"(?!clean|cook|use|run early|do\b|try|bring|wear|make|serve|add|write|watch"
        r"|work on|read|spend|set|create|get "
        r"some|give|put|order|pick|wake|practice|share|focus|experiment|explore "
        r"some|take it|include|organize)|on|an?|my|our|the) "
        + _NOT
        + r"(?!trip(?: soon| with (?:my |some )?\w+)?(?: and| but|[,.]|$))(?!(?:\w+ "
        r")?(?:meals?|dinner\b(?! part)|lunch|breakfast|grocer\w+|shopping "
        r"trip|outfits?|routine|workouts?|trip to the (?:grocery )?store|menu|next "
        r"(?:meal|step))\b){rest})",
        text="{who} is planning {what}",
        kind="episodic",
        relation="PLANS",
        object="{what}",
        time="future",
        confidence=0.8,
        importance=0.6,
        least=3,
        examples=(
            (
                "I'm planning a trip to Hawaii with my parents.",
                "The user is planning a trip to Hawaii with their parents.",
            ),
        ),
        counter=("I'm not planning a trip.", "Am I planning to go?"),
    ),
    Rule(
        name="plan.plans",
        on="plan intend hope aim",
        pattern=r"{we} (?P<present>plan|intend|aim) (?P<what>(?:to|on) " + _NOT + r"{rest})",
        text="{who} {present} {what}",
        kind="episodic",
        relation="PLANS",
        object="{what}",
        time="future",
        confidence=0.8,
        importance=0.6,
        least=3,
        examples=(
            ("I plan to run a marathon in Porto.", "The user plans to run a marathon in Porto."),
        ),
        counter=("How do I plan to run a marathon?", "I plan to do it."),
    ),
    Rule(
        name="plan.instead",
        on="instead rather",
        pattern=r"{we are} (?P<how>going|flying|travell?ing|driving|heading) to "
        r"(?P<place>{Place}(?: (?:in|on|this|next) [^,;.]{2,20}?)?),? "
        r"(?:instead of|rather than)(?: going)?(?: to)? (?P<other>{Place})",
        text="{who} is {how} to {place} instead of {other}",
        act="end",
        kind="episodic",
        relation="CANCELLED",
        object="trip to {other}",
        confidence=0.8,
        importance=0.65,
        examples=(
            (
                "We're going to Italy instead of Greece.",
                "The user is going to Italy instead of Greece.",
            ),
        ),
        counter=(
            "Are we going to Italy instead of Greece?",
            "Maybe we're going to Italy instead of Greece.",
            "I'm going to bed instead of Greece.",
        ),
    ),
    Rule(
        name="plan.next",
        on="going traveling travelling flying visiting attending moving starting "
        "hosting meeting leaving getting taking running seeing throwing having "
        "driving hoping participating competing",
        pattern=r"{we are} (?P<what>(?:going(?: to)?|traveling|travelling|flying|visiting"
        r"|attending|moving|starting|hosting|meeting|leaving|getting|taking|running"
        r"|seeing|throwing|having|driving|hoping "
        r"to|participating|competing|heading|off) (?!through|to (?:need|try|have "
        r"to|use|start by))(?!back to this){rest})",
        text="{who} is {what}",
        kind="episodic",
        relation="PLANS",
        object="{what}",
        time="future",
        dated=True,
        confidence=0.75,
        importance=0.6,
        least=3,
        examples=(
            (
                "I'm flying to Denver on March 12.",
                "The user is flying to Denver on March 12 (2026-03-12).",
            ),
        ),
        counter=("I'm going to need that.", "I'm not flying to Denver on March 12."),
    ),
    Rule(
        name="plan.will_be",
        on="ll will",
        pattern=r"{start}(?:[Ii]'ll|[Ww]e'll|[Ii] will|[Ww]e will) be "
        r"(?P<what>(?!able|sure|back|here|ready|happy|there|using|trying|using|looking"
        r"|checking|honest){rest})",
        text="{who} will be {what}",
        kind="episodic",
        relation="PLANS",
        object="{what}",
        time="future",
        dated=True,
        confidence=0.75,
        importance=0.6,
        least=2,
        examples=(
            (
                "I'll be in Porto next week.",
                "The user will be in Porto next week (2026-03-16 to 2026-03-22).",
            ),
        ),
        counter=("I'll be back tomorrow.", "I'll be fine."),
    ),
    Rule(
        name="plan.meet",
        on="meet ll will",
        pattern=r"{start}(?:(?:[Ii]|[Ww]e)(?:'ll| will)? (?=meet\b)|(?:[Ii]'ll|[Ww]e'll|[Ii] will"
        r"|[Ww]e will) (?=(?:see|visit|fly|travel|leave|host)\b))"
        r"(?P<what>(?!\w+ (?:it|that|this|you|how|what|if|by|with the)\b)\w+ {rest})",
        text="{who} will {what}",
        kind="episodic",
        relation="PLANS",
        object="{what}",
        time="future",
        dated=True,
        confidence=0.75,
        importance=0.6,
        least=3,
        examples=(
            ("We meet on Friday.", "The user will meet on Friday (2026-03-13)."),
            ("I'll see Tom on March 12.", "The user will see Tom on March 12 (2026-03-12)."),
        ),
        counter=("I'll see.", "We meet every Friday.", "Do we meet on Friday?"),
    ),
    Rule(
        name="plan.goal",
        on="goal goals dream target",
        pattern=r"{our} (?:main |ultimate |current |long-term |primary |big |overall |biggest "
        r")?(?P<what>goal|dream|target|aim|objective|resolution)(?: for "
        r"[^,;.]{2,30}?| this year| here)? is (?P<value>(?:to|a|an|the|\d|[$€£₦¥]) "
        r"?(?!be able to (?:see|do) this){rest})",
        text="{whose} {what} is {value}",
        time="future",
        relation="HAS_GOAL",
        object="{value}",
        confidence=0.8,
        importance=0.65,
        least=3,
        examples=(
            (
                "My goal is to read 30 books this year.",
                "The user's goal is to read 30 books this year (2026).",
            ),
        ),
        counter=("My goal is clear.", "What if my goal is to win?"),
    ),
    Rule(
        name="plan.training",
        on="training preparing saving studying working practicing",
        pattern=r"{we are} (?P<what>(?:training|preparing|saving(?: up)?|studying|getting "
        r"ready|practicing) for (?!it\b|that\b|this\b){rest}|working on "
        r"(?!it\b|that\b|this\b|the (?:next|following))(?:my|a|an|our) "
        r"{rest}|learning (?:to|how to) (?!use it|do (?:it|this)){rest}|learning "
        r"[A-Z]\w+.{0,60})",
        text="{who} is {what}",
        relation="WORKING_TOWARDS",
        object="{what}",
        time="future",
        confidence=0.8,
        importance=0.6,
        least=3,
        examples=(
            (
                "I'm training for the Porto half marathon.",
                "The user is training for the Porto half marathon.",
            ),
        ),
        counter=(
            "I'm not training for the race.",
            "I'm working on it.",
            "I'm preparing for another event.",
        ),
    ),
    Rule(
        name="plan.booked",
        on="booked reserved scheduled signed registered enrolled rsvp'd",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| already| also| finally| "
        r"actually| recently)* (?P<past>booked|reserved|scheduled|signed up "
        r"(?:for|to)|registered (?:for|to)|enrolled in) "
        r"(?P<what>(?!it\b|that\b|this\b|them\b){rest})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="BOOKED",
        object="{what}",
        time="future",
        confidence=0.85,
        importance=0.65,
        least=3,
        examples=(
            (
                "I've already booked a cabin in the Smokies.",
                "The user booked a cabin in the Smokies.",
            ),
        ),
        counter=("I haven't booked a cabin.", "Have I booked a cabin?"),
    ),
    Rule(
        name="plan.assistant",
        on="scheduled booked reminder reserved",
        by=("assistant",),
        pattern=r"{start}(?:[Ii]'ve|[Ii] have)(?: now| also| just| already| successfully)* "
        r"(?P<past>scheduled|booked|set (?:up )?a reminder|reserved) "
        r"(?P<what>(?!it\b|that\b|this\b|them\b|a few|some|more|these|those|the "
        r"following){rest})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="COMMITTED",
        object="{what}",
        time="future",
        you=True,
        confidence=0.75,
        importance=0.6,
        examples=(
            (
                "I've scheduled your review for March 12.",
                "The assistant scheduled the user's review for March 12 (2026-03-12).",
            ),
        ),
        counter=("I can schedule it for March 12.", "I've scheduled it."),
    ),
    Rule(
        name="plan.reminder",
        on="remind",
        by=("assistant",),
        pattern=r"{start}(?:[Ii]'ll|[Ii] will)(?: also| then)* remind you "
        r"(?P<what>(?:to|about|of|on|at) {rest})",
        text="{who} will remind {to} {what}",
        kind="episodic",
        relation="COMMITTED",
        object="{what}",
        time="due",
        dated=True,
        you=True,
        confidence=0.8,
        importance=0.6,
        examples=(
            (
                "I'll remind you to call Ana on March 12.",
                "The assistant will remind the user to call Ana on March 12 (2026-03-12).",
            ),
        ),
        counter=("I can remind you to call Ana.", "Should I remind you to call Ana?"),
    ),
)
