"""A project with an erratum and the records on both sides of it: each made once."""

import shutil
from pathlib import Path

import pytest
from copies import ROOT, copied
from edited import BROKEN, FLIGHT, stronger
from kept import record

from civap.content.folder import edition_file
from civap.content.project import Project, load_project
from civap.errata.record import Record, write_record
from civap.press.output import write_files
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
    return record(ROOT)


@pytest.fixture(scope='session')
def new(flight: Path) -> Record:
    return record(flight)


@pytest.fixture
def frozen(tmp_path: Path, flight: Path, old: Record) -> Project:
    """The stronger Flight, with the edition before it frozen as 1.0."""
    root = shutil.copytree(flight, tmp_path / 'project')
    write_files(root, {edition_file(root, '1.0').relative_to(root).as_posix(): write_record(old)})
    return load_project(root)
