"""Family, friends and pets: who they are and what they are called."""

from ..rule import Rule

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
# "A baby blanket", "a dog bed": a thing for one, not one.
_NO_THING = (
    r"(?! (?:blankets?|showers?|gifts?|clothes|food|beds?|toys?|monitors?|bump|carriers?|books?"
    r"|gates?|towers?|trees?|treats?|seats?|gear|stuff|photos?|names?|sitters?|walkers?|houses?"
    r"|carriages?|strollers?|rooms?|picnic|park|training|shows?|cafés?)\b)"
)

_AGED = r"(?:baby |little )?{Name}(?:,? \(?\d{1,2}\)?)?"
"""Ana; Ana (9); Ana, 9"""

_ROLE = (
    r"(?:boss|manager|supervisor|landlord|landlady|doctor|dentist|therapist|lawyer|accountant|vet"
    r"|tutor|trainer|coach|advisor|adviser|mentor|cardiologist|dermatologist|p(?:a)?ediatrician"
    r"|gyn(?:a)?ecologist|physio(?:therapist)?|hairdresser|plumber|cleaner|nanny|midwife)"
)

RULES = (
    Rule(
        name="family.new_role",
        on="new",
        pattern=r"{start}(?:(?:[Mm]y|[Oo]ur) new (?P<relative>"
        + _ROLE
        + r")(?: is|'s)(?: now)?(?: called| named)? (?P<name>{title}"
        + _NO_PEOPLE
        + r"[A-Z][a-z]+(?: [A-Z][a-z]+){0,2})(?=[.,;!]|$| and | but | now\b| from )"
        r"|(?P<name2>{title}[A-Z][a-z]+(?: [A-Z][a-z]+)?) is (?:now )?(?:my|our) new "
        r"(?P<relative2>" + _ROLE + r")(?=[.,;!]|$| and | but ))",
        text="{whose} {relative} is {name}",
        act="now",
        slot="{relative}.name",
        relation="HAS_{relative}",
        object="{name}",
        confidence=0.85,
        importance=0.7,
        examples=(
            ("Our new manager is called Robert.", "The user's manager is Robert."),
            ("Dr. Chen is our new pediatrician.", "The user's pediatrician is Dr. Chen."),
        ),
        counter=("Is our new manager called Robert?", "My new boss is German."),
    ),
    Rule(
        name="family.name_is",
        on="name names named called wife husband partner girlfriend boyfriend son daughter"
        " mother mom "
        "mum father dad sister brother dog cat puppy kitten",
        pattern=r"{our} (?P<relative>{kin})(?:'s|s') (?:name is|is named|is called) "
        r"(?P<name>{Name})|{our} (?P<kin>{kin}) is (?:named|called) (?P<named>{Name})"
        r"|{our} (?P<kin2>{kin})'s called (?P<named2>{Name})(?=[.,;!]|$| and | but )"
        r"|{our} (?P<kin3>{family}|{pet})(?: is|'s) (?P<given>{Given})(?=[.,;!]|$| and (?:I|s?he"
        r"|s?he's"
        r"|my)\b)",
        text="{whose} {relative}{kin} is called {name}{named}",
        relation="HAS_{relative}{kin}",
        object="{name}{named}",
        confidence=0.95,
        importance=0.75,
        examples=(
            ("My dog's name is Max.", "The user's dog is called Max."),
            ("My daughter is named Ana.", "The user's daughter is called Ana."),
            ("My wife's called Ana.", "The user's wife is called Ana."),
            ("My wife is Ana.", "The user's wife is called Ana."),
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
        "co-founder client instructor vet landlord ex spouse",
        pattern=r"{our}(?<!call our)(?<!name our)(?<!call my)(?<!name my)(?<!almost named my)"
        r"(?<!almost called my) (?P<relative>{kin})(?:,| named| called)? "
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
        counter=(
            "My friend I told you about.",
            "If my friend Sarah comes",
            "my sister in Lisbon",
            "We wanted to call our daughter Ella.",
        ),
    ),
    Rule(
        name="family.role_is",
        on="boss manager supervisor landlord landlady doctor dentist therapist lawyer accountant "
        "vet tutor trainer",
        pattern=r"{my} (?:current |family )?(?P<relative>boss|manager|supervisor|landlord"
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
            ("My current manager is Leo Costa.", "The user's manager is Leo Costa."),
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
        on="kids children sons daughters boys girls brothers sisters dogs cats puppies kittens "
        "parrots rabbits hamsters horses turtles birds",
        pattern=r"{we}(?:'ve| have) (?P<what>(?:two|three|four|\d) (?:[a-z-]+ ){0,2}?"
        r"(?:kids|children|sons|daughters|boys|girls|brothers|sisters|dogs|cats|puppies"
        r"|kittens|parrots|rabbits|hamsters|horses|turtles|birds))(?:,|:| -) "
        r"(?P<name>" + _AGED + "(?:, " + _AGED + ")*,? and " + _AGED + ")(?=[.,;!]|$)",
        text="{who} has {what}, {name}",
        relation="HAS",
        object="{name}",
        confidence=0.9,
        importance=0.75,
        examples=(
            ("I have two cats, Pixel and Byte.", "The user has two cats, Pixel and Byte."),
            ("We have 2 kids, Mia 6 and Leo 3.", "The user has 2 kids, Mia 6 and Leo 3."),
        ),
        counter=("Do I have two cats, Pixel and Byte?", "I have two cats, one and a half."),
    ),
    Rule(
        name="family.kids_named",
        on="kids children sons daughters boys girls brothers sisters siblings parents",
        pattern=r"{our} (?P<relative>(?:[a-z-]+ )?(?:kids|children|sons|daughters|boys|girls"
        r"|brothers|sisters|siblings|parents))(?: are(?: called| named)?|:|,| -) "
        r"(?P<part>(?=(?:baby |little )?(?P<given>{Given}))"
        + _AGED
        + "(?:, "
        + _AGED
        + ")*,? (?:and|&) "
        + _AGED
        + ")"
        r"(?=[.,;!]|$| and I\b| but | so )",
        text="{whose} {relative} are {part}",
        relation="HAS_{relative}",
        object="{part}",
        confidence=0.85,
        importance=0.75,
        examples=(
            ("My kids are Ana and Ben.", "The user's kids are Ana and Ben."),
            ("My kids: Ana (9), Ben (7) and Tom", "The user's kids are Ana (9), Ben (7) and Tom."),
        ),
        counter=(
            "Are my kids Ana and Ben?",
            "My kids are Good and Healthy.",
            "My parents are Italian and French.",
            "If my kids, Ana and Ben, come",
        ),
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
        r"(?:(?!for\b|my\b|with\b|from\b|to\b|of\b|gift|million|thousand|hundred)[\w-]+ "
        r"){0,4}?(?:kids?|child(?:ren)?|sons?|daughters?|boys|girls|brothers?|sisters?"
        r"|siblings?|twins|grandchildren|wife|husband|girlfriend|boyfriend|dogs?|cats?"
        r"|puppy|puppies|kittens?|cousins?|baby|toddlers?|grandson|granddaughter"
        r"|roommates?)\b"
        + _NO_KIN
        + _NO_THING
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
            "I got a personalized baby blanket.",
            "Do I have a brother?",
            "I have a daughter class that inherits.",
        ),
    ),
    Rule(
        name="family.status",
        on="married single divorced engaged widowed dating separated relationship",
        pattern=r"{we are} (?P<what>(?:happily |recently |newly |finally )?"
        r"(?:married|divorced|widowed|engaged|single|separated)(?: to (?!(?:my|our"
        r"|the) )[^,;.]{2,40})?(?: for "
        r"[^,;.]{2,30})?|a single "
        r"(?:mom|dad|parent|mother|father)[^,;.]{0,30}|dating "
        r"[^,;.]{2,40}|in a relationship)(?=[,;.!]|$| and| with| but| now\b| again\b)",
        text="{who} is {what}",
        slot="family.status",
        act="now",
        relation="STATUS",
        object="{what}",
        confidence=0.85,
        importance=0.7,
        examples=(("I'm married to a teacher.", "The user is married to a teacher."),),
        counter=(
            "I'm getting divorced.",
            "I'm not married.",
            "I'm single-handedly doing it.",
            "I'm married to my job.",
        ),
    ),
    Rule(
        name="family.parting",
        on="getting",
        pattern=r"{we are} getting (?P<what>divorced|separated)"
        r"(?=[.,;!]|$| from | and | but | so )",
        text="{who} is getting {what}",
        relation="GETTING",
        object="{what}",
        confidence=0.8,
        importance=0.7,
        examples=(("I'm getting divorced.", "The user is getting divorced."),),
        counter=("I'm not getting divorced.", "Am I getting divorced?"),
    ),
    Rule(
        name="family.wed",
        on="married engaged",
        pattern=r"{we} got (?P<past>married|engaged)(?P<rest> (?:last (?:week|weekend|month"
        r"|{Weekday})|yesterday|today|this (?:week|weekend|month|year)|on {Weekday}))"
        r"(?=[.,;!]|$| and | but | so )"
        r"|{start}(?:[Ii]|[Ww]e) (?:just|finally) got (?P<past2>married|engaged)(?=[.,;!]|$)",
        text="{who} got {past} {rest}",
        slot="family.status",
        act="now",
        relation="STATUS",
        object="{past}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(
            ("We got married last month.", "The user got married last month (2026-02)."),
            ("I just got engaged!", "The user got engaged."),
        ),
        counter=("If we got married last month", "We got married in 2010.", "I never got married."),
    ),
    Rule(
        name="family.married_event",
        on="married engaged divorced",
        pattern=r"{we} (?:got (?P<past>married|engaged|divorced)|(?:were|was) (?P<past2>married)"
        r"(?= (?:in|on|at|by|last)\b))(?P<what>(?: .{2,120})?)",
        text="{who} got {past} {what}",
        kind="episodic",
        relation="GOT_MARRIED",
        time="past",
        confidence=0.85,
        importance=0.8,
        examples=(("We got married in Porto.", "The user got married in Porto."),),
        counter=("If we got married in Porto", "I was married once.", "I was engaged in a talk."),
    ),
)
