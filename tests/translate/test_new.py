"""`civap translate new`: any language of CLDR, from nothing to cards in half of two languages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import polib
import pypdfium2
import pytest
from commands import typed
from workbench import ROOT, Copy

from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.text.catalog import State, load_book_catalog, load_catalog, load_sheet_catalog
from civap.text.languages import Profile, Quotes, load_language, plural_forms
from civap.text.po import parse_po
from civap.translate.new import new_language, quotation_marks

GERMAN = {
    'type.culture': 'Kultur', 'type.economy': 'Wirtschaft', 'type.industry': 'Industrie', 'type.military': 'Militär',
    'type.science': 'Wissenschaft', 'card.early-empire': 'Frühes Reich', 'card.foreign-trade': 'Außenhandel',
    'card.pottery': 'Töpferei', 'card.masonry': 'Mauerwerk', 'card.astrology': 'Astrologie',
    'card.drama-and-poetry': 'Drama und Poesie', 'card.currency': 'Währung', 'card.animal-husbandry': 'Viehzucht',
    'card.iron-working': 'Eisenverarbeitung', 'card.mathematics': 'Mathematik', 'card.civil-service': 'Staatsdienst',
    'card.steam-power': 'Dampfkraft', 'card.nationalism': 'Nationalismus', 'card.mass-production': 'Massenproduktion',
    'card.replaceable-parts': 'Austauschteile', 'card.mass-media': 'Massenmedien', 'card.capitalism': 'Kapitalismus',
    'card.urbanization': 'Verstädterung', 'card.flight': 'Flugwesen', 'card.nuclear-power': 'Kernkraft',
    'label.draft': 'Entwurf', 'label.level': 'Stufe {level}', 'tie.roll': 'Noch Gleichstand: würfle.',
    'label.caravans': ('{n} Karawane', '{n} Karawanen'), 'heading.control': 'Rangfolge für Kontrollmarker',
}  # fmt: skip


@pytest.mark.parametrize(
    ('code', 'name', 'direction', 'faces', 'lacking'),
    [
        ('de', 'Deutsch', 'ltr', 'latin', ''),
        ('pt_BR', 'Português (Brasil)', 'ltr', 'latin', ''),
        ('uk', 'Українська', 'ltr', 'plain', ''),
        ('el', 'Ελληνικά', 'ltr', 'plain', ''),
        ('ro', 'Română', 'ltr', 'plain', ''),
        ('he', 'עברית', 'rtl', 'latin', 'א'),
        ('fa', 'فارسی', 'rtl', 'arabic', 'چ'),
        ('ja', '日本語', 'ltr', 'latin', 'カ'),
    ],
)
def test_a_new_language(
    project: Project, tmp_path: Path, code: str, name: str, direction: str, faces: str, lacking: str
) -> None:
    made = new_language(project, code)
    assert list(made.files) == [
        f'locales/{code}/profile.yaml',
        *(f'locales/{code}/new_dawn/{domain}.po' for domain in ('cards', 'play', 'rules', 'sheets')),
    ]
    assert (lacking in made.lacking) if lacking else not made.lacking
    for path, text in made.files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, 'utf-8')
    language = load_language(tmp_path, code)
    assert (language.name, language.direction, language.profile.faces) == (name, direction, faces)
    assert language.profile.digits == 'latn'
    for path, text in list(made.files.items())[1:]:
        file = parse_po(text, path)[1]
        assert file.metadata['Language'] == code
        assert file.metadata['Plural-Forms'].startswith(f'nplurals={len(plural_forms(code))};')
        assert {len(entry.msgstr_plural) for entry in file if entry.msgid_plural} == {len(plural_forms(code))}
        assert not any(entry.msgstr or any(entry.msgstr_plural.values()) for entry in file)
        if shutil.which('msgfmt'):
            done = subprocess.run(
                ['msgfmt', '-c', '-o', '-', '-'], input=text.encode(), capture_output=True, check=False
            )
            assert (done.returncode, done.stderr.decode()) == (0, '')


@pytest.mark.parametrize(
    ('code', 'letters'),
    [
        ('de', 'aäåbcdeéfghiíjklmnoöpqrstuüvwxyzß'),
        ('he', 'אבגדהוזחטיכלםמןנסעףפץצקרשת'),
        ('el', 'αάβγδεέζηήθιίϊκλμνξοόπρςστυύϋφχψωώ'),
        ('ja', 'abcdefghijklmnopqrstuvwxyz'),
    ],
)
def test_the_alphabet_is_a_guess_if_there_is_one(project: Project, tmp_path: Path, code: str, letters: str) -> None:
    path = f'locales/{code}/profile.yaml'
    (tmp_path / path).parent.mkdir(parents=True)
    text = new_language(project, code).files[path]
    (tmp_path / path).write_text(text, 'utf-8')
    assert load_language(tmp_path, code).profile.alphabet == letters
    assert ('A guess' in text) == (code != 'ja')


@pytest.mark.parametrize('code', ['de', 'ja'])
def test_the_profile_names_every_key_and_its_examples_can_be_used(project: Project, tmp_path: Path, code: str) -> None:
    path = f'locales/{code}/profile.yaml'
    (tmp_path / path).parent.mkdir(parents=True)
    text = new_language(project, code).files[path]
    used = re.sub(r'^# (?!yaml-language-server)(?=[a-z-]+: )', '', text, flags=re.MULTILINE)
    (tmp_path / path).write_text(used, 'utf-8')
    profile = load_language(tmp_path, code).profile
    assert profile.model_fields_set == Profile.model_fields.keys() - {'function_words'}
    assert profile.quotes == Quotes(
        **{'de': {'outer': '„“', 'inner': '‚‘'}, 'ja': {'outer': '「」', 'inner': '『』'}}[code]
    )
    assert profile.uses_spaces == (code == 'de')


def test_shipped_profiles_have_the_quotes_that_a_new_one_would_have() -> None:
    for code in ('en', 'pl'):
        quotes = load_language(ROOT, code).profile.quotes
        assert quotes
        assert (quotes.outer, quotes.inner) == quotation_marks(code)


@pytest.mark.parametrize(
    ('code', 'outer', 'inner'),
    [
        ('de', '„“', '‚‘'),
        ('de_AT', '„“', '‚‘'),
        ('fr', '«»', '«»'),
        ('fr_CA', '«»', '”“'),
        ('pt', '“”', '‘’'),
        ('pt_PT', '«»', '“”'),
        ('bs', '„”', '‘’'),
        ('bs_Cyrl_BA', '„“', '‚‘'),
        ('no', '«»', '‘’'),
        ('sw', '“”', '‘’'),
    ],
)
def test_quotation_marks_are_those_of_the_nearest_locale(code: str, outer: str, inner: str) -> None:
    assert quotation_marks(code) == (outer, inner)


def test_the_check_tells_what_it_has_no_data_for(copy: Copy) -> None:
    copy.run('translate', 'new', 'de')
    told = copy.run('translate', 'check', '--lang', 'de').err
    for part in (
        'negation (negations in profile.yaml)',
        'rule-word (locked words in glossary.yaml)',
        'numbers in words',
    ):
        assert part in told
    assert 'quotes (' not in told
    copy.edit('locales/de/profile.yaml', '# negations: [nie', 'negations: [nicht')
    assert 'negations' not in copy.run('translate', 'check', '--lang', 'de').err
    assert 'want of data' not in copy.run('translate', 'check', '--lang', 'pl').err


@pytest.mark.parametrize(
    ('code', 'problem', 'hint'),
    [
        ('pl', 'language-exists', 'type civap translate sync --lang pl'),
        ('PL', 'language-exists', 'type civap translate sync --lang pl'),
        ('en', 'language-exists', 'change the texts in content/, which are the source'),
        ('pt-br', 'unknown-language', 'write pt_BR'),
        ('zh-hant', 'unknown-language', 'write zh_Hant'),
        ('DE', 'unknown-language', 'write de'),
        ('deu', 'unknown-language', 'write de'),
        ('german', 'unknown-language', 'write de (German)'),
        ('Ukrainan', 'unknown-language', 'write uk (Ukrainian)'),
        ('xx', 'unknown-language', 'use a code such as de, pt_BR or zh_Hant'),
        ('', 'unknown-language', 'use a code such as de, pt_BR or zh_Hant'),
        ('../de', 'unknown-language', 'use a code such as de, pt_BR or zh_Hant'),
    ],
)
def test_what_is_no_new_language(project: Project, code: str, problem: str, hint: str) -> None:
    with pytest.raises(Problems) as caught:
        new_language(project, code)
    (found,) = caught.value.problems
    assert (found.code, found.hint) == (problem, hint)


@pytest.mark.parametrize(
    ('code', 'status', 'said'),
    [
        ('xx', 2, "unknown-language found 'xx', expected the code of a language in CLDR"),
        ('pt-BR', 2, 'hint: write pt_BR'),
        ('pl', 1, 'language-exists'),
    ],
)
def test_a_wrong_code_is_a_wrong_command(copy: Copy, code: str, status: int, said: str) -> None:
    done = copy.run('translate', 'new', code)
    assert (done.status, said in done.out) == (status, True)


def translated(copy: Copy) -> None:
    """Write the German texts."""
    path = copy.root / 'locales/de/new_dawn/cards.po'
    file = polib.pofile(str(path), wrapwidth=0)
    for entry in file:
        text = GERMAN.get(entry.msgctxt or '')
        if isinstance(text, tuple):
            entry.msgstr_plural = dict(enumerate(text))
        elif text:
            entry.msgstr = text
    file.save(str(path))


def test_german_from_nothing(copy: Copy) -> None:
    """With 30 texts a draft is printed, the rest in English and marked; a release names what it lacks."""
    before = copy.texts()
    done = copy.run('translate', 'new', 'de')
    assert done.status == 0
    assert 'civap build --lang de --draft --only cards' in done.err
    assert {path: text for path, text in copy.texts().items() if '/de/' not in path} == before
    translated(copy)
    assert copy.run('translate', 'sync', '--check', '--lang', 'de').status == 0
    told = json.loads(copy.run('translate', 'status', '--lang', 'de', '--format', 'json').out)
    assert [each['done'] for each in told] == [30, 0, 0, 0, 30]
    project = load_project(copy.root)
    states = Counter(each.state for each in load_catalog(project, 'de', draft=True).translations.values())
    assert states == {State.READY: 30, State.MISSING: 72}
    with pytest.raises(Problems) as caught:
        load_catalog(project, 'de')
    assert Counter(problem.code for problem in caught.value.problems) == {'missing-translation': 72}
    drafts = [read(project, 'de', draft=True) for read in (load_sheet_catalog, load_book_catalog)]
    assert [each.text('card.pottery', None) for each in drafts] == [('Töpferei', State.READY)] * 2
    printed = draft(copy)
    for text in ('Töpferei', 'WIRTSCHAFT', 'Noch Gleichstand: würfle.', 'Entwurf', 'Rival control token.'):
        assert text in printed
    assert not any((copy.root / 'build').rglob('*letter*'))


def draft(copy: Copy) -> str:
    """The words on the cards of a draft, as a user prints it."""
    asked = ['build', '--lang', 'de', '--draft', '--only', 'cards', '--paper', 'a4']
    done = typed('--project', str(copy.root), *asked)
    assert done.returncode == 0, done.stderr
    pdf = pypdfium2.PdfDocument(copy.root / 'build/de/focus-cards-a4.pdf')
    return ' '.join(' '.join(page.get_textpage().get_text_range() for page in pdf).split())
