"""Plural forms against tables written by hand, and which languages there are."""

from pathlib import Path

import pytest

from civap.content.folder import language_codes, language_tag, wanted_languages
from civap.content.problems import Problems
from civap.text.languages import load_language

# For n = 0 to 125, one letter a number: z(ero) o(ne) t(wo) f(ew) m(any) x (other).
ENGLISH = 'xo' + 'x' * 124
POLISH = (
    'mofffmmmmm'  # 0 to 9
    'mmmmmmmmmm'  # 10 to 19: never few, 12 to 14 included
    + 'mmfffmmmmm' * 8  # 20 to 99
    + 'mmfffmmmmm'  # 100 to 109: 101 is many
    + 'mmmmmmmmmm'  # 110 to 119: 112 to 114 again
    + 'mmfffm'  # 120 to 125
)
ARABIC = (
    'zot' + 'f' * 8  # 0 to 10
    + 'm' * 89  # 11 to 99
    + 'xxx' + 'f' * 8  # 100 to 110
    + 'm' * 15  # 111 to 125
)  # fmt: skip
NAMES = {'z': 'zero', 'o': 'one', 't': 'two', 'f': 'few', 'm': 'many', 'x': 'other'}


@pytest.mark.parametrize(
    ('code', 'table', 'forms'),
    [
        ('en', ENGLISH, ('one', 'other')),
        ('pl', POLISH, ('one', 'few', 'many')),
        ('ar', ARABIC, ('zero', 'one', 'two', 'few', 'many', 'other')),
    ],
    ids=['en', 'pl', 'ar'],
)
def test_plural_forms(root: Path, code: str, table: str, forms: tuple[str, ...]) -> None:
    language = load_language(root, code)
    assert len(table) == 126
    assert language.forms == forms
    assert [forms[language.form(number)] for number in range(126)] == [NAMES[c] for c in table]
    for form, name in enumerate(forms):
        wanted = [number for number in range(126) if NAMES[table[number]] == name]
        assert [number for number in language.numbers_of(form) if number < 126] == wanted


@pytest.mark.parametrize(
    ('code', 'name', 'direction'),
    [('en', 'English', 'ltr'), ('pl', 'Polski', 'ltr'), ('ar', 'العربية', 'rtl')],
)
def test_profiles(root: Path, code: str, name: str, direction: str) -> None:
    language = load_language(root, code)
    assert (language.code, language.name, language.direction) == (code, name, direction)
    assert language.folder == root / 'locales' / code


def test_the_source_comes_first(tmp_path: Path) -> None:
    for code in ('pl', 'ar', 'en'):
        folder = tmp_path / 'locales' / code
        folder.mkdir(parents=True)
        (folder / 'profile.yaml').touch()
    (tmp_path / 'locales' / 'de').mkdir()
    assert language_codes(tmp_path) == ['en', 'ar', 'pl']


@pytest.mark.parametrize(
    ('file', 'asked', 'found'),
    [
        ('de/new_dawn/cards.po', (), 'locales/de/profile.yaml'),
        ('de/new_dawn/cards.po', ('de',), 'locales/de/profile.yaml'),
        ('de/new_dawn/cards.po', ('en',), ''),
        ('de/other/deep/texts.po', (), 'locales/de/profile.yaml'),
        ('de/new_dawn/notes.txt', (), 'locales/de/profile.yaml'),
        ('de/notes.txt', (), ''),
        ('notes.po', (), ''),
    ],
)
def test_a_language_is_never_left_out_unseen(tmp_path: Path, file: str, asked: tuple[str, ...], found: str) -> None:
    for name in ('en/profile.yaml', file):
        (tmp_path / 'locales' / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / 'locales' / name).touch()
    if not found:
        assert wanted_languages(tmp_path, asked) == ['en']
        return
    with pytest.raises(Problems) as caught:
        wanted_languages(tmp_path, asked)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ('missing-profile', found)
    assert problem.hint.startswith('add the file')


@pytest.mark.parametrize(
    ('code', 'hint'),
    [
        ('pll', 'write pl'),
        ('../pl', 'use one of: en, ar, pl'),
        ('', 'use one of: en, ar, pl'),
        ('fr', 'use one of: en, ar, pl'),
    ],
)
def test_unknown_language(root: Path, code: str, hint: str) -> None:
    with pytest.raises(Problems) as caught:
        load_language(root, code)
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == ('unknown-language', hint)


@pytest.mark.parametrize('code', ['xx', 'xyzzy', 'pl-pl', 'a-b-c-d'])
def test_language_without_cldr_data(tmp_path: Path, code: str) -> None:
    folder = tmp_path / 'locales' / code
    folder.mkdir(parents=True)
    profile = f'language: {code}\nname: X\ndigits: latn\n'
    (folder / 'profile.yaml').write_text(profile, encoding='utf-8')
    with pytest.raises(Problems) as caught:
        load_language(tmp_path, code)
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.column) == ('unknown-language', 1, 11)


@pytest.mark.parametrize('code', ['pt_BR', 'zh_Hant', 'sr_Latn_RS', 'es_419', 'de'])
def test_codes_may_name_a_script_and_a_region(tmp_path: Path, code: str) -> None:
    folder = tmp_path / 'locales' / code
    folder.mkdir(parents=True)
    (folder / 'profile.yaml').write_text(f'language: {code}\nname: X\ndigits: latn\n', encoding='utf-8')
    assert load_language(tmp_path, code).code == code


@pytest.mark.parametrize('code', ['PL', 'pt_br_BR_', 'pt-BR', '_BR', 'Pt_BR'])
def test_what_is_no_code_of_a_language(tmp_path: Path, code: str) -> None:
    folder = tmp_path / 'locales' / code
    folder.mkdir(parents=True)
    (folder / 'profile.yaml').write_text(f'language: {code}\nname: X\ndigits: latn\n', encoding='utf-8')
    with pytest.raises(Problems) as caught:
        load_language(tmp_path, code)
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.column) == ('bad-id', 1, 11)


def test_documents_name_a_language_with_hyphens() -> None:
    assert [language_tag(code) for code in ('pl', 'pt_BR', 'zh_Hant_TW')] == ['pl', 'pt-BR', 'zh-Hant-TW']


def test_faces_are_those_that_there_are(root: Path, tmp_path: Path) -> None:
    assert [load_language(root, code).profile.faces for code in ('en', 'pl', 'ar')] == ['latin', 'latin', 'arabic']
    folder = tmp_path / 'locales' / 'he'
    folder.mkdir(parents=True)
    (folder / 'profile.yaml').write_text('language: he\nname: X\ndigits: latn\nfaces: gothic\n', encoding='utf-8')
    with pytest.raises(Problems) as caught:
        load_language(tmp_path, 'he')
    assert caught.value.problems[0].line == 4
