"""Damages files of the project and looks what commands do with them: problems are told, nothing else may happen.

    .venv/bin/python benchmarks/fuzz.py [--inputs 5000] [--seed 1] [--only content,texts]

Prints the outcomes of each target. What escapes is printed with the name of the input, which is its seed:
`--again content:1:17` damages the same file in the same way.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / 'tests'))

from fuzzing import TARGETS, Hang, Target, attack, copied


def one(folder: Path, target: Target, seed: str, outcomes: Counter[str]) -> bool:
    """Whether an input ended as it should."""
    try:
        outcomes[attack(folder, target, seed)] += 1
    except KeyboardInterrupt:
        raise
    except (Exception, Hang):
        outcomes['ESCAPED'] += 1
        last = traceback.format_exc().splitlines()
        print(f'--again {seed}', *last[-9:], sep='\n    ', flush=True)
        return False
    return True


def main() -> None:
    """Run the inputs, print the table, and fail if anything escaped."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--inputs', type=int, default=5000)
    parser.add_argument('--seed', default='1')
    parser.add_argument('--only', default=','.join(target.name for target in TARGETS))
    parser.add_argument('--again', nargs='*', default=[])
    given = parser.parse_args()
    bad, total = 0, 0
    with tempfile.TemporaryDirectory(prefix='civap-fuzz-') as name:
        folder = copied(Path(name) / 'project')
        for target in TARGETS:
            if target.name not in given.only.split(','):
                continue
            start, outcomes = time.perf_counter(), Counter[str]()
            seeds = [f'{target.name}:{given.seed}:{number}' for number in range(given.inputs * target.share // 1000)]
            if given.again:
                seeds = [seed for seed in given.again if seed.startswith(f'{target.name}:')]
            bad += sum(not one(folder, target, seed, outcomes) for seed in seeds)
            total += len(seeds)
            seconds = time.perf_counter() - start
            print(f'{target.name}: {len(seeds)} inputs, {seconds:.0f} s', outcomes.most_common(12), flush=True)
    print(f'{total} inputs, {bad} escaped')
    sys.exit(bool(bad))


if __name__ == '__main__':
    main()
