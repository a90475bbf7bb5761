"""In which ways sheets go through a printer: what it does to a page is another thing for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from civap.press.geometry import PAPERS, CardShape, Layout, Size, choose_layout

if TYPE_CHECKING:
    from civap.press.printing import Back

Edge: TypeAlias = Literal['long', 'short']
EDGES: tuple[Edge, ...] = ('long', 'short')
DIRECTIONS = ('upright', 'lying')


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """A paper, whether its pages lie on their side, and the edge on which it is turned over."""

    paper: str
    lying: bool = False
    edge: Edge = 'long'

    @property
    def direction(self) -> str:
        """How the page lies, in a word."""
        return DIRECTIONS[self.lying]

    @property
    def sheet(self) -> Size:
        """The page in mm."""
        size = PAPERS[self.paper].size
        return size.turned() if self.lying else size

    @property
    def key(self) -> str:
        """As it is written in files: `a4-upright-long`."""
        return f'{self.paper}-{self.direction}-{self.edge}'

    def __str__(self) -> str:
        return f'{self.paper} {self.direction}, {self.edge} edge'


WAYS = tuple(Way(paper, lying, edge) for paper in PAPERS for lying in (False, True) for edge in EDGES)


def way_of(paper: str, layout: Layout, back: Back) -> Way:
    """The way of the sheets of a layout; sheets with one side are as good as turned on the long edge."""
    return Way(paper, layout.sheet.landscape, 'short' if back == 'short' else 'long')


def way_for(paper: str, shape: CardShape, back: Back, count: int) -> Way:
    """The way of the sheets with `count` cards of this shape. Raises `Problems` (paper-too-small)."""
    return way_of(paper, choose_layout(PAPERS[paper], shape, count, back), back)
