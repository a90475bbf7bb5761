"""States on one line: the same YAML as in files, in flow style, so that one loader reads both."""

import json
import re
from typing import Any

from civap.content.situation import PIECES, Given, Space, place_name

# What YAML takes as one plain word, in flow style too.
_PLAIN = re.compile(r'[A-Za-z0-9][A-Za-z0-9_.*/-]*')


def compact(given: Given) -> str:
    """A state as one line of YAML; reading it gives the same state again."""
    data = given.model_dump(by_alias=True, exclude_unset=True)
    for space, written in zip(given.spaces or (), data.get('spaces') or (), strict=True):
        _shorten(space, written)
    return _flow(_lean(data))


def _shorten(space: Space, written: dict[str, Any]) -> None:
    """A piece that is taken away is `none`; a name that follows from the place is left out."""
    facts = {name: written.pop(name) for name in list(written) if name not in ('id', 'at')}
    for name, value in facts.items():
        written[name] = 'none' if name in PIECES and value is None else value
    if space.at is not None and space.id == place_name(*space.at):
        del written['id']


def _lean(value: Any) -> Any:
    """Without what is not set."""
    if isinstance(value, dict):
        return {key: _lean(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_lean(item) for item in value]
    return value


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return f'{{{", ".join(f"{key}: {_flow(item)}" for key, item in value.items())}}}'
    if isinstance(value, list):
        return f'[{", ".join(map(_flow, value))}]'
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if isinstance(value, int) or _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
