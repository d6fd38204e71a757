"""What people move to without moving house: tools and firms, teams and months.

Not every product is listed; `software.py` has more of them. A name tells by itself if no town is
written so (CircleCI, S3, Next.js), or if it is put together as software is (Evernote, Airtable).
"""

FIRMS = (
    r"(?:Amazon|Google|Alphabet|Apple|Microsoft|Meta|Facebook|Netflix|OpenAI|Anthropic|Nvidia|Intel"
    r"|IBM|Oracle|Salesforce|Stripe|Uber|Airbnb|Tesla|Toyota|Ford|Boeing|Airbus|Siemens|Samsung"
    r"|Sony|Nike|Walmart|Starbucks|Slack)"
)
TOOLS = (
    r"(?:Teams?|Zoom|Discord|WhatsApp|Telegram|Signal(?! Hill)|Azure|AWS|GCP|Heroku|Vercel|Hetzner"
    r"|Kubernetes|Docker|Podman|Terraform|Ansible|Jenkins|GitHub|GitLab|Git|Linux|Ubuntu|Debian"
    r"|Windows|Mac|macOS|Android|iOS|iPhones?|Notion|Obsidian|Todoist|Trello|Asana|Jira|Linear"
    r"|Figma|Logseq|Roam|MariaDB|MongoDB|Kafka|Elasticsearch|Vim|Neovim|Emacs|Zed|VS ?Code|Excel"
    r"|Python|Rust|Go|Java|JavaScript|TypeScript|Kotlin|Swift(?! Current)|Ruby"
    r"|React|Angular|Svelte|Vue|Django|Rails|FastAPI|Gmail|Outlook|Chrome|Firefox|Safari|Spotify"
    r"|ChatGPT|Claude|Gemini|Copilot|Bitwarden|Mastodon|Bluesky|Twitter|Instagram|TikTok)"
)
NOT_PLACES = (
    rf"(?:{FIRMS}|{TOOLS}|Marketing|Sales|Engineering|Finance|HR"
    r"|Product|Design|Operations|Legal|Support|Research|Plan|(?:Mon|Tues|Wednes|Thurs|Fri|Satur"
    r"|Sun)day|January|February|March|April|May|June|July|August|September|October|November"
    r"|December)"
)
# Two words in one, but "Whitstable", "Izmail", "McCloud" and "Langres".
_COMPOUND = (
    r"[a-z]{2,}(?:note|base|box|kite|flow|flake|flare|hub|docs|(?<!z)mail|(?<!s)table|board|desk"
    r"|stack|script|soft|fox|drive|sync|chat|pass|cast|track|form|watch|forge|list|task|book|sheet"
    r"|(?<!mc)cloud|space|dog|bricks|(?<!n)gres|ify)|[a-z]*sql[a-z]*"
)
# "CircleCI", but "McAllen".
_MIXED = r"(?!(?:Mc|Mac|De|Di|La|Le|Du|Van|Fitz)[A-Z])[A-Z][a-z]+[A-Z]"
_ODD = r"[a-z]*\d\w*|\w+\.(?:js|io|ai|net|dev|app|com)"
NO_PLACE = rf"(?!(?i:{NOT_PLACES}|{_COMPOUND}|{_ODD})\b|(?-i:{_MIXED}))"
AT_WORK = (
    r"(?:CI|CD|builds?|pipelines?|repos?|deploy\w*|backend|frontend|servers?|serv(?:idor|eur)\w*"
    r"|datenbank\w*|bases? de (?:datos|donn[ée]es)|clusters?|plug-?ins?|APIs?|editor|[ée]diteur"
    r"|notizen|notas|apuntes|notes|aufgaben|tareas|t[âa]ches|tickets?|workflows?|navegador"
    r"|navigateur|browser|(?:e-?)?mails?|correos?)"
)
"""What people speak of with a tool, and seldom with a town, in the other languages."""
NO_TOOL = rf"(?![^.;!?]*\b(?:{AT_WORK}|(?-i:{TOOLS}))\b)"
"""Behind a place: what follows does not say that it is none."""
