"""What happens when a process dies, a disk fails or everybody writes at once."""
