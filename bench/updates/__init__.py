"""What learning does for recall: the newest first, nothing lost, and what notes and words cover."""
