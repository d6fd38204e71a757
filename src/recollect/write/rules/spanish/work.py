"""Spanish: where somebody works, and as what."""

from ..frames import rule

JOB = (
    r"(?:(?:un|una) )?(?:programador|desarrollador|ingenier|inform[aá]tic|profesor|maestr|enfermer"
    r"|m[eé]dic|doctor|abogad|arquitect|dise[nñ]ador|estudiante|investigador|cient[ií]fic"
    r"|periodista|escritor|traductor|consultor|gerente|vendedor|contable|contador|cociner|camarer"
    r"|panader|carpinter|electricista|fontaner|mec[aá]nic|conductor|piloto|agricultor|fot[oó]graf"
    r"|m[uú]sic|artista|psic[oó]log|terapeuta|qu[ií]mic|f[ií]sic|bi[oó]log|matem[aá]tic"
    r"|farmac[eé]utic|dentista|veterinari|polic[ií]a|bomber|secretari|empresari|emprendedor"
    r"|aut[oó]nom|freelance|funcionari|jubilad|becari|analista|editor|entrenador|peluquer|jardiner"
    r"|pintor|administrativ|economista|actor|actriz|cantante|product manager|data scientist"
    r"|comercial|fisioterapeuta|logopeda|jueza?)(?:[oa]|es)?(?: (?:de|en) (?!mi\b"
    r"|la vida)[\w ]{3,30}?| (?:industrial|civil|jubilad[oa]|freelance|aut[oó]nom[oa]"
    r"|mec[aá]nic[oa]|junior|senior|web))?"
)
# "Trabajo en Madrid" says where, not for whom.
_TOWNS = (
    r"madrid|barcelona|valencia|sevilla|zaragoza|m[aá]laga|bilbao|murcia|palma|alicante|granada"
    r"|c[oó]rdoba|vigo|gij[oó]n|salamanca|toledo|buenos|rosario|mendoza|m[eé]xico|ciudad"
    r"|guadalajara|monterrey|puebla|bogot[aá]|medell[ií]n|cali|lima|santiago|quito|guayaquil"
    r"|caracas|montevideo|asunci[oó]n|la paz|san|santa|habana|panam[aá]|costa|guatemala|miami"
    r"|nueva|par[ií]s|londres|berl[ií]n|lisboa|roma|europa|españa|espana|argentina|colombia|chile"
    r"|per[uú]|francia|alemania|italia|portugal|inglaterra|estados|suiza|irlanda|am[eé]rica"
    r"|catalu[nñ]a|andaluc[ií]a|galicia"
)


RULES = (
    rule(
        "correction.works_at",
        on="trabajo",
        pattern=r"{yo}(?:ya no trabajo|no trabajo (?:ya|m[aá]s)) (?:en|para"
        r"|con) (?P<place>{Firm}){end}",
        examples=(("Ya no trabajo en Google.", "The user no longer works at Google."),),
        counter=("No trabajo en Google.", "¿Ya no trabajo en Google?"),
    ),
    rule(
        "correction.works_as",
        on="trabajo soy",
        pattern=r"{yo}(?:ya no trabajo|no trabajo (?:ya|m[aá]s)) (?:como|de) (?P<job>{thing}){end}",
        examples=(("Ya no trabajo como camarera.", "The user no longer works as camarera."),),
        counter=("No trabajo como camarera.", "Ya no quiero trabajar como camarera."),
    ),
    rule(
        "work.at",
        on="trabajo trabajando",
        pattern=rf"{{yo}}(?:trabajo|estoy trabajando){{adv}} (?:para(?: el| la"
        rf"| una?)? (?P<place>{{Firm}})|en (?P<place2>(?!(?:{_TOWNS})\b)(?-i:"
        rf"(?=[A-ZÁÉÍÓÚÑ])){{Firm}})"
        r"|en (?P<place3>(?:una empresa|un banco|un hospital|una tienda|una escuela|un colegio"
        r"|una universidad|una f[aá]brica|un restaurante|una start-?up)(?: de [\w ]{2,40}?)?)"
        r"|en (?:el|la|los) (?P<place4>(?-i:(?=[A-ZÁÉÍÓÚÑ])){Firm}))(?: (?:como|desde|en"
        r"|de) [^,;.!?]{2,60}?)?{end}",
        examples=(
            ("Trabajo en Telefónica como ingeniera.", "The user works at Telefónica."),
            ("trabajo para google desde 2020", "The user works at google."),
            ("Trabajo en una empresa de seguros.", "The user works at empresa de seguros."),
        ),
        counter=(
            "No trabajo en Telefónica.",
            "Trabajo en Madrid.",
            "Mi trabajo en Telefónica es duro.",
            "Quiero trabajar en Google.",
        ),
    ),
    rule(
        "work.as",
        on="trabajo trabajando",
        pattern=r"{yo}(?:trabajo|estoy trabajando){adv}(?: (?:en|para) {Firm})? (?:como"
        r"|de) (?P<job>(?!si\b|lunes|noche|d[ií]a|siempre|loc|un loco|mañana|9|\d|burro|nunca"
        r"|puedo|quiero|todos|siempre)[^\W\d][\w-]*(?: [^\W\d][\w-]*){0,3}?)(?: (?:en|para"
        r"|desde) [^,;.!?]{2,60}?)?{end}",
        examples=(
            ("Trabajo como enfermera en un hospital.", "The user works as enfermera."),
            ("trabajo de camarero", "The user works as camarero."),
        ),
        counter=(
            "No trabajo como enfermera.",
            "Trabajo como un loco.",
            "Me gustaría trabajar como enfermera.",
            "Trabajo de lunes a viernes.",
        ),
    ),
    rule(
        "work.in",
        on="trabajo",
        pattern=rf"{{yo}}trabajo{{adv}} en (?:el (?:sector|mundo|[aá]rea) (?:de la |del |de )?"
        rf"|el campo de la )?(?P<field>(?:{_TOWNS})\b(?: (?-i:[A-Z])\w+)*|marketing"
        r"|ventas|publicidad|inform[aá]tica|educaci[oó]n|sanidad|finanzas|banca|turismo"
        r"|hosteler[ií]a|construcci[oó]n|log[ií]stica|recursos humanos|tecnolog[ií]a"
        r"|consultor[ií]a|investigaci[oó]n|moda|salud|seguros|periodismo){end}",
        examples=(
            ("Trabajo en marketing.", "The user works in marketing."),
            ("Trabajo en Madrid.", "The user works in Madrid."),
        ),
        counter=("No trabajo en marketing.", "Trabajo en casa.", "Trabajo en equipo."),
    ),
    rule(
        "work.is_a_now",
        on="soy",
        pattern=rf"{{start}}(?:yo )?(?:ahora soy|soy ahora) (?P<job>{JOB})(?: (?:en"
        rf"|para) [^,;.!?]{{2,60}}?)?{{end}}|{{start}}(?:yo )?soy (?P<job2>{JOB}) ahora{{end}}",
        examples=(("Ahora soy profesora.", "The user is profesora."),),
        counter=("Soy profesora.", "Ahora soy feliz."),
    ),
    rule(
        "work.is_a",
        on="soy",
        pattern=rf"{{yo}}soy{{adv}} (?P<job>{JOB})(?: (?:en|para|desde"
        rf"|y trabajo) [^,;.!?]{{2,60}}?)?{{end}}",
        examples=(
            ("Soy ingeniero de software.", "The user is ingeniero de software."),
            ("soy medica y vivo en Lima", "The user is medica."),
        ),
        counter=("No soy médico.", "Soy feliz.", "¿Soy profesora?", "Si soy profesora, bien."),
    ),
    rule(
        "work.new_place",
        on="empecé empece empezado empezar nuevo conseguí consegui",
        pattern=r"{yo}(?:(?:empec[eé]|he empezado|acabo de empezar){adv} (?:a trabajar )?en"
        r"|(?:tengo|consegu[ií]|he conseguido){adv} (?:un )?(?:nuevo trabajo|trabajo nuevo"
        r"|nuevo empleo) en)"
        rf"(?: el| la)? (?P<place>(?!(?:{_TOWNS})\b)(?-i:(?=[A-ZÁÉÍÓÚÑ])){{Firm}}){{wann}}(?: "
        rf"como "
        rf"[^,;.!?]{{2,40}}?)?{{end}}",
        examples=(
            ("Tengo un nuevo trabajo en Indra.", "The user started a new job at Indra."),
            (
                "Empecé a trabajar en Indra la semana pasada.",
                "The user started a new job at Indra last week (2026-03-02 to 2026-03-08).",
            ),
        ),
        counter=(
            "No tengo un nuevo trabajo en Indra.",
            "Si tengo un nuevo trabajo en Indra, me mudo.",
        ),
    ),
    rule(
        "work.left",
        on="dejé deje dejado",
        pattern=r"{yo}(?:dej[eé]|he dejado){adv} (?:el trabajo en |mi trabajo en "
        r"|mi puesto en )(?P<place>{Firm}){wann}{end}",
        examples=(("He dejado mi trabajo en Indra.", "The user left Indra."),),
        counter=("No he dejado mi trabajo en Indra.", "Dejé mis llaves en casa."),
    ),
    rule(
        "work.lost",
        on="perdí perdi perdido despidieron despedido echaron echado",
        pattern=r"{yo}(?:(?:perd[ií]|he perdido) (?:mi|el) (?:trabajo|empleo)|me (?:despidieron"
        r"|han despedido)|me (?:echaron|han echado)(?= (?:del trabajo|de la empresa)))"
        r"(?: del trabajo| de la empresa)?{wann}(?: del trabajo)?{end}",
        examples=(("He perdido mi trabajo.", "The user lost their job."),),
        counter=(
            "No he perdido mi trabajo.",
            "Tengo miedo de perder mi trabajo.",
            "Perdí mi cartera.",
        ),
    ),
    rule(
        "work.quit",
        on="dejé deje dejado renuncié renuncie renunciado",
        pattern=r"{yo}(?:(?:dej[eé]|he dejado) (?:mi|el) (?:trabajo|empleo)"
        r"|(?:renunci[eé]|he renunciado)(?: a mi (?:trabajo|empleo))?){wann}{end}",
        examples=(("Dejé mi trabajo ayer.", "The user quit their job yesterday (2026-03-08)."),),
        counter=("No dejé mi trabajo.", "Si dejé mi trabajo fue por ti."),
    ),
    rule(
        "work.retired",
        on="jubilé jubile jubilado jubilada",
        pattern=r"{yo}me (?:jubil[eé]|he jubilado){wann}{end}",
        examples=(("Me jubilé el mes pasado.", "The user retired last month (2026-02)."),),
        counter=("No me jubilé.", "Si me jubilé fue por ti."),
    ),
    rule(
        "work.status",
        on="paro parado parada desempleado desempleada jubilado jubilada cuenta mismo misma "
        "trabajo",
        pattern=r"{yo}estoy{adv} (?P<employment>en (?:el )?paro|parad[oa]|desemplead[oa]"
        r"|sin trabajo|jubilad[oa])(?: desde [^,;.!?]{2,30}?)?{end}"
        r"|{yo}trabajo{adv} (?P<employment2>por (?:mi cuenta"
        r"|cuenta propia)|para m[ií] mism[oa]){end}",
        examples=(
            ("Trabajo por mi cuenta.", "The user is self-employed."),
            ("estoy en paro", "The user is unemployed."),
        ),
        counter=("No estoy en paro.", "¿Estoy jubilada?", "Si trabajo por mi cuenta"),
    ),
    rule(
        "work.studies",
        on="estudio estudiando",
        pattern=r"{yo}(?:estudio|estoy estudiando){adv} (?P<what>(?!en\b|mucho|para|por|con|todos"
        r"|cada|que\b|de\b)[^\W\d][\w-]*(?: [^\W\d][\w-]*){0,3}?)(?: en [^,;.!?]{2,40}?)?{end}",
        examples=(("Estudio medicina en Granada.", "The user is studying medicina."),),
        counter=("No estudio medicina.", "Estudio mucho.", "El estudio de medicina es duro."),
    ),
)
