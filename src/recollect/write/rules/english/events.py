"""What happened: done, bought, seen, finished; with its time when one is said."""

from ..rule import Rule

_NOT = (
    r"(?!my hands|all my|approved|accepted|last\b|yesterday\b|today\b|two \w+ "
    r"ago|three \w+ ago|about (?:a|two|three|\d+) \w+ ago|an? (?:e-?mail|birthday "
    r"notification|notification|call|text|message)\b|some (?:great |good |nice "
    r")?(?:shots|photos|pictures)|(?:about |around )?\d+ (?:minutes|hours)|some "
    r"(?:water|food|success|trouble|issues|luck|experience)|(?:it|that|this|them"
    r"|these|those"
    r"|him|her|some of|some "
    r"(?:online|more|from|at)|a pretty|a busy|so|all of|more|to "
    r"(?:know|ask|say|see|make|think"
    r"|get|check|be|do|use|try)|the (?:idea|feeling|impression|point|hang"
    r"|following|same)|an? (?:issue|problem|hard time)|a "
    r"(?:great|good|fun|nice|blast)(?: time)? "
    r"(?:last|yesterday|today|this)|everyone|back from (?:the gym|work|school|the "
    r"store|a run|lunch|a walk)|a (?:lot|bit|few|question"
    r"|sense|feeling|chance|better|good (?:idea|sense|understanding)|great "
    r"(?:idea|sense))|an? idea|no idea|your|you"
    r"|in touch|back to|what|how|around to|used "
    r"to|rid|confused|stuck|lost|really|pretty|very|too|into)\b)"
)
_A = r"(?= (?:an?|the|my|our|some|two|three|\d+|another|homemade) )"
_STRONG = (
    r"attended|visited|bought|purchased|ordered|sold|adopted|completed|finished|launched|published"
    r"|hosted|organi[sz]ed|participated in|volunteered|won|planted|installed|repaired|replaced"
    r"|returned from|upgraded|donated|joined|harvested|celebrated|hiked|climbed|travell?ed|flew"
    r"|competed in|performed|baked|painted|submitted|received|earned|passed|failed"
    r"|graduated|watched"
    r"|met with|switched (?:to|from)|inherited|took up|picked up|read|spent|wore|led|reached"
    r"|redeemed|downloaded|built|cooked|recovered from|came back from|set up"
    r"|got back (?:from|into)|stayed (?:at|in)|got (?:accepted|into|rid of|tickets)"
    r"|got to (?:attend|meet|see|try|visit|play|work|go|spend|watch)"
    r"|had the (?:opportunity|chance|pleasure) to|had (?:surgery|dinner|lunch)"
    r"|went (?:to(?! the (?:gym|store|grocery))|on|for|hiking|camping|skiing|fishing|shopping)"
    r"|wrote about|tried (?:out|making)|tried(?= (?:an?|my|some) | the "
    r"[A-Z])|took part|helped (?:my|a|out)|lost (?:about |around )?\d+"
    r"|started (?:taking|learning|playing|reading|working|volunteering|collecting"
    r"|growing|going|attending|practicing|training|using|selling|teaching|dating"
    r"|writing|studying|building)"
    r"|(?:got|had|made|took|gave|did|ran|created|wrote|lost)" + _A
)

RULES = (
    Rule(
        name="event.time_first",
        on="yesterday last ago today weekend morning week month january february march "
        "april may june july august september october november december",
        pattern=r"(?P<time>(?:^|(?<=[,.] )|(?<=way, )|(?<=and ))(?:[Yy]esterday|[Ll]ast "
        r"(?:week|month|year|night|weekend|\w+day|summer|winter|spring|fall)|[Tt]his "
        r"(?:morning|weekend|week)|[Oo]n (?:{Month} "
        r"\w+|\w+day)|(?:A|Two|Three|a|two|three) \w+ ago),?) (?:[Ii]|[Ww]e)(?: also| "
        r"finally| actually| just)* (?P<past>\w+ed|went|got|had|met|took|made|saw|ran"
        r"|bought|sold|lost|won|gave|wrote|came|flew|led|built|did) (?P<what>" + _NOT + r"{rest})",
        text="{who} {past} {what} {time}",
        kind="episodic",
        relation="DID",
        object="{past} {what}",
        time="past",
        dated=True,
        confidence=0.8,
        importance=0.55,
        least=2,
        examples=(
            (
                "Yesterday I took the kids to the museum.",
                "The user took the kids to the museum yesterday (2026-03-08).",
            ),
        ),
        counter=("Yesterday I wanted it.", "If last week I took the bus"),
    ),
    Rule(
        name="event.just",
        on="just recently finally already",
        pattern=r"{start}(?:[Ii]|[Ww]e)(?:'ve| have)?(?: also| actually)* "
        r"(?:just|recently|finally|already) (?P<past>"
        + _STRONG
        + r") (?P<what>"
        + _NOT
        + r"{rest})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="DID",
        object="{past} {what}",
        time="past",
        confidence=0.85,
        importance=0.5,
        least=2,
        examples=(
            (
                "I just got a new espresso machine, and I love it.",
                "The user got a new espresso machine.",
            ),
            (
                "By the way, I recently attended a film festival in Austin.",
                "The user attended a film festival in Austin.",
            ),
        ),
        counter=(
            "I just got it.",
            "If I just bought a car",
            "I just got a feeling.",
            "I finally bought a new pair.",
            "I just bought a used one from a shop.",
        ),
    ),
    Rule(
        name="event.dated",
        on="attended visited bought purchased ordered sold adopted completed finished "
        "launched published hosted organized organised participated volunteered won "
        "planted installed repaired replaced returned upgraded donated joined "
        "harvested celebrated ran hiked climbed traveled travelled flew competed "
        "performed baked painted submitted received earned passed failed watched met "
        "switched inherited took picked started set got went had made tried saw read "
        "spent gave wore led redeemed downloaded lost helped created built wrote "
        "cooked came stayed reached cleaned did",
        pattern=r"{we} (?P<past>" + _STRONG + r"|met(?! (?:at|in|on|through|during|when)\b)"
        r"|started(?! (?:looking|thinking|feeling|noticing))|got|went(?! to the "
        r"(?:gym|store|grocery)| over\b| through\b)|had|took"
        r"|tried|made|saw|lost|came|cleaned) (?P<what>" + _NOT + r"{rest})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="DID",
        object="{past} {what}",
        time="past",
        dated=True,
        confidence=0.85,
        importance=0.55,
        least=2,
        examples=(
            (
                "I attended a pottery workshop yesterday.",
                "The user attended a pottery workshop yesterday (2026-03-08).",
            ),
        ),
        counter=(
            "I attended a workshop once?",
            "I hope I passed the exam yesterday.",
            "We met at a festival in 2018.",
        ),
    ),
    Rule(
        name="event.did",
        on="attended visited bought purchased sold adopted completed launched published "
        "hosted organized organised participated volunteered won planted installed "
        "replaced donated joined harvested competed performed inherited got had "
        "spent finished received submitted started",
        pattern=r"{I} (?P<past>attended|visited|bought|purchased|sold|adopted|completed"
        r"|launched|published|hosted|organi[sz]ed|participated in|volunteered "
        r"(?:at|for|with)|won|planted|installed|replaced|donated|joined|harvested"
        r"|competed in|performed|inherited|got to "
        r"(?:attend|meet|see|try|visit|go)|had the (?:opportunity|chance|pleasure) "
        r"to|spent(?= (?:about |around |over "
        r")?[$€£]?\d)|finished|submitted|started(?= "
        r"(?!thinking|feeling|noticing|looking|getting|with|to|by|wondering"
        r"|reali[sz]ing|seeing)(?:\w+ing|a|my|an) )) (?P<what>"
        + _NOT
        + r"(?:an?|my|the|two|three|[$€£]?\d|some|[A-Z]|about|around|over|at|\w+ing"
        r"|attend|meet|see|assist|work|visit|play) ?{rest})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="DID",
        object="{past} {what}",
        time="past",
        confidence=0.8,
        importance=0.5,
        least=2,
        examples=(
            (
                "I attended a wine tasting with my sister.",
                "The user attended a wine tasting with their sister.",
            ),
        ),
        counter=("I bought it.", "What if I bought a car?"),
    ),
    Rule(
        name="event.doing_for",
        on="months years weeks since year month",
        pattern=r"{start}(?:[Ii]|[Ww]e)'ve(?: also| actually| already| only| really)* been "
        r"(?P<what>(?!thinking|meaning|wanting|trying|wondering|considering|looking"
        r"|feeling|struggling|hearing|noticing|eyeing|putting|waiting|going "
        r"(?!to)|(?:posting|streaming|doing|using|playing|practicing|training) "
        r"(?:consistently|regularly|daily|for))(?:\w+ing|married|together|vegan"
        r"|vegetarian|a member|in a "
        r"relationship)\b[^,;]{0,100}?\b(?:for (?:about |around |over |almost |nearly "
        r"|the past |the last )*(?:a|an|\d+|two|three|four|five|six|seven|eight|nine"
        r"|ten|several|a few)(?: \w+)? (?:months?|years?|weeks?|days?|decades?)|since "
        r"(?:\d{4}|{Month}\b(?: \d{1,4}(?:st|nd|rd|th)?(?:,? \d{4})?)?|last \w+|I was \w+))"
        r"(?: now)?)",
        text="{who} has been {what}",
        relation="HABIT",
        object="{what}",
        confidence=0.85,
        importance=0.6,
        examples=(
            (
                "I've been playing guitar for about three months now.",
                "The user has been playing guitar for about three months.",
            ),
            (
                "I've been taking a course since March to improve my Greek.",
                "The user has been taking a course since March.",
            ),
        ),
        counter=(
            "I've been thinking of it for three months.",
            "I've been using their cleanser for about two weeks now.",
        ),
    ),
    Rule(
        name="event.gap",
        on="got bought purchased took attended made had visited ordered received met "
        "watched read saw went tried finished started planted picked",
        pattern=r"(?<![\w'’-])(?P<thing>(?:my|the(?=.{0,160}(?:\d|\blast\b|yesterday|\bago\b))"
        r"|an?) (?!\w+ "
        r"(?:of|idea|tips|color|feeling|vibe|results)\b){noun}(?: {noun}){0,8}?),? "
        r"(?:that |which )?I(?: just| recently| also| finally)* "
        r"(?P<past>got|bought|purchased|took|attended|made|had|visited|ordered"
        r"|received|watched|saw|tried|finished|started|planted|picked up) "
        r"(?!.{0,80}\b(?:was|were|is|are) "
        r")(?P<rest>(?!.{0,120}\bto the list)(?:at|from|in|on|last|for|during"
        r"|yesterday|back|two|three|a "
        r"few|a couple|about|around|\d)\b.{2,200})",
        text="{who} {past} {thing} {rest}",
        kind="episodic",
        relation="DID",
        object="{past} {thing} {rest}",
        time="past",
        inside=True,
        confidence=0.8,
        importance=0.5,
        examples=(
            (
                "I keep thinking about the guided tour I took at the museum yesterday.",
                "The user took the guided tour at the museum yesterday (2026-03-08).",
            ),
            (
                "I'm happy with my new tennis racket, which I got from a shop downtown.",
                "The user got their new tennis racket from a shop downtown.",
            ),
        ),
        counter=("Is the tour I took at the museum still on?", "The one I got from Ana is fine."),
    ),
    Rule(
        name="event.remembers",
        on="remember",
        pattern=r"{I} remember (?P<what>(?!being able|thinking|feeling|hearing|reading "
        r"about)(?:taking|getting|buying|going|visiting|seeing|meeting|attending"
        r"|having|watching|making|playing|paying|spending|working|living|growing up) "
        r"(?!that\b|those\b|the\b|a few\b|some\b){rest})",
        text="{who} remembers {what}",
        kind="episodic",
        relation="DID",
        object="{what}",
        time="past",
        confidence=0.8,
        examples=(
            (
                "I remember taking my bike in for a tune-up yesterday.",
                "The user remembers taking their bike in for a tune-up yesterday (2026-03-08).",
            ),
        ),
        counter=("I don't remember taking it.", "Do I remember taking my bike in?"),
    ),
    Rule(
        name="event.been_to",
        on="been",
        pattern=r"{start}[Ii]'ve(?: also| actually| already| only| recently)* been to "
        r"(?P<what>(?!it\b|that\b|some|many|any|a lot|several|the "
        r"(?:store|gym|doctor)|a few)(?:the |an? )?(?:\w+ )?[A-Z0-9].{2,200})",
        text="{who} has been to {what}",
        kind="episodic",
        relation="VISITED",
        object="{what}",
        time="past",
        confidence=0.85,
        examples=(
            (
                "I've been to the Grand Canyon with my family.",
                "The user has been to the Grand Canyon with their family.",
            ),
        ),
        counter=("I've never been to Porto.", "Have I been to Porto?"),
    ),
    Rule(
        name="event.been_doing",
        on="been",
        pattern=r"{start}[Ii]'ve(?: also| actually| already| really| recently| mostly| "
        r"mainly)* been (?P<what>(?:listening "
        r"to|reading|watching|playing|learning|practicing|practising|taking|attending"
        r"|collecting|working (?:on|at|as|with|in)|growing|training|volunteering"
        r"|following|studying|seeing "
        r"a|testing|tracking|living|dating|freelancing|knitting"
        r"|painting|teaching|helping|doing|going to|waking "
        r"up|wearing|renting|drinking|eating)\b "
        r"(?!(?<=doing )a lot|(?<=playing )for\b|(?<=practicing )for\b|(?<=working in )the"
        r" (?:industry|field)\b|(?<=watching )the|with (?:my|some)|around|about|a lot "
        r"of (?:YouTube |TV )?(?:games|news|books|music|videos|Netflix|TV|shopping|movies"
        r"|shows)(?:\W|$)|a (?:great|good) "
        r"job|well|great|good|better|okay|fine|more|some|a lot(?! of)|a lot of "
        r"(?:research|thinking|reading)|a project(?! \w)|research|things|stuff|the "
        r"same|a bit|really|pretty|very|quite|so|okay|too|on it|up "
        r"(?:on|with)|advantage|steps|notes|care|any){rest})",
        text="{who} has been {what}",
        relation="HABIT",
        object="{what}",
        confidence=0.75,
        importance=0.5,
        time="since",
        least=3,
        examples=(
            (
                "I've been testing my blood sugar three times a day.",
                "The user has been testing their blood sugar three times a day.",
            ),
        ),
        counter=(
            "I've been thinking of it.",
            "I've been doing well with that.",
            "I've been helping her with the wedding.",
            "I've been following their advice at work.",
            "I've been playing for a bit now.",
            "I've been working in the industry for a while.",
            "I've never been taking classes.",
        ),
    ),
    Rule(
        name="event.done",
        on="ve have",
        pattern=r"{we have} (?P<past>finished|completed|secured|gathered|managed "
        r"to|confirmed|submitted|paid|transferred|set "
        r"up|prepared|packed|drafted|written|created|finali[sz]ed|recorded|contacted"
        r"|signed|launched|hired|learned|built|tested|published|sent|covered|saved"
        r"|collected|upgraded|switched|moved|lost|gained|raised|applied "
        r"(?:for|to)|invited|installed|bought|ordered|purchased|adopted|joined"
        r"|attended|visited|read|watched|lived|worked|taught|started(?= (?!thinking|feeling"
        r"|noticing|looking|getting|wondering|reali[sz]ing|seeing|making|working on)\w+ing ))"
        r" (?P<what>"
        + _NOT
        + r"(?!(?:about|all|any|a couple|most|some|to|with|feeling|thinking|looking"
        r"|noticing|getting|getting|seeing|hearing|a (?:similar|new "
        r"way)|everything|up|out|on|enough|how)\b){rest})",
        text="{who} has {past} {what}",
        kind="episodic",
        relation="DID",
        object="{past} {what}",
        time="past",
        confidence=0.8,
        importance=0.5,
        least=3,
        examples=(
            (
                "I've finished making the snacks for the train journey.",
                "The user has finished making the snacks for the train journey.",
            ),
            (
                "I've started taking yoga classes on Saturdays.",
                "The user has started taking yoga classes on Saturdays.",
            ),
        ),
        counter=(
            "I've finished it.",
            "Have I finished making the snacks?",
            "I've started noticing a pattern here.",
            "I haven't finished the report yet.",
        ),
    ),
    Rule(
        name="event.dropped",
        on="just recently finally",
        pattern=r"^(?:[\w' ]{1,30}[,!] )?(?:Just|Recently|Finally|just) (?P<past>"
        + _STRONG
        + r") (?P<what>"
        + _NOT
        + r"{rest})",
        text="{who} {past} {what}",
        kind="episodic",
        relation="DID",
        object="{past} {what}",
        time="past",
        whole=True,
        confidence=0.75,
        importance=0.5,
        least=2,
        examples=(
            ("Just finished a painting of the lake!", "The user finished a painting of the lake."),
        ),
        counter=("Just got it.", "Just tried to say hi."),
    ),
)
