"""French: who somebody is, where they live, and with whom."""

from ..frames import rule

_KIN = (
    r"femme|[ée]pouse|mari|[ée]poux|compagn(?:on|e)|conjointe?|partenaire|copine|copain"
    r"|petite amie|petit ami|fianc[ée]e?|m[eè]re|maman|p[eè]re|papa|(?:grande |petite )?s(?:œ"
    r"|oe)ur|(?:grand |petit )?fr[eè]re|fils|fille|grand-m[eè]re|grand-p[eè]re|mamie|papi|tante"
    r"|oncle|cousine?|ni[eè]ce|neveu|meilleure? amie?|amie?|cheff?e?|patron(?:ne)?|coll[eè]gue"
)
_EX = r"ex[- ]?(?:femme|mari|copine|copain)"
_PET = r"chien(?:ne)?|chat(?:te)?|chiot|chaton|lapin|hamster|perroquet|cheval"


RULES = (
    rule(
        "identity.name",
        on="appelle nom prénom prenom",
        pattern=r"(?:{je}m'? ?appelle|{mon}(?:nom|pr[ée]nom)(?: complet)? est|{mon}(?:nom"
        r"|pr[ée]nom),? c'est) (?P<name>{Name}){end}"
        r"|{je}ne m'? ?appelle pas {Big},? mais (?P<name2>{Big}){end}",
        examples=(
            ("Bonjour, je m'appelle Claire Dubois.", "The user's name is Claire Dubois."),
            ("mon prénom c'est léo et j'ai 20 ans", "The user's name is léo."),
            ("Je ne m'appelle pas Anne mais Anna.", "The user's name is Anna."),
        ),
        counter=(
            "Je ne m'appelle pas Claire.",
            "Comment je m'appelle ?",
            "Mon nom est difficile.",
            "Il dit que je m'appelle Claire.",
        ),
    ),
    rule(
        "identity.introduced",
        on="suis moi",
        pattern=r"^(?:(?:salut|bonjour|coucou|bonsoir|hello)[,!]? )?(?:je suis|moi,? c'est) "
        r"(?P<given>{Given}){end}",
        examples=(("Salut, moi c'est Dana !", "The user's name is Dana."),),
        counter=("Je suis Batman.", "Je suis claire.", "Suis-je Dana ?", "Je ne suis pas Dana."),
    ),
    rule(
        "identity.called",
        on="appelle appelez",
        pattern=r"^(?:(?:salut|bonjour|mais|et|tu peux|vous pouvez)[,!]? )*(?:appelle-moi"
        r"|appelez-moi|m'appeler) (?P<name>{Big}){end}",
        examples=(("Appelle-moi Dédé.", "The user goes by Dédé."),),
        counter=("Appelle-moi demain.", "Appelle-moi quand tu veux."),
    ),
    rule(
        "identity.age",
        on="ans",
        pattern=r"(?:{j'}(?:ai|viens d'avoir)|{je}viens d'avoir){adv} (?P<age>\d{1,3}) ans(?! "
        r"(?:d'|de|pour|dans)\b)(?! d')"
        r"|{j'}ai eu (?P<age2>\d{1,3}) ans (?:hier|aujourd'hui|cette semaine|la semaine derni[eè]re"
        r"|le mois dernier){end}",
        examples=(("J'ai 34 ans.", "The user is 34 years old."),),
        counter=("J'ai 5 ans d'expérience.", "Quand j'ai 34 ans", "J'ai 34 ans ?"),
    ),
    rule(
        "identity.birthday",
        on="anniversaire né née ne nee",
        pattern=r"(?:{mon}anniversaire,? (?:est|c'est|tombe)"
        r"|{je}suis n[ée]e?) le {day}(?:er)? (?P<month>[a-zéûù]+)(?: \d{4})?(?: [àa] "
        r"[^,;.]{2,40})?{end}",
        examples=(("Mon anniversaire est le 5 mai.", "The user's birthday is May 5."),),
        counter=("Mon anniversaire est bientôt.", "C'est quand mon anniversaire ?"),
    ),
    rule(
        "identity.from",
        on="viens originaire",
        pattern=r"{je}(?:viens{adv}|suis{adv} originaire) (?:de |d'|du "
        r"|des )(?P<place>(?-i:(?=[A-ZÉÈÀÂÎÔÇ])){Place}){end}",
        examples=(
            ("Je viens de Nantes.", "The user is from Nantes."),
            ("Je suis originaire d'Orléans.", "The user is from Orléans."),
        ),
        counter=("Je viens de manger.", "Je ne viens pas de Nantes.", "Je viens de la gare."),
    ),
    rule(
        "identity.speaks",
        on="parle",
        pattern=r"{je}parle{adv}(?: couramment)? (?P<tongue>{tongues})(?: couramment)?{end}",
        examples=(("Je parle français et allemand.", "The user speaks French and German."),),
        counter=("Je ne parle pas allemand.", "Je parle trop.", "Je parle à Claire."),
    ),
    rule(
        "identity.contact",
        on="horaire mail email courriel téléphone telephone numéro numero portable adresse",
        pattern=r"{mon}(?:nouvel(?:le)? |nouveau )?(?P<contact>[a-zé-]+(?: (?:horaire|e-?mail|mail"
        r"|de (?:t[ée]l[ée]phone|portable)))?),? (?:est|c'est)(?: le"
        r"| maintenant)* (?P<exact>[^,;!? ]+(?: ?\d[\d /-]*)?)(?=\s?[.,;!]?(?:\s|$))",
        examples=(
            ("Mon fuseau horaire est CET.", "The user's timezone: CET."),
            ("mon mail c'est dana@example.com", "The user's email: dana@example.com."),
        ),
        counter=("Mon numéro est secret.", "Mon mail est perdu."),
    ),
    rule(
        "correction.lives",
        on="habite vis vit habitons",
        pattern=r"(?:{je}n'habite plus|{j'}habite plus|{je}(?:ne )?vis plus|{nous}(?:n'habit(?:e"
        r"|ons)|(?:ne )?viv(?:ons)) plus){adv}(?: {to})? (?P<place>{Place}){end}",
        examples=(
            ("Je n'habite plus à Lyon.", "The user no longer lives in Lyon."),
            ("j'habite plus a Lyon", "The user no longer lives in Lyon."),
        ),
        counter=("Je n'habite pas à Lyon.", "Est-ce que je n'habite plus à Lyon ?"),
    ),
    rule(
        "home.lives_in",
        on="habite vis vit vivons habitons jhabite",
        pattern=r"(?:{j'}habite|{je}vis|{nous}(?:habite|habitons|vivons"
        r"|vit)){adv}(?: (?:avec [^,;.!?]{2,30}?|seule?"
        r"|ensemble))? {to} (?P<place>{Place}){with}{end}"
        r"|(?:{j'}|{nous})habite{adv} (?P<place2>(?!rue|avenue|place|boulevard)(?-i:(?=[A-ZÉ]))"
        r"{Place}){with}{end}",
        examples=(
            ("J'habite à Lyon.", "The user lives in Lyon."),
            ("j'habite a lyon avec ma copine", "The user lives in lyon."),
            ("Je vis maintenant au Portugal.", "The user lives in Portugal."),
            ("N'oublie pas que j'habite à Saint-Étienne.", "The user lives in Saint-Étienne."),
            ("J'habite à Nice, tu connais un bon café ?", "The user lives in Nice."),
        ),
        counter=(
            "Je n'habite pas à Lyon.",
            "Si j'habite à Lyon, je paie plus.",
            "J'habite dans un studio.",
            "Ma sœur habite à Lyon.",
            "J'habiterais à Lyon.",
            "Je voudrais habiter à Lyon.",
            "Traduis : J'habite à Lyon",
        ),
    ),
    rule(
        "home.moved_to",
        on="déménagé demenage emménagé emmenage installé installe installée installee déménager "
        "demenager emménager emmenager",
        pattern=r"(?:{j'}ai{adv} (?:d[ée]m[ée]nag[ée]|emm[ée]nag[ée])"
        r"|{je}viens (?:de d[ée]m[ée]nager|d'emm[ée]nager)|{je}me suis{adv} install[ée]e?"
        r"|{nous}(?:avons|a) (?:d[ée]m[ée]nag[ée]|emm[ée]nag[ée]))(?: de {Place})? "
        r"(?:(?!sur ){to}|sur(?= {Known})) (?P<place>{Place}){no tool}(?!.* (?:puis"
        r"|et(?: ensuite)?) (?:[àa]|au|en) |.* [àa] \d+ ans)"
        r"{wann}{with}{end}",
        examples=(
            ("J'ai déménagé à Porto.", "The user moved to Porto."),
            (
                "j'ai demenage a Lille le mois dernier",
                "The user moved to Lille last month (2026-02).",
            ),
            ("Je viens d'emménager au Canada.", "The user moved to Canada."),
        ),
        counter=(
            "Je n'ai pas déménagé à Porto.",
            "Je vais déménager à Porto.",
            "J'ai déménagé ?",
            "J'ai déménagé sur Joplin.",
            "J'ai déménagé à Rouen en 2019 puis au Havre en 2022.",
            "J'ai déménagé de Jenkins à Buildkite.",
            "Si j'ai déménagé à Porto",
        ),
    ),
    rule(
        "family.name_is",
        on="appelle",
        pattern=rf"{{mon}}(?P<relative>{_KIN}|{_PET}),? (?:il "
        rf"|elle )?s'appelle (?P<name>{{Name}}){{end}}",
        examples=(
            ("Ma femme s'appelle Lucie.", "The user's wife is called Lucie."),
            ("mon chien s'appelle rex et il a 3 ans", "The user's dog is called rex."),
        ),
        counter=(
            "Comment s'appelle ma femme ?",
            "Ma femme ne s'appelle pas Lucie.",
            "Sa femme s'appelle Lucie.",
        ),
    ),
    rule(
        "family.pet_died",
        on="mort morte décédé décédée decede decedee",
        pattern=rf"{{mon}}(?P<relative>{_PET}),? (?P<name>{{Big}}),? est "
        r"(?:morte?|d[ée]c[ée]d[ée]e?){wann}{end}",
        examples=(
            ("Mon chien Rex est mort hier.", "The user's dog Rex died yesterday (2026-03-08)."),
        ),
        counter=("Si mon chien Rex est mort", "Mon chien Rex est mort de rire."),
    ),
    rule(
        "family.named",
        on="femme mari compagnon compagne copine copain sœur soeur frère frere fils fille mère "
        "mere père pere chien chat ami amie collègue collegue chef patron",
        pattern=rf"{{mon}}(?P<relative>{_EX}|{_KIN}|{_PET}),? (?:(?P<name>"
        r"(?-i:[A-ZÉÈÎÔ][a-zàâçéèêëîïôûüœ]+))|(?P<given>{Given}))(?!\w|-|')",
        examples=(
            ("Je suis allé au ciné avec ma sœur Marie.", "Marie is the user's sister."),
            ("Mon mari, Paul, cuisine bien.", "Paul is the user's husband."),
        ),
        counter=("Si ma sœur Marie vient", "ma sœur à Paris", "ta sœur Marie"),
    ),
    rule(
        "family.pet_named",
        on="appelle nommé nommée nomme appelé appelée",
        pattern=rf"(?:{{j'}}ai|{{nous}}(?:a|avons)){{adv}} une? (?:petite? )?(?P<relative>{_PET}"
        r"|fils|fille|fr[eè]re|s(?:œ|oe)ur),? (?:qui s'appelle|nomm[ée]e?|appel[ée]e?"
        rf"|du nom de) (?P<name>{{Name}}){{end}}",
        examples=(("J'ai un chien qui s'appelle Rex.", "The user has a dog named Rex."),),
        counter=(
            "Je n'ai pas de chien qui s'appelle Rex.",
            "Je veux un chien nommé Rex.",
            "J'ai un chien nommé Rex ?",
        ),
    ),
    rule(
        "family.count",
        on="enfants fils garçons filles frères freres sœurs soeurs chiens chats petits",
        pattern=r"(?:{j'}ai|{nous}(?:a|avons)){adv} (?P<number>deux|trois|quatre|cinq|six"
        r"|[2-6]) (?P<kin>petits-enfants|enfants|fils|garçons|filles|fr[eè]res|s(?:œ|oe)urs|chiens"
        r"|chats){end}",
        examples=(("J'ai deux enfants.", "The user has two children."),),
        counter=("Je n'ai pas deux enfants.", "J'ai deux enfants ?", "J'ai vu deux chiens."),
    ),
    rule(
        "correction.status",
        on="marié mariée marie mariee célibataire celibataire fiancé fiancée",
        pattern=r"{je}(?:ne )?suis plus (?P<status>mari[ée]e?|c[ée]libataire|fianc[ée]e?){end}",
        examples=(("Je ne suis plus mariée.", "The user is no longer married."),),
        counter=("Je ne suis pas mariée.", "Je ne suis plus mariée ?"),
    ),
    rule(
        "family.status",
        on="marié mariée marie mariee mariés divorcé divorcée divorce divorcee célibataire "
        "celibataire fiancé fiancée veuf veuve",
        pattern=r"(?:{je}suis|{nous}(?:est"
        r"|sommes)){adv}(?: de nouveau)? (?P<status>mari[ée]e?s?|divorc[ée]e?s?"
        r"|c[ée]libataire|fianc[ée]e?s?|veuf|veuve)(?: (?:avec|[àa]|depuis) (?!mon "
        r"|ma )[^,;.!?]{2,40}?)?{end}",
        examples=(("Je suis marié et j'ai deux enfants.", "The user is married."),),
        counter=("Je ne suis pas marié.", "Ma sœur est mariée."),
    ),
)
