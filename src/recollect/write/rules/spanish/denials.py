"""Spanish: what a speaker says is not so. See `english/denials.py`."""

from ..frames import rule
from .tastes import ANIMALS_TO
from .work import JOB

_NO = r"{start}(?<!ya )(?:yo )?no "
_REALLY = r"(?: realmente| en realidad)?"
_WHY = r"(?:porque|para|si|cuando|hasta|aunque|salvo|excepto|sino tambi[eé]n|todav[ií]a|a[uú]n)"
_HERE = rf"(?=\s*(?:[.;!)]|$|,(?! ?{_WHY}\b))| pero\b| sino (?!tambi[eé]n\b)| ni\b| y (?:yo|no)\b)"

RULES = (
    rule(
        "denial.name",
        on="llamo nombre",
        pattern=rf"(?:{_NO}me llamo|{{mi}}nombre no es) (?:(?P<name>{{Big}})"
        rf"|(?P<given>{{Given}})){_HERE}",
        examples=(
            ("No me llamo Dana.", "The user's name is Dana."),
            ("Mi nombre no es Dana.", "The user's name is Dana."),
            ("no me llamo dana", "The user's name is dana."),
        ),
        counter=(
            "Me llamo Dana.",
            "¿No me llamo Dana?",
            "Mi hermana no se llama Dana.",
            "No me llamo Dana porque sí.",
        ),
    ),
    rule(
        "denial.lives",
        on="vivo vivimos",
        pattern=rf"{_NO}viv(?:o|imos){_REALLY} en (?P<place>{{Place}}){_HERE}",
        examples=(
            ("No vivo en Madrid.", "The user lives in Madrid."),
            ("no, yo no vivo en Madrid sino en Toledo", "The user lives in Madrid."),
        ),
        counter=(
            "Todavía no vivo en Madrid.",
            "No vivo en Madrid todavía.",
            "No solo vivo en Madrid.",
            "Si no vivo en Madrid, pago menos.",
            "Dice que no vivo en Madrid.",
            "¿No vivo en Madrid?",
            "No vivo en Madrid, ¿verdad?",
        ),
    ),
    rule(
        "denial.works",
        on="trabajo",
        pattern=rf"{_NO}trabajo{_REALLY} (?:en|para) (?P<place>{{Firm}}){_HERE}",
        examples=(("No trabajo en Telefónica.", "The user works at Telefónica."),),
        counter=(
            "No trabajo en Telefónica los lunes.",
            "¿Por qué no trabajo en Telefónica?",
            "Aún no trabajo en Telefónica.",
        ),
    ),
    rule(
        "denial.diet",
        on="vegetariano vegetariana vegano vegana pescetariano pescetariana",
        pattern=rf"{_NO}soy{_REALLY} (?P<diet>vegetarian[oa]|vegan[oa]|pescetarian[oa]){_HERE}",
        examples=(
            ("No soy vegetariana.", "The user is vegetarian."),
            ("no soy vegetariano ni nada", "The user is vegetarian."),
        ),
        counter=(
            "No soy solo vegetariana, sino vegana.",
            "No soy vegetariana por mi salud.",
            "Si no soy vegetariana",
            "Ya no soy vegetariana.",
            "¿No soy vegana?",
        ),
    ),
    rule(
        "denial.allergic",
        on="alérgico alergico alérgica alergica alergia",
        pattern=rf"{_NO}(?:soy{_REALLY} al[eé]rgic[oa]|tengo(?: ninguna)? alergia) {ANIMALS_TO}"
        rf"(?P<what>{{thing}}){_HERE}",
        examples=(
            ("No soy alérgica a los gatos.", "The user is allergic to gatos."),
            ("No tengo alergia al polen.", "The user is allergic to polen."),
        ),
        counter=(
            "¿No soy alérgica a los gatos?",
            "El médico dice que no soy alérgica a los gatos.",
            "No solo soy alérgica a los gatos.",
        ),
    ),
    rule(
        "denial.status",
        on="casado casada divorciado divorciada soltero soltera prometido prometida "
        "comprometido comprometida",
        pattern=rf"{_NO}(?:estoy|soy){_REALLY} (?P<status>casad[oa]|divorciad[oa]|solter[oa]"
        rf"|prometid[oa]|comprometid[oa]){_HERE}",
        examples=(("No estoy casada.", "The user is married."),),
        counter=(
            "No estoy casada con la idea.",
            "Aún no estoy casada.",
            "Ya no estoy casada.",
        ),
    ),
    rule(
        "denial.is_a",
        on="soy trabajo",
        pattern=rf"{_NO}(?:soy{_REALLY}|trabajo (?:como|de)) (?P<job>{JOB}){_HERE}",
        examples=(
            ("No soy enfermera.", "The user is enfermera."),
            ("No trabajo como enfermera.", "The user is enfermera."),
        ),
        counter=(
            "Todavía no soy enfermera.",
            "¿No soy enfermera?",
            "Dice que no soy enfermera.",
            "No soy buena enfermera.",
            "No soy solo enfermera.",
        ),
    ),
)
