"""A project with an erratum and the records on both sides of it: each made once."""

from pathlib import Path

import pytest
from edited import BROKEN, FLIGHT, ROOT, copied, stronger

from civap.content.project import load_project
from civap.errata.record import Record, record_of
from civap.proof.accept import propose


@pytest.fixture(scope='session')
def flight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which Flight is stronger and the examples follow."""
    root = copied(tmp_path_factory.mktemp('flight'), {FLIGHT: stronger})
    project = load_project(root)
    for name in BROKEN[1:]:
        propose(project, name).write()
    return root


@pytest.fixture(scope='session')
def old() -> Record:
    return record_of(load_project(ROOT))


@pytest.fixture(scope='session')
def new(flight: Path) -> Record:
    return record_of(load_project(flight))
