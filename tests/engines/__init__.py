"""The real engines that tests run on, each started by its own file."""
