"""Asking a model that talks. The sync twin is generated."""
