"""recollect keys: who may ask a server, one file each."""

from . import create, list_, revoke

RUNS = {"create": create.run, "list": list_.run, "revoke": revoke.run}
