"""How good the notes of the rules are: a fixed sample, judged by hand, and what they cost."""
