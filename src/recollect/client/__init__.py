"""The front door over HTTP: a memory that a server keeps. `sync/` is generated from `aio/`."""
