"""Writing into the configuration of AI clients: one entry of ours, and not a byte of the rest."""
