"""The parts of `recollect chat`: reading lines, showing answers, and the commands within."""
