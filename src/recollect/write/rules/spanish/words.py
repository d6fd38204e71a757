"""Spanish words: who speaks, and what is no statement."""

from ..pieces import BIG_NAME, DAY, FIRM, NAME, PLACE, START
from ..talk import Words, either, listed
from ..tools import NO_TOOL
from .terms import PHRASES, SOME, TERMS, TONGUES

_NOW = r"ahora mismo|ahora|actualmente|hoy en d[ií]a|desde hace [^,;.]{2,20}?|desde (?:\w+ )?\d{4}"
_ADV = (
    rf"(?>(?: (?:{_NOW}|tambi[eé]n|todav[ií]a|a[uú]n|realmente|personalmente|mucho|muchísimo"
    r"|muchisimo|bastante|por cierto|siempre|solo|sólo|much[ií]simo|de verdad|aqu[ií]"
    r"|la verdad))*)(?!\w)"
)
_MONTH = (
    r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)"
)
_FIRST = (
    r"(?:yo|me|mi|mis|vivo|trabajo|tengo|soy|estoy|no|quiero|quer[ií]a|busco|necesito|puedo|hablo"
    r"|como|odio|prefiero|estudio|nos|ahora|qu[eé]|c[oó]mo|ella|[eé]l|es|era|a|fui|llevo|voy|ya|ni"
    r"|gracias|mañana)"
)
_IF = r"(?:si|cuando|hasta que|en caso|o no)"

_TONGUE = rf"(?:(?:{either(SOME)}) ?)?(?:{either(TONGUES)})"

PIECES = {
    "yo": rf"{START}(?:(?:yo|nosotros|pues|bueno) )*(?>(?:(?:{_NOW}|tambi[eé]n|todav[ií]a"
    r"|a[uú]n|personalmente|actualmente|hace poco|por cierto|la verdad|realmente),? )*)(?<!\bno )",
    "mi": rf"{START}(?:mi|nuestr[oa]) ",
    "start": START,
    "adv": _ADV,
    "wann": r"(?: (?P<when>el mes pasado|la semana pasada|el año pasado|ayer|hoy|esta semana"
    r"|este mes|este año|hace (?:un mes|una semana|un año|(?:dos|tres) (?:semanas|meses|años)"
    r"|poco)|recientemente|el (?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo) pasado"
    rf"|en (?:\d{{4}}|{_MONTH})))?",
    "end": rf"(?=\s*(?:$|[^\w\s,'’-]|,(?!\s*{_IF}\b)|-\s)|\s+(?:y|e|pero|o|porque|as[ií] que"
    r"|aunque|ni|pues)\b)",
    "stop": rf"(?=\s*(?:$|[^\w\s,'’-]|,(?!\s*{_IF}\b)|-\s)|\s+(?:pero|porque|as[ií] que|aunque"
    r"|pues)\b"
    rf"|\s+(?:y|o|e) {_FIRST}\b)",
    "with": r"(?: (?:con|desde|cerca|junto|ahora|actualmente|en|como|por|hace|de momento"
    r"|al) ?[^,;.!?]{0,60}?)?",
    "Place": r"(?!(?:un|una|el|la(?! \w*(?-i:[A-Z]))|los(?! \w*(?-i:[A-Z]))|mi|mis|su|tu|este|esta"
    r"|ese|esa|casa|piso|pareja|paz|familia|armon[ií]a|pecado|peligro|constante|directo|concierto"
    r"|plan|modo|una?|varios|dos|general|realidad|soledad|pobreza|alquiler|calma|libertad|medio"
    r"|otro|otra|eso|esto|\d+)\b(?! angeles| palmas| paz| habana| plata))"
    rf"{PLACE}",
    "tongues": rf"{_TONGUE}\b(?:, {_TONGUE}\b)*(?:,? (?:y|e) {_TONGUE}\b)?",
    "no tool": NO_TOOL,
    "month": _MONTH,
    "Name": r"(?!(?:no|a|la|el|que|los|tu|su|mucho|siempre|así|asi|como|cómo|igual|secreto|muy|un"
    r"|una|de|al|algo|importante"
    rf"|dif[ií]cil|largo|raro|por|en)\b){NAME}",
    "Big": BIG_NAME,
    "Given": r"[^\W\d_]{2,}",
    "Firm": r"(?!(?:un|una|el|la|los|las|mi|mis|su|tu|este|esta|casa|remoto|equipo|ello|eso|esto"
    r"|algo|ti|m[ií]|m[ií]o"
    rf"|vivir|comer|nada|nadie|varios|dos|otro|otra|que|turnos|grupo|lo|todo|\d+)\b){FIRM}",
    "thing": r"[^,;.!?:()¿]{2,60}?",
    "rest": r"[^;.!?]{3,200}",
    "day": DAY,
}

_TASKS = """
traduce traduceme tradúceme traducir traduzca traducción traduccion tradúcelo traducelo corrige
corrígeme corrigeme corregir reescribe reescribir parafrasea redacta redactar resúmeme ortografía
gramática
"""

WORDS = Words(
    tasks=_TASKS,
    marks="mi mis yo tengo tenemos estoy soy padezco sufro nuestro nuestra",
    drafts=r"(?:resume|revisa|mejora|corrige) (?:el|la|este|esta|mi|lo|los)\b"
    r"|eres (?:ahora )?(?:un|una|el|la|mi) |act[uú]a como|haz de|finge|juego de rol"
    r"|imag[ií]na(?:te)? que|escr[ií]be(?:me)?\b(?: por favor)? (?:un|una|el|la|unos|unas|\d+)\b"
    r"|escribir (?:un|una)\b|(?:genera|crea|inventa|prepara)(?:me)?\b (?:un|una|el|la|\d+) |(?:el"
    r"|la) siguiente (?:texto|frase|carta|correo|p[aá]rrafo|mensaje|di[aá]logo)|este (?:texto"
    r"|correo|mensaje|p[aá]rrafo)|esta (?:frase|carta)|carta de (?:presentaci[oó]n|motivaci[oó]n)"
    r"|[eé]rase una vez|hab[ií]a una vez|qu[eé] significa|c[oó]mo se dice|en (?:ingl[eé]s"
    r"|franc[eé]s|alem[aá]n)[:?]|(?:texto|frase|carta|correo|cita|ejemplo|letra) ?:|por ejemplo:"
    r"|primera persona|estimad[oa]s?\b|querid[oa]s? (?:señor|señora|sr|sra|equipo)|atentamente"
    r"|un cordial saludo|saludos cordiales|(?:un )?saludo,?\s*$|letra de (?:una|la) canci[oó]n"
    r"|personaje|escribi[oó](?: \w+)? ?:(?! ?[\"“«'])|mand[oó](?: \w+)? ?:(?! ?[\"“«'])"
    r"|(?:mi|este es mi|aqu[ií] (?:est[aá]|va) mi) (?:ensayo|curr[ií]culum|cv|texto|redacci[oó]n"
    r"|tarea|biograf[ií]a)\b|adivinanza|juguemos",
    supposes=r"para (?:la|el|mi|una?) (?:historia|novela|juego|cuento|partida|guion|libro"
    r"|canci[oó]n"
    r"|poema)\b|(?:y |pero |o )?(?:si(?!,| vivo en| se[nñ]or)\b|supong\w*|supon\b|imag[ií]na\w*"
    r"|ojal[aá]|quisiera|me gustar[ií]a|en caso de|digamos|qu[eé] pasar[ií]a|qu[eé] tal si|tal vez"
    r"|quiz[aá]s?|a lo mejor|por ejemplo|cuando (?:sea|viva|tenga|era|viv[ií]a)|como si|antes "
    r"|alg[uú]n d[ií]a|ma[nñ]ana |pronto |pregunta:|respuesta:|es broma|hipot[eé]ticamente"
    r"|puede que|ni idea|no es que)",
    formerly="antes",
    now=_NOW,
    asks=r"(?:y |pero |as[ií] que )?(?:qu[eé]|c[oó]mo|cu[aá]l(?:es)?|d[oó]nde|qui[eé]n|cu[aá]ndo"
    r"|cu[aá]nto\w*|por qu[eé]|puedes|pod[eé]is|podr[ií]as|puede|podr[ií]a|me (?:recomiendas"
    r"|recomendar[ií]as|puedes|podr[ií]as|ayudas)|conoces|conoce|sabes|sabe|hay|tienes|tiene|crees"
    r"|deber[ií]a|recomi[eé]nd\w*|alguna?|alg[uú]n|y t[uú]|y usted|te gusta)\b",
    doubts=r"si(?!,)|sup[oó]n\w*|supong\w*|imagina\w*|ojal[aá]|quiz[aá]s?|tal vez|a lo mejor|dice"
    r"|dijo|dicen|dijeron|dec[ií]a|cree|creen|cre[ií]a|piensa|piensan|pens[oó]|afirma"
    r"|(?<!en )cuenta que|cont[oó]|preguntan?|pregunt[oó]|escribi[oó]|escribe|como si|cuando|antes"
    r"|hasta que|sue[nñ]o|so[nñ][eé]|ejemplo|frase|cita|canci[oó]n|pel[ií]cula|novela|personaje"
    r"|qui[eé]n|d[oó]nde|por qu[eé]|cómo|qué|olvida|olv[ií]date|pronto|nunca|jam[aá]s|seg[uú]n"
    r"|responde|respondi[oó]|quisiera|gustar[ií]a|ser[ií]a|podr[ií]a|puede que|espero|llamad[oa]"
    r"|titulad[oa]|texto|broma|no s[eé] si|dile|diles|di que",
    later=r"(?:o )?(?:eso |seg[uú]n )?(?:dice|dijo|dicen|cree|creen|piensa|asegura|creo|supongo)"
    r"(?: (?:yo|[eé]l|ellas?|ellos|mi \w+|la gente|(?-i:[A-ZÁÉÍÓÚÑ])\w+))?|seg[uú]n [^,]{2,30}"
    r"|al parecer|supuestamente|probablemente|quiz[aá]s?|tal vez|a lo mejor|he o[ií]do"
    r"|no estoy segur[oa]",
    limits=r"(?:los|el) (?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?"
    r"|fin(?:es)?)|(?:las|por las) (?:noches|ma[nñ]anas|tardes)|entre semana|en (?:vacaciones"
    r"|verano|invierno|el trabajo)|de viaje|durante",
    opens=r"y|e|pero|te cuento|sobre m[ií]|porque|pues|s[ií]|no|hola|buenas|buenos d[ií]as"
    r"|buenas tardes|buenas noches|gracias|bueno|ok|vale|claro|info|ps|posdata|nota|correcci[oó]n"
    r"|al final|finalmente|resulta que|desde [^,;]{2,30}|por desgracia|perd[oó]n|aunque|ya que"
    r"|como|adem[aá]s"
    r"|por cierto|mira|oye|as[ií] que|aqu[ií]|es que"
    r"|recuerda(?: que)?|recu[eé]rdalo|acu[eé]rdate de que|acu[eé]rdate que|no olvides que"
    r"|no te olvides de que|ten en cuenta que|toma nota de que|apunta que|anota que|que sepas que"
    r"|quiero que sepas que|sabes que|te recuerdo que|ten presente que|recuerde que|para que sepas",
    articles=r"(?:a (?=mis? |nuestr|[A-ZÁÉÍÓÚÑ])|(?:el|la|los|las|un|una|unos|unas|al|lo|del) )",
    tails=r"mucho|muchísimo|much[ií]simo|tambi[eé]n|ahora|bastante|la verdad|de verdad|por cierto"
    r"|gracias|por favor|sobre todo|en general|y|o|pero|ya|ahora mismo|un mont[oó]n|a veces|nada"
    r"|para nada|en absoluto|actualmente|hoy en d[ií]a|demasiado|tanto|muy|los fines de semana"
    r"|por las (?:noches|tardes|ma[nñ]anas)|desde \w+|a tiempo parcial|ja+|je+",
    vague=r"mi vida|que|qu[eé]|c[oó]mo|como|cuando|cu[aá]ndo|donde|lo que|lo|esto|eso|aquello"
    r"|est[eao]s?"
    r"|es[eao]s?|tu|tus|su|sus|todo|nada|m[aá]s|mucho|as[ií]|algo|otro|otra|ella|él|ellos|vos|ti"
    r"|(?:el|la|los|las|tu|un|una) (?:foto|imagen|t[ií]tulo|diseño|c[oó]digo|resultado|idea|ideas"
    r"|opci[oó]n|opciones|respuesta|respuestas|propuesta|propuestas|primer[oa]?|segund[oa]"
    r"|tercer[oa]?|[uú]ltim[oa]|otr[oa]s?|mism[oa]|plan|texto|versi[oó]n|forma|manera|estilo|tono"
    r"|resto|que|de)|idea|opci[oó]n|respuesta|propuesta|primer[oa]?|segund[oa]|tercer[oa]?"
    r"|[uú]ltim[oa]|mism[oa]|versi[oó]n|forma en|manera en|cuando|si\b|verdad|no"
    r"|\w+[aeií]rl[oae]s?",
    others=r"que|yo|t[uú]|ti|usted|ustedes|vosotros|contigo|conmigo|tus?|vuestr[oa]s?"
    r"|hoy|esta (?:noche|tarde|semana)",
    mine=r"mis?|nuestr[oa]s?",
    reflexive=(r"(?<=[aeií]r)(?:me|nos)\b", "se"),
    joins="y|e|o",
    terms=TERMS,
    nobody="linda bella clara serena rosa celeste dolores luna",
    no="no perdón perdon corrección correccion digo",
    but=r"no|perd[oó]n|quise decir|quer[ií]a decir|en|a|para|es|me llamo",
    turned=listed(
        """
        vivo: vives
        trabajo: trabajas
        me llamo: te llamas
        me mudé: te mudaste
        tengo: tienes
        soy: eres
        mi: tu
        """
    ),
    phrases=PHRASES,
)
