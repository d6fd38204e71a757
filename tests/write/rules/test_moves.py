"""Who moves to a town has a new home; who moves to a tool has not."""

import pytest

from recollect.types import Message
from recollect.write.rules import propose
from recollect.write.rules.english.places import KNOWN
from recollect.write.rules.software import NAMES

HOMES = [
    ("I moved to Porto.", "Porto"),
    ("We moved to Porto.", "Porto"),
    ("We moved to New York last year.", "New York"),
    ("I moved to Gmunden.", "Gmunden"),
    ("I just moved to Ann Arbor last week.", "Ann Arbor"),
    ("I moved to Lucerne for a software job.", "Lucerne"),
    ("My wife and I moved to Gmunden.", "Gmunden"),
    ("My wife and I have moved to Graz.", "Graz"),
    ("We moved to Gmunden with the kids.", "Gmunden"),
    ("We moved to Gmunden, Austria.", "Gmunden, Austria"),
    ("We've just moved to Ottersberg.", "Ottersberg"),
    ("We moved to Nashua for my wife's job.", "Nashua"),
    ("We moved to Santa Fe in 2020.", "Santa Fe"),
    ("We moved to Port Elgin.", "Port Elgin"),
    ("We moved to Whitstable because my parents live there.", "Whitstable"),
    ("We moved to Keswick when we retired.", "Keswick"),
    ("We moved to Taunton last spring.", "Taunton"),
    ("We recently relocated to Nashua.", "Nashua"),
    ("We moved back to Nashua.", "Nashua"),
    ("We moved from Lisbon to Porto.", "Porto"),
    ("We moved to McAllen, it's warm here.", "McAllen"),
    ("We moved to Gmunden and love our new house.", "Gmunden"),
    ("We moved to Wellfleet, a small town on the coast.", "Wellfleet"),
    ("We moved to Jersey City.", "Jersey City"),
    ("We moved to the Azores.", "the Azores"),
    ("We moved to Rennes for my studies.", "Rennes"),
    ("We moved to Trieste with our dog.", "Trieste"),
    ("we moved to porto last month", "Porto"),
    ("I moved to Whitstable.", "Whitstable"),
    ("I moved to Braintree, love it.", "Braintree"),
    ("I moved to Bukit Timah.", "Bukit Timah"),
    ("I moved to Redcar.", "Redcar"),
    ("I moved to Opera Bay.", "Opera Bay"),
    ("I moved to Hugo, a small town.", "Hugo"),
    ("J'ai déménagé à Langres.", "Langres"),
    ("Ich bin im Januar nach Kiel gezogen.", "Kiel"),
    ("Wir sind nach Gmunden umgezogen.", "Gmunden"),
    ("Me he mudado a Logroño.", "Logroño"),
    ("Nos mudamos a Granada con los niños.", "Granada"),
    ("J'ai déménagé sur Lyon.", "Lyon"),
    ("On a déménagé à Reims.", "Reims"),
]
ELSEWHERE = [
    "We moved to Buildkite.",
    "We moved to Buildkite last month.",
    "We moved from Jenkins to Buildkite.",
    "We've moved to Postgres.",
    "We just moved to Postgres from Oracle.",
    "We moved to Hetzner because it's cheaper.",
    "We finally moved to Svelte.",
    "We moved to CircleCI for builds.",
    "We moved to Vue 3.",
    "We moved to Next.js last year.",
    "We recently moved to Datadog and the dashboards are great.",
    "We moved to Sentry for error tracking.",
    "We moved to Confluence with all our docs.",
    "We've moved to Stripe as our provider.",
    "We moved to Scrum last year.",
    "We moved to a new framework.",
    "We moved to our new office.",
    "We moved to Cloudflare and then to Fastly.",
    "We moved to Monorepo.",
    "I moved to CircleCI.",
    "I moved to Next.js.",
    "I moved to Vue 3.",
    "I moved to PostgreSQL 16.",
    "I moved to Obsidian and all my notes are there.",
    "I moved to Neovim as my editor.",
    "I moved to Vivaldi, a much better browser.",
    "I moved to Fastmail, my email is safer there.",
    "I moved to Hetzner, their servers are cheap.",
    "I've moved to Bazel for the build.",
    "I moved from Jenkins to Buildkite.",
    "I moved to Fastmail for mail.",
    "We moved to Kotlin on the server.",
    "We moved to Terraform with our whole team.",
    "We moved to Grafana from Kibana.",
    "We've moved to Basecamp, and our clients love it.",
    "I moved to Redis.",
    "i moved to redis",
    "I moved to Redis last year.",
    "I've moved to Arch Linux.",
    "I moved to Proton Mail for privacy.",
    "My wife and I moved to Fedora.",
    "I live in Grafana.",
    "My brother moved to Supabase.",
    "Ich bin nach Redis umgezogen.",
    "Wir sind letzten Monat nach Grafana gezogen.",
    "Me mudé a Redis.",
    "Nos hemos mudado a Grafana.",
    "J'ai déménagé à Redis.",
    "I live in CircleCI these days.",
    "Wir sind nach CircleCI umgezogen.",
    "Nos hemos mudado a CircleCI.",
    "I moved to Evernote.",
    "I've moved to Airtable and I like it.",
    "I moved to K8s.",
    "I live in Notion.",
    "Wir sind nach K8s umgezogen.",
    "I finally moved to Kate, so much faster than vscode.",
    "Ich bin nach Evernote umgezogen.",
    "Wir sind nach Postgres umgezogen.",
    "Wir sind zu Postgres gewechselt.",
    "Nos mudamos a Postgres la semana pasada.",
    "nos mudamos a kubernetes",
    "Me mudé de Jenkins a Joplin.",
    "Me he mudado a Joplin para mis notas.",
    "On a déménagé vers Postgres.",
    "J'ai déménagé sur Joplin.",
    "Nous avons déménagé à Joplin pour nos tâches.",
    "Our team moved to Buildkite.",
    "We moved our build to Buildkite.",
    "The code base moved to Buildkite.",
]


def test_software_has_the_name_of_no_place_that_is_known():
    assert not NAMES & KNOWN


def homes(said: str) -> list[str | None]:
    found = propose(Message(said))
    return [note.object for note in found if note.slot == "home.place"]


@pytest.mark.parametrize(("said", "place"), HOMES)
def test_a_town_is_a_home(said: str, place: str):
    assert homes(said) == [place]


@pytest.mark.parametrize("said", ELSEWHERE)
def test_a_tool_is_none(said: str):
    assert homes(said) == []


def test_what_is_no_home_is_still_noted():
    [note] = propose(Message("We moved from Jenkins to Buildkite."))
    assert (note.text, note.kind) == ("The user moved from Jenkins to Buildkite.", "episodic")
    [note] = propose(Message("We moved to Buildkite."))
    assert (note.text, note.slot) == ("The user moved to Buildkite.", None)
