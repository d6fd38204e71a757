"""Pieces of patterns that languages share."""

UP = r"(?-i:[A-ZÀ-ÖØ-ÞŒŠŽĄĆŁŃŚŹŻČĎĚŇŘŤŮĐ])"
START = r"(?<![\w'’-])"
WORD = r"[^\W\d_][\w.'’&+-]*"
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
FIRMS = (
    r"(?:Amazon|Google|Alphabet|Apple|Microsoft|Meta|Facebook|Netflix|OpenAI|Anthropic|Nvidia|Intel"
    r"|IBM|Oracle|Salesforce|Stripe|Uber|Airbnb|Tesla|Toyota|Ford|Boeing|Airbus|Siemens|Samsung"
    r"|Sony|Nike|Walmart|Starbucks|Slack)"
)
# What people move to without moving house.
NOT_PLACES = (
    rf"(?:{FIRMS}|Teams?|Zoom|Discord|Azure|AWS|GCP|S3|Kubernetes|Docker|Terraform|GitHub"
    r"|GitLab|Git|Linux|Ubuntu|Windows|Mac|macOS|Android|iOS|Notion|Jira|Linear|Figma|MySQL"
    r"|MongoDB|Kafka|Vim|Emacs|VS ?Code|Excel|Python|Rust|Go|Java|JavaScript|TypeScript|Kotlin"
    r"|React|Django|FastAPI|Gmail|Outlook|Chrome|Firefox|Marketing|Sales|Engineering|Finance|HR"
    r"|Product|Design|Operations|Legal|Support|Research|Plan|(?:Mon|Tues|Wednes|Thurs|Fri|Satur"
    r"|Sun)day|January|February|March|April|May|June|July|August|September|October|November"
    r"|December)"
)
# "CircleCI", but "McAllen".
_MIXED = r"(?!(?:Mc|Mac|De|Di|La|Le|Du|Van|Fitz)[A-Z])[A-Z][a-z]+[A-Z]"
NO_PLACE = rf"(?!(?-i:{NOT_PLACES}\b|{_MIXED}))"
# "New York", "los angeles": places of more than one word, in small letters.
_PARTS = (
    r"(?:new|san|santa|santo|rio|buenos|bad|st\.?|saint|sankt|ciudad|nueva|puerto|palma|mar|costa"
    r"|villa|north|south|west|east|cape|hong|kuala|tel|são|sao|belo|santiago|clermont|boulogne"
    r"|salt|los(?= angeles| cabos)|las(?= palmas| vegas)|la(?= paz| habana| plata| rochelle)"
    rf"|le(?= havre| mans)|el(?= paso| cairo)|(?:la|las|los|el|le|les)(?= {UP}))"
)
_WITHIN = r"(?:am|an der|bei|im|auf|ob der|in der|de|del|de la|de los|du|des|sur|en|lès|la|y|do|da)"
PLACE = (
    rf"{NO_PLACE}(?:{_PARTS} {WORD}(?: (?:{_WITHIN} )?{UP}[\w'’-]*){{0,3}}"
    rf"|{UP}[\w.'’-]*(?:,? (?:{_WITHIN} )?{UP}[\w.'’-]*\w){{0,4}}|{WORD}(?! {UP}))"
)
NAME = rf"{WORD}(?: (?:(?:von|van|de|del|de la|da|di|du|la|le) )?{UP}[\w.'’-]*){{0,3}}"
BIG_NAME = rf"{UP}\w[\w.'’-]*(?: (?:(?:von|van|de|del|de la|da|di|du) )?{UP}[\w'’-]*){{0,2}}"
FIRM = (
    rf"(?:{UP}[\w.'’&+-]*(?: (?:{UP}[\w.'’&+-]*|&|\+|und(?= {UP})|de|del|der|du)){{0,4}}"
    rf"|{WORD}(?! {UP}))"
)
