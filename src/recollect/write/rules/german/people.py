"""German: who somebody is, where they live, and with whom."""

from ..frames import rule

_HEISSE = r"hei(?:ß|ss|s)e"
_KIN = (
    r"(?:ehe)?frau|(?:ehe)?mann|partner(?:in)?|lebensgef(?:ä|ae)hrt(?:e|in)|freund(?:in)?"
    r"|verlobte[r]?|mutter|mama|mutti|vater|papa|vati|(?:gro(?:ß|ss)e |kleine )?schwester"
    r"|(?:gro(?:ß|ss)er |kleiner )?bruder|sohn|tochter|oma|opa|gro(?:ß|ss)mutter|gro(?:ß|ss)vater"
    r"|tante|onkel|cousin|cousine|nichte|neffe|chef(?:in)?|vorgesetzte[r]?|beste[r]? freund(?:in)?"
    r"|kolleg(?:e|in)"
)
_PET = r"hund|h(?:ü|ue)ndin|katze|kater|welpe|kaninchen|hase|hamster|papagei|pferd"
_NO_NAME = (
    r"(?!(?:Fieber|Krebs|Geburtstag|Angst|Urlaub|Hunger|Durst|Probleme|Hilfe|Zeit|Herr|Frau|Essen"
    r"|Schule|Arbeit|Deutsch|Englisch|Mathe|Klavier|Besuch|Recht|Auto|Sport|Corona|Grippe|Ich|Er"
    r"|Sie|Es|Wir)\b)"
)


RULES = (
    rule(
        "identity.name",
        on="heiße heisse heise name",
        pattern=rf"(?:{{(ich)}}{_HEISSE}{{adv}}|{{dann}}{_HEISSE} ich{{adv}}|{{mein}} (?:voller "
        r"|vor)?name "
        rf"ist{{adv}}) (?P<name>{{Name}})(?: (?:ü|ue)brigens| und)?{{end}}"
        rf"|{{dass}}(?P<name2>{{Name}}) {_HEISSE}\b"
        rf"|{{(ich)}}{_HEISSE} nicht {{Big}}, sondern (?P<name3>{{Big}}){{end}}",
        examples=(
            ("Hallo, ich heiße Anna Schmidt.", "The user's name is Anna Schmidt."),
            ("mein name ist jonas und ich brauche hilfe", "The user's name is jonas."),
            ("Merk dir, dass ich Anna heiße.", "The user's name is Anna."),
            ("Ich heiße nicht Anna, sondern Anne.", "The user's name is Anne."),
        ),
        counter=(
            "Mein Name ist nicht wichtig.",
            "Ich heiße dich willkommen.",
            "Heiße ich Anna?",
            "Sie sagte, ich heiße Anna.",
        ),
    ),
    rule(
        "identity.introduced",
        on="bin",
        pattern=r"^(?:(?:hi|hallo|hey|moin|servus|guten (?:tag|morgen|abend))[,!]? )?ich bin "
        r"(?:d(?:ie|er) )?(?P<given>{Given}){end}",
        examples=(("Hallo, ich bin Dana und suche Hilfe.", "The user's name is Dana."),),
        counter=("Ich bin Batman.", "ich bin ernst", "Bin ich Dana?", "Ich bin nicht Dana."),
    ),
    rule(
        "identity.called",
        on="nenn nenne nennen",
        pattern=r"^(?:(?:hi|hallo|bitte|und|also)[,!]? )*(?:nenn(?:e|t)?|nennen sie"
        r"|du kannst mich)(?: mich)?(?: bitte| einfach)*(?: mich)? (?P<name>{Big})(?: "
        r"nennen)?{end}",
        examples=(("Nenn mich bitte Dee.", "The user goes by Dee."),),
        counter=("Nenn mir drei Städte.", "Nenn mich nicht so."),
    ),
    rule(
        "identity.age",
        on="jahre bin",
        pattern=r"(?:{(ich)}bin{adv}|{dann}bin ich{adv}) (?P<age>\d{1,3})(?![.,]\d)(?: jahre? "
        r"(?:alt|jung)\b"
        r"|{end})(?! (?:minuten|stunden|tage|prozent|%|cm|meter|m|kilo|kg))"
        r"|{dass}(?P<age2>\d{1,3}) (?:jahre alt )?bin\b"
        r"|{(ich)}bin (?:gestern|heute|(?:diese|letzte) woche|letzten monat) "
        r"(?P<age3>\d{2}) geworden{end}",
        examples=(
            ("Ich bin 34 Jahre alt.", "The user is 34 years old."),
            ("ich bin jetzt 35, und du?", "The user is 35 years old."),
            ("Ich bin gestern 35 geworden.", "The user is 35 years old."),
        ),
        counter=("Ich bin 5 Minuten zu spät.", "Bin ich 34 Jahre alt?", "Wenn ich 60 bin"),
    ),
    rule(
        "identity.birthday",
        on="geburtstag geboren",
        pattern=r"(?:{mein} geburtstag ist{adv}|{(ich)}habe?{adv}"
        r"|{ich}bin{adv}) am {day}\.(?: ?(?P<month>[a-zä]{3,9}"
        r"|\d{1,2})\b\.?)(?: ?\d{4})?(?: geburtstag| geboren)?{end}",
        examples=(
            ("Mein Geburtstag ist am 5. Mai.", "The user's birthday is May 5."),
            ("Ich habe am 12.3. Geburtstag.", "The user's birthday is March 12."),
        ),
        counter=("Mein Geburtstag ist bald.", "Wann ist mein Geburtstag?"),
    ),
    rule(
        "identity.from",
        on="komme stamme bin",
        pattern=r"(?:{(ich)}(?:komme|stamme|bin){adv}(?: urspr(?:ü|ue)nglich| geb(?:ü|ue)rtig)?"
        r"|{dann}komme ich{adv}) aus (?P<place>{Place})(?: geb(?:ü|ue)rtig)?{end}",
        examples=(("Ich komme ursprünglich aus Graz.", "The user is from Graz."),),
        counter=("Ich komme aus dem Urlaub.", "Ich komme nicht aus Graz.", "Komme ich aus Graz?"),
    ),
    rule(
        "identity.speaks",
        on="spreche",
        pattern=r"{(ich)}spreche{adv}(?: flie(?:ß|ss)end| gut)? (?P<tongue>{tongues}){end}",
        examples=(
            ("Ich spreche Deutsch und Englisch.", "The user speaks German and English."),
            (
                "Ich spreche Deutsch, Tuerkisch und etwas Englisch.",
                "The user speaks German, Turkish and some English.",
            ),
        ),
        counter=("Ich spreche kein Deutsch.", "Ich spreche mit Anna.", "Ich spreche leise."),
    ),
    rule(
        "identity.contact",
        on="zeitzone mail email adresse mailadresse telefonnummer handynummer nummer telefon handy",
        pattern=r"{mein}e? (?:neue )?(?P<contact>[\w-]+) (?:ist"
        r"|lautet)(?: jetzt)? (?P<exact>[^,;!? ]+(?: ?\d[\d /-]*)?)(?=[.,;!]?(?:\s|$))",
        examples=(
            ("Meine Zeitzone ist CET.", "The user's timezone: CET."),
            ("Meine E-Mail ist dana@example.com.", "The user's email: dana@example.com."),
        ),
        counter=("Meine Nummer ist geheim.", "Meine Mail ist weg."),
    ),
    rule(
        "correction.lives",
        on="wohne lebe wohnen leben",
        pattern=r"(?:{(ich)}(?:wohne|lebe)|{dann}(?:wohne|lebe) ich|{wir}(?:wohnen"
        r"|leben)){adv} nicht (?:mehr|l(?:ä|ae)nger) {in} (?P<place>{Place}){end}"
        r"|{dass}nicht (?:mehr|l(?:ä|ae)nger) in (?P<place2>{Place}) (?:wohne|lebe)\b",
        examples=(("Ich wohne nicht mehr in Köln.", "The user no longer lives in Köln."),),
        counter=("Wohne ich nicht mehr in Köln?", "Ich will nicht mehr in Köln wohnen."),
    ),
    rule(
        "home.lives_in",
        on="wohne lebe wohnen leben wohn leb wohnort",
        pattern=r"(?:{(ich)}(?:wohne?|lebe?)|{dann}(?:wohne?|lebe?) ich|{wir}(?:wohnen"
        r"|leben)){adv}(?: (?:mit [^,;.!?]{2,30}?|alleine?|zusammen))? {in} "
        r"(?P<place>{Place}){with}{end}"
        r"|{dass}(?:mit [^,;.]{2,30} )?{in} (?P<place2>{Place}) (?:wohne|lebe)\b"
        r"|{mein} wohnort ist{adv} (?P<place3>{Place}){end}",
        examples=(
            ("Ich wohne in Köln.", "The user lives in Köln."),
            ("Ich lebe in der Schweiz.", "The user lives in Schweiz."),
            ("Ich lebe allein in Mainz.", "The user lives in Mainz."),
            ("Jetzt wohne ich in Frankfurt am Main!", "The user lives in Frankfurt am Main."),
            ("ich wohne seit 2020 in berlin mit meiner frau", "The user lives in berlin."),
            ("Merk dir bitte, dass ich in Graz wohne.", "The user lives in Graz."),
            ("Ich lebe in Bonn, kennst du ein gutes Café?", "The user lives in Bonn."),
        ),
        counter=(
            "Ich wohne in einer WG.",
            "Wenn ich in Köln wohne, brauche ich kein Auto.",
            "Ich möchte in Köln wohnen.",
            "Meine Schwester wohnt in Köln.",
            "Übersetze: Ich wohne in Köln",
            "Ich lebe in Angst.",
        ),
    ),
    rule(
        "home.moved_to",
        on="gezogen umgezogen",
        pattern=r"(?:{(ich)}bin{adv}|{dann}bin ich{adv}|{wir}sind{adv}) {wann}(?:von {Place} "
        r")?nach (?P<place>{Place}){no tool} (?:um)?gezogen\b"
        r"|{dass}nach (?P<place2>{Place}) (?:um)?gezogen "
        r"bin\b|{wir}sind{adv} nach (?P<place3>{Place}){no tool} gezogen\b",
        examples=(
            ("Ich bin nach Porto gezogen.", "The user moved to Porto."),
            (
                "Ich bin letzten Monat von Köln nach Bad Honnef umgezogen.",
                "The user moved to Bad Honnef last month (2026-02).",
            ),
        ),
        counter=(
            "Ich bin nie nach Porto gezogen.",
            "Ich möchte nach Berlin ziehen.",
            "Ich ziehe nach Porto.",
            "Ich bin nach Evernote umgezogen.",
        ),
    ),
    rule(
        "family.name_is",
        on="heißt heisst name",
        pattern=rf"{{mein}}e? (?P<relative>{_KIN}|{_PET}) hei(?:ß|ss"
        rf"|s)t{{adv}} (?P<name>{{Name}}){{end}}|{{start}}der name meine[rs] (?P<relative2>{_KIN}"
        rf"|{_PET})(?:e?s)? ist (?P<name2>{{Name}}){{end}}",
        examples=(
            ("Meine Frau heißt Lena.", "The user's wife is called Lena."),
            ("unser hund heisst bello und ist 3", "The user's dog is called bello."),
        ),
        counter=("Wie heißt meine Frau?", "Meine Frau heißt nicht Lena.", "Die Frau heißt Lena."),
    ),
    rule(
        "family.pet_died",
        on="gestorben tot verstorben",
        pattern=rf"{{mein}}e? (?P<relative>{_PET}),? (?P<name>{{Big}}) ist (?:leider )?{{wann}}"
        r"(?:leider )?(?:gestorben|verstorben|tot){end}",
        examples=(
            (
                "Mein Hund Rex ist gestern gestorben.",
                "The user's dog Rex died yesterday (2026-03-08).",
            ),
        ),
        counter=("Wenn mein Hund Rex tot ist", "Mein Hund Rex ist fast gestorben."),
    ),
    rule(
        "family.named",
        on="frau mann partner partnerin sohn tochter schwester bruder hund katze kater mutter "
        "vater verlobte verlobter exfrau exmann exfreundin exfreund oma opa tante onkel",
        pattern=r"{mein}(?:e|er|em|en)? (?P<relative>ex-?(?:frau|mann|freundin|freund)|ehefrau"
        r"|ehemann|frau|mann|partnerin|partner|sohn|tochter|schwester|bruder|hund|katze|kater"
        r"|mutter|vater|verlobte|oma|opa|tante|onkel)(?:,)? (?:(?P<name>"
        + _NO_NAME
        + r"(?-i:[A-ZÄÖÜ][a-zäöüß]{2,}))|(?P<given>{Given}))(?=[,.;!]|$| (?:und|ist|wohnt"
        r"|arbeitet|kommt|war"
        r"|wird)\b)",
        examples=(
            (
                "Ich war mit meiner Schwester Mia im Kino, und mein Sohn Tim ist krank.",
                "Tim is the user's son.",
            ),
            ("Ich wohne in Bonn mit meiner Frau Lena.", "Lena is the user's wife."),
        ),
        counter=(
            "Wenn meine Schwester Mia kommt",
            "weil mein Sohn Fieber hat",
            "meine Frau Essen kocht",
        ),
    ),
    rule(
        "family.pet_named",
        on="namens heißt heisst",
        pattern=rf"(?:{{(ich)}}hab'?e?|{{dann}}hab'?e? ich|{{wir}}haben){{adv}} ein(?:en"
        rf"|e)? (?:\w+ )?(?P<relative>{_PET}|sohn"
        r"|tochter|bruder|schwester)(?:,)? (?:namens (?P<name>{Name}){end}|(?:der|die"
        r"|das) (?P<name2>{Name}) hei(?:ß|ss)t\b)",
        examples=(
            ("Ich habe einen Hund namens Rex.", "The user has a dog named Rex."),
            ("wir haben eine tochter, die mia heisst", "The user has a daughter named mia."),
        ),
        counter=("Ich hätte gern einen Hund namens Rex.", "Ich habe keinen Hund namens Rex."),
    ),
    rule(
        "family.count",
        on="kinder söhne soehne töchter toechter brüder brueder schwestern geschwister enkel "
        "enkelkinder hunde katzen",
        pattern=r"(?:{(ich)}hab'?e?|{dann}hab'?e? ich|{wir}haben){adv} (?P<number>zwei|drei|vier"
        r"|f(?:ü|ue)nf|sechs|[2-6]) (?P<kin>kinder|s(?:ö|oe)hne|t(?:ö|oe)chter|br(?:ü|ue)der"
        r"|schwestern|geschwister|enkel|enkelkinder|hunde|katzen)(?: (?:im alter"
        r"|zwischen) [^,;.!?]{2,40}?)?{end}",
        examples=(("Ich habe zwei Kinder.", "The user has two children."),),
        counter=(
            "Ich habe keine zwei Kinder.",
            "Habe ich zwei Kinder?",
            "Ich habe zwei Hunde gesehen.",
        ),
    ),
    rule(
        "correction.status",
        on="bin",
        pattern=r"(?:{(ich)}bin|{dann}bin ich|{wir}sind){adv} nicht mehr (?P<status>verheiratet"
        r"|verlobt|single|ledig){end}",
        examples=(("Ich bin nicht mehr verheiratet.", "The user is no longer married."),),
        counter=("Ich bin nicht verheiratet.", "Bin ich nicht mehr verheiratet?"),
    ),
    rule(
        "family.status",
        on="verheiratet geschieden single ledig verlobt verwitwet",
        pattern=r"(?:{(ich)}bin|{dann}bin ich|{wir}sind){adv}(?: gl(?:ü|ue)cklich"
        r"| frisch| wieder)? (?P<status>verheiratet|geschieden|single|ledig|verlobt"
        r"|verwitwet)(?: mit (?!mein)[^,;.!?]{2,40}?)?{end}(?! mit mein)",
        examples=(
            ("Ich bin verheiratet und habe zwei Kinder.", "The user is married."),
            ("Ich bin wieder Single.", "The user is single."),
        ),
        counter=(
            "Ich bin nicht verheiratet.",
            "Meine Schwester ist verheiratet.",
            "Ich bin verheiratet mit meinem Job.",
        ),
    ),
)
