"""What agent frameworks call memory, kept in recollect: translation only, one host a module."""
