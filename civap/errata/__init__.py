"""Errata: what differs between two editions, and what has to be printed anew."""
