"""German: what a speaker says is not so. See `english/denials.py`."""

from ..frames import rule
from .tastes import AGAINST
from .work import JOB

_NOT = (
    r"(?: (?:aber|auch|doch|eigentlich|ja|(?:ü|ue)brigens|n(?:ä|ae)mlich|leider))*"
    r"(?: (?:gar|(?:ü|ue)berhaupt|wirklich))? nicht"
)
_NO = r"(?: (?:aber|auch|doch|eigentlich|ja|(?:ü|ue)brigens|n(?:ä|ae)mlich|leider|gar))* keine?"
_WHY = r"(?:weil|um|damit|wenn|falls|sofern|solange|bis|obwohl|oder|nur|noch|au(?:ß|ss)er)"
_HERE = rf"(?=\s*(?:[.;!)]|$|,(?! ?{_WHY}\b))| (?:aber|sondern|und ich)\b)"
_LIVE = r"(?:wohne|lebe)"

RULES = (
    rule(
        "denial.name",
        on="heiße heisse heise name",
        pattern=rf"(?:{{(ich)}}hei(?:ß|ss|s)e{_NOT}|{{mein}} name ist{_NOT}) "
        rf"(?:(?P<name>{{Big}})|(?P<given>{{Given}})){_HERE}",
        examples=(
            ("Ich heiße nicht Dana.", "The user's name is Dana."),
            ("Mein Name ist nicht Dana!", "The user's name is Dana."),
            ("ich heisse nicht dana", "The user's name is dana."),
        ),
        counter=(
            "Ich heiße Dana.",
            "Heiße ich nicht Dana?",
            "Meine Schwester heißt nicht Dana.",
            "Ich heiße nicht nur Dana.",
            "Mein Name ist nicht wichtig.",
        ),
    ),
    rule(
        "denial.lives",
        on="wohne lebe wohnen leben",
        pattern=rf"(?:{{(ich)}}{_LIVE}{_NOT}|{{dann}}{_LIVE} ich{_NOT}|{{wir}}(?:wohnen"
        rf"|leben){_NOT}) {{in}} (?P<place>{{Place}}){_HERE}",
        examples=(
            ("Ich wohne nicht in Köln.", "The user lives in Köln."),
            ("ich wohn doch gar nicht in Köln, ich lebe nicht in Köln!", "The user lives in Köln."),
        ),
        counter=(
            "Ich wohne noch nicht in Köln.",
            "Ich wohne nicht nur in Köln.",
            "Ich wohne nicht in Köln, weil es billig ist.",
            "Angenommen, ich wohne nicht in Köln.",
            "Sie sagt, ich wohne nicht in Köln.",
            "Ich wohne nicht in Köln, oder?",
        ),
    ),
    rule(
        "denial.works",
        on="arbeite",
        pattern=rf"(?:{{(ich)}}arbeite{_NOT}|{{dann}}arbeite ich{_NOT}) (?:bei|f(?:ü|ue)r)(?: der"
        rf"| dem)? (?P<place>{{Firm}}){_HERE}",
        examples=(("Ich arbeite nicht bei Bosch.", "The user works at Bosch."),),
        counter=(
            "Ich arbeite nicht bei Bosch am Band.",
            "Arbeite ich nicht bei Bosch?",
            "Ich arbeite noch nicht bei Bosch.",
        ),
    ),
    rule(
        "denial.diet",
        on="vegetarier vegetarierin vegetarisch vegan veganer veganerin pescetarier "
        "pescetarierin pescetarisch",
        pattern=rf"(?:{{(ich)}}bin|{{dann}}bin ich)(?:{_NOT}|{_NO}) (?P<diet>vegetarier(?:in)?"
        rf"|vegetarisch|vegan(?:er(?:in)?)?|pescetari(?:er(?:in)?|sch)){_HERE}",
        examples=(
            ("Ich bin keine Vegetarierin.", "The user is vegetarian."),
            ("nein, ich bin gar nicht vegan", "The user is vegan."),
        ),
        counter=(
            "Ich bin nicht nur vegetarisch, sondern vegan.",
            "Ich bin noch nicht vegan.",
            "Wenn ich nicht vegan bin",
            "Ich bin kein strenger Vegetarier.",
            "Bin ich nicht vegan?",
        ),
    ),
    rule(
        "denial.allergic",
        on="allergisch allergie",
        pattern=rf"(?:{{(ich)}}bin{_NOT}|{{dann}}bin ich{_NOT}) (?:allergisch {AGAINST} "
        rf"(?P<what>{{thing}})|{AGAINST} (?P<what2>{{thing}}) allergisch){_HERE}"
        rf"|^{AGAINST} (?P<what3>[^\W\d]+) bin ich{_NOT} allergisch{_HERE}"
        rf"|{{(ich)}}hab'?e?{_NO} allergie {AGAINST} (?P<what4>{{thing}}){_HERE}",
        examples=(
            ("Ich bin nicht allergisch gegen Nüsse.", "The user is allergic to Nüsse."),
            ("Ich habe keine Allergie gegen Nüsse.", "The user is allergic to Nüsse."),
            ("Gegen Nüsse bin ich nicht allergisch.", "The user is allergic to Nüsse."),
        ),
        counter=(
            "Bin ich nicht allergisch gegen Nüsse?",
            "Der Arzt meint, ich bin nicht allergisch gegen Nüsse.",
            "Ich bin nicht nur gegen Nüsse allergisch.",
        ),
    ),
    rule(
        "denial.status",
        on="verheiratet verlobt geschieden single ledig",
        pattern=rf"(?:{{(ich)}}bin|{{dann}}bin ich|{{wir}}sind)(?:{_NOT}|{_NO}) "
        rf"(?P<status>verheiratet|verlobt|geschieden|single|ledig){_HERE}",
        examples=(("Ich bin nicht verheiratet.", "The user is married."),),
        counter=(
            "Ich bin noch nicht verheiratet.",
            "Ich bin nicht verheiratet mit der Idee.",
            "Ich bin nicht mehr verheiratet.",
        ),
    ),
    rule(
        "denial.is_a",
        on="bin arbeite",
        pattern=rf"(?:{{(ich)}}bin|{{dann}}bin ich)(?:{_NOT}|{_NO}) (?P<job>{JOB}){_HERE}"
        rf"|(?:{{(ich)}}arbeite|{{dann}}arbeite ich){_NOT} als (?P<job2>{JOB}){_HERE}",
        examples=(
            ("Ich bin kein Lehrer.", "The user is Lehrer."),
            ("Ich arbeite nicht als Köchin.", "The user is Köchin."),
        ),
        counter=(
            "Ich bin noch kein Lehrer.",
            "Ich bin kein guter Lehrer.",
            "Bin ich kein Lehrer?",
            "Sie sagt, ich bin kein Lehrer.",
            "Ich arbeite nicht nur als Köchin.",
        ),
    ),
)
