"""An erratum, and the examples that it breaks."""

FLIGHT = 'content/new_dawn/cards.yaml'
BROKEN = ('captures', 'flight-lost', 'flight-range', 'flight-targets')


def stronger(text: str) -> str:
    """cards.yaml with a combat value of 9 for Flight."""
    before, card = text.split('- id: flight', 1)
    return f'{before}- id: flight{card.replace("combat: 8", "combat: 9", 1)}'
