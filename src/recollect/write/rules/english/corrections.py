"""What is no longer so, and what is so instead."""

from ..rule import Rule
from ..tools import TOOLS
from .partings import THING

_THEN = r"(?:bought|got|took|joined|started|switched|moved|went|leased)\b"
"""What one does after one has stopped something."""

_DOING = (
    r"(?:smoking|vaping|drinking|gambling|swimming|running|jogging|cycling|climbing|bouldering|hiking"
    r"|skiing|boxing|rowing|sailing|surfing|dancing|knitting|painting|gaming|streaming|fasting"
    r"|dieting|journaling|meditating|commuting|driving|volunteering|tutoring|coaching|gardening)"
)
"""What one does for years."""

RULES = (
    Rule(
        name="correction.likes_again",
        on="again",
        pattern=r"{I} (?P<present>enjoy|like) (?P<what>[^,;.!]{2,40}?) again(?=[.,;!]|$)"
        r"(?<!again and again)",
        text="{who} {present} {what} again",
        relation="LIKES",
        object="{what}",
        confidence=0.8,
        importance=0.6,
        examples=(("Actually, I like coffee again.", "The user likes coffee again."),),
        counter=("I don't like coffee again.", "I'd like coffee again.", "Do I like it again?"),
    ),
    Rule(
        name="correction.no_longer",
        on="longer",
        pattern=r"{start}(?:[Ii]|[Ww]e) no longer "
        r"(?P<present>(?!need|want|have to|feel|see|think)[a-z]{2,14}) (?P<what>{rest})",
        text="{who} no longer {present} {what}",
        act="end",
        relation="NO_LONGER",
        object="{present} {what}",
        confidence=0.85,
        importance=0.75,
        examples=(
            ("I no longer work at Acme.", "The user no longer works at Acme."),
            (
                "I no longer do nights, from next week I'm on days.",
                "The user no longer does nights.",
            ),
        ),
        counter=("What if I no longer work at Acme?", "I no longer have to work at Acme."),
    ),
    Rule(
        name="correction.is_no_longer",
        on="longer",
        pattern=r"{start}(?:[Ii](?:'m| am)|[Ww]e(?:'re| are)) no longer "
        r"(?P<what>(?!sure|able|feeling|worried|interested|going|together){rest})",
        text="{who} is no longer {what}",
        act="end",
        relation="NO_LONGER",
        object="{what}",
        confidence=0.85,
        importance=0.75,
        examples=(("I'm no longer a student.", "The user is no longer a student."),),
        counter=("I'm no longer sure.",),
    ),
    Rule(
        name="correction.is_not_anymore",
        on="anymore more longer",
        pattern=r"{start}(?:[Ii](?:'m| am)|[Ww]e(?:'re| are)) not "
        r"(?P<what>(?!sure|able|feeling|worried|interested|going|together|in the mood|really"
        r"|so\b|as\b"
        r"|[^,;.]* as much){rest}?) "
        r"(?:anymore|any longer|any more(?=[.,!;]|$))",
        text="{who} is no longer {what}",
        act="end",
        relation="NO_LONGER",
        object="{what}",
        confidence=0.85,
        importance=0.75,
        examples=(("I'm not vegan anymore.", "The user is no longer vegan."),),
        counter=("I'm not sure anymore.", "We're not talking as much anymore."),
    ),
    Rule(
        name="correction.not_anymore",
        on="anymore more longer",
        pattern=r"{start}(?:[Ii]|[Ww]e) don't "
        r"(?P<present>(?!know|want|think|feel|need|have "
        r"to|believe|care|see|understand)[a-z]{2,14}) "
        r"(?P<what>{rest}?) (?:anymore|any longer|any more(?=[.,!;]|$))",
        text="{who} no longer {present} {what}",
        act="end",
        relation="NO_LONGER",
        object="{present} {what}",
        confidence=0.85,
        importance=0.75,
        examples=(("I don't live in Lisbon anymore.", "The user no longer lives in Lisbon."),),
        counter=("I don't know anymore.",),
    ),
    Rule(
        name="correction.gave_up",
        on="longer anymore more",
        pattern=r"{start}[Ii] (?:no longer|don't(?= \w+ any ?(?:more|longer)\b)) "
        r"(?P<present>(?!know|want|think|feel|need|believe|care|see|understand|mind|like|love|trust|matter|exist"
        r"|remember|worry|get|do\b)[a-z]{3,14})(?: any ?(?:more|longer))?(?=[.,;!]|$)",
        text="{who} no longer {present}",
        act="end",
        relation="NO_LONGER",
        object="{present}",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("I don't smoke anymore.", "The user no longer smokes."),
            ("I no longer drive, sadly.", "The user no longer drives."),
        ),
        counter=("I don't know anymore.", "What if I no longer smoke?", "I don't smoke."),
    ),
    Rule(
        name="correction.used_to",
        on="used",
        pattern=r"{start}(?:[Ii]|[Ww]e) used to (?P<what>(?!it\b|that\b|think|feel|play "
        r"(?:in|with)|be (?!an? "
        r"|the |in )|get\b){rest})",
        text="{who} used to {what}",
        act="end",
        relation="USED_TO",
        object="{what}",
        confidence=0.85,
        importance=0.55,
        examples=(("I used to live in Lisbon.", "The user used to live in Lisbon."),),
        counter=("I am used to noise.", "I never used to mind."),
    ),
    Rule(
        name="correction.stopped",
        on="stopped quit gave cancelled canceled cancel broke dropped sold",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally| already| "
        r"actually)* (?P<past>(?:had|have) to cancel|stopped (?!by|at|to|there|and|in\b)\w+ing"
        r"|quit(?! my \w*? ?job)|gave "
        r"up|cancell?ed|broke up with|dropped out of|sold(?= (?:my|our|the(?= (?-i:[A-Z]))) (?!"
        + THING
        + r" (?:last|this|yesterday|today|recently|on|two|three|a)\b))) "
        r"(?P<what>(?!it\b|that\b|this\b|on (?:it|that)\b)(?:(?! and "
        + _THEN
        + r").){2,400})(?P<part>(?: and "
        + _THEN
        + r"[^,;.]{2,60})?)",
        text="{who} {past} {what} {part}",
        act="end",
        kind="episodic",
        relation="STOPPED",
        object="{what}",
        time="past",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("I recently cancelled my gym membership.", "The user cancelled their gym membership."),
            ("We had to cancel Ana's party, she's ill.", "The user had to cancel Ana's party."),
            ("I sold my Golf and bought a Tesla.", "The user sold their Golf and bought a Tesla."),
        ),
        counter=(
            "If I stopped smoking today",
            "I stopped by the shop.",
            "I sold my previous one for $200.",
        ),
    ),
    Rule(
        name="correction.stopped_doing",
        on="stopped",
        pattern=r"{start}[Ii](?:'ve| have)?(?: just| recently| finally| actually)* "
        + r"(?P<past>stopped) (?P<what>"
        + _DOING
        + r")(?=[.,;!]|$| and (?:I|now)\b| but | because | since )",
        text="{who} {past} {what}",
        act="end",
        kind="episodic",
        relation="STOPPED",
        object="{what}",
        time="past",
        confidence=0.8,
        importance=0.65,
        examples=(("I stopped swimming, my shoulder hurts.", "The user stopped swimming."),),
        counter=("If I stopped smoking", "I stopped laughing.", "I never stopped running."),
    ),
    Rule(
        name="correction.switched",
        on="switched migrated",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally| all)* "
        r"(?P<past>switched|migrated) from (?P<what>[^,;.]{2,40}?) to (?P<other>[^,;.]{2,60})",
        text="{who} {past} from {what} to {other}",
        act="end",
        kind="episodic",
        relation="STOPPED",
        object="{what}",
        time="past",
        confidence=0.8,
        importance=0.65,
        examples=(("We switched from Slack to Teams.", "The user switched from Slack to Teams."),),
        counter=("What if we switched from Slack to Teams?", "We switched from it to Teams."),
    ),
    Rule(
        name="correction.replaced",
        on="replaced swapped ditched traded",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally| all)* "
        r"(?P<past>replaced|swapped|ditched|traded(?: in)?) "
        r"(?P<what>(?:my |our |the )?(?!{Weekday}|{Month}\b)[A-Z][\w+-]*(?: [A-Z][\w+-]*){0,2})"
        r"(?P<part>(?: in| out)?) (?P<how>with|for|in favou?r of) "
        r"(?P<other>(?!{Weekday}|{Month}\b)(?:an? |the |my |our )?(?:new |used )?"
        r"[A-Z][^,;.]{1,60})",
        text="{who} {past} {what} {part} {how} {other}",
        act="end",
        kind="episodic",
        relation="REPLACED",
        object="{what}",
        time="past",
        confidence=0.8,
        importance=0.65,
        examples=(
            (
                "We replaced Datadog with Grafana Cloud, it's cheaper.",
                "The user replaced Datadog with Grafana Cloud.",
            ),
            ("I traded the Golf in for a Tesla.", "The user traded the Golf in for a Tesla."),
        ),
        counter=(
            "What if we replaced Datadog with Grafana?",
            "I swapped Monday for Tuesday.",
            "I replaced the butter with oil.",
        ),
    ),
    Rule(
        name="correction.moved_off",
        on="moved",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally| all)* moved "
        r"(?:(?P<part>everything|(?:all )?(?:of )?(?:my|our) [\w-]+(?: [\w-]+)?) )?(?:over )?from "
        rf"(?P<what>(?:{TOOLS})|(?(part)(?!{{Known}})[A-Z]\w+|(?!))) "
        r"(?:over )?to (?P<other>[A-Z][^,;.]{2,60})",
        text="{who} moved {part} from {what} to {other}",
        act="end",
        kind="episodic",
        relation="REPLACED",
        object="{what}",
        time="past",
        confidence=0.8,
        importance=0.65,
        examples=(
            (
                "We moved our builds from Jenkins to Buildkite.",
                "The user moved their builds from Jenkins to Buildkite.",
            ),
            (
                "I've moved everything from Overleaf to Typst.",
                "The user moved everything from Overleaf to Typst.",
            ),
        ),
        counter=(
            "I moved everything from Lisbon to Porto.",
            "If we moved from Jenkins to Buildkite",
        ),
    ),
    Rule(
        name="correction.upgraded",
        on="upgraded updated bumped downgraded",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally| all)* "
        r"(?P<past>upgraded|updated|bumped|downgraded) (?:my |our |the )?"
        r"(?P<what>[A-Z][\w+-]*(?: [A-Z][\w+-]*){0,2}|[\w+-]+ cluster) (?:from v?\d[\w.]* )?to "
        r"(?P<value>(?:version )?v?\d[\d.]*(?![\w%$€£]))(?P<rest>(?: (?:last|over|this|on|in"
        r"|yesterday|today|two|three)\b[^,;.]{0,40})?)(?=[.,;!]|$| and | but | so )",
        text="{who} {past} {what} to {value} {rest}",
        act="now",
        kind="episodic",
        relation="UPGRADED",
        object="{what}",
        time="past",
        confidence=0.85,
        importance=0.65,
        examples=(
            (
                "We upgraded GitLab to 16.8 last month.",
                "The user upgraded GitLab to 16.8 last month (2026-02).",
            ),
        ),
        counter=(
            "If we upgraded GitLab to 16.8",
            "We upgraded Anna to 1st class.",
            "We upgraded it to 16.8.",
        ),
    ),
    Rule(
        name="correction.amount",
        on="raised upped increased lowered reduced cut dropped put",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally)* "
        r"(?P<past>raised|upped|increased|lowered|reduced|cut|dropped) "
        r"(?P<thing>(?:my|our|the) (?:[\w'-]+ )?(?:budget|rate|price|fee|rent|goal|target|limit"
        r"|dose|allowance|salary|quota|deposit)) (?:from [^,;.]{1,20} )?to "
        r"(?P<value>[$€£₦¥]?\d[^,;.]{0,40})",
        text="{who} {past} {thing} to {value}",
        act="now",
        kind="episodic",
        relation="UPGRADED",
        object="{thing}",
        time="past",
        confidence=0.8,
        importance=0.65,
        examples=(("We upped the budget to 28k.", "The user upped the budget to 28k."),),
        counter=("If we upped the budget to 28k", "We cut the budget in 2 parts."),
    ),
    Rule(
        name="correction.instead",
        on="changed switched moved rescheduled pushed postponed",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally)* "
        r"(?P<past>changed|switched|moved|rescheduled|pushed|postponed) "
        r"(?P<what>(?:my|our|the) [^,;.]{2,60}? (?:to|from) (?!the next|it\b){rest})",
        text="{who} {past} {what}",
        act="now",
        relation="CHANGED",
        object="{what}",
        time="future",
        confidence=0.8,
        importance=0.65,
        examples=(
            (
                "We rescheduled the demo to March 12.",
                "The user rescheduled the demo to March 12 (2026-03-12).",
            ),
        ),
        counter=("What if we moved the demo to Monday?",),
    ),
)
