"""One file per verb; each has a `run`."""
