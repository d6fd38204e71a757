"""Work and study: employer, job, field, school."""

from ..rule import Rule

_JOB = (
    r"(?:[\w-]+ ){0,4}(?:[a-z]+(?:ist|ician|ologist|ographer)|engineer|developer|designer|manager"
    r"|teacher|nurse|doctor|lawyer|student|professor|writer|researcher|consultant|accountant|analyst"
    r"|architect|programmer|director|producer|editor|producer|attorney|librarian|musician|photographer"
    r"|barista|chef|cook|waiter|waitress|electrician|plumber|carpenter|mechanic|driver|pilot|farmer"
    r"|entrepreneur|founder|co-founder|freelancer|contractor|administrator|assistant professor|officer"
    r"|salesperson|realtor|paralegal|therapist|counsel(?:l)?or|coach|trainer|instructor|physician|surgeon"
    r"|veterinarian|pharmacist|scientist|technician|translator|tutor|mom|dad|mother|father|parent"
    r"|undergraduate|undergrad|graduate|freshman|sophomore|junior|senior|major|intern|retiree|veteran"
    r"|homeowner|vet|runner|cyclist|gamer|blogger|streamer|podcaster|content creator"
    r"|business owner|homemaker|stay-at-home \w+|night owl|early bird|morning person|introvert|extrovert)"
)

RULES = (
    Rule(
        name="work.at",
        on="work working works",
        pattern=r"{I} work (?P<part>(?:part-time |full-time |remotely )?(?:at|for|with)) (?P<place>(?!(?:it|that|this|a living|me|home|least|you|the best|both|\d)\b){rest})",
        text="{who} works {part} {place}",
        slot="work.employer",
        relation="WORKS_AT",
        object="{place}",
        confidence=0.85,
        importance=0.8,
        examples=(
            ("I work at Acme Corp in Berlin.", "The user works at Acme Corp in Berlin."),
            ("I work for a small charity, so money is tight.", "The user works for a small charity."),
        ),
        counter=("I don't work at Acme.", "I used to work at Acme.", "If I work at Acme I get a pass.", "Those hours work for me."),
    ),
    Rule(
        name="work.as",
        on="work working freelance",
        pattern=r"(?:{I} work|{I am} working|{I am} employed) (?P<part>(?:part-time |full-time |remotely |freelance )?(?:as|in)) (?P<job>(?!(?:it|that|this|progress|pairs|the (?:morning|evening|same))\b){rest})",
        text="{who} works {part} {job}",
        slot="work.job",
        relation="WORKS_AS",
        object="{job}",
        confidence=0.85,
        importance=0.8,
        examples=(("I work as a nurse in a children's hospital.", "The user works as a nurse in a children's hospital."),),
        counter=("I want to work as a nurse.", "I used to work as a nurse."),
    ),
    Rule(
        name="work.is_a",
        on="a an the",
        pattern=r"{I am} (?P<job>(?:an? |the )(?!bit\b|little\b|few\b|lot\b|beginner|big fan|huge fan|fan of|not|good|great|bad|terrible)" + _JOB + r")\b(?! of (?:it|that|this))(?P<rest>(?: (?:at|in|for|with|of|from|on|who|and(?! I)) [^,;.]{2,100})?)",
        text="{who} is {job} {rest}",
        relation="IS_A",
        object="{job}",
        confidence=0.8,
        importance=0.7,
        examples=(
            ("I'm a software engineer at Google.", "The user is a software engineer at Google."),
            ("As I said, I am a vet.", "The user is a vet."),
        ),
        counter=("I'm a bit tired.", "I'm not a lawyer.", "If I'm a lawyer, fine."),
    ),
    Rule(
        name="work.my_job",
        on="job role position title occupation profession",
        pattern=r"{my} (?:current |new |day |full-time |part-time )?(?:job|role|position|job title|occupation|profession) (?:is|at|as|with) (?P<job>(?!(?:to|very|so|really|not|more|pretty|quite|stable|a bit|stressful|hard)\b)(?:an? |the )?[\w-]+(?: {rest})?)",
        text="{whose} job is {job}",
        relation="WORKS_AS",
        object="{job}",
        confidence=0.6,
        importance=0.6,
        least=2,
        examples=(("My job is a night guard in Porto.", "The user's job is a night guard in Porto."),),
        counter=("My job is very stressful.",),
    ),
    Rule(
        name="work.started",
        on="started joined retired quit resigned left",
        pattern=r"{start}[Ii](?:'ve| have| was| got)?(?: just| recently| finally| also| been| actually)* (?P<past>started(?= (?:a |my |an )?(?:new )?(?:job|role|position|working (?:at|for|as)|business|company))|joined(?= (?:the )?[A-Z]\w+(?: \w+)? (?:as|team))|retired|quit my job|resigned|left my job)(?P<what>\b(?: .{0,150})?)",
        text="{who} {past} {what}",
        kind="episodic",
        relation="CAREER_EVENT",
        object="{past} {what}",
        time="past",
        confidence=0.8,
        importance=0.75,
        examples=(
            ("I just started a new job at Acme.", "The user started a new job at Acme."),
            ("I recently retired from teaching.", "The user retired from teaching."),
        ),
        counter=("I haven't started a new job.", "If I quit my job I would travel."),
    ),
    Rule(
        name="work.promoted",
        on="promoted promotion laid fired hired offered",
        pattern=r"{start}[Ii](?: was| got|'ve been| have been| just got| recently got| just was)(?: just| recently| finally)* (?P<past>promoted|laid off|fired|hired|offered)(?P<what>\b(?: .{0,150})?)",
        text="{who} was {past} {what}",
        kind="episodic",
        relation="CAREER_EVENT",
        object="{past} {what}",
        time="past",
        confidence=0.85,
        importance=0.75,
        examples=(("I got promoted to team lead last month.", "The user was promoted to team lead last month (2026-02)."),),
        counter=("I hope I got promoted.",),
    ),
    Rule(
        name="work.owns",
        on="run own started founded business company shop studio startup freelance",
        pattern=r"{we} (?P<present>run|own) (?P<what>(?:a|an|my own|our own|the|two|three|\d) (?:[\w'-]+ ){0,5}(?:business|company|shop|store|studio|startup|firm|agency|restaurant|cafe|café|bakery|farm|blog|podcast|channel|practice|clinic|non-?profit|charity|newsletter|salon|gym|boutique)\b.{0,100})",
        text="{who} {present} {what}",
        relation="RUNS",
        object="{what}",
        confidence=0.85,
        importance=0.75,
        examples=(("I run a small online store selling candles.", "The user runs a small online store selling candles."),),
        counter=("I want to run a business.",),
    ),
    Rule(
        name="work.studies",
        on="studying study major majoring degree pursuing enrolled",
        pattern=r"{I am}(?: a student)? (?P<how>studying|majoring in|pursuing|enrolled in|doing my|getting my|working on my) (?P<what>(?!(?:for|the following|this|that|it|how|these)\b)(?:[\w'’.-]+ ){0,4}?(?:at |in |degree|PhD|master|bachelor|MBA|diploma|certificat|[A-Z]\w+|science|engineering|law|medicine|history|psychology|economics|nursing).{0,100})",
        text="{who} is {how} {what}",
        relation="STUDIES",
        object="{what}",
        confidence=0.8,
        importance=0.7,
        examples=(("I'm studying marine biology at Porto.", "The user is studying marine biology at Porto."),),
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
        examples=(("I graduated from MIT with a degree in physics.", "The user graduated from MIT with a degree in physics."),),
        counter=("When I graduated from MIT it rained?",),
    ),
    Rule(
        name="work.degree",
        on="degree bachelor's master's phd mba doctorate diploma certification license",
        pattern=r"{I have} (?P<what>(?:an? |my )(?:[\w'-]+ ){0,3}(?:degree|bachelor's|master's|PhD|MBA|doctorate|diploma|certification|license)\b.{0,120})",
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
        pattern=r"{my} (?:current |annual |monthly |yearly |base )?(?P<what>salary|income|take-home pay|budget|rent|mortgage payment) is (?P<value>(?:about |around |roughly |approximately |only )?[$€£₦¥]?\d{rest})",
        text="{whose} {what} is {value}",
        slot="money.{what}",
        relation="HAS_AMOUNT",
        object="{value}",
        confidence=0.85,
        importance=0.65,
        examples=(("My rent is about $1,200 a month.", "The user's rent is about $1,200 a month."),),
        counter=("My rent is too high.",),
    ),
)
