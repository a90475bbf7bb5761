"""Games from a few lines of YAML, for the tests of rules."""

from collections.abc import Callable, Mapping

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.schema import validate
from civap.content.situation import Given
from civap.content.source import parse
from civap.engine.choices import Chooser, Path, paths
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.state import Game
from civap.engine.trace import Event
from civap.engine.turn import Turn

OPEN = Assumed({'victory.*.completed': 'false'})


def situation(text: str) -> Given:
    return validate(Given, parse(text, 'given.yaml'))


class Table:
    """A situation in which things can be tried; no victory card is completed."""

    def __init__(self, project: Project, text: str, **readings: str) -> None:
        self.set_up = SetUp(project, situation(text))
        changed = {name.replace('_', '-'): value for name, value in readings.items()}
        self.readings: Mapping[str, str] = {**load_readings(project).chosen, **changed}

    def paths(self, act: Callable[[Game], object]) -> list[Path[Game]]:
        def run(chooser: Chooser) -> Game:
            game = self.set_up.game(self.readings, chooser, OPEN)
            act(game)
            return game

        return list(paths(run))

    def play(self, act: Callable[[Game], object]) -> Game:
        """The only path."""
        (path,) = self.paths(act)
        return path.outcome

    def resolve(self, card: str, until: str | None = None) -> list[Event]:
        """What happens on the only path."""
        return self.play(lambda game: Turn(game, card).run(until)).trace.events


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def fields(events: list[Event], kind: str) -> dict[str, object]:
    """The fields of the only event of a kind."""
    (found,) = [event for event in events if event.kind == kind]
    return dict(found.fields)
