"""Chat loops on a memory."""
