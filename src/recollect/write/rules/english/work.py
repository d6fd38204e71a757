"""Work and study: employer, job, field, school."""

from ..rule import Rule

_JOB = (
    r"(?:[\w-]+ ){0,4}(?:[a-z]+(?:ist|ician|ologist|ographer)|engineer|developer|designer|manager"
    r"|teacher|nurse|doctor|lawyer|student|professor|writer|researcher|consultant"
    r"|accountant|analyst"
    r"|architect|programmer|director|producer|editor|producer|attorney|librarian"
    r"|musician|photographer"
    r"|barista|chef|cook|waiter|waitress|electrician|plumber|carpenter|mechanic|driver|pilot|farmer"
    r"|entrepreneur|founder|co-founder|freelancer|contractor|administrator"
    r"|assistant professor|officer"
    r"|salesperson|realtor|paralegal|therapist|counsel(?:l)?or|coach|trainer"
    r"|instructor|physician|surgeon"
    r"|veterinarian|pharmacist|scientist|technician|translator|tutor|mom|dad|mother|father|parent"
    r"|undergraduate|undergrad|graduate|freshman|sophomore|junior|senior|major"
    r"|intern|retiree|veteran"
    r"|homeowner|vet|runner|cyclist|gamer|blogger|streamer|podcaster|content creator"
    r"|business owner|homemaker|stay-at-home \w+|night owl|early bird|morning "
    r"person|introvert|extrovert)"
)

RULES = (
    Rule(
        name="work.at_as",
        on="work",
        pattern=r"{I} work (?:part-time |full-time |remotely )?(?:at|for) (?!you\b|me\b)"
        r"[^,;.]{2,60}? as (?P<job>an? " + _JOB + r")\b(?=[.,;!]|$| in | and | but | so )",
        text="{who} works as {job}",
        slot="work.job",
        relation="WORKS_AS",
        object="{job}",
        shared=True,
        confidence=0.85,
        importance=0.8,
        examples=(("I work at Google as an engineer.", "The user works as an engineer."),),
        counter=(
            "I want to work at Google as an engineer.",
            "I work at Google as a favour.",
            "If I work at Google as an engineer, I'll move.",
        ),
    ),
    Rule(
        name="work.at",
        on="work working works",
        pattern=r"{I} work (?P<part>(?:part-time |full-time |remotely )?(?:at|for)) "
        r"(?P<place>(?!(?:it|that|this|a living|me|myself|ourselves|home|least|you|the "
        r"best|both|\d|nights?|noon|dawn|weekends?|Christmas|free|fun|money|food|peanuts|hours|tips"
        r"|heights?|speed|(?:my|a|the) (?:desk|computer|moment|own pace)|{number} "
        r"(?:hours?|days?|weeks?|months?|years?))\b)"
        r"(?:(?! as (?:an?|the) | again\b).){2,400})(?: again)?"
        r"(?P<rest>(?: as (?:an?|the) .{2,80})?)",
        text="{who} works {part} {place} {rest}",
        slot="work.employer",
        relation="WORKS_AT",
        object="{place}",
        confidence=0.85,
        importance=0.8,
        examples=(
            ("I work at Acme Corp in Berlin.", "The user works at Acme Corp in Berlin."),
            (
                "I work for a small charity, so money is tight.",
                "The user works for a small charity.",
            ),
            ("I work at Google as an engineer.", "The user works at Google as an engineer."),
        ),
        counter=(
            "I don't work at Acme.",
            "I used to work at Acme.",
            "If I work at Acme I get a pass.",
            "Those hours work for me.",
            "I work at night.",
            "I work for free.",
            "I work for eight hours a day.",
            "I work at my desk.",
            "I work at my own pace.",
            "I work for tips.",
            "I work for myself.",
        ),
    ),
    Rule(
        name="work.as",
        on="work working freelance",
        pattern=r"(?:{I} work|{I am} working|{I am} employed) (?P<part>(?:part-time "
        r"|full-time |remotely |freelance )?as) "
        r"(?P<job>(?!(?:it|that|this|progress|pairs|the "
        r"(?:morning|evening|same))\b){rest})",
        text="{who} works {part} {job}",
        slot="work.job",
        relation="WORKS_AS",
        object="{job}",
        confidence=0.85,
        importance=0.8,
        examples=(
            (
                "I work as a nurse in a children's hospital.",
                "The user works as a nurse in a children's hospital.",
            ),
        ),
        counter=("I want to work as a nurse.", "I used to work as a nurse."),
    ),
    Rule(
        name="work.in",
        on="work",
        pattern=r"{I} work in (?P<field>(?!(?:it|that|this|progress|pairs|my|the "
        r"(?:morning|evening|same))\b){rest})",
        text="{who} works in {field}",
        relation="WORKS_IN",
        object="{field}",
        confidence=0.8,
        importance=0.7,
        examples=(("I work in digital marketing.", "The user works in digital marketing."),),
        counter=("I want to work in marketing.", "The shop I work in is small."),
    ),
    Rule(
        name="work.is_a_now",
        on="m am",
        pattern=r"{I am}(?:(?<=now)|(?=[^,;.!]{4,60} (?:now|these days)(?:[.,;!]|$))) "
        r"(?P<job>an? (?!bit\b|beginner|fan\b|not|good|great|bad|terrible|better)"
        + _JOB
        + r")(?P<rest>(?: (?:at|in|for|with) (?:(?! now\b| these days)[^,;.]){2,60})?)"
        r"(?: now| these days)?(?=[.,;!]|$)",
        text="{who} is {job} {rest}",
        act="now",
        relation="IS_A",
        object="{job}",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("I'm a teacher now.", "The user is a teacher."),
            ("I'm now a nurse in Porto.", "The user is a nurse in Porto."),
        ),
        counter=("I'm a teacher.", "I'm not a teacher now.", "If I'm a teacher now, fine."),
    ),
    Rule(
        name="work.is_a",
        on="m am",
        pattern=r"{I am} (?P<job>(?:an? |the )(?!bit\b|little\b|few\b|lot\b|beginner|big "
        r"fan|huge fan|fan of|not|good|great|bad|terrible)"
        + _JOB
        + r")\b(?!'s? | of (?:it|that|this)| by (?:training|education)| turned )(?P<rest>(?: "
        r"(?:at|in|for|with|of|from|on|who|and(?! I)) [^,;.]{2,100})?)",
        text="{who} is {job} {rest}",
        relation="IS_A",
        object="{job}",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("I'm a software engineer at Google.", "The user is a software engineer at Google."),
            ("As I said, I am a vet.", "The user is a vet."),
            (
                "I'm a night nurse at St. Mary's, three shifts a week.",
                "The user is a night nurse at St. Mary's.",
            ),
        ),
        counter=(
            "I'm a bit tired.",
            "I'm not a lawyer.",
            "If I'm a lawyer, fine.",
            "I am a teacher by training.",
            "I'm a doctor's wife.",
            "I'm an engineer turned baker.",
        ),
    ),
    Rule(
        name="work.my_job",
        on="job role position internship",
        pattern=r"{my}(?<!left my)(?<!quit my)(?<!lost my)(?<!leave my)(?<!leaving my)"
        r"(?<!start my)(?<!starting my) "
        r"(?:current |new |day |full-time |part-time |present "
        r")?(?:job|role|position|internship) (?P<part>as|at|with) (?P<job>(?:an? |the "
        r")?(?!work\b|home\b|least\b|hand\b).{2,400}?)(?=[,;.!]|$| (?:is|was|has|had|will|"
        r"starts?|begins?|ends?|pays?|keeps?|makes?|means|involves?|requires?|gives?|lets)\b)",
        text="{who} has a job {part} {job}",
        relation="WORKS_AS",
        object="{job}",
        inside=True,
        confidence=0.75,
        importance=0.7,
        examples=(
            (
                "I like my new job as a night guard in Porto.",
                "The user has a job as a night guard in Porto.",
            ),
            ("My new job at Acme starts in April.", "The user has a job at Acme."),
        ),
        counter=(
            "My job is very stressful.",
            "If my job as a guard ends",
            "I lost my job as a guard.",
        ),
    ),
    Rule(
        name="work.owns",
        on="run own started founded business company shop studio startup freelance",
        pattern=r"{we} (?P<present>run|own) (?P<what>(?:a|an|my own|our own|the|two|three|\d) "
        r"(?:[\w'-]+ ){0,5}(?:business|company|shop|store|studio|startup|firm|agency"
        r"|restaurant|cafe|café|bakery|farm|blog|podcast|channel|practice|clinic"
        r"|non-?profit|charity|newsletter|salon|gym|boutique)\b.{0,100})",
        text="{who} {present} {what}",
        relation="RUNS",
        object="{what}",
        confidence=0.85,
        importance=0.75,
        examples=(
            (
                "I run a small online store selling candles.",
                "The user runs a small online store selling candles.",
            ),
        ),
        counter=("I want to run a business.",),
    ),
    Rule(
        name="work.studies",
        on="studying study major majoring degree pursuing enrolled",
        pattern=r"{I am}(?: a student)? (?P<how>studying|majoring in|pursuing|enrolled "
        r"in|doing my|getting my|working on my) (?P<what>(?!(?:for|the "
        r"following|this|that|it|how|these)\b)(?:[\w'’.-]+ ){0,4}?(?:at |in "
        r"|degree|PhD|master|bachelor|MBA|diploma|certificat|[A-Z]\w+|science"
        r"|engineering|law|medicine|history|psychology|economics|nursing).{0,100})",
        text="{who} is {how} {what}",
        relation="STUDIES",
        object="{what}",
        confidence=0.8,
        importance=0.7,
        examples=(
            (
                "I'm studying Euclid's Elements Book I.",
                "The user is studying Euclid's Elements Book I.",
            ),
            (
                "I'm studying marine biology at Porto.",
                "The user is studying marine biology at Porto.",
            ),
        ),
        counter=("I'm studying it now.", "I'm not studying law."),
    ),
    Rule(
        name="work.graduated",
        on="graduated degree",
        pattern=r"{I} graduated (?P<what>(?:from|with|in|last|a|two|three|cum|on) {rest})",
        text="{who} graduated {what}",
        relation="GRADUATED",
        object="{what}",
        time="past",
        confidence=0.85,
        importance=0.7,
        examples=(
            (
                "I graduated from MIT with a degree in physics.",
                "The user graduated from MIT with a degree in physics.",
            ),
        ),
        counter=("When I graduated from MIT it rained?",),
    ),
    Rule(
        name="work.degree",
        on="degree bachelor's master's phd mba doctorate diploma certification license",
        pattern=r"{I have} (?P<what>(?:an? |my )(?:[\w'-]+ "
        r"){0,3}(?:degree|bachelor's|master's|PhD|MBA|doctorate|diploma|certification"
        r"|license)\b.{0,120})",
        text="{who} has {what}",
        relation="HAS_DEGREE",
        object="{what}",
        confidence=0.85,
        importance=0.7,
        examples=(("I have a master's degree in law.", "The user has a master's degree in law."),),
        counter=("I don't have a degree.",),
    ),
    Rule(
        name="work.earns",
        on="salary income pay budget rent mortgage",
        pattern=r"{our} (?:current |annual |monthly |yearly |base "
        r")?(?P<what>salary|income|take-home pay|rent|mortgage payment) is "
        r"(?P<value>(?:about |around |roughly |approximately |only )?[$€£₦¥]?\d{rest})",
        text="{whose} {what} is {value}",
        slot="money.{what}",
        relation="HAS_AMOUNT",
        object="{value}",
        confidence=0.85,
        importance=0.65,
        examples=(
            ("My rent is about $1,200 a month.", "The user's rent is about $1,200 a month."),
            ("Our rent is 900 euros.", "The user's rent is 900 euros."),
        ),
        counter=("My rent is too high.",),
    ),
    Rule(
        name="work.amount_changed",
        on="raised increased lowered cut reduced rose going went",
        pattern=r"{start}(?:(?:[Mm]y|[Oo]ur|[Tt]he) (?:land(?:lord|lady)|boss|company|employer)"
        r"(?: has)?(?: just)? "
        r"(?P<past>raised|increased|lowered|cut|reduced) (?:my|our|the(?= rent))"
        r"|(?:[Mm]y|[Oo]ur)) (?P<what>salary|income|rent|mortgage payment)"
        r"(?(past)|(?P<past2> (?:was|got) (?:raised|increased|lowered|cut|reduced)"
        r"| went (?:up|down)))"
        r"(?: from [$€£]?\d[\d,.]*k?(?: \w+)?)? to (?P<value>[$€£₦¥]?\d[^,;.]{0,40})",
        text="{whose} {what} is {value}",
        slot="money.{what}",
        relation="HAS_AMOUNT",
        object="{value}",
        time="named",
        confidence=0.8,
        importance=0.7,
        examples=(
            (
                "My landlord raised the rent to 575, so I'm looking.",
                "The user's rent is 575.",
            ),
            ("My salary went up to 39,500.", "The user's salary is 39,500."),
        ),
        counter=(
            "If my landlord raised my rent to 575",
            "We raised the rent to 850.",
            "My rent went up by 50.",
        ),
    ),
    Rule(
        name="work.as_a",
        on="as",
        pattern=r"^(?:[\w ]{0,20}[,!] )?(?:[Aa]nd |[Bb]ut |[Ss]o )?[Aa]s (?P<job>an? "
        r"(?!beginner|bonus|result|side|user|gift|starting|way|backup|last|first|quick"
        r"|general|reminder|matter|language|reference|rule|newbie|token|child|kid)(?:"
        + _JOB
        + r"|\d+-year-old [^,]{3,40})(?: (?:at|in|for|with|of|from|who|and) "
        r"[^,]{2,60})?), (?:I|my|we)\b",
        text="{who} is {job}",
        relation="IS_A",
        object="{job}",
        confidence=0.8,
        importance=0.7,
        whole=True,
        examples=(
            (
                "As a marketing manager at Acme, I need reports.",
                "The user is a marketing manager at Acme.",
            ),
        ),
        counter=("As a result, I left.", "As a teacher, you know."),
    ),
)
