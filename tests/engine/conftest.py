"""Hypothesis without time limits and with the same examples each time."""

from hypothesis import settings

settings.register_profile('same', deadline=None, derandomize=True)
settings.load_profile('same')
