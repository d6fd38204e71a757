"""How work changes: a new job, a lost one, a step up."""

from ..rule import Rule

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
            "I haven't started a new job at Acme.",
        ),
    ),
    Rule(
        name="work.left",
        on="left quit resigned retired fired laid let",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| finally| officially| now)* "
        r"(?P<past>left|quit(?= my)|resigned from|retired from|(?:was |got |been )(?:fired from"
        r"|laid off (?:from|by)|let go (?:from|by))) (?P<what>(?!I\b|{Month}\b|\w+day\b){Name}"
        r"|my (?:old |current )?job(?: (?:at|with) {Name})?)(?P<rest>(?: (?:last|in|on|this"
        r"|at the end of|yesterday|after)\b[^,;.]{0,40})?)(?=[.,;!]|$)",
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
        ),
        counter=(
            "I left Tom at the station.",
            "If I left Bosch, I would travel.",
            "I left my keys.",
        ),
    ),
    Rule(
        name="work.lost",
        on="laid fired let redundant lost",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| sadly| actually)* "
        r"(?P<past>(?:was|got|been)(?: just| recently)? (?:laid off|fired|let go|made redundant)"
        r"|lost my job)(?P<rest>(?: (?:(?:from|by) (?:my job|work|my company|my employer)|today"
        r"|yesterday|this (?:morning|week|month|year)|last (?:week|month|night|{Weekday})"
        r"|on {Weekday}|(?:two|three|a few|a couple of) (?:days|weeks) ago)(?: from {Name})?)?)"
        r"(?=[.,;!]|$| and | but | so )",
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
        ),
        counter=(
            "I was fired up.",
            "I wasn't fired.",
            "I almost got laid off.",
            "If I got laid off, I'd travel.",
            "I was fired in 2010.",
            "I'm afraid of being laid off.",
        ),
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
