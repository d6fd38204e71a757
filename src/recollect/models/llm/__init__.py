"""Language models behind one port: `Model` asks, a service sends, and an answer is read."""
