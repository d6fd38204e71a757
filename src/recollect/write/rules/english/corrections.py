"""What is no longer so, and what is so instead."""

from ..rule import Rule
from .partings import THING

_THEN = r"(?:bought|got|took|joined|started|switched|moved|went|leased)\b"
"""What one does after one has stopped something."""

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
        on="stopped quit gave cancelled canceled broke dropped sold",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally| already| "
        r"actually)* (?P<past>stopped (?!by|at|to|there|and|in\b)\w+ing|quit(?! my \w*? ?job)|gave "
        r"up|cancell?ed|broke up with|dropped out of|sold(?= (?:my|our) (?!"
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
            ("I sold my Golf and bought a Tesla.", "The user sold their Golf and bought a Tesla."),
        ),
        counter=(
            "If I stopped smoking today",
            "I stopped by the shop.",
            "I sold my previous one for $200.",
        ),
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
        name="correction.instead",
        on="changed switched moved rescheduled pushed postponed",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| recently| finally)* "
        r"(?P<past>changed|switched|moved|rescheduled|pushed|postponed) "
        r"(?P<what>(?:my|our|the) [^,;.]{2,60}? (?:to|from) (?!the next|it\b){rest})",
        text="{who} {past} {what}",
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
