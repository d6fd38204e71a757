"""Spanish: what terms are called in a note."""

from ..talk import listed

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
_MONTHS = listed(
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
)
_DAYS = listed(
    """
    Monday: lunes
    Tuesday: martes
    Wednesday: miércoles
    Thursday: jueves
    Friday: viernes
    Saturday: sábado
    Sunday: domingo
    """
)
TONGUES = listed(
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
    Turkish: turco
    Dutch: neerlandés | holandés
    Polish: polaco
    Korean: coreano
    Romanian: rumano
    Ukrainian: ucraniano
    """
)
SOME = ("un poco de", "algo de")
"""What says that a language is spoken a little."""

TERMS = {
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
    "month": _MONTHS,
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
    | {f"en {year}": f"in {year}" for year in range(1950, 2051)}
    | {f"en {month}": f"in {name}" for month, name in _MONTHS.items()}
    | {f"el {day} pasado": f"last {name}" for day, name in _DAYS.items()},
    "tongue": TONGUES
    | {f"{some} {tongue}": f"some {name}" for tongue, name in TONGUES.items() for some in SOME},
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
}
"""Group → words → what they are called."""
PHRASES = listed(
    """
    dark mode: modo oscuro | tema oscuro
    light mode: modo claro | tema claro
    short answers: respuestas cortas | respuestas breves
    long answers: respuestas largas
    detailed answers: respuestas detalladas
    """
)
"""Objects that are known by an English name."""
