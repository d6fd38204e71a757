"""French: where somebody works, and as what."""

from ..frames import rule

JOB = (
    r"(?:(?:un|une) )?(?:d[ée]veloppeu(?:r|se)|ing[ée]nieure?|programmeu(?:r|se)"
    r"|informaticien(?:ne)?|prof(?:esseure?)?|enseignante?|institut(?:eur|rice)|infirmi(?:er"
    r"|[eè]re)|m[ée]decin|docteure?|avocate?|architecte|designer|graphiste|[ée]tudiante?"
    r"|lyc[ée]en(?:ne)?|chercheu(?:r|se)|scientifique|journaliste|[ée]crivaine?|traduct(?:eur"
    r"|rice)|consultante?|vendeu(?:r|se)|comptable|cuisini(?:er|[eè]re)|chef cuisinier|serveu(?:r"
    r"|se)|boulang(?:er|[eè]re)|menuisi(?:er|[eè]re)|[ée]lectricien(?:ne)?|plombi(?:er|[eè]re)"
    r"|m[ée]canicien(?:ne)?|chauffeu(?:r|se)|pilote|agricult(?:eur|rice)|photographe"
    r"|musicien(?:ne)?|artiste|psychologue|th[ée]rapeute|chimiste|physicien(?:ne)?|biologiste"
    r"|math[ée]maticien(?:ne)?|pharmacien(?:ne)?|dentiste|v[ée]t[ée]rinaire|polici(?:er|[eè]re)"
    r"|pompier|secr[ée]taire|entrepreneu(?:r|se)|freelance|ind[ée]pendante?|fonctionnaire"
    r"|retrait[ée]e?|stagiaire|analyste|[ée]dit(?:eur|rice)|coiffeu(?:r|se)|jardini(?:er|[eè]re)"
    r"|juge|notaire|[ée]conomiste|act(?:eur|rice)|chante(?:ur|use)|kin[ée]|kin[ée]sith[ée]rapeute"
    r"|sage-femme|chef de projet|product manager|data scientist|libraire)(?: (?:web|senior|junior"
    r"|logiciel|ind[ée]pendante?|freelance|civil|retrait[ée]e?|commercial|de [\w ]{3,25}?"
    r"|en [\w ]{3,25}?))?"
)

RULES = (
    rule(
        "correction.works_at",
        on="travaille",
        pattern=r"{je}(?:ne )?travaille plus{adv} (?:chez|pour|[àa] (?:la|l'))(?: la"
        r"| le)? ?(?P<place>{Firm}){end}",
        examples=(("Je ne travaille plus chez Renault.", "The user no longer works at Renault."),),
        counter=(
            "Je ne travaille pas chez Renault.",
            "Je ne travaille plus ?",
            "Je ne veux plus travailler chez Renault.",
        ),
    ),
    rule(
        "correction.works_as",
        on="travaille suis",
        pattern=r"{je}(?:ne )?travaille plus{adv} (?:comme |en tant que "
        r"|en tant qu')(?P<job>{thing}){end}",
        examples=(("Je ne travaille plus comme serveur.", "The user no longer works as serveur."),),
        counter=("Je ne travaille pas comme serveur.", "Je ne travaille plus comme avant ?"),
    ),
    rule(
        "work.at",
        on="travaille bosse",
        pattern=r"{je}(?:travaille|bosse)(?! (?:plus|pas)\b){adv} (?:(?:chez|pour)(?: la"
        r"| le)? (?P<place>{Firm})|[àa] (?:la |l')(?P<place2>(?-i:(?=[A-ZÉ])){Firm}|mairie"
        r"|h[oô]pital|universit[ée]|poste)|dans (?P<place3>une (?:entreprise|bo[iî]te|start-?up"
        r"|[ée]cole|banque)(?: de [\w ]{2,40}?)?|un (?:h[oô]pital|restaurant|magasin|cabinet"
        r"|coll[eè]ge|lyc[ée]e)(?: de [\w ]{2,40}?)?))(?: (?:comme|depuis|en|[àa]"
        r"|au) [^,;.!?]{2,60}?)?{end}",
        examples=(
            ("Je travaille chez Renault comme ingénieure.", "The user works at Renault."),
            ("je bosse chez orange depuis 2020", "The user works at orange."),
            ("Je travaille à la Poste.", "The user works at Poste."),
        ),
        counter=(
            "Je ne travaille pas chez Renault.",
            "Je travaille chez moi.",
            "Je travaille pour vivre.",
            "Je voudrais travailler chez Renault.",
            "Je travaille à Lyon.",
        ),
    ),
    rule(
        "work.as",
        on="travaille bosse",
        pattern=r"{je}(?:travaille|bosse)(?! (?:plus|pas)\b){adv}(?: chez {Firm})? (?:comme "
        r"|en tant que |en tant qu')(?P<job>(?!si\b|un fou|une folle|d'habitude|avant|[çc]a|toi"
        r"|prévu)(?:une? )?{thing})(?: (?:chez|dans|pour|depuis|[àa]|au|en) [^,;.!?]{2,60}?)?{end}",
        examples=(
            ("Je travaille comme infirmière à Lille.", "The user works as infirmière."),
            ("je travaille en tant que graphiste", "The user works as graphiste."),
        ),
        counter=(
            "Je ne travaille pas comme infirmière.",
            "Je travaille comme un fou.",
            "Je voudrais travailler comme infirmière.",
        ),
    ),
    rule(
        "work.in",
        on="travaille bosse",
        pattern=r"{je}(?:travaille|bosse)(?! (?:plus|pas)\b){adv} (?:dans (?:le |la |l'"
        r"|les )(?P<field>(?!matin|nuit|salon|train|cuisine|bureau|jardin|temps|domaine de (?:la"
        r"|l'))[\w-]+(?: [\w-]+)?)|[àa] (?P<field2>(?-i:(?=[A-ZÉ])){Place})){end}",
        examples=(
            ("Je travaille dans le marketing.", "The user works in marketing."),
            ("Je travaille à Lyon.", "The user works in Lyon."),
        ),
        counter=("Je ne travaille pas dans le marketing.", "Je travaille dans le train."),
    ),
    rule(
        "work.is_a_now",
        on="suis",
        pattern=rf"{{start}}(?:maintenant,? je suis|je suis maintenant|d[ée]sormais,? je suis"
        rf"|je suis d[ée]sormais|je suis devenue?) (?P<job>{JOB})(?: (?:chez|dans|[àa]|au"
        rf"|pour) [^,;.!?]{{2,60}}?)?{{end}}|{{start}}je suis (?P<job2>{JOB}) maintenant{{end}}",
        examples=(("Je suis maintenant professeure.", "The user is professeure."),),
        counter=("Je suis professeure.", "Je suis maintenant fatigué."),
    ),
    rule(
        "work.is_a",
        on="suis",
        pattern=rf"{{je}}suis{{adv}} (?P<job>{JOB})(?: (?:chez|dans|[àa]|au|pour"
        rf"|depuis) [^,;.!?]{{2,60}}?)?{{end}}",
        examples=(
            ("Je suis développeur chez OVH.", "The user is développeur."),
            ("je suis etudiante et j'habite a lyon", "The user is etudiante."),
        ),
        counter=(
            "Je ne suis pas médecin.",
            "Je suis fatigué.",
            "Suis-je médecin ?",
            "Si je suis médecin, tant mieux.",
        ),
    ),
    rule(
        "work.new_place",
        on="commencé commence trouvé trouve nouveau rejoint",
        pattern=r"(?:{j'}ai{adv} (?:commenc[ée](?: [àa] travailler)?"
        r"|trouv[ée] (?:un )?(?:nouveau )?(?:travail|poste|boulot|job)|(?:un )?nouveau (?:travail"
        r"|poste|boulot|job)) chez|{j'}ai{adv} rejoint) (?P<place>{Firm}){wann}(?: comme "
        r"[^,;.!?]{2,40}?)?{end}",
        examples=(
            ("J'ai un nouveau travail chez Airbus.", "The user started a new job at Airbus."),
            (
                "J'ai commencé chez Airbus la semaine dernière.",
                "The user started a new job at Airbus last week (2026-03-02 to 2026-03-08).",
            ),
        ),
        counter=(
            "Je n'ai pas commencé chez Airbus.",
            "Si j'ai un nouveau travail chez Airbus, je déménage.",
        ),
    ),
    rule(
        "work.left",
        on="quitté quitte démissionné demissionne",
        pattern=r"{j'}ai{adv} (?:quitt[ée] (?:mon (?:travail|poste|boulot"
        r"|job) chez )?(?P<place>(?-i:(?=[A-ZÉ])){Firm})|d[ée]missionn[ée] de chez "
        r"(?P<place2>{Firm})){wann}{end}",
        examples=(("J'ai quitté mon poste chez Renault.", "The user left Renault."),),
        counter=("Je n'ai pas quitté Renault.", "J'ai quitté la maison."),
    ),
    rule(
        "work.lost",
        on="perdu viré vire virée virer licencié licenciée licencie licenciee licencier",
        pattern=r"(?:{j'}ai{adv} perdu mon (?:travail|emploi|boulot|job)"
        r"|{j'}ai{adv} [ée]t[ée] (?:licenci[ée]e?|vir[ée]e?)|{je}me suis fait (?:licencier"
        r"|virer)|{start}on m'a (?:licenci[ée]e?|vir[ée]e?)){wann}{end}",
        examples=(("J'ai perdu mon emploi.", "The user lost their job."),),
        counter=(
            "Je n'ai pas perdu mon emploi.",
            "J'ai peur de perdre mon emploi.",
            "J'ai perdu mes clés.",
        ),
    ),
    rule(
        "work.quit",
        on="quitté quitte démissionné demissionne",
        pattern=r"{j'}ai{adv} (?:quitt[ée] mon (?:travail|emploi|boulot|job|poste)"
        r"|d[ée]missionn[ée]){wann}{end}",
        examples=(("J'ai démissionné hier.", "The user quit their job yesterday (2026-03-08)."),),
        counter=("Je n'ai pas démissionné.", "Si j'ai démissionné, c'est pour toi."),
    ),
    rule(
        "work.retired",
        on="retraite",
        pattern=r"{j'}ai{adv} pris ma retraite{wann}{end}",
        examples=(
            ("J'ai pris ma retraite le mois dernier.", "The user retired last month (2026-02)."),
        ),
        counter=("Je n'ai pas pris ma retraite.", "Si j'ai pris ma retraite"),
    ),
    rule(
        "work.status",
        on="chômage chomage emploi retraite compte freelance moi auto",
        pattern=r"{je}suis{adv} (?P<employment>au ch[oô]mage|sans emploi|[àa] la retraite"
        r"|[àa] mon compte|auto-entrepreneu(?:r|se))(?: depuis [^,;.!?]{2,30}?)?{end}"
        r"|{je}travaille{adv} (?P<employment2>"
        r"[àa] mon compte|pour moi-m[eê]me|en freelance){end}",
        examples=(
            ("Je travaille à mon compte.", "The user is self-employed."),
            ("je suis au chomage", "The user is unemployed."),
        ),
        counter=("Je ne suis pas au chômage.", "Suis-je à la retraite ?"),
    ),
    rule(
        "work.studies",
        on="étudie etudie études etudes fac",
        pattern=r"(?:{j'}[ée]tudie{adv} (?:le |la |l'|les )(?P<what>[\w' -]{3,40}?)"
        r"|{je}fais{adv} des [ée]tudes de (?P<what2>[\w' -]{3,40}?))(?: (?:[àa]|au"
        r"|en) [^,;.!?]{2,40}?)?{end}",
        examples=(("J'étudie la médecine à Lille.", "The user is studying médecine."),),
        counter=("Je n'étudie pas la médecine.", "J'étudie beaucoup.", "J'étudie la possibilité ?"),
    ),
)
