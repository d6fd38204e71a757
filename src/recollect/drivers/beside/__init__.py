"""What the indexes beside a store share: how they filter, rank, and find what was erased."""
