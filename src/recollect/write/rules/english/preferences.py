"""What somebody likes, dislikes, prefers, and how strongly."""

from ..rule import Rule

# Talk about the answer just given, not a taste: "I like the idea", "I love how".
_NOT = (
    r"(?![\"“]|(?:the|that|this|these|those|how|it|your|to "
    r"(?:help|know|hear|see|get|learn|ask|find|make sure|"
    r"understand|explore|try|add|think|start|focus|use|create|include|have|go|do"
    r"|be|discuss|work|read|check)|my life|where|what|when|all the|all of|both|some of|him|her|them"
    r"|you|and|or|a lot|an? (?:idea"
    r"|good|great|nice|list|few|bit|more|simple|table|detailed)|more|any|each|option|most)\b)"
)

RULES = (
    Rule(
        name="preference.favourite_now",
        on="favorite favourite",
        pattern=r"{my} favou?rite (?P<what>[\w -]{2,40}?) (?:used to be|was) (?P<past>[^,;.]{2,40})"
        r",? (?:but (?:now )?|(?:and )?now )(?:it's|it is|that's|these days it's)(?: now)? "
        r"(?P<value>{rest})",
        text="{whose} favourite {what} is {value}",
        slot="favourite.{what}",
        relation="FAVOURITE",
        object="{value}",
        confidence=0.85,
        importance=0.6,
        examples=(
            (
                "My favourite film used to be Up, but now it's Arrival.",
                "The user's favourite film is Arrival.",
            ),
            (
                "My favourite colour used to be blue, now it's green.",
                "The user's favourite colour is green.",
            ),
        ),
        counter=("My favourite film used to be Up, but now I don't care.",),
    ),
    Rule(
        name="preference.favourite",
        on="favorite favourite",
        pattern=r"{my} (?:all-time |absolute |personal |current )?favou?rite "
        r"(?P<what>(?!part\b|moments?\b|thing|one\b|aspect|bit\b|line|scene|way\b"
        r"|feature)[\w -]{2,40}?) (?:is|are|has to be|would be|was|were) "
        r"(?P<value>(?!(?:to|also|when|what|still|already|definitely the|not|never|no longer"
        r"|playing (?:in|on|at|tonight|live|next|this)|coming|touring|on tour|in town"
        r"|clos(?:ing|ed)|sold out|losing|winning)\b)"
        r"{rest})",
        text="{whose} favourite {what} is {value}",
        slot="favourite.{what}",
        relation="FAVOURITE",
        object="{value}",
        confidence=0.9,
        importance=0.6,
        examples=(
            ("My favorite colour is dark green.", "The user's favourite colour is dark green."),
            ("My all-time favourite film is Up, it's so good.", "The user's favourite film is Up."),
        ),
        counter=(
            "What is my favorite colour?",
            "My favourite part is that it works.",
            "My favorite movie is not Titanic.",
            "My favorite band is playing in June.",
        ),
    ),
    Rule(
        name="preference.afraid",
        on="afraid scared terrified",
        pattern=r"{I am}(?: terribly)? (?P<how>afraid|scared|terrified) of (?P<what>(?:heights"
        r"|flying"
        r"|the dark|needles|open water|(?!things|others|mistakes|changes|consequences|losses|us\b)"
        r"[a-z]{3,}s)(?=[.,;!]|$| and| but))",
        text="{who} is {how} of {what}",
        relation="FEARS",
        object="{what}",
        confidence=0.85,
        importance=0.6,
        examples=(("I'm afraid of spiders.", "The user is afraid of spiders."),),
        counter=("I'm afraid of making mistakes.", "I'm not afraid of spiders."),
    ),
    Rule(
        name="preference.prefer",
        on="prefer",
        pattern=r"{we} prefer (?P<what>(?!not to (?:say|answer|tell|talk|discuss|disclose|share)\b)"
        r"(?![^,;.]*\b(?:today|tonight|this time|for this one)\b)" + _NOT + r"{rest})",
        text="{who} prefers {what}",
        relation="PREFERS",
        object="{what}",
        confidence=0.85,
        importance=0.6,
        examples=(
            ("I prefer tea to coffee.", "The user prefers tea to coffee."),
            ("I prefer a dark theme, but it depends.", "The user prefers a dark theme."),
            ("I prefer dark mode.", "The user prefers dark mode."),
        ),
        counter=(
            "I'd prefer that one.",
            "I prefer not to say.",
            "Would I prefer tea?",
            "I prefer the second one.",
            "I prefer option 2.",
            "If I prefer dark mode, can I switch?",
        ),
    ),
    Rule(
        name="preference.better",
        on="better more",
        pattern=r"{we} like (?P<what>" + _NOT + r"[^,;.]{1,60}?) (?:much |a lot |far |way )?"
        r"(?:better|more) than (?P<other>(?!I\b|we\b|it\b|that\b|usual|ever|before|any){rest})",
        text="{who} likes {what} better than {other}",
        relation="PREFERS",
        object="{what} to {other}",
        confidence=0.85,
        importance=0.6,
        examples=(
            ("I like tea better than coffee.", "The user likes tea better than coffee."),
            (
                "I like trains much more than planes, honestly.",
                "The user likes trains better than planes.",
            ),
        ),
        counter=(
            "Do I like tea better than coffee?",
            "I like it better than before.",
            "I would like tea more than coffee.",
        ),
    ),
    Rule(
        name="preference.love",
        on="love adore",
        pattern=r"{I} (?P<verb>(?>(?:love|adore)(?: (?:love|adore))*)) (?P<what>"
        + _NOT
        + r"{rest})",
        text="{who} loves {what}",
        relation="LOVES",
        object="{what}",
        confidence=0.8,
        examples=(
            ("I absolutely love hiking in the Alps.", "The user loves hiking in the Alps."),
            ("I love love love sushi!", "The user loves sushi."),
            ("I love rice, and the sauce with it sounds amazing.", "The user loves rice."),
        ),
        counter=(
            "I love the idea.",
            "I love love love the new Radiohead album.",
            "I'd love to hear more.",
            "I love it!",
            "I love how simple it is.",
        ),
    ),
    Rule(
        name="preference.enjoy",
        on="enjoy like",
        pattern=r"{I} (?P<present>enjoy|like) (?P<what>"
        + _NOT
        + r"(?:\w+ing\b|to (?:play|cook|bake|run|hike|swim|paint|draw|write|travel"
        r"|listen|dance|sing|garden|ski|watch|eat|drink|wear|knit|fish|camp|keep"
        r"|start my|take|end my)\b|my |spicy|sweet|dark|light|black|white|hot|cold"
        r"|classical|jazz|rock|indie|[A-Z]\w+ "
        r"(?:music|food|films?|movies?|cuisine)){rest})",
        text="{who} {present} {what}",
        relation="LIKES",
        object="{what}",
        confidence=0.75,
        least=1,
        examples=(
            ("I enjoy cooking Thai food at home.", "The user enjoys cooking Thai food at home."),
            ("I like to paint on Sundays.", "The user likes to paint on Sundays."),
        ),
        counter=("I like the blue one.", "I would like to cook.", "I like your plan."),
    ),
    Rule(
        name="preference.hate",
        on="hate dislike detest loathe despise",
        pattern=r"{I} (?P<present>hate|dislike|detest|loathe|despise) (?P<what>"
        + _NOT
        + r"{rest})",
        text="{who} {present} {what}",
        relation="DISLIKES",
        object="{what}",
        confidence=0.8,
        examples=(("I really hate crowded places.", "The user hates crowded places."),),
        counter=("I hate to ask.", "I hate that.", "I don't hate crowds."),
    ),
    Rule(
        name="preference.does_not_like",
        on="don can cannot",
        pattern=r"{start}[Ii](?: really| personally| just| honestly)? (?P<how>don't (?:really "
        r"|particularly )?(?:like|enjoy|care for|eat|drink)|can't stand|cannot stand) "
        r"(?P<what>" + _NOT + r"(?!anything|anyone|enough|much|as\b|otherwise|any ?more\b){rest})",
        text="{who} {how} {what}",
        relation="DISLIKES",
        object="{what}",
        confidence=0.8,
        importance=0.6,
        examples=(
            ("I don't eat meat.", "The user doesn't eat meat."),
            ("I can't stand loud music.", "The user can't stand loud music."),
        ),
        counter=("I don't like that.", "If I don't eat breakfast I'm tired."),
    ),
    Rule(
        name="preference.not_a_fan",
        on="fan into keen fond",
        pattern=r"{I am} (?P<how>not (?:really |much of |so |very |that )?(?:a fan of|into|keen on"
        r"|fond of)) (?P<what>" + _NOT + r"{rest})",
        text="{who} is {how} {what}",
        relation="DISLIKES",
        object="{what}",
        confidence=0.8,
        importance=0.55,
        examples=(("I'm not a fan of curry.", "The user is not a fan of curry."),),
        counter=("I'm a fan of curry.", "Am I not a fan of curry?"),
    ),
    Rule(
        name="preference.fan",
        on="fan into fond obsessed passionate lover enthusiast addicted keen",
        pattern=r"{I am} (?P<how>an? (?:huge |big |massive |total |avid |lifelong |long-?time "
        r"|real )?(?:fan|lover) of|into|fond of|obsessed with|passionate about) (?P<what>"
        + _NOT
        + r"{rest})",
        text="{who} is {how} {what}",
        relation="INTERESTED_IN",
        object="{what}",
        confidence=0.8,
        importance=0.55,
        examples=(
            ("I'm a huge fan of Formula 1.", "The user is a huge fan of Formula 1."),
            (
                "I'm really into film photography, so any tips?",
                "The user is into film photography.",
            ),
        ),
        counter=("I'm into it.", "Am I a fan of jazz?"),
    ),
    Rule(
        name="preference.lover",
        on="fan lover enthusiast buff nerd geek",
        pattern=r"{I am} (?P<what>an? (?!(?:big|huge|massive|total|avid|lifelong|real|bit of "
        r"an?) (?:fan|lover)\b)(?:huge |big |massive |total |avid |lifelong |real "
        r")?(?:[\w-]+ ){1,3}(?:fan|lover|enthusiast|buff|nerd|geek|collector))\b",
        text="{who} is {what}",
        relation="INTERESTED_IN",
        object="{what}",
        confidence=0.8,
        examples=(("I'm a big history buff.", "The user is a big history buff."),),
        counter=("I'm not a history buff.",),
    ),
    Rule(
        name="preference.always_wanted",
        on="always",
        pattern=r"{start}[Ii]'ve always (?P<past>wanted|dreamed of|dreamt "
        r"of|loved|enjoyed|preferred|hated|been (?:a fan of|fascinated "
        r"(?:by|with)|interested in|passionate about|into|drawn to)) "
        r"(?P<what>(?!the\b|that\b|how\b|this\b){rest})",
        text="{who} has always {past} {what}",
        relation="INTERESTED_IN",
        object="{what}",
        confidence=0.8,
        examples=(
            ("I've always wanted to see Iceland.", "The user has always wanted to see Iceland."),
        ),
        counter=("I've always wanted that.",),
    ),
    Rule(
        name="preference.interested",
        on="interested",
        pattern=r"{I am} interested in (?P<what>"
        + _NOT
        + r"(?!\w+ing\b|[^,.]* (?:that|with|which)\b|(?:projects|podcasts|books|classes"
        r"|resources|articles) "
        r"that|(?:learning|knowing|finding|exploring|trying|getting|seeing|hearing"
        r"|understanding|reading|using|visiting|checking|discovering|making|adding"
        r"|looking|watching|buying|incorporating|creating|knowing|implementing|some"
        r"|any|one|other|your|different|similar|new|details?|information|tips|its"
        r"|their|his|her|whether|ways|places|something|anything|purchasing|going|doing"
        r"|having|setting|taking|attending|joining|starting|booking|ordering|testing"
        r"|starting|how|which|who|why|where|the|an?|bringing|giving|experimenting"
        r"|comparing|focusing|developing|incorporating|including|working "
        r"with|investing in (?:a|some)|participating|cleaning|combining)\b"
        r"|[A-Z\"“']){rest})",
        text="{who} is interested in {what}",
        relation="INTERESTED_IN",
        object="{what}",
        confidence=0.7,
        importance=0.5,
        examples=(
            (
                "I'm particularly interested in baroque art and music.",
                "The user is interested in baroque art and music.",
            ),
        ),
        counter=(
            "I'm interested in learning more.",
            "I'm interested in the second one.",
            "I'm not interested in art.",
        ),
    ),
)
