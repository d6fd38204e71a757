"""What is said of named people and projects."""

from ..rule import Rule
from ..tools import FIRMS
from .pieces import NAME, WITH

_DOES = (
    r"works (?:at|for|as|on|in|with)|manages|leads|heads|supervises|owns|reports to|belongs to"
    r"|depends on|lives (?:in|with|near)"
)

_IS = (
    r"(?:allergic to [^,;.]{2,40}?|vegan|vegetarian|pregnant|married|part of [^,;.]{2,40}?"
    r"|(?:in charge of|responsible for) [^,;.]{2,40}?)"
)

_LATELY = r"(?: has|'s)?(?: just| recently| unfortunately)* "
_WHEN = (
    r"(?P<rest>(?: (?:last|this|in|on|yesterday|today)\b[^,;.]{0,30}?)?)"
    r"(?=[.,;!]|$| and | but | so )"
)

# What moves, and does not live there: the relation says that it moved.
_NO_PERSON = (
    rf"(?!Project|Team|Company|The|{FIRMS}\b"
    r"|(?:[A-Z][\w&-]* ){1,3}(?:Inc|Corp|Corporation|Company|Co|Ltd|LLC|GmbH|AG|Bank|Labs|Group"
    r"|University|Institute|Foundation|Airlines|Motors|Systems|Technologies|Software)\b)"
)

RULES = (
    Rule(
        name="other.no_longer",
        on="longer",
        pattern=r"{start}" + NAME + r" no longer (?P<past>" + _DOES + r") (?P<what>{rest})",
        text="{name} no longer {past} {what}",
        act="end",
        subject="{name}",
        relation="NO_LONGER",
        object="{past} {what}",
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "Alice no longer manages Project Alpha.",
                "Alice no longer manages Project Alpha.",
            ),
        ),
        counter=("What if Alice no longer manages Project Alpha?", "Alice no longer cares."),
    ),
    Rule(
        name="other.is_no_longer",
        on="longer anymore more",
        pattern=r"{start}"
        + NAME
        + r"(?:(?: is|'s) no longer (?P<what>{is})|(?: isn't|(?: is|'s) not) (?P<what2>{is})"
        r" any ?(?:more|longer))(?=[.,;!]|$)".replace("{is}", _IS),
        text="{name} is no longer {what}",
        act="end",
        subject="{name}",
        relation="NO_LONGER",
        object="{what}",
        confidence=0.85,
        importance=0.7,
        examples=(
            ("Ben is no longer allergic to eggs.", "Ben is no longer allergic to eggs."),
            ("Ben isn't vegan any more.", "Ben is no longer vegan."),
        ),
        counter=("Is Ben no longer vegan?", "If Ben isn't vegan any more", "Ben isn't vegan."),
    ),
    Rule(
        name="other.left",
        on="left resigned retired laid fired let quit",
        pattern=r"{start}"
        + NAME
        + _LATELY
        + r"(?P<past>left the (?:company|team|firm|business|practice|shop|department)"
        r"|resigned|retired|quit (?:his|her|their) job(?: (?:at|with) {Name})?"
        r"|(?:was|got) (?:laid off|fired|let go))" + _WHEN,
        text="{name} {past} {rest}",
        act="end",
        kind="episodic",
        subject="{name}",
        relation="LEFT_WORK",
        object="{past}",
        time="past",
        confidence=0.8,
        importance=0.65,
        examples=(
            ("Raj left the company, Mei took over.", "Raj left the company."),
            ("Dr. Patel retired last month.", "Dr. Patel retired last month (2026-02)."),
        ),
        counter=("If Raj left the company", "Raj left the team a note.", "Did Raj resign?"),
    ),
    Rule(
        name="other.left_us",
        on="left",
        pattern=r"{start}" + NAME + _LATELY + r"left us" + _WHEN,
        text="{name} left",
        act="forget",
        kind="episodic",
        subject="{name}",
        relation="LEFT_WORK",
        object="left us",
        confidence=0.7,
        examples=(("Els left us last week.", "Els left."),),
        counter=("If Els left us", "Els left us a note.", "Els never left us."),
    ),
    Rule(
        name="other.is_my",
        on="is",
        pattern=r"{start}" + NAME + r",? (?:who )?is (?:my|our) (?P<relative>"
        r"(?!(?:new |old |former |only )?ones?\b)(?:new |old |former )?[a-z-]+(?: "
        r"[a-z-]+)?)(?=[,.;!]|$| and| who| at| in| from| for)",
        text="{name} is {whose_} {relative}",
        subject="{name}",
        relation="IS",
        object="{whose_} {relative}",
        confidence=0.8,
        importance=0.65,
        examples=(("Alice is my manager at work.", "Alice is the user's manager."),),
        counter=("Is Alice my manager?", "This is my manager.", "Dr. Chen is our new one."),
    ),
    Rule(
        name="other.home",
        on="lives moved relocated",
        pattern=r"{start}"
        + _NO_PERSON
        + NAME
        + r"(?P<how>(?: now| also| currently| just| recently)*) "
        r"(?P<past>lives in|(?:has )?(?:moved|relocated)(?: back)? to) (?P<place>{Place})"
        r"(?![\w'’-]| (?:team|department|project|office|branch|group|division))" + WITH,
        text="{name} {how} {past} {place} {rest} {part}",
        slot="home.place",
        subject="{name}",
        relation="LIVES_IN",
        object="{place}",
        time="since",
        confidence=0.8,
        importance=0.6,
        examples=(
            ("Tom now lives in Denver.", "Tom now lives in Denver."),
            ("Tim moved to Bergen.", "Tim moved to Bergen."),
            ("Tim has moved to Bergen with Ann for his job.", "Tim has moved to Bergen."),
            (
                "Maria lives in Porto and works at Sonae.",
                "Maria lives in Porto and works at Sonae.",
            ),
        ),
        counter=(
            "Does Tim live in Bergen?",
            "If Tim moved to Bergen",
            "Tim moved to the Sales team.",
            "Tim moved to Slack.",
            "Project Alpha moved to Kubernetes.",
            "Amazon moved to Seattle.",
            "Deutsche Bank moved to Leeds.",
        ),
    ),
    Rule(
        name="other.age",
        on="is turned",
        pattern=r"{start}(?P<given>{Given}) (?:(?:is|'s) (?:now )?(?P<age>\d{1,3})"
        r"(?: years old(?: now)?| now)|(?:has |just )*turned (?P<age2>\d{1,3})"
        r"(?: (?:today|yesterday|last (?:week|month)|this (?:week|month))|(?=[.!]*$)))"
        r"(?=[.,;!]|$| and )",
        text="{name} is {age} years old",
        slot="age",
        subject="{name}",
        relation="HAS_AGE",
        object="{age}",
        confidence=0.8,
        importance=0.6,
        examples=(
            ("Leo turned 4 today!", "Leo is 4 years old."),
            ("Mia is 7 now.", "Mia is 7 years old."),
        ),
        counter=("Is Leo 4 now?", "Rome is 2000 years old.", "Leo turned 4 in 2001."),
    ),
    Rule(
        name="other.works",
        on="works manages leads heads supervises owns reports belongs depends lives moved joined "
        "part based managed led owned responsible charge manager owner director allergic married",
        pattern=r"{start}"
        + NAME
        + r"(?P<how>(?: now| also| currently| just| recently)*) (?P<past>(?:"
        + _DOES
        + r"|moved to|joined(?= [A-Z])|is (?:part of|based in|managed by"
        r"|led by|owned by|responsible for|in charge of|the (?:[\w-]+ "
        r"){0,2}(?:lead|manager|owner|maintainer|head|director)(?: "
        r"(?:of|for))?|allergic to|pregnant|vegan|vegetarian|getting married|married "
        r"to|moving to|the deadline for))) "
        r"(?P<what>(?!it\b|that\b|best\b|well\b){rest})",
        text="{name} {how} {past} {what}",
        subject="{name}",
        relation="{past}",
        object="{what}",
        confidence=0.8,
        importance=0.6,
        examples=(
            ("Alice manages Project Alpha, but I help.", "Alice manages Project Alpha."),
            ("Bob reports to Alice.", "Bob reports to Alice."),
            ("Bob works with me.", "Bob works with the user."),
            ("Project Alpha is part of Orion.", "Project Alpha is part of Orion."),
            ("Amazon moved to Seattle.", "Amazon moved to Seattle."),
            ("Deutsche Bank moved to Leeds.", "Deutsche Bank moved to Leeds."),
        ),
        counter=("Who manages Project Alpha?", "She manages it.", "If Alice manages Project Alpha"),
    ),
    Rule(
        name="other.project_named",
        on="project",
        pattern=r"{start}(?P<name>Project [A-Z][\w-]+(?: [A-Z][\w-]+)?) (?P<past>uses|runs on"
        r"|is (?:written in|built (?:with|on|in)|hosted on|based on)) (?P<what>{rest})",
        text="{name} {past} {what}",
        subject="{name}",
        relation="{past}",
        object="{what}",
        confidence=0.8,
        importance=0.6,
        examples=(("Project Zebra runs on Linux.", "Project Zebra runs on Linux."),),
        counter=("If Project Zebra runs on Linux", "Does Project Zebra run on Linux?"),
    ),
    Rule(
        name="other.project",
        on="project app company team client site service product budget",
        pattern=r"{start}(?:[Tt]he|[Oo]ur|[Mm]y) (?P<what>(?:[\w-]+ "
        r"){0,3}(?:project|app|product|company|startup|team|website|budget)) "
        r"(?P<past>uses|runs on|is (?:called|named|based in|built "
        r"(?:with|on|in)|written in)|is [$€£₦¥]\s?\d|is made up of|consists "
        r"of|launches|supports) (?P<rest>.{2,120})",
        text="{whose} {what} {past} {rest}",
        subject="{whose_} {what}",
        relation="FACT",
        object="{rest}",
        confidence=0.75,
        importance=0.6,
        examples=(("Our project uses Django 5.", "The user's project uses Django 5."),),
        counter=("What if our project uses Django?", "Our project is fun."),
    ),
)
