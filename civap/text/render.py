"""From what content says to HTML: forms chosen, values filled in, numbers and names bold.

Bidi isolation, no-break spaces and digits are put in here, never by a translator.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from markupsafe import Markup, escape

from civap.content.problems import Problem, Problems
from civap.content.say import Name, Numeral, Plain, Say, Signed, Value
from civap.text.catalog import Catalog, State

NBSP = '\N{NO-BREAK SPACE}'
ISOLATE = '\N{LEFT-TO-RIGHT ISOLATE}'
END_ISOLATE = '\N{POP DIRECTIONAL ISOLATE}'
NUMERALS = ('I', 'II', 'III', 'IV')
SHORT = 22  # letters: about half a line of a card
_ARABIC_INDIC = str.maketrans('0123456789', '٠١٢٣٤٥٦٧٨٩')
_PLACEHOLDER = re.compile(r'\{([a-z]+)\}')
_SPACE_BEFORE = re.compile(r' (\**\{([a-z]+)\})')
_NUMBER_BEFORE_LAST = re.compile(r'(?<=\d) (?=[^ ]+$)')
_SPACE_AFTER = re.compile(r'(\{([a-z]+)\}\**) ')
_NUMBER_AFTER = re.compile(r'(?<![\w-])(\d+) ')
_SIGNED = re.compile('([+\N{MINUS SIGN}][0-9]+|[0-9]+(?:\N{EN DASH}[0-9]+)+)')
_LATIN_RUN = re.compile(r"""[A-Za-z\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f\u00a0 .'’/-]*[A-Za-z0-9\u00c0-\u024f])?""")


@dataclass(slots=True)
class _Piece:
    """A run of text with one look; one that is not ready is marked in a draft."""

    text: str
    bold: bool = False
    ltr: bool = False
    state: State = State.READY

    def saying(self, text: str) -> _Piece:
        """Another text with the same look; `dataclasses.replace` takes five times as long."""
        return _Piece(text, self.bold, self.ltr, self.state)


class Renderer:
    """Says things in the language of a catalog."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.language = catalog.language

    def html(self, *said: Say | Name) -> Markup:
        """Sentences as one paragraph of HTML; a short one that follows another stays on one line."""
        pieces: list[_Piece] = []
        for say in said:
            sentence = self._pieces(say)
            if pieces:
                if sum(len(piece.text) for piece in sentence) <= SHORT:
                    for piece in sentence:
                        piece.text = piece.text.replace(' ', NBSP)
                pieces.append(_Piece(' '))
            pieces.extend(sentence)
        self._bind(pieces)
        groups = groupby(pieces, lambda piece: piece.state)
        return Markup('').join(self._group(state, group) for state, group in groups)

    def plain(self, *said: Say | Name) -> str:
        """Sentences without bold and with plain spaces; numerals and signs isolated in Arabic."""
        texts = []
        for say in said:
            groups = groupby(self._pieces(say), lambda piece: piece.state)
            texts.append(''.join(self._plain_group(state, group) for state, group in groups))
        return ' '.join(texts).replace(NBSP, ' ')

    def name(self, said: Say | Name) -> Markup:
        """A name that may be broken at each space but those after words that may not end a line."""
        text = self.plain(said)
        if self._no_line_end:
            text = self._no_line_end.sub(rf'\1{NBSP}', text)
        return escape(text)

    def again(self, runs: Iterable[tuple[str, bool]]) -> Markup:
        """Words that were said before, as plain text in runs that are bold or not, set as anything that is said."""
        pieces = [piece for text, bold in runs for piece in _signed_apart(_NUMBER_AFTER.sub(rf'\1{NBSP}', text), bold)]
        self._bind(pieces)
        return self._group(State.READY, pieces)

    def is_ready(self, *said: Say | Name) -> bool:
        """Whether every message in it is translated and up to date."""
        return all(self.catalog.translations[name].state is State.READY for say in said for name in _ids(say))

    def number(self, value: int) -> str:
        """Digits of the language."""
        text = str(value)
        return text.translate(_ARABIC_INDIC) if self.language.profile.digits == 'arab' else text

    def _pieces(self, say: Say | Name) -> list[_Piece]:
        """The runs of a message; all of them bear its state if it is not ready."""
        number = say.n if isinstance(say, Say) else None
        text, state = self.catalog.text(say.id, number)
        if isinstance(say, Name):
            return [_Piece(text, state=state)]
        values = dict(say.values) if number is None else {**say.values, 'n': number}
        try:
            pieces = [
                piece
                for index, part in enumerate(_glued(text, values).split('**'))
                for piece in self._fill(part, values, bold=index % 2 == 1)
            ]
        except KeyError as error:  # files are checked, so that only code can have forgotten it
            message = f'found {{{error.args[0]}}} in {say.id} ({self.language.code}), expected a value for it'
            raise Problems(Problem('unknown-placeholder', message, hint='delete it, or report this')) from None
        if state is not State.READY:
            for piece in pieces:
                piece.state = state
        return pieces

    def _fill(self, text: str, values: Mapping[str, Value], bold: bool) -> Iterator[_Piece]:
        """A text run with its placeholders filled."""
        for index, part in enumerate(_PLACEHOLDER.split(text)):
            if index % 2:
                yield from self._value(values[part], bold)
            elif part:
                yield _Piece(part, bold)

    def _value(self, value: Value, bold: bool) -> Iterator[_Piece]:
        match value:
            case int():
                yield _Piece(self.number(value), bold=True)
            case Signed():
                sign = '\N{MINUS SIGN}' if value.number < 0 else '+'
                yield _Piece(sign + self.number(abs(value.number)), bold, ltr=True)
            case Numeral():
                yield _Piece(NUMERALS[value.level - 1], bold, ltr=True)
            case Plain():
                yield _Piece(
                    value.text, bold, ltr=not any(unicodedata.bidirectional(char) == 'AL' for char in value.text)
                )
            case Name() | Say():
                for piece in self._pieces(value):
                    piece.bold = piece.bold or bold or isinstance(value, Name)
                    yield piece

    def _bind(self, pieces: Iterable[_Piece]) -> None:
        """No-break spaces after words that may not end a line, before the last word, and between it and a number."""
        pieces = list(pieces)
        text = ''.join(piece.text for piece in pieces)
        if self._no_line_end:
            text = self._no_line_end.sub(rf'\1{NBSP}', text)
        last = text.rfind(' ')
        if last > text.rfind(NBSP):
            text = f'{text[:last]}{NBSP}{text[last + 1 :]}'
            text = _NUMBER_BEFORE_LAST.sub(NBSP, text)
        start = 0
        for piece in pieces:
            end = start + len(piece.text)
            piece.text, start = text[start:end], end

    @cached_property
    def _no_line_end(self) -> re.Pattern[str] | None:
        words = '|'.join(map(re.escape, self.language.profile.no_line_end))
        return re.compile(rf'(?<![\w-])({words}) ', re.IGNORECASE) if words else None

    def _group(self, state: State, pieces: Iterable[_Piece]) -> Markup:
        """Pieces of one state as HTML; a missing text is English amid another language."""
        if state is State.MISSING:
            source = self.catalog.source
            runs = Markup('').join(_bold(piece, escape(piece.text)) for piece in _merged(pieces))
            mark = Markup('<span class="stale" lang="{}" dir="{}">{}</span>')
            return mark.format(source.code, source.direction, runs)
        runs = Markup('').join(self._runs(pieces))
        return Markup('<span class="stale">{}</span>').format(runs) if state is State.STALE else runs

    def _runs(self, pieces: Iterable[_Piece]) -> Iterator[Markup]:
        """Runs of one look each; a word that changes its look, or has a hyphen, stays whole.

        WeasyPrint 70 breaks a line at the wrong place when it has to go back over a change of look.
        """
        for is_box, words in groupby(_words(_merged(pieces)), _stays_whole):
            for run in words if is_box else [_merged(piece for word in words for piece in word)]:
                html = Markup('').join(_bold(piece, self._isolated(piece)) for piece in run)
                yield Markup('<span class="whole">{}</span>').format(html) if is_box else html

    def _isolated(self, piece: _Piece) -> Markup:
        """Signed numbers, numerals and Latin runs stand apart in a right-to-left language."""
        if self.language.direction == 'ltr':
            return escape(piece.text)
        if piece.ltr:
            return Markup('<span dir="ltr">{}</span>').format(piece.text)
        out, end = Markup(''), 0
        for run in _LATIN_RUN.finditer(piece.text):
            out += escape(piece.text[end : run.start()])
            out += Markup('<span dir="ltr">{}</span>').format(run[0])
            end = run.end()
        return out + escape(piece.text[end:])

    def _plain_group(self, state: State, pieces: Iterable[_Piece]) -> str:
        if self.language.direction == 'ltr':
            return ''.join(piece.text for piece in pieces)
        if state is State.MISSING:
            return f'{ISOLATE}{"".join(piece.text for piece in pieces)}{END_ISOLATE}'
        return ''.join(f'{ISOLATE}{piece.text}{END_ISOLATE}' if piece.ltr else piece.text for piece in pieces)


def _glued(text: str, values: Mapping[str, Value]) -> str:
    """A counted number holds on to the next word, and to a short one before; another to any word before.

    One that begins the text has none before, and holds on to the next word, too.
    """

    def before(match: re.Match[str]) -> str:
        short = re.search(r'(?<!\w)\w{1,2}$', text[: match.start()])
        alone = isinstance(values[match[2]], int | Numeral) and (match[2] != 'n' or short)
        return NBSP + match[1] if alone else match[0]

    def after(match: re.Match[str]) -> str:
        value, first = values[match[2]], not text[: match.start()].strip('*')
        counted = isinstance(value, Signed) or match[2] == 'n' or (first and isinstance(value, int))
        return match[1] + NBSP if counted else match[0]

    return _SPACE_AFTER.sub(after, _SPACE_BEFORE.sub(before, text))


def _signed_apart(text: str, bold: bool) -> Iterator[_Piece]:
    """Signed numbers and ranges as pieces of their own."""
    for index, part in enumerate(_SIGNED.split(text)):
        if part:
            yield _Piece(part, bold, ltr=index % 2 == 1)


def _bold(piece: _Piece, html: Markup) -> Markup:
    return Markup('<b>{}</b>').format(html) if piece.bold else html


def _merged(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Neighbours with the same look as one run."""
    for _, run in groupby(pieces, lambda piece: (piece.bold, piece.ltr)):
        first, *rest = run
        yield first.saying(first.text + ''.join(piece.text for piece in rest)) if rest else first


def _stays_whole(word: list[_Piece]) -> bool:
    return len(word) > 1 or '-' in word[0].text.strip('-')


def _words(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Words and the spaces between them; a word is a list of pieces, one for each look."""
    word: list[_Piece] = []
    for piece in pieces:
        for part in re.split('( )', piece.text):
            if part == ' ':
                yield from filter(None, (word, [piece.saying(part)]))
                word = []
            elif part:
                word.append(piece.saying(part))
    if word:
        yield word


def _ids(said: Say | Name) -> Iterator[str]:
    yield said.id
    if isinstance(said, Say):
        for value in said.values.values():
            if isinstance(value, Say | Name):
                yield from _ids(value)
