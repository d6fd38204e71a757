"""What somebody owns or uses."""

from ..rule import Rule
from ..tools import TOOLS

_THING = (
    r"(?:car|truck|van|SUV|sedan|motorcycle|bike|bicycle|scooter|boat|RV|camper"
    r"|house|apartment|flat|condo"
    r"|cabin|cottage|garden|yard|backyard|balcony|greenhouse|garage|pool|farm"
    r"|studio|workshop|basement"
    r"|laptop|computer|PC|MacBook\w*|iMac|desktop|iPhone\w*|phone|smartphone"
    r"|tablet|iPad|Kindle|watch|smartwatch"
    r"|Fitbit|printer|camera|lens|tripod|TV|projector|console|PlayStation|Xbox"
    r"|Switch|headset|headphones"
    r"|earbuds|speakers?|soundbar|router|NAS|guitar|piano|keyboard|violin|drum "
    r"set|ukulele|cello|bass"
    r"|aquarium|tank|telescope|sewing machine|coffee maker|espresso machine|air "
    r"fryer|Instant Pot|slow cooker"
    r"|blender|stand mixer|oven|grill|smoker|treadmill|Peloton|rowing "
    r"machine|yoga mat|collection(?= of)|membership"
    r"|subscription|account|savings account|401\(?k\)?|IRA|mortgage|loan|insurance"
    r"|passport|visa|tattoo"
    r"|website|blog|YouTube channel|podcast|newsletter|Etsy shop|Instagram account|stick shift)"
)

_FAR = (
    r"(?:an?|one|two|three|four|five|\d+|several|some)(?: few| couple of| good| full| half)?"
    r"[ -](?:hours?|minutes?|mins?|miles?|km|kilomet|days?|times?|long way)"
)
"""How far somebody goes, which is no thing that he has."""

RULES = (
    Rule(
        name="possession.has",
        on="have ve own",
        pattern=r"(?:{we} (?:have|own)|{we have} got) (?P<what>(?:{number}|my "
        r"own|some|(?:about |around |over )?\d+) "
        r"(?:(?!chance|question|problem|to\b|and\b|in\b|for\b|of "
        r"(?:ideas|time|things))[\w'’&/.-]+ ){0,6}?"
        + _THING
        + r"s?\b(?: (?:\d\w*|Pro|Max|Air|Mini|Plus|Ultra)\b){0,3}"
        r"(?: (?:with|of|from|in|at|that|for|called|named)(?! I\b) [^,;.]{2,80})?)",
        text="{who} has {what}",
        relation="HAS",
        object="{what}",
        confidence=0.8,
        importance=0.55,
        least=3,
        examples=(
            (
                "I have a 20-gallon tank with ten tetras.",
                "The user has a 20-gallon tank with ten tetras.",
            ),
            ("I have an iPhone 13 Pro.", "The user has an iPhone 13 Pro."),
            ("I've got an old Fender guitar.", "The user has an old Fender guitar."),
        ),
        counter=("I have a question about my car.", "I don't have a car.", "Do I have a car?"),
    ),
    Rule(
        name="possession.drives_now",
        on="drive ride",
        pattern=r"{I}(?:(?<=now)|(?=[^,;.!]{4,60} (?:now|these days)(?:[.,;!]|$))) "
        r"(?P<present>drive|ride) (?!" + _FAR + r")(?P<what>an? (?!lot|bit)[^,;.!]{2,60})",
        text="{who} {present} {what}",
        act="now",
        relation="HAS",
        object="{what}",
        confidence=0.8,
        importance=0.55,
        least=2,
        examples=(
            ("I drive a Skoda now.", "The user drives a Skoda."),
            ("I now ride an old Vespa.", "The user rides an old Vespa."),
        ),
        counter=("I drive a Skoda.", "Should I drive a Skoda now?", "I drive a lot now."),
    ),
    Rule(
        name="possession.drives",
        on="drive ride own",
        pattern=r"{I} (?P<present>drive|ride|own) (?!" + _FAR + r")"
        r"(?P<what>(?!my (?:{family}|{circle})\b)(?:an?|my|two|three|\d+|several|some) {rest})",
        text="{who} {present} {what}",
        relation="HAS",
        object="{what}",
        confidence=0.8,
        importance=0.55,
        least=2,
        examples=(("I drive a 2015 Honda Civic.", "The user drives a 2015 Honda Civic."),),
        counter=(
            "I drive a lot?",
            "I could drive a truck.",
            "I drive my wife crazy.",
            "I drive an hour each way.",
            "I drive 40 miles to work.",
        ),
    ),
    Rule(
        name="possession.uses",
        on="using use",
        pattern=r"{start}[Ii]'ve(?: also| actually| already| recently| mostly| mainly)* been using "
        r"(?P<what>(?!(?:it|that|this|them|these|a "
        r"(?:newer|new|different|similar) brand|the (?:same|extra|time|right|\w+ "
        r"app(?! on| to| for))|a "
        r"(?:combination|mix|few|lot|variety)|some"
        r"|different"
        r"|various|my (?:time|new phone)|more)\b){rest})",
        text="{who} has been using {what}",
        relation="USES",
        object="{what}",
        confidence=0.8,
        importance=0.5,
        examples=(
            (
                "I've been using Trello for my projects.",
                "The user has been using Trello for their projects.",
            ),
            ("I've actually been using Anki for Greek.", "The user has been using Anki for Greek."),
        ),
        counter=("I've been using it a lot.",),
    ),
    Rule(
        name="possession.use",
        on="use",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?: currently| mostly| mainly| usually| already)* use "
        r"(?P<what>(?!(?:it|that|this|them|these|the|to|an?|your|both|any"
        r"|all)\b)(?:my )?(?:(?:[A-Z]\w+|[a-z]+ [A-Z]\w+)"
        r"|(?i:" + TOOLS + r"\b)(?=[.,;!]|$| (?:for|on|at|and|btw)\b)).{0,120})",
        text="{who} uses {what}",
        relation="USES",
        object="{what}",
        confidence=0.75,
        examples=(
            (
                "I use Lightroom for editing my photos.",
                "The user uses Lightroom for editing their photos.",
            ),
            ("i use vim btw", "The user uses vim."),
        ),
        counter=(
            "I use rust remover.",
            "How do I use Lightroom?",
            "Can I use Lightroom?",
            "I could use Lightroom",
        ),
    ),
    Rule(
        name="possession.plays",
        on="play",
        pattern=r"{I} play (?P<music>(?:the )?(?:bass |electric |acoustic |classical )?(?:piano"
        r"|violin|viola|cello|double bass|guitar|bass|drums|flute|clarinet|saxophone|sax|trumpet"
        r"|trombone|harp|organ|oboe|banjo|ukulele|accordion|harmonica)(?: (?:and|in|with|for)"
        r"(?! I\b| we\b) [^,;.]{2,50})?)(?=[.,;!]|$| and | but | so )",
        text="{who} plays {music}",
        relation="PLAYS",
        object="{music}",
        confidence=0.85,
        importance=0.6,
        examples=(
            ("I play the cello in an orchestra.", "The user plays the cello in an orchestra."),
            ("I play the cello.", "The user plays the cello."),
        ),
        counter=("Should I play the cello?", "I don't play the cello.", "I play bass fishing."),
    ),
    Rule(
        name="possession.my_is_a",
        on="car bike laptop phone camera computer guitar tv tablet printer watch "
        "bicycle truck house",
        pattern=r"{my} (?:new )?(?P<what>(?!(?:dream|ideal|next|last|first|old|previous|rental|hire"
        r"|loaner) )(?:\w+ )?(?:car|bike|laptop|phone|camera|computer|guitar|TV"
        r"|tablet|printer|watch|truck)) is (?:now )?(?P<value>an? "
        r"(?!bit|little|lot|mess|problem|great|good|pain|total|huge)[\w' "
        r".-]*(?:[A-Z]|\d).{0,60})",
        text="{whose} {what} is {value}",
        slot="possession.{what}",
        relation="HAS",
        object="{value}",
        confidence=0.9,
        importance=0.6,
        examples=(
            ("My car is a Toyota Corolla.", "The user's car is a Toyota Corolla."),
            ("My laptop is now a MacBook Pro.", "The user's laptop is a MacBook Pro."),
            ("My new car is a Kia.", "The user's car is a Kia."),
        ),
        counter=("My car is a mess.", "My dream car is a Porsche."),
    ),
    Rule(
        name="possession.count",
        on="have ve",
        pattern=r"(?:{I} have|{I have} got) (?P<what>(?:an? "
        r"(?:stash|collection|set|total|group|team|following|list) of |a total of "
        r"|about |around |over |almost )?(?:\d[\d,.]*|(?:two|three|four|five|six|seven"
        r"|eight|nine|ten|twelve|twenty|thirty)) "
        r"(?!questions?|options?|things|ideas?|problems?|issues?|more|seconds?|dozen"
        r"|minutes|hours|days|weeks|months|years|choices|reasons|%|percent|other"
        r"|different|of|or|concerns|points|tasks|main|am|pm|to\b|and\b|followers? "
        r"so|weekends?|nights?|key|major|requests?|parts?|steps?|goals?|left"
        r"|free)[a-zA-Z].{2,150})",
        text="{who} has {what}",
        relation="HAS",
        object="{what}",
        confidence=0.75,
        importance=0.55,
        least=2,
        examples=(("I have 20 playlists on Spotify.", "The user has 20 playlists on Spotify."),),
        counter=("I have 20 minutes.", "I have two questions.", "Do I have 20 playlists?"),
    ),
    Rule(
        name="possession.measure",
        on="is are takes costs cost has was",
        pattern=r"{our} (?P<what>(?!(?:question|goal|favou?rite|point|problem|next|first|name"
        r"|idea|question|birthday|age|guess|only|main|focus"
        r"|(?:rate|total|score|result|answer|number|value|cost|price|size|amount|average|percentage"
        r"|count|limit)(?= (?:is|are|has|was)))\b)(?:[\w'’-]+ "
        r"){0,4}?[\w-]+?),? (?P<past>(?:which "
        r")?(?:is|are|takes|costs|cost|has|have|is (?:at|worth|located))) "
        r"(?P<value>(?:currently |now |about |around |approximately |roughly |only "
        r"|almost |nearly |over |just |under |a |an )*[$€£₦¥]?\d(?!\d? "
        r"?(?:am|pm|\/|:))[\d,.]*(?:%| ?[a-zA-Z]).{1,100})",
        text="{whose} {what} {past} {value}",
        subject="{whose_} {what}",
        relation="MEASURES",
        object="{value}",
        confidence=0.8,
        importance=0.55,
        examples=(
            (
                "My daily commute takes 45 minutes each way.",
                "The user's daily commute takes 45 minutes each way.",
            ),
            (
                "Our fish tank is about 20 gallons, so it's small.",
                "The user's fish tank is about 20 gallons.",
            ),
        ),
        counter=(
            "My first question is 2 parts.",
            "Is my tank 20 gallons?",
            "If my tank is 20 gallons",
            "I have a permit, and my rate is 8.25% of it.",
        ),
    ),
)
