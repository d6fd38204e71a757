"""Spanish: tastes, diet and health, and what somebody asks for."""

from ..frames import rule

_LIKES = r"(?:me gustan?|nos gustan?)"
ANIMALS_TO = r"(?:al |a la |a los |a las |a )"

RULES = (
    rule(
        "preference.favourite",
        on="favorito favorita favoritos preferido preferida",
        pattern=r"{mi}(?P<favourite>[^\W\d]+) (?:favorit[oa]"
        r"|preferid[oa])(?: ahora)? es(?: ahora)? (?P<value>(?!no\b){thing}){stop}",
        examples=(
            ("Mi color favorito es el verde.", "The user's favourite colour is verde."),
            ("mi pelicula favorita es Volver", "The user's favourite film is Volver."),
        ),
        counter=(
            "¿Cuál es mi color favorito?",
            "Mi color favorito no es el verde.",
            "Tu color favorito es el verde.",
        ),
    ),
    rule(
        "correction.likes",
        on="gusta gustan",
        pattern=rf"{{yo}}(?:ya no {_LIKES}|no {_LIKES} ya){{adv}}(?: tanto)? "
        rf"(?P<what>{{thing}}){{stop}}",
        examples=(("Ya no me gusta el jazz.", "The user no longer likes jazz."),),
        counter=("¿Ya no me gusta el jazz?", "Ya no me gusta.", "No me gusta el jazz."),
    ),
    rule(
        "preference.does_not_like",
        on="gusta gustan soporto aguanto",
        pattern=rf"{{yo}}(?:a m[ií] )?no (?:{_LIKES}|soporto"
        rf"|aguanto){{adv}}(?: nada)? (?P<what>{{thing}}){{stop}}|^(?:el|la|los"
        rf"|las) (?P<what2>[^,;.!?:()¿]{{2,30}}?) no {_LIKES}(?: nada| mucho)?{{end}}",
        examples=(
            ("No me gusta el cilantro.", "The user doesn't like cilantro."),
            ("no soporto la música alta", "The user doesn't like música alta."),
        ),
        counter=(
            "¿No me gusta el cilantro?",
            "No me gusta eso.",
            "Me gusta el cilantro.",
            "No me gusta la idea.",
        ),
    ),
    rule(
        "preference.does_not_eat",
        on="como",
        pattern=r"{yo}(?:ya )?no como(?: nada de)? (?P<what>(?!en\b|tan|el que|la que|los que|si\b"
        r"|antes|tú|usted|bien|mucho|desde|para){thing}){stop}",
        examples=(("No como carne.", "The user doesn't eat carne."),),
        counter=("Si no como carne", "No como mucho.", "No, como carne.", "No es como carne."),
    ),
    rule(
        "preference.does_not_drink",
        on="bebo tomo",
        pattern=r"{yo}(?:ya )?no (?:bebo|tomo) (?P<what>(?!en\b|nada|mucho|tanto|decisiones|nota"
        r"|partido|parte|el (?:sol|tren|bus|metro)){thing}){stop}",
        examples=(("No bebo alcohol.", "The user doesn't drink alcohol."),),
        counter=("¿No bebo alcohol?", "Bebo café.", "No bebo mucho."),
    ),
    rule(
        "preference.better",
        on="gusta gustan",
        pattern=rf"{{yo}}{_LIKES} m[aá]s (?P<what>{{thing}}) que (?P<other>(?!nada|nunca"
        rf"|antes){{thing}}){{end}}",
        examples=(("Me gusta más el té que el café.", "The user likes té better than café."),),
        counter=("¿Me gusta más el té que el café?", "Me gusta más que antes."),
    ),
    rule(
        "preference.prefer",
        on="prefiero preferimos",
        pattern=r"{yo}(?:prefiero|preferimos){adv} (?P<what>{thing}){stop}",
        examples=(
            ("Prefiero el modo oscuro.", "The user prefers dark mode."),
            ("prefiero respuestas cortas, gracias", "The user prefers short answers."),
            ("Prefiero el té al café.", "The user prefers té al café."),
        ),
        counter=(
            "Prefiero eso.",
            "Prefiero la segunda opción.",
            "¿Prefiero el té?",
            "No prefiero el té.",
        ),
    ),
    rule(
        "preference.love",
        on="encanta encantan amo adoro",
        pattern=r"{yo}(?:me encantan?|nos encantan?|amo|adoro){adv} (?P<what>{thing}){stop}",
        examples=(("Me encanta la comida italiana.", "The user loves comida italiana."),),
        counter=(
            "Me encanta.",
            "Me encanta la idea.",
            "¿Me encanta el jazz?",
            "Te amo.",
            "El amo de casa.",
        ),
    ),
    rule(
        "preference.like",
        on="gusta gustan",
        pattern=rf"{{yo}}(?:a m[ií] )?(?<!no ){_LIKES}{{adv}} (?P<what>(?!m[aá]s\b"
        rf"|menos\b){{thing}}){{stop}}",
        examples=(
            ("Me gusta mucho el jazz.", "The user likes jazz."),
            ("me gustan los perros y los gatos", "The user likes perros y los gatos."),
        ),
        counter=(
            "No me gusta el jazz.",
            "Me gusta eso.",
            "Me gusta tu idea.",
            "¿Me gusta el jazz?",
            "Me gustaría ir.",
        ),
    ),
    rule(
        "preference.hate",
        on="odio detesto",
        pattern=r"{yo}(?:odio|detesto){adv} (?P<what>{thing}){stop}",
        examples=(("Odio el cilantro.", "The user hates cilantro."),),
        counter=("No odio el cilantro.", "Odio eso.", "El odio es malo.", "¿Odio el cilantro?"),
    ),
    rule(
        "correction.allergic",
        on="alérgico alergico alérgica alergica alergia",
        pattern=rf"{{yo}}ya no (?:soy al[eé]rgic[oa]|tengo alergia) {ANIMALS_TO}"
        rf"(?P<what>{{thing}}){{stop}}",
        examples=(("Ya no soy alérgica a los gatos.", "The user is no longer allergic to gatos."),),
        counter=("No soy alérgica a los gatos.", "¿Ya no soy alérgica a los gatos?"),
    ),
    rule(
        "health.allergic",
        on="alérgico alergico alérgica alergica alergia",
        pattern=rf"{{yo}}(?<!no )(?:soy{{adv}}(?: muy)? al[eé]rgic[oa]|tengo{{adv}}(?: una"
        rf"| mucha)? alergia) {ANIMALS_TO}"
        r"(?P<what>(?!(?:los |las? |el )?(?:lunes\b|trabajo\b|gente\b"
        r"|madrugar|tont|idiot|est[uú]pid)){thing}){stop}",
        examples=(
            ("Soy alérgico a los cacahuetes.", "The user is allergic to cacahuetes."),
            ("tengo alergia al polen y soy asmatico", "The user is allergic to polen."),
        ),
        counter=(
            "No soy alérgico a los gatos.",
            "¿Soy alérgico al polen?",
            "Mi hijo es alérgico al polen.",
            "Soy alérgico a los lunes jajaja",
        ),
    ),
    rule(
        "health.cannot_eat",
        on="puedo",
        pattern=r"{start}(?:yo )?no puedo (?:comer|tomar|beber) (?P<what>(?!(?:m[aá]s|nada|ahora"
        r"|hoy"
        r"|mucho|tanto|bien|algo|eso|esto|aqu[ií]|sin|con|antes|despu[eé]s|si|sol[oa]|en|por|fuera"
        r"|todo|tod[oa]s|una?|decisiones|el|la|fotos|notas|ni|porque|hasta|como|cuando)\b)"
        r"[^\W\d]+(?: (?:y|o|ni|de) [^\W\d]+)?){end}",
        examples=(("No puedo comer lácteos.", "The user can't have lácteos."),),
        counter=("No puedo comer ahora.", "No puedo comer más.", "Si no puedo comer gluten"),
    ),
    rule(
        "health.intolerant",
        on="intolerante",
        pattern=r"{yo}(?<!no )soy{adv} intolerante (?:a la|al) (?P<food>lactosa|gluten"
        r"|fructosa){end}",
        examples=(("Soy intolerante a la lactosa.", "The user is lactose intolerant."),),
        counter=("No soy intolerante a la lactosa.", "Soy intolerante al ruido."),
    ),
    rule(
        "correction.is",
        on="vegetariano vegetariana vegano vegana embarazada",
        pattern=r"{yo}ya no (?:soy|estoy) (?P<diet>vegetarian[oa]|vegan[oa]|pescetarian[oa]"
        r"|embarazada){end}",
        examples=(("Ya no soy vegetariana.", "The user is no longer vegetarian."),),
        counter=("No soy vegetariana.", "¿Ya no soy vegana?"),
    ),
    rule(
        "health.diet",
        on="vegetariano vegetariana vegano vegana pescetariano pescetariana diabético diabética "
        "diabetico diabetica celíaco celíaca celiaco celiaca embarazada",
        pattern=r"{yo}(?<!no )(?:soy|estoy){adv} (?P<diet>vegetarian[oa]|vegan[oa]|pescetarian[oa]"
        r"|diab[eé]tic[oa]|cel[ií]ac[oa]|embarazada)(?: (?:desde|de) [^,;.!?]{2,30}?)?{end}",
        examples=(
            ("Soy vegetariana.", "The user is vegetarian."),
            ("soy celiaco, ojo", "The user is coeliac."),
        ),
        counter=("No soy vegana.", "¿Soy vegano?", "Mi mujer es vegetariana."),
    ),
    rule(
        "health.eats_again",
        on="vuelvo vuelto nuevo volví volvi",
        pattern=r"{yo}(?:(?:he vuelto|vuelvo|volv[ií]) a comer (?P<food>carne|pescado|huevos"
        r"|l[aá]cteos|gluten)|como (?P<food2>carne|pescado|huevos|l[aá]cteos"
        r"|gluten) de nuevo){end}",
        examples=(("He vuelto a comer carne.", "The user eats meat again."),),
        counter=(
            "No he vuelto a comer carne.",
            "Quiero volver a comer carne.",
            "¿Vuelvo a comer carne?",
        ),
    ),
    rule(
        "health.condition",
        on="asma diabetes tdah migraña migrañas hipertensión hipertension epilepsia depresión "
        "depresion artritis eccema dermatitis",
        pattern=r"{yo}(?<!no )(?:tengo|padezco(?: de)?|sufro(?: de)?){adv} (?P<illness>asma"
        r"|diabetes(?: tipo [12])?|tdah|migrañas?|hipertensi[oó]n|epilepsia|depresi[oó]n|artritis"
        r"|eccema|dermatitis at[oó]pica){end}",
        examples=(("Tengo asma.", "The user has asthma."),),
        counter=("No tengo asma.", "¿Tengo asma?", "Mi hijo tiene asma."),
    ),
    rule(
        "procedure.always",
        on="siempre",
        pattern=r"^(?:por favor,? )?(?:resp[oó]nd[ea](?:me)?|cont[eé]st[ae](?:me)?"
        r"|escr[ií]b[ea](?:me)?|h[aá]bl[ae](?:me)?),? (?:por favor,? )?siempre(?: solo)? "
        r"(?P<manner>{thing}){end}|^siempre (?:resp[oó]nd[ea](?:me)?"
        r"|cont[eé]st[ae](?:me)?) (?P<manner2>{thing}){end}",
        examples=(
            (
                "Respóndeme siempre en español, por favor.",
                "The user asks: always answer in Spanish.",
            ),
        ),
        counter=("Responde en español.", "¿Respondes siempre en español?"),
    ),
    rule(
        "procedure.from_now_on",
        on="adelante ahora",
        pattern=r"^(?:por favor,? )?(?:(?:a partir de ahora|de ahora en adelante"
        r"|desde ahora),? (?:por favor,? )?(?:resp[oó]nd[ea](?:me)?|cont[eé]st[ae](?:me)?"
        r"|h[aá]bl[ae](?:me)?|escr[ií]b[ea](?:me)?) (?P<manner>{thing})|(?:resp[oó]nd[ea](?:me)?"
        r"|cont[eé]st[ae](?:me)?|h[aá]bl[ae](?:me)?) (?P<manner2>{thing}) (?:a partir de ahora"
        r"|de ahora en adelante)){end}",
        examples=(
            (
                "A partir de ahora respóndeme en español.",
                "The user asks, from now on: answer in Spanish.",
            ),
        ),
        counter=("A partir de ahora vivo en Lima.", "¿A partir de ahora respondes en español?"),
    ),
    rule(
        "procedure.order",
        on="siempre nunca",
        pattern=r"^(?:por favor,? )?(?P<order>(?:(?:usa|utiliza|dame|incluye|añade|tut[eé]ame"
        r"|expl[ií]came|mu[eé]strame) siempre|nunca (?:uses|utilices|incluyas"
        r"|me trates)) [^;.!?]{3,120})",
        examples=(
            ("Usa siempre unidades métricas.", "The user asks: Usa siempre unidades métricas."),
        ),
        counter=("Usa unidades métricas.", "¿Usas siempre metros?"),
    ),
    rule(
        "explicit.remember",
        on="recuerda olvides acuérdate acuerdate nota apunta anota recuerde",
        pattern=r"^(?:[^\W\d][\w' ]{0,20}[,!] )?(?:por favor,? |y )*(?:recuerd[ae](?: por favor)?"
        r"|no (?:te )?olvides(?: de)?|acu[eé]rdate(?: de)?|ten en cuenta|toma nota de|apunta"
        r"|anota)(?: que|:) (?P<clause>{rest})",
        examples=(
            (
                "Recuerda que el código de la puerta es 4711.",
                "The user asks to remember: el código de la puerta es 4711.",
            ),
        ),
        counter=(
            "¿Recuerdas que el código es 4711?",
            "Recuerdo que llovía.",
            "Recuerda que vivo en Lima.",
        ),
    ),
)
