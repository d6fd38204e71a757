"""French: who and what somebody no longer has."""

from ..frames import rule

_PARTNER = (
    r"femme|[ée]pouse|mari|[ée]poux|compagn(?:on|e)|conjointe?|partenaire|copine|copain"
    r"|petite amie|petit ami|fianc[ée]e?"
)
_PET = r"chien(?:ne)?|chat(?:te)?|chiot|chaton|lapin|hamster|perroquet|cheval"
_THING = r"voiture|maison|appart(?:ement)?|v[ée]lo|moto|bateau|piano"
_SPLIT = (
    r"(?:(?:nous )?avons (?:rompu|divorc[ée])|on a (?:rompu|divorc[ée])|(?:on s'est"
    r"|nous nous sommes) s[ée]par[ée]e?s)"
)
_BROKE = r"(?:{j'}ai{adv} (?:rompu avec|quitt[ée])|{je}me suis s[ée]par[ée]e? de)"

RULES = (
    rule(
        "family.broke_up",
        on="rompu séparés separes séparées separees divorcé divorce quitté quitte séparé separe "
        "séparée separee plus",
        pattern=rf"{{start}}(?P<given>{{Given}}) et moi,? {_SPLIT}{{wann}}{{end}}"
        rf"|{_BROKE} (?P<given2>{{Given}}){{end}}"
        r"|{je}ne suis plus avec (?P<given3>{Given}){end}",
        examples=(
            ("Ana et moi avons rompu.", "The user broke up with Ana."),
            ("J'ai rompu avec Ana.", "The user broke up with Ana."),
        ),
        counter=("Si Ana et moi avons rompu", "Je n'ai pas rompu avec Ana.", "J'ai quitté Paris."),
    ),
    rule(
        "family.parted_from",
        on="rompu séparés separes séparées separees divorcé divorce quitté quitte quittée séparé "
        "separe séparée separee",
        pattern=rf"{{mon}}(?P<relative>{_PARTNER}) et moi,? {_SPLIT}{{wann}}{{end}}"
        rf"|{_BROKE} (?:mon|ma) (?P<relative2>{_PARTNER}){{end}}"
        rf"|{{mon}}(?P<relative3>{_PARTNER}) m'a quitt[ée]e?{{end}}",
        examples=(
            ("Ma femme et moi avons divorcé.", "The user and their wife split up."),
            ("ma copine m'a quitté", "The user and their girlfriend split up."),
        ),
        counter=("Si ma femme m'a quitté", "Ma femme ne m'a pas quitté."),
    ),
    rule(
        "family.parted",
        on="divorcé divorce divorcer",
        pattern=r"(?:{j'}ai{adv} divorc[ée]|{je}viens de divorcer){wann}{end}",
        examples=(
            ("J'ai divorcé le mois dernier.", "The user got divorced last month (2026-02)."),
        ),
        counter=("Je n'ai pas divorcé.", "Si j'ai divorcé, c'est pour toi.", "Je veux divorcer."),
    ),
    rule(
        "family.split",
        on="séparés separes séparées separees rompu",
        pattern=r"{start}(?:(?:on s'est|nous nous sommes) s[ée]par[ée]e?s|on a rompu){wann}{end}",
        examples=(("On s'est séparés.", "The user and their partner split up."),),
        counter=("On ne s'est pas séparés.", "On s'est séparés en deux groupes."),
    ),
    rule(
        "family.pet_gone",
        on="mort morte décédé décédée decede decedee",
        pattern=rf"{{mon}}(?P<relative>{_PET}) est{{adv}} (?:mort"
        rf"|d[ée]c[ée]d[ée])e?{{wann}}{{end}}",
        examples=(("Mon chien est mort hier.", "The user's dog died yesterday (2026-03-08)."),),
        counter=("Si mon chien est mort", "Mon chien est presque mort."),
    ),
    rule(
        "family.pet_given",
        on="donné donne",
        pattern=rf"(?:{{j'}}ai|{{nous}}(?:a|avons)){{adv}} donn[ée] (?:mon|ma|notre) "
        rf"(?P<relative>{_PET})(?P<name>(?: {{Big}})?){{wann}}{{end}}",
        examples=(("J'ai donné mon chien.", "The user gave their dog away."),),
        counter=("Je n'ai pas donné mon chien.", "J'ai donné mon livre."),
    ),
    rule(
        "possession.gone",
        on="vendu",
        pattern=rf"(?:{{j'}}ai|{{nous}}(?:a|avons)){{adv}} vendu (?:mon|ma|notre|la|le) "
        rf"(?P<thing>{_THING}){{wann}}{{end}}",
        examples=(("J'ai vendu ma voiture.", "The user sold their car."),),
        counter=("Je n'ai pas vendu ma voiture.", "J'ai vendu deux voitures."),
    ),
    rule(
        "correction.has",
        on="plus",
        pattern=rf"(?:{{je}}n'ai|{{j'}}ai) plus de (?P<owned>{_THING}|{_PET}|{_PARTNER}){{end}}",
        examples=(("Je n'ai plus de chien.", "The user no longer has a dog."),),
        counter=("Je n'ai plus de temps.", "Je n'ai pas de chien."),
    ),
)
