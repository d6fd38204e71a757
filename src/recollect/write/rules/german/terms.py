"""German: what terms are called in a note."""

from ..talk import listed

_RELATIVES = listed(
    """
    ex-wife: ex-frau | exfrau | ex frau
    ex-husband: ex-mann | exmann | ex mann
    ex-girlfriend: ex-freundin | exfreundin
    ex-boyfriend: ex-freund | exfreund
    wife: frau | ehefrau
    husband: mann | ehemann
    partner: partner | partnerin | lebensgefährte | lebensgefährtin
    girlfriend: freundin
    boyfriend: freund
    fiancé: verlobter
    fiancée: verlobte
    mother: mutter | mama | mutti
    father: vater | papa | vati
    sister: schwester | große schwester | kleine schwester
    brother: bruder | großer bruder | kleiner bruder
    son: sohn
    daughter: tochter
    grandmother: oma | großmutter
    grandfather: opa | großvater
    aunt: tante
    uncle: onkel
    cousin: cousin | cousine
    niece: nichte
    nephew: neffe
    boss: chef | chefin | vorgesetzter | vorgesetzte
    best friend: bester freund | beste freundin
    colleague: kollege | kollegin
    dog: hund | hündin
    cat: katze | kater
    puppy: welpe
    rabbit: kaninchen | hase
    hamster: hamster
    parrot: papagei
    horse: pferd
    """
)
_THINGS = listed(
    """
    car: auto | wagen
    house: haus
    flat: wohnung
    bike: fahrrad | rad
    motorbike: motorrad
    boat: boot
    piano: klavier
    """
)
_MONTHS = listed(
    """
    January: januar | jänner | 1
    February: februar | 2
    March: märz | 3
    April: april | 4
    May: mai | 5
    June: juni | 6
    July: juli | 7
    August: august | 8
    September: september | 9
    October: oktober | 10
    November: november | 11
    December: dezember | 12
    """
)
_DAYS = listed(
    """
    Monday: montag
    Tuesday: dienstag
    Wednesday: mittwoch
    Thursday: donnerstag
    Friday: freitag
    Saturday: samstag
    Sunday: sonntag
    """
)
TONGUES = listed(
    """
    German: deutsch
    English: englisch
    Spanish: spanisch
    French: französisch
    Italian: italienisch
    Portuguese: portugiesisch
    Dutch: niederländisch | holländisch
    Polish: polnisch
    Russian: russisch
    Turkish: türkisch
    Arabic: arabisch
    Chinese: chinesisch
    Japanese: japanisch
    Ukrainian: ukrainisch
    Korean: koreanisch
    Romanian: rumänisch
    Greek: griechisch
    Croatian: kroatisch
    Swedish: schwedisch
    Danish: dänisch
    """
)
SOME = ("etwas", "ein bisschen", "ein wenig", "bisschen")
"""What says that a language is spoken a little."""

TERMS = {
    "relative": _RELATIVES,
    "kin": listed(
        """
        children: kinder
        sons: söhne
        daughters: töchter
        brothers: brüder
        sisters: schwestern
        siblings: geschwister
        grandchildren: enkel | enkelkinder
        dogs: hunde
        cats: katzen
        """
    ),
    "number": listed(
        """
        two: zwei | 2
        three: drei | 3
        four: vier | 4
        five: fünf | 5
        six: sechs | 6
        """
    ),
    "month": _MONTHS,
    "when": listed(
        """
        last month: letzten monat | vor einem monat
        last week: letzte woche | vor einer woche
        last year: letztes jahr | vor einem jahr
        yesterday: gestern
        today: heute
        this week: diese woche
        this month: diesen monat
        this year: dieses jahr
        two weeks ago: vor zwei wochen
        three weeks ago: vor drei wochen
        two months ago: vor zwei monaten
        three months ago: vor drei monaten
        two years ago: vor zwei jahren
        three years ago: vor drei jahren
        recently: kürzlich | neulich | vor kurzem
        """
    )
    | {f"{lead}{year}": f"in {year}" for year in range(1950, 2051) for lead in ("", "im jahr ")}
    | {f"im {month}": f"in {name}" for month, name in _MONTHS.items()}
    | {f"letzten {day}": f"last {name}" for day, name in _DAYS.items()},
    "tongue": TONGUES
    | {f"{some} {tongue}": f"some {name}" for tongue, name in TONGUES.items() for some in SOME},
    "manner": listed(
        """
        in German: auf deutsch | in deutsch | deutsch
        in English: auf englisch | in englisch
        in Spanish: auf spanisch
        in French: auf französisch
        in Italian: auf italienisch
        briefly: kurz | knapp | kurz und knapp | kurz und bündig | möglichst kurz
        briefly: so kurz wie möglich
        in detail: ausführlich | detailliert
        in bullet points: in stichpunkten | stichpunktartig | als liste
        """
    ),
    "contact": listed(
        """
        timezone: zeitzone
        email: e-mail | email | mail | e-mail-adresse | mailadresse | emailadresse
        email: mail-adresse
        phone: telefonnummer | handynummer | telefon | handy | nummer
        """
    ),
    "favourite": listed(
        """
        colour: farbe
        film: film
        book: buch
        food: essen
        dish: gericht
        drink: getränk
        music: musik
        band: band
        song: lied | song
        sport: sport | sportart
        team: mannschaft | verein | team
        animal: tier
        city: stadt
        country: land
        series: serie
        game: spiel
        restaurant: restaurant
        author: autor | autorin | schriftsteller
        season: jahreszeit
        subject: fach
        """
    ),
    "diet": listed(
        """
        vegetarian: vegetarier | vegetarierin | vegetarisch
        vegan: vegan | veganer | veganerin
        pescatarian: pescetarier | pescetarierin | pescetarisch | pescatarier
        diabetic: diabetiker | diabetikerin
        pregnant: schwanger
        gluten-free: glutenfrei
        """
    ),
    "food": listed(
        """
        meat: fleisch
        fish: fisch
        dairy: milchprodukte
        eggs: eier
        gluten: gluten | glutenhaltiges
        lactose: laktose | lactose
        fructose: fruktose | fructose
        """
    ),
    "illness": listed(
        """
        asthma: asthma
        diabetes: diabetes
        type 1 diabetes: diabetes typ 1 | typ-1-diabetes
        type 2 diabetes: diabetes typ 2 | typ-2-diabetes
        ADHD: adhs
        migraines: migräne
        high blood pressure: bluthochdruck
        celiac disease: zöliakie
        epilepsy: epilepsie
        depression: depressionen
        arthritis: arthritis | rheuma
        eczema: neurodermitis
        """
    ),
    "thing": _THINGS,
    "owned": _THINGS | _RELATIVES,
    "employment": listed(
        """
        self-employed: selbstständig | selbständig | freiberuflich | freiberuflich tätig
        self-employed: für mich selbst
        unemployed: arbeitslos | arbeitssuchend | ohne job
        retired: in rente | in pension | im ruhestand | pensioniert
        """
    ),
    "status": listed(
        """
        married: verheiratet
        divorced: geschieden
        single: single | ledig
        engaged: verlobt
        widowed: verwitwet
        """
    ),
}
"""Group → words → what they are called."""
PHRASES = listed(
    """
    dark mode: dunklen modus | dunkler modus | dunkelmodus | darkmode
    light mode: hellen modus | heller modus | lightmode
    short answers: kurze antworten | knappe antworten
    long answers: lange antworten
    detailed answers: ausführliche antworten | detaillierte antworten
    """
)
"""Objects that are known by an English name."""
