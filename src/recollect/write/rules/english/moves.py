"""What tells a move to a town from a move to a tool: "We moved to Porto", "… to Buildkite"."""

from ..tools import TOOLS
from .pieces import FAMILY

_TAIL = r"[^.;!?]*"
# How towns are called that are not known.
_LIKE_A_TOWN = (
    r"(?:(?:San|Santa|Santo|St\.|Saint|Fort|Port|Mount|Lake|North|South|East|West|Upper|Lower"
    r"|Bad|Los|Las|El) [A-Z]|Mc[A-Z]|the (?!Cloud|[A-Z]+\b)[A-Z]"
    r"|[A-Z]\w+ (?:City|Beach|Springs|Falls|Heights|Islands?|Bay|Valley|Park|Hills|Harbou?r|Creek"
    r"|County)\b"
    r"|[A-Z][a-z]*(?:ville|burgh?|berg|borough|bury|ton|town|ham|shire|land|stadt|dorf|heim|hausen"
    r"|furt|feld|field|ford|mouth|chester|cester|wich|dale|haven|polis|grad|abad|pur|stan|ingen"
    r"|holm|vik|stead|moor|pool|bridge|wick|port|worth|hurst|combe|mere)\b)"
)
# What people say of where they live, and seldom of what they work with.
_LIFE = (
    rf"(?:{FAMILY}|family|dogs?|cats?|retir\w+|married|house|home|flat|apartment|condo|cottage"
    r"|neighbou?r\w*|town|city|village|suburbs?|island|coast|beach|countryside|mountains|climate"
    r"|weather|schools?|college|university|degree|stud(?:y|ies)|rent|mortgage|landlord|live[sd]?"
    r"|living|(?:a|my|his|her|new) (?:\w+ )?job|for work)"
)
# What they say of tools.
_WORK = (
    r"(?:CI|CD|builds?|pipelines?|repo(?:s|sitory|sitories)?|deploy\w*|servers?|databases?|host\w*"
    r"|frameworks?|librar(?:y|ies)|plugins?|stack|code(?: ?base)?|migrat\w+|workflows?|tickets?"
    r"|backlogs?|editors?|IDE|browsers?|apps?|accounts?|subscriptions?|providers?|cloud|clusters?"
    r"|tools?|tooling|runners?|tests?|notes|(?:e-?)?mails?|issues?|docs|APIs?|SDK|software"
    r"|platforms?|versions?|data|dashboards?|monitoring|track\w*)"
)
_ODD = r"(?:[A-Z]+\b|\w+\.[a-z]|\w*\d|\w+ \d)"  # AWS, Next.js, S3, Vue 3

A_TOWN = (
    rf"{{Known}}|{_LIKE_A_TOWN}"
    rf"|(?!{_ODD})(?:{{Place}}), [A-Z]|(?!{_ODD}){{Place}}{_TAIL}\b{_LIFE}\b"
)
NO_TOOL = rf"(?!{_ODD}){{Place}}(?!{_TAIL}\b(?:{_WORK}|(?i:{TOOLS}))\b)"
FROM = r"(?P<left>(?:from (?={Known}|{Place} to {Known}){Place} )?)"
FOR_LIFE = (
    rf"(?!{_TAIL} (?:then|and)(?: then)? to [A-Z]|{_TAIL} (?:when I was|as an? (?:kid|child|teen))"
    rf"|{_TAIL} for (?:[\w-]+ ){{1,3}}(?:days|weeks|months?) (?:last|back in|in \d))"
    r"(?![\w'’-]| \d| for (?:my|our|all|the) (?!(?:new )?(?:job|work|stud|degree|wife|husband"
    r"|partner|family|kids|child|son|daughter|parents|m[ou]m|mother|dad|father|girlfriend"
    r"|boyfriend|health|career|retirement|weather|summer|winter|year|next)))"
)
AND_MORE = (
    r"(?P<rest>(?: (?:for|with|in|from|last|this|to|because|on)"
    r"(?![^,;.]* (?:there|here|it|they|them)\b) [^,;.]{2,60})?)"
)
