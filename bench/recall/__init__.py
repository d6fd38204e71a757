"""How well memory is found again: recollect through its front door, beside plain baselines."""
