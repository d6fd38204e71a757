"""Doors in the shape of other memories, for programs that were written for them."""
