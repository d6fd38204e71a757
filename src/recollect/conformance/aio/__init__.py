"""The suite for async back-ends."""
