"""German words: who speaks, what is no statement, and what terms are called in a note."""

from ..pieces import BIG_NAME, DAY, FIRM, NAME, PLACE, START
from ..talk import Words, listed

_SINCE = (
    r"seit (?:kurzem|langem|neuestem|gestern|heute|(?:\w+ ){0,2}(?:jahr|jahren|monat|monaten|woche"
    r"|wochen|tagen)|(?:ende |anfang |mitte )?(?:\w+ )?\d{4}|januar|februar|m(?:ä|ae)rz|april|mai"
    r"|juni|juli|august|september|oktober|november|dezember)"
)
_NOW = (
    r"jetzt|nun|derzeit|aktuell|momentan|zurzeit|zur zeit|gerade|mittlerweile|inzwischen|nunmehr"
    rf"|neuerdings|{_SINCE}"
)
_ADV = (
    rf"(?>(?: (?:{_NOW}|(?:ü|ue)brigens|auch|noch|immer noch|schon|eigentlich|ja|halt"
    r"|n(?:ä|ae)mlich|wirklich|echt|pers(?:ö|oe)nlich|hier|nat(?:ü|ue)rlich|beruflich|hauptberuflich"
    r"|total|sehr|absolut|leider|aber|stark|extrem|ziemlich|streng|strikt)\b)*)"
)
_FIRST = (
    r"(?:kein\w*|ich|wir|wohne|lebe|arbeite|bin|habe|hab|mag|liebe|hasse|suche|brauche|m(?:ö"
    r"|oe)chte|will"
    r"|kann|nicht|mein\w*|da|das|es|er|sie|hei(?:ß|ss)e|esse|trinke|spreche|komme|studiere|bitte"
    r"|was|wie|jetzt|frage|w(?:ü|ue)rde|interessiere|zwar|gehe|fahre|spiele|hätte|haette)"
)
_IF = r"(?:wenn|falls|sofern|sobald|solange|bis|oder nicht)"
_UND = r"(?:und|aber|sowie|oder|weil|denn|doch|also|deshalb|daher|sondern|u\.)"
_GOES_ON = r"(?<=, )(?=(?:wohne|lebe|arbeite|bin|habe|hei(?:ß|ss)e|mag|esse|trinke) )"

PIECES = {
    "ich": rf"(?:{START}ich |(?<=\bund )(?=\w)|{_GOES_ON})",
    "(ich)": rf"(?:{START}ich |(?<=\bund )(?=\w)|{_GOES_ON}|^)",
    "dass": rf"(?:(?<=dass )|(?<=daß )|(?<=weil )|(?<=das )|(?<=\bda ))ich{_ADV} ",
    "dann": rf"{START}(?:{_NOW}|(?:ü|ue)brigens|außerdem|ausserdem|beruflich|privat|eigentlich"
    r"|nat(?:ü|ue)rlich|leider|seitdem) ",
    "wir": rf"{START}(?:wir|mein\w* [^,;.!?]{{2,30}}? und ich) ",
    "in": r"in(?: der(?= (?:schweiz|t(?:ü|ue)rkei|ukraine|slowakei|mongolei)\b)| den(?= (?:usa"
    r"|niederlanden|vereinigten|emiraten)\b))?",
    "mein": rf"{START}(?:mein|unser)",
    "start": START,
    "adv": _ADV,
    "wann": r"(?:(?P<when>letzten monat|letzte woche|letztes jahr|gestern|heute|diese woche"
    r"|diesen monat|dieses jahr|vor (?:kurzem|einem monat|einer woche|einem jahr|(?:zwei"
    r"|drei) (?:wochen|monaten|jahren))|k(?:ü|ue)rzlich|neulich|(?:im jahr(?:e)? )?\d{4}) )?",
    "end": rf"(?=\s*(?:$|[^\w\s,'’-]|,(?!\s*{_IF}\b)|-\s)|\s+{_UND}\b)",
    "stop": rf"(?=\s*(?:$|[^\w\s,'’-]|,(?!\s*(?:{_IF}|de[nrm]|das|die|welch\w*|wo)\b)|-\s)"
    rf"|\s+(?:aber|weil|denn|deshalb|daher"
    r"|also)\b"
    rf"|\s+(?:und|oder|sowie) {_FIRST}\b)",
    "with": r"(?: (?:mit|bei|seit|in|im|nahe|neben|zusammen|an|am|als|auf|jetzt|(?:ü|ue)brigens"
    r"|inzwischen|nun|und zwar) [^,;.!?]{2,60}?)?",
    "Place": r"(?!(?:ein\w*|der|dem|den|die|mein\w*|unser\w*|sein\w*|ihr\w*|dein\w*|miete"
    r"|untermiete|wg|angst|frieden|scheidung|trennung|armut|harmonie|s(?:ü|ue)nde|sorge|beziehung"
    r"|partnerschaft|ruhe|freiheit|stress|not|wohlstand|luxus|gefahr|isolation|eigentum|so"
    r"|solch\w*"
    rf"|vielen|mehreren|zwei|\d+)\b){PLACE}",
    "Name": r"(?!(?:programm|hase|nicht|noch|ja|dich|sie|euch|es|das|egal|der|die|geheim|kein\w*"
    r"|dir|ihnen|also"
    rf"|zwar|so|hier|eigentlich|auch|wie|was|unwichtig|falsch|schwer|zu|ziemlich|sehr)\b){NAME}",
    "Big": BIG_NAME,
    "Given": r"[^\W\d_]{2,}",
    "Firm": r"(?!(?:mir|dir|uns|ihnen|euch|ihm|ihr|dem|der|den|ein\w*|mein\w*|weitem|bedarf|nacht"
    r"|regen|tag|gutem|hitze|k(?:ä|ae)lte|uns|licht|kerzenlicht|musik|all\w*|jed\w*|wind"
    r"|schlechtem|jedem|kunden"
    rf"|tageslicht|vielen)\b){FIRM}",
    "thing": r"(?![^,;.]*\b(?:nicht|kein\w*|nie|niemals|kaum|weder)\b)[^,;.!?:()]{2,60}?",
    "rest": r"[^;.!?]{3,200}",
    "day": DAY,
}

_TASKS = """
übersetze uebersetze übersetz uebersetz übersetzen uebersetzen übersetzt übersetzung uebersetzung
korrigiere korrigier korrigieren korrekturlesen lektoriere formuliere formulier umformulieren
umschreiben paraphrasiere zusammenfassen zusammenfassung rechtschreibung rechtschreibfehler
grammatik grammatikfehler
"""
_KIN = """
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
_RELATIVES = listed(_KIN)
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

WORDS = Words(
    tasks=_TASKS,
    marks="ich habe hab mein meine meinen meinem meiner unser unsere wir",
    drafts=r"fasse? (?:den|das|die|diesen|folgend\w*)|verbessere? (?:den|das|die|diesen|folgend\w*"
    r"|meinen?|bitte)|du bist (?:jetzt |nun |ab jetzt |ab sofort )?(?:ein|der|die|das)\w* |tu(?:e"
    r"|n wir)? so,? als|spiel(?:e|en wir)?\b.{0,20}(?:rolle|rollenspiel)|rollenspiel|stell(?:e"
    r"|en)? (?:dir|sie sich) vor|schreib(?:e|en sie|st du)?\b(?: (?:mir|uns|bitte|doch"
    r"|mal))* (?:ein|den|die|das|\d+)\w*\b|(?:verfass|entwirf|erstell|generier"
    r"|dichte)\w*\b(?: (?:mir|uns|bitte|mal))* (?:ein|den|die|das|\d+)\w*\b|(?:folgende[rnms]?"
    r"|diese[rnms]?) (?:text|satz|brief|mail|e-mail|absatz|dialog|sätze|saetze)|anschreiben"
    r"|bewerbungsschreiben|motivationsschreiben|es war einmal|kurzgeschichte|liedtext"
    r"|was (?:bedeutet|hei(?:ß|ss)t)\b|wie sagt man|auf (?:englisch|spanisch|französisch)[:?]"
    r"|beispiels(?:atz|ätze|aetze|text)|dialog:|(?:ab)?satz \d* ?:|musterbrief|ich-perspektive"
    r"|ich-form|sehr geehrte|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste"
    r"|herzliche) gr(?:ü|ue)(?:ß|ss)e\b|hochachtungsvoll|liebe[rs]? (?:frau|herr|team)\b|(?:text"
    r"|satz|mail|brief|zitat) ?:",
    supposes=r"(?:und |aber |also )?(?:wenn|falls|angenommen|sofern|nehmen wir an|gesetzt den fall"
    r"|was w(?:ä|ae)re|h(?:ä|ae)tte ich|w(?:ä|ae)re ich|k(?:ö|oe)nnte ich|ob |stell|tu so"
    r"|hypothetisch|theoretisch|als ob|als h(?:ä|ae)tte|zum beispiel|z\.? ?b\.|etwa so"
    r"|nur ein scherz|scherz|frage:|antwort:|vielleicht|eventuell|irgendwann|morgen|bald|n(?:ä"
    r"|ae)chste|ab n(?:ä|ae)chste|demn(?:ä|ae)chst|k(?:ü|ue)nftig wohne|fr(?:ü|ue)her|damals"
    r"|als ich|nicht dass|sagen wir)",
    formerly=r"fr(?:ü|ue)her|damals|bisher|vorher",
    now=_NOW,
    asks=r"(?:und |aber |also )?(?:was|wie|wo|woher|wohin|wann|wer|wen|wem|warum|wieso|weshalb"
    r"|welche\w*|ob\b|kann|k(?:ö|oe)nn\w+|kannst|gibt|gib|hast|haben|habt|ist|sind|soll\w*|darf"
    r"|d(?:ü|ue)rf\w*|kennst|kennen|wei(?:ß|ss)t|wissen|magst|m(?:ö|oe)chtest|w(?:ü|ue)rdest"
    r"|hilfst|empfiehlst|hättest|haettest|irgendwelche|bitte|kennt|muss|und (?:du|sie|ihr|dir)"
    r"|\w+st du|\w+en sie)\b",
    doubts=r"wenn|falls|ob|sofern|angenommen|vielleicht|eventuell|m(?:ö|oe)glicherweise|w(?:ä"
    r"|ae)re|w(?:ü|ue)rde|h(?:ä|ae)tte|k(?:ö|oe)nnte|sollte|sagt|sagte|sagst|sagen|gesagt|meint"
    r"|meinte|behauptet|behauptete|glaubt|glaubte|glaubst|glauben|ich (?:glaube?|denke|vermute"
    r"|sch(?:ä|ae)tze)\b|meinen|behaupten|denken|denkt"
    r"|dachte|denkst|schrieb|schreibt|erz(?:ä|ae)hlt|erz(?:ä|ae)hlte|fragt|fragte|als ob|bevor"
    r"|sobald|tr(?:ä|ae)um\w*|wünschte|wuenschte|stell|tu so|beispiel\w*|satz|zitat|lied|song|film"
    r"|roman|figur|charakter|wer|warum|vergiss(?! nicht)|vergessen sie(?! nicht)|bald|fr(?:ü"
    r"|ue)her|damals|nie|niemals|hoffe|hoffentlich|tun|spiel\w*|antwortet\w*|rief|lautet|namens"
    r"|text|übersetz\w*|gefragt|laut",
    later=r"(?:sagt|sagte|meint|meinte|behauptet|behauptete|glaubt|denkt) (?:er|sie|man|mein\w* \w+"
    r"|(?-i:[A-ZÄÖÜ])\w+)|(?:sagen|meinen|glauben|behaupten) (?:sie|alle|die leute|manche)"
    r"|(?:glaube?|denke?|vermute|sch(?:ä|ae)tze?) ich|hei(?:ß|ss)t es|angeblich|vermutlich"
    r"|wahrscheinlich|vielleicht|laut [^,]{2,30}|hab'?e? ich geh(?:ö|oe)rt|oder so|oder nicht"
    r"|ich bin (?:mir )?nicht sicher",
    limits=r"(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|am (?:wochenende|abend|morgen)"
    r"|im (?:urlaub|sommer|winter|b(?:ü|ue)ro)|bei der arbeit|auf reisen|w(?:ä|ae)hrend",
    opens=r"und|aber|(?:ü|ue)brigens|oder|denn|weil|da|also|ja|nein|doch|hi|hallo|hey|moin|servus"
    r"|guten (?:tag|morgen|abend)|danke|info(?: vorab)?|vorab|zu mir|nur so|ps|update|korrektur"
    r"|zur info|btw|ok|okay|klar|genau|naja|ach|sorry|nämlich|(?:merk|merke|notier|notiere"
    r"|speicher|speichere)\w*(?: sie)?(?: (?:dir|ihnen|euch"
    r"|sich))?(?: bitte)?(?: mal)?,? ?(?:da(?:ss|ß|s))?|(?:denk|denke"
    r"|denken sie)(?: bitte)? (?:dran|daran),? (?:da(?:ss|ß|s))"
    r"|vergiss(?: bitte)? nicht,? (?:da(?:ss|ß|s))|(?:wichtig|zur info|du musst wissen"
    r"|du solltest wissen)(?: ist)?,? ?(?:da(?:ss|ß|s))?",
    articles=r"(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer) ",
    tails=r"sehr|total|echt|gern|gerne|halt|eben|auch|(?:ü|ue)brigens|besonders|am liebsten"
    r"|wirklich|jetzt|nun|inzwischen|mittlerweile|lieber|so|aber|ja|doch|schon|generell|allgemein"
    r"|viel|richtig|danke|bitte|sehr gern|sehr gerne|über alles|ueber alles|und|oder|immer"
    r"|meistens|absolut|ganz|ungern|(?:ha)+h?|lol",
    vague=r"mein leben|es|(?:das|den|dem|die|der)$|dies\w*|dich|euch|ihn|ihm|ihnen|sie|ihr"
    r"|dein\w*|euer"
    r"|eure\w*|alles|etwas|nichts|so|solch\w*|wie|was|wenn|dass|daß|wo|hier|dort|da|jed\w*|all\w*"
    r"|beid\w*|mehr|viel|viele|sowas|eher|nur|zu|(?:d\w\w )?(?:bild|foto|logo|layout|design|titel"
    r"|entwurf|ergebnis|code|idee|ideen|vorschlag|vorschl(?:ä|ae)ge|antwort|antworten|plan|ton"
    r"|stil|text|version|variante|option|erste\w*|zweite\w*|dritte\w*|letzte\w*|art|gedanke\w*"
    r"|ansatz|gleiche\w*|andere\w*|rest|beiden)",
    others=r"ich|du|dich|dir|dein\w*|mich|mir|uns|ihnen|ihren|wir|damit|darauf|dar(?:ü|ue)ber|dazu"
    r"|davon|heute",
    mine=r"mein(?:e|en|em|er|es)?|unser(?:e|en|em|er|es)?",
    joins="und|oder|sowie",
    terms={
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
        "month": listed(
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
        ),
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
        | {
            f"{lead}{year}": f"in {year}" for year in range(1950, 2051) for lead in ("", "im jahr ")
        },
        "tongue": listed(
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
            """
        ),
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
    },
    nobody="ernst",
    no="nein nee quatsch falsch sorry moment korrektur",
    but=r"nein|sorry|ich meinte?|in|bei|nach|es ist|ich hei(?:ß|ss)e",
    turned=listed(
        """
        ich wohne: du wohnst | sie wohnen
        ich lebe: du lebst | sie leben
        ich arbeite: du arbeitest | sie arbeiten
        ich heiße: du heißt | sie heißen
        ich bin: du bist
        mein: dein
        meine: deine
        """
    ),
    phrases=listed(
        """
        dark mode: dunklen modus | dunkler modus | dunkelmodus | darkmode
        light mode: hellen modus | heller modus | lightmode
        short answers: kurze antworten | knappe antworten
        long answers: lange antworten
        detailed answers: ausführliche antworten | detaillierte antworten
        """
    ),
)
