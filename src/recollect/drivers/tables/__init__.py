"""What back-ends that keep records as rows of tables have in common."""
