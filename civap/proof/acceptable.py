"""Which failures are a matter of other values alone, so that what happens can be taken over as what is expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from civap.proof.claims import Difference, Fault, Miss
from civap.proof.verdicts import Finding, Verdict
from civap.proof.words import described

# The verdicts on which there may be nothing but other values.
ACCEPTED = (Verdict.FAILS, Verdict.WRONG_OPTIONS, Verdict.NOT_ASKED)
SPAN = re.compile(r'-?\d+(\.\.-?\d+)?')


def acceptable(finding: Finding) -> bool:
    """Whether all that fails of a story is a matter of other values, or nothing does."""
    if finding.verdict.passes:
        return True
    return finding.verdict in ACCEPTED and not any(reason(miss, finding) for miss in finding.misses)


def reason(miss: Miss, finding: Finding) -> str:
    """Why a claim that fails cannot be met by other values; empty if it can."""
    match miss.fault:
        case Fault.WRONG_OPTIONS:
            if moved_spans(miss, finding):
                return ''
            return f'found the options {", ".join(miss.options)}, expected those of the pin'
        case Fault.NOT_ASKED:
            return 'found no such question, expected it to be asked'
        case Fault.MISSING:
            assert miss.expected is not None
            return f'found no such event, expected {described(miss.expected)}'
        case Fault.EARLY:
            return 'found it earlier, expected it after the event above'
        case Fault.UNWANTED:
            return 'found it, expected it never'
    if any(written(each) is None for each in miss.differences):
        return 'found a pattern or nothing to write, expected plain values on both sides'
    return ''


def moved_spans(miss: Miss, finding: Finding) -> Mapping[str, str]:
    """The spans of a pinned roll as they were and as they are now, if as many lie in the same order."""
    pinned = next((choice for choice, place in finding.story.pins.values() if place == miss.place), None)
    if miss.fault is not Fault.WRONG_OPTIONS or pinned is None or pinned.pick is None:
        return {}
    spans = all(SPAN.fullmatch(option) for option in (*pinned.options, *miss.options))
    same = len(pinned.options) == len(miss.options)
    return dict(zip(pinned.options, miss.options, strict=True)) if spans and same else {}


def written(difference: Difference) -> str | None:
    """What to write instead; none if the expectation is a pattern or nothing happened."""
    _, expected, happened = difference
    if isinstance(expected, tuple) and isinstance(happened, tuple):
        kept = [item for item in expected if item in happened]
        return f'[{", ".join([*kept, *(item for item in happened if item not in kept)])}]'
    if isinstance(expected, int | str) and isinstance(happened, int | str | Fraction):
        return str(happened)
    return None
