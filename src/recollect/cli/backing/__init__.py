"""Backups: one file of everything that a store of any kind holds, and the way back."""
