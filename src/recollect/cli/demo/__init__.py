"""The parts of `recollect demo`: what is said, the two processes, and the page they make."""
