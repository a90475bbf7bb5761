"""What the codes of problems mean: one catalogue of all that can be told."""
