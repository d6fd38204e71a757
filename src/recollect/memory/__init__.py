"""The shell: each path on one screen. `sync/` is generated from `aio/`."""
