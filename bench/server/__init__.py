"""What the server costs beyond the memory it serves."""
