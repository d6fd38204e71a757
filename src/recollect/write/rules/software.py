"""Software, services and devices by their names: who moves to one of them has not moved house.

How a name is written tells some of them (`tools.py`); these look like the name of any town. Left
out are those that are better known as a place or as somebody's name: Joplin, Aurora, Hudson,
Phoenix, Delphi, Hugo.
"""

from __future__ import annotations

_DATA = """
redis valkey memcached dragonflydb postgres mongo mongodb couchbase cassandra scylla clickhouse
supabase firebase firestore dynamodb cosmosdb turso planetscale cockroachdb timescale influxdb
duckdb qdrant chroma chromadb pinecone weaviate milvus faiss neo4j arangodb dgraph elastic
opensearch solr meilisearch algolia typesense snowflake redshift hadoop spark flink airflow dagster
prefect dbt tableau looker metabase superset grafana kibana prometheus splunk datadog sentry jaeger
pandas polars numpy pytorch tensorflow keras jax jupyter colab huggingface ollama langchain
"""
_SERVERS = """
nginx apache caddy traefik haproxy envoy istio cloudflare fastly akamai netlify render railway fly
linode vultr scaleway hetzner ovh rackspace openshift rancher nomad consul vault helm pulumi vagrant
packer puppet chef saltstack bazel gradle maven cmake conan webpack vite rollup parcel esbuild babel
eslint prettier biome pnpm yarn bun deno poetry pipenv conda mamba pixi ruff pydantic flask
starlette celery rabbitmq nats pulsar kinesis temporal zapier argo tekton spinnaker buildbot gitea
forgejo codeberg bitbucket gerrit subversion mercurial jujutsu okta keycloak wireguard tailscale
zerotier mullvad nordvpn openvpn proxmox vmware virtualbox esxi truenas unraid synology kvm xen
wildfly tomcat
"""
_LANGUAGES = """
haskell ocaml scala elixir erlang clojure groovy perl cobol fortran nim zig dart flutter electron
tauri xamarin ionic unity unreal godot blender lua raku julialang php laravel symfony drupal joomla
wordpress ghost jekyll gatsby nextjs nuxt remix astro ember backbone jquery bootstrap tailwind bulma
redux zustand mobx graphql prisma drizzle sequelize hibernate playwright cypress selenium puppeteer
pytest vitest kanban scrum agile waterfall microservices serverless openapi protobuf
"""
_DESKTOP = """
fedora arch archlinux nixos nix gentoo slackware manjaro opensuse suse centos rhel popos freebsd
openbsd chromeos gnome kde wayland hyprland sway i3 xfce xmonad raycast alfred kitty alacritty
ghostty iterm wezterm tmux zellij zsh bash fish nushell powershell nano helix cursor windsurf
sublime intellij pycharm webstorm goland rider eclipse netbeans xcode brave vivaldi opera arc tor
edge thunderbird proton protonmail fastmail tutanota hey kagi duckduckgo bing anki zotero mendeley
calibre latex typst overleaf lightroom photoshop illustrator indesign gimp inkscape krita procreate
premiere davinci audacity ableton scrivener ulysses craft coda onenote simplenote standardnotes
dayone roamresearch capacities heptabase miro mural basecamp clickup monday wrike smartsheet
shortcut pivotal youtrack redmine bugzilla hubspot pipedrive zoho zendesk freshdesk intercom
mailchimp sendgrid mailgun twilio mixpanel amplitude posthog plausible matomo squarespace wix
webflow framer shopify magento woocommerce etsy ebay paypal venmo revolut monzo starling wise klarna
ynab mint quicken quickbooks xero lastpass dashlane keepass keepassxc dropbox nextcloud owncloud
icloud onedrive backblaze
"""
_EVERYDAY = """
threema zulip mattermost viber skype wechat kakaotalk threads lemmy reddit tumblr pinterest snapchat
substack patreon twitch youtube vimeo tidal deezer qobuz soundcloud pandora bandcamp netflix hulu
disney kindle kobo pixel galaxy fairphone blackberry chromebook thinkpad macbook ipad verizon
vodafone t-mobile comcast sonos alexa siri perplexity mistral llama deepseek grok midjourney lovable
replit strava garmin fitbit whoop peloton duolingo babbel goodreads storygraph letterboxd
"""
NAMES = frozenset(" ".join((_DATA, _SERVERS, _LANGUAGES, _DESKTOP, _EVERYDAY)).split())
# "Arch Linux", "Redis Cloud": what such a name is followed by.
_SORTS = frozenset(
    "linux cloud enterprise mail browser server desktop os db database search pay money".split()
)


def is_software(place: str) -> bool:
    """Whether what is called a place is software: "Redis", "Arch Linux", but not "Opera Bay"."""
    name, *more = place.casefold().rstrip(".").split()
    return name in NAMES and all(one in NAMES or one in _SORTS for one in more)
