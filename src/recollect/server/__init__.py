"""A memory for others to connect to: translation only, all thinking stays in the core."""
