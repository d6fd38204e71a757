"""German: who and what somebody no longer has."""

from ..frames import rule

_PARTNER = (
    r"ehefrau|ehemann|frau|mann|partnerin|partner|freundin|freund|verlobter?"
    r"|lebensgef(?:ä|ae)hrt(?:e|in)"
)
_PET = r"hund|h(?:ü|ue)ndin|katze|kater|welpe|kaninchen|hase|hamster|papagei|pferd"
_THING = r"auto|wagen|haus|wohnung|fahrrad|rad|motorrad|boot|klavier"
_HAVE = r"(?:{(ich)}hab'?e?|{dann}hab'?e? ich|{wir}haben){adv}"
_MY = r"(?:mein|unser)(?:e|en)?"

RULES = (
    rule(
        "family.parted",
        on="scheiden geschieden",
        pattern=r"(?:{(ich)}hab'?e? mich{adv}|{dann}hab'?e? ich mich{adv}|{wir}haben uns{adv}) "
        r"{wann}scheiden lassen\b|{(ich)}wurde{adv} geschieden{end}",
        examples=(
            (
                "Ich habe mich letzten Monat scheiden lassen.",
                "The user got divorced last month (2026-02).",
            ),
        ),
        counter=("Ich will mich scheiden lassen.", "Wenn ich mich scheiden lasse"),
    ),
    rule(
        "family.broke_up",
        on="getrennt zusammen schluss",
        pattern=r"{start}(?P<given>{Given}) und ich haben uns{adv} {wann}getrennt{end}"
        r"|(?:{(ich)}hab'?e? mich|{dann}hab'?e? ich mich){adv} von (?P<given2>{Given})"
        r" getrennt{end}"
        r"|{(ich)}hab'?e?{adv} mit (?P<given3>{Given}) schluss gemacht{end}"
        r"|{(ich)}bin{adv} nicht mehr mit (?P<given4>{Given}) zusammen{end}",
        examples=(
            ("Ana und ich haben uns getrennt.", "The user broke up with Ana."),
            ("Ich bin nicht mehr mit Ana zusammen.", "The user broke up with Ana."),
        ),
        counter=(
            "Ana und ich haben uns nicht getrennt.",
            "Ich habe mich von Telekom getrennt.",
            "Wenn Ana und ich uns trennen",
        ),
    ),
    rule(
        "family.parted_from",
        on="getrennt verlassen schluss",
        pattern=rf"{{mein}}e? (?P<relative>{_PARTNER}) und ich haben uns{{adv}} {{wann}}getrennt"
        rf"{{end}}|{{(ich)}}hab'?e? mich{{adv}} von meine[mr] (?P<relative2>{_PARTNER}) getrennt"
        rf"{{end}}|{{mein}}e? (?P<relative3>{_PARTNER}) hat (?:mich{{adv}} verlassen|{{adv}}(?:mit "
        r"mir )?schluss gemacht){end}",
        examples=(
            ("Meine Frau und ich haben uns getrennt.", "The user and their wife split up."),
            ("meine freundin hat mich verlassen", "The user and their girlfriend split up."),
        ),
        counter=("Meine Frau und ich haben getrennt gebucht.", "Hat meine Frau mich verlassen?"),
    ),
    rule(
        "family.split",
        on="getrennt",
        pattern=r"{start}wir haben uns{adv} {wann}getrennt{end}",
        examples=(("Wir haben uns getrennt.", "The user and their partner split up."),),
        counter=("Wir haben uns nicht getrennt.", "Wir haben uns getrennt angemeldet."),
    ),
    rule(
        "family.pet_gone",
        on="gestorben tot verstorben",
        pattern=rf"{{mein}}e? (?P<relative>{_PET}) ist{{adv}} {{wann}}(?:leider )?(?:gestorben"
        r"|verstorben|tot){end}",
        examples=(
            ("Unser Hund ist gestern gestorben.", "The user's dog died yesterday (2026-03-08)."),
        ),
        counter=("Wenn mein Hund tot ist", "Mein Hund ist fast gestorben."),
    ),
    rule(
        "family.pet_given",
        on="abgegeben weggegeben verschenkt",
        pattern=rf"{_HAVE} {_MY} (?P<relative>{_PET})(?P<name>(?: {{Big}})?) {{wann}}(?:leider )?"
        r"(?:abgegeben|weggegeben|verschenkt){end}",
        examples=(("Wir haben unseren Hund abgegeben.", "The user gave their dog away."),),
        counter=("Ich habe meinen Hund nicht abgegeben.", "Ich habe mein Handy abgegeben."),
    ),
    rule(
        "possession.gone",
        on="verkauft",
        pattern=rf"{_HAVE} (?:{_MY}|das|den|die) (?P<thing>{_THING}) {{wann}}verkauft{{end}}",
        examples=(("Ich habe mein Auto verkauft.", "The user sold their car."),),
        counter=("Ich habe mein Auto nicht verkauft.", "Ich habe Autos verkauft."),
    ),
    rule(
        "correction.has",
        on="mehr",
        pattern=rf"{_HAVE} kein(?:e|en)? (?P<owned>{_THING}|{_PET}|{_PARTNER}) mehr{{end}}",
        examples=(("Ich habe keinen Hund mehr.", "The user no longer has a dog."),),
        counter=("Ich habe keine Zeit mehr.", "Ich habe keinen Hund."),
    ),
)
