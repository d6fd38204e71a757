"""French words: who speaks, and what is no statement."""

from ..english.pieces import PIECES as ENGLISH
from ..pieces import BIG_NAME, DAY, FIRM, NAME, PLACE, START
from ..talk import Words, either, listed
from ..tools import NO_TOOL
from .terms import PHRASES, SOME, TERMS, TONGUES

_NOW = r"maintenant|actuellement|d[ée]sormais|en ce moment|depuis [^,;.]{2,20}?|aujourd'hui"
_ADV = (
    rf"(?>(?: (?:{_NOW}|aussi|toujours|encore|vraiment|bien|beaucoup|personnellement|r[ée]ellement"
    r"|tr[eè]s|surtout|[ée]norm[ée]ment|tellement|particuli[eè]rement|simplement|juste|d'ailleurs"
    r"|ici|fortement|d[ée]j[àa]|plut[oô]t|moi)\b)*)"
)
_FIRST = (
    r"(?:je|j'|j |on|nous|mon|ma|mes|il|elle|c'est|ce|[çc]a|que|qui|quel\w*|comment|o[ùu]|est-ce"
    r"|tu|vous|moi|cherche|voudrais|pas|non|merci|maintenant)"
)
_IF = r"(?:si|quand|lorsque|jusqu'|sauf|ou pas)"
_TO = r"(?:[àa]|au|aux|en|sur)"

_TONGUE = rf"(?:(?:{either(SOME)}) ?)?(?:{either(TONGUES)})"

PIECES = {
    "je": rf"{START}(?:(?:moi|et moi|bon|ben|alors|en fait|d'ailleurs|maintenant|actuellement"
    r"|d[ée]sormais|aujourd'hui),? )*je ",
    "j'": rf"{START}(?:(?:moi|et moi|bon|ben|alors|en fait|d'ailleurs|maintenant|actuellement"
    r"|d[ée]sormais|aujourd'hui),? )*j(?:'| |)",
    "nous": rf"{START}(?:nous|on|(?:mon|ma) [^,;.!?]{{2,25}}? et moi(?:,? (?:nous|on))?) ",
    "mon": rf"{START}(?:mon|ma|notre) ",
    "start": START,
    "adv": _ADV,
    "to": _TO,
    "wann": r"(?: (?P<when>le mois dernier|la semaine derni[eè]re|l'ann[ée]e derni[eè]re"
    r"|l'an dernier|hier|aujourd'hui|cette semaine|ce mois-ci|cette ann[ée]e|il y a (?:un mois"
    r"|une semaine|un an|(?:deux|trois) (?:semaines|mois|ans)|peu)|r[ée]cemment"
    r"|(?:lun|mar|mercre|jeu|vendre|same)di dernier|dimanche dernier|en (?:\d{4}|janvier|f[ée]vrier"
    r"|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre)))?",
    "end": rf"(?=\s*(?:$|[^\w\s,'’-]|,(?!\s*{_IF}\b)|-\s)|\s+(?:et|mais|ou|car|donc|parce|alors"
    r"|puis|puisque|ni)\b)",
    "stop": rf"(?=\s*(?:$|[^\w\s,'’-]|,(?!\s*{_IF}\b)|-\s)|\s+(?:mais|car|donc|parce|alors"
    r"|puisque)\b"
    rf"|\s+(?:et|ou) {_FIRST})",
    "with": r"(?: (?:avec|depuis|chez|dans|pr[eè]s|en|au|comme|maintenant|pour|sur|actuellement"
    r"|d[ée]sormais) ?[^,;.!?]{0,60}?)?",
    "Place": r"(?!(?:un|une|des|le|la(?! (?-i:[A-Z]))|les(?! (?-i:[A-Z]))|l'|mon|ma|mes|ton|ta|son"
    r"|sa|ce|cette|deux|trois|plusieurs|[çc]a|c[oô]t[ée]|pied|paix|couple|ville|campagne|coloc\w*"
    r"|appartement|banlieue|famille|vie|temps|plein|mi-temps|distance|peine|pr[eè]s|loin|nouveau"
    r"|partir|peu|cause|danger|province|montagne|location|ext[ée]rieur|[ée]tranger|\d+)\b)"
    rf"{PLACE}",
    "tongues": rf"{_TONGUE}\b(?:, {_TONGUE}\b)*(?:,? et {_TONGUE}\b)?",
    "no tool": NO_TOOL,
    "Known": ENGLISH["Known"],
    "Name": r"(?!(?:pas|plus|souvent|comment|le|la|les|l'|un|une|de|du|comme|que|quoi|[àa]|mon|ma"
    r"|tr[eè]s|difficile|secret|important|bien|aussi|toujours)\b)" + NAME,
    "Big": BIG_NAME,
    "Given": r"[^\W\d_]{2,}",
    "Firm": r"(?!(?:moi|toi|lui|elle|nous|vous|eux|elles|un|une|des|le|la|les|l'|mon|ma|mes|ton|ta"
    r"|son|sa|ce|cette|[çc]a|cela|vivre|manger|rien|personne|plusieurs|deux|plaisir|gagner"
    rf"|l'instant|quelqu'un|qui|quoi|que|\d+)\b){FIRM}",
    "thing": r"[^,;.!?:()]{2,60}?",
    "rest": r"[^;.!?]{3,200}",
    "day": DAY,
}

_TASKS = """
traduis traduisez traduire traduction traduit-moi corrige corrigez corriger reformule reformulez
reformuler réécris reécris réécrire résume résumez résumer rédige rédigez orthographe grammaire
"""

WORDS = Words(
    tasks=_TASKS,
    marks="je j mon ma notre nous",
    drafts=r"(?:am[ée]liore|v[ée]rifie|relis) (?:le|la|ce|cette|mon|ma|les)\b|(?:tu es"
    r"|vous [eê]tes) (?:maintenant |d[ée]sormais )?(?:un|une|le|la|mon|ma) |fais comme si"
    r"|joue[rz]? (?:le r[oô]le|un r[oô]le)|jeu de r[oô]le|imagine[rz]?\b|mets-toi|[ée]cri(?:s|vez"
    r"|re)(?:-moi)?\b(?: s'il te pla[iî]t)? (?:un|une|le|la|des|\d+)\b|(?:g[ée]n[eè]re|cr[ée]e"
    r"|invente|compose|pr[ée]pare)(?:-moi)?\b (?:un|une|le|la|des|\d+) |(?:le|la|les) (?:texte"
    r"|phrase|phrases|lettre|mail|paragraphe|message|dialogue) suivante?s?|ce (?:texte|mail"
    r"|message|paragraphe)|cette (?:phrase|lettre)|lettre de motivation|il [ée]tait une fois"
    r"|que (?:signifie|veut dire)|comment (?:dit-on|dire|on dit)|[çc]a veut dire quoi"
    r"|en (?:anglais|allemand|espagnol)[:?]|(?:texte|phrase|lettre|mail|citation|exemple"
    r"|paroles) ?:|par exemple ?:|premi[eè]re personne|ch[eè]re? (?:madame|monsieur)"
    r"|bonjour (?:madame|monsieur)|^madame,|^monsieur,|cordialement|bien [àa] (?:vous|toi),?\s*$"
    r"|salutations|personnage|(?:a [ée]crit|a envoy[ée])(?: \w+)? ?:(?! ?[\"“«'])"
    r"|(?:mon|voici mon) (?:texte|cv|devoir|exercice|essai) ?:|devinette|jouons",
    supposes=r"pour (?:l'|le |la |mon |ma |une? )(?:histoire|roman|jeu|sc[ée]nario|livre|chanson"
    r"|po[eè]me|partie)\b|(?:et |mais |ou )?(?:si(?!,)\b|s'il|supposons|imagin\w*|admettons|disons"
    r"|en supposant|peut-[eê]tre|j'aimerais|je voudrais|je souhaite|au cas o[ùu]|quand (?:j'|je)"
    r"|lorsque|comme si|par exemple|un jour|demain|bient[oô]t|avant|autrefois|question ?:"
    r"|r[ée]ponse ?:|je plaisante|hypoth[ée]ti|mettons|pourvu|puisse|est-ce que|ce n'est pas que)",
    formerly="avant|autrefois",
    now=_NOW,
    asks=r"(?:et |mais |donc |alors )?(?:que\b|qu'|quoi|quel\w*|comment|o[ùu]\b|qui\b|quand"
    r"|combien|pourquoi|est-ce|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu (?:peux|pourrais"
    r"|connais|sais|as|me|aurais|penses)|vous (?:pouvez|pourriez|connaissez|savez|avez|auriez)"
    r"|connais-tu|connaissez-vous|sais-tu|savez-vous|as-tu|avez-vous|y a-t-il|il y a|aurais-tu"
    r"|auriez-vous|et (?:toi|vous)|dois-je|je (?:fais|dois faire) quoi|on fait quoi"
    r"|des id[ée]es|une id[ée]e|conseilles-tu)",
    doubts=r"si|s'il|supposons|imagin\w*|admettons|peut-[eê]tre|dit|disent|disait|dites|dis que"
    r"|a dit|croit|croient|croyait|pense|pensent|pensait|pr[ée]tend|affirme|raconte|racont[ée]"
    r"|demande|demand[ée]|[ée]crit|[ée]crivait|comme si|quand|lorsque|avant|jusqu'\w*|r[eê]v\w*"
    r"|exemple|phrase|citation|chanson|film|roman|personnage|o[ùu]|pourquoi|comment|qui"
    r"|oublie(?! pas)|oubliez(?! pas)|bient[oô]t|jamais|selon|r[ée]pond\w*|aimerais|voudrais"
    r"|pourrais|serait|espère|espere|intitul[ée]e?|texte|blague|d'apr[eè]s|autrefois|demain|doute"
    r"|faux que|pas vrai que",
    later=r"(?:dit|disait|pense|croit|pr[ée]tend|affirme)(?:-(?:il|elle|on)| m(?:a|on) \w+"
    r"| (?-i:[A-ZÉ])\w+)|disent-(?:ils|elles)|(?:d'apr[eè]s|selon) [^,]{2,30}|je (?:crois|pense"
    r"|suppose|imagine)|para[iî]t-il|apparemment|probablement|peut-[eê]tre|[àa] ce qu'\w+ \w+"
    r"|je ne suis pas s[uû]re?|j'ai entendu",
    limits=r"(?:le|les) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week-end|soir|matin"
    r"|midi)s?|pendant|en (?:vacances|voyage|semaine|[ée]t[ée]|hiver)|au (?:travail|bureau"
    r"|restaurant)|chez",
    opens=r"et|mais|ou|car|parce que|puisque|donc|oui|non|si|salut|bonjour|bonsoir|coucou|hello"
    r"|merci|bon|ok|info|ps|note|correction|pardon|d[ée]sol[ée]e?|comme|en fait|d'ailleurs|alors"
    r"|finalement|malheureusement|depuis [^,;]{2,30}|[çc]a fait [^,]{2,20} que|voil[àa]"
    r"|sache que|sachez que"
    r"|au fait|(?:rappelle-toi|souviens-toi|rappelez-vous"
    r"|souvenez-vous)(?: bien)? que|n'oublie(?:z)? pas que|oublie(?:z)? pas que"
    r"|note(?:z)?(?: bien)? que|retiens(?: bien)? que|retenez que|garde en t[eê]te que"
    r"|il faut savoir que|tu dois savoir que|je te rappelle que",
    articles=r"(?:le |la |les |l'|un |une |des |du |de la |de l'|d'|au |aux |[àa] la |[àa] l'|de )",
    tails=r"beaucoup|svp|stp|vraiment|aussi|bien|maintenant|surtout|en g[ée]n[ée]ral|merci"
    r"|s'il te pla[iî]t|s'il vous pla[iî]t|d'ailleurs|en ce moment|et|ou|mais|trop|du tout"
    r"|tellement|[ée]norm[ée]ment|actuellement|plus que tout|souvent|non plus|en fait"
    r"|le week-end|le soir|depuis \w+|[àa] mi-temps|[àa] temps partiel",
    vague=r"ma vie|ne|n'\w*|[çc]a|cela|ceci|ce(?!lui)|cet|cette|ces|celui\w*|celle\w*|ceux|que"
    r"|qu'\w*"
    r"|quand|comment"
    r"|comme|o[ùu]|ton|ta|tes|votre|vos|tout|tous|rien|plus|trop|mieux|moins|bien|lui|elle|eux"
    r"|autre|te|toi|vous|y|en|(?:le |la |les |l'|une? |de l'|des )?(?:photo|image|titre|code"
    r"|r[ée]sultat|id[ée]es?|options?|r[ée]ponses?|propositions?|premi(?:er|[eè]re)|deuxi[eè]me"
    r"|second\w*|troisi[eè]me|derni(?:er|[eè]re)|autres?|m[eê]mes?|plan|texte|version|fa[çc]on"
    r"|mani[eè]re|style|ton|reste)|pas|si",
    others=r"que|qui|je|tu|te|toi|vous|ton|ta|tes|votre|vos|j'\w+"
    r"|ce (?:soir|midi|matin)|cette semaine|aujourd'hui|demain",
    mine=r"mon|ma|mes|notre|nos",
    reflexive=(r"\b(?:me |nous )(?=\w+(?:er|ir|re)\b)", "se "),
    joins="et|ou",
    terms=TERMS,
    nobody="claire clement marie bella",
    no="non pardon désolé désolée correction enfin",
    but=r"non|pardon|je voulais dire|plut[oô]t|[àa]|chez|c'est|en|je m'appelle",
    turned=listed(
        """
        j'habite: tu habites | vous habitez
        je vis: tu vis | vous vivez
        je travaille: tu travailles | vous travaillez
        je m'appelle: tu t'appelles | vous vous appelez
        j'ai: tu as | vous avez
        je suis: tu es
        mon: ton | votre
        ma: ta
        """
    ),
    phrases=PHRASES,
)
