"""The merge: every kind of change in English, and what a translator finds of it in the file."""

from __future__ import annotations

import polib
import pytest

from civap.content.phrases import Message
from civap.text.po import parse_po
from civap.translate.files import po_text
from civap.translate.merge import Note, merge

HEAD = """# Texts.
# By somebody.
msgid ""
msgstr ""
"Project-Id-Version: x\\n"
"Last-Translator: Ola\\n"
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Generator: Poedit 3.2.2\\n"
"""
TIE = 'msgctxt "tie.roll"\nmsgid "Roll a die."\nmsgstr "Rzuć kością."\n'
PLACE = (
    '#, python-brace-format\nmsgctxt "place"\nmsgid "Place {n} token."\nmsgid_plural "Place {n} tokens."\n'
    'msgstr[0] "Umieść {n} żeton."\nmsgstr[1] "Umieść {n} żetony."\nmsgstr[2] "Umieść {n} żetonów."\n'
)
LAST = 'msgctxt "last"\nmsgid "The end"\nmsgstr "Koniec"\n'
TEXTS = {'tie.roll': ('Roll a die.', ''), 'place': ('Place {n} token.', 'Place {n} tokens.'), 'last': ('The end', '')}


def synced(
    text: str, texts: dict[str, tuple[str, str]], trivial: tuple[str, ...] = (), notes: dict[str, Note] | None = None
) -> tuple[str, str]:
    """The file after the merge, without its header, and what is told of it."""
    file = parse_po(f'{HEAD}\n{text}', 'x.po')[1]
    messages = {name: Message(name, one, other or one) for name, (one, other) in texts.items()}
    changes = merge(file, messages, notes or {}, 3, trivial)
    after = po_text(file, text)
    assert after.startswith(HEAD)
    assert parse_po(after, 'x.po')[0].entries is not None
    return after.removeprefix(HEAD).lstrip('\n'), str(changes)


def po(*entries: str) -> str:
    return '\n'.join(entries)


def fuzzy(entry: str, was: str, becomes: str, *, plural: bool = False) -> str:
    """An entry whose English became another, as it should be written."""
    english = [line for line in entry.split('\n') if line.startswith(('msgid ', 'msgid_plural '))]
    previous = ''.join(f'#| {line}\n' for line in english)
    flags, body = ('#, fuzzy, python-brace-format\n', entry.split('\n', 1)[1]) if plural else ('#, fuzzy\n', entry)
    return flags + previous + body.replace(was, becomes)


ALL = po(TIE, PLACE, LAST)


def test_an_unchanged_file_stays_the_same_to_the_byte() -> None:
    assert synced(ALL, TEXTS) == (ALL, '')


@pytest.mark.parametrize(
    ('name', 'one', 'other'),
    [
        ('place', 'Place {n} token.', 'Put {n} tokens down.'),
        ('place', 'Put {n} token.', 'Place {n} tokens.'),
        ('place', 'Put {n} token.', 'Put {n} tokens.'),
        ('tie.roll', 'Roll 2 dice.', ''),
        ('tie.roll', 'Roll one die.', ''),
        ('last', 'The finish', ''),
        ('tie.roll', 'ROLL A DIE.', ''),
        ('tie.roll', 'Roll a fair die.', ''),
        ('tie.roll', 'Whoever moved most recently picks a token at random.', ''),
        ('tie.roll', 'Still tied? Roll a die and count.', ''),
    ],
    ids=[
        *('only the plural', 'only the singular', 'both', 'a number', 'one word', 'half of a short one'),
        *('capitals', 'a word more', 'rewritten', 'reworded'),
    ],
)
def test_changed_english_keeps_the_translation_and_the_english_that_it_translates(
    name: str, one: str, other: str
) -> None:
    before = {'tie.roll': TIE, 'place': PLACE, 'last': LAST}
    after = dict(before)
    old_one, old_other = TEXTS[name]
    entry = fuzzy(before[name], f'\nmsgid "{old_one}"', f'\nmsgid "{one}"', plural=bool(other))
    after[name] = entry.replace(f'\nmsgid_plural "{old_other}"', f'\nmsgid_plural "{other}"') if other else entry
    found = synced(ALL, {**TEXTS, name: (one, other)})
    assert found == (po(*after.values()), f'1 stale ({name})')


def test_a_second_change_keeps_the_english_that_was_translated() -> None:
    once, _ = synced(ALL, {**TEXTS, 'tie.roll': ('Roll two dice.', '')})
    twice, told = synced(once, {**TEXTS, 'tie.roll': ('Roll three dice.', '')})
    assert twice == once.replace('Roll two dice.', 'Roll three dice.')
    assert '#| msgid "Roll a die."' in twice
    assert told == '1 stale (tie.roll)'


@pytest.mark.parametrize('name', ['tie.roll', 'place'])
def test_english_that_is_again_what_was_translated_makes_the_text_good_again(name: str) -> None:
    one, other = TEXTS[name]
    once, _ = synced(ALL, {**TEXTS, name: (one.replace('.', '!'), other)})
    twice, _ = synced(once, {**TEXTS, name: (one.replace('.', '?'), other)})
    for stale in (once, twice):
        assert 'fuzzy' in stale
        assert synced(stale, TEXTS) == (ALL, f'1 refreshed ({name})')


def test_a_mark_that_somebody_put_stays() -> None:
    text = f'#, fuzzy\n{TIE}'
    assert synced(text, {'tie.roll': TEXTS['tie.roll']}) == (text, '')
    assert synced(text, {'tie.roll': TEXTS['tie.roll']}, trivial=('tie.roll',)) == (text, '')


def test_a_change_can_be_called_trivial_once_it_has_made_the_text_stale() -> None:
    texts = {**TEXTS, 'tie.roll': ('Roll the die.', '')}
    stale, _ = synced(ALL, texts)
    found = synced(stale, texts, trivial=('tie.roll',))
    assert found == (ALL.replace('Roll a die.', 'Roll the die.'), '1 refreshed (tie.roll)')


def test_a_text_that_somebody_marked_says_what_it_translates_once_its_english_changes() -> None:
    text, _ = synced(f'#, fuzzy\n{TIE}', {'tie.roll': ('Roll.', '')})
    assert text == fuzzy(TIE, '\nmsgid "Roll a die."', '\nmsgid "Roll."')


def test_what_was_translated_before_goes_with_the_mark() -> None:
    """An editor that knows nothing of it leaves it behind."""
    assert synced('#| msgid "Throw."\n' + TIE, {'tie.roll': TEXTS['tie.roll']}) == (TIE, '')


@pytest.mark.parametrize('text', [TIE, f'#, fuzzy\n#| msgid "Throw it."\n{TIE}'], ids=['clean', 'stale'])
def test_a_trivial_change_leaves_the_translation_as_it_was(text: str) -> None:
    found = synced(text, {'tie.roll': ('Roll a dice.', '')}, trivial=('tie.roll',))
    assert found == (text.replace('Roll a die.', 'Roll a dice.'), '1 refreshed (tie.roll)')


def test_a_new_text_stands_where_it_stands_in_english() -> None:
    texts = {'first': ('First', ''), 'tie.roll': TEXTS['tie.roll'], 'a': ('A', ''), 'b': ('{n} b', '{n} bs')}
    found, told = synced(ALL, {**texts, 'place': TEXTS['place'], 'last': TEXTS['last'], 'z': ('Z', '')})
    first, a, z = (f'msgctxt "{name}"\nmsgid "{text}"\nmsgstr ""\n' for name, text in
                   (('first', 'First'), ('a', 'A'), ('z', 'Z')))  # fmt: skip
    b = (
        '#, python-brace-format\nmsgctxt "b"\nmsgid "{n} b"\nmsgid_plural "{n} bs"\n'
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )
    assert found == po(first, TIE, a, b, PLACE, LAST, z)
    assert told == '4 new (first, a, b, z)'


def test_a_new_text_that_resembles_another_gets_no_translation_of_it() -> None:
    found, _ = synced(TIE, {'tie.roll': TEXTS['tie.roll'], 'tie.roll-two': ('Roll a die!', '')})
    assert found == po(TIE, 'msgctxt "tie.roll-two"\nmsgid "Roll a die!"\nmsgstr ""\n')


def test_the_order_of_the_file_is_the_translators() -> None:
    text = po(LAST, TIE, PLACE)
    assert synced(text, TEXTS) == (text, '')


def obsolete(entry: str) -> str:
    return ''.join(f'#~ {line}\n' if not line.startswith('#') else f'{line}\n' for line in entry.strip().split('\n'))


def test_a_text_that_is_gone_waits_at_the_end_and_comes_back() -> None:
    rest = {name: TEXTS[name] for name in ('tie.roll', 'last')}
    gone, told = synced(ALL, rest)
    assert gone == po(TIE, LAST, obsolete(PLACE))
    assert told == '1 obsolete (place)'
    assert synced(gone, rest) == (gone, '')
    assert synced(gone, TEXTS) == (ALL, '1 returned (place)')
    back, told = synced(gone, {**TEXTS, 'place': ('Put {n} token.', 'Put {n} tokens.')})
    assert '#| msgid_plural "Place {n} tokens."' in back
    assert told == '1 stale (place), 1 returned (place)'


def test_a_stale_text_that_is_gone_still_knows_what_it_translates() -> None:
    stale, _ = synced(ALL, {**TEXTS, 'tie.roll': ('Roll two dice.', '')})
    rest = {name: TEXTS[name] for name in ('place', 'last')}
    gone, _ = synced(stale, rest)
    assert '#, fuzzy\n#~| msgid "Roll a die."\n#~ msgctxt "tie.roll"\n' in gone
    assert synced(gone, rest) == (gone, '')
    assert synced(gone, {**TEXTS, 'tie.roll': ('Roll two dice.', '')})[0] == stale


def test_what_nobody_translated_goes_without_a_trace_unless_somebody_wrote_about_it() -> None:
    empty = TIE.replace('Rzuć kością.', '')
    assert synced(po(empty, LAST), {'last': TEXTS['last']}) == (LAST, '1 dropped (tie.roll)')
    found, told = synced(po(f'# ask the publisher\n{empty}', LAST), {'last': TEXTS['last']})
    assert found == po(LAST, '# ask the publisher\n' + obsolete(empty))
    assert told == '1 obsolete (tie.roll)'


def test_an_entry_without_an_id_is_kept_as_obsolete() -> None:
    stray = 'msgid "Stray"\nmsgstr "Zbłąkany"\n'
    assert synced(po(stray, LAST), {'last': TEXTS['last']}) == (po(LAST, obsolete(stray)), '1 obsolete (Stray)')


def test_changed_english_of_an_empty_entry_asks_for_nothing() -> None:
    text = f'#, fuzzy\n#| msgid "Throw."\n{TIE}'.replace('Rzuć kością.', '')
    assert synced(text, {'tie.roll': ('Roll.', '')})[0] == 'msgctxt "tie.roll"\nmsgid "Roll."\nmsgstr ""\n'


def test_a_text_that_begins_to_count_keeps_what_it_has() -> None:
    found, _ = synced(TIE, {'tie.roll': ('Roll {n} die.', 'Roll {n} dice.')})
    assert found == (
        '#, fuzzy, python-brace-format\n#| msgid "Roll a die."\nmsgctxt "tie.roll"\nmsgid "Roll {n} die."\n'
        'msgid_plural "Roll {n} dice."\nmsgstr[0] "Rzuć kością."\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )


def test_a_text_that_no_longer_counts_keeps_the_form_for_most_numbers() -> None:
    found, _ = synced(PLACE, {'place': ('Place tokens.', '')})
    assert found == (
        '#, fuzzy\n#| msgid "Place {n} token."\n#| msgid_plural "Place {n} tokens."\n'
        'msgctxt "place"\nmsgid "Place tokens."\nmsgstr "Umieść {n} żetonów."\n'
    )
    sparse = PLACE.replace('Umieść {n} żetonów.', ' ')
    assert synced(sparse, {'place': ('Place tokens.', '')})[0].endswith('msgstr "Umieść {n} żetony."\n')


def test_forms_that_the_language_lacks_are_added_and_none_is_lost() -> None:
    two = PLACE.replace('msgstr[2] "Umieść {n} żetonów."\n', '')
    assert synced(two, {'place': TEXTS['place']})[0] == f'{two}msgstr[2] ""\n'
    four = f'{PLACE}msgstr[3] "Umieść {{n}} żetonu."\n'
    assert synced(four, {'place': TEXTS['place']})[0] == four


def test_comments_and_flags_of_people_stay() -> None:
    text = f'# why this word\n# and no other\n#, no-wrap\n{TIE}\n# The end of the file.\n'
    assert synced(text, {'tie.roll': TEXTS['tie.roll']}) == (text, '')
    changed, _ = synced(text, {'tie.roll': ('Roll.', '')})
    assert changed.startswith('# why this word\n# and no other\n#, fuzzy, no-wrap\n#| msgid "Roll a die."\n')
    assert changed.endswith('\n# The end of the file.\n')


def test_notes_and_the_file_are_written_and_told() -> None:
    note = Note(('About ties.', 'On: Pottery'), 'content/phrases.yaml')
    old = f'#. Old.\n#: phrases.yaml:17\n{TIE}'
    found = synced(po(old, LAST), {**TEXTS, 'new': ('New', '')}, notes={'tie.roll': note, 'new': note})
    assert found[0].startswith(f'#. About ties.\n#. On: Pottery\n#: content/phrases.yaml\n{TIE}')
    assert found[1] == '2 new (place, new), notes of 1'
    again = synced(found[0], {**TEXTS, 'new': ('New', '')}, notes={'tie.roll': note, 'new': note})
    assert again == (found[0], '')


def test_wrapped_lines_are_joined() -> None:
    """Poedit and msgmerge wrap."""
    wrapped = TIE.replace('msgstr "Rzuć kością."', 'msgstr ""\n"Rzuć "\n"kością."')
    assert synced(wrapped, {'tie.roll': TEXTS['tie.roll']}) == (TIE, '')


def test_polib_reads_what_is_written() -> None:
    stale, _ = synced(ALL, {'place': ('Put {n} token.', 'Put {n} tokens.'), 'tie.roll': TEXTS['tie.roll']})
    file = polib.pofile(f'{HEAD}\n{stale}', wrapwidth=0)
    assert str(file) == f'{HEAD}\n{stale}'
    assert (file[1].previous_msgid, file[1].previous_msgid_plural) == TEXTS['place']
    assert [entry.msgctxt for entry in file if entry.obsolete] == ['last']
