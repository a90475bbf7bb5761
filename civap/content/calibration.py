"""What the sheet says on which a printer is measured: its steps front and back, and its labels."""

from __future__ import annotations

from civap.content.say import Plain, Say

LABELS = ('document', 'front', 'back', 'first', 'second', 'bars', 'alt.front', 'alt.back')
FRONT = ('print', 'measure', 'turn')
BACK = ('light', 'between', 'pin', 'beyond', 'none', 'type')
# What is said otherwise of sheets that are flipped on the short edge, and of how sheets lie.
SHORT = ('print', 'none')
DIRECTIONS = ('upright', 'lying')


def calibration_says(across: str, down: str, most: str, *, paper: str, lying: bool, edge: str) -> dict[str, Say]:
    """Everything on the sheet, by name: with the lengths of its bars in mm, how far its scales go, and how it lies."""
    says = {name: Say(f'calibrate.{name}') for name in (*LABELS, *FRONT, *BACK)}
    if edge == 'short':
        says |= {name: Say(f'calibrate.{name}-short') for name in SHORT}
    says['way'] = Say(f'calibrate.{DIRECTIONS[lying]}', values={'paper': Plain(paper)})
    bars = {name: bar_length(length) for name, length in (('across', across), ('down', down))}
    says['measure'] = Say('calibrate.measure', values=dict(bars))
    says['alt.back'] = Say('calibrate.alt.back', values={'most': Plain(most)})
    return says | {f'bar.{name}': say for name, say in bars.items()}


def bar_length(length: str) -> Say:
    """A length in mm, with its unit."""
    return Say('calibrate.length', values={'length': Plain(length)})
