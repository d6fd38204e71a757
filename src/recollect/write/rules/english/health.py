"""Body and diet: allergies, conditions, medicine, injuries, what is eaten and what is not."""

from ..rule import Rule

_ILL = (
    r"(?:asthma|diabetes|type [12] diabetes|arthritis|ADHD|ADD|autism|anxiety"
    r"|depression|insomnia|PCOS|IBS"
    r"|celiac(?: disease)?|coeliac disease|high blood pressure|hypertension|high "
    r"cholesterol|migraines?|epilepsy"
    r"|eczema|psoriasis|scoliosis|PTSD|OCD|dyslexia|hypothyroidism|sleep "
    r"apnea|acid reflux|GERD|tinnitus"
    r"|endometriosis|fibromyalgia|cancer|chronic \w+(?: \w+)?|(?:a |an )?(?:\w+ "
    r")?allerg(?:y|ies)(?: to [^,;.]{2,50})?"
    r"|(?:a )?(?:bad|sore|weak|injured) "
    r"(?:back|knee|shoulder|wrist|ankle|hip)|sensitive (?:skin|teeth|stomach)"
    r"|dry skin|oily skin|(?:a )?(?:nut|peanut|dairy|gluten|lactose|shellfish|egg"
    r"|soy) (?:allergy|intolerance))"
)

# A word that may be food: none of those that follow "I can't eat", too.
_FOOD = (
    r"(?!(?:an?|the|my|your|any\w*|every\w*|some\w*|much|more|less|enough|another|it|that|this"
    r"|these|those|them|here|there|now|right|then|today|tonight|tomorrow|yet|well|properly|normally"
    r"|alone|out|fast|quickly|slowly|late|early|before|after|until|with|without|while|when|if|like"
    r"|at|in|on|by|for|from|because|as|so|too|very|all|and|or|but|breakfast|lunch|dinner|solids?"
    r"|healthy|clean|lots?|as|half|most|since|due|between|during|past|anymore)\b)[a-z][a-z'-]+"
)
_HARMFUL = (
    r"(?:dairy|milk|cheese|gluten|wheat|nuts|peanuts|soy|eggs?|shellfish|seafood|fish|meat|pork"
    r"|beef"
    r"|sugar|salt|caffeine|coffee|alcohol|lactose|grapefruit|(?:spicy|fried|raw) \w+)"
)

RULES = (
    Rule(
        name="health.allergic",
        on="allergic intolerant",
        pattern=r"{I am} (?P<how>(?:severely |highly |slightly |mildly |deathly "
        r")?(?:allergic|intolerant|sensitive) to|lactose intolerant|gluten "
        r"intolerant)(?P<what>(?! (?:{Weekday}s?|mornings|work|people|idiots|stupid\w*|bullshit)\b)"
        r"(?: {rest})?)",
        text="{who} is {how} {what}",
        relation="ALLERGIC_TO",
        object="{what}",
        confidence=0.95,
        importance=0.9,
        examples=(
            ("I'm allergic to peanuts and cats.", "The user is allergic to peanuts and cats."),
        ),
        counter=(
            "I'm not allergic to peanuts.",
            "Am I allergic to peanuts?",
            "I'm allergic to Mondays lol",
        ),
    ),
    Rule(
        name="health.not_allergic",
        on="allergic",
        pattern=r"(?:(?<=turned out )|(?<=urns out )|(?<=out that )){I am} not allergic to "
        r"(?P<what>[^,;.!]{2,60}?)(?: after all)?(?=[,;.!]|$)"
        r"|{I am} not allergic to (?P<thing>[^,;.!]{2,60}?) after all\b",
        text="{who} is not allergic to {what}{thing}",
        act="end",
        relation="NO_LONGER",
        object="allergic to {what}{thing}",
        inside=True,
        confidence=0.85,
        importance=0.8,
        examples=(
            ("It turned out I'm not allergic to nuts.", "The user is not allergic to nuts."),
            ("I'm not allergic to nuts after all.", "The user is not allergic to nuts."),
            ("Turns out I'm not allergic to nuts after all!", "The user is not allergic to nuts."),
        ),
        counter=(
            "I hope it turns out I'm not allergic to nuts.",
            "I'm allergic to nuts after all.",
            "It turned out my son is not allergic to nuts.",
        ),
    ),
    Rule(
        name="health.eats_again",
        on="eat eating",
        pattern=r"(?:{I} (?:eat|started (?:eating|to eat))|{I am} (?:back to )?eating"
        r"|{I have} (?:started eating|been eating)) (?P<what>meat|fish|dairy|eggs|gluten) again"
        r"(?=[.,;!]|$| and (?!again)| but | so | after )",
        text="{who} eats {what} again",
        act="now",
        relation="EATS_AGAIN",
        object="{what}",
        confidence=0.85,
        importance=0.7,
        examples=(
            ("I eat meat again.", "The user eats meat again."),
            ("I've started eating fish again.", "The user eats fish again."),
        ),
        counter=(
            "I'll never eat meat again.",
            "I want to eat meat again.",
            "I don't eat meat again.",
            "I eat meat.",
            "I eat meat again and again.",
        ),
    ),
    Rule(
        name="health.cannot_eat",
        on="can cannot mustn",
        pattern=r"{start}[Ii](?: really| just)? (?P<how>(?:can't|cannot|can not|mustn't) "
        r"(?:eat|drink|have(?= " + _HARMFUL + r"\b))) "
        r"(?P<what>" + _FOOD + r"(?: " + _FOOD + r"){0,2}"
        r"(?:,? (?:or|and) " + _FOOD + r"(?: " + _FOOD + r")?)?)"
        r"(?=[.,;!]|$| because| since| so | due | but | or I | and I | at all)",
        text="{who} {how} {what}",
        relation="CANNOT_EAT",
        object="{what}",
        confidence=0.85,
        importance=0.85,
        examples=(
            ("I can't eat dairy", "The user can't eat dairy."),
            ("I cannot have gluten or nuts.", "The user cannot have gluten or nuts."),
            (
                "I can't eat raw fish, because I'm pregnant.",
                "The user can't eat raw fish.",
            ),
        ),
        counter=(
            "I can't eat another bite.",
            "I can't eat right now.",
            "I can't eat with my hands.",
            "I can't eat meat today.",
            "I can't have kids.",
            "I can't drink and drive.",
            "If I can't eat dairy, what then?",
        ),
    ),
    Rule(
        name="health.diet",
        on="vegan vegetarian pescatarian gluten-free gluten dairy keto kosher halal "
        "celiac coeliac diabetic pregnant",
        pattern=r"{we are} (?P<what>(?:strictly |mostly |a strict |a "
        r")?(?:vegan|vegetarian|pescatarian|gluten-free|dairy-free|keto|kosher"
        r"|diabetic|coeliac|celiac|pregnant)|(?:on|following) (?:an? |the )(?:[\w-]+ "
        r"){1,3}diet)(?![\w-])(?![^.;]* except\b)"
        r"(?! (?:on (?:week\w+|\w+days?\b)|during|at (?:home|work)|when|most|some))",
        text="{who} is {what}",
        relation="DIET",
        object="{what}",
        confidence=0.9,
        importance=0.8,
        examples=(("I'm vegan, so no eggs.", "The user is vegan."),),
        counter=(
            "I'm not vegan.",
            "Are we vegan?",
            "I'm vegan-curious.",
            "I'm vegetarian except for fish.",
            "I'm only vegetarian on weekdays.",
        ),
    ),
    Rule(
        name="health.expecting",
        on="expecting",
        pattern=r"{we are} expecting (?P<what>(?:twins|(?:our|my|an?|another) (?:[\w-]+ ){0,2}?"
        r"(?:baby|child|kid|girl|boy|son|daughter|first|second|third))\b[^,;.]{0,40})"
        r"(?=[,;.!]|$| and| with| but)",
        text="{who} is expecting {what}",
        relation="EXPECTING",
        object="{what}",
        confidence=0.85,
        importance=0.7,
        examples=(
            ("We're expecting our first baby.", "The user is expecting their first baby."),
            ("My wife and I are expecting a girl.", "The user is expecting a girl."),
        ),
        counter=("We're not expecting a baby.", "I'm expecting a package."),
    ),
    Rule(
        name="health.condition",
        on="asthma diabetes arthritis adhd add autism anxiety depression insomnia pcos "
        "ibs celiac coeliac blood cholesterol migraine migraines epilepsy eczema "
        "psoriasis scoliosis ptsd ocd dyslexia hypothyroidism apnea reflux gerd "
        "tinnitus endometriosis fibromyalgia cancer chronic allergy allergies back "
        "knee shoulder wrist ankle hip skin intolerance sensitive",
        pattern=r"(?:{I} (?:have|suffer from|live with|was diagnosed with|got diagnosed "
        r"with|struggle with|am living with)|{I have} got) (?P<what>" + _ILL + r")\b",
        text="{who} has {what}",
        relation="HAS_CONDITION",
        object="{what}",
        confidence=0.9,
        importance=0.85,
        examples=(
            ("I have asthma, so running is hard.", "The user has asthma."),
            ("I have a nut allergy.", "The user has a nut allergy."),
            ("I've got asthma", "The user has asthma."),
        ),
        counter=(
            "I don't have asthma.",
            "Do I have asthma?",
            "I think my friend has asthma.",
            "I haven't got asthma.",
        ),
    ),
    Rule(
        name="health.diagnosed",
        on="diagnosed",
        pattern=r"{start}[Ii](?: was|'ve been| have been| got|'m)(?: just| recently)* "
        r"diagnosed with (?P<what>{rest})",
        text="{who} was diagnosed with {what}",
        relation="HAS_CONDITION",
        object="{what}",
        time="past",
        confidence=0.9,
        importance=0.9,
        examples=(
            (
                "I was recently diagnosed with sleep apnea.",
                "The user was diagnosed with sleep apnea.",
            ),
        ),
        counter=("I was never diagnosed with anything.",),
    ),
    Rule(
        name="health.medicine",
        on="medication medications medicine mg insulin pills inhaler antibiotics "
        "antidepressants taking prescribed",
        pattern=r"{start}[Ii](?:'m| am|'ve been| have been)(?: currently| now)* "
        r"(?P<how>taking|on|prescribed) (?P<what>(?:[\w-]+ "
        r"){0,4}(?:medications?|medicines?|\d+ "
        r"?mg|insulin|pills|inhaler|antibiotics|antidepressants|statins|beta "
        r"blockers|supplements|vitamins?)\b.{0,80})",
        text="{who} is {how} {what}",
        relation="TAKES",
        object="{what}",
        confidence=0.85,
        importance=0.8,
        examples=(
            ("I'm taking 20 mg of statins daily.", "The user is taking 20 mg of statins daily."),
        ),
        counter=("I'm not taking medication.",),
    ),
    Rule(
        name="health.takes",
        on="take",
        pattern=r"{I} take (?P<what>(?!(?:classes|lessons|naps|walks|notes|photos|pictures|breaks"
        r"|baths|showers|turns|care|public|trains|buses|calls|orders|requests|trips|time|part|issue"
        r"|pride|advantage|advice|risks|things|people|kids|them|that|this|these|those|it)\b)"
        r"(?:\d+ ?mg (?:of )?)?[a-zA-Z]{5,}(?: \d+ ?mg)?"
        r"(?: (?:once|twice|(?:two|three|four) times) (?:a|per) day| daily| for (?:my|the|high) "
        r"(?:blood pressure|cholesterol|heart|thyroid|diabetes|asthma|allerg\w+|migraines?|pain"
        r"|anxiety|depression|adhd|sleep))[^,;.]{0,40})",
        text="{who} takes {what}",
        relation="TAKES",
        object="{what}",
        confidence=0.8,
        importance=0.8,
        examples=(
            ("I take metformin twice a day.", "The user takes metformin twice a day."),
            (
                "I take ramipril for my blood pressure.",
                "The user takes ramipril for their blood pressure.",
            ),
        ),
        counter=("I take the bus daily.", "I take walks daily.", "Do I take metformin daily?"),
    ),
    Rule(
        name="health.injury",
        on="broke sprained tore injured surgery hospital hurt twisted fractured",
        pattern=r"{I} (?P<past>broke|sprained|tore|injured|hurt|twisted|fractured|pulled) "
        r"(?P<what>my (?!heart|promise|word|own|feelings|bank)(?:[a-z]+ "
        r")?(?:arm|leg|ankle|wrist|knee|shoulder|back|foot|toe|finger|hand|hip|rib"
        r"|neck|elbow|hamstring|acl|achilles|muscle|nose)\b.{0,100})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="INJURED",
        object="{what}",
        time="past",
        confidence=0.9,
        importance=0.8,
        examples=(
            (
                "I sprained my ankle yesterday.",
                "The user sprained their ankle yesterday (2026-03-08).",
            ),
        ),
        counter=("If I broke my arm", "I broke my promise"),
    ),
)
