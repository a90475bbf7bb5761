"""What the steps of cards do, called by the step's key in YAML; `resolve-card` is the turn's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from civap.content.steps import (
    AdvanceDial,
    Attack,
    BuildCity,
    BuildWonder,
    DefeatBarbarians,
    DestroyCities,
    GainResource,
    GainTrade,
    MoveCaravans,
    PlaceControl,
    Reinforce,
    Upgrade,
    UpgradeLowest,
    WeakenControl,
)
from civap.engine.effects.advance_dial import advance_dial, gain_trade_tokens, upgrade_lowest
from civap.engine.effects.attack import attack
from civap.engine.effects.build_city import build_city
from civap.engine.effects.build_wonder import build_wonder
from civap.engine.effects.destroy_cities import destroy_cities
from civap.engine.effects.move_caravans import move_caravans
from civap.engine.effects.place_control import place_control
from civap.engine.effects.reinforce import reinforce
from civap.engine.effects.simple import defeat_barbarians, gain_resources, weaken_control
from civap.engine.effects.upgrade import upgrade
from civap.engine.resolution import Resolution

Effect = Callable[[Resolution, Any], None]

EFFECTS: Mapping[str, Effect] = {
    PlaceControl.KIND: place_control,
    WeakenControl.KIND: weaken_control,
    MoveCaravans.KIND: move_caravans,
    DefeatBarbarians.KIND: defeat_barbarians,
    GainResource.KIND: gain_resources,
    GainTrade.KIND: gain_trade_tokens,
    BuildWonder.KIND: build_wonder,
    BuildCity.KIND: build_city,
    Attack.KIND: attack,
    Reinforce.KIND: reinforce,
    Upgrade.KIND: upgrade,
    UpgradeLowest.KIND: upgrade_lowest,
    AdvanceDial.KIND: advance_dial,
    DestroyCities.KIND: destroy_cities,
}
