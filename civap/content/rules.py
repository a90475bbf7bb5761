"""The ids of the rules: events cite them, examples and readings name them."""

from __future__ import annotations

_GROUPS = {
    'golden': 'override random',
    'setup': 'counts-as-player color-leader focus-bar map no-tiles tile-placement',
    'turn': 'first event-dial slot-five terrain',
    'priority': 'filter skip tiebreak',
    'resource': 'same gain swap spend',
    'wonder': 'order overspend place agenda candidates',
    'trade': (
        'any-number gain spend-culture spend-economy spend-industry spend-military-attacker-winning '
        'spend-military-attacker-losing spend-military-defender-winning '
        'spend-military-defender-losing spend-science'
    ),
    'gain': 'lowest next-level',
    'attack': 'target defense dice capital-wonder capital-tokens reinforce',
    'bonus': 'matching military return-card',
    'diplomacy': 'visit use',
    'leader': 'gilgamesh montezuma roosevelt default',
    'difficulty': 'levels',
    'barbarian': 'no-placing ignored-adjacent',
    'culture': 'unplaced',
    'industry': 'city-defense replace-no-resolve',
    'military': 'replace',
    'card': 'culture economy industry military science',
    'cards': 'presentation',
    'base': 'reset control-space caravan events wonder',
}
RULES: tuple[str, ...] = tuple(f'{group}.{name}' for group, names in _GROUPS.items() for name in names.split())

# Rules that people carry out: they are printed, and the engine has no part in them.
FOR_PEOPLE = frozenset(
    rule
    for rule in RULES
    if rule.startswith('setup.') or rule in ('golden.override', 'turn.first', 'resource.swap', 'cards.presentation')
)
# Rules that the engine carries out, each cited by an event.
ENGINE: tuple[str, ...] = tuple(rule for rule in RULES if rule not in FOR_PEOPLE)

# The sections of the source's rulebook, in its order; an example names the one it belongs to.
SECTIONS = (
    'golden-rules', 'setup', 'automated-player-turn', 'priority-order', 'gaining-and-spending-resource-tokens',
    'building-wonders', 'gaining-focus-cards', 'gaining-trade-tokens', 'spending-trade-tokens', 'performing-attacks',
    'attacking-capitals', 'wonders-and-diplomacy', 'leader-abilities', 'difficulty-level', 'clarifications',
    'barbarians', 'culture', 'economy', 'industry', 'military', 'science', 'focus-cards',
)  # fmt: skip
