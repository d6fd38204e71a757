"""What other programs wrote, as messages: one file a format."""
