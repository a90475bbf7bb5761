"""The 20 cards against a second statement of their facts.

The tables were written from the published card texts alone, without looking at cards.yaml, in the words
of those texts: a slip in the data and the same slip here are two independent mistakes.
"""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from civap.content.cards import Card
from civap.content.project import Project
from civap.content.say import Say
from civap.content.steps import StepBase
from civap.text.catalog import load_catalog
from civap.text.render import Renderer

NAMES = {
    'culture': ('Early Empire', 'Drama and Poetry', 'Civil Service', 'Mass Media'),
    'economy': ('Foreign Trade', 'Currency', 'Steam Power', 'Capitalism'),
    'industry': ('Pottery', 'Animal Husbandry', 'Nationalism', 'Urbanization'),
    'military': ('Masonry', 'Iron Working', 'Mass Production', 'Flight'),
    'science': ('Astrology', 'Mathematics', 'Replaceable Parts', 'Nuclear Power'),
}
LEVELS = ('I', 'II', 'III', 'IV')
CARDS = [(kind, level, name) for kind, names in NAMES.items() for level, name in enumerate(names, 1)]
IDS = [name for _, _, name in CARDS]

# The order of each list, in the words of the cards.
WORDS = {
    'contains a natural wonder': 'natural-wonder',
    'contains a resource token': 'resource',
    'contains a barbarian spawn point': 'spawn-point',
    'adjacent to a natural wonder token, resource token or uncovered spawn point': 'next-to-token-or-spawn-point',
    'adjacent to the most cities': 'most-cities',
    'adjacent to the city closest to maturity': 'nearest-maturity',
    'adjacent to a rival space': 'next-to-rival',
    'highest terrain difficulty': 'highest-terrain',
    'city-state without own diplomacy card': 'city-state-without-card',
    'rival city': 'rival-city',
    'other city-state': 'other-city-state',
    'closest to achieving an agenda': 'nearest-agenda',
    'lowest cost': 'lowest-cost',
    'adjacent to the most natural wonder and resource tokens': 'most-tokens',
    'a space with a barbarian spawn point': 'spawn-point',
    'highest defense': 'highest-defense',
    'barbarian': 'barbarian',
    'barbarian adjacent to a friendly space': 'barbarian-near',
    'rival city with wonder': 'rival-city-with-wonder',
    'city-state': 'city-state',
    'rival control token': 'rival-control-token',
    'closest to barbarians or rival spaces': 'nearest-threat',
}
CONTROL_START = ['contains a natural wonder', 'contains a resource token', 'contains a barbarian spawn point']
CONTROL_THEN = ['adjacent to the most cities', 'adjacent to the city closest to maturity']
CONTROL_END = ['highest terrain difficulty']
NEXT_TO = ['adjacent to a natural wonder token, resource token or uncovered spawn point']
CULTURE_ORDER = (
    CONTROL_START + CONTROL_THEN + CONTROL_END,
    CONTROL_START + CONTROL_THEN + CONTROL_END,
    CONTROL_START + NEXT_TO + CONTROL_THEN + CONTROL_END,
    CONTROL_START + CONTROL_THEN + ['adjacent to a rival space'] + CONTROL_END,
)
DESTINATION_ORDER = ['city-state without own diplomacy card', 'rival city', 'other city-state']
WONDER_ORDER = ['closest to achieving an agenda', 'lowest cost']
CITY_ORDER = [
    'adjacent to the most natural wonder and resource tokens',
    'a space with a barbarian spawn point',
    'highest defense',
]
REINFORCE_ORDER = ['closest to barbarians or rival spaces', 'highest terrain difficulty']
EARLY_TARGETS = ['barbarian', 'rival city', 'rival control token']
LATE_TARGETS = [
    'rival city with wonder',
    'barbarian adjacent to a friendly space',
    'rival city',
    'city-state',
    'rival control token',
]
TARGET_ORDER = (EARLY_TARGETS, EARLY_TARGETS, LATE_TARGETS, LATE_TARGETS)

STEPS = {
    'Early Empire': ['place-control'],
    'Drama and Poetry': ['place-control'],
    'Civil Service': ['place-control', 'place-control'],
    'Mass Media': ['weaken-control', 'place-control'],
    'Foreign Trade': ['move-caravans'],
    'Currency': ['defeat-barbarians', 'move-caravans'],
    'Steam Power': ['gain-resource', 'move-caravans'],
    'Capitalism': ['move-caravans', 'resolve-card'],
    'Pottery': ['build-wonder', 'build-city', 'upgrade'],
    'Animal Husbandry': ['build-wonder', 'build-city', 'upgrade'],
    'Nationalism': ['build-wonder', 'build-city', 'upgrade'],
    'Urbanization': ['build-wonder', 'build-city', 'resolve-card'],
    'Masonry': ['attack', 'reinforce', 'upgrade'],
    'Iron Working': ['attack', 'reinforce', 'upgrade'],
    'Mass Production': ['attack', 'reinforce'],
    'Flight': ['attack', 'reinforce'],
    'Astrology': ['advance-dial'],
    'Mathematics': ['gain-trade', 'advance-dial'],
    'Replaceable Parts': ['upgrade-lowest', 'advance-dial'],
    'Nuclear Power': ['destroy-cities', 'advance-dial'],
}
# A fact of a type: step and field, then its values on levels I to IV (None: no such step).
WATER = ('water',)
ALL = ('water', 'rival-space', 'barbarian', 'city-state')
SPACE = ('friendly-space',)
VALUES = [
    ('culture', 'place-control', 'tokens', (2, 3, 3, 4)),
    ('culture', 'place-control', 'next_to', ('friendly-city',) * 4),
    ('culture', 'place-control', 'unplaced_pays', (1, 1, 1, 1)),
    ('culture', 'weaken-control', 'next_to', (None, None, None, 'friendly-space')),
    ('economy', 'move-caravans', 'spaces', (3, 4, 6, 6)),
    ('economy', 'move-caravans', 'through', ((), (), WATER, WATER)),
    ('economy', 'move-caravans', 'tiebreak', ('shortest-distance',) * 4),
    ('economy', 'defeat-barbarians', 'next_to', (None, 'friendly-space', None, None)),
    ('economy', 'defeat-barbarians', 'trade', (None, 0, None, None)),
    ('economy', 'gain-resource', 'resources', (None, None, 1, None)),
    ('economy', 'resolve-card', 'slot', (None, None, None, 5)),
    ('economy', 'resolve-card', 'reset', (None, None, None, False)),
    ('industry', 'build-wonder', 'production', (5, 6, 7, 8)),
    ('industry', 'build-city', 'range', (2, 3, 4, 5)),
    ('industry', 'build-city', 'from_', (SPACE, ('friendly-space', 'friendly-caravan'), SPACE, SPACE)),
    ('industry', 'build-city', 'through', ((), (), WATER, WATER)),
    ('industry', 'upgrade', 'to', ('animal-husbandry', 'nationalism', 'urbanization', None)),
    ('industry', 'upgrade', 'unless', (*[('wonder-built', 'city-built')] * 3, None)),
    ('industry', 'resolve-card', 'type', (None, None, None, 'culture')),
    ('industry', 'resolve-card', 'as_slot', (None, None, None, 5)),
    ('industry', 'resolve-card', 'reset', (None, None, None, True)),
    ('military', 'attack', 'times', (2, 2, 2, 3)),
    ('military', 'attack', 'range', (2, 3, 3, 5)),
    ('military', 'attack', 'combat', (5, 6, 7, 8)),
    ('military', 'attack', 'combat_against_barbarian', (None, 8, None, None)),
    ('military', 'attack', 'through', ((), (), WATER, ALL)),
    ('military', 'attack', 'tiebreak', ('lowest-defense',) * 4),
    ('military', 'reinforce', 'tokens', (5, 5, 5, 5)),
    ('military', 'reinforce', 'less_per_attack', (3, 2, 1, 1)),
    ('military', 'upgrade', 'to', ('iron-working', 'mass-production', None, None)),
    ('military', 'upgrade', 'unless', (*[('attacked', 'reinforced')] * 2, None, None)),
    ('science', 'advance-dial', 'spaces', (5, 5, 5, 5)),
    ('science', 'gain-trade', 'tokens', (None, 1, None, None)),
    ('science', 'upgrade-lowest', 'levels', (None, None, 1, None)),
    ('science', 'destroy-cities', 'cities', (None, None, None, 1)),
]
LIMITS = (4, 6, 8, 10)
CARAVANS = (1, 2, 2, 3)
FOOT = {
    'culture': '+1 control token',
    'economy': '+1 space for each caravan',
    'industry': '+1 production for wonders',
    'military': '+1 combat value',
    'science': '+1 tech dial space',
}
# Not printed as a number: "this gains no trade tokens".
SILENT = {('defeat-barbarians', 'trade')}


@pytest.fixture(scope='module')
def english(project: Project) -> Renderer:
    """Says things in English."""
    return Renderer(load_catalog(project, 'en'))


def card(project: Project, kind: str, level: int) -> Card:
    """The card of a type and level."""
    return next(found for found in project.deck.cards if (found.type, found.level) == (kind, level))


def first_step(found: Card, kind: str) -> StepBase | None:
    """The first step of a kind on a card."""
    return next((step for step in found.steps if kind == step.KIND), None)


def test_five_types_on_four_levels(project: Project) -> None:
    faces = [(found.type, found.level, found.name) for found in project.deck.cards]
    assert len(faces) == 20
    assert sorted(faces) == sorted(CARDS)
    assert all(found.id == found.name.lower().replace(' ', '-') for found in project.deck.cards)
    assert {found.rule for found in project.deck.cards} == {f'card.{name}' for name in project.cards}
    assert {found.name: LEVELS.index(found.numeral) + 1 for found in project.deck.cards} == {
        name: level for _, level, name in CARDS
    }


def test_cards_stand_by_level(project: Project) -> None:
    """Level by level, and in each the types in the order of their names, as in the published file."""
    assert [found.name for found in project.deck.cards] == [NAMES[kind][level] for level in range(4) for kind in NAMES]


@pytest.mark.parametrize(('kind', 'level', 'name'), CARDS, ids=IDS)
def test_steps(project: Project, kind: str, level: int, name: str) -> None:
    assert [step.KIND for step in card(project, kind, level).steps] == STEPS[name]


@pytest.mark.parametrize(
    ('kind', 'step', 'field', 'values'), VALUES, ids=[f'{step} {field}' for _, step, field, _ in VALUES]
)
def test_values(project: Project, kind: str, step: str, field: str, values: tuple[object, ...]) -> None:
    found = [getattr(first_step(card(project, kind, level), step), field, None) for level in (1, 2, 3, 4)]
    assert found == list(values)


def test_every_value_is_in_the_table(project: Project) -> None:
    """A field that no row of the table mentions would be a fact that nothing proves."""
    told = {(step, field) for _, step, field, _ in VALUES} | {('reinforce', 'minimum')}
    fields = {
        (step.KIND, field) for found in project.deck.cards for step in found.steps for field in type(step).model_fields
    }
    assert {(step, field) for step, field in fields if field != 'order'} == told


def test_the_second_placement_of_civil_service(project: Project) -> None:
    first, second = card(project, 'culture', 3).steps
    assert second.model_dump() == {**first.model_dump(), 'tokens': 1, 'next_to': 'friendly-space'}


def test_the_minimum_is_printed_on_masonry_alone(project: Project) -> None:
    """The published Iron Working has it too, where it changes nothing: 5 less 2 for each of 2."""
    steps = [first_step(card(project, 'military', level), 'reinforce') for level in (1, 2, 3, 4)]
    minimums = [getattr(step, 'minimum', '') for step in steps]
    assert minimums == [0, None, None, None]


@pytest.mark.parametrize(
    ('kind', 'step', 'orders'),
    [
        ('culture', 'place-control', CULTURE_ORDER),
        ('economy', 'move-caravans', (DESTINATION_ORDER,) * 4),
        ('industry', 'build-wonder', (WONDER_ORDER,) * 4),
        ('industry', 'build-city', (CITY_ORDER,) * 4),
        ('military', 'attack', TARGET_ORDER),
        ('military', 'reinforce', (REINFORCE_ORDER,) * 4),
    ],
    ids=lambda value: value if isinstance(value, str) else '',
)
def test_priority_orders(project: Project, kind: str, step: str, orders: tuple[list[str], ...]) -> None:
    for level, order in enumerate(orders, 1):
        found = first_step(card(project, kind, level), step)
        assert [item.name for item in getattr(found, 'order')] == [WORDS[line] for line in order]  # noqa: B009


def test_limits_of_targets(project: Project) -> None:
    """Rival cities only up to 4, 6, 8, 10; nothing else has a limit."""
    for level, limit in enumerate(LIMITS, 1):
        attack = first_step(card(project, 'military', level), 'attack')
        limits = {item.name: item.defense_at_most for item in getattr(attack, 'order')}  # noqa: B009
        assert {name for name in limits if limits[name]} == {name for name in limits if 'rival-city' in name}
        assert {limits[name] for name in limits if 'rival-city' in name} == {limit}


def test_caravan_icons(project: Project) -> None:
    icons = {found.name: found.caravans for found in project.deck.cards if found.caravans is not None}
    assert icons == dict(zip(NAMES['economy'], CARAVANS, strict=True))


@pytest.mark.parametrize(('kind', 'foot'), FOOT.items(), ids=list(FOOT))
def test_foot(project: Project, english: Renderer, kind: str, foot: str) -> None:
    assert english.plain(project.types[kind].say_foot()) == foot


def printed_numbers(english: Renderer, says: tuple[Say, ...]) -> Counter[int]:
    """The numbers that a reader sees."""
    return Counter(int(number) for number in re.findall(r'\d+', english.plain(*says)))


def data_numbers(step: StepBase, data: BaseModel | None = None) -> Iterator[int]:
    """The numbers of a step, those of its list too; flags are none."""
    for field in type(data or step).model_fields:
        value = getattr(data or step, field)
        if type(value) is int and (step.KIND, field) not in SILENT:
            yield value
        for item in value if isinstance(value, tuple) else ():
            if isinstance(item, BaseModel):
                yield from data_numbers(step, item)


@pytest.mark.parametrize(('kind', 'level', 'name'), CARDS, ids=IDS)
def test_numbers_in_the_data_are_printed(project: Project, english: Renderer, kind: str, level: int, name: str) -> None:
    """Each number of a step stands in its English text as often as in the data, and no other does."""
    found = card(project, kind, level)
    for step in found.steps:
        said = step.say(found.caravans or 0)
        items = said.listing.items if said.listing else ()
        printed = printed_numbers(english, (*said.sentences, *said.closing, *items))
        assert printed == Counter(data_numbers(step)), (name, step.KIND)


@pytest.mark.parametrize(('kind', 'level', 'name'), CARDS, ids=IDS)
def test_printed_lists(project: Project, english: Renderer, kind: str, level: int, name: str) -> None:
    """A list prints its criteria in the order of the data and ends in the die, after its tiebreak."""
    found = card(project, kind, level)
    texts = {phrase.id: phrase.en.other for phrase in project.phrases.phrases}
    for step in found.steps:
        order, listing = getattr(step, 'order', ()), step.say(found.caravans or 0).listing
        assert bool(order) == bool(listing), name
        if not listing:
            continue
        heading = listing.heading.id.removeprefix('heading.')
        wanted = [texts[f'{heading}.{item.name}'].replace('{defense}', str(item.defense_at_most)) for item in order]
        assert [english.plain(item) for item in listing.items] == wanted
        tiebreak = getattr(step, 'tiebreak', None)
        assert [say.id for say in listing.tie] == [*([f'tie.{tiebreak}'] if tiebreak else []), 'tie.roll']
        assert 'roll a die' in english.plain(listing.tie[-1])


def test_shared_lists_are_printed_once(project: Project) -> None:
    """Civil Service places twice by one list, and tells once what an unplaced token pays."""
    first, second = card(project, 'culture', 3).say_steps()
    assert (first.listing, first.closing) == (None, ())
    assert second.listing
    assert [say.id for say in second.closing] == ['place-control.unplaced']
    for found in project.deck.cards:
        listings = [said.listing for said in found.say_steps() if said.listing]
        assert len(set(map(repr, listings))) == len(listings)


def test_upgrades_form_chains(project: Project) -> None:
    """Industry I to IV, military I to III; each step names the next level of its own type."""
    chains = {
        found.id: getattr(step, 'to')  # noqa: B009
        for found in project.deck.cards
        for step in found.steps
        if step.KIND == 'upgrade'
    }
    assert chains == {
        'pottery': 'animal-husbandry',
        'animal-husbandry': 'nationalism',
        'nationalism': 'urbanization',
        'masonry': 'iron-working',
        'iron-working': 'mass-production',
    }
