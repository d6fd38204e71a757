"""French: tastes, diet and health, and what somebody asks for."""

from ..frames import rule

TO = r"(?:au |aux |[àa] la |[àa] l'|[àa] )"

RULES = (
    rule(
        "preference.favourite",
        on="préféré préférée prefere preferee favori favorite",
        pattern=r"{mon}(?P<favourite>[^\W\d]+(?: vid[ée]o)?) (?:pr[ée]f[ée]r[ée]e?"
        r"|favorite?),? (?:est|c'est)(?: maintenant)? (?P<value>(?!pas\b){thing}){stop}",
        examples=(
            ("Ma couleur préférée est le vert.", "The user's favourite colour is vert."),
            ("mon film prefere c'est Amélie", "The user's favourite film is Amélie."),
        ),
        counter=(
            "Quelle est ma couleur préférée ?",
            "Ma couleur préférée n'est pas le vert.",
            "Ta couleur préférée est le vert.",
        ),
    ),
    rule(
        "correction.likes",
        on="aime",
        pattern=r"(?:{je}n'aime|{j'}aime) plus(?: trop| du tout)? (?P<what>(?!que\b){thing}){stop}",
        examples=(("Je n'aime plus le jazz.", "The user no longer likes jazz."),),
        counter=(
            "Est-ce que je n'aime plus le jazz ?",
            "Je n'aime pas le jazz.",
            "J'aime plus que tout.",
        ),
    ),
    rule(
        "preference.does_not_like",
        on="aime supporte",
        pattern=r"(?:{je}n'aime pas|{j'}aime pas|{je}(?:ne )?supporte pas)(?: trop| du tout"
        r"| vraiment| beaucoup)? (?P<what>{thing}){stop}|^(?:le |la |les "
        r"|l')(?P<what2>[^,;.!?:()]{2,30}?), (?:je n'|j')aime pas(?: trop| du tout)?{end}",
        examples=(
            ("Je n'aime pas la coriandre.", "The user doesn't like coriandre."),
            ("j'aime pas trop les champignons", "The user doesn't like champignons."),
        ),
        counter=(
            "Je n'aime pas ça.",
            "J'aime la coriandre.",
            "Je n'aime pas l'idée.",
            "Tu n'aimes pas la coriandre.",
        ),
    ),
    rule(
        "preference.does_not_eat",
        on="mange",
        pattern=r"{je}(?:ne )?mange (?:pas|plus|jamais) (?:de |d')(?P<what>(?!tout|rien"
        r"|midi){thing}){stop}",
        examples=(("Je ne mange pas de viande.", "The user doesn't eat viande."),),
        counter=(
            "Si je ne mange pas de viande",
            "Je mange de la viande.",
            "Je ne mange pas beaucoup.",
        ),
    ),
    rule(
        "preference.does_not_drink",
        on="bois",
        pattern=r"{je}(?:ne )?bois (?:pas|plus|jamais) (?:de |d')(?P<what>{thing}){stop}",
        examples=(("Je ne bois pas d'alcool.", "The user doesn't drink alcool."),),
        counter=("Je bois du café.", "Je ne bois pas beaucoup.", "Si je ne bois pas d'alcool"),
    ),
    rule(
        "preference.better",
        on="aime",
        pattern=r"{j'}aime (?:mieux|plus) (?P<what>{thing}) que (?P<other>(?!tout|avant"
        r"|jamais){thing}){end}",
        examples=(("J'aime mieux le thé que le café.", "The user likes thé better than café."),),
        counter=("J'aime mieux le thé que le café ?", "J'aime mieux que avant."),
    ),
    rule(
        "preference.prefer",
        on="préfère prefere préfére",
        pattern=r"{je}pr[ée]f[eèé]re{adv} (?P<what>{thing}){stop}",
        examples=(
            ("Je préfère le mode sombre.", "The user prefers dark mode."),
            ("je prefere les réponses courtes, merci", "The user prefers short answers."),
            ("Je préfère le thé au café.", "The user prefers thé au café."),
        ),
        counter=(
            "Je préfère ça.",
            "Je préfère la deuxième option.",
            "Est-ce que je préfère le thé ?",
        ),
    ),
    rule(
        "preference.love",
        on="adore",
        pattern=r"{j'}adore{adv} (?P<what>{thing}){stop}",
        examples=(("J'adore la cuisine italienne.", "The user loves cuisine italienne."),),
        counter=("J'adore !", "J'adore l'idée.", "J'adore ça.", "Si j'adore le jazz"),
    ),
    rule(
        "preference.like",
        on="aime",
        pattern=r"{j'}aime(?! (?:pas|plus|mieux|moins)\b){adv} (?P<what>{thing}){stop}",
        examples=(
            ("J'aime beaucoup le jazz.", "The user likes jazz."),
            ("j'aime les chiens et les chats", "The user likes chiens et les chats."),
        ),
        counter=(
            "Je n'aime pas le jazz.",
            "J'aime ça.",
            "J'aime ton idée.",
            "J'aimerais partir.",
            "Est-ce que j'aime le jazz ?",
        ),
    ),
    rule(
        "preference.hate",
        on="déteste deteste horreur",
        pattern=r"(?:{je}d[ée]teste{adv} |{j'}ai horreur (?=d))(?P<what>{thing}){stop}",
        examples=(
            ("Je déteste la coriandre.", "The user hates coriandre."),
            ("J'ai horreur des araignées.", "The user hates araignées."),
        ),
        counter=(
            "Je ne déteste pas la coriandre.",
            "Je déteste ça.",
            "Est-ce que je déteste la coriandre ?",
        ),
    ),
    rule(
        "correction.allergic",
        on="allergique",
        pattern=rf"{{je}}(?:ne )?suis plus allergique {TO}(?P<what>{{thing}}){{stop}}",
        examples=(
            ("Je ne suis plus allergique aux chats.", "The user is no longer allergic to chats."),
        ),
        counter=("Je ne suis pas allergique aux chats.", "Je ne suis plus allergique ?"),
    ),
    rule(
        "health.allergic",
        on="allergique allergie",
        pattern=rf"(?:{{je}}suis{{adv}} allergique|{{j'}}ai{{adv}} (?:une )?allergie) {TO}"
        r"(?P<what>(?!lundis?\b|travail\b|gens\b|cons?\b|conner|b[êe]tise|idiot){thing}){stop}",
        examples=(
            ("Je suis allergique aux arachides.", "The user is allergic to arachides."),
            (
                "j'ai une allergie a l'arachide et je cherche un dessert",
                "The user is allergic to arachide.",
            ),
        ),
        counter=(
            "Je ne suis pas allergique aux chats.",
            "Je suis allergique aux cons mdr",
            "Suis-je allergique au pollen ?",
            "Mon fils est allergique au pollen.",
        ),
    ),
    rule(
        "health.cannot_eat",
        on="peux",
        pattern=r"{je}(?:ne )?peux pas (?:manger|boire) (?:de |d')(?:la |l')?(?P<what>[^\W\d]+"
        r"(?: (?:laitiers|frits|[ée]pic[ée]s|et [^\W\d]+|ni de [^\W\d]+))?){end}",
        examples=(
            (
                "Je ne peux pas manger de produits laitiers.",
                "The user can't have produits laitiers.",
            ),
        ),
        counter=(
            "Je ne peux pas manger maintenant.",
            "Si je ne peux pas manger de gluten",
            "Je peux manger de la viande.",
        ),
    ),
    rule(
        "health.intolerant",
        on="intolérant intolérante intolerant intolerante",
        pattern=r"{je}suis{adv} intol[ée]rante? (?:au|[àa] la|[àa] l') ?(?P<food>lactose|gluten"
        r"|fructose){end}",
        examples=(("Je suis intolérante au lactose.", "The user is lactose intolerant."),),
        counter=("Je ne suis pas intolérante au lactose.", "Je suis intolérant au bruit."),
    ),
    rule(
        "correction.is",
        on="végétarien végétarienne vegetarien vegetarienne végan végane vegan végétalien "
        "végétalienne enceinte",
        pattern=r"{je}(?:ne )?suis plus (?P<diet>v[ée]g[ée]tarien(?:ne)?|v[ée]gane?"
        r"|v[ée]g[ée]talien(?:ne)?|enceinte){end}",
        examples=(("Je ne suis plus végétarienne.", "The user is no longer vegetarian."),),
        counter=("Je ne suis pas végétarienne.", "Je ne suis plus végane ?"),
    ),
    rule(
        "health.diet",
        on="végétarien végétarienne vegetarien vegetarienne végan végane vegan végétalien "
        "végétalienne vegetalien pescétarien pescétarienne diabétique diabetique cœliaque "
        "coeliaque enceinte",
        pattern=r"{je}suis{adv} (?P<diet>v[ée]g[ée]tarien(?:ne)?|v[ée]gane?"
        r"|v[ée]g[ée]talien(?:ne)?|pesc[ée]tarien(?:ne)?|diab[ée]tique|c(?:œ|oe)liaque"
        r"|enceinte)(?: (?:depuis|de) [^,;.!?]{2,30}?)?{end}",
        examples=(
            ("Je suis végétarienne.", "The user is vegetarian."),
            ("je suis vegan depuis 2 ans", "The user is vegan."),
        ),
        counter=("Je ne suis pas végane.", "Suis-je végétarien ?", "Ma femme est végétarienne."),
    ),
    rule(
        "health.eats_again",
        on="nouveau remange remanger recommencé recommence",
        pattern=r"(?:{je}(?:re)?mange (?:de nouveau )?(?:de la |du |des )(?P<food>viande|poisson"
        r"|(?:œ|oe)ufs|gluten|produits laitiers)(?: [àa] nouveau| de nouveau)|{je}(?:remange"
        r"|mange (?:[àa]|de) nouveau) (?:de la |du |des )(?P<food2>viande|poisson|(?:œ|oe)ufs"
        r"|gluten|produits laitiers)|{j'}ai recommenc[ée] [àa] manger (?:de la |du "
        r"|des )(?P<food3>viande|poisson|(?:œ|oe)ufs|gluten)){end}",
        examples=(("Je mange à nouveau de la viande.", "The user eats meat again."),),
        counter=(
            "Je ne mange pas de viande.",
            "Je voudrais remanger de la viande.",
            "Je mange de la viande.",
        ),
    ),
    rule(
        "health.condition",
        on="asthme diabète diabete tdah migraines hypertension épilepsie epilepsie dépression "
        "depression arthrite arthrose eczéma eczema",
        pattern=r"(?:{j'}ai{adv} (?:de l'|du |des |un |le |une )|{je}(?:souffre"
        r"|suis atteinte?) (?:d'|de l'|du |de |d'un )|{j'}ai{adv} )(?P<illness>asthme"
        r"|diab[eè]te(?: de type [12])?|tdah|migraines|hypertension|[ée]pilepsie|d[ée]pression"
        r"|arthrite|arthrose|ecz[ée]ma){end}",
        examples=(("J'ai de l'asthme.", "The user has asthma."),),
        counter=("Je n'ai pas d'asthme.", "Ai-je de l'asthme ?", "Mon fils a de l'asthme."),
    ),
    rule(
        "procedure.always",
        on="toujours",
        pattern=r"^(?:s'il te pla[iî]t,? |s'il vous pla[iî]t,? )?(?:r[ée]pon(?:ds|dez)(?:-moi)?"
        r"|[ée]cri(?:s|vez)(?:-moi)?|parle(?:z)?(?:-moi)?) toujours (?P<manner>{thing}){end}",
        examples=(
            (
                "Réponds-moi toujours en français, s'il te plaît.",
                "The user asks: always answer in French.",
            ),
        ),
        counter=("Réponds en français.", "Tu réponds toujours en français ?"),
    ),
    rule(
        "procedure.from_now_on",
        on="désormais desormais maintenant dorénavant dorenavant",
        pattern=r"^(?:s'il te pla[iî]t,? )?(?:(?:[àa] partir de maintenant|d[ée]sormais"
        r"|dor[ée]navant),? (?:r[ée]pon(?:ds|dez)(?:-moi)?|parle(?:z)?(?:-moi)?|[ée]cri(?:s"
        r"|vez)(?:-moi)?) (?P<manner>{thing})|(?:r[ée]pon(?:ds|dez)(?:-moi)?"
        r"|parle(?:z)?(?:-moi)?) (?P<manner2>{thing}) (?:[àa] partir de maintenant|d[ée]sormais"
        r"|dor[ée]navant)){end}",
        examples=(
            (
                "À partir de maintenant, réponds-moi en français.",
                "The user asks, from now on: answer in French.",
            ),
        ),
        counter=(
            "À partir de maintenant j'habite à Lyon.",
            "À partir de maintenant, tu réponds en français ?",
        ),
    ),
    rule(
        "procedure.order",
        on="toujours jamais",
        pattern=r"^(?:s'il te pla[iî]t,? )?(?P<order>(?:(?:utilise|donne-moi|donne|inclus|ajoute"
        r"|tutoie-moi|vouvoie-moi|explique|montre)(?:z)? toujours"
        r"|n'utilise(?:z)? jamais) [^;.!?]{3,120})",
        examples=(
            (
                "Utilise toujours le système métrique.",
                "The user asks: Utilise toujours le système métrique.",
            ),
        ),
        counter=("Utilise le système métrique.", "Tu utilises toujours le système métrique ?"),
    ),
    rule(
        "explicit.remember",
        on="oublie oubliez rappelle souviens note notez retiens retenez",
        pattern=r"^(?:[^\W\d][\w' ]{0,20}[,!] )?(?:s'il te pla[iî]t,? |et )*(?:n'oublie(?:z)? pas"
        r"|oublie(?:z)? pas|rappelle-toi|souviens-toi|souvenez-vous|note(?:z)?(?: bien)?(?! ?:)"
        r"|retiens(?: bien)?|retenez|garde en t[eê]te)(?: que | qu'| ?: )(?P<clause>{rest})",
        examples=(
            (
                "N'oublie pas que le code de la porte est 4711.",
                "The user asks to remember: le code de la porte est 4711.",
            ),
        ),
        counter=(
            "Tu te souviens que le code est 4711 ?",
            "Je note que c'est cher.",
            "Note: payments can be late.",
            "N'oublie pas que j'habite à Lyon.",
        ),
    ),
)
