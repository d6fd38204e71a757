"""German words: who speaks, and what is no statement."""

from ..pieces import BIG_NAME, DAY, FIRM, NAME, PLACE, START
from ..talk import Words, either, listed
from ..tools import NO_TOOL
from .terms import PHRASES, SOME, TERMS, TONGUES

_MONTH = (
    r"(?:januar|j(?:ä|ae)nner|februar|m(?:ä|ae)rz|april|mai|juni|juli|august|september|oktober"
    r"|november|dezember)"
)
_SINCE = (
    r"seit (?:kurzem|langem|neuestem|gestern|heute|(?:\w+ ){0,2}(?:jahr|jahren|monat|monaten|woche"
    rf"|wochen|tagen)|(?:ende |anfang |mitte )?(?:\w+ )?\d{{4}}|{_MONTH})"
)
_NOW = (
    r"jetzt|nun|derzeit|aktuell|momentan|zurzeit|zur zeit|gerade|mittlerweile|inzwischen|nunmehr"
    rf"|neuerdings|{_SINCE}"
)
_ADV = (
    rf"(?>(?: (?:{_NOW}|(?:ü|ue)brigens|auch|noch|immer noch|schon|eigentlich|ja|halt"
    r"|n(?:ä|ae)mlich|wirklich|echt|pers(?:ö|oe)nlich|hier|nat(?:ü|ue)rlich|beruflich|hauptberuflich"
    r"|total|sehr|absolut|leider|aber|stark|extrem|ziemlich|streng|strikt|abends|nachts|nebenbei)\b)*)"
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

_WHEN = (
    r"(?:(?P<when>letzten monat|letzte woche|letztes jahr|gestern|heute|diese woche"
    r"|diesen monat|dieses jahr|vor (?:kurzem|einem monat|einer woche|einem jahr|(?:zwei"
    rf"|drei) (?:wochen|monaten|jahren))|k(?:ü|ue)rzlich|neulich|im {_MONTH}"
    r"|letzten (?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)|(?:im jahr(?:e)? )?\d{4}) )?"
)
_TONGUE = rf"(?:(?:{either(SOME)}) ?)?(?:{either(TONGUES)})"

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
    "wann": _WHEN,
    "wann2": _WHEN.replace("when", "when2"),
    "wann3": _WHEN.replace("when", "when3"),
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
    "tongues": rf"{_TONGUE}\b(?:, {_TONGUE}\b)*(?:,? und {_TONGUE}\b)?",
    "no tool": NO_TOOL,
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
    "rest": r"(?:[^;.!?]|(?<=\d)\.(?= \w)){3,200}",
    "day": DAY,
}

_TASKS = """
übersetze uebersetze übersetz uebersetz übersetzen uebersetzen übersetzt übersetzung uebersetzung
korrigiere korrigier korrigieren korrekturlesen lektoriere formuliere formulier umformulieren
umschreiben paraphrasiere zusammenfassen zusammenfassung rechtschreibung rechtschreibfehler
grammatik grammatikfehler
"""

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
    r"|satz|mail|brief|zitat|aufsatz|lebenslauf|beitrag|bewerbung|hausaufgaben?) ?:"
    r"|(?:schrieb|schreibt|geschrieben|geschickt|bekommen|gepostet)(?: (?:mir|uns|gestern|heute"
    r"|das|folgendes))* ?:(?! ?[\"„“»‚'])|(?:ist|sind|stimmt|stimmen) (?:der|die|dieser|diese|mein)"
    r" s(?:a|ä|ae)tze?\b|spielen wir ein|r(?:ä|ae)tsel\b",
    supposes=r"f(?:ü|ue)r (?:d\w\w|mein\w*|ein\w*) (?:geschichte|roman|rollenspiel|spiel|buch"
    r"|kampagne|gedicht|lied|theaterst(?:ü|ue)ck)\b|(?:und |aber |also )?(?:wenn|falls"
    r"|angenommen|sofern|nehmen wir an|gesetzt den fall"
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
    r"|meistens|absolut|ganz|ungern|am wochenende|nachts|abends|nebenbei",
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
    terms=TERMS,
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
    phrases=PHRASES,
)
