"""Charts with one fault each: answers swapped, an arrow moved, a box dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from civap.content.charts import NO, YES, Chart, Edge


def mutants(chart: Chart) -> Iterator[tuple[str, Chart]]:
    """Every chart with one fault, with the name of the fault."""
    yield from _swapped(chart)
    yield from _moved(chart)
    yield from _dropped(chart)


def _swapped(chart: Chart) -> Iterator[tuple[str, Chart]]:
    for box in chart.boxes:
        if box.kind == 'question':
            other = {YES: NO, NO: YES}
            edges = tuple(
                replace(edge, answer=other[edge.answer]) if edge.start == box.id else edge for edge in chart.edges
            )
            yield f'swap {box.id}', replace(chart, edges=edges)


def _moved(chart: Chart) -> Iterator[tuple[str, Chart]]:
    for index, edge in enumerate(chart.edges):
        for box in chart.boxes:
            if box.id != edge.end:
                edges = (*chart.edges[:index], replace(edge, end=box.id), *chart.edges[index + 1 :])
                yield f'move {edge.start} {edge.answer or "then"} to {box.id}', replace(chart, edges=edges)


def _dropped(chart: Chart) -> Iterator[tuple[str, Chart]]:
    """Without a box: what led to it goes on along one of its arrows."""
    for box in chart.boxes:
        for exit_ in [edge for edge in chart.edges if edge.start == box.id and edge.end != box.id]:
            kept = tuple(item for item in chart.boxes if item is not box)
            edges = tuple(_past(edge, box.id, exit_.end) for edge in chart.edges if edge.start != box.id)
            yield f'drop {box.id} {exit_.answer}'.strip(), replace(chart, boxes=kept, edges=edges)


def _past(edge: Edge, dropped: str, goal: str) -> Edge:
    return replace(edge, end=goal) if edge.end == dropped else edge
