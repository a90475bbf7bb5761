"""One place to ask about codes: each that the source can tell is in it, and each in it is shown by a faulty file."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from code_finder import Source

from civap.codes.catalogue import CHECKS_OF_TEXTS, FINDINGS, catalogue, explained, names
from civap.text.lint import CHECKS

TESTS = Path(__file__).parents[1]
# Codes that no file of tests/bad can raise: why not, and the tests that raise them instead.
ASKED, MACHINE, OUTPUT = 'of what a command is asked', 'of the machine', 'of what was built or frozen before'
TEMPLATE, SEVERAL, GIT = 'of a template, style or drawing', 'of several files together', 'of what a text was before'
ELSEWHERE: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(('bad-answer', 'no-answer', 'not-stated'), (ASKED, 'cli/test_running.py')),
    **dict.fromkeys(('bad-bars', 'bad-bleed', 'bad-corner', 'bad-shift'), (ASKED, 'codes/test_raised.py')),
    **dict.fromkeys(('bad-die', 'no-state', 'no-such-state'), (ASKED, 'proof/test_resolve.py')),
    **dict.fromkeys(('bad-printer-name',), (ASKED, 'press/test_printers.py')),
    **dict.fromkeys(('cannot-accept', 'not-accepted'), (ASKED, 'proof/test_accept.py')),
    **dict.fromkeys(('no-content', 'no-project'), (ASKED, 'content/test_project.py')),
    'not-measured': (ASKED, 'press/test_ways.py'),
    'not-rolled': (ASKED, 'codes/test_raised.py'),
    'not-trivial': (ASKED, 'translate/test_sync.py'),
    'paper-too-small': (ASKED, 'press/test_deck.py'),
    'unknown-printer': (ASKED, 'cli/test_calibrating.py'),
    'language-exists': (ASKED, 'translate/test_new.py'),
    'too-many-paths': (ASKED, 'proof/test_verdicts.py'),
    **dict.fromkeys(('not-found', 'unreadable', 'too-long', 'too-many-values'), (MACHINE, 'content/test_source.py')),
    **dict.fromkeys(('cannot-write',), (MACHINE, 'press/test_output.py')),
    'internal-error': (MACHINE, 'cli/test_running.py'),
    'missing-package': (MACHINE, 'test_doctor.py'),
    'not-empty': (ASKED, 'test_starting.py'),
    **dict.fromkeys(('stale-schema', 'unknown-kind'), (ASKED, 'test_schemas.py')),
    'missing-font': (MACHINE, 'cli/test_build_command.py'),
    'missing-library': (MACHINE, 'press/test_typeset.py'),
    'no-port': (MACHINE, 'serve/test_web.py'),
    'worker-died': (MACHINE, 'press/test_deck.py'),
    'preview-failed': (MACHINE, 'codes/test_raised.py'),
    **dict.fromkeys(('draft-build', 'no-build', 'other-output', 'stale-build'), (OUTPUT, 'errata/test_bundle.py')),
    'broken-edition': (OUTPUT, 'errata/test_release.py'),
    **dict.fromkeys(('no-edition', 'not-an-edition'), (OUTPUT, 'errata/test_diff.py')),
    **dict.fromkeys(('nothing-changed', 'wrong-version'), (OUTPUT, 'errata/test_release.py')),
    'newer-edition': (OUTPUT, 'codes/test_raised.py'),
    'same-version': (OUTPUT, 'errata/test_pack.py'),
    **dict.fromkeys(('bad-template', 'missing-icon', 'missing-style'), (TEMPLATE, 'press/test_deck.py')),
    **dict.fromkeys(('render-failed', 'unsettled-pages'), (TEMPLATE, 'codes/test_raised.py')),
    'card-pages': (TEMPLATE, 'press/test_fit.py'),
    'render-warning': (TEMPLATE, 'press/test_typeset.py'),
    'unsafe-icon': (TEMPLATE, 'press/test_icons.py'),
    'label-too-long': (TEMPLATE, 'press/test_printing.py'),
    'overflow': (TEMPLATE, 'press/test_fit.py'),
    'missing-glyph': (TEMPLATE, 'press/test_deck.py'),
    'missing-letters': (SEVERAL, 'press/test_lettering.py'),
    'missing-profile': (SEVERAL, 'text/test_languages.py'),
    'outside-project': (SEVERAL, 'test_security.py'),
    **dict.fromkeys(
        ('missing-rule', 'term-or-leader', 'unknown-block', 'unknown-leader', 'unknown-reference'),
        (SEVERAL, 'content/test_rulebook.py'),
    ),
    **dict.fromkeys(
        ('mutant-differs', 'mutant-survives', 'stale-mutant', 'unknown-mutant'), (SEVERAL, 'proof/test_mutation.py')
    ),
    'one-block': (SEVERAL, 'content/test_rulebook.py'),
    'no-because': (SEVERAL, 'codes/test_raised.py'),
    'stale-waiver': (SEVERAL, 'press/test_editions.py'),
    'two-pieces': (SEVERAL, 'proof/test_resolve.py'),
    'unused-criterion': (SEVERAL, 'proof/test_findings.py'),
    **dict.fromkeys(('out-of-sync',), (GIT, 'translate/test_sync.py')),
    'unfinished-texts': (GIT, 'translate/test_status.py'),
    **dict.fromkeys(
        ('header', 'idle-allow', 'lost-sentence', 'same-english', 'same-forms', 'two-renderings', 'unflagged'),
        (GIT, 'text/test_lint.py'),
    ),
    'unknown-check': (GIT, 'text/test_lint.py'),
    **dict.fromkeys(('dash', 'doubled-space', 'loose-term'), (GIT, 'faults.py')),
    **dict.fromkeys(('confused-terms', 'english-name', 'repeated-placeholder'), (SEVERAL, 'faults.py')),
    **dict.fromkeys(('no-full-stop', 'two-wordings', 'vowel-marks'), (GIT, 'codes/test_raised.py')),
}
# Told by the command line about itself, not as a problem.
OF_ITSELF = {'internal-error'}


@pytest.fixture(scope='module')
def in_source() -> dict[str, set[str]]:
    return Source().codes()


def shown() -> set[str]:
    """The codes that annotated files expect."""
    found = set(re.findall(r'^- code: ([a-z-]+)$', (TESTS / 'proof/findings.yaml').read_text('utf-8'), re.MULTILINE))
    for path in (TESTS / 'bad').rglob('*.*'):
        text = path.read_bytes().replace(b'\0', b'').decode('latin-1')
        found.update(re.findall(r'# expect: [\d:]+ ([a-z-]+)', text))
    return found


def test_every_code_of_the_source_is_explained(in_source: dict[str, set[str]]) -> None:
    assert len(in_source) > 270
    assert {code: where for code, where in in_source.items() if code not in catalogue()} == {}


def test_every_code_that_is_explained_can_be_told(in_source: dict[str, set[str]]) -> None:
    assert set(catalogue()) - set(in_source) == OF_ITSELF


def test_the_finder_follows_names(in_source: dict[str, set[str]]) -> None:
    """A code in a table, in a part of a text, from a caller, from a generator, and from a function."""
    for code in (
        'one-effect',
        'bad-bleed',
        'unknown-city-state',
        'bad-shift',
        'missing-placeholder',
        'example-depends',
    ):
        assert code in in_source


def test_every_code_has_a_faulty_file_or_a_reason() -> None:
    known = shown()
    assert set(catalogue()) - known - set(ELSEWHERE) == set()
    assert known <= set(catalogue())
    assert {code for code in ELSEWHERE if code in known} == set()
    assert set(ELSEWHERE) <= set(catalogue())


@pytest.mark.parametrize('code', ELSEWHERE)
def test_what_has_no_faulty_file_has_a_test(code: str) -> None:
    path = TESTS / ELSEWHERE[code][1]
    assert re.search(rf'\b{code}\b', path.read_text('utf-8')), path


@pytest.mark.parametrize('code', catalogue())
def test_an_explanation_says_what_an_example_and_what_to_do(code: str) -> None:
    entry = catalogue()[code]
    assert entry.code == code
    assert len(entry.summary) > 5
    assert 'Example: ' in entry.text
    does = {CHECKS_OF_TEXTS: r'To allow it|It cannot be allowed', FINDINGS: 'What to do: [a-z]'}
    assert re.search(does.get(entry.about, 'What to do: [A-Z][a-z]+ .+\\.$'), entry.text.strip()), entry.text


def test_checks_are_told_by_name_and_by_code() -> None:
    for check in CHECKS.values():
        assert check.about.split('\n')[0] in explained(check.name) or catalogue()[check.name].about != CHECKS_OF_TEXTS
        for code in check.codes:
            assert explained(code)
        assert check.name in names()
    assert 'In translations: check 11, markup.' in explained('bad-markup')
    assert explained('no-such-code') == ''


def test_a_code_is_explained_whatever_is_wrong_with_the_project(tmp_path: Path) -> None:
    (tmp_path / 'content' / 'new_dawn').mkdir(parents=True)
    command = [sys.executable, '-m', 'civap', 'explain', 'not-found', '--project', str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split('\n')[0]) == (0, 'A file that the project needs is not there.')
