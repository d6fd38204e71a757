"""The nine tools of the official MCP memory server, kept in recollect's graph and notes."""
