"""Rerankers: of providers, of servers, of packages that run here, and plain functions."""
