"""Measuring recall: conversations with questions, told to a memory and asked of it."""
