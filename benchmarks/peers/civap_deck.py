"""The job as civap does it: the press of `civap build`, from the project's files to sheets on disk.

    civap_deck.py COUNT OUT [--changed] [--check]

With `--check` the examples are proved and all findings looked for before anything is written, as `civap build` does it.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from deck import Deck

from civap.cache import open_cache
from civap.content.folder import find_root
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.press.output import write_files
from civap.press.workers import Workers, worker_count


def main(count: int, out: Path, *, changed: bool, check: bool) -> None:
    """Print the deck, or raise `Problems`."""
    cache = open_cache()
    with Workers(worker_count(1), cache) as workers:
        project = load_project(find_root())
        (result,) = workers.build([Deck(count, changed).job(project)])
        if problems := [*result.problems, *(_faults(project, workers) if check else ())]:
            raise Problems(problems)
        (data,) = result.files.values()
        write_files(out.parent, {out.name: data})


def _faults(project: Project, workers: Workers) -> list[Problem]:
    from civap.proof.examples import kept_examples
    from civap.proof.findings import find_all

    results = kept_examples(project, workers.cache)
    return [*find_all(project), *(problem for result in results for problem in result.problems)]


if __name__ == '__main__':
    arguments = [each for each in sys.argv[1:] if not each.startswith('--')]
    run = partial(main, int(arguments[0]), Path(arguments[1]))
    run(changed='--changed' in sys.argv, check='--check' in sys.argv)
