"""Changes of the rules that no example has to notice: mutants.yaml."""

from typing import TYPE_CHECKING, Annotated

from civap.content.schema import Model, Reader, Text, fault, shown, validate
from civap.content.source import Document, load

if TYPE_CHECKING:
    from civap.content.project import Project


def _mutant(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise fault('bad-id', 'found {found}, expected the id of a mutant', found=shown(value))


class Accepted(Model):
    """A change after which the game is the same, and why."""

    id: Annotated[str, Reader(_mutant, keywords={'pattern': r'\S'})]
    because: Text


class AcceptedMutants(Model):
    """mutants.yaml."""

    accepted: tuple[Accepted, ...]


def load_accepted(project: 'Project') -> tuple[AcceptedMutants, Document]:
    """The list of a project with its file. Raises `Problems`."""
    path = project.content / 'mutants.yaml'
    document = load(path, path.relative_to(project.root).as_posix())
    return validate(AcceptedMutants, document), document
