"""Appointments and deadlines: what is fixed to a day."""

from ..rule import Rule
from .pieces import NAME

_MEETING = (
    r"(?:meeting|appointment|exam|test|interview|flight|deadline|presentation|call"
    r"|conference|wedding|party"
    r"|trip|vacation|race|marathon|tournament|concert|recital|surgery|checkup"
    r"|check-up|date|dinner|reservation"
    r"|class|workshop|session|visit|event|gig|show|game|match|final|midterm"
    r"|hearing|review|birthday|shift"
    r"|photoshoot|retreat|ceremony|festival|fundraiser|reunion|lunch|brunch|demo"
    r"|launch|project due|paper due|fitting|viewing|inspection|rehearsal|cruise)"
)

_FIXED = r" (?:is(?: now)?|(?:has been |was |got )?(?:moved|pushed|extended) to)(?: on| in| by)? "

_MOVED = (
    r" (?:(?:(?:has|have) been|was|were|got|is|are) (?:now )?(?P<past>moved|postponed"
    r"|pushed(?: back)?|rescheduled|rebooked|delayed|brought forward)|(?P<past2>moved)) "
    r"(?:to|until|till) (?P<day>(?=.{0,14}(?:{Month}|\d|tomorrow|day|week|month"
    r"|year|autumn|spring|summer|winter)).{2,40})"
)

RULES = (
    Rule(
        name="date.have",
        on="meeting appointment exam test interview flight deadline presentation call "
        "conference wedding party trip vacation race marathon tournament concert "
        "recital surgery checkup date dinner reservation class workshop session "
        "visit event gig show game match final midterm hearing review birthday shift "
        "photoshoot retreat ceremony festival fundraiser reunion lunch brunch demo "
        "launch due",
        pattern=r"(?:{we} have|{we have} got|{we} got(?= [^,;.]{2,40}(?:appointment|exam|test"
        r"|interview|midterm|final|deadline|flight|shift|surgery|hearing|gig|reservation|meeting)"
        r" (?:on|at|in|tomorrow|next) )) (?P<what>(?:an?|my|our|two|three|another|the) "
        r"(?:[\w'&-]+ ){0,6}?" + _MEETING + r"s?\b{rest})",
        text="{who} has {what}",
        kind="episodic",
        relation="HAS_EVENT",
        object="{what}",
        time="future",
        dated=True,
        confidence=0.85,
        importance=0.65,
        examples=(
            (
                "I have a dentist appointment on March 12.",
                "The user has a dentist appointment on March 12 (2026-03-12).",
            ),
            ("I got an exam on the 24th.", "The user has an exam on the 24th (2026-03-24)."),
        ),
        counter=(
            "I have a meeting.",
            "I don't have a meeting tomorrow.",
            "I got an exam last Friday.",
            "Do I have a meeting tomorrow?",
        ),
    ),
    Rule(
        name="date.is",
        on="meeting appointment exam test interview flight deadline presentation call "
        "conference wedding party trip vacation race marathon tournament concert "
        "recital surgery checkup reservation class workshop session visit event show "
        "game match final midterm hearing review birthday retreat ceremony festival "
        "fundraiser reunion launch graduation lease visa passport contract "
        "anniversary date",
        pattern=r"{our} (?P<what>(?:[\w'’&-]+ ){0,4}(?:"
        + _MEETING
        + r"|deadline|graduation|move-in|due "
        r"date|anniversary|lease|visa|passport|contract)) "
        r"(?P<past>is|starts|begins|ends|expires|leaves|departs|lands|takes "
        r"place|is scheduled|is set|is due|got "
        r"moved|has been moved|was moved) (?P<day>(?!not|so|very|going)(?:(?:coming "
        r")?(?:up )?(?:on|for|in|at|to|from|next|this|tomorrow|by|until|\d"
        r"|{Month})\b).{0,60})",
        text="{whose} {what} {past} {day}",
        slot="date.{what}",
        subject="{whose_} {what}",
        relation="ON_DATE",
        object="{day}",
        kind="episodic",
        time="future",
        dated=True,
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "My job interview is on March 12 at noon.",
                "The user's job interview is on March 12 at noon (2026-03-12).",
            ),
        ),
        counter=(
            "My interview is soon.",
            "When my interview is tomorrow?",
            "My flight was on the 3rd.",
        ),
    ),
    Rule(
        name="date.deadline_of",
        on="deadline due",
        pattern=r"{start}(?:(?:[Tt]he|[Oo]ur|[Mm]y) deadline (?:of|for) "
        + NAME
        + _FIXED
        + r"|"
        + NAME.replace("<name>", "<owner>")
        + r"(?:'s? deadline"
        + _FIXED
        + r"| is (?:now )?due (?:on|in|by) | has a deadline (?:on|in|of) ))"
        r"(?P<day>(?=.{0,14}(?:{Month}|\d|tomorrow|day|week|month)).{2,40})",
        text="The deadline of {name}{owner} is {day}",
        slot="deadline",
        subject="{name}{owner}",
        relation="HAS_DEADLINE",
        object="{day}",
        time="named",
        confidence=0.85,
        importance=0.75,
        examples=(
            (
                "The deadline of Project Alpha is March 2026.",
                "The deadline of Project Alpha is March 2026.",
            ),
            (
                "Project Alpha's deadline has been moved to next Friday.",
                "The deadline of Project Alpha is next Friday (2026-03-20).",
            ),
            ("Project Alpha is due in May 2026.", "The deadline of Project Alpha is May 2026."),
        ),
        counter=(
            "Is the deadline of Project Alpha March 2026?",
            "If the deadline of Project Alpha is March 2026, we are late.",
            "The deadline of Project Alpha is near.",
        ),
    ),
    Rule(
        name="date.moved",
        on="moved postponed pushed rescheduled rebooked delayed brought",
        pattern=r"{start}(?:[Tt]he|[Oo]ur|[Mm]y) (?P<what>(?:[\w'’&-]+ ){0,3}"
        + _MEETING
        + r"(?: (?:with|in|at) (?:{Name}|my [\w-]+))?)"
        + _MOVED,
        text="The {what} was {past} to {day}",
        act="now",
        slot="date.{what}",
        subject="{what}",
        relation="ON_DATE",
        object="{day}",
        time="named",
        confidence=0.8,
        importance=0.7,
        examples=(
            (
                "The call with my boss got pushed to March 12.",
                "The call with their boss was pushed to March 12 (2026-03-12).",
            ),
            (
                "The meeting with Karin was moved to March 12.",
                "The meeting with Karin was moved to March 12 (2026-03-12).",
            ),
        ),
        counter=(
            "Was the meeting moved to Monday?",
            "The meeting was moved.",
            "If the meeting moved to March 12, I could come.",
        ),
    ),
    Rule(
        name="date.moved_named",
        on="moved postponed pushed rescheduled rebooked delayed brought",
        pattern=r"{start}" + NAME + _MOVED,
        text="{name} was {past} to {day}",
        act="now",
        slot="date.{name}",
        subject="{name}",
        relation="ON_DATE",
        object="{day}",
        time="named",
        confidence=0.8,
        importance=0.7,
        examples=(
            (
                "Project Alpha has been postponed to May.",
                "Project Alpha was postponed to May (2026-05).",
            ),
        ),
        counter=("If Project Alpha is postponed to May", "Alice was moved to tears."),
    ),
    Rule(
        name="date.now_on",
        on="now",
        pattern=r"{start}(?:[Tt]he|[Oo]ur|[Mm]y) (?P<what>(?:[\w'’&-]+ ){0,3}"
        + _MEETING
        + r") is now (?P<how>on|in) "
        r"(?P<day>(?=.{0,14}(?:{Month}|\d|{Weekday}|tomorrow|next week)).{2,40})",
        text="The {what} is now {how} {day}",
        act="now",
        slot="date.{what}",
        subject="{what}",
        relation="ON_DATE",
        object="{day}",
        time="named",
        confidence=0.8,
        importance=0.7,
        whole=True,
        examples=(
            (
                "Our wedding is now on September 5.",
                "The wedding is now on September 5 (2026-09-05).",
            ),
        ),
        counter=("Is our wedding now on September 5?", "The event is now in full swing."),
    ),
    Rule(
        name="date.cancelled_by",
        on="cancelled canceled",
        pattern=r"{start}(?:[Tt]hey|(?:[Tt]he|[Mm]y) [\w-]+|(?!I\b|We\b){Name})(?: has|'ve| have)?"
        r"(?: just)? cancell?ed (?:my|our) (?P<what>(?:[\w'’&-]+ ){0,2}?"
        + _MEETING
        + r")(?=[.,;!]|$| and | but | so | on | for | tomorrow| today)",
        text="The {what} was cancelled",
        act="end",
        kind="episodic",
        relation="CANCELLED",
        object="{what}",
        confidence=0.8,
        importance=0.65,
        examples=(("The dentist cancelled my appointment.", "The appointment was cancelled."),),
        counter=("If they cancelled my appointment", "Has the dentist cancelled my appointment?"),
    ),
    Rule(
        name="date.cancelled",
        on="cancelled canceled called",
        pattern=r"{start}(?:(?:[Mm]y|[Oo]ur) |[Tt]he (?![\w-]+ (?:is|was|got|has)\b))"
        r"(?P<what>(?:[\w'’&-]+ ){0,3}?" + _MEETING + r"(?: (?:with|at|in|to) (?:my |the )?"
        r"[\w'’-]+(?: [A-Z][\w'’-]+)?)?)(?: (?:on|for|tomorrow|today|this|next)\b[^,;.]{0,20}?)? "
        r"(?:is|was|got|has been)(?: now| just| unfortunately)? (?P<past>cancell?ed|called off)\b",
        text="The {what} was {past}",
        act="end",
        kind="episodic",
        relation="CANCELLED",
        object="{what}",
        confidence=0.8,
        importance=0.65,
        examples=(
            ("The meeting with Bob is cancelled.", "The meeting with Bob was cancelled."),
            ("My flight got canceled.", "The flight was canceled."),
        ),
        counter=(
            "Is the meeting with Bob cancelled?",
            "If the meeting with Bob is cancelled, I can come.",
            "The meeting is not cancelled.",
            "The event was cancelled.",
        ),
    ),
    Rule(
        name="date.off",
        on="off",
        pattern=r"{start}(?:[Mm]y|[Oo]ur|[Tt]he) (?P<what>(?:[\w'’&-]+ ){0,2}?"
        r"(?:trip|cruise|holiday|vacation|wedding|party|dinner|concert|race|match|launch|meeting|visit|tour)"
        r"(?: (?:with|to) [A-Z][\w'’-]+)?) is(?: now)? off(?=[.,;!]|$)",
        text="The {what} is off",
        act="end",
        kind="episodic",
        relation="CANCELLED",
        object="{what}",
        confidence=0.75,
        importance=0.65,
        examples=(("Our trip to Rome is off, sadly.", "The trip to Rome is off."),),
        counter=("The meeting is off to a good start.", "If the trip to Rome is off, I can come."),
    ),
    Rule(
        name="date.away",
        on="holiday vacation leave sabbatical",
        pattern=r"{we are} on (?P<what>(?:holiday|vacation|(?:\w+ )?leave|(?:an? )?sabbatical)"
        r" (?:until|till|through|from|starting) (?:[^,;]|,(?= \d{4}\b)){2,60}(?!\w))",
        text="{who} is on {what}",
        kind="episodic",
        relation="AWAY",
        object="{what}",
        time="due",
        dated=True,
        confidence=0.85,
        importance=0.6,
        examples=(
            (
                "I'm on holiday until March 20.",
                "The user is on holiday until March 20 (2026-03-20).",
            ),
            (
                "I'm on vacation from 10 to 21 May in Lisbon, Tom covers for me.",
                "The user is on vacation from 10 to 21 May (2026-05-10 to 2026-05-21) in Lisbon.",
            ),
        ),
        counter=("I'm not on holiday until March 20.", "I'm on holiday."),
    ),
    Rule(
        name="date.deadline",
        on="deadline due",
        pattern=r"{start}(?:[Tt]he|[Mm]y|[Oo]ur) (?:deadline (?:for|of) (?:(?:the|my|our) )?)?"
        r"(?P<what>(?!{family}\b)(?:[\w'’&-]+ ){0,5}?\w+) (?:is(?: now)? "
        r"due|is(?=.{0,14}(?:{Month}|\d|tomorrow|day|week|month))|has been moved "
        r"to|moved to|got moved to)(?: on| by)? (?P<day>.{2,60})",
        text="The {what} is due {day}",
        slot="deadline.{what}",
        subject="{what}",
        relation="DEADLINE",
        object="{day}",
        time="future",
        dated=True,
        confidence=0.8,
        importance=0.75,
        examples=(
            (
                "The grant report is due on March 20.",
                "The grant report is due March 20 (2026-03-20).",
            ),
            (
                "The deadline for the migration is March 20.",
                "The migration is due March 20 (2026-03-20).",
            ),
        ),
        counter=("The report is due.", "Is the report due tomorrow?"),
    ),
    Rule(
        name="date.must",
        on="need have must by",
        pattern=r"{we} (?P<present>need|have) to (?P<what>(?!survive|get through|be "
        r"able|know|make sure|see|understand|find out|do (?:this|that|it)|decide|get "
        r"(?:it|this)|finish (?:it|this)|mention|say|admit|confess|tell|ask|agree|note|add|share"
        r"|point out|let you){rest})",
        text="{who} {present} to {what}",
        kind="episodic",
        relation="MUST",
        object="{what}",
        time="future",
        dated=True,
        confidence=0.8,
        importance=0.65,
        least=3,
        examples=(
            (
                "I need to submit the visa form by March 20.",
                "The user needs to submit the visa form by March 20 (2026-03-20).",
            ),
        ),
        counter=(
            "I need to submit the form.",
            "Do I need to submit it by March 20?",
            "I have to mention that Ana moves out tomorrow.",
        ),
    ),
)
