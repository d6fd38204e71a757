"""recollect agents: six verbs, one file each."""

from . import create, delete, export, import_, list_, show

RUNS = {
    "list": list_.run,
    "create": create.run,
    "show": show.run,
    "export": export.run,
    "import": import_.run,
    "delete": delete.run,
}
