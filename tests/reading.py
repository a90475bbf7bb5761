"""Text as a reader of the file finds it."""

import unicodedata


def letters(text: str) -> str:
    """Letters only, in logical order and lower case: marks, spaces, signs and digits left out, ligatures undone."""
    text = unicodedata.normalize('NFD', unicodedata.normalize('NFKC', text))
    return ''.join(char for char in text if char.isalpha()).casefold()


def is_in(found: str, text: str) -> bool:
    """Whether letters hold a text; of Arabic with vowel marks, which PDFium reads out of order, each word without."""
    if letters(text) in found:
        return True
    marked = any(unicodedata.combining(char) for char in text)
    arabic = any(unicodedata.bidirectional(char) == 'AL' for char in text)
    words = [word for word in text.split() if not any(map(unicodedata.combining, word))]
    return marked and arabic and all(letters(word) in found for word in words)
