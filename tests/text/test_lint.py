"""Checks of translations: faults seeded by hand, the given answers, what comments allow, git, and the command."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from copies import copied

from civap.cli import cli
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.text.domains import Domain, load_domains
from civap.text.languages import load_language
from civap.text.lint.history import earlier
from civap.text.lint.punctuation import _alone
from civap.text.lint.registry import CHECKS, Level
from civap.text.lint.run import check_language, check_sheets, sheet_of
from civap.text.po import parse_po

ROOT = Path(__file__).parents[2]
BAD = ROOT / 'tests' / 'bad' / 'lint'
ANSWERS = ROOT / 'tests' / 'fixtures'
QUESTIONS = ('focus-card-slot', 'control-token-space', 'caravan-moves', 'attack-resolved', 'wonder-built', 'event-dial')
HEADER = (
    'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"\n\n'
)
TIE = 'msgctxt "tie.roll"\nmsgid "Still tied: roll a die."\nmsgstr "{}"\n'


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope='module')
def everything(project: Project) -> Domain:
    """All messages as one domain."""
    domains = load_domains(project)
    messages = {name: message for domain in domains for name, message in domain.messages.items()}
    numbers = {name: counted for domain in domains for name, counted in domain.numbers.items()}
    return Domain('all', messages, numbers)


def found_in(project: Project, domain: Domain, code: str, text: str) -> list[Problem]:
    """What is found in a text of a PO file, but for messages that it does not have."""
    language = load_language(project.root, code)
    sheet = sheet_of(text, 'some.po', language, domain)
    problems = [*sheet.problems, *check_sheets(project, language, [sheet], {})]
    return [each for each in problems if each.code != 'missing-translation' or each.line]


def codes(problems: list[Problem]) -> set[str]:
    return {problem.code for problem in problems}


@pytest.mark.parametrize('code', ['pl', 'ar'])
def test_faults_seeded_by_hand(code: str, project: Project, everything: Domain) -> None:
    text = (BAD / f'{code}.po').read_text('utf-8')
    expected = {(int(line), name) for line, name in re.findall(r'# expect: (\d+) ([a-z-]+)', text)}
    problems = found_in(project, everything, code, text)
    assert len(expected) >= {'pl': 25, 'ar': 28}[code]
    assert expected <= {(each.line, each.code) for each in problems}
    lines = {line for line, _ in expected}
    assert {each.line for each in problems if each.level == 'error'} <= lines
    for each in problems:
        assert each.excerpt == text.split('\n')[each.line - 1]
        assert re.fullmatch(r'found .+, expected .+', each.message), each.message
        assert re.match(
            r'(add|check|close|compare|correct|delete|give|move|put|translate|use|write) ', f'{each.hint} '
        ), each.hint


@pytest.mark.parametrize('code', ['pl', 'ar', 'en'])
def test_shipped_texts_have_neither_errors_nor_warnings(code: str, project: Project) -> None:
    checked = check_language(project, code)
    assert not [str(each) for each in checked.problems if each.level != 'info']
    assert all(ready == total > 100 for ready, total in checked.ready.values())


@pytest.mark.parametrize('code', ['pl', 'ar'])
def test_few_checks_are_allowed_and_each_with_a_reason(code: str) -> None:
    texts = [path.read_text('utf-8') for path in (ROOT / 'locales' / code).rglob('*.po')]
    comments = [line for text in texts for line in text.split('\n') if 'lint:' in line]
    assert 0 < len(comments) < 15
    assert all(re.fullmatch(r'# lint: allow [a-z-]+(, [a-z-]+)* \(.+\)', line) for line in comments)


def answers(code: str, domain: Domain) -> str:
    """The given answers as a catalog: each paragraph stands for our answer to the same question."""
    messages = domain.messages
    told = (ANSWERS / f'base-rules-answers.{code}.txt').read_text('utf-8').strip().split('\n\n')[1:]
    entries = []
    for question, paragraph in zip(QUESTIONS, told, strict=True):
        english = json.dumps(messages[f'question.{question}.answer'].one, ensure_ascii=False)
        text = json.dumps(paragraph, ensure_ascii=False)
        entries.append(f'msgctxt "question.{question}.answer"\nmsgid {english}\nmsgstr {text}\n')
    return HEADER + '\n'.join(entries)


@pytest.mark.parametrize(
    ('code', 'paragraph', 'name', 'said'),
    [
        ('ar', 6, 'script', 'Latin'),
        ('ar', 5, 'forbidden-term', 'مقايضة'),
        ('ar', 5, 'two-renderings', 'مقايضة'),
        ('ar', 2, 'forbidden-term', 'دولة-مدينة'),
        ('ar', 3, 'forbidden-term', 'مدينة-دولة'),
        ('ar', 4, 'forbidden-term', 'المدينة-الدولة'),
        ('ar', 2, 'two-renderings', 'دولة-مدينة'),
        ('ar', 3, 'two-renderings', 'مدينة-دولة'),
        ('ar', 4, 'two-renderings', 'المدينة-الدولة'),
        ('ar', 5, 'forbidden-term', 'تابعة لك'),
        ('pl', 6, 'forbidden-term', 'zabezpieczony'),
        ('pl', 6, 'two-renderings', 'zabezpieczony'),
        ('pl', 1, 'forbidden-term', 'kart celów'),
        ('pl', 1, 'forbidden-term', 'slocie'),
        ('pl', 5, 'forbidden-term', 'zasób'),
        ('pl', 4, 'forbidden-term', 'karty militarnej'),
    ],
)
def test_faults_of_the_given_answers(
    code: str, paragraph: int, name: str, said: str, project: Project, everything: Domain
) -> None:
    text = answers(code, everything)
    line = [number for number, each in enumerate(text.split('\n'), 1) if each.startswith('msgstr "')][paragraph]
    here = [each for each in found_in(project, everything, code, text) if (each.line, each.code) == (line, name)]
    assert any(said in each.message for each in here), here


@pytest.mark.parametrize(
    ('comment', 'text', 'expected'),
    [
        ('', 'Nadal remis: rzuć kością', {'end-mark': 'warn'}),
        ('# lint: allow end-mark\n', 'Nadal remis: rzuć kością', {}),
        ('#. lint: allow end-mark\n', 'Nadal remis: rzuć kością', {}),
        ('# lint: allow end-mark (no room)\n', 'Nadal remis: rzuć kością', {}),
        ('# A note.\n# lint: allow lower-case, end-mark\n', 'nadal remis: rzuć kością', {}),
        ('# lint: allow end-mark\n', 'Nadal remis: rzuć kością.', {'idle-allow': 'warn'}),
        ('# lint: allow end-marks\n', 'Nadal remis: rzuć kością', {'unknown-check': 'error', 'end-mark': 'warn'}),
        ('# lint: allows end-mark\n', 'Nadal remis: rzuć kością.', {'unknown-check': 'error'}),
        ('# lint:\n', 'Nadal remis: rzuć kością.', {'unknown-check': 'error'}),
        ('# lint: allow markup\n', 'Nadal remis: **rzuć** kością.', {'unknown-check': 'error', 'bad-markup': 'error'}),
    ],
)
def test_what_a_comment_allows(
    comment: str, text: str, expected: dict[str, str], project: Project, everything: Domain
) -> None:
    problems = found_in(project, everything, 'pl', HEADER + comment + TIE.format(text))
    assert {each.code: each.level for each in problems} == expected
    for each in problems:
        if each.code == 'unknown-check' and 'allow end' in comment:
            assert (each.line, each.column, each.hint) == (7, 15, 'write end-mark')


@pytest.mark.parametrize(
    ('field', 'wrong'),
    [
        ('"Language: pl\\n"', '"Language: de\\n"'),
        ('"Language: pl\\n"\n', ''),
        ('nplurals=3', 'nplurals=2'),
        ('n==1 ? 0', 'n==2 ? 0'),
        ('n==1 ? 0', 'n==1 ?'),
        ('n%10>=2', 'n%0>=2'),
    ],
)
def test_header(field: str, wrong: str, project: Project, everything: Domain) -> None:
    assert field in HEADER
    text = HEADER.replace(field, wrong) + TIE.format('Nadal remis: rzuć kością.')
    assert codes(found_in(project, everything, 'pl', text)) == {'header'}


@pytest.mark.parametrize(
    'wrong',
    [
        HEADER.replace('"Language: pl\\n"', '"Language: de\\n"'),
        HEADER.replace('nplurals=3', 'nplurals=1'),
        re.sub(r'plural=\(.*?\);', 'plural=n;', HEADER),
    ],
    ids=['language', 'count', 'formula'],
)
def test_what_the_hint_says_mends_the_header(wrong: str, project: Project, everything: Domain) -> None:
    text = wrong + TIE.format('Nadal remis: rzuć kością.')
    (problem,) = found_in(project, everything, 'pl', text)
    lines = text.split('\n')
    lines[problem.line - 1] = problem.hint.removeprefix('write ')
    assert found_in(project, everything, 'pl', '\n'.join(lines)) == []


def narrow(text: str) -> str:
    """Each text on lines of a few letters, its header as well, as editors may wrap it; comments stay."""

    def wrapped(found: re.Match[str]) -> str:
        parts = re.findall(r'(?:\\.|[^"\\]){1,30}', found[2])
        return '\n'.join([f'{found[1]}""', *(f'"{part}"' for part in parts)])

    return re.sub(r'^(msg\S+ |)"(.+)"$', wrapped, text, flags=re.MULTILINE)


def msgcat(text: str) -> str:
    """As gettext writes it with its own options."""
    if not shutil.which('msgcat'):
        pytest.skip('gettext is not installed')
    return subprocess.run(['msgcat', '-'], input=text.encode(), capture_output=True, check=True).stdout.decode()


@pytest.mark.parametrize('wrap', [narrow, msgcat], ids=['narrow', 'gettext'])
@pytest.mark.parametrize('code', ['pl', 'ar'])
def test_wrapped_files_are_read_as_unwrapped_ones(code: str, wrap: Callable[[str], str], project: Project) -> None:
    language = load_language(project.root, code)
    for domain in load_domains(project):
        text = (ROOT / 'locales' / code / 'new_dawn' / f'{domain.name}.po').read_text('utf-8')
        sheet, before = (sheet_of(each, 'x.po', language, domain) for each in (wrap(text), text))
        assert sheet.problems == []
        assert [replace(each, line=0) for each in sheet.entries] == [replace(each, line=0) for each in before.entries]


def test_a_place_in_a_wrapped_text_is_that_of_its_letters(project: Project, everything: Domain) -> None:
    text = HEADER + TIE.format('"\n"Nadal remis: \\""\n"rzuć  kością.')
    found = {each.code: (each.line, each.column) for each in found_in(project, everything, 'pl', text)}
    assert found == {'quotes': (10, 15), 'doubled-space': (11, 6)}


def test_a_file_that_cannot_be_read_has_no_share_that_is_done(copy: Path, run: Run) -> None:
    change(copy, '"Nadal remis: rzuć kością."', '"Nadal remis: rzuć kością.')
    status, _, err = run()
    assert status == 1
    assert 'pl: cards unread, play 100 %, rules 100 %, sheets 100 %; errors: 1, warnings: 0' in err


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('Nadal remis: rzuć\u200b kością.', {'control-character'}),
        ('Nadal remis:\u00a0rzuć kością.', {'odd-space'}),
        ('\u200fNadal remis: rzuć kością', {'control-character', 'end-mark'}),
    ],
)
def test_what_cannot_be_seen_hides_nothing_else(
    text: str, expected: set[str], project: Project, everything: Domain
) -> None:
    assert codes(found_in(project, everything, 'pl', HEADER + TIE.format(text))) == expected


PLURAL = (
    'msgctxt "label.caravans"\nmsgid "{n} caravan"\nmsgid_plural "{n} caravans"\n'
    'msgstr[0] "%s"\nmsgstr[1] "%s"\nmsgstr[2] "%s"\n'
)


@pytest.mark.parametrize(
    ('forms', 'expected'),
    [
        (('{n} karawana', '{n} karawany', '{n} karawan'), set()),
        (('jedna karawana', '{n} karawany', '{n} karawan'), set()),
        (('karawana', '{n} karawany', '{n} karawan'), set()),
        (('dwie karawany', '{n} karawany', '{n} karawan'), {'numbers'}),
        (('2 karawany', '{n} karawany', '{n} karawan'), {'numbers'}),
        (('{n} karawan', '{n} karawan', '{n} karawan'), {'same-forms'}),
    ],
)
def test_numbers_of_plural_forms(
    forms: tuple[str, ...], expected: set[str], project: Project, everything: Domain
) -> None:
    assert codes(found_in(project, everything, 'pl', HEADER + PLURAL % forms)) == expected


def test_texts_of_the_same_english_are_compared(project: Project, everything: Domain) -> None:
    other = 'msgctxt "owner.ap"\nmsgid "Automated Player"\nmsgstr "gracz automatyczny"\n'
    book = 'msgctxt "book.title"\nmsgid "Automated Player"\nmsgstr "Gracz automatyczny"\n'
    problems = found_in(project, everything, 'pl', f'{HEADER}{other}\n{book}')
    assert [(each.code, each.level, each.line) for each in problems] == [('same-english', 'info', 13)]


def test_a_lost_sentence_is_missed(project: Project) -> None:
    """Seeded in each message with several sentences: the last is dropped."""
    domain = next(each for each in load_domains(project) if each.name == 'rules')
    path = ROOT / 'locales' / 'pl' / 'new_dawn' / 'rules.po'
    text, dropped = path.read_text('utf-8'), 0
    lines = text.split('\n')
    for number, line in enumerate(lines):
        sentences = re.findall(r'[^.]+\.', line[8:-1]) if line.startswith('msgstr "') else []
        if len(sentences) == 2 and len(sentences[1]) > 0.4 * len(line) and '**' not in line and '{' not in line:
            lines[number], dropped = f'msgstr "{sentences[0]}"', dropped + 1
    language = load_language(project.root, 'pl')
    sheet = sheet_of('\n'.join(lines), 'rules.po', language, domain)
    found = [each for each in check_sheets(project, language, [sheet], {}) if each.code == 'lost-sentence']
    assert dropped > 20
    assert len(found) > 0.85 * dropped


def git(folder: Path, *arguments: str) -> None:
    identity = ('-c', 'user.name=a', '-c', 'user.email=a@b')
    subprocess.run(['git', *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The content and the languages of the project, to be changed."""
    copied(tmp_path)
    return tmp_path


TOLD = TIE.format('Nadal remis: rzuć kością.')


@pytest.mark.parametrize(
    ('before', 'previous', 'expected'),
    [
        (('Still tied: roll 2 dice.', ''), '', {'unflagged'}),  # another number, the same text, no flag
        (('Still tied: roll a die.', ''), '', set()),  # the same English
        (('Still tied: roll one die.', ''), '', {'unflagged'}),  # a number in a word
        (('Tied still: roll a die.', ''), '', set()),  # neither numbers nor terms
        (('Still tied: roll a card.', ''), '', {'unflagged'}),  # a term
        (('Still tied: roll 2 dice.', 'Remis: rzuć kością.'), '', set()),  # another text now
        (None, 'Still tied: roll 2 dice.', {'unflagged'}),  # no git, but #| is still there
        (None, 'Tied still: roll a die.', set()),
    ],
)
def test_a_flag_that_was_only_deleted(
    before: tuple[str, str] | None,
    previous: str,
    expected: set[str],
    project: Project,
    everything: Domain,
) -> None:
    language = load_language(project.root, 'pl')
    earlier_entries = {}
    if before:
        english, text = before
        entry = TOLD.replace('Still tied: roll a die.', english)
        entry = entry.replace('Nadal remis: rzuć kością.', text or 'Nadal remis: rzuć kością.')
        earlier_entries = {('some.po', each.id): each for each in parse_po(HEADER + entry, 'some.po')[0].entries}
    kept = f'#| msgid "{previous}"\n' if previous else ''
    sheet = sheet_of(HEADER + kept + TOLD, 'some.po', language, everything)
    problems = check_sheets(project, language, [sheet], earlier_entries)
    assert codes(problems) == expected
    assert all(('#|' in each.hint) == bool(previous) for each in problems)


def test_what_git_keeps_of_a_file(tmp_path: Path) -> None:
    def told() -> list[str]:
        return [entry.msgid for entry in earlier(tmp_path, ['pl.po']).values()]

    path = tmp_path / 'pl.po'
    first, second, third = (HEADER + TOLD.replace('a die', f'{number} dice') for number in (1, 2, 3))
    path.write_text(first, 'utf-8')
    assert told() == []  # no repository
    git(tmp_path, 'init', '-q')
    assert told() == []  # no commit
    for text in (first, second):
        path.write_text(text, 'utf-8')
        git(tmp_path, 'add', '.')
        git(tmp_path, 'commit', '-qm', 'a change')
    assert told() == ['Still tied: roll 1 dice.']  # as committed: the one before
    path.write_text(third, 'utf-8')
    assert told() == ['Still tied: roll 2 dice.']  # changed: the last one


@pytest.fixture
def run(copy: Path) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(cli, ['translate', 'check', '--project', str(copy), '--lang', 'pl', *arguments])
        return result.exit_code, result.stdout, result.stderr

    return call


def change(copy: Path, old: str, new: str) -> None:
    path = copy / 'locales' / 'pl' / 'new_dawn' / 'cards.po'
    text = path.read_text('utf-8')
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), 'utf-8')


def test_the_command_tells_what_it_found_and_fails_for_errors(copy: Path, run: Run) -> None:
    change(copy, 'z miejsca {slot}.** Nie resetuj', 'z miejsca {slot}.** Zresetuj')
    change(copy, '"Nadal remis: rzuć kością."', '"Nadal remis: rzuć kością"')
    status, out, err = run('--verbose')
    place = r'locales/pl/new_dawn/cards\.po:\d+:\d+: '
    assert re.search(rf"{place}negation found no word for 'not', expected one\n    .*\n    +\^\n    hint: ", out)
    assert 'warn: end-mark found no mark at the end' in out
    assert 'info: same-english' in out
    assert status == 1
    assert 'pl: cards 100 %, play 100 %, rules 100 %, sheets 100 %; errors: 1, warnings: 1' in err


def test_the_command_fails_for_warnings_when_strict(copy: Path, run: Run) -> None:
    change(copy, '"Nadal remis: rzuć kością."', '"Nadal remis: rzuć kością"')
    status, out, _ = run('--format', 'github')
    assert (status, out.count('\n')) == (0, 1)
    assert out.startswith('::warning file=locales/pl/new_dawn/cards.po,line=')
    status, out, _ = run('--strict', '--format', 'json')
    assert status == 1
    assert {each['level'] for each in json.loads(out)} == {'warn', 'info'}


@pytest.mark.parametrize(
    ('text', 'alone'),
    [('a ”b” c', ''), ('a ”b ’c’ d” e', ''), ('a ”b c', '”'), ('a ”b” ”c', '”'), ('a (”b”)', ''), ('a (b', '(')],
)
def test_quotes_that_open_and_close_alike(text: str, alone: str) -> None:
    """As in Swedish and Finnish."""
    assert _alone(text, {')': '(', '”': '”', '’': '’'}) == alone


@pytest.mark.parametrize(
    ('text', 'alone'),
    [('‘a’ b', ''), ('zo’n ‘a’', ''), ('‘zo’n a’', ''), ('‘a b', '‘'), ('“a ‘b’ c”', ''), ('a” b', '”')],
)
def test_a_quote_that_may_be_an_apostrophe(text: str, alone: str) -> None:
    """As in Dutch, and inside a quotation in English."""
    assert _alone(text, {'’': '‘', '”': '“'}) == alone


def test_every_check_of_the_list_has_a_number_a_level_and_an_example() -> None:
    assert {check.number for check in CHECKS.values()} >= set(range(1, 34))
    for check in CHECKS.values():
        assert check.about.endswith('.'), check.name
        assert check.example, check.name
        assert isinstance(check.level, Level)
        assert re.fullmatch('[a-z-]+', check.name)


@pytest.mark.parametrize(
    ('text', 'code', 'hint'),
    [
        (
            '- id: a\n  en: {term: t, match: [t]}\n  xx: {term: t, match: [t]}\n',
            'unknown-language',
            'use one of: en, ar, pl',
        ),
        (
            '- id: a\n  en: {term: t, match: [t]}\n- id: a\n  en: {term: t, match: [t]}\n',
            'duplicate-id',
            'give it another id',
        ),
        (
            '- id: a\n  en: {term: t, match: [t]}\n  pl: {term: t, match: [t], forbids: [u]}\n',
            'unknown-key',
            'delete it',
        ),
    ],
)
def test_faults_of_the_glossary(text: str, code: str, hint: str, copy: Path) -> None:
    (copy / 'locales' / 'glossary.yaml').write_text(text, 'utf-8')
    with pytest.raises(Problems) as raised:
        check_language(load_project(copy), 'pl')
    assert [(each.code, each.hint) for each in raised.value.problems] == [(code, hint)]


def test_a_language_with_three_keys_is_checked_as_far_as_it_is_known(copy: Path, project: Project) -> None:
    """Nothing is expected of its marks, quotes and words for numbers; numbers and letters are compared."""
    (copy / 'locales' / 'de').mkdir()
    (copy / 'locales' / 'de' / 'profile.yaml').write_text('language: de\nname: Deutsch\ndigits: latn\n', 'utf-8')
    language = load_language(copy, 'de')
    header = HEADER.replace('"Language: pl', '"Language: de')
    header = re.sub('nplurals.*;', 'nplurals=2; plural=(n != 1);', header)
    told = 'Am Feld B liegen »2« Marken; drei sind es nie.'
    english = project.messages['tie.roll']
    domain = Domain('x', {'tie.roll': replace(english, one='2 lie at B.', other='2 lie at B.')}, {})
    text = header + TIE.format(told).replace('Still tied: roll a die.', '2 lie at B.')
    sheet = sheet_of(text, 'x.po', language, domain)
    shown = check_sheets(load_project(copy), language, [sheet], {})
    assert [*sheet.problems, *shown] == []
    wrong = sheet_of(text.replace('»2«', '3').replace('Feld B', 'Feld C'), 'x.po', language, domain)
    assert codes(check_sheets(load_project(copy), language, [wrong], {})) == {'numbers', 'labels'}
