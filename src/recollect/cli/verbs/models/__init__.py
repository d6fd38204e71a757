"""recollect models: three verbs, one file each."""

from . import install, list_, remove

RUNS = {"list": list_.run, "install": install.run, "remove": remove.run}
