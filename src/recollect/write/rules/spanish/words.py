"""Spanish words: who speaks, what is no statement, and what terms are called in a note."""

from ..pieces import BIG_NAME, DAY, FIRM, NAME, PLACE, START
from ..talk import Words, listed

_NOW = r"ahora mismo|ahora|actualmente|hoy en d[ií]a|desde hace [^,;.]{2,20}?|desde (?:\w+ )?\d{4}"
_ADV = (
    rf"(?>(?: (?:{_NOW}|tambi[eé]n|todav[ií]a|a[uú]n|realmente|personalmente|mucho|muchísimo"
    r"|muchisimo|bastante|por cierto|siempre|solo|sólo|much[ií]simo|de verdad|aqu[ií]"
    r"|la verdad))*)(?!\w)"
)
_FIRST = (
    r"(?:yo|me|mi|mis|vivo|trabajo|tengo|soy|estoy|no|quiero|quer[ií]a|busco|necesito|puedo|hablo"
    r"|como|odio|prefiero|estudio|nos|ahora|qu[eé]|c[oó]mo|ella|[eé]l|es|era|a|fui|llevo|voy|ya|ni"
    r"|gracias|mañana)"
)
_IF = r"(?:si|cuando|hasta que|en caso|o no)"

PIECES = {
    "yo": rf"{START}(?:(?:yo|nosotros|pues|bueno) )*(?>(?:(?:{_NOW}|tambi[eé]n|todav[ií]a"
    r"|a[uú]n|personalmente|actualmente|hace poco|por cierto|la verdad|realmente),? )*)(?<!\bno )",
    "mi": rf"{START}(?:mi|nuestr[oa]) ",
    "start": START,
    "adv": _ADV,
    "wann": r"(?: (?P<when>el mes pasado|la semana pasada|el año pasado|ayer|hoy|esta semana"
    r"|este mes|este año|hace (?:un mes|una semana|un año|(?:dos|tres) (?:semanas|meses|años)"
    r"|poco)|recientemente|en \d{4}))?",
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
_RELATIVES = listed(
    """
    ex-wife: exmujer | ex mujer | ex-mujer | exesposa
    ex-husband: exmarido | ex marido | ex-marido | exesposo
    ex-girlfriend: exnovia | ex novia | ex-novia
    ex-boyfriend: exnovio | ex novio | ex-novio
    wife: mujer | esposa
    husband: marido | esposo
    partner: pareja | compañero | compañera
    girlfriend: novia
    boyfriend: novio
    fiancé: prometido
    fiancée: prometida
    mother: madre | mamá
    father: padre | papá
    sister: hermana | hermana mayor | hermana menor | hermana pequeña
    brother: hermano | hermano mayor | hermano menor | hermano pequeño
    son: hijo | hijo mayor | hijo menor | hijo pequeño
    daughter: hija | hija mayor | hija menor | hija pequeña
    grandmother: abuela
    grandfather: abuelo
    aunt: tía
    uncle: tío
    cousin: primo | prima
    niece: sobrina
    nephew: sobrino
    friend: amigo | amiga
    best friend: mejor amigo | mejor amiga
    boss: jefe | jefa
    colleague: colega | compañero de trabajo | compañera de trabajo
    dog: perro | perra | perrito | perrita
    cat: gato | gata | gatito | gatita
    puppy: cachorro
    rabbit: conejo | coneja
    hamster: hámster
    parrot: loro
    horse: caballo
    """
)
_THINGS = listed(
    """
    car: coche | carro | auto
    house: casa
    flat: piso | apartamento
    bike: bici | bicicleta
    motorbike: moto
    boat: barco
    piano: piano
    """
)

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
    r"|personaje",
    supposes=r"(?:y |pero |o )?(?:si(?!,| vivo en| se[nñ]or)\b|supong\w*|supon\b|imag[ií]na\w*"
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
    r"|perd[oó]n|aunque|ya que|como|adem[aá]s|por cierto|mira|oye|as[ií] que|aqu[ií]|es que"
    r"|recuerda(?: que)?|recu[eé]rdalo|acu[eé]rdate de que|acu[eé]rdate que|no olvides que"
    r"|no te olvides de que|ten en cuenta que|toma nota de que|apunta que|anota que|que sepas que"
    r"|quiero que sepas que|sabes que|te recuerdo que|ten presente que|recuerde que|para que sepas",
    articles=r"(?:a (?=mis? |nuestr)|(?:el|la|los|las|un|una|unos|unas|al|lo|del) )",
    tails=r"mucho|muchísimo|much[ií]simo|tambi[eé]n|ahora|bastante|la verdad|de verdad|por cierto"
    r"|gracias|por favor|sobre todo|en general|y|o|pero|ya|ahora mismo|un mont[oó]n|a veces|nada"
    r"|para nada|en absoluto|actualmente|hoy en d[ií]a|demasiado|tanto|muy|j?(?:aj|ej)[aej]*|lol",
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
    joins="y|e|o",
    terms={
        "relative": _RELATIVES,
        "kin": listed(
            """
            children: hijos | niños
            daughters: hijas
            brothers: hermanos
            sisters: hermanas
            grandchildren: nietos
            dogs: perros
            cats: gatos
            """
        ),
        "number": listed(
            """
            two: dos | 2
            three: tres | 3
            four: cuatro | 4
            five: cinco | 5
            six: seis | 6
            """
        ),
        "month": listed(
            """
            January: enero
            February: febrero
            March: marzo
            April: abril
            May: mayo
            June: junio
            July: julio
            August: agosto
            September: septiembre | setiembre
            October: octubre
            November: noviembre
            December: diciembre
            """
        ),
        "when": listed(
            """
            last month: el mes pasado | hace un mes
            last week: la semana pasada | hace una semana
            last year: el año pasado | hace un año
            yesterday: ayer
            today: hoy
            this week: esta semana
            this month: este mes
            this year: este año
            two weeks ago: hace dos semanas
            three weeks ago: hace tres semanas
            two months ago: hace dos meses
            three months ago: hace tres meses
            two years ago: hace dos años
            three years ago: hace tres años
            recently: recientemente | hace poco
            """
        )
        | {f"en {year}": f"in {year}" for year in range(1950, 2051)},
        "tongue": listed(
            """
            German: alemán
            English: inglés
            Spanish: español | castellano
            French: francés
            Italian: italiano
            Portuguese: portugués
            Catalan: catalán
            Basque: euskera
            Galician: gallego
            Chinese: chino
            Japanese: japonés
            Arabic: árabe
            Russian: ruso
            """
        ),
        "manner": listed(
            """
            in Spanish: en español | en castellano
            in English: en inglés
            in German: en alemán
            in French: en francés
            in Italian: en italiano
            briefly: breve | brevemente | de forma breve | de manera breve | corto
            briefly: de forma concisa
            in detail: en detalle | con detalle | de forma detallada | detalladamente
            in bullet points: con viñetas | en puntos | en forma de lista
            """
        ),
        "contact": listed(
            """
            timezone: zona horaria | huso horario
            email: correo | email | e-mail | correo electrónico | mail
            phone: teléfono | móvil | número de teléfono | celular | número | número de móvil
            """
        ),
        "favourite": listed(
            """
            colour: color
            film: película | peli
            book: libro
            food: comida
            dish: plato
            drink: bebida
            music: música
            band: grupo | banda
            song: canción
            sport: deporte
            team: equipo
            animal: animal
            city: ciudad
            country: país
            series: serie
            game: juego | videojuego
            restaurant: restaurante
            author: autor | autora | escritor | escritora
            season: estación
            subject: asignatura
            """
        ),
        "diet": listed(
            """
            vegetarian: vegetariano | vegetariana
            vegan: vegano | vegana
            pescatarian: pescetariano | pescetariana | pescatariano | pescatariana
            diabetic: diabético | diabética
            coeliac: celíaco | celíaca | celiaco | celiaca
            pregnant: embarazada
            """
        ),
        "food": listed(
            """
            meat: carne
            fish: pescado
            dairy: lácteos
            eggs: huevos | huevo
            gluten: gluten
            lactose: lactosa
            fructose: fructosa
            """
        ),
        "illness": listed(
            """
            asthma: asma
            diabetes: diabetes
            type 1 diabetes: diabetes tipo 1
            type 2 diabetes: diabetes tipo 2
            ADHD: tdah
            migraines: migrañas | migraña
            high blood pressure: hipertensión | la tensión alta
            epilepsy: epilepsia
            depression: depresión
            arthritis: artritis
            eczema: eccema | dermatitis atópica
            """
        ),
        "thing": _THINGS,
        "owned": _THINGS | _RELATIVES,
        "employment": listed(
            """
            self-employed: por mi cuenta | por cuenta propia | para mí mismo | para mí misma
            unemployed: en paro | en el paro | parado | parada | sin trabajo
            unemployed: desempleado | desempleada
            retired: jubilado | jubilada
            """
        ),
        "status": listed(
            """
            married: casado | casada | casados
            divorced: divorciado | divorciada | divorciados
            single: soltero | soltera
            engaged: prometido | prometida | comprometido | comprometida
            widowed: viudo | viuda
            """
        ),
    },
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
    phrases=listed(
        """
        dark mode: modo oscuro | tema oscuro
        light mode: modo claro | tema claro
        short answers: respuestas cortas | respuestas breves
        long answers: respuestas largas
        detailed answers: respuestas detalladas
        """
    ),
)
