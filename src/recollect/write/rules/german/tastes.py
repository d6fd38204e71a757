"""German: tastes, diet and health, and what somebody asks for."""

from ..frames import rule

AGAINST = r"(?:gegen|auf)"
_REAL = r"(?!montage?\b|arbeit\b|menschen\b|leute\b|dumm|idiot)"

RULES = (
    rule(
        "preference.favourite",
        on="lieblingsfarbe lieblingsfilm lieblingsbuch lieblingsessen lieblingsgericht "
        "lieblingsgetränk lieblingsgetraenk lieblingsmusik lieblingsband lieblingslied "
        "lieblingssong lieblingssport lieblingssportart lieblingsmannschaft lieblingsverein "
        "lieblingsteam lieblingstier lieblingsstadt lieblingsland lieblingsserie lieblingsspiel "
        "lieblingsrestaurant lieblingsautor lieblingsautorin lieblingsjahreszeit lieblingsfach",
        pattern=r"{mein}e? (?:neue[rs]? )?lieblings(?P<favourite>\w+) (?:ist|sind|hei(?:ß"
        r"|ss)t){adv} (?P<value>{thing}){stop}",
        examples=(
            ("Meine Lieblingsfarbe ist Dunkelgrün.", "The user's favourite colour is Dunkelgrün."),
            ("mein lieblingsfilm ist jetzt Arrival", "The user's favourite film is Arrival."),
        ),
        counter=("Was ist meine Lieblingsfarbe?", "Meine Lieblingsfarbe ist nicht Rot."),
    ),
    rule(
        "correction.likes",
        on="mag liebe mögen moegen",
        pattern=r"(?:{(ich)}mag|{dann}mag ich|{ich}liebe){adv} (?:(?P<what>[^,;.!?:()]{2,50}?) "
        r"nicht mehr(?: so)?(?: gern| sehr)?{end}|kein(?:e|en)? (?P<what2>[^,;.!?:()]{2,50}?) "
        r"mehr{end})|^(?P<what3>(?!was|wen|wie|warum|das|es)[^\W\d]+(?: [^\W\d]+)?) mag ich{adv} "
        r"nicht mehr(?: so)?(?: gern| sehr)?{end}",
        examples=(
            ("Ich mag Jazz nicht mehr.", "The user no longer likes Jazz."),
            ("Kaffee mag ich nicht mehr.", "The user no longer likes Kaffee."),
            ("ich mag keinen Kaffee mehr", "The user no longer likes Kaffee."),
        ),
        counter=("Mag ich Jazz nicht mehr?", "Ich mag nicht mehr."),
    ),
    rule(
        "preference.does_not_like",
        on="mag",
        pattern=r"(?:{(ich)}mag|{dann}mag ich){adv} (?:(?P<what>(?!kein)[^,;.!?:()]{2,50}?) (?:"
        r"(?:gar|überhaupt|ueberhaupt|einfach) )?nicht(?: so| gerne?| sehr| besonders)*{end}"
        r"|(?:gar |überhaupt |ueberhaupt )?kein(?:e|en)? (?P<what2>[^,;.!?:()]{2,50}?){stop})"
        r"|{dass}(?:kein(?:e|en)? (?P<what3>[^,;.!?:()]{2,40}?)"
        r"|(?P<what4>[^,;.!?:()]{2,40}?) nicht) mag\b|^(?P<what5>(?!was|wen|wie|warum|das"
        r"|es)[^\W\d]+(?: [^\W\d]+)?) mag ich{adv} (?:(?:gar|überhaupt|ueberhaupt"
        r"|einfach) )?nicht(?: so| gerne?| sehr| besonders)*{end}",
        examples=(
            ("Ich mag keinen Koriander.", "The user doesn't like Koriander."),
            ("ich mag laute musik überhaupt nicht", "The user doesn't like laute musik."),
            ("Merk dir, dass ich keine Pilze mag.", "The user doesn't like Pilze."),
        ),
        counter=("Ich mag das nicht.", "Mag ich keinen Koriander?", "Ich mag Koriander."),
    ),
    rule(
        "preference.does_not_eat",
        on="esse",
        pattern=r"(?:{(ich)}esse|{dann}esse ich){adv} (?:gar |überhaupt |ueberhaupt "
        r"|absolut )?kein(?:e|en)? (?P<what>(?!fr(?:ü|ue)hst(?:ü"
        r"|ue)ck)[^,;.!?:()]{2,50}?)(?: mehr)?{stop}",
        examples=(("Ich esse kein Fleisch.", "The user doesn't eat Fleisch."),),
        counter=("Wenn ich kein Fleisch esse", "Esse ich kein Fleisch?", "Ich esse heute nichts."),
    ),
    rule(
        "preference.does_not_drink",
        on="trinke",
        pattern=r"(?:{(ich)}trinke|{dann}trinke ich){adv} (?:gar |überhaupt |ueberhaupt )?kein(?:e"
        r"|en)? (?P<what>[^,;.!?:()]{2,50}?)(?: mehr)?{stop}",
        examples=(("Ich trinke keinen Alkohol.", "The user doesn't drink Alkohol."),),
        counter=("Trinke ich keinen Alkohol?", "Ich trinke Kaffee."),
    ),
    rule(
        "preference.better",
        on="lieber",
        pattern=r"(?:{(ich)}(?:mag|trinke|esse|h(?:ö|oe)re|lese|nutze|nehme)"
        r"|{dann}mag ich){adv} (?:lieber (?P<what>{thing})|(?P<what2>{thing}) lieber) als "
        r"(?P<other>{thing}){end}",
        examples=(("Ich trinke lieber Tee als Kaffee.", "The user likes Tee better than Kaffee."),),
        counter=("Ich würde lieber Tee als Kaffee trinken.", "Trinke ich lieber Tee als Kaffee?"),
    ),
    rule(
        "preference.prefer",
        on="bevorzuge liebsten",
        pattern=r"(?:{(ich)}bevorzuge|{dann}bevorzuge ich){adv} (?P<what>{thing}){stop}"
        r"|(?:{ich}(?:mag|trinke|esse|h(?:ö|oe)re|lese){adv} am liebsten|{start}am liebsten (?:mag"
        r"|trinke|esse|h(?:ö|oe)re|lese) ich|{ich}habe{adv} am liebsten) (?P<what2>{thing}){stop}",
        examples=(
            ("Ich bevorzuge den dunklen Modus.", "The user prefers dark mode."),
            ("Am liebsten trinke ich grünen Tee.", "The user prefers grünen Tee."),
            ("ich bevorzuge kurze Antworten und bin ungeduldig", "The user prefers short answers."),
        ),
        counter=(
            "Ich bevorzuge das.",
            "Ich bevorzuge die zweite Option.",
            "Am liebsten würde ich schlafen.",
        ),
    ),
    rule(
        "preference.love",
        on="liebe",
        pattern=r"{ich}liebe{adv} (?P<what>{thing}){stop}",
        examples=(("Ich liebe italienisches Essen!", "The user loves italienisches Essen."),),
        counter=("Ich liebe dich.", "Ich liebe es.", "Ich liebe diese Idee.", "Liebe Grüße"),
    ),
    rule(
        "preference.like",
        on="mag",
        pattern=r"(?:{(ich)}mag|{dann}mag ich){adv}(?: gern(?:e)?"
        r"| besonders(?: gern(?:e)?)?)? (?P<what>{thing}){stop}|{dass}(?P<what2>{thing}) mag\b",
        examples=(
            ("Ich mag Jazz und Blues.", "The user likes Jazz und Blues."),
            ("Ich mag sehr gerne das Meer, weil es ruhig ist.", "The user likes Meer."),
        ),
        counter=(
            "Ich mag Jazz nicht.",
            "Ich mag die Idee.",
            "Ich mag es.",
            "Mag ich Jazz?",
            "Ich mag dich.",
        ),
    ),
    rule(
        "preference.hate",
        on="hasse verabscheue",
        pattern=r"(?:{(ich)}(?:hasse|verabscheue)|{dann}hasse ich){adv} (?P<what>{thing}){stop}",
        examples=(("Ich hasse Koriander.", "The user hates Koriander."),),
        counter=("Ich hasse es.", "Ich hasse dich.", "Hasse ich Koriander?"),
    ),
    rule(
        "correction.allergic",
        on="allergisch",
        pattern=rf"(?:{{(ich)}}bin|{{dann}}bin ich){{adv}} nicht mehr (?:{AGAINST} "
        rf"(?P<what>{{thing}}) allergisch\b|allergisch {AGAINST} "
        r"(?P<what2>{thing}){stop})",
        examples=(
            (
                "Ich bin nicht mehr allergisch gegen Nüsse.",
                "The user is no longer allergic to Nüsse.",
            ),
        ),
        counter=(
            "Ich bin nicht allergisch gegen Nüsse.",
            "Bin ich nicht mehr gegen Nüsse allergisch?",
        ),
    ),
    rule(
        "health.allergic",
        on="allergisch allergie allergiker",
        pattern=rf"(?:{{(ich)}}bin|{{dann}}bin ich){{adv}} (?:allergisch {AGAINST} "
        rf"(?P<what>{_REAL}{{thing}}){{stop}}|{AGAINST} (?P<what2>{_REAL}{{thing}}) allergisch\b)"
        rf"|{{dass}}(?:allergisch )?{AGAINST} (?P<what3>{{thing}}) (?:allergisch "
        r")?bin\b"
        rf"|(?:{{(ich)}}hab'?e?|{{dann}}hab'?e? ich){{adv}} (?:eine )?(?:starke "
        rf"|schwere )?allergie {AGAINST} (?P<what4>{{thing}}){{stop}}",
        examples=(
            (
                "Ich bin allergisch gegen Erdnüsse und Katzen.",
                "The user is allergic to Erdnüsse und Katzen.",
            ),
            (
                "ich hab ne info: ich bin gegen Penicillin allergisch",
                "The user is allergic to Penicillin.",
            ),
            ("Vergiss nicht, dass ich allergisch auf Nüsse bin.", "The user is allergic to Nüsse."),
        ),
        counter=(
            "Ich bin nicht allergisch gegen Nüsse.",
            "Bin ich allergisch gegen Nüsse?",
            "Mein Sohn ist allergisch gegen Nüsse.",
            "Ich bin allergisch gegen Dummheit.",
        ),
    ),
    rule(
        "health.cannot_eat",
        on="vertrage vertrag darf kann",
        pattern=r"(?:{(ich)}vertrage?|{dann}vertrage? ich){adv} (?:kein(?:e|en)? (?P<what>"
        r"(?!kritik|hitze|k(?:ä|ae)lte|stress|l(?:ä|ae)rm|sonne|spa(?:ß|ss)|hektik|streit)"
        r"[^\W\d]+(?: (?:und|oder) [^\W\d]+)?){end}|(?P<what2>(?!das|es|die|den|mich|kein|kritik)"
        r"[^\W\d]+) nicht{end})"
        r"|{(ich)}(?:darf|kann){adv} kein(?:e|en)? (?P<what3>[^\W\d]+(?: (?:und|oder) [^\W\d]+)?) "
        r"(?:essen|trinken){end}",
        examples=(
            ("Ich vertrage keine Laktose.", "The user can't have Laktose."),
            ("ich darf kein Gluten essen", "The user can't have Gluten."),
        ),
        counter=(
            "Ich vertrage keine Kritik.",
            "Ich kann nichts essen.",
            "Wenn ich keine Milch vertrage",
            "Ich kann kein Blut sehen.",
        ),
    ),
    rule(
        "health.intolerant",
        on="laktoseintolerant lactoseintolerant glutenintolerant fruktoseintolerant "
        "fructoseintolerant",
        pattern=r"(?:{(ich)}bin|{dann}bin ich){adv} (?P<food>la[kc]tose|gluten"
        r"|fru[kc]tose)intolerant\b",
        examples=(("Ich bin leider laktoseintolerant.", "The user is lactose intolerant."),),
        counter=("Ich bin nicht laktoseintolerant.", "Bin ich laktoseintolerant?"),
    ),
    rule(
        "correction.is",
        on="bin esse lebe ernähre ernaehre",
        pattern=r"(?:{(ich)}bin|{dann}bin ich){adv} (?:nicht mehr (?P<diet>vegan|schwanger)"
        r"|keine? (?P<diet2>vegetarier(?:in)?|veganer(?:in)?|pescetarier(?:in)?) mehr){end}"
        r"|{(ich)}(?:esse|lebe|ern(?:ä|ae)hre mich){adv} nicht mehr (?P<diet3>vegan|vegetarisch"
        r"|glutenfrei){end}",
        examples=(("Ich bin keine Vegetarierin mehr.", "The user is no longer vegetarian."),),
        counter=("Ich bin keine Vegetarierin.", "Bin ich nicht mehr vegan?"),
    ),
    rule(
        "health.diet",
        on="vegetarier vegetarierin vegan veganer veganerin vegetarisch pescetarier pescetarierin "
        "diabetiker diabetikerin schwanger glutenfrei",
        pattern=r"(?:{(ich)}bin|{dann}bin ich){adv} (?:ein |eine )?(?P<diet>vegetarier(?:in)?"
        r"|veganer(?:in)?|vegan|pescetarier(?:in)?|diabetiker(?:in)?|schwanger){end}"
        r"|(?:{(ich)}(?:esse|lebe|ern(?:ä|ae)hre mich)|{dann}(?:esse"
        r"|lebe) ich){adv} (?P<diet2>vegan|vegetarisch|glutenfrei){end}"
        r"|{dass}(?P<diet3>vegetarier(?:in)?|veganer(?:in)?|vegan) bin\b",
        examples=(
            ("Ich bin Vegetarierin.", "The user is vegetarian."),
            ("ich esse seit einem jahr vegan", "The user is vegan."),
        ),
        counter=("Ich bin nicht vegan.", "Bin ich Vegetarier?", "Meine Frau ist Vegetarierin."),
    ),
    rule(
        "health.eats_again",
        on="wieder",
        pattern=r"(?:{(ich)}esse|{dann}esse ich){adv} wieder (?P<food>fleisch|fisch|eier"
        r"|milchprodukte|gluten){end}",
        examples=(("Ich esse wieder Fleisch.", "The user eats meat again."),),
        counter=(
            "Ich esse nie wieder Fleisch.",
            "Ich möchte wieder Fleisch essen.",
            "Esse ich wieder Fleisch?",
        ),
    ),
    rule(
        "health.condition",
        on="asthma diabetes adhs migräne migraene bluthochdruck zöliakie zoeliakie epilepsie "
        "depressionen arthritis rheuma neurodermitis",
        pattern=r"(?:{(ich)}(?:hab'?e?|leide (?:an|unter))|{dann}hab'?e? ich){adv} (?P<illness>"
        r"(?:typ-[12]-)?diabetes(?: typ [12])?|asthma|adhs|migr(?:ä|ae)ne|bluthochdruck|z(?:ö"
        r"|oe)liakie|epilepsie|depressionen|arthritis|rheuma|neurodermitis){end}",
        examples=(("Ich habe Asthma.", "The user has asthma."),),
        counter=("Ich habe kein Asthma.", "Habe ich Asthma?", "Mein Sohn hat Asthma."),
    ),
    rule(
        "procedure.always",
        on="antworte antworten schreib schreibe sprich immer",
        pattern=r"^(?:bitte |und |also )?(?:antworte|schreibe?|sprich|antworten sie|schreiben sie"
        r"|sprechen sie)(?: mir| bitte| mit mir)* (?:bitte )?(?:immer|stets|grunds(?:ä"
        r"|ae)tzlich)(?: nur| sehr)? (?P<manner>{thing}){end}",
        examples=(
            ("Antworte bitte immer auf Deutsch.", "The user asks: always answer in German."),
            ("Antworte immer kurz und knapp.", "The user asks: always answer briefly."),
        ),
        counter=("Antworte auf Deutsch.", "Antwortest du immer auf Deutsch?"),
    ),
    rule(
        "procedure.from_now_on",
        on="jetzt sofort künftig kuenftig zukünftig zukuenftig zukunft",
        pattern=r"^(?:bitte )?(?:(?:ab (?:jetzt|sofort)|von nun an|k(?:ü|ue)nftig|zuk(?:ü|ue)nftig"
        r"|in zukunft) (?:bitte )?(?:nur (?:noch )?)?(?P<manner>auf \w+|kurz|knapp|ausf(?:ü"
        r"|ue)hrlich)(?: antworten| schreiben| bitte)*|(?:antworte|schreibe?|sprich"
        r"|antworten sie)(?: mir| bitte| mit mir)* (?:ab (?:jetzt|sofort)|von nun an|k(?:ü"
        r"|ue)nftig|in zukunft)(?: bitte| nur| noch)* (?P<manner2>{thing})){end}",
        examples=(
            ("Ab jetzt bitte auf Deutsch.", "The user asks, from now on: answer in German."),
            ("Antworte ab sofort ausführlich.", "The user asks, from now on: answer in detail."),
        ),
        counter=("Ab jetzt wohne ich in Köln.", "Ab jetzt auf Deutsch?"),
    ),
    rule(
        "procedure.order",
        on="immer nie niemals",
        pattern=r"^(?:bitte )?(?P<order>(?:verwende|benutze|nutze|gib|nenne|zeig|zeige|f(?:ü|ue)ge"
        r"|rechne|formatiere|duze|sieze|frag|frage|erkl(?:ä|ae)re)(?: mir| mich| bitte)* (?:immer"
        r"|nie|niemals|stets) [^;.!?]{3,120})",
        examples=(
            (
                "Verwende immer metrische Einheiten.",
                "The user asks: Verwende immer metrische Einheiten.",
            ),
        ),
        counter=("Verwende metrische Einheiten.", "Verwendest du immer Meter?"),
    ),
    rule(
        "explicit.remember",
        on="merk merke merken notier notiere vergiss denk denke erinnere",
        pattern=r"^(?:[\w' ]{0,20}[,!] )?(?:bitte |und |also )*(?:merk(?:e|en sie)? (?:dir|sich"
        r"|ihnen)(?: bitte)?|notier(?:e)?(?: dir)?(?: bitte)?|vergiss(?: bitte)? nicht"
        r"|denk(?:e)?(?: bitte)? (?:dran|daran))(?:,? (?:da(?:ss|ß))"
        r"|:) (?P<clause>(?!ich\b.*\b(?:w(?:ü|ue)rde|will|m(?:ö|oe)chte)\b){rest})",
        examples=(
            (
                "Denk dran, dass Anna am 12. Mai Geburtstag hat.",
                "The user asks to remember: Anna am 12. Mai Geburtstag hat.",
            ),
            (
                "Merk dir, dass der Türcode 4711 ist.",
                "The user asks to remember: der Türcode 4711 ist.",
            ),
            (
                "Bitte vergiss nicht, dass meine Mutter am Montag kommt.",
                "The user asks to remember: meine Mutter am Montag kommt.",
            ),
        ),
        counter=(
            "Kannst du dir merken, dass der Code 4711 ist?",
            "Ich merke, dass es regnet.",
            "Merk dir, dass ich in Köln wohne.",
        ),
    ),
)
