"""What is compared between a translation and its English: ids, age, forms, placeholders, markup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from civap.content.phrases import (
    MARKUP_HINT,
    Message,
    markup_faults,
    placeholder_faults,
    placeholders,
)
from civap.content.problems import Problem, counted, nearest
from civap.text.languages import Language
from civap.text.po import Entry, PoFile

Numbers = Mapping[str, Sequence[int]]


def is_stale(message: Message, entry: Entry) -> bool:
    """Whether the entry translates another English text than today's, or says so itself."""
    plural = message.other if message.counts else ''
    return entry.fuzzy or (entry.msgid, entry.msgid_plural) != (message.one, plural)


def lacks_forms(entry: Entry, counted: Sequence[int], language: Language) -> bool:
    """Whether an entry that counts lacks the form for one of the numbers that are counted."""
    if len(entry.forms) != len(language.forms):
        return True
    return any(not entry.forms[language.form(number)].strip() for number in counted)


def check_entries(
    file: PoFile, messages: Mapping[str, Message], numbers: Numbers, language: Language
) -> Iterator[Problem]:
    """Every finding, in file order, then the messages that have no entry.

    `numbers` are those that a message really counts; the forms for others may be empty.
    """
    seen: dict[str, Entry] = {}
    for entry in file.entries:
        if entry.id in seen:
            yield _again(file, entry, seen[entry.id])
        elif entry.id not in messages:
            yield _unknown(file, entry, messages)
        else:
            yield from _check_entry(file, messages[entry.id], entry, numbers, language)
        seen.setdefault(entry.id, entry)
    for name, wanted in messages.items():
        if name not in seen:
            text = f'found no {language.code} text for {name!r} ({wanted.one!r}), expected one'
            hint = f'run civap translate sync --lang {language.code}, then translate it'
            yield Problem('missing-translation', text, file.path, hint=hint)


def duplicates(file: PoFile) -> Iterator[Problem]:
    """Each entry whose id an earlier one has."""
    seen: dict[str, Entry] = {}
    for entry in file.entries:
        if seen.setdefault(entry.id, entry) is not entry and entry.id:
            yield _again(file, entry, seen[entry.id])


def _again(file: PoFile, entry: Entry, earlier: Entry) -> Problem:
    message = f'found {entry.id!r} again (first on line {file.line(earlier)}), expected each id once'
    return file.problem('duplicate-message', message, entry, 'msgctxt', hint='delete one of the two')


def _unknown(file: PoFile, entry: Entry, messages: Mapping[str, Message]) -> Problem:
    if not entry.id:
        message = 'found an entry without msgctxt, expected the id of a message'
        return file.problem('unknown-message', message, entry, 'msgid', hint='write its msgctxt')
    close = nearest(entry.id, messages)
    message = f'found {entry.id!r}, expected the id of a message'
    hint = f'write {close}' if close else 'run civap translate sync, which keeps it at the end of the file'
    return file.problem('unknown-message', message, entry, 'msgctxt', entry.id, hint)


def _check_entry(
    file: PoFile, message: Message, entry: Entry, numbers: Numbers, language: Language
) -> Iterator[Problem]:
    first = 'msgstr[0]' if entry.msgid_plural else 'msgstr'
    if not entry.is_translated:
        text = f'found no {language.code} text for {message.id!r}, expected one'
        hint = f'translate {message.one!r}'
        yield file.problem('missing-translation', text, entry, first, hint=hint)
    elif is_stale(message, entry):
        yield _stale(file, message, entry)
    elif message.counts and len(entry.forms) != len(language.forms):
        yield _plural_count(file, entry, len(language.forms))
    elif not message.counts:
        yield from _check_form(file, message, entry, 'msgstr', entry.forms[0], placeholders(message.other))
    else:
        for index in range(len(entry.forms)):
            yield from _check_plural(file, message, entry, index, numbers.get(message.id, ()), language)


def _plural_count(file: PoFile, entry: Entry, wanted: int) -> Problem:
    """At the first form too many, or behind the last that is there."""
    found = len(entry.forms)
    text = f'found {counted(found, "plural form")}, expected {wanted}'
    field = f'msgstr[{min(found - 1, wanted)}]' if entry.msgid_plural else 'msgstr'
    hint = f'write msgstr[0] to msgstr[{wanted - 1}]' if wanted > 1 else 'write msgstr[0] alone'
    return file.problem('plural-count', text, entry, field, hint=hint)


def _stale(file: PoFile, message: Message, entry: Entry) -> Problem:
    """What makes the entry stale: another msgid, another msgid_plural, or only its flag."""
    plural = message.other if message.counts else ''
    field, wanted, hint = 'msgid', message.one, 'translate the new text, then update msgid'
    if entry.msgid == message.one and entry.msgid_plural == plural:
        hint = 'check the translation, then delete fuzzy'
    elif entry.msgid == message.one:
        field, wanted = 'msgid_plural' if entry.msgid_plural else 'msgid', message.other
    text = f'found the translation of another text, expected that of {wanted!r}'
    return file.problem('stale-translation', text, entry, field, hint=hint)


def _check_plural(
    file: PoFile,
    message: Message,
    entry: Entry,
    index: int,
    counted: Sequence[int],
    language: Language,
) -> Iterator[Problem]:
    """One form: there if a number that is counted needs it; `{n}` may be a word for one number."""
    form, field = entry.forms[index], f'msgstr[{index}]'
    reached = language.numbers_of(index)
    if form.strip():
        needed = placeholders(message.other) - ({'n'} if len(reached) == 1 else set())
        yield from _check_form(file, message, entry, field, form, needed)
    elif found := sorted(set(reached) & set(counted)):
        some = ', '.join(map(str, found))
        text = f'found no text for n = {some}, expected one ({language.forms[index]})'
        yield file.problem('missing-form', text, entry, field, hint='translate this form')


def _check_form(
    file: PoFile, message: Message, entry: Entry, field: str, form: str, needed: frozenset[str]
) -> Iterator[Problem]:
    """Markup, placeholders and edges of one text; braces are counted when they are whole."""
    faults = list(markup_faults(form))
    for each in faults:
        yield file.problem('bad-markup', each.message, entry, field, each.at, MARKUP_HINT)
    known = placeholders(message.other)
    for code, name, text, hint in () if faults else placeholder_faults(form, known, needed):
        yield file.problem(code, text, entry, field, f'{{{name}}}', hint)
    found, wanted = form.count('**') // 2, message.other.count('**') // 2
    if found != wanted and not faults:
        text = f'found {counted(found, "bold part")}, expected {wanted} as in English'
        hint = 'put ** round what a player does, as in English'
        yield file.problem('bad-markup', text, entry, field, '**', hint)
    if form != form.strip():
        text = 'found a space at the edge of the text, expected none'
        at = 0 if form[0].isspace() else len(form.rstrip())
        yield file.problem('edge-space', text, entry, field, at, 'delete the space')
    if not form.isprintable():
        text = 'found a line break or tab in the text, expected spaces'
        at = next(index for index, char in enumerate(form) if not char.isprintable())
        yield file.problem('line-break', text, entry, field, at, 'write a space')
