"""Proof: the worked examples resolved on every path, and what to say when one does not hold."""
