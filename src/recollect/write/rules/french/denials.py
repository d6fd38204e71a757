"""French: what a speaker says is not so. See `english/denials.py`."""

from ..frames import rule
from .tastes import TO
from .work import JOB

_REALLY = r"(?: vraiment| du tout| en fait| non plus)?"
_WHY = r"(?:parce|pour|si|quand|tant|jusqu'|sauf|mais aussi|m[eê]me si|encore)"
_HERE = rf"(?=\s*(?:[.;!)]|$|,(?! ?{_WHY}))| du tout\b| ni\b| mais (?!aussi\b)| et (?:je|j'))"
_AM_NOT = r"{je}(?:ne )?suis pas" + _REALLY

RULES = (
    rule(
        "denial.name",
        on="appelle nom prénom prenom",
        pattern=r"(?:{je}(?:ne )?m'? ?appelle pas|{mon}(?:nom|pr[ée]nom) n'est pas)"
        rf"(?: du tout)? (?:(?P<name>{{Big}})|(?P<given>{{Given}})){_HERE}",
        examples=(
            ("Je ne m'appelle pas Dana.", "The user's name is Dana."),
            ("Mon nom n'est pas Dana !", "The user's name is Dana."),
            ("je m'appelle pas dana", "The user's name is dana."),
        ),
        counter=(
            "Je m'appelle Dana.",
            "Je ne m'appelle pas Dana ?",
            "Ma sœur ne s'appelle pas Dana.",
        ),
    ),
    rule(
        "denial.lives",
        on="habite vis habitons vivons",
        pattern=r"(?:{je}n'habite|{j'}habite|{je}(?:ne )?vis|{nous}(?:n')?habit(?:e|ons)"
        rf"|{{nous}}(?:ne )?vivons) pas(?: du tout| en fait)?"
        rf" {{to}} (?P<place>{{Place}}){_HERE}",
        examples=(
            ("Je n'habite pas à Lyon.", "The user lives in Lyon."),
            ("non, j'habite pas a Lyon", "The user lives in Lyon."),
        ),
        counter=(
            "Je n'habite pas encore à Lyon.",
            "Je n'habite pas seulement à Lyon.",
            "Je n'habite pas à Lyon, parce que c'est cher.",
            "Si je n'habite pas à Lyon, je paie moins.",
            "Elle dit que je n'habite pas à Lyon.",
            "Je n'habite pas à Lyon, si ?",
        ),
    ),
    rule(
        "denial.works",
        on="travaille bosse",
        pattern=r"{je}(?:ne )?(?:travaille|bosse) pas(?: du tout| en fait)? (?:chez|pour)(?: la"
        rf"| le)? (?P<place>{{Firm}}){_HERE}",
        examples=(("Je ne travaille pas chez Renault.", "The user works at Renault."),),
        counter=(
            "Je ne travaille pas chez Renault le lundi.",
            "Je ne travaille pas encore chez Renault.",
            "Pourquoi je ne travaille pas chez Renault ?",
        ),
    ),
    rule(
        "denial.diet",
        on="végétarien végétarienne vegetarien vegetarienne végan végane vegan végétalien "
        "végétalienne pescétarien pescétarienne",
        pattern=rf"{_AM_NOT} (?P<diet>v[ée]g[ée]tarien(?:ne)?|v[ée]gane?|v[ée]g[ée]talien(?:ne)?"
        rf"|pesc[ée]tarien(?:ne)?){_HERE}",
        examples=(
            ("Je ne suis pas végétarienne.", "The user is vegetarian."),
            ("mais je suis pas vegan du tout", "The user is vegan."),
        ),
        counter=(
            "Je ne suis pas seulement végétarienne mais végane.",
            "Je ne suis pas végétarienne par conviction.",
            "Je ne suis pas encore végane.",
            "Je ne suis plus végétarienne.",
            "Je ne suis pas végane ?",
        ),
    ),
    rule(
        "denial.allergic",
        on="allergique allergie",
        pattern=rf"(?:{_AM_NOT} allergique|{{je}}n'ai pas d'allergie|{{j'}}ai pas d'allergie) {TO}"
        rf"(?P<what>{{thing}}){_HERE}",
        examples=(
            ("Je ne suis pas allergique aux chats.", "The user is allergic to chats."),
            ("Je n'ai pas d'allergie au pollen.", "The user is allergic to pollen."),
        ),
        counter=(
            "Je ne suis pas allergique aux chats ?",
            "Le médecin pense que je ne suis pas allergique aux chats.",
            "Je ne suis pas seulement allergique aux chats.",
        ),
    ),
    rule(
        "denial.status",
        on="marié mariée marie mariee divorcé divorcée célibataire celibataire fiancé fiancée",
        pattern=rf"{_AM_NOT} (?P<status>mari[ée]e?|divorc[ée]e?|c[ée]libataire|fianc[ée]e?){_HERE}",
        examples=(("Je ne suis pas mariée.", "The user is married."),),
        counter=(
            "Je ne suis pas mariée avec cette idée.",
            "Je ne suis pas encore mariée.",
            "Je ne suis plus mariée.",
        ),
    ),
    rule(
        "denial.is_a",
        on="suis travaille",
        pattern=rf"(?:{_AM_NOT}|{{je}}(?:ne )?travaille pas comme) (?P<job>{JOB}){_HERE}",
        examples=(
            ("Je ne suis pas infirmière.", "The user is infirmière."),
            ("Je ne travaille pas comme infirmière.", "The user is infirmière."),
        ),
        counter=(
            "Je ne suis pas encore infirmière.",
            "Je ne suis pas infirmière ?",
            "Il dit que je ne suis pas infirmière.",
            "Je ne suis pas une bonne infirmière.",
        ),
    ),
)
