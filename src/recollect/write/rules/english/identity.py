"""Who somebody is: name, age, birthday, origin, languages, how to reach them."""

from ..rule import Answer, Rule

RULES = (
    Rule(
        name="identity.name",
        on="name",
        pattern=r"{my} (?:full |first |real |legal )?name(?:'s| is) "
        r"(?P<name>(?!(?:not|on|in|at|of|too|so|very|also|already|still|always|never|often|the|an?"
        r"|my|your|being|changing|going|listed|written|spelled|spelt|misspelled|pronounced"
        r"|mentioned|missing|wrong|long|short|hard|easy|there|here|irrelevant|unimportant|private"
        r"|secret)\b)[^\W\d][\w'-]*(?: [A-Z][\w'-]*){0,3})"
        r"|{my} (?:first )?name (?:isn't|is not) [A-Z][\w'-]*(?:,|,? but) (?:it's |it is )?"
        r"(?P<name2>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3})",
        text="{whose} name is {name}",
        slot="name",
        relation="NAMED",
        object="{name}",
        confidence=0.95,
        importance=0.9,
        examples=(
            ("Hi, my name is Dana.", "The user's name is Dana."),
            ("my name's José Silva", "The user's name is José Silva."),
            ("My name isn't Dave, it's David.", "The user's name is David."),
        ),
        counter=(
            "What if my name were Dana?",
            "Is my name Dana?",
            "My name is not important.",
            "My name isn't Dave.",
            "My name isn't Dave, it's complicated.",
            "My name is on the list.",
            "My name is misspelled everywhere.",
        ),
    ),
    Rule(
        name="identity.called",
        on="call go",
        pattern=r"(?:[Yy]ou can|[Jj]ust|everyone|friends|people|{start}they|[Pp]lease"
        r"|^[Aa]ctually,?) calls? me (?P<name>[A-Z][\w'-]*)"
        r"|^(?:(?:[Pp]lease )?[Dd](?:on't|o not) call me "
        r"[\w'-]+(?:,|,? but) (?:please )?call me|[Cc]all me) "
        r"(?P<nick>[A-Z][\w'-]*)(?=[.!,]|$| and | please)"
        r"|{I} go by (?P<given>{Given})(?=[.!,]|$| and | at | but )",
        text="{who} goes by {name}{nick}",
        slot="name.short",
        relation="GOES_BY",
        object="{name}{nick}",
        confidence=0.9,
        importance=0.8,
        examples=(
            ("Please call me Dee.", "The user goes by Dee."),
            ("Call me Ishmael.", "The user goes by Ishmael."),
            ("Don't call me Sam, call me Samantha.", "The user goes by Samantha."),
            ("You can call me Jo.", "The user goes by Jo."),
            ("Actually call me Jonny.", "The user goes by Jonny."),
            ("I go by Sam.", "The user goes by Sam."),
        ),
        counter=(
            "I go by Bus.",
            "Call me tomorrow.",
            "You can call me when it is done.",
            "Don't call me Sam.",
        ),
    ),
    Rule(
        name="identity.i_am_name",
        on="m am",
        pattern=r"^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there| all| everyone)?[,!]? [Ii](?:'m| am) "
        r"(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?=[.!]|$|, | and | nice| from )|[Ii](?:'m| am) "
        r"(?P<name2>(?!\w+(?:ian|ish|ese|ic|im)\b|French|Dutch|Greek|Swiss|Thai"
        r"|Czech)[A-Z][a-z]+)(?=, (?:and I|(?:I'm )?(?:an? |\d)))|(?:(?:[Ss]o|[Bb]tw|[Oo]k"
        r"|[Ww]ell),? )?"
        r"[Ii](?:'m| am) (?P<given>{Given}(?: [A-Z][a-z]+)?)"
        r"(?=[.!]*$|, | and (?:I|my)\b| btw| by the way| nice to| here\b| from ))",
        text="{whose} name is {name}",
        slot="name",
        relation="NAMED",
        object="{name}",
        whole=True,
        confidence=0.75,
        importance=0.9,
        examples=(
            ("Hi, I'm Darryl, and I'm new here.", "The user's name is Darryl."),
            ("I'm Dana, nice to meet you", "The user's name is Dana."),
            ("I'm Darryl, a film producer.", "The user's name is Darryl."),
        ),
        counter=("I'm Catholic", "I'm French.", "I'm Batman.", "I'm Dana's brother."),
    ),
    Rule(
        name="identity.age",
        on="m am",
        pattern=r"{I am} (?P<age>\d{1,3})(?: (?:years old|years of age|y/o|yo\b)"
        r"(?! (?:at heart|next|in|on|tomorrow|soon|by)\b)"
        r"| now(?=[.!,]|$)|(?=, "
        r"(?:and|so|but|I|which|with)|\.$| and (?:I|a|my|have|live|work)))"
        r"|{I am} (?P<age2>1[3-9]|[2-9]\d)(?: ?[MF]\b)?(?=[.!]*$| (?:btw|rn|by the way)\b"
        r"|, (?:(?:fe)?male|[mf]|man|woman"
        r"|married|single|divorced|from|living|working|based)\b)"
        r"|{I am} an? (?P<old>\d{1,3})[ -]years?[ -]old\b",
        text="{who} is {age}{old} years old",
        slot="age",
        relation="HAS_AGE",
        object="{age}{old}",
        confidence=0.9,
        importance=0.7,
        examples=(
            ("I'm 34 years old.", "The user is 34 years old."),
            ("I am a 29-year-old teacher.", "The user is 29 years old."),
            ("Actually I'm 35 now.", "The user is 35 years old."),
            ("I'm 34", "The user is 34 years old."),
            ("I'm 27F", "The user is 27 years old."),
        ),
        counter=(
            "I'm 5 minutes away.",
            "I am 100% sure.",
            "I'm 34 weeks pregnant",
            "I'm 70 kg",
            "I'm 34 in March",
            "I'm 50 years old next week.",
            "I'm 12 years old at heart.",
        ),
    ),
    Rule(
        name="identity.turned_now",
        on="turned",
        pattern=r"{I} turned (?P<age>\d{1,3})(?P<rest>(?: (?:today|yesterday"
        r"|this (?:morning|week|month|weekend)|last (?:week|weekend|month|night|{Weekday})"
        r"|on {Weekday}|recently|(?:two|three|a few|a couple of) (?:days|weeks) ago))?)"
        r"(?=[.;!]|,(?! on\b)|$| and (?!\d)| but | so )",
        text="{who} turned {age} {rest}",
        slot="age",
        relation="HAS_AGE",
        object="{age}",
        time="since",
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "I just turned 32 last week.",
                "The user turned 32 last week (2026-03-02 to 2026-03-08).",
            ),
            ("I turned 35 today!", "The user turned 35 today (2026-03-09)."),
        ),
        counter=(
            "I turned 30 in 2015.",
            "I turned 30 last month, on May 2.",
            "When I turned 18, I left.",
            "I turned 90 degrees left.",
        ),
    ),
    Rule(
        name="identity.turned",
        on="turned turning turn",
        pattern=r"{I} turned (?P<age>\d{1,3})\b(?! degrees|%| pages)(?P<rest>.{0,60})",
        text="{who} turned {age} {rest}",
        kind="episodic",
        relation="TURNED_AGE",
        object="{age}",
        time="past",
        confidence=0.85,
        examples=(("I turned 30 in 2015.", "The user turned 30 in 2015."),),
        counter=("I turned 90 degrees left",),
    ),
    Rule(
        name="identity.height",
        on="m am",
        pattern=r"{I am} (?P<value>(?:1[3-9]\d|2[0-2]\d) ?cm|[12][.,]\d\d? ?m\b"
        r"|[4-7](?:'|ft ?)\d{1,2}(?:\"|''|in\b)?(?= tall))(?: tall)?"
        r"(?=[.,;!]|$| and | but | so )",
        text="{who} is {value} tall",
        slot="height",
        relation="HAS_HEIGHT",
        object="{value}",
        confidence=0.9,
        importance=0.6,
        examples=(
            ("I'm 180cm tall.", "The user is 180cm tall."),
            ("I am 5'4 tall and play golf.", "The user is 5'4 tall."),
        ),
        counter=("I'm 180 km away.", "I'm 200 m from the beach.", "Am I 180cm?"),
    ),
    Rule(
        name="identity.weight",
        on="weigh",
        pattern=r"{I} weigh (?:about |around |roughly )?"
        r"(?P<value>\d[\d.,]* ?(?:kgs?|kilos?|lbs?|pounds|stone))"
        r"(?=[.,;!]|$| and | but | so | now)",
        text="{who} weighs {value}",
        slot="weight",
        relation="HAS_WEIGHT",
        object="{value}",
        confidence=0.9,
        importance=0.6,
        examples=(("I weigh 82kg.", "The user weighs 82kg."),),
        counter=("I weigh my options.", "Should I weigh 82kg?"),
    ),
    Rule(
        name="identity.birthday",
        on="birthday born anniversary",
        pattern=r"{our} (?P<what>birthday|anniversary|wedding anniversary) (?:is|falls)(?: "
        r"on| in)? (?P<day>(?:{Month}\b[^,;!]{0,20}|(?:the )?\d[^,;!]{0,25})(?:, \d{4}\b)?)(?!\w)",
        text="{whose} {what} is {day}",
        slot="{what}",
        relation="HAS_DATE",
        object="{day}",
        confidence=0.95,
        importance=0.8,
        examples=(
            ("My birthday is on May 5th.", "The user's birthday is May 5th."),
            ("My birthday is May 5, 1990.", "The user's birthday is May 5, 1990."),
            ("My birthday is the 2nd of May, fun times.", "The user's birthday is the 2nd of May."),
        ),
        counter=("My birthday is coming up.",),
    ),
    Rule(
        name="identity.born",
        on="born",
        pattern=r"{start}[Ii] was born(?: and raised)? (?P<where>(?:in|on|at) .{2,60})",
        text="{who} was born {where}",
        relation="BORN",
        object="{where}",
        confidence=0.9,
        importance=0.7,
        examples=(("I was born in Porto.", "The user was born in Porto."),),
        counter=("I wish I was born in Porto.",),
    ),
    Rule(
        name="identity.from",
        on="from grew raised",
        pattern=r"{I am} (?:from|a native of) (?P<place>{Place})",
        text="{who} is from {place}",
        slot="origin",
        relation="FROM",
        object="{place}",
        confidence=0.9,
        importance=0.7,
        examples=(("I'm originally from Porto, Portugal.", "The user is from Porto, Portugal."),),
        counter=("I'm not from Porto.", "I'm working from home."),
    ),
    Rule(
        name="identity.grew_up",
        on="grew",
        pattern=r"{I} grew up (?P<where>(?:in|on|near|around|with|as) {rest})",
        text="{who} grew up {where}",
        relation="GREW_UP",
        object="{where}",
        confidence=0.85,
        examples=(
            (
                "I grew up in a small town near Porto.",
                "The user grew up in a small town near Porto.",
            ),
        ),
        counter=("If I grew up in Porto I would know.",),
    ),
    Rule(
        name="identity.speaks",
        on="speak fluent native language bilingual",
        pattern=r"{I} speak (?P<language>(?:fluent |some |a little |basic )?[A-Z][a-z]+(?:,? "
        r"(?:and )?(?:fluent |some |a little |a bit of |basic )?[A-Z][a-z]+)*)",
        text="{who} speaks {language}",
        relation="SPEAKS",
        object="{language}",
        confidence=0.85,
        importance=0.6,
        examples=(
            ("I speak Portuguese and English.", "The user speaks Portuguese and English."),
            ("I speak Urdu and a little French.", "The user speaks Urdu and a little French."),
        ),
        counter=("I don't speak Portuguese.", "When I speak to Ana she smiles."),
    ),
    Rule(
        name="identity.learning",
        on="learning",
        pattern=r"{we are} learning (?P<what>(?:Spanish|French|German|Italian|Portuguese|Dutch"
        r"|Russian|Polish|Greek|Turkish|Arabic|Hebrew|Hindi|Chinese|Mandarin|Cantonese|Japanese"
        r"|Korean|Swedish|Norwegian|Danish|Finnish|Latin|English|Esperanto|sign language"
        r"|(?:how )?to (?:play|speak|code|drive|swim|cook|sew|knit|crochet|ski|surf|dance|sail|ride"
        r"|paint|draw|skate|program)\b)[^,;.]{0,40})",
        text="{who} is learning {what}",
        relation="LEARNS",
        object="{what}",
        confidence=0.85,
        importance=0.6,
        examples=(
            ("I'm learning Spanish on an app.", "The user is learning Spanish on an app."),
            ("I'm learning to play the harp.", "The user is learning to play the harp."),
        ),
        counter=(
            "I'm not learning Spanish.",
            "I'm learning a lot here.",
            "Is learning Latin hard?",
        ),
    ),
    Rule(
        name="identity.fluent",
        on="fluent native",
        pattern=r"{I am} (?P<how>fluent in|a native speaker of|a native) "
        r"(?P<language>[A-Z].{2,40})",
        text="{who} is {how} {language}",
        relation="SPEAKS",
        object="{language}",
        confidence=0.9,
        importance=0.6,
        examples=(("I'm fluent in Spanish.", "The user is fluent in Spanish."),),
        counter=("I'm not fluent in Spanish.",),
    ),
    Rule(
        name="identity.size",
        on="size",
        pattern=r"{my} (?P<what>(?:shoe|dress|ring|shirt|t-shirt|clothing|trouser|jacket|hat|glove)"
        r" size) is (?P<value>[\w.,/½]+(?: (?:EU|UK|US|small|large|medium))?)(?=[.,;!]|$| and)",
        text="{whose} {what} is {value}",
        slot="{what}",
        relation="HAS_SIZE",
        object="{value}",
        confidence=0.9,
        importance=0.6,
        examples=(("My shoe size is 42.", "The user's shoe size is 42."),),
        counter=("What if my shoe size is 42?", "My shoe size is too big."),
    ),
    Rule(
        name="identity.contact",
        on="email e-mail phone number address pronouns username handle timezone",
        pattern=r"{my} (?:new |current )?(?P<what>(?:work |home |personal )?(?:e-?mail(?: "
        r"address)?|phone(?: number)?|number|address|pronouns|username|handle|time "
        r"?zone)) (?:(?:is|are)(?: now)?|(?:has |have )?(?:been )?changed to) "
        r"(?P<exact>\d+\w? [A-Za-z][^,;@]{2,50}(?:, {Address}){1,4}"
        r"|(?!\d+%|\d{1,3} (?:year|month|week|day|hour|minute|percent))"
        r"[^\s,;]*[\d@/][^,;]{0,60}|(?:he|she|they)/\w+"
        r"|[A-Z]{2,4}\b.{0,6})",
        text="{whose} {what}: {exact}",
        slot="contact.{what}",
        relation="HAS_CONTACT",
        object="{exact}",
        confidence=0.95,
        importance=0.8,
        examples=(
            ("My email is dana@example.com.", "The user's email: dana@example.com."),
            ("My pronouns are she/her.", "The user's pronouns: she/her."),
            ("My new address is 9 Oak Ave.", "The user's address: 9 Oak Ave."),
            ("My address is 12 High Street, Leeds.", "The user's address: 12 High Street, Leeds."),
            (
                "My address is 9 Oak Ave, Springfield, IL 62704, I moved.",
                "The user's address: 9 Oak Ave, Springfield, IL 62704.",
            ),
            ("My email is now dana@example.com.", "The user's email: dana@example.com."),
            ("My phone number has changed to 555-0199.", "The user's phone number: 555-0199."),
        ),
        counter=(
            "My phone is broken.",
            "My phone is now 5 years old.",
            "My address is hard to find.",
        ),
    ),
)

ANSWERS = (
    Answer(r"\bwhat(?:'s| is) your name\b|\bmay i (?:have|ask|know) your name\b|\bwho am "
        r"i (?:speaking|talking) (?:to|with)\b", "My name is {}."),
    Answer(r"\bwhat (?:should|can|may|shall) i call you\b", "Call me {}."),
    Answer(r"\bhow old are you\b|\bwhat(?:'s| is) your age\b", "I am {} years old."),
    Answer(r"\bwhere do you live\b|\bwhat city (?:are you|do you live) in\b", "I live in {}."),
    Answer(r"\bwhere are you from\b", "I'm from {}."),
    Answer(r"\bwhere do you work\b|\bwho do you work for\b", "I work at {}."),
    Answer(r"\bwhat(?:'s| is) your (?:job|occupation|profession)\b|\bwhat do you do for "
        r"(?:a living|work)\b", "I work as {}."),
    Answer(r"\bwhat(?:'s| is) your favou?rite \w+(?: \w+)?\?$", "My favourite is {}."),
)  # fmt: skip
