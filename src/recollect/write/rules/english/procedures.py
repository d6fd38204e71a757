"""How things are to be done: standing instructions and ways of working."""

from ..rule import Rule

RULES = (
    Rule(
        name="procedure.always",
        on="always never",
        pattern=r"^(?:[Pp]lease,? |[Aa]nd |[Aa]lso,? |[Ss]o )?(?P<adverb>[Aa]lways|[Nn]ever) "
        r"(?P<order>(?!been|had|knew|thought|a |the |in "
        r"|mind|again|heard|mind|wanted|loved|seen|tried|would|really|been|good|great"
        r"|nice|happy|felt|is|was|did|have I|(?!embed\b)\w+(?<!e)ed\b|\w+(?<![su])s\b"
        r"|(?:ate|bought|broke|came|chose|drank|drove|flew|forgot|found|gave|got|grew|kept|left|lost"
        r"|made|met|ran|rode|said|saw|sold|spoke|swam|taught|told|took|went|won|wore|wrote)\b)"
        r"[a-z]+\b (?!I've|me "
        r"wrong){rest})",
        text="{who} asks: {adverb} {order}",
        kind="procedural",
        relation="INSTRUCTS",
        object="{adverb} {order}",
        whole=True,
        you=True,
        confidence=0.85,
        importance=0.8,
        least=2,
        examples=(
            (
                "Always provide type hints when I ask for Python code.",
                "The user asks: always provide type hints when they ask for Python code.",
            ),
        ),
        counter=(
            "Always been a fan.",
            "Never mind.",
            "Never touched one since.",
            "Never went to college.",
            "Always happens on Mondays.",
        ),
    ),
    Rule(
        name="procedure.from_now_on",
        on="now future onwards henceforth going",
        pattern=r"^(?:[Pp]lease |[Oo]kay,? |[Ss]o,? )?(?:[Ff]rom now on|[Gg]oing "
        r"forward|[Ii]n (?:the )?future|[Ff]rom here on(?: out)?|[Hh]enceforth),? "
        r"(?P<order>(?!I\b|I'|we\b|what|how|(?:[\w'-]+ ){1,2}(?:is|are|will|was|were)\b){rest})",
        text="{who} asks, from now on: {order}",
        kind="procedural",
        relation="INSTRUCTS",
        object="{order}",
        whole=True,
        you=True,
        confidence=0.85,
        importance=0.8,
        least=2,
        examples=(
            ("From now on, answer in Spanish.", "The user asks, from now on: answer in Spanish."),
        ),
        counter=("From now on I will run.", "From now on, the shop is closed on Mondays."),
    ),
    Rule(
        name="procedure.henceforth",
        on="now forward future here",
        pattern=r"^(?:[Pp]lease,? |[Aa]nd |[Ss]o )?(?P<order>(?:[Aa]nswer|[Rr]eply|[Rr]espond"
        r"|[Ww]rite|[Ss]peak|[Uu]se|[Cc]all|[Aa]ddress|[Kk]eep|[Gg]ive|[Ss]how|[Ss]end|[Ee]xplain"
        r"|[Ff]ormat|[Ii]nclude|[Aa]dd|[Aa]void|[Ss]top|[Dd]on't|[Dd]o not)\b [^;]{2,160}?),? "
        r"(?:from now on|going forward|in (?:the )?future|from here on)\b",
        text="{who} asks, from now on: {order}",
        kind="procedural",
        relation="INSTRUCTS",
        object="{order}",
        whole=True,
        you=True,
        confidence=0.85,
        importance=0.8,
        least=2,
        examples=(
            (
                "Please answer in French from now on.",
                "The user asks, from now on: answer in French.",
            ),
        ),
        counter=(
            "I answer in French from now on.",
            "Should you answer in French from now on?",
            "Give me an idea of what robots do in the future?",
        ),
    ),
    Rule(
        name="procedure.whenever",
        on="whenever when every",
        pattern=r"^(?:[Pp]lease,? )?(?P<order>(?:[Ww]henever|[Ee]very time|[Aa]nytime"
        r"|[Ww]hen(?= I ask)) "
        r"(?:I|we|the|a) [^,]{3,100}, (?:please |always |just |never |do not |don't "
        r"|you should |first |use |run |ask |add |show |give |include |answer |check "
        r"|make ){rest})",
        text="{who} asks: {order}",
        kind="procedural",
        relation="INSTRUCTS",
        object="{order}",
        whole=True,
        you=True,
        confidence=0.8,
        importance=0.8,
        least=4,
        examples=(
            (
                "Whenever I ask for a recipe, please use grams.",
                "The user asks: Whenever they ask for a recipe, please use grams.",
            ),
            (
                "When I ask for code, use Python.",
                "The user asks: When they ask for code, use Python.",
            ),
        ),
        counter=("Whenever I run, I feel good.",),
    ),
    Rule(
        name="procedure.dont",
        on="don not stop avoid never",
        pattern=r"^(?:[Pp]lease,? |[Aa]nd |[Jj]ust )(?P<what>(?:don't|do "
        r"not|stop|avoid|never) (?:use|using|include|including|suggest|suggesting"
        r"|recommend|recommending|call|calling|send|sending|mention|mentioning|add"
        r"|adding|schedule|scheduling|share)\b{rest})",
        text="{who} asks: {what}",
        kind="procedural",
        relation="INSTRUCTS",
        object="{what}",
        whole=True,
        you=True,
        confidence=0.75,
        importance=0.75,
        least=3,
        examples=(
            ("Please don't use emojis in reports.", "The user asks: don't use emojis in reports."),
        ),
        counter=("I don't use emojis.", "Please don't worry."),
    ),
    Rule(
        name="procedure.how_to",
        on="deploy build test release restart install reset publish run start update back log"
        " connect reproduce access restore roll",
        pattern=r"^(?P<order>To (?:deploy|build|test|release|restart|install|reset|publish|run"
        r"|start|update|back up|log in|connect|reproduce|access|restore|roll "
        r"back)\b[^,]{2,80}, (?:we |you |just |first "
        r")*(?:run|use|open|execute|type|go to|call|click|press|set|ssh|push|log)\b "
        r"{rest})",
        text="{order}",
        kind="procedural",
        subject="{order}",
        relation="HOW_TO",
        whole=True,
        you=True,
        confidence=0.8,
        importance=0.75,
        examples=(("To deploy the site, run make ship.", "To deploy the site, run make ship."),),
        counter=("To deploy the site, what do I run?", "To be honest, run."),
    ),
    Rule(
        name="procedure.we_always",
        on="always never policy rule",
        pattern=r"{start}[Ww]e (?P<adverb>always|never) "
        r"(?P<what>(?!been|had|knew|have|get|seem|know|did|do "
        r"|talk|went|want|got|\w+ed\b)[a-z]+\b {rest})",
        text="{whose} side {adverb} does this: {what}",
        kind="procedural",
        relation="HABIT",
        object="{adverb} {what}",
        confidence=0.7,
        importance=0.6,
        least=3,
        examples=(
            (
                "We always squash commits before merging.",
                "The user's side always does this: squash commits before merging.",
            ),
        ),
        counter=("We always wanted a dog.",),
    ),
)
