"""What somebody does again and again."""

from ..rule import Rule
from .pieces import PIECES

_DAYS = PIECES["Weekday"]
_OFTEN = (
    rf"(?:[Ee](?:very|ach) (?:other |single |second )?(?:{_DAYS}(?: (?:morning|afternoon|evening"
    r"|night))?|morning|afternoon|evening|night|day|week|weekend|month|year|summer|winter|spring"
    rf"|autumn)|[Oo]n (?:{_DAYS}s(?: and {_DAYS}s)?|weekends|weekdays)|(?:[Oo]nce|[Tt]wice|(?:two"
    r"|three|four|five|six|\d) times) (?:a|per|every) (?:day|week|month|year))"
)
_DOES = (
    r"(?:call|phone|text|visit|meet|see|go|run|swim|play|walk|cook|bake|read|write|train"
    r"|practi[cs]e|teach|volunteer|drive|cycle|ride|take|attend|host|watch|clean|shop|eat|drink"
    r"|meditate|exercise|jog|hike|paint|sing|dance|have|do(?! have)|wake|study|journal|pray|travel"
    r"|fly|commute|bike|climb|work)"
)
"""What people do again and again; a verb that also tells feelings or wishes is none of these."""

RULES = (
    Rule(
        name="habit.title",
        on="reading rereading watching rewatching listening",
        pattern=r"{I am} (?P<what>(?:re-?)?(?:reading|watching|listening to) (?P<exact>\"[^\"]"
        r"{2,80}\"(?: by [A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,2})?))",
        text="{who} is {what}",
        relation="HABIT",
        object="{what}",
        confidence=0.75,
        examples=(
            (
                'I\'m currently reading "Dune" by Frank Herbert, and I love it.',
                'The user is reading "Dune" by Frank Herbert.',
            ),
        ),
        counter=(
            'Am I reading "Dune" too late?',
            'I\'m reading about "Dune".',
            'I\'m not reading "Dune".',
        ),
    ),
    Rule(
        name="preference.habit",
        on="usually typically generally normally often regularly tend",
        pattern=r"{start}[Ii] (?P<adverb>usually|typically|generally|normally|often"
        r"|regularly) (?P<present>(?!have "
        r"to|start|need|want|feel|get|think|end|find|look|see|do|am|is|was|just|have"
        r"|don"
        r"|also|use them|\w+ed\b|\w+ly\b|went|had|did|took|made|bought|ate"
        r"|ran)\w{2,12}) (?P<what>{rest})",
        text="{who} {adverb} {present} {what}",
        relation="HABIT",
        object="{present} {what}",
        confidence=0.8,
        importance=0.55,
        least=2,
        examples=(
            (
                "I usually wake up at 7:30 am on weekdays.",
                "The user usually wakes up at 7:30 am on weekdays.",
            ),
        ),
        counter=("I usually do.", "Do I usually wake up early?"),
    ),
    Rule(
        name="preference.tends",
        on="tend",
        pattern=r"{I} tend to (?P<what>(?!get|forget|be\b|agree|think|find|feel|have|use "
        r"it){rest})",
        text="{who} tends to {what}",
        relation="HABIT",
        object="{what}",
        confidence=0.8,
        least=2,
        examples=(
            ("I tend to shop more during sales.", "The user tends to shop more during sales."),
        ),
        counter=("I tend to agree.",),
    ),
    Rule(
        name="preference.every",
        on="every each mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends "
        "weekdays",
        pattern=rf"^(?:(?:[Aa]nd|[Aa]lso|[Ss]o|[Bb]tw|[Bb]y the way),? )?(?P<time>{_OFTEN}),? "
        rf"(?:[Ii]|[Ww]e) (?P<present>{_DOES}) (?P<what>{{rest}})",
        text="{who} {present} {what} {time}",
        relation="HABIT",
        object="{present} {what} {time}",
        whole=True,
        confidence=0.8,
        importance=0.55,
        examples=(
            ("Every Sunday I call my mum.", "The user calls their mum every Sunday."),
            ("On Tuesdays we play tennis.", "The user plays tennis on Tuesdays."),
        ),
        counter=("Every Sunday I called my mum.", "Every time I call, nobody answers."),
    ),
    Rule(
        name="preference.regular",
        on="every each once twice times mondays tuesdays wednesdays thursdays fridays saturdays "
        "sundays weekends weekdays",
        pattern=r"{start}(?:[Ii]|[Ww]e) (?!(?:meet|see|have|do|take|attend|host|visit|call|phone"
        rf"|text|teach|watch) (?:every|each|on|once|twice)\b)(?P<present>{_DOES}) "
        rf"(?P<what>(?:(?!it\b|that\b|this\b|them\b)[^,;.]{{2,60}}? )?{_OFTEN}"
        r"(?: at (?:noon|night|lunch|\d[\d:]*(?: ?[apAP][mM])?))?)(?![\w'’-])",
        text="{who} {present} {what}",
        relation="HABIT",
        object="{present} {what}",
        confidence=0.8,
        importance=0.55,
        least=2,
        examples=(
            ("I call my mum every Sunday.", "The user calls their mum every Sunday."),
            ("I swim twice a week before work.", "The user swims twice a week."),
        ),
        counter=("Should I call my mum every Sunday?", "I called my mum every day."),
    ),
    Rule(
        name="preference.routine",
        on="monday tuesday wednesday thursday friday saturday sunday mondays tuesdays "
        "wednesdays thursdays fridays saturdays sundays weekends weekdays every "
        "daily week",
        pattern=r"{start}[Ii](?:'ve been|'m) (?P<what>(?!\w+ "
        r"(?:for|with|on|it)\b|going to (?:class|classes|sessions|lessons|practice|meetings)\b)"
        r"(?:taking|going "
        r"to|doing|attending|waking|practicing|practising|running|working|teaching"
        r"|meeting|volunteering|playing|swimming|hosting)\b[^,;.]{0,120}?(?:on "
        r"\w+days\b(?: and \w+days)?|every (?!thing|one|body)\w+|(?:once|twice|\w+ "
        r"times) a (?:week|month|day)))",
        text="{who} is {what}",
        relation="HABIT",
        object="{what}",
        confidence=0.85,
        importance=0.55,
        examples=(
            (
                "I've been taking yoga classes on Tuesdays and Fridays.",
                "The user is taking yoga classes on Tuesdays and Fridays.",
            ),
        ),
        counter=("I've been thinking of yoga on Tuesdays.",),
    ),
)
