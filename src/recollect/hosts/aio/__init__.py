"""What is written once for both colours: `sync` beside this is generated from it."""
