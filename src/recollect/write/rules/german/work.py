"""German: where somebody works, and as what."""

from ..frames import rule

JOB = (
    r"(?!(?:kein|ein guter|eine gute|nicht)\b)(?:(?:ein|eine|freier|freie|freiberuflicher"
    r"|freiberufliche|angehende[rn]?|selbstst(?:ä|ae)ndige[rn]?|leitende[rn]?"
    r"|gelernte[rn]?) )*(?:[\w-]+-)?\w*(?:entwickler|ingenieur|programmierer|informatiker|lehrer"
    r"|erzieher|pfleger|krankenschwester|arzt|(?:ä|ae)rzt|anwalt|anw(?:ä|ae)lt|architekt|designer"
    r"|student|sch(?:ü|ue)ler|professor|wissenschaftler|forscher|journalist|autor|(?:ü"
    r"|ue)bersetzer|berater|manager|verk(?:ä|ae)ufer|buchhalter|koch|k(?:ö|oe)ch|kellner|b(?:ä"
    r"|ae)cker|tischler|schreiner|elektriker|klempner|mechaniker|mechatroniker|fahrer|pilot"
    r"|landwirt|b(?:ä|ae)uer|fotograf|musiker|k(?:ü|ue)nstler|therapeut|psychologe|psychologin"
    r"|physiker|chemiker|biologe|biologin|mathematiker|apotheker|hebamme|polizist|feuerwehrmann"
    r"|sekret(?:ä|ae)r|kaufmann|kauffrau|unternehmer|gr(?:ü|ue)nder|freelancer|freiberufler"
    r"|beamter|beamtin|rentner|azubi|auszubildende[r]?|praktikant|analyst|redakteur|trainer"
    r"|friseur|g(?:ä|ae)rtner|maler|hausfrau|hausmann|richter|steuerberater|notar|makler|tierarzt"
    r"|zahnarzt)(?:in)?\b"
)

RULES = (
    rule(
        "correction.works_at",
        on="arbeite",
        pattern=r"(?:{(ich)}arbeite|{dann}arbeite ich){adv} nicht (?:mehr|l(?:ä|ae)nger) (?:bei"
        r"|f(?:ü|ue)r)(?: der| dem)? (?P<place>{Firm}){end}|{dass}nicht (?:mehr|l(?:ä"
        r"|ae)nger) (?:bei|f(?:ü|ue)r) (?P<place2>{Firm}) arbeite\b",
        examples=(("Ich arbeite nicht mehr bei Bosch.", "The user no longer works at Bosch."),),
        counter=("Ich will nicht mehr bei Bosch arbeiten.", "Arbeite ich nicht mehr bei Bosch?"),
    ),
    rule(
        "correction.works_as",
        on="arbeite",
        pattern=r"(?:{(ich)}arbeite|{dann}arbeite ich){adv} nicht (?:mehr|l(?:ä"
        r"|ae)nger) als (?P<job>(?!n(?:ö|oe)tig|notwendig|sonst|fr(?:ü|ue)her|erlaubt|andere"
        r"|\d){thing}){end}",
        examples=(("Ich arbeite nicht mehr als Koch.", "The user no longer works as Koch."),),
        counter=("Ich arbeite nicht mehr als nötig?", "Ich will nicht mehr als Koch arbeiten."),
    ),
    rule(
        "work.at",
        on="arbeite arbeit arbeitgeber",
        pattern=r"(?:{(ich)}arbeite?|{dann}arbeite ich){adv}(?: in (?:voll|teil)zeit)? bei(?: der"
        r"| dem|m)? (?P<place>{Firm})(?: (?:als|in|im|an|am|seit) [^,;.!?]{2,60}?)?{end}"
        r"|{dass}bei (?P<place2>{Firm})(?: als \w+)? arbeite\b"
        r"|{mein} (?:neuer )?arbeitgeber ist{adv}(?: der| die| das)? (?P<place3>{Firm}){end}",
        examples=(
            ("Ich arbeite bei Bosch als Ingenieur.", "The user works at Bosch."),
            ("Inzwischen arbeite ich bei der Deutschen Bahn", "The user works at Deutschen Bahn."),
        ),
        counter=(
            "Ich arbeite nicht bei Bosch.",
            "Ich arbeite bei Regen nicht.",
            "Ich würde gern bei Bosch arbeiten.",
        ),
    ),
    rule(
        "work.as",
        on="arbeite",
        pattern=r"(?:{(ich)}arbeite|{dann}arbeite ich){adv}(?: bei(?: der"
        r"| dem)? {Firm})? als (?P<job>(?!ob|w(?:ä|ae)re|team|gruppe|erste"
        r"|letzte){thing})(?: (?:bei|in|im|f(?:ü|ue)r"
        r"|an) [^,;.!?]{2,60}?)?{end}|{dass}als (?P<job2>[\w-]+) arbeite\b",
        examples=(
            ("Ich arbeite als Krankenschwester in Bonn.", "The user works as Krankenschwester."),
            ("ich arbeite jetzt als data scientist bei sap", "The user works as data scientist."),
        ),
        counter=(
            "Ich arbeite nicht als Koch.",
            "Ich möchte als Koch arbeiten.",
            "Als ich arbeitete, war ich müde.",
        ),
    ),
    rule(
        "work.in",
        on="arbeite",
        pattern=r"(?:{(ich)}arbeite|{dann}arbeite ich){adv} (?:in der|im"
        r"|in) (?P<field>(?!homeoffice|home|b(?:ü|ue)ro|moment|team|schicht\w*|teilzeit|vollzeit"
        r"|nacht|regel|n(?:ä|ae)he|ruhe|stehen|sitzen|garten|keller|woche|letzten|ein\w*|dies\w*"
        r"|mein\w*|fr(?:ü|ue)h\w*|urlaub|sommer|winter)[\w-]+(?: und [\w-]+)?){end}",
        examples=(("Ich arbeite im Marketing.", "The user works in Marketing."),),
        counter=(
            "Ich arbeite im Homeoffice.",
            "Ich arbeite nicht im Marketing.",
            "Ich arbeite in einer Firma.",
        ),
    ),
    rule(
        "work.is_a_now",
        on="bin",
        pattern=rf"(?:{{(ich)}}bin (?:jetzt|nun|inzwischen|mittlerweile)|{{start}}(?:jetzt|nun"
        r"|inzwischen|mittlerweile) bin ich)"
        rf" (?P<job>{JOB})(?: (?:bei|in|im|an|f(?:ü|ue)r) [^,;.!?]{{2,60}}?)?{{end}}",
        examples=(("Ich bin jetzt Lehrerin.", "The user is Lehrerin."),),
        counter=("Ich bin Lehrerin.", "Ich bin jetzt müde."),
    ),
    rule(
        "work.is_a",
        on="bin beruf",
        pattern=rf"(?:{{(ich)}}bin{{adv}}(?: von beruf)?|{{dann}}bin ich{{adv}}"
        rf"|{{start}}von beruf bin ich) (?P<job>{JOB})(?: (?:bei|in|im|an|am|f(?:ü|ue)r|aus"
        rf"|von beruf) ?[^,;.!?]{{0,60}}?)?{{end}}|{{dass}}(?P<job2>{JOB}) bin\b",
        examples=(
            ("Ich bin Softwareentwickler bei SAP.", "The user is Softwareentwickler."),
            ("ich heiße tom und bin student", "The user is student."),
        ),
        counter=(
            "Ich bin kein Arzt.",
            "Ich bin Berliner.",
            "Bin ich Lehrer?",
            "Wenn ich Lehrer bin",
        ),
    ),
    rule(
        "work.new_place",
        on="angefangen job stelle",
        pattern=r"(?:{(ich)}hab'?e?|{dann}hab'?e? ich){adv} {wann}(?:(?:ein\w* "
        r"|'?nen? )?(?:neuen? )(?:job|stelle|arbeit) bei(?: der"
        r"| dem)? (?P<place>{Firm})(?: (?:gefunden|angefangen|bekommen|angetreten))?{end}"
        r"|bei(?: der| dem)? (?P<place2>{Firm}) angefangen\b)",
        examples=(
            ("Ich habe einen neuen Job bei Bosch.", "The user started a new job at Bosch."),
            (
                "Ich hab letzte Woche bei Bosch angefangen",
                "The user started a new job at Bosch last week (2026-03-02 to 2026-03-08).",
            ),
        ),
        counter=(
            "Ich hätte gern einen neuen Job bei Bosch.",
            "Ich habe keinen neuen Job bei Bosch.",
        ),
    ),
    rule(
        "work.left",
        on="gekündigt gekuendigt aufgehört aufgehoert",
        pattern=r"(?:{(ich)}hab'?e?|{dann}hab'?e? ich){adv} {wann}bei(?: der"
        r"| dem)? (?P<place>{Firm}) (?:gek(?:ü|ue)ndigt|aufgeh(?:ö|oe)rt)\b",
        examples=(("Ich habe bei Bosch gekündigt.", "The user left Bosch."),),
        counter=("Ich habe bei Bosch nicht gekündigt.", "Ich habe mein Abo gekündigt."),
    ),
    rule(
        "work.lost",
        on="verloren gekündigt gekuendigt entlassen gefeuert",
        pattern=r"(?:{(ich)}hab'?e?|{dann}hab'?e? ich){adv} {wann}(?:meinen job|meine (?:arbeit"
        r"|stelle)) (?:verloren|gek(?:ü|ue)ndigt)\b|{start}mir wurde{adv} {wann2}gek(?:ü|ue)ndigt\b"
        r"|{(ich)}(?:wurde{adv} {wann3}(?:entlassen|gefeuert|gek(?:ü|ue)ndigt)|bin{adv}"
        r" (?:entlassen|gefeuert) worden){end}",
        examples=(
            ("Ich habe meinen Job verloren.", "The user lost their job."),
            ("Mir wurde gestern gekündigt.", "The user lost their job yesterday (2026-03-08)."),
        ),
        counter=("Ich habe Angst, meinen Job zu verlieren.", "Ich habe meine Schlüssel verloren."),
    ),
    rule(
        "work.quit",
        on="gekündigt gekuendigt",
        pattern=r"(?:{(ich)}hab'?e?|{dann}hab'?e? ich){adv} {wann}gek(?:ü|ue)ndigt{end}",
        examples=(
            ("Ich habe gestern gekündigt.", "The user quit their job yesterday (2026-03-08)."),
        ),
        counter=("Ich habe mein Abo gekündigt.", "Ich habe nicht gekündigt."),
    ),
    rule(
        "work.retired",
        on="rente pension",
        pattern=r"(?:{(ich)}bin|{dann}bin ich){adv} {wann}in (?:rente|pension) gegangen{end}",
        examples=(
            ("Ich bin letzten Monat in Rente gegangen.", "The user retired last month (2026-02)."),
        ),
        counter=("Ich will in Rente gehen.", "Mein Vater ist in Rente gegangen."),
    ),
    rule(
        "work.status",
        on="selbstständig selbständig selbststaendig selbstaendig freiberuflich arbeitslos rente "
        "arbeitssuchend pension ruhestand pensioniert selbst",
        pattern=r"(?:{(ich)}bin|{dann}bin ich)(?! (?:sehr|total|ziemlich|echt|wirklich)\b){adv} "
        r"(?P<employment>selbst(?:st)?(?:ä|ae)ndig|arbeitslos|arbeitssuchend|in rente|in pension"
        r"|im ruhestand|pensioniert|freiberuflich t(?:ä|ae)tig){end}"
        r"|(?:{(ich)}arbeite|{dann}arbeite ich){adv} (?P<employment2>selbst(?:st)?(?:ä|ae)ndig"
        r"|freiberuflich|f(?:ü|ue)r mich selbst){end}",
        examples=(
            ("Ich bin selbstständig.", "The user is self-employed."),
            ("ich bin jetzt in rente", "The user is retired."),
        ),
        counter=(
            "Ich bin nicht arbeitslos.",
            "Ich bin sehr selbstständig.",
            "Wenn ich in Rente bin",
        ),
    ),
    rule(
        "work.studies",
        on="studiere",
        pattern=r"(?:{(ich)}studiere|{dann}studiere ich){adv} (?P<what>(?!nicht|in |an |im "
        r"|bei )[\w -]{3,40}?)(?: (?:in|im|an der|an) [^,;.!?]{2,40}?)?{end}",
        examples=(("Ich studiere Medizin in Köln.", "The user is studying Medizin."),),
        counter=("Ich studiere nicht.", "Ich möchte Medizin studieren.", "Studiere ich Medizin?"),
    ),
)
