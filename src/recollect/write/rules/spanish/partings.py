"""Spanish: who and what somebody no longer has."""

from ..frames import rule

_PARTNER = r"mujer|esposa|marido|esposo|pareja|novi[oa]|prometid[oa]"
_PET = r"perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|cachorro|conej[oa]|h[aá]mster|loro|caballo"
_THING = r"coche|carro|auto|casa|piso|apartamento|bici(?:cleta)?|moto|barco|piano"
_SPLIT = (
    r"(?:rompimos|hemos roto|terminamos|hemos terminado|cortamos|lo dejamos|nos separamos"
    r"|nos hemos separado|nos divorciamos|nos hemos divorciado)"
)
_BROKE = r"(?:(?:romp[ií]|he roto|cort[eé]|termin[eé]) con|me (?:separ[eé]|he separado) de)"

RULES = (
    rule(
        "family.broke_up",
        on="rompimos roto terminamos terminado cortamos dejamos separamos separado divorciamos "
        "divorciado rompí rompi corté corte terminé termine separé separe ya",
        pattern=rf"{{start}}(?P<given>{{Given}}) y yo {_SPLIT}{{wann}}{{end}}"
        rf"|{{yo}}{_BROKE} (?P<given2>{{Given}}){{end}}"
        r"|{yo}ya no estoy con (?P<given3>{Given}){end}",
        examples=(
            ("Ana y yo rompimos.", "The user broke up with Ana."),
            ("Ya no estoy con Ana.", "The user broke up with Ana."),
        ),
        counter=("Si Ana y yo rompimos", "No rompí con Ana.", "Rompí con Movistar."),
    ),
    rule(
        "family.parted_from",
        on="rompimos roto terminamos terminado cortamos dejamos separamos separado divorciamos "
        "divorciado rompí rompi corté corte terminé termine separé separe dejó dejo dejado",
        pattern=rf"{{mi}}(?P<relative>{_PARTNER}) y yo {_SPLIT}{{wann}}{{end}}"
        rf"|{{yo}}{_BROKE} mi (?P<relative2>{_PARTNER}){{end}}"
        rf"|{{mi}}(?P<relative3>{_PARTNER}) me (?:dej[oó]|ha dejado){{end}}",
        examples=(
            ("Mi mujer y yo nos separamos.", "The user and their wife split up."),
            ("mi novia me dejó", "The user and their girlfriend split up."),
        ),
        counter=(
            "Mi mujer me dejó las llaves.",
            "Si mi novia me dejó",
            "Mi hermano y yo cortamos.",
        ),
    ),
    rule(
        "family.parted",
        on="divorcié divorcie divorciado divorciamos divorciarme",
        pattern=r"{yo}(?:me (?:divorci[eé]|he divorciado)|nos (?:divorciamos|hemos divorciado)"
        r"|acabo de divorciarme){wann}{end}",
        examples=(("Me divorcié el mes pasado.", "The user got divorced last month (2026-02)."),),
        counter=("No me divorcié.", "Si me divorcié fue por ti.", "Quiero divorciarme."),
    ),
    rule(
        "family.split",
        on="separamos separado rompimos roto",
        pattern=r"(?<!y )(?:{yo}nos (?:separamos|hemos separado)|{yo}(?:rompimos|hemos roto))"
        r"{wann}{end}",
        examples=(("Nos separamos.", "The user and their partner split up."),),
        counter=("No nos separamos.", "Mi hermano y yo nos separamos.", "Hemos roto el jarrón."),
    ),
    rule(
        "family.pet_gone",
        on="murió murio muerto falleció fallecio",
        pattern=rf"{{mi}}(?P<relative>{_PET}) (?:se )?(?:muri[oó]|ha muerto|falleci[oó]){{wann}}"
        rf"{{end}}|{{start}}se (?:me )?(?:muri[oó]|ha muerto) mi (?P<relative2>{_PET}){{end}}",
        examples=(("Mi perro murió ayer.", "The user's dog died yesterday (2026-03-08)."),),
        counter=("Si mi perro murió", "Mi perro casi murió."),
    ),
    rule(
        "family.pet_given",
        on="regalé regale regalamos regalado adopción adopcion",
        pattern=r"{yo}(?:regal[eé]|regalamos|he regalado|hemos regalado|(?:di|dimos|hemos dado) en "
        rf"adopci[oó]n) (?:a )?(?:mi|nuestr[oa]) (?P<relative>{_PET})(?P<name>(?: {{Big}})?)"
        r"{wann}{end}",
        examples=(("Regalé mi perro.", "The user gave their dog away."),),
        counter=("No regalé mi perro.", "Regalé mi libro."),
    ),
    rule(
        "possession.gone",
        on="vendí vendi vendido vendimos",
        pattern=rf"{{yo}}(?:vend[ií]|he vendido|vendimos|hemos vendido) (?:mi|el|la|nuestr[oa]) "
        rf"(?P<thing>{_THING}){{wann}}{{end}}",
        examples=(("He vendido el coche.", "The user sold their car."),),
        counter=("No vendí mi coche.", "Vendí dos coches."),
    ),
    rule(
        "correction.has",
        on="ya",
        pattern=rf"{{yo}}ya no (?:tengo|tenemos) (?:una? )?(?P<owned>{_THING}|{_PET}|{_PARTNER})"
        r"{end}",
        examples=(("Ya no tengo perro.", "The user no longer has a dog."),),
        counter=("Ya no tengo tiempo.", "No tengo perro."),
    ),
)
