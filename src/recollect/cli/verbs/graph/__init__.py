"""recollect graph: a verb for everything about relations, one file each."""

from . import different, entities, path, relate, related, same, unrelate

RUNS = {
    "relate": relate.run,
    "unrelate": unrelate.run,
    "related": related.run,
    "path": path.run,
    "entities": entities.run,
    "same": same.run,
    "different": different.run,
}
