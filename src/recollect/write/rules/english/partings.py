"""Who and what somebody no longer has: a partner, an animal, a car."""

from ..rule import Rule
from .pieces import NAME

_PARTNER = r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)"
_ADVERB = r"(?:'ve| have)?(?: sadly| just| recently| finally| both| now| actually)*"
_WHEN = (
    r"(?P<rest>(?: (?:last \w+|this \w+|yesterday|today|recently|on {Weekday}|in {Month}"
    r"|(?:two|three|four|a few|a couple of|an?) (?:days?|weeks?|months?|years?) ago))?)"
    r"(?=[.,;!]|$| and (?:I|we|it|now|she|he)\b| but | so )"
)
_SPLIT = (
    r"(?:(?:broke|broken|split) up|split(?=[.,;!]|$)|separated|are no longer together"
    r"|aren't together any ?more|are not together any ?more)"
)
_MY_PET = r"(?:my|our) (?:\w+ )?(?P<relative>{pet})(?P<name>(?: [A-Z][a-z]+)?)"
THING = (
    r"(?:(?:old|new|family) )?(?:car|truck|van|house|flat|apartment|condo|bike|motorcycle|motorbike"
    r"|scooter|boat|piano|guitar|laptop|camera)"
)

RULES = (
    Rule(
        name="family.parted",
        on="divorced",
        pattern=r"{we}" + _ADVERB + r" (?:got|gotten|were) (?P<past>divorced)" + _WHEN,
        text="{who} got {past} {rest}",
        slot="family.status",
        act="now",
        relation="STATUS",
        object="{past}",
        time="since",
        confidence=0.85,
        importance=0.8,
        examples=(("I got divorced last month.", "The user got divorced last month (2026-02)."),),
        counter=("If we got divorced", "We never got divorced.", "We got divorced in 2010."),
    ),
    Rule(
        name="family.broke_up",
        on="broke broken split separated together left dumped",
        pattern=r"{start}(?:(?:"
        + NAME
        + r" and [Ii]|[Mm]e and (?P<given>{Given}))"
        + _ADVERB
        + r" "
        + _SPLIT
        + r"|(?P<given2>{Given})(?: just| recently)* (?:left|dumped) me)"
        + _WHEN,
        text="{who} broke up with {name} {rest}",
        act="end",
        kind="episodic",
        relation="PARTED",
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
        name="family.parted_from",
        on="broke broken split separated parted ways",
        pattern=r"{our} (?P<relative>"
        + _PARTNER
        + r")(?P<name>(?:,? [A-Z][a-z]+,?)?) and [Ii]"
        + _ADVERB
        + r" (?P<past>"
        + _SPLIT
        + r")"
        + _WHEN,
        text="{who} and their {relative} {name} {past} {rest}",
        act="end",
        kind="episodic",
        relation="PARTED",
        object="their {relative}",
        time="past",
        least=0,
        confidence=0.85,
        importance=0.8,
        examples=(
            ("My girlfriend and I broke up.", "The user and their girlfriend broke up."),
            (
                "My wife Ana and I split up last month.",
                "The user and their wife Ana split up last month (2026-02).",
            ),
        ),
        counter=("If my girlfriend and I broke up", "My girlfriend and I never broke up."),
    ),
    Rule(
        name="family.left_partner",
        on="left divorced separated split dumped",
        pattern=r"{I}"
        + _ADVERB
        + r" (?P<past>left|dumped|divorced|separated from|split up with|split with)"
        r" (?:(?P<what>my (?:ex-)?" + _PARTNER + r"(?: [A-Z][a-z]+)?)|(?P<given>{Given}))" + _WHEN,
        text="{who} {past} {what}{name} {rest}",
        act="end",
        kind="episodic",
        relation="PARTED",
        object="{what}{name}",
        time="past",
        confidence=0.8,
        importance=0.8,
        examples=(
            ("I left my husband last month.", "The user left their husband last month (2026-02)."),
            ("I split up with Ana.", "The user split up with Ana."),
        ),
        counter=("I left my husband at home.", "If I left my husband", "I left my wife a note."),
    ),
    Rule(
        name="family.left_by",
        on="left dumped broke divorced",
        pattern=r"{my} (?P<relative>" + _PARTNER + r")(?P<name>(?:,? [A-Z][a-z]+,?)?)"
        r"(?:'s| has)?(?: just| recently| finally)* (?P<past>left me|dumped me|broke up with me"
        r"|divorced me)" + _WHEN,
        text="{whose} {relative} {name} {past} {rest}",
        act="end",
        kind="episodic",
        relation="PARTED",
        object="their {relative}",
        time="past",
        least=0,
        confidence=0.85,
        importance=0.8,
        examples=(("my girlfriend dumped me", "The user's girlfriend dumped them."),),
        counter=("My wife left me a note.", "If my wife left me", "My wife never left me."),
    ),
    Rule(
        name="family.split",
        on="broke broken split separated together",
        pattern=r"{start}[Ww]e(?:" + _ADVERB + r" (?:(?:broke|broken|split) up|separated)"
        r"|(?:'re| are) (?:no longer together|not together any ?more))" + _WHEN,
        text="{who} and their partner split up {rest}",
        act="end",
        kind="episodic",
        relation="PARTED",
        object="their partner",
        time="past",
        least=0,
        confidence=0.7,
        importance=0.75,
        examples=(
            ("We split up", "The user and their partner split up."),
            (
                "we broke up last month.",
                "The user and their partner split up last month (2026-02).",
            ),
            ("we're no longer together", "The user and their partner split up."),
        ),
        counter=(
            "We split up into two teams.",
            "We split up the work.",
            "If we broke up",
            "We never broke up.",
            "We split up in 2010.",
        ),
    ),
    Rule(
        name="family.widowed",
        on="died passed",
        pattern=r"{my} (?P<relative>" + _PARTNER + r")(?P<name>(?:,? [A-Z][a-z]+,?)?)"
        r"(?: has)?(?: sadly| just| recently)* (?P<past>died|passed away)" + _WHEN,
        text="{whose} {relative} {name} {past} {rest}",
        act="end",
        kind="episodic",
        relation="PARTED",
        object="their {relative}",
        time="past",
        least=0,
        confidence=0.85,
        importance=0.8,
        examples=(("My wife died last month.", "The user's wife died last month (2026-02)."),),
        counter=("If my wife died", "My wife nearly died.", "My wife died laughing."),
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
        name="family.pet_gone",
        on="died passed",
        pattern=r"{our} (?:\w+ )?(?P<relative>{pet})(?: has)?(?: sadly| just| recently)* "
        r"(?P<past>died|passed away)" + _WHEN,
        text="{whose} {relative} {past} {rest}",
        act="end",
        kind="episodic",
        relation="GONE",
        object="their {relative}",
        time="past",
        confidence=0.8,
        importance=0.75,
        examples=(("Our cat passed away.", "The user's cat passed away."),),
        counter=("If my dog died", "My dog nearly died.", "My dog died laughing."),
    ),
    Rule(
        name="family.pet_given",
        on="gave give rehomed rehome put",
        pattern=r"{we}" + _ADVERB + r" (?:(?P<past>(?:gave|had to give) (?:away|up)|rehomed"
        r"|had to rehome|(?:had to )?put down) " + _MY_PET + r"|(?P<past2>(?:gave|had to give|put"
        r"|had to put)) " + _MY_PET.replace(">", "2>") + r" (?P<part>away|up|down|to sleep"
        r"|to my (?!vet)\w+(?: \w+)?))" + _WHEN,
        text="{who} {past} their {relative} {name} {part} {rest}",
        act="end",
        kind="episodic",
        relation="GONE",
        object="their {relative} {name}",
        time="past",
        confidence=0.8,
        importance=0.75,
        examples=(
            ("We gave our dog away.", "The user gave their dog away."),
            ("I had to give up my cat Tom.", "The user had to give up their cat Tom."),
            (
                "We had to put our dog down last week.",
                "The user had to put their dog down last week (2026-03-02 to 2026-03-08).",
            ),
        ),
        counter=("We gave our dog a bath.", "If we gave our dog away", "I put my dog in the car."),
    ),
    Rule(
        name="family.pet_given_by_name",
        on="gave give rehomed rehome put",
        pattern=r"{we}" + _ADVERB + r" (?:(?P<past>rehomed|had to rehome) (?P<given>{Given})"
        r"|(?P<past2>gave|had to give|had to put) (?P<given2>{Given}) "
        r"(?P<part>away|down|to sleep))" + _WHEN,
        text="{who} {past} {name} {part} {rest}",
        act="end",
        kind="episodic",
        relation="GONE",
        object="{name}",
        time="past",
        confidence=0.75,
        importance=0.7,
        examples=(("We had to rehome Rex.", "The user had to rehome Rex."),),
        counter=("If we gave Rex away", "We gave Rex a bath.", "I put Leo to sleep."),
    ),
    Rule(
        name="possession.gone",
        on="sold got gave traded totaled totalled",
        pattern=r"{we}" + _ADVERB + r" (?P<past>sold|got rid of|gave away|traded in|totall?ed) "
        r"(?:the|my|our) (?P<thing>" + THING + r")" + _WHEN,
        text="{who} {past} their {thing} {rest}",
        act="end",
        kind="episodic",
        relation="GONE",
        object="their {thing}",
        time="past",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("We sold the house last month.", "The user sold their house last month (2026-02)."),
            ("I got rid of my car.", "The user got rid of their car."),
        ),
        counter=("If I sold the car", "I sold the car idea to them.", "I never sold the car."),
    ),
    Rule(
        name="possession.stolen",
        on="stolen",
        pattern=r"{our} (?P<thing>"
        + THING
        + r")(?:'s| has)? (?:was|got|been)(?: just)? stolen"
        + _WHEN,
        text="{whose} {thing} was stolen {rest}",
        act="end",
        kind="episodic",
        relation="GONE",
        object="their {thing}",
        time="past",
        least=0,
        confidence=0.8,
        importance=0.7,
        examples=(("my bike got stolen", "The user's bike was stolen."),),
        counter=("If my car was stolen", "My car was nearly stolen.", "Was my car stolen?"),
    ),
)
