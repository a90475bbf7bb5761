"""Where boxes and arrows of a flowchart lie: one box under the other, in mm from the upper left corner of the chart.

Each box is a rank of its own, in the order of the chart. An arrow to the next box goes straight down the spine; all
others go round in the margins, each on a track of its own. Two arrows in one margin cross only if one begins between
the ends of the other and ends outside; so the sides are chosen such that no two do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

LEFT, RIGHT = -1, 1
Point = tuple[float, float]
Link = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Measures:
    """Of a chart, in mm: its width, the margins for arrows, the spine's distance from the boxes' left edge.

    `tip` is how far a question is pointed at its sides; `track` and `step` are where the tracks of arrows lie.
    """

    width: float = 91.0
    margin: float = 10.4
    spine: float = 12.0
    tip: float = 3.0
    track: float = 7.0
    step: float = 2.4
    label: Point = (6.6, 4.4)


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle in mm, y going down."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    def mirrored(self, width: float) -> Place:
        """The same in a chart read from right to left."""
        return Place(width - self.right, self.top, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way of right angles from one box to another, with the place of its answer, if it has one."""

    link: Link
    points: tuple[Point, ...]
    label: Place | None

    def mirrored(self, width: float) -> Arrow:
        """The same in a chart read from right to left."""
        points = tuple((width - x, y) for x, y in self.points)
        return Arrow(self.link, points, self.label.mirrored(width) if self.label else None)


@dataclass(frozen=True, slots=True)
class Flow:
    """A chart laid out."""

    places: tuple[Place, ...]
    arrows: tuple[Arrow, ...]
    height: float

    def mirrored(self, width: float) -> Flow:
        """The same, read from right to left."""
        places = tuple(place.mirrored(width) for place in self.places)
        return Flow(places, tuple(arrow.mirrored(width) for arrow in self.arrows), self.height)


def box_width(measures: Measures) -> float:
    """The width of every box."""
    return measures.width - 2 * measures.margin


def lay_out(
    heights: Sequence[float], questions: Sequence[bool], links: Sequence[Link], gap: float, measures: Measures
) -> Flow:
    """Boxes of these heights with their arrows. Raises `ValueError` where no choice of sides keeps them apart."""
    places: list[Place] = []
    top = 0.0
    for height in heights:
        places.append(Place(measures.margin, top, box_width(measures), height))
        top += height + gap
    round_ = [link for link in links if link[1] != link[0] + 1]
    sides = choose_sides(round_)
    ports = _ports(round_, sides)
    arrows = [
        _straight(link, places, measures)
        if link not in sides
        else _round(link, sides[link], _tracks(round_, sides)[link], ports, places, questions, measures)
        for link in links
    ]
    return Flow(tuple(places), tuple(arrows), top - gap)


def choose_sides(links: Sequence[Link]) -> dict[Link, int]:
    """For each arrow that goes round the margin in which it crosses no other: forward ones right if possible."""
    for sides in sorted(product((LEFT, RIGHT), repeat=len(links)), key=lambda sides: _cost(links, sides)):
        chosen = dict(zip(links, sides, strict=True))
        if not any(chosen[one] == chosen[other] and interleaved(one, other) for one, other in combinations(links, 2)):
            return chosen
    raise ValueError('no sides without a crossing')


def _cost(links: Sequence[Link], sides: Sequence[int]) -> int:
    """Forward arrows belong right, loops left; to differ costs most for an arrow with an answer."""
    wanted = [RIGHT if link[1] > link[0] else LEFT for link in links]
    return sum(2 if link[2] else 1 for link, side, want in zip(links, sides, wanted, strict=True) if side != want)


def interleaved(one: Link, other: Link) -> bool:
    """Whether two arrows on one side would cross."""
    (low, high), (first, last) = sorted(one[:2]), sorted(other[:2])
    return low < first < high < last or first < low < last < high


def _tracks(links: Sequence[Link], sides: Mapping[Link, int]) -> dict[Link, int]:
    """The track of each arrow, from the boxes outwards: outside of all that it holds inside."""
    tracks: dict[Link, int] = {}
    for link in sorted(links, key=lambda link: abs(link[1] - link[0])):
        low, high = sorted(link[:2])
        inner = [
            tracks[other] + 1
            for other in tracks
            if sides[other] == sides[link] and low < max(other[:2]) and min(other[:2]) < high
        ]
        tracks[link] = max(inner, default=0)
    return tracks


def _ports(links: Sequence[Link], sides: Mapping[Link, int]) -> dict[tuple[Link, int], float]:
    """How far down the side of a box an arrow meets it, from 0 to 1: in an order in which none crosses another."""
    ports: dict[tuple[Link, int], float] = {}
    for box, side in product(range(max((max(link[:2]) for link in links), default=0) + 1), (LEFT, RIGHT)):
        met = [link for link in links if sides[link] == side and box in link[:2]]
        up = sorted((link for link in met if box == max(link[:2])), key=lambda link: abs(link[1] - link[0]))
        down = sorted((link for link in met if box == min(link[:2])), key=lambda link: -abs(link[1] - link[0]))
        for index, link in enumerate((*up, *down), 1):
            ports[link, box] = index / (len(met) + 1)
    return ports


def _straight(link: Link, places: Sequence[Place], measures: Measures) -> Arrow:
    start, end = places[link[0]], places[link[1]]
    x = start.left + measures.spine
    width, height = measures.label
    label = Place(x + 1.0, start.bottom + 0.5, width, height) if link[2] else None
    return Arrow(link, ((x, start.bottom), (x, end.top)), label)


def _round(
    link: Link,
    side: int,
    track: int,
    ports: Mapping[tuple[Link, int], float],
    places: Sequence[Place],
    questions: Sequence[bool],
    measures: Measures,
) -> Arrow:
    """Out of the side of a box, along a track, and into the side of the other."""

    def meets(box: int) -> Point:
        place, share = places[box], ports[link, box]
        inset = measures.tip * abs(2 * share - 1) if questions[box] else 0.0
        edge = place.right - inset if side == RIGHT else place.left + inset
        return edge, place.top + share * place.height

    start, end = meets(link[0]), meets(link[1])
    out = places[link[0]].right if side == RIGHT else places[link[0]].left
    x = out + side * (measures.track + track * measures.step)
    return Arrow(link, (start, (x, start[1]), (x, end[1]), end), _answer(link, out, start[1], side, measures))


def _answer(link: Link, edge: float, y: float, side: int, measures: Measures) -> Place | None:
    """Beside the box, under its arrow: above it another arrow may come in."""
    if not link[2]:
        return None
    width, height = measures.label
    return Place(edge + 0.1 if side == RIGHT else edge - 0.1 - width, y + 0.3, width, height)


def path(points: Sequence[Point], radius: float = 1.6) -> str:
    """An SVG path along the points, its corners rounded."""
    parts = [f'M{points[0][0]:.2f} {points[0][1]:.2f}']
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        near, far = _toward(corner, before, radius), _toward(corner, after, radius)
        parts.append(f'L{near[0]:.2f} {near[1]:.2f}Q{corner[0]:.2f} {corner[1]:.2f} {far[0]:.2f} {far[1]:.2f}')
    parts.append(f'L{points[-1][0]:.2f} {points[-1][1]:.2f}')
    return ''.join(parts)


def _toward(corner: Point, other: Point, radius: float) -> Point:
    """A point on the way from a corner, at most half of the way."""
    across, down = other[0] - corner[0], other[1] - corner[1]
    length = abs(across) + abs(down)
    share = min(radius, length / 2) / length if length else 0.0
    return corner[0] + across * share, corner[1] + down * share


def head(points: Sequence[Point], length: float = 2.2, half: float = 1.0) -> str:
    """An SVG path of the arrow's head at the last point."""
    (x0, y0), (x, y) = points[-2], points[-1]
    across, down = (x > x0) - (x < x0), (y > y0) - (y < y0)
    back = x - across * length, y - down * length
    return (
        f'M{x:.2f} {y:.2f}L{back[0] + down * half:.2f} {back[1] + across * half:.2f}'
        f'L{back[0] - down * half:.2f} {back[1] - across * half:.2f}Z'
    )
