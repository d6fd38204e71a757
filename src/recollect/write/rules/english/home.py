"""Where somebody lives, and with whom."""

from ..rule import Rule
from .moves import A_TOWN, AND_MORE, FOR_LIFE, FROM, NO_TOOL

_A_WHILE = (
    r"(?:for (?:the|this|an?|\d+|one|two|three|four|five|six|a few|a couple of) (?:\w+ )?"
    r"(?:days?|weeks?|weekend|months?|summer|winter|spring|autumn|semester|term|season|holidays)"
    r"|until (?!now\b)[^,;.]{2,30}|temporarily|this (?:week|month|summer|winter|semester)"
    r"|on (?:weekends|weekdays|\w+days)|in (?:the )?(?:summer|winter)s?)\b"
)

RULES = (
    Rule(
        name="home.stays_in",
        on="living based staying",
        pattern=r"{we are} (?:living|based|staying) (?:here )?in (?P<place>{Place})"
        rf"(?P<rest> {_A_WHILE})",
        text="{who} is staying in {place} {rest}",
        relation="STAYS_IN",
        object="{place}",
        time="named",
        confidence=0.85,
        importance=0.6,
        examples=(
            (
                "I'm living in Porto for the summer.",
                "The user is staying in Porto for the summer.",
            ),
        ),
        counter=("I live in Porto.", "Am I living in Porto for the summer?"),
    ),
    Rule(
        name="home.lives_in",
        on="live living based reside",
        pattern=r"(?:{we} (?:live|reside)|{we are} (?:living|based)) (?:here )?"
        r"(?P<how>(?:alone |together |permanently |full-time )?)in (?P<place>{Place})"
        rf"(?![\w'’-]| {_A_WHILE})"
        r"(?P<rest>(?: (?:with|near|for|since) [^,;.]{2,60})?)",
        text="{who} lives {how} in {place} {rest}",
        slot="home.place",
        relation="LIVES_IN",
        object="{place}",
        confidence=0.9,
        importance=0.8,
        examples=(
            ("I live in Lisbon with my sister.", "The user lives in Lisbon with their sister."),
            ("I'm currently based in New York, so EST.", "The user lives in New York."),
            ("I live alone in Bath now.", "The user lives alone in Bath."),
        ),
        counter=(
            "I used to live in Lisbon.",
            "What if I live in Lisbon?",
            "I don't live in Lisbon.",
            "I want to live in Lisbon.",
        ),
    ),
    Rule(
        name="home.has_lived",
        on="lived living",
        pattern=r"{we have} (?P<past>lived|been living) (?:here )?in (?P<place>{Place})"
        r"(?P<rest>(?: with [^,;.]{2,40}?)? (?:for|since) [^,;.]{2,60})",
        text="{who} has {past} in {place} {rest}",
        slot="home.place",
        relation="LIVES_IN",
        object="{place}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(("I've lived in Bath since 1971.", "The user has lived in Bath since 1971."),),
        counter=(
            "I've lived in Rome, Paris and Bath.",
            "Have I lived in Bath since 1971?",
            "I haven't lived in Bath since 1971.",
        ),
    ),
    Rule(
        name="home.lives",
        on="live living",
        pattern=r"(?:{we} live|{we are} living) (?P<where>"
        r"(?!in the (?:moment|present|past|now|future|shadows?|dark)\b)"
        r"(?:in (?:an?|the|my|our) |with |near |on (?:a|the) |alone|by (?:the|my)|next |close "
        r"|about |off |at ){rest})",
        text="{who} lives {where}",
        relation="LIVES",
        object="{where}",
        confidence=0.8,
        importance=0.65,
        examples=(
            (
                "I live in a small flat near the river.",
                "The user lives in a small flat near the river.",
            ),
        ),
        counter=(
            "I live for this!",
            "We live in a society?",
            "I can't live with this.",
            "I live in the moment.",
        ),
    ),
    Rule(
        name="home.moved_to",
        on="moved relocated",
        pattern=r"(?:{I}|{I have}|{my} {family} and [Ii](?: have)?) "
        rf"(?P<past>moved|relocated) (?:back )?{FROM}to (?={A_TOWN}|{NO_TOOL})"
        rf"(?P<place>{{Place}}){FOR_LIFE}{AND_MORE}",
        text="{who} {past} {left} to {place} {rest}",
        slot="home.place",
        relation="LIVES_IN",
        object="{place}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(
            ("Actually, I moved to Porto.", "The user moved to Porto."),
            ("I moved from Lisbon to Porto.", "The user moved from Lisbon to Porto."),
            ("My wife and I moved to Gmunden.", "The user moved to Gmunden."),
        ),
        counter=(
            "If I moved to Porto, I would surf.",
            "I never moved to Porto.",
            "I moved to Slack for our chats.",
            "I moved to Python 3.12.",
            "I moved to CircleCI.",
            "I moved to Neovim as my editor.",
            "I moved to Google last year.",
            "I moved to Obsidian for my notes.",
            "I moved to Evernote.",
            "I moved to Bath in 2019 and then to Hull.",
            "I moved to England when I was 12.",
            "I moved to Kate, it's faster than vscode.",
            "I moved to a new flat.",
        ),
    ),
    Rule(
        name="home.we_moved_to",  # a family, or a team
        on="moved relocated",
        pattern=r"(?:{we}|{we have}) (?:(?P<past>relocated|moved(?= back)) (?:back )?"
        rf"{FROM}to (?={A_TOWN}|{NO_TOOL})|(?P<past2>moved) {FROM.replace('left', 'left2')}"
        rf"to (?={A_TOWN}))(?P<place>{{Place}}){FOR_LIFE}{AND_MORE}",
        text="{who} {past} {left} to {place} {rest}",
        slot="home.place",
        relation="LIVES_IN",
        object="{place}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(
            (
                "We moved back to Chicago last month, so I need a gym.",
                "The user moved to Chicago last month (2026-02).",
            ),
            ("We moved to Gmunden with the kids.", "The user moved to Gmunden with the kids."),
        ),
        counter=(
            "We moved to Buildkite.",
            "We moved to Kubernetes last month.",
            "We moved from Jenkins to Buildkite.",
            "We moved to Monday.",
            "If we moved to Porto, we would surf.",
        ),
    ),
    Rule(
        name="home.moved_out",
        on="moved",
        pattern=r"(?:{we}|{we have}) (?P<past>moved (?:out of|away from)) (?P<place>{Place})"
        r"(?P<rest>(?: (?:last|this|in|on|two|three|a)\b[^,;.]{2,40})?)(?=[.,;!]|$| and | but "
        r"| so )",
        text="{who} {past} {place} {rest}",
        act="end",
        relation="NO_LONGER",
        object="lives in {place}",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(("I moved out of Lisbon.", "The user moved out of Lisbon."),),
        counter=(
            "I moved out of my flat.",
            "If I moved away from Lisbon",
            "I never moved out of Lisbon.",
        ),
    ),
    Rule(
        name="home.moved",
        on="moved relocated moving",
        pattern=r"(?:{we}|{we have}) (?P<past>moved|relocated) (?P<where>(?:back "
        r")?(?:to|into|from|in with|here from|out of) (?!the next|next|it\b|another "
        r"topic){rest})",
        text="{who} {past} {where}",
        kind="episodic",
        relation="MOVED",
        object="{where}",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(("I recently moved into a bigger flat.", "The user moved into a bigger flat."),),
        counter=("I moved to the next step.", "If I moved to Chicago…"),
    ),
    Rule(
        name="home.renting",
        on="renting rent lease mortgage",
        pattern=r"{we are} (?P<how>renting|leasing|subletting) (?P<what>(?:an?|my|our|the) {rest})",
        text="{who} is {how} {what}",
        relation="LIVES",
        object="{what}",
        confidence=0.8,
        examples=(("I'm renting a studio downtown.", "The user is renting a studio downtown."),),
        counter=("I'm not renting a studio.",),
    ),
)
