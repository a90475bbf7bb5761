"""What the sheet says on which a printer is measured: its steps front and back, and its labels."""

from __future__ import annotations

from civap.content.say import Plain, Say

LABELS = ('document', 'front', 'back', 'first', 'second', 'bars', 'alt.front', 'alt.back')
FRONT = ('print', 'measure', 'turn')
BACK = ('light', 'between', 'pin', 'none', 'type')


def calibration_says(across: str, down: str, most: str) -> dict[str, Say]:
    """Everything on the sheet, by name: with the lengths of its bars in mm, and how far its scales go."""
    says = {name: Say(f'calibrate.{name}') for name in (*LABELS, *FRONT, *BACK)}
    bars = {name: bar_length(length) for name, length in (('across', across), ('down', down))}
    says['measure'] = Say('calibrate.measure', values=dict(bars))
    says['alt.back'] = Say('calibrate.alt.back', values={'most': Plain(most)})
    return says | {f'bar.{name}': say for name, say in bars.items()}


def bar_length(length: str) -> Say:
    """A length in mm, with its unit."""
    return Say('calibrate.length', values={'length': Plain(length)})
