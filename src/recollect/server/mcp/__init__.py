"""Memory over the Model Context Protocol: on stdio, and under `/mcp` of the HTTP server.

Translation only: a tool is one call, or a few, into the front door. Whose memory is meant comes
from how the server was started or from the caller's key, not from the model.
"""
