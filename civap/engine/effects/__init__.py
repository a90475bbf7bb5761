"""What the steps of cards do: one module for each kind, called by the step's key in YAML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from civap.content.steps import BuildCity, BuildWonder, Upgrade
from civap.engine.effects.build_city import build_city
from civap.engine.effects.build_wonder import build_wonder
from civap.engine.effects.upgrade import upgrade
from civap.engine.resolution import Resolution

Effect = Callable[[Resolution, Any], None]

EFFECTS: Mapping[str, Effect] = {
    BuildWonder.KIND: build_wonder,
    BuildCity.KIND: build_city,
    Upgrade.KIND: upgrade,
}
