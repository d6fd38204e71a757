"""The API under /v1: one table of endpoints, from which routes and document are made."""
