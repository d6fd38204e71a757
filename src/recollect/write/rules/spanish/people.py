"""Spanish: who somebody is, where they live, and with whom."""

from ..frames import rule

_KIN = (
    r"mujer|esposa|marido|esposo|pareja|compañer[oa](?: de trabajo)?|novi[oa]|prometid[oa]|madre"
    r"|mam[aá]|padre|pap[aá]|herman[oa](?: mayor| menor| pequeñ[oa])?|hij[oa](?: mayor| menor"
    r"| pequeñ[oa])?|abuel[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|mejor amig[oa]|amig[oa]|jef[ea]"
    r"|colega"
)
_EX = r"ex[- ]?(?:mujer|esposa|marido|esposo|novi[oa])"
_PET = r"perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|cachorro|conej[oa]|h[aá]mster|loro|caballo"

RULES = (
    rule(
        "identity.name",
        on="llamo nombre",
        pattern=r"(?:{yo}me llamo|{mi}nombre(?: completo)? es) (?P<name>{Name}){end}",
        examples=(
            ("Hola, me llamo Ana García.", "The user's name is Ana García."),
            ("mi nombre es josé y soy de lugo", "The user's name is josé."),
        ),
        counter=(
            "No me llamo Ana.",
            "¿Me llamo Ana?",
            "Mi nombre es difícil.",
            "Dice que me llamo Ana.",
        ),
    ),
    rule(
        "identity.introduced",
        on="soy",
        pattern=r"^(?:(?:hola|buenas|buenos d[ií]as|buenas tardes)[,!]? )?(?:yo )?soy "
        r"(?P<given>{Given}){end}",
        examples=(("Hola, soy Dana y busco ayuda.", "The user's name is Dana."),),
        counter=("Soy Batman.", "Soy clara.", "¿Soy Dana?", "No soy Dana."),
    ),
    rule(
        "identity.called",
        on="llámame llamame dime",
        pattern=r"^(?:(?:hola|pero|por favor|y|mejor|puedes)[,!]? )*(?:ll[aá]mame"
        r"|dime) (?P<name>(?!Si\b|Qu|C[oó]mo){Big}){end}",
        examples=(("Por favor, llámame Pepe.", "The user goes by Pepe."),),
        counter=("Llámame mañana.", "Dime la hora."),
    ),
    rule(
        "identity.age",
        on="años anos cumplí cumpli",
        pattern=r"{yo}(?:tengo|cumpl[ií]|acabo de cumplir){adv} (?P<age>\d{1,3}) a[nñ]os(?! (?:de"
        r"|con|trabaj|en|viv|para|menos|m[aá]s)\b)(?! \w+ando\b)"
        r"|{start}(?:ayer |hoy |yo )?cumpl[ií] (?P<age2>\d{1,3})(?: a[nñ]os)?(?: ayer| hoy)?{end}",
        examples=(("Tengo 34 años.", "The user is 34 years old."),),
        counter=(
            "Tengo 5 años de experiencia.",
            "¿Tengo 34 años?",
            "No tengo 34 años.",
            "Cuando tenía 20 años",
        ),
    ),
    rule(
        "identity.birthday",
        on="cumpleaños cumpleanos nací naci",
        pattern=r"(?:{mi}cumplea[nñ]os es|{yo}nac[ií]) el {day} de (?P<month>[a-z]+)(?: del? "
        r"\d{4})?(?: en [^,;.]{2,40})?{end}",
        examples=(("Mi cumpleaños es el 5 de mayo.", "The user's birthday is May 5."),),
        counter=("Mi cumpleaños es pronto.", "¿Cuándo es mi cumpleaños?"),
    ),
    rule(
        "identity.from",
        on="soy",
        pattern=r"{yo}soy{adv}(?: originalmente| originari[oa])? de (?P<place>(?-i:"
        r"(?=[A-ZÁÉÍÓÚÑ])){Place}){end}",
        examples=(("Soy de Sevilla.", "The user is from Sevilla."),),
        counter=("No soy de Sevilla.", "Soy de letras.", "¿Soy de Sevilla?"),
    ),
    rule(
        "identity.speaks",
        on="hablo",
        pattern=r"{yo}hablo{adv}(?: con fluidez)? (?P<tongue>{tongues}){end}",
        examples=(("Hablo español y francés.", "The user speaks Spanish and French."),),
        counter=("No hablo francés.", "Hablo mucho.", "¿Hablo francés?"),
    ),
    rule(
        "identity.contact",
        on="horaria horario correo email mail teléfono telefono móvil movil celular número numero",
        pattern=r"{mi}(?:nuev[oa] )?(?P<contact>[a-zA-Zá-úñ-]+(?: (?:horari[oa]|electr[oó]nico"
        r"|de (?:tel[eé]fono|m[oó]vil)))?) (?:es|ahora es) (?:la "
        r"|el )?(?P<exact>[^,;!? ]+(?: ?\d[\d /-]*)?)(?=[.,;!]?(?:\s|$))",
        examples=(
            ("Mi zona horaria es CET.", "The user's timezone: CET."),
            ("mi correo es dana@example.com", "The user's email: dana@example.com."),
        ),
        counter=("Mi número es secreto.", "Mi correo es nuevo."),
    ),
    rule(
        "correction.lives",
        on="vivo vivimos",
        pattern=r"{yo}(?:ya no viv(?:o|imos)|no viv(?:o|imos) ya|no viv(?:o"
        r"|imos) m[aá]s) en (?P<place>{Place})(?: desde [^,;.]{2,30}?)?{end}",
        examples=(("Ya no vivo en Madrid.", "The user no longer lives in Madrid."),),
        counter=("¿Ya no vivo en Madrid?", "No vivo en Madrid.", "Ya no quiero vivir en Madrid."),
    ),
    rule(
        "home.lives_in",
        on="vivo vivimos resido",
        pattern=r"{yo}(?<!en )(?:vivo|vivimos|resido|residimos){adv}(?: (?:con [^,;.!?]{2,30}?"
        r"|sol[oa]s?|juntos))? en "
        r"(?P<place>{Place}){with}{end}",
        examples=(
            ("Vivo en Madrid.", "The user lives in Madrid."),
            ("ahora vivo en malaga con mi novia", "The user lives in malaga."),
            ("Vivo en Lima, ¿qué restaurante me recomiendas?", "The user lives in Lima."),
            ("Recuerda que vivo en San Sebastián", "The user lives in San Sebastián."),
        ),
        counter=(
            "No vivo en Madrid.",
            "Si vivo en Madrid, pago más.",
            "Vivo en un piso.",
            "Mi hermana vive en Madrid.",
            "Un concierto en vivo en Madrid.",
            "Quisiera vivir en Madrid.",
            "Traduce: Vivo en Madrid",
        ),
    ),
    rule(
        "home.moved_to",
        on="mudé mude mudado mudamos mudar mudarme mudarnos trasladé traslade",
        pattern=r"{yo}(?:me (?:mud[eé]|he mudado|acabo de mudar|traslad[eé])|aca(?:bo"
        r"|bamos) de mudar(?:me|nos)|nos hemos mudado|nos mudamos(?!.* en {month}\b)){adv}"
        r"(?: de {Place})? a (?P<place>{Place}){no tool}(?!.* y (?:luego )?a "
        r"|.* con \d+ a[nñ]os){wann}{with}{end}",
        examples=(
            ("Me mudé a Valencia.", "The user moved to Valencia."),
            ("me mude a Lima el mes pasado", "The user moved to Lima last month (2026-02)."),
            ("Nos hemos mudado de Cádiz a Vigo.", "The user moved to Vigo."),
        ),
        counter=(
            "Si me mudé a Valencia fue por amor.",
            "No me mudé a Valencia.",
            "Me mudé a una casa.",
            "Nos mudamos a Lima en junio.",
            "Me mudé a Lima en 2019 y a Cusco en 2022.",
            "Me mudé a Lima con 12 años.",
            "Nos mudamos a Airtable.",
            "Me mudé a Joplin para mis notas.",
            "¿Me mudé a Lima?",
        ),
    ),
    rule(
        "family.name_is",
        on="llama",
        pattern=rf"{{mi}}(?P<relative>{_KIN}|{_PET}) se llama (?P<name>{{Name}}){{end}}",
        examples=(
            ("Mi mujer se llama Lucía.", "The user's wife is called Lucía."),
            ("mi perro se llama toby y tiene 3 años", "The user's dog is called toby."),
        ),
        counter=(
            "¿Cómo se llama mi mujer?",
            "Mi mujer no se llama Lucía.",
            "Su mujer se llama Lucía.",
        ),
    ),
    rule(
        "family.pet_died",
        on="murió murio muerto falleció fallecio fallecido",
        pattern=rf"{{mi}}(?P<relative>{_PET}),? (?P<name>{{Big}}),? (?:se )?(?:muri[oó]|ha muerto"
        r"|falleci[oó]|ha fallecido){wann}{end}",
        examples=(("Mi perro Rex murió ayer.", "The user's dog Rex died yesterday (2026-03-08)."),),
        counter=("Si mi perro Rex ha muerto", "Mi perro Rex casi murió."),
    ),
    rule(
        "family.named",
        on="mujer esposa marido esposo pareja novia novio hermana hermano hijo hija madre padre "
        "perro perra gato gata amigo amiga jefe jefa exmujer exmarido exnovia exnovio exesposa "
        "exesposo",
        pattern=rf"{{mi}}(?P<relative>{_EX}|{_KIN}|{_PET}),? (?:(?P<name>(?-i:[A-ZÁÉÍÓÚÑ]"
        r"[a-záéíóúñü]+))|(?P<given>{Given}))(?!\w|-)",
        examples=(
            ("Fui al cine con mi hermana Marta.", "Marta is the user's sister."),
            ("Mi marido, Luis, cocina bien.", "Luis is the user's husband."),
        ),
        counter=("Si mi hermana Marta viene", "mi hermana en Madrid", "tu hermana Marta"),
    ),
    rule(
        "family.pet_named",
        on="llama llamado llamada",
        pattern=rf"{{yo}}(?:tengo|tenemos){{adv}} un(?:a)? (?P<relative>{_PET}|hij[oa]"
        r"|herman[oa])(?: [a-zñáéíóú]+)?,? (?:que se llama"
        rf"|llamad[oa]) (?P<name>{{Name}}){{end}}",
        examples=(("Tengo un perro que se llama Toby.", "The user has a dog named Toby."),),
        counter=(
            "No tengo un perro que se llama Toby.",
            "Quiero un perro llamado Toby.",
            "¿Tengo un perro llamado Toby?",
        ),
    ),
    rule(
        "family.count",
        on="hijos hijas niños ninos hermanos hermanas nietos perros gatos",
        pattern=r"{yo}(?:tengo|tenemos){adv} (?P<number>dos|tres|cuatro|cinco|seis"
        r"|[2-6]) (?P<kin>hij[oa]s|niños|herman[oa]s|nietos|perros|gatos){end}",
        examples=(("Tengo dos hijos.", "The user has two children."),),
        counter=("No tengo dos hijos.", "¿Tengo dos hijos?", "Vi dos perros."),
    ),
    rule(
        "correction.status",
        on="casado casada soltero soltera prometido prometida",
        pattern=r"{yo}ya no estoy (?P<status>casad[oa]|solter[oa]|prometid[oa]"
        r"|comprometid[oa]){end}",
        examples=(("Ya no estoy casada.", "The user is no longer married."),),
        counter=("No estoy casada.", "¿Ya no estoy casada?"),
    ),
    rule(
        "family.status",
        on="casado casada casados divorciado divorciada soltero soltera prometido prometida "
        "comprometido comprometida viudo viuda",
        pattern=r"{yo}(?:estoy|estamos|soy){adv}(?: felizmente| reci[eé]n| otra vez"
        r"| de nuevo)? (?P<status>casad[oa]s?"
        r"|divorciad[oa]s?|solter[oa]|prometid[oa]|comprometid[oa]"
        r"|viud[oa])(?: con (?!mi )[^,;.!?]{2,40}?)?{end}",
        examples=(("Estoy casado y tengo dos hijos.", "The user is married."),),
        counter=("No estoy casado.", "Mi hermana está casada."),
    ),
)
