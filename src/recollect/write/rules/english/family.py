"""Family, friends and pets: who they are and what they are called."""

from ..rule import Rule
from .pieces import NAME

# "My boss is German": a people, a faith or a state of things, and nobody's name.
_NO_PEOPLE = (
    r"(?!(?:\w+(?:ian|ese|ish|ist)|German|American|Mexican|Korean|African|European|Moroccan|Cuban"
    r"|French|Dutch|Czech|Greek|Thai|Swiss|Turk|Arab|Iraqi|Pakistani|Israeli|Catholic|Muslim"
    r"|Hindu|Protestant|Away|Gone|Out|Here|There|Not|Very|So|Too|Great|Nice|Awesome|Amazing)\b)"
)
# "Three children nodes", "a daughter class": relatives of things.
_NO_KIN = (
    r"(?! (?:nodes?|class(?:es)?|process(?:es)?|elements?|components?|rows?|records?|objects?"
    r"|boards?|tasks?|issues?|pages?|widgets?|threads?|modules?|packages?|branch(?:es)?"
    r"|on the way|due)\b)"
)

RULES = (
    Rule(
        name="family.name_is",
        on="name names named called",
        pattern=r"{our} (?P<relative>{kin})(?:'s|s') (?:name is|is named|is called) "
        r"(?P<name>{Name})|{our} (?P<kin>{kin}) is (?:named|called) (?P<named>{Name})"
        r"|{our} (?P<kin2>{kin})'s called (?P<named2>{Name})(?=[.,;!]|$| and | but )",
        text="{whose} {relative}{kin} is called {name}{named}",
        relation="HAS_{relative}{kin}",
        object="{name}{named}",
        confidence=0.95,
        importance=0.75,
        examples=(
            ("My dog's name is Max.", "The user's dog is called Max."),
            ("My daughter is named Ana.", "The user's daughter is called Ana."),
            ("My wife's called Ana.", "The user's wife is called Ana."),
            ("My doctor is called Dr. Patel.", "The user's doctor is called Dr. Patel."),
        ),
        counter=(
            "What is my dog's name?",
            "My dog's name is weird.",
            "My boss's called Ana twice today.",
        ),
    ),
    Rule(
        name="family.named",
        on="wife husband partner girlfriend boyfriend fiancé fiancée fiance fiancee "
        "mother mom mum father dad sister brother son daughter kid child baby "
        "grandmother grandfather grandma grandpa aunt uncle cousin niece nephew "
        "friend roommate colleague coworker co-worker teammate boss manager "
        "supervisor neighbor neighbour teacher tutor professor coach trainer mentor "
        "therapist doctor dentist dog cat puppy kitten parrot rabbit hamster horse "
        "co-founder client instructor vet landlord",
        pattern=r"{our} (?P<relative>{kin})(?:,| named| called)? "
        r"(?P<name>(?!I\b|I'|The\b|He\b|She\b|And\b|But\b|So\b|Is\b|Can\b"
        r"|It\b){title}(?!(?:Dr|Mrs?|Ms|Prof)\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b(?!-)",
        text="{name} is {whose_} {relative}",
        subject="{who}",
        shared=True,
        relation="HAS_{relative}",
        object="{name}",
        inside=True,
        confidence=0.85,
        importance=0.7,
        examples=(
            ("I went out with my friend Sarah.", "Sarah is the user's friend."),
            ("My younger brother, Tom, called.", "Tom is the user's younger brother."),
            ("My dentist, Dr. Wu, is nice.", "Dr. Wu is the user's dentist."),
        ),
        counter=("My friend I told you about.", "If my friend Sarah comes", "my sister in Lisbon"),
    ),
    Rule(
        name="family.role_is",
        on="boss manager supervisor landlord landlady doctor dentist therapist lawyer accountant "
        "vet tutor trainer",
        pattern=r"{my} (?:new |current |family )?(?P<relative>boss|manager|supervisor|landlord"
        r"|landlady|doctor|dentist|therapist|lawyer|accountant|vet|tutor|trainer) is (?:now )?"
        r"(?P<name>{title}" + _NO_PEOPLE + r"[A-Z][a-z]+(?: [A-Z][a-z]+){0,2})"
        r"(?=[.,;!]|$| and | but | now\b| from )",
        text="{whose} {relative} is {name}",
        slot="{relative}.name",
        relation="HAS_{relative}",
        object="{name}",
        confidence=0.85,
        importance=0.7,
        examples=(
            ("My doctor is Dr. Patel.", "The user's doctor is Dr. Patel."),
            ("My new manager is Leo Costa.", "The user's manager is Leo Costa."),
        ),
        counter=(
            "My boss is German.",
            "My landlord is Italian and strict.",
            "My boss is Away.",
            "Is my doctor Dr. Patel?",
        ),
    ),
    Rule(
        name="family.pets_named",
        on="dogs cats puppies kittens parrots rabbits hamsters horses turtles birds",
        pattern=r"{we} have (?P<what>(?:two|three|four|\d) (?:[a-z-]+ ){0,2}?(?:dogs|cats|puppies"
        r"|kittens|parrots|rabbits|hamsters|horses|turtles|birds))(?:,|:| -) "
        r"(?P<name>{Name}(?:, {Name})*,? and {Name})(?=[.,;!]|$)",
        text="{who} has {what}, {name}",
        relation="HAS",
        object="{name}",
        confidence=0.9,
        importance=0.75,
        examples=(("I have two cats, Pixel and Byte.", "The user has two cats, Pixel and Byte."),),
        counter=("Do I have two cats, Pixel and Byte?", "I have two cats, one and a half."),
    ),
    Rule(
        name="family.pet_named",
        on="named called",
        pattern=r"{we}(?:'ve)? (?:have|got|adopted|own) (?P<what>(?:an?|another|two|three|\d) "
        r"[^,;.]{2,50}?) (?P<how>named|called) (?P<name>{Name}(?:,? and {Name})?)",
        text="{who} has {what} {how} {name}",
        relation="HAS",
        object="{name}",
        confidence=0.9,
        importance=0.75,
        examples=(
            ("I have a golden retriever named Max.", "The user has a golden retriever named Max."),
        ),
        counter=("I want a dog named Max.",),
    ),
    Rule(
        name="family.count",
        on="kids children sons daughters brothers sisters siblings grandchildren dogs cats puppies "
        "kittens cousins roommates",
        pattern=r"{we}(?:'ve| have|) (?:got |have )?(?P<what>(?:\d+|two|three|four|five"
        r"|six|seven|eight|nine|ten) (?P<kin>kids|children|sons|daughters|brothers|sisters"
        r"|siblings|grandchildren|dogs|cats|puppies|kittens|cousins|roommates)\b"
        + _NO_KIN
        + r"(?: (?:in|at|who|and|from|aged|under|ages)(?! I\b| we\b) [^,;.]{2,60})?)",
        text="{who} has {what}",
        slot="family.{kin}",
        relation="HAS_FAMILY",
        object="{what}",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("I have three cats now.", "The user has three cats."),
            ("I have two kids in high school.", "The user has two kids in high school."),
        ),
        counter=(
            "I don't have two kids.",
            "I have two older brothers.",
            "Do I have two kids?",
            "I have three children nodes.",
        ),
    ),
    Rule(
        name="family.has",
        on="kids children kid child son daughter sons daughters brother brothers sister "
        "sisters siblings twins grandchildren wife husband girlfriend boyfriend dog "
        "dogs cat cats puppy kitten cousins baby toddler grandson granddaughter "
        "roommates",
        pattern=r"{we}(?:'ve| have|) (?:got |have )?(?P<what>{number} "
        r"(?:(?!for\b|my\b|with\b|from\b|to\b|of\b|gift)[\w-]+ "
        r"){0,4}?(?:kids?|child(?:ren)?|sons?|daughters?|boys|girls|brothers?|sisters?"
        r"|siblings?|twins|grandchildren|wife|husband|girlfriend|boyfriend|dogs?|cats?"
        r"|puppy|puppies|kittens?|cousins?|baby|toddlers?|grandson|granddaughter"
        r"|roommates?)\b"
        + _NO_KIN
        + r"(?: (?:in|at|who|and|from|aged|under|ages)(?! I\b| we\b) [^,;.]{2,60})?)",
        text="{who} has {what}",
        relation="HAS_FAMILY",
        object="{what}",
        confidence=0.8,
        importance=0.7,
        examples=(("I have two older sisters.", "The user has two older sisters."),),
        counter=(
            "I don't have kids.",
            "I saw two dogs.",
            "We have a baby on the way.",
            "Do I have a brother?",
            "I have a daughter class that inherits.",
        ),
    ),
    Rule(
        name="family.status",
        on="married single divorced engaged widowed dating",
        pattern=r"{we are} (?P<what>(?:happily |recently |newly |finally |getting "
        r")?(?:married|divorced|widowed|engaged|single)(?: to [^,;.]{2,40})?(?: for "
        r"[^,;.]{2,30})?|a single "
        r"(?:mom|dad|parent|mother|father)[^,;.]{0,30}|dating "
        r"[^,;.]{2,40})(?=[,;.!]|$| and| with| but)",
        text="{who} is {what}",
        slot="family.status",
        relation="STATUS",
        object="{what}",
        confidence=0.85,
        importance=0.7,
        examples=(("I'm married to a teacher.", "The user is married to a teacher."),),
        counter=("I'm not married.", "I'm single-handedly doing it."),
    ),
    Rule(
        name="family.parted",
        on="divorced",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally)* (?:got|gotten"
        r"|were) (?P<past>divorced)(?P<rest>(?: (?:last|in|this|two|three|a)\b"
        r"[^,;.]{2,40})?)(?=[.,;!]|$| and | but )",
        text="{who} got {past} {rest}",
        slot="family.status",
        relation="STATUS",
        object="{past}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(("I got divorced last month.", "The user got divorced last month (2026-02)."),),
        counter=("If we got divorced", "We never got divorced."),
    ),
    Rule(
        name="family.broke_up",
        on="broke split",
        pattern=r"{start}"
        + NAME
        + r" and [Ii](?: have| just| recently| finally)* (?:broke|broken|split) up"
        r"(?P<rest>(?: (?:last|this|yesterday|today|in|on|two|three|a)\b[^,;.]{0,40})?)"
        r"(?=[.,;!]|$| and | but | so )",
        text="{who} broke up with {name} {rest}",
        act="end",
        kind="episodic",
        relation="STOPPED",
        object="{name}",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(
            ("Eve and I broke up.", "The user broke up with Eve."),
            (
                "Eve and I split up last month.",
                "The user broke up with Eve last month (2026-02).",
            ),
        ),
        counter=("If Eve and I broke up", "Eve and Tom broke up.", "Eve and I never broke up."),
    ),
    Rule(
        name="family.pet_died",
        on="died passed",
        pattern=r"{our} (?:\w+ )?(?P<relative>{pet}),? (?P<name>[A-Z][a-z]+),?"
        r"(?: sadly| just| recently)* (?P<past>died|passed away)"
        r"(?P<rest>(?: (?:last|this|yesterday|today|in|on|at|of|from|two|three|a)\b[^,;.]{0,40})?)",
        text="{whose} {relative} {name} {past} {rest}",
        act="end",
        kind="episodic",
        subject="{name}",
        relation="DIED",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(
            (
                "My dog Rex died last week.",
                "The user's dog Rex died last week (2026-03-02 to 2026-03-08).",
            ),
        ),
        counter=("If my dog Rex died", "My phone died.", "My dog Rex nearly died."),
    ),
    Rule(
        name="family.pet_lost",
        on="lost",
        pattern=r"{we}(?:'ve| have)?(?: sadly| just| recently)* (?P<past>lost) (?:my|our) (?:\w+ )?"
        r"(?P<relative>{pet}),? (?P<name>[A-Z][a-z]+)(?P<rest>(?: (?:last|this|yesterday|today|to"
        r"|two|three|a)\b[^,;.]{0,40})?)(?=[.,;!]|$| and | but | so )",
        text="{who} {past} their {relative} {name} {rest}",
        act="end",
        kind="episodic",
        subject="{name}",
        relation="DIED",
        time="past",
        confidence=0.8,
        importance=0.75,
        examples=(
            ("We lost our dog Max.", "The user lost their dog Max."),
            ("Sadly, I lost my cat Tom to cancer.", "The user lost their cat Tom to cancer."),
        ),
        counter=(
            "If we lost our dog Max",
            "We lost our dog Max in the park.",
            "We never lost our dog Max.",
        ),
    ),
    Rule(
        name="family.died",
        on="died passed",
        pattern=r"{start}"
        + NAME.replace("{0,3}", "{0}")
        + r"(?: sadly| just| recently)* (?P<past>died|passed away) (?P<day>last (?:week|night|month"
        r"|{Weekday})|yesterday|today|this (?:week|morning|month)|on {Weekday}"
        r"|(?:two|three|a few|a couple of) (?:days|weeks) ago)(?=[.,;!]|$| and | but | so )",
        text="{name} {past} {day}",
        act="end",
        kind="episodic",
        subject="{name}",
        relation="DIED",
        time="past",
        confidence=0.75,
        importance=0.7,
        examples=(("Rex died last week.", "Rex died last week (2026-03-02 to 2026-03-08)."),),
        counter=("Einstein died in 1955.", "My phone died yesterday.", "Queen Anne died today."),
    ),
    Rule(
        name="family.married_event",
        on="married engaged divorced",
        pattern=r"{we} (?:got|were|was) (?P<past>married|engaged|divorced)(?P<what>(?: .{2,120})?)",
        text="{who} got {past} {what}",
        kind="episodic",
        relation="GOT_MARRIED",
        time="past",
        confidence=0.85,
        importance=0.8,
        examples=(("We got married in Porto.", "The user got married in Porto."),),
        counter=("If we got married in Porto",),
    ),
)
