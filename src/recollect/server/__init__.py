"""Memory over HTTP and the Model Context Protocol: translation only."""
