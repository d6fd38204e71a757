"""How work changes: a new job, a lost one, a step up; and who has none, or works for himself."""

from ..rule import Rule

_LATELY = (
    r"(?P<rest>(?: (?:(?:from|by) (?:my job|work|my company|my employer)|today"
    r"|yesterday|this (?:morning|week|month|year)|last (?:week|month|night|{Weekday})"
    r"|on {Weekday}|(?:two|three|a few|a couple of) (?:days|weeks) ago)(?: from {Name})?)?)"
    r"(?=[.,;!]|$| and | but | so )"
)

RULES = (
    Rule(
        name="work.new_place",
        on="started got took landed found joined join",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| finally| also| actually| now)* "
        r"(?P<past>(?:started|got|took|landed|found) (?:a|my) (?:great |new |full-time )*"
        r"(?:job|role|position) (?:at|with)|started working (?:at|for)"
        r"|left {Name} (?:and (?:I )?joined|to join)|joined(?= {Name} as an? )) "
        r"(?P<place>{Name}|(?:an?|the) [^,;.]{2,40}?)(?P<rest>(?: (?:as|last|this|in|on|since|two"
        r"|three|yesterday|today)\b[^,;.]{0,60})?)(?=[.,;!]|$| and | but | so )",
        text="{who} {past} {place} {rest}",
        slot="work.employer",
        relation="WORKS_AT",
        object="{place}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(
            ("I just started a new job at Acme.", "The user started a new job at Acme."),
            (
                "I got a new job at Bosch last month, so I'm busy.",
                "The user got a new job at Bosch last month (2026-02).",
            ),
            ("I left Acme and joined Bosch.", "The user left Acme and joined Bosch."),
            ("I've joined Bosch as a nurse.", "The user joined Bosch as a nurse."),
        ),
        counter=(
            "If I got a new job at Bosch, I'd move.",
            "I got a second job at the bar.",
            "I found a job at Bosch for my brother.",
            "I joined Netflix.",
            "I got a new job at St. Anne's as head of science.",
            "I haven't started a new job at Acme.",
        ),
    ),
    Rule(
        name="work.left",
        on="left quit resigned retired fired laid let",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| finally| officially| now)* "
        r"(?P<past>left|quit(?= my)|resigned from|retired from|(?:was |got |been )(?:fired from"
        r"|laid off (?:from|by)|let go (?:from|by))) (?P<what>(?!I\b|{Month}\b|\w+day\b){Name}"
        r"|my (?:old |current )?job(?: (?:at|with) (?:{Name}|[a-z]+(?=[.,;!]"
        r"|$)))?)(?P<rest>(?: (?:last|in|on|this"
        r"|at the end of|yesterday|after|for(?= [A-Z]))\b[^,;.]{0,40}?)?)(?=[.,;!]|$"
        r"| and (?:I|moved|now)\b"
        r"| but )",
        text="{who} {past} {what} {rest}",
        act="end",
        kind="episodic",
        relation="LEFT",
        object="{what}",
        time="past",
        confidence=0.8,
        importance=0.75,
        examples=(
            ("I left Bosch.", "The user left Bosch."),
            ("I quit my job last month.", "The user quit their job last month (2026-02)."),
            ("I left my job at Bosch.", "The user left their job at Bosch."),
            ("I left Bosch for Acme.", "The user left Bosch for Acme."),
        ),
        counter=(
            "I left Tom at the station.",
            "I left Bosch for the weekend.",
            "If I left Bosch, I would travel.",
            "I left my keys.",
        ),
    ),
    Rule(
        name="work.left_job",
        on="quit left resigned",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| finally| officially)* "
        r"(?P<past>quit|left|resigned from) (?:the|my) (?P<thing>(?!old\b|current\b|new\b)"
        r"[\w'-]+(?: [\w'-]+)? job)"
        r"(?P<rest>(?: (?:last|in|on|this|yesterday|today)\b[^,;.]{0,40}?)?)"
        r"(?=[.,;!]|$| and | but | so )",
        text="{who} {past} their {thing} {rest}",
        act="end",
        kind="episodic",
        relation="LEFT",
        object="their {thing}",
        time="past",
        confidence=0.8,
        importance=0.7,
        examples=(("I quit the bar job, too tired.", "The user quit their bar job."),),
        counter=("If I quit the bar job", "I left the paint job to him."),
    ),
    Rule(
        name="work.lost",
        on="laid fired let redundant lost resigned retired sacked",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| sadly| actually| finally"
        r"| officially)* (?P<past>(?:was|got|been)(?: just| recently)? (?:laid off|fired|let go"
        r"|sacked|made redundant)|lost my job|resigned|retired(?: last year)?)" + _LATELY,
        text="{who} {past} {rest}",
        act="end",
        kind="episodic",
        relation="LEFT",
        object="their job",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(
            ("I got laid off.", "The user got laid off."),
            ("I was fired yesterday.", "The user was fired yesterday (2026-03-08)."),
            ("I just lost my job, so I'm sad.", "The user lost their job."),
            ("I've been laid off", "The user was laid off."),
            ("I resigned yesterday.", "The user resigned yesterday (2026-03-08)."),
        ),
        counter=(
            "I was fired up.",
            "I wasn't fired.",
            "I almost got laid off.",
            "If I got laid off, I'd travel.",
            "I was fired in 2010.",
            "I'm afraid of being laid off.",
            "I retired in 2010.",
        ),
    ),
    Rule(
        name="work.let_go",
        on="fired laid let sacked",
        pattern=r"{start}(?:[Tt]hey|(?:[Mm]y|[Tt]he|[Oo]ur) (?:company|boss|manager|employer|firm)"
        r"|(?!No|Never){Given}(?! let)(?! \w+ let))(?:'ve| have| has)?(?: just| recently| finally)*"
        r" (?:fired me|sacked me|laid me off|let me go)" + _LATELY,
        text="{who} lost their job {rest}",
        act="end",
        kind="episodic",
        relation="LEFT",
        object="their job",
        time="past",
        least=0,
        confidence=0.8,
        importance=0.75,
        examples=(
            ("They fired me yesterday.", "The user lost their job yesterday (2026-03-08)."),
            ("my company laid me off", "The user lost their job."),
            ("Acme fired me today.", "The user lost their job today (2026-03-09)."),
        ),
        counter=(
            "They let me go home.",
            "If they fired me",
            "They almost fired me.",
            "Nobody fired me.",
            "Ana let me go.",
        ),
    ),
    Rule(
        name="work.status",
        on="retired unemployed jobless jobs self self-employed freelancing work",
        pattern=r"{I am} (?P<what>(?:semi-)?retired|unemployed|jobless|between jobs|out of work"
        r"|self[- ]employed|freelancing)(?= (?:now|at the moment|right now|these days|currently"
        r"|since|as|and|but|so|for)\b|[.,;!]|$)",
        text="{who} is {what}",
        act="now",
        relation="WORK_STATUS",
        object="{what}",
        confidence=0.85,
        importance=0.75,
        examples=(
            ("I'm self-employed.", "The user is self-employed."),
            ("I'm retired now", "The user is retired."),
        ),
        counter=("I'm not retired.", "I'm retired from caring.", "Am I unemployed?"),
    ),
    Rule(
        name="work.for_oneself",
        on="myself boss freelance",
        pattern=r"{I} work (?:for myself|freelance)(?=[.,;!]|$| as | and | but | so | now\b| from )"
        r"|{I am} my own boss(?=[.,;!]|$| and | now\b)",
        text="{who} is self-employed",
        act="now",
        relation="WORK_STATUS",
        object="self-employed",
        confidence=0.85,
        importance=0.75,
        examples=(("I work for myself", "The user is self-employed."),),
        counter=("I want to work for myself.", "I could work for myself."),
    ),
    Rule(
        name="work.started",
        on="started joined retired quit resigned left",
        pattern=r"{start}[Ii](?:'ve| have| was| got)?(?: just| recently| finally| also| been| "
        r"actually)* (?P<past>started(?= (?:a |my |an )?(?:new "
        r")?(?:job|role|position|working (?:at|for|as)|business|company))|joined(?= "
        r"(?:the )?[A-Z]\w+(?: \w+)? (?:as|team))|retired|quit my job|resigned|left "
        r"my job)(?P<what>\b(?: .{0,150})?)",
        text="{who} {past} {what}",
        kind="episodic",
        relation="CAREER_EVENT",
        object="{past} {what}",
        time="past",
        confidence=0.8,
        importance=0.75,
        examples=(
            ("I just started a new job.", "The user started a new job."),
            ("I recently retired from teaching.", "The user retired from teaching."),
        ),
        counter=("I haven't started a new job.", "If I quit my job I would travel."),
    ),
    Rule(
        name="work.promoted",
        on="promoted promotion laid fired hired offered",
        pattern=r"{start}[Ii](?: was| got|'ve been| have been| just got| recently got| just "
        r"was)(?: just| recently| finally)* (?P<past>promoted|laid "
        r"off|fired|hired|offered)(?P<what>\b(?: .{0,150})?)",
        text="{who} was {past} {what}",
        kind="episodic",
        relation="CAREER_EVENT",
        object="{past} {what}",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(
            (
                "I got promoted to team lead last month.",
                "The user was promoted to team lead last month (2026-02).",
            ),
        ),
        counter=("I hope I got promoted.",),
    ),
)
