"""Catalogs: which form, what is stale, what a draft prints instead, and how strictly PO is read."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from civap.content.problems import Problems
from civap.content.project import Project
from civap.text.catalog import Catalog, State, Translation, load_catalog
from civap.text.domains import load_domain
from civap.text.languages import load_language
from civap.text.lint.run import read_sheet
from civap.text.po import read_po

Make = Callable[[str, bytes], Path]
Load = Callable[..., Catalog]
CARAVANS = """msgctxt "label.caravans"
msgid "{n} caravan"
msgid_plural "{n} caravans"
"""
POLISH = 'msgstr[0] "{n} karawana"\nmsgstr[1] "{n} karawany"\nmsgstr[2] "{n} karawan"\n'
LEVEL = 'msgctxt "label.level"\nmsgid "Level {level}"\nmsgstr "Poziom {level}"\n'


@pytest.fixture
def load_with(project: Project, project_with: Make) -> Load:
    """Loads the Polish or Arabic catalog from the text of a PO file, as a draft unless told."""

    def load(text: str, code: str = 'pl', *, draft: bool = True) -> Catalog:
        raw = f'msgid ""\nmsgstr ""\n\n{text}'.encode()
        root = project_with(f'locales/{code}/new_dawn/cards.po', raw)
        return load_catalog(replace(project, root=root), code, draft=draft)

    return load


@pytest.mark.parametrize(
    ('code', 'number', 'form'),
    [
        ('en', None, 'a'),
        ('en', 0, 'b'),
        ('en', 1, 'a'),
        ('en', 2, 'b'),
        ('pl', None, 'a'),
        ('pl', 0, 'c'),
        ('pl', 1, 'a'),
        ('pl', 2, 'b'),
        ('pl', 4, 'b'),
        ('pl', 5, 'c'),
        ('pl', 12, 'c'),
        ('pl', 22, 'b'),
        ('ar', None, 'a'),
        ('ar', 0, 'a'),
        ('ar', 1, 'b'),
        ('ar', 2, 'c'),
        ('ar', 3, 'd'),
        ('ar', 11, 'e'),
        ('ar', 100, 'f'),
    ],
)
def test_form_for_a_number(root: Path, code: str, number: int | None, form: str) -> None:
    language = load_language(root, code)
    source = load_language(root, 'en')
    texts = {'x': Translation(tuple('abcdef'[: len(language.forms)]))}
    assert Catalog(language, source, texts).text('x', number) == (form, State.READY)


@pytest.mark.parametrize(('number', 'form'), [(1, 'one'), (2, 'other'), (5, 'other'), (22, 'other')])
def test_a_missing_text_takes_the_english_form(root: Path, number: int, form: str) -> None:
    polish, english = load_language(root, 'pl'), load_language(root, 'en')
    catalog = Catalog(polish, english, {'x': Translation(('one', 'other'), State.MISSING)})
    assert catalog.text('x', number) == (form, State.MISSING)


def test_a_text_of_one_form_serves_every_number(root: Path) -> None:
    polish, english = load_language(root, 'pl'), load_language(root, 'en')
    catalog = Catalog(polish, english, {'x': Translation(('same',))})
    assert {catalog.text('x', number)[0] for number in (None, 0, 1, 2, 5, 22)} == {'same'}


def test_english_is_the_source(project: Project) -> None:
    catalog = load_catalog(project, 'en')
    assert catalog.text('label.caravans', 1) == ('{n} caravan', State.READY)
    assert catalog.text('label.caravans', 2) == ('{n} caravans', State.READY)
    assert catalog.text('tie.roll', None)[1] is State.READY
    assert catalog.text('card.pottery', None) == ('Pottery', State.READY)


@pytest.mark.parametrize(
    ('entry', 'state'),
    [
        (LEVEL, State.READY),
        (LEVEL.replace('Level {', 'The level {'), State.STALE),
        (f'#, fuzzy\n{LEVEL}', State.STALE),
        (f'#, python-brace-format, fuzzy\n{LEVEL}', State.STALE),
        (LEVEL.replace('Poziom {level}', ''), State.MISSING),
        (LEVEL.replace('Poziom {level}', '  '), State.MISSING),
        ('', State.MISSING),
        (re.sub('^', '#~ ', LEVEL.strip(), flags=re.MULTILINE), State.MISSING),
    ],
    ids=['ready', 'other msgid', 'fuzzy', 'fuzzy among flags', 'empty', 'blank', 'absent', 'obsolete'],
)
def test_state(load_with: Load, entry: str, state: State) -> None:
    text, found = load_with(entry).text('label.level', None)
    assert found is state
    assert text == ('Level {level}' if state is State.MISSING else 'Poziom {level}')


@pytest.mark.parametrize(
    ('was', 'becomes', 'state'),
    [
        ('', '', State.READY),
        ('"{n} caravans"', '"{n} wagons"', State.STALE),
        ('msgid "{n} caravan"', 'msgid "{n} wagon"', State.STALE),
    ],
    ids=['same', 'other msgid_plural', 'other msgid'],
)
def test_either_english_form_can_make_it_stale(load_with: Load, was: str, becomes: str, state: State) -> None:
    entry = CARAVANS.replace(was, becomes) if was else CARAVANS
    assert load_with(entry + POLISH).text('label.caravans', 2) == ('{n} karawany', state)


@pytest.mark.parametrize(
    'entry',
    [
        LEVEL.replace('Level {level}', 'Level {number}').replace('Poziom {level}', 'Poziom {number}'),
        CARAVANS.replace('} caravans', '} wagons') + POLISH.replace('msgstr[2] "{n} karawan"\n', ''),
        'msgctxt "label.caravans"\nmsgid "Some caravans"\nmsgstr "Karawany"\n',
        'msgctxt "label.level"\nmsgid "L"\nmsgid_plural "Ls"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n',
    ],
    ids=['other placeholder', 'other number of forms', 'not yet plural', 'no longer plural'],
)
def test_a_stale_text_that_no_longer_fits_is_missing(load_with: Load, entry: str) -> None:
    """The printer could not fill it: English is printed instead."""
    message = 'label.level' if 'label.level' in entry else 'label.caravans'
    text, state = load_with(entry).text(message, 2 if message == 'label.caravans' else None)
    assert state is State.MISSING
    assert text == ('{n} caravans' if message == 'label.caravans' else 'Level {level}')


@pytest.mark.parametrize('entry', [f'#, fuzzy\n{LEVEL}', '', LEVEL.replace('Poziom {level}', '')])
def test_a_release_takes_nothing_stale_or_missing(load_with: Load, entry: str) -> None:
    with pytest.raises(Problems) as caught:
        load_with(entry, draft=False)
    assert {problem.code for problem in caught.value.problems} <= {'missing-translation', 'stale-translation'}


def test_a_draft_forgives_nothing_else(load_with: Load) -> None:
    with pytest.raises(Problems) as caught:
        load_with(LEVEL.replace('Poziom {level}', 'Poziom {poziom}'))
    assert [problem.code for problem in caught.value.problems] == ['unknown-placeholder']


def test_forms_that_no_card_reaches_may_be_empty(load_with: Load) -> None:
    """Cards have one, two or three caravans: Arabic forms 1, 2, 3 of 0 to 5."""
    forms = ['', 'قافلة واحدة', 'قافلتان', '{n} قوافل', '', '']
    entry = CARAVANS + ''.join(f'msgstr[{index}] "{form}"\n' for index, form in enumerate(forms))
    catalog = load_with(entry, 'ar')
    assert [catalog.text('label.caravans', number)[0] for number in (1, 2, 3)] == forms[1:4]
    assert catalog.text('label.caravans', 11)[0] == '{n} قوافل'
    with pytest.raises(Problems) as caught:
        load_with(entry.replace('قافلتان', ''), 'ar')
    (problem,) = caught.value.problems
    assert (problem.code, problem.message) == ('missing-form', 'found no text for n = 2, expected one (two)')


@pytest.mark.parametrize(
    ('form', 'without', 'allowed'),
    [(0, 'karawana', True), (1, 'dwie karawany', False), (2, 'pięć karawan', False)],
    ids=['one', 'few', 'many'],
)
def test_a_word_may_stand_for_one_number(load_with: Load, form: int, without: str, allowed: bool) -> None:
    """`{n}` may be left out of a form that a single number uses."""
    forms = ['{n} karawana', '{n} karawany', '{n} karawan']
    forms[form] = without
    entry = CARAVANS + ''.join(f'msgstr[{index}] "{text}"\n' for index, text in enumerate(forms))
    if allowed:
        assert load_with(entry).text('label.caravans', 1)[0] == without
        return
    with pytest.raises(Problems) as caught:
        load_with(entry)
    assert [problem.code for problem in caught.value.problems] == ['missing-placeholder']


@pytest.mark.parametrize(
    ('line', 'column'),
    [
        ('msgstr "Ala"', 0),
        ('msgstr "Ala" ', 0),
        ('  msgstr "Ala"', 0),
        ('msgstr  "Ala"', 0),
        ('msgstr ""', 0),
        ('msgstr "a \\"b\\" c"', 0),
        ('msgstr "a \\\\"', 0),
        ('msgstr "a\\nb"', 0),
        ('msgstr "Ala"\n" i Ola"', 0),
        ('msgstr "Ala"\n\n# a comment', 0),
        ('msgstr "Ala', 12),
        ('msgstr Ala"', 8),
        ('msgstr "Ala\\"', 14),
        ('msgstr "a "b" c"', 12),
        ('msgstr "Ala" x', 14),
        ('msgstr "Ala" # no comment here', 14),
        ('msgstr "Ala" "Ola"', 14),
        ('msgstr"Ala"', 7),
        ('msgstr "a \\x41"', 11),
        ('msgstr "Ala"\n\n"Ola"', 1),
        ('msgstr "Ala"\n# a comment\n"Ola"', 1),
        ('msgstr[10] "Ala"', 7),
        ('MSGSTR "Ala"', 1),
        ('domain "x"', 1),
    ],
)
def test_quotes(tmp_path: Path, line: str, column: int) -> None:
    """polib would drop the last letter, or take over what does not belong to the entry."""
    path = tmp_path / 'a.po'
    path.write_text(f'msgctxt "a"\nmsgid "b"\n{line}\n', encoding='utf-8')
    if not column:
        (entry,) = read_po(path, 'a.po').entries
        assert (entry.id, entry.msgid) == ('a', 'b')
        assert entry.forms[0].startswith(('A', 'a')) or entry.forms == ('',)
        return
    with pytest.raises(Problems) as caught:
        read_po(path, 'a.po')
    (problem,) = caught.value.problems
    assert (problem.code, problem.column) == ('po-syntax', column)
    assert problem.line == 2 + len(line.split('\n'))


def test_entries(tmp_path: Path) -> None:
    path = tmp_path / 'a.po'
    text = """# Head.
msgid ""
msgstr ""
"Language: pl\\n"

# For translators.
#. Of the source.
#, fuzzy
#| msgid "old"
msgctxt "a"
msgid ""
"two "
"lines"
msgid_plural "plural"
msgstr[1] "few"
msgstr[0] "one"
msgstr[2] ""

#~ msgctxt "gone"
#~ msgid "x"
#~ msgstr "y"
"""
    path.write_text(text, encoding='utf-8')
    file = read_po(path, 'a.po')
    (entry,) = file.entries
    assert (entry.id, entry.msgid, entry.msgid_plural) == ('a', 'two lines', 'plural')
    assert (entry.forms, entry.fuzzy) == (('one', 'few', ''), True)
    assert file.line(entry) == 10
    assert [file.line(entry, field) for field in ('msgid', 'msgid_plural', 'msgstr[0]')] == [11, 14, 16]
    assert file.problem('c', 'm', entry, 'msgid', 'lines').column == 2
    assert file.problem('c', 'm', entry, 'msgid', 'lines').line == 13


def _checked(project: Project, code: str) -> object:
    return read_sheet(project, load_language(project.root, code), load_domain(project, 'cards'))


@pytest.mark.parametrize('read', [load_catalog, _checked])
def test_a_file_that_is_not_there_is_made_by_a_command(
    read: Callable[[Project, str], object], project: Project, project_with: Make
) -> None:
    root = project_with('locales/pl/new_dawn/cards.po', b'')
    (root / 'locales/pl/new_dawn/cards.po').unlink()
    with pytest.raises(Problems, match=r'cards\.po: not-found .*\n.*hint: run civap translate sync'):
        read(replace(project, root=root), 'pl')


@pytest.mark.parametrize(('old', 'hint'), [('card.pottery', 'run civap translate sync'), ('tie.roll', 'translate ')])
def test_what_is_new_in_english_is_brought_by_a_command(
    old: str, hint: str, root: Path, project: Project, project_with: Make
) -> None:
    """No text, or no entry at all, as after another card was written in the place of this one."""
    path = 'locales/pl/new_dawn/cards.po'
    text = (root / path).read_text('utf-8')
    entry = re.search(rf'msgctxt "{re.escape(old)}"\nmsgid .*\nmsgstr .*\n', text)
    assert entry
    left = '' if old == 'card.pottery' else re.sub(r'msgstr .*', 'msgstr ""', entry[0])
    changed = project_with(path, text.replace(entry[0], left).encode())
    with pytest.raises(Problems) as caught:
        load_catalog(replace(project, root=changed), 'pl')
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint.startswith(hint)) == ('missing-translation', True), problem.hint
