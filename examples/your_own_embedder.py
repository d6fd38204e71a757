"""Any function from texts to vectors is an embedder. This one knows a few groups of words."""

from recollect import Memory

SEA, CODE = {"sea", "ocean", "beach", "harbour"}, {"python", "rust", "programming", "compiler"}


def groups(texts: list[str]) -> list[list[float]]:
    """One dimension a group of words, and one that all texts share."""
    words = [set(text.lower().strip(".?!").split()) for text in texts]
    return [[0.1, len(SEA & one), len(CODE & one)] for one in words]


def broken(texts: list[str]) -> list[list[float]]:
    raise ConnectionError("the model is asleep")


groups.id, broken.id = "groups-1", "broken-1"  # another model needs another id
memory = Memory("memory://", embedder=groups)
memory.add(["My house is on the beach", "The compiler was slow today"], user_id="dana")
print(f"embedder: {memory.stats().embedder}")
print(f"near the ocean: {memory.search('near the ocean', user_id='dana')[0].text}")
print(f"about programming: {memory.search('about programming', user_id='dana')[0].text}")

careful = Memory("memory://", embedder=broken)
added = careful.add("The harbour freezes in January", user_id="dana")
hits = careful.search("When does the harbour freeze?", user_id="dana")
print(f"when it fails: embedded={added.embedded}, but found: {hits[0].text}")
print(f"and the hits say what was missing: {hits.degraded}")
