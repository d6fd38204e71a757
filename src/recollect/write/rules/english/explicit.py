"""What somebody asks, in so many words, to remember or to forget."""

from ..rule import Rule

RULES = (
    Rule(
        name="explicit.remember",
        on="remember forget mind note record fyi",
        pattern=r"^(?:[\w' ]{0,20}[,!] )?(?:[Pp]lease,? |[Aa]lso,? |[Aa]nd |[Bb]ut |[Cc]an "
        r"you |[Yy]ou should |[Jj]ust )*(?:[Rr]emember that|[Dd]on't forget "
        r"that|[Kk]eep in mind that|[Mm]ake a note(?: that|:)|[Nn]ote that|[Ff]or the "
        r"record,?|FYI,?|[Ff]or future reference,?) "
        r"(?P<clause>(?=I\b|my\b|we\b|our\b|[A-Z])(?!when\b|how\b|what\b|to\b|the time\b|if\b|we "
        r"(?:talked|discussed)){rest})",
        text="{clause}",
        time="future",
        relation="STATED",
        object="{clause}",
        whole=True,
        you=True,
        last=True,
        confidence=0.95,
        importance=0.9,
        least=3,
        examples=(
            (
                "Please remember that I pick up the kids on Monday.",
                "The user picks up the kids on Monday (2026-03-16).",
            ),
            ("Remember that I park on level 3.", "The user parks on level 3."),
        ),
        counter=(
            "Remember when I told you?",
            "Do you remember that I hate cilantro?",
            "I can't remember that.",
            "Remember that I live in Lisbon.",
        ),
    ),
    Rule(
        name="explicit.remember_the",
        on="remember forget",
        pattern=r"^(?:[Pp]lease,? |[Aa]lso,? |[Aa]nd |[Jj]ust )*(?:[Ii] need you to "
        r"|[Ii]'d like you to "
        r"|[Cc]ould you )?(?:[Rr]emember|[Dd]on't forget)(?: that| this:|:) (?P<clause>(?:the"
        r"|every|all|no|there) (?!time\b){rest})",
        text="{clause}",
        time="future",
        relation="STATED",
        object="{clause}",
        whole=True,
        confidence=0.9,
        importance=0.9,
        least=3,
        examples=(
            ("Remember that the locker code is 4711.", "The locker code is 4711."),
            ("Please remember: the cat must not go out.", "The cat must not go out."),
            ("I need you to remember this: the gate code is 4711.", "The gate code is 4711."),
        ),
        counter=(
            "Do you remember that the locker code is 4711?",
            "Remember the time when we met?",
            "I remember that the code is 4711.",
        ),
    ),
    Rule(
        name="explicit.remind",
        on="forget remember remind",
        pattern=r"^(?:[Pp]lease,? |[Aa]lso,? )*(?P<how>[Rr]emind me|[Dd]on't let me forget) "
        r"(?P<what>(?:to|that|about) (?!what|how|why|where|when){rest})",
        text="{who} wants to be reminded {what}",
        kind="episodic",
        relation="REMIND",
        object="{what}",
        whole=True,
        time="due",
        confidence=0.9,
        importance=0.8,
        least=2,
        examples=(
            (
                "Remind me to call Ana tomorrow.",
                "The user wants to be reminded to call Ana tomorrow (2026-03-10).",
            ),
        ),
        counter=("Remind me what we said.", "Can you remind me how this works?"),
    ),
    Rule(
        name="explicit.forget",
        on="forget delete disregard",
        pattern=r"^(?:[Pp]lease,? |[Aa]ctually,? |[Nn]o,? "
        r")*(?:[Ff]orget|[Dd]isregard|[Dd]elete)(?: (?:everything|what|anything) "
        r"(?:I|we|you)(?:'ve| have)? (?:said|told you|know|mentioned)(?: about)?| "
        r"that| about) (?P<clause>(?!it\b|that\b|this\b|one\b){rest})",
        text="{clause}",
        act="forget",
        relation="FORGET",
        object="{clause}",
        whole=True,
        you=True,
        confidence=0.9,
        importance=0.9,
        examples=(
            ("Forget that I work at Acme.", "The user works at Acme."),
            ("Please forget about my old address.", "The user's old address."),
        ),
        counter=("Forget it.", "Forget about it!", "I forget that sometimes."),
    ),
)
