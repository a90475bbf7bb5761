"""Checks of translations: each a small function with a number, a name and a level, and what runs them."""
