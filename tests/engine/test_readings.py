"""Each option of each reading, on a small table on which it makes a difference, worked out by hand."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from situations import Table

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.engine.state import Game
from civap.engine.trace import Event
from civap.engine.turn import Turn

SLOTS = {'military': 1, 'science': 2, 'culture': 3, 'industry': 4, 'economy': 5}
CAPITAL = '{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}'


def row(*cards: str, trade: str = '', tokens: str = '', rest: int = 0) -> str:
    """Cards as `type=card`, all others by their type; `trade` and `tokens` as `type=number`, `rest` on the others."""
    named, trades, naturals = (
        dict(item.split('=') for item in items) for items in (cards, trade.split(), tokens.split())
    )
    return ', '.join(
        f'{{{f"card: {named[kind]}" if kind in named else f"type: {kind}, level: 1"}, slot: {slot}, '
        f'trade: {trades.get(kind, rest)}, natural-wonders: {naturals.get(kind, 0)}}}'
        for kind, slot in SLOTS.items()
    )


def board(
    *spaces: str, cards: str, leader: str = 'trajan', ap: str = '', natural: int = 0, resources: int = 0, rest: str = ''
) -> str:
    """A map of these spaces, with all that rules could ask of the AP."""
    return f"""
ap:
  {{leader: {leader}, row: [{cards}], natural-wonders: {natural}, resources: {resources}, dial: 15, city-states: [],
   diplomacy: [{{from: blue, card: none}}], {ap}}}
rivals: [{{id: blue, bonus: 0, row: [{{type: military, trade: 0}}]}}]
spaces: [{', '.join(spaces)}]
{rest}
"""


def line(name: str, place: int, more: str = 'terrain: 1', down: int = 0) -> str:
    """A space on a straight line through the capital."""
    return f'{{id: {name}, at: [{place}, {down}], {more}}}'


FOUR = (
    line('a', 1, 'terrain: 5'),
    line('b', -1, 'terrain: 4'),
    line('c', 0, 'terrain: 3', down=1),
    line('d', 0, 'terrain: 2', down=-1),
)
TWO = (line('e', 1, down=-1), line('f', -1, down=1))
CAMP = line('camp', 1, 'terrain: 1, barbarian: A')
LAKE = line('lake', 1, 'terrain: 1, city-state: geneva')
LONDON = line('london', 2, 'terrain: 1, city: blue')
OWN = [line(f'own{terrain}', -terrain, f'terrain: {terrain}, control: ap') for terrain in range(1, 6)]


def wonders(*names: str, victory: str = '[technophile-scholarly, civilized-money-grubber]') -> str:
    """What is on offer, and the victory cards."""
    return f'market: [{", ".join(names)}]\nvictory: {victory}'


def told(game: Game, kind: str) -> list[Event]:
    return [event for event in game.trace.events if event.kind == kind]


def see(kind: str, *names: str) -> Callable[[Game], object]:
    """The fields of all events of a kind, in order."""
    return lambda game: tuple(tuple(event.fields[name] for name in names) for event in told(game, kind))


def slots(game: Game) -> object:
    """The types of the cards by slot, 1 first."""
    return ' '.join(card.type for card in sorted(game.ap.row.cards, key=lambda card: card.slot))


def placed(game: Game) -> object:
    """Control tokens in the order in which they were placed, and that they lie there."""
    names = [str(event.fields['space']) for event in told(game, 'control-placed')]
    assert all(game.board.named[name].control == 'ap' for name in names)
    assert game.ap.control_left == 31 - len(names)
    return ' '.join(names)


def trade_of(kind: str, game: Game) -> int:
    return game.ap.row.card(kind).trade


class Case(NamedTuple):
    """A card on a table, what is looked at, and under each option all that can be seen there."""

    reading: str
    card: str
    given: str
    look: Callable[[Game], object]
    expected: Mapping[str, set[object]]


CASES = {
    # 5 + 2 = 7. The Oracle (8) alone serves an agenda, so it is picked first where it may be, and set aside.
    'set aside': Case(
        'wonder-candidates', 'pottery',
        board(CAPITAL, cards=row('industry=pottery', trade='industry=2'), rest=wonders('oracle', 'stonehenge')),
        lambda game: (see('set-aside', 'wonder', 'cost', 'reach')(game), see('placed', 'wonder')(game)),
        {
            'all-on-offer': {((('oracle', 8, 7),), (('stonehenge',),))},
            'payable-only': {((), (('stonehenge',),))},
        },
    ),
    # Machu Picchu is the second economy wonder, none is missing then; one science wonder after the Oracle (8).
    'which agenda': Case(
        'wonder-agenda', 'pottery',
        board(CAPITAL, cards=row('industry=pottery', trade='industry=5'), ap='wonders: {economy: 1, science: 0}',
              rest=wonders('oracle', 'machu-picchu')),
        see('placed', 'wonder'),
        {'fewest-missing': {(('machu-picchu',),)}, 'any-agenda': {(('oracle',),)}},
    ),
    # 3 are missing for the Oracle: two natural wonders make 4, or one and a trade token make 3.
    'natural wonders saved': Case(
        'wonder-overspend', 'pottery',
        board(CAPITAL, cards=row('industry=pottery', trade='industry=1'), natural=2, rest=wonders('oracle')),
        see('paid', 'natural_wonders', 'trade', 'total'),
        {'resources-only': {((2, 0, 9),)}, 'natural-wonders-too': {((1, 1, 8),)}},
    ),
    # Resources are saved under both: one and a trade token for 3.
    'resources saved': Case(
        'wonder-overspend', 'pottery',
        board(CAPITAL, cards=row('industry=pottery', trade='industry=1'), resources=2, rest=wonders('oracle')),
        see('paid', 'resources', 'trade', 'total'),
        {'resources-only': {((1, 1, 8),)}, 'natural-wonders-too': {((1, 1, 8),)}},
    ),
    # Each city lacks 2, so terrain decides: a1 (5). The first city lacks 1 then, and a2 is next to it.
    # Before that b1 (4) came after a1.
    'tokens together': Case(
        'culture-tokens', 'early-empire',
        board(
            CAPITAL, line('a1', 1, 'terrain: 5'), line('a2', -1), line('york', 0, 'terrain: 1, city: ap', 9),
            line('b1', 1, 'terrain: 4', 9), line('b2', -1, 'terrain: 2', 9), cards=row('culture=early-empire'),
        ),
        placed,
        {'one-at-a-time': {'a1 a2'}, 'together': {'a1 b1'}},
    ),
    # 2 tokens, 1 space: the other one pays 1.
    'too few spaces': Case(
        'culture-tokens', 'early-empire', board(CAPITAL, line('a1', 1), cards=row('culture=early-empire')),
        lambda game: (placed(game), see('unplaced', 'tokens', 'trade')(game), trade_of('culture', game)),
        {'one-at-a-time': {('a1', ((1, 1),), 1)}, 'together': {('a1', ((1, 1),), 1)}},
    ),
    # One city of the AP next to each, so terrain decides: a2 (5). With Blue's there are two next to a1.
    'whose cities': Case(
        'culture-cities', 'early-empire',
        board(CAPITAL, line('a1', 1), line('a2', -1, 'terrain: 5'), LONDON,
              cards=row('culture=early-empire')),
        placed,
        {'friendly': {'a2 a1'}, 'anyone': {'a1 a2'}},
    ),
    # 4 spaces, 2 tokens of the card: all 3 trade tokens, of which one comes back, or the 2 that can be used.
    'spent on culture': Case(
        'culture-spending', 'early-empire',
        board(CAPITAL, *FOUR, cards=row('culture=early-empire', trade='culture=3')),
        lambda game: (see('spent', 'trade')(game), see('unplaced', 'tokens')(game), trade_of('culture', game)),
        {'as-many-as-spaces': {(((3,),), ((1,),), 1)}, 'as-needed': {(((2,),), (), 1)}},
    ),
    # 6 spaces, 2 tokens of the card, 1 for the culture wonder, 3 for its modern era: no space is left to pay for.
    # That is 2 + 1 + 3 + 3 = 9 tokens for 6 spaces under the first option: 3 come back.
    'Catherine needs none': Case(
        'culture-spending', 'early-empire',
        board(CAPITAL.replace('}', ', wonder: eiffel-tower}'), *FOUR, *TWO,
              leader='catherine', cards=row('culture=early-empire', trade='culture=3')),
        lambda game: (see('spent', 'trade', 'bonus', 'leader')(game), trade_of('culture', game)),
        {'as-many-as-spaces': {(((3, 1, 3),), 3)}, 'as-needed': {(((0, 1, 3),), 3)}},
    ),
    # The same with an ancient one, which is worth 1: 6 - (2 + 1 + 1) = 2 of the 3.
    'Catherine needs two': Case(
        'culture-spending', 'early-empire',
        board(CAPITAL.replace('}', ', wonder: stonehenge}'), *FOUR, *TWO,
              leader='catherine', cards=row('culture=early-empire', trade='culture=3')),
        see('spent', 'trade', 'bonus', 'leader'),
        {'as-many-as-spaces': {((3, 1, 1),)}, 'as-needed': {((2, 1, 1),)}},
    ),
    # 4 spaces - (2 + 1 natural wonder token) = 1 of the 3.
    'Roosevelt needs one': Case(
        'culture-spending', 'early-empire',
        board(CAPITAL, *FOUR, leader='roosevelt', natural=1,
              cards=row('culture=early-empire', trade='culture=3', tokens='culture=1')),
        see('spent', 'trade', 'natural_wonders'),
        {'as-many-as-spaces': {((3, 1),)}, 'as-needed': {((1, 1),)}},
    ),
    # 3 and 1 by the card, 1 more in one of the steps.
    'extra token': Case(
        'culture-extra', 'civil-service',
        board(CAPITAL, *FOUR, TWO[0], line('g', 2),
              cards=row('culture=civil-service', trade='culture=1')),
        lambda game: ' '.join(event.step[-1] for event in told(game, 'control-placed')),
        {'first-step': {'1 1 1 1 2'}, 'last-step': {'1 1 1 2 2'}},
    ),
    # Geneva is 2 spaces from the caravan on the road and 3 from that in the capital; the card moves 4.
    'which caravan': Case(
        'caravan-order', 'currency',
        board(CAPITAL.replace('}', ', caravans: [ap]}'), line('road', 1, 'terrain: 1, caravans: [ap]'), line('b', 2),
              line('lake', 3, 'terrain: 1, city-state: geneva'), cards=row('economy=currency')),
        see('moved', 'from_', 'to', 'distance'),
        {'nearest': {(('road', 'lake', 2),)}, 'random': {(('road', 'lake', 2),), (('capital', 'lake', 3),)}},
    ),
    # 5 and 6 spaces with 4 of the card: one token lets the first arrive, two let both, the third is of no use.
    'tokens for caravans': Case(
        'caravan-tokens', 'currency',
        board(CAPITAL, *(line(f'p{step}', step) for step in range(1, 5)),
              *(line(f'm{step}', -step) for step in range(1, 6)),
              line('lake', 5, 'terrain: 1, city-state: geneva'), line('palace', -6, 'terrain: 1, city-state: kumasi'),
              cards=row('economy=currency', trade='economy=3')),
        lambda game: (see('spent', 'trade')(game), see('moved', 'to')(game), see('arrived', 'at')(game)),
        {
            'all-arrivals': {(((2,),), (('lake',), ('palace',)), (('lake',), ('palace',)))},
            'one-arrival': {(((1,),), (('lake',), ('m5',)), (('lake',),))},
        },
    ),
    'card of a city-state': Case(
        'city-state-card', 'foreign-trade',
        board(CAPITAL, line('a', 1), line('lake', 2, 'terrain: 1, city-state: geneva'),
              cards=row('economy=foreign-trade')),
        lambda game: (str(game.ap.city_states.names), game.ap.city_states.of('science'), trade_of('science', game)),
        {'takes': {("{'geneva'}", 1, 2)}, 'leaves': {('set()', 0, 2)}},
    ),
    # The barbarian is 2 spaces away, behind Geneva.
    'attack through a city-state': Case(
        'city-states-block', 'masonry',
        board(CAPITAL, LAKE, line('camp', 2, 'terrain: 1, barbarian: A'),
              cards=row('military=masonry')),
        lambda game: {event.fields['target'] for event in told(game, 'attacked')} == {'camp'},
        {'blocked': {False}, 'open': {True}},
    ),
    # Mass Production counts through water only; a city comes before a city-state.
    'attack a city behind a city-state': Case(
        'city-states-block', 'mass-production',
        board(CAPITAL, LAKE, LONDON,
              cards=row('military=mass-production')),
        lambda game: told(game, 'attacked')[0].fields['target'],
        {'blocked': {'lake'}, 'open': {'london'}},
    ),
    # Flight counts through city-states, however that is read.
    'fly over a city-state': Case(
        'city-states-block', 'flight',
        board(CAPITAL, LAKE, LONDON,
              cards=row('military=flight')),
        lambda game: told(game, 'attacked')[0].fields['target'],
        {'blocked': {'london'}, 'open': {'london'}},
    ),
    # No city may stand next to Geneva; the site is 3 spaces away, as far as the card reaches.
    'found a city behind a city-state': Case(
        'city-states-block', 'animal-husbandry',
        board(CAPITAL, LAKE, line('b', 2), line('site', 3),
              cards=row('industry=animal-husbandry'), rest=wonders()),
        see('built', 'city'),
        {'blocked': {()}, 'open': {(('site',),)}},
    ),
    'conquered military city-state': Case(
        'city-state-won', 'masonry',
        board(CAPITAL, CAMP, ap='conquered: [carthage]', cards=row('military=masonry')),
        lambda game: (told(game, 'attacked')[0].fields['combat'], told(game, 'attacked')[0].fields['bonus']),
        {'token-counts': {(5, 1)}, 'token-idle': {(5, 0)}},
    ),
    # 5 spaces, and 1 for Geneva.
    'conquered science city-state': Case(
        'city-state-won', 'astrology', board(CAPITAL, ap='conquered: [geneva]', cards=row('science=astrology')),
        see('advanced', 'spaces', 'to'),
        {'token-counts': {((6, 21),)}, 'token-idle': {((5, 20),)}},
    ),
    # `far` is 4 spaces from the capital and 2 from `near`; what is lost is attacked again.
    'range from a space just won': Case(
        'attack-from-taken', 'masonry',
        board(CAPITAL, line('a', 1), line('near', 2, 'terrain: 1, control: blue'), line('b', 3),
              line('far', 4, 'terrain: 1, control: blue'), cards=row('military=masonry')),
        see('attacked', 'target'),
        {
            'not-from-taken': {(('near',),), (('near',), ('near',))},
            'from-taken': {(('near',), ('far',)), (('near',), ('near',))},
        },
    ),
    # 5 tokens, 3 less for each attack that counts, not below 0.
    'lost attacks': Case(
        'attack-counts', 'masonry',
        board(CAPITAL, line('camp', 1, 'terrain: 5, barbarian: A'),
              *OWN,
              cards=row('military=masonry')),
        lambda game: (see('fought', 'result')(game), len(told(game, 'reinforced'))),
        {
            'performed': {((('won',),), 2), ((('lost',), ('won',)), 0), ((('lost',), ('lost',)), 0)},
            'won': {((('won',),), 2), ((('lost',), ('won',)), 2), ((('lost',), ('lost',)), 5)},
        },
    ),
    # Nothing to attack: 5 tokens. The one in the mountains is first in the list and reinforced already.
    'reinforced before': Case(
        'reinforced-already', 'masonry',
        board(CAPITAL, line('own5', 1, 'terrain: 5, control: ap, reinforced: true'),
              *OWN[:4],
              line('own0', 2, 'terrain: 1, control: ap'), cards=row('military=masonry')),
        lambda game: (len(told(game, 'reinforced')), sum(space.reinforced for space in game.board.spaces)),
        {'skipped': {(5, 6)}, 'counted': {(4, 5)}},
    ),
    # Nothing comes of it under both, and the card is replaced; if it is skipped, none is left to reinforce.
    'all reinforced before': Case(
        'reinforced-already', 'masonry',
        board(CAPITAL, line('own', 1, 'terrain: 5, control: ap, reinforced: true'), cards=row('military=masonry')),
        lambda game: (see('upgraded', 'to')(game), see('impossible', 'what')(game)),
        {
            'skipped': {((('iron-working',),), (('attack',), ('reinforce',)))},
            'counted': {((('iron-working',),), (('attack',),))},
        },
    ),
    # `shore` is 2 from the barbarian across water, `inland` is 3 from it on land.
    'distance of a threat': Case(
        'threat-distance', 'masonry',
        board('{id: camp, at: [0, 0], terrain: 1, barbarian: A}', line('sea', 1, 'terrain: water'),
              line('shore', 2, 'terrain: 1, control: ap'), line('a', -1), line('b', -2),
              line('inland', -3, 'terrain: 1, control: ap'), cards=row('military=masonry')),
        see('reinforced', 'space'),
        {'straight': {(('shore',), ('inland',))}, 'overland': {(('inland',), ('shore',))}},
    ),
    # 12 to 17, past the level III space 14. A card of level IV cannot become a better one. Blue has no city to lose.
    'all above at level IV': Case(
        'gain-above', 'nuclear-power',
        board(CAPITAL, cards=row('military=flight', 'science=nuclear-power', 'culture=mass-media',
                                 'industry=urbanization', 'economy=capitalism')).replace('dial: 15', 'dial: 12'),
        lambda game: (see('replaced', 'level')(game), see('impossible', 'reason')(game)),
        {
            'one-higher': {((), (('no-city-to-choose',), ('all-highest',)))},
            'indicated-level': {(((3,),), (('no-city-to-choose',),))},
        },
    ),
    # 0 to 5, past the level II space 3: a card of level III becomes level IV, or level II.
    'all above': Case(
        'gain-above', 'nuclear-power',
        board(CAPITAL, cards=row('military=mass-production', 'science=nuclear-power', 'culture=civil-service',
                                 'industry=nationalism', 'economy=steam-power')).replace('dial: 15', 'dial: 0'),
        see('replaced', 'level'),
        {'one-higher': {((4,),)}, 'indicated-level': {((2,),)}},
    ),
    # The same with cards of level II: they are not above it, and the next level is gained (gain.next-level).
    'all at the level': Case(
        'gain-above', 'nuclear-power',
        board(CAPITAL, cards=row('military=iron-working', 'science=nuclear-power', 'culture=drama-and-poetry',
                                 'industry=animal-husbandry', 'economy=currency')).replace('dial: 15', 'dial: 0'),
        see('replaced', 'level'),
        {'one-higher': {((3,),)}, 'indicated-level': {((3,),)}},
    ),
    # 23, 24, back to 15 as one step, 16, 17.
    'beyond the last space': Case(
        'dial-end', 'astrology',
        board(CAPITAL, cards=row('science=astrology')).replace('dial: 15', 'dial: 22'),
        lambda game: (see('advanced', 'from_', 'to', 'spaces')(game), see('passed', 'space')(game), game.ap.dial),
        {'goes-on': {(((22, 17, 5),), ((24,),), 17)}, 'stops': {(((22, 15, 5),), ((24,),), 15)}},
    ),
    'on the last space': Case(
        'dial-end', 'astrology',
        board(CAPITAL, cards=row('science=astrology')).replace('dial: 15', 'dial: 19'),
        see('advanced', 'to'),
        {'goes-on': {((24,),)}, 'stops': {((24,),)}},
    ),
    # Mathematics has the fewest: the token comes to it. 5 + 1, or 5 and the token stays.
    'token on itself': Case(
        'mathematics-token', 'mathematics', board(CAPITAL, cards=row('science=mathematics', rest=1, trade='science=0')),
        lambda game: (see('advanced', 'spaces')(game), trade_of('science', game)),
        {'spent-at-once': {(((6,),), 0)}, 'kept': {(((5,),), 1)}},
    ),
    # The token comes to another card: both spend the 2 that lay there, 5 + 2.
    'token elsewhere': Case(
        'mathematics-token', 'mathematics', board(CAPITAL, cards=row('science=mathematics', trade='science=2')),
        lambda game: (see('advanced', 'spaces')(game), trade_of('science', game), trade_of('economy', game)),
        {'spent-at-once': {(((7,),), 0, 1)}, 'kept': {(((7,),), 0, 1)}},
    ),
    # Capitalism to slot 1, the industry card comes to slot 5, achieves nothing and is replaced.
    'replaced for another card': Case(
        'capitalism-upgrade', 'capitalism',
        board(CAPITAL, cards=row('economy=capitalism', 'industry=pottery'), rest=wonders()),
        lambda game: (see('upgraded', 'to')(game), slots(game)),
        {
            'no-reset': {((('animal-husbandry',),), 'economy military science culture industry')},
            'reset': {((('animal-husbandry',),), 'industry economy military science culture')},
        },
    ),
    # No city may stand next to the capital, no wonder is on offer: what is left of Urbanization is its last step.
    'culture after Capitalism': Case(
        'capitalism-culture', 'capitalism',
        board(CAPITAL, line('a', 1, 'terrain: 2'), line('b', -1),
              cards=row('economy=capitalism', 'industry=urbanization', 'culture=early-empire'), rest=wonders()),
        lambda game: (see('followed', 'card')(game), placed(game), slots(game)),
        {
            'ends': {((('urbanization',),), '', 'economy military science culture industry')},
            'goes-on': {((('urbanization',), ('early-empire',)), 'a b', 'culture economy military science industry')},
        },
    ),
    # 5 and a natural wonder token on another card: 7 for Stonehenge if it may be spent.
    'token on another card': Case(
        'roosevelt-tokens', 'pottery',
        board(CAPITAL, leader='roosevelt', natural=1, cards=row('industry=pottery', tokens='culture=1'),
              rest=wonders('stonehenge')),
        lambda game: (see('paid', 'natural_wonders', 'total')(game), see('set-aside', 'reach')(game)),
        {'this-card': {((), ((5,),))}, 'any-card': {(((1, 7),), ())}},
    ),
    # One on this card and one on another: 5 + 2, and 2 more for the Pyramids (9) if both may be spent.
    'tokens on two cards': Case(
        'roosevelt-tokens', 'pottery',
        board(CAPITAL, leader='roosevelt', natural=2, cards=row('industry=pottery', tokens='culture=1 industry=1'),
              rest=wonders('pyramids')),
        lambda game: (see('paid', 'natural_wonders', 'total')(game), see('set-aside', 'reach')(game)),
        {'this-card': {((), ((7,),))}, 'any-card': {(((2, 9),), ())}},
    ),
    # Stonehenge (7) needs no other than the one on this card.
    'no other token needed': Case(
        'roosevelt-tokens', 'pottery',
        board(CAPITAL, leader='roosevelt', natural=2, cards=row('industry=pottery', tokens='culture=1 industry=1'),
              rest=wonders('stonehenge')),
        see('paid', 'natural_wonders', 'total'),
        {'this-card': {((1, 7),)}, 'any-card': {((1, 7),)}},
    ),
    'a barbarian for Gilgamesh': Case(
        'gilgamesh-currency', 'currency',
        board(CAPITAL, CAMP, leader='gilgamesh', cards=row('economy=currency')),
        lambda game: (game.ap.resources, game.ap.held.total(), sum(card.trade for card in game.ap.row.cards)),
        {'gains': {(1, 1, 0)}, 'gains-nothing': {(0, 0, 0)}},
    ),
}  # fmt: skip
ROWS = [(name, option) for name, case in CASES.items() for option in case.expected]


@pytest.mark.parametrize(('name', 'option'), ROWS, ids=[f'{name}: {option}' for name, option in ROWS])
def test_an_option(project: Project, name: str, option: str) -> None:
    case = CASES[name]
    table = Table(project, case.given, **{case.reading: option})
    found = {case.look(path.outcome) for path in table.paths(lambda game: Turn(game, case.card).run())}
    assert found == case.expected[option]


def test_every_option_of_every_reading_is_there_and_makes_a_difference(project: Project) -> None:
    options = {item.id: {option.id for option in item.options} for item in load_readings(project).readings}
    for case in CASES.values():
        assert set(case.expected) == options[case.reading]
    differ = {case.reading for case in CASES.values() if len(set(map(frozenset, case.expected.values()))) > 1}
    assert differ == set(options)
