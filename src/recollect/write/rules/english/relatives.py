"""What family and friends do: where they live, what they plan, what they like."""

from ..rule import Rule
from .pieces import WITH

_AGED = (
    r"(?:is(?: now| already| only)?|(?:just )?turned) (?P<age>\d{1,3})(?: ?yo\b)?"
    r"(?: (?:years old|now|today|yesterday|last (?:week|month)|this (?:week|month|year)))*"
    r"(?=[.,;!]|$| (?:and|but|so) (?:I|we|my|he|she|it|they|what|can)\b)"
)

RULES = (
    Rule(
        name="family.relative_plan",
        on="wife husband partner girlfriend boyfriend fiancé fiancée mother mom mum "
        "father dad parents sister brother son daughter kids children grandmother "
        "grandfather grandma grandpa aunt uncle cousin niece nephew friend roommate "
        "boss neighbour neighbor landlord",
        pattern=r"{our} (?P<relative>{kin})(?P<name>(?:,? [A-Z][a-z]+,?)?) (?P<past>(?:is|are) "
        r"(?:getting (?:married|divorced|engaged)|turning|starting|moving|graduating|visiting"
        r"|coming|having (?:a|an|surgery|twins)|going to be|expecting|raising)"
        r"|starts (?:school|college|university|kindergarten|work)|turns \d+)\b"
        r"(?P<what>.{0,100})",
        text="{whose} {relative} {name} {past} {what}",
        kind="episodic",
        subject="{whose_} {relative} {name}",
        time="future",
        confidence=0.8,
        importance=0.6,
        examples=(
            (
                "My sister Mia is getting married in June.",
                "The user's sister Mia is getting married in June (2026-06).",
            ),
            (
                "My daughter starts school in September.",
                "The user's daughter starts school in September (2026-09).",
            ),
        ),
        counter=("If my sister is getting married in June", "My sister is getting older."),
    ),
    Rule(
        name="family.relative_lives",
        on="lives moved relocated",
        pattern=r"{our} (?P<relative>{kin}),? (?P<name>[A-Z][a-z]+),? "
        r"(?P<how>(?:(?:also|just|recently|finally|now|currently) )*)"
        r"(?P<past>lives in|(?:moved|relocated)(?: back)? to) (?P<place>{Place})" + WITH,
        text="{whose} {relative} {name} {how} {past} {place} {rest} {part}",
        slot="home.place",
        subject="{name}",
        relation="LIVES_IN",
        object="{place}",
        time="since",
        confidence=0.8,
        importance=0.6,
        examples=(
            ("My sister Mia lives in Porto.", "The user's sister Mia lives in Porto."),
            ("My brother, Tim, moved to Oslo.", "The user's brother Tim moved to Oslo."),
        ),
        counter=("If my sister Mia lives in Porto", "My sister lives in Porto."),
    ),
    Rule(
        name="family.relative_works",
        on="works",
        pattern=r"{our} (?P<relative>{kin}),? (?P<name>[A-Z][a-z]+),? "
        r"(?P<how>(?:(?:also|now|currently) )*)(?P<past>works (?:at|for)) (?P<place>{Name})" + WITH,
        text="{whose} {relative} {name} {how} {past} {place} {rest} {part}",
        subject="{name}",
        relation="WORKS_AT",
        object="{place}",
        confidence=0.8,
        importance=0.6,
        examples=(
            (
                "My brother Tim works at Equinor as a welder.",
                "The user's brother Tim works at Equinor as a welder.",
            ),
        ),
        counter=("Does my brother Tim work at Equinor?", "My brother works at Equinor."),
    ),
    Rule(
        name="family.age",
        on="is turned",
        pattern=r"{our} (?P<relative>{kin}),? (?P<name>(?!I\b)[A-Z][a-z]+),? " + _AGED,
        text="{whose} {relative} {name} is {age} years old",
        slot="age",
        subject="{name}",
        relation="HAS_AGE",
        object="{age}",
        confidence=0.85,
        importance=0.65,
        examples=(
            ("My daughter Mia is 6.", "The user's daughter Mia is 6 years old."),
            ("My son Leo just turned 4.", "The user's son Leo is 4 years old."),
        ),
        counter=("Is my daughter Mia 6?", "My son Leo is 4 feet tall.", "If my son Leo is 4"),
    ),
    Rule(
        name="family.relative_age",
        on="is turned",
        pattern=r"{our} (?P<relative>{kin}) " + _AGED,
        text="{whose} {relative} is {age} years old",
        slot="age",
        subject="{whose_} {relative}",
        relation="HAS_AGE",
        object="{age}",
        confidence=0.85,
        importance=0.6,
        examples=(
            ("My husband is 41.", "The user's husband is 41 years old."),
            ("My dog turned 12 yesterday.", "The user's dog is 12 years old."),
        ),
        counter=("My husband is 41 weeks behind.", "My dog is 12 kg.", "Was my husband 41?"),
    ),
    Rule(
        name="family.relative_fact",
        on="wife husband partner girlfriend boyfriend fiancé fiancée mother mom mum "
        "father dad parents sister brother son daughter kids children grandmother "
        "grandfather grandma grandpa aunt uncle cousin niece nephew friend roommate "
        "boss dog cat puppy kitten baby toddler",
        pattern=r"{our} (?P<relative>{kin})(?P<name>(?:,? [A-Z][a-z]+,?)?) (?P<past>is "
        r"(?:allergic|a|an|pregnant|vegan|vegetarian"
        r"|afraid|married|from|in|\d+|obsessed|into"
        r"|studying|working|currently)\b|are (?:allergic|from|in|\d+|both|elderly"
        r"|retired)\b|was (?:diagnosed|born|hospitali[sz]ed|admitted|promoted|fired"
        r"|in)\b|has (?:a|an|two|three|asthma|diabetes|allerg\w+|dementia|food)\b"
        r"|have (?:a|limited|mobility)\b|(?:also |just |recently |finally "
        r")?(?:lives|works|loves|likes|hates|prefers|enjoys|plays|collects|had "
        r"a|got|gave me|gave birth|bought|moved|passed "
        r"away|died|graduated|turned|started|adopted|recommended|gifted me|surprised "
        r"me|taught me)\b) (?P<what>(?!(?:lot|bit|great|good|really|point|big fan of "
        r"(?:it|that))\b){rest})",
        text="{whose} {relative} {name} {past} {what}",
        subject="{whose_} {relative} {name}",
        time="past",
        confidence=0.8,
        importance=0.6,
        examples=(
            ("My sister just moved to Denver.", "The user's sister just moved to Denver."),
            ("By the way, my dad is allergic to nuts.", "The user's dad is allergic to nuts."),
            ("My son loves dinosaurs, so any ideas?", "The user's son loves dinosaurs."),
        ),
        counter=(
            "If my sister just moved to Denver",
            "My sister said it's fine.",
            "Is my dad allergic to nuts?",
        ),
    ),
)
