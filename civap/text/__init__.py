"""Text: what content says, in a language."""
