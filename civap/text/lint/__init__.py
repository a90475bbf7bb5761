"""Checks of translations: each a small function with a number, a name and a level, and what runs them."""

from civap.text.lint import consistency, forms, header, history, markup, numbers, punctuation, script, source, terms
from civap.text.lint.registry import CHECKS

__all__ = ['CHECKS', 'MODULES']

# Importing them registers their checks.
MODULES = (markup, header, forms, numbers, terms, script, punctuation, consistency, history, source)
