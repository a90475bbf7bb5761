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
# Letters that the last line of a text on a card should have, and the most that are kept together for it.
ENDING, LONGEST_ENDING = 16, 26
SENTENCE_ENDS = '.!?؟'
_ARABIC_INDIC = str.maketrans('0123456789', '٠١٢٣٤٥٦٧٨٩')
_PLACEHOLDER = re.compile(r'\{([a-z]+)\}')
_SPACE_BEFORE = re.compile(r' (\**\{([a-z]+)\})')
_NUMBER_BEFORE_LAST = re.compile(r'(?<=\d) (?=[^ ]+$)')
_NO_BREAK = {
    'numbers': re.compile(r'((?<![\w.,])\d+) (?=[^\W\d_])'),  # 20 cards
    'dashes': re.compile(r'(\S) (?=[–—] )'),
}
_SPACE_AFTER = re.compile(r'(\{([a-z]+)\}\**) ')
_NUMBER_AFTER = re.compile(r'(?<![\w-])(\d+) ')
_SIGNED = re.compile('([+\N{MINUS SIGN}][0-9]+|[0-9]+(?:\N{EN DASH}[0-9]+)+)')
_LATIN_RUN = re.compile(r"""[A-Za-z\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f\u00a0 .'’/-]*[A-Za-z0-9\u00c0-\u024f])?""")
_LTR_RUN = re.compile(rf'{_LATIN_RUN.pattern}|(?<![^\s(«„])[+\u2212-]\d[\d.,]*(?<=\d)')


@dataclass(slots=True)
class Piece:
    """A run of text with one look; one that is not ready is marked in a draft."""

    text: str
    bold: bool = False
    ltr: bool = False
    state: State = State.READY

    def saying(self, text: str) -> Piece:
        """Another text with the same look; `dataclasses.replace` takes five times as long."""
        return Piece(text, self.bold, self.ltr, self.state)


class Renderer:
    """Says things in the language of a catalog.

    `ending` is how many letters the last line of a paragraph should have, where moving words there takes no line more:
    for columns that are wider than `LONGEST_ENDING` letters.
    """

    def __init__(self, catalog: Catalog, ending: int = 0) -> None:
        self._ending = ending
        self.catalog = catalog
        self.language = catalog.language

    def html(self, *said: Say | Name) -> Markup:
        """Sentences as one paragraph of HTML; a short one that follows another stays on one line."""
        pieces: list[Piece] = []
        for say in said:
            sentence = self.pieces(say)
            if pieces:
                if sum(len(piece.text) for piece in sentence) <= SHORT:
                    for piece in sentence:
                        piece.text = piece.text.replace(' ', NBSP)
                pieces.append(Piece(' '))
            pieces.extend(sentence)
        self._bind(pieces)
        groups = groupby(pieces, lambda piece: piece.state)
        return Markup('').join(self._group(state, group) for state, group in groups)

    def plain(self, *said: Say | Name) -> str:
        """Sentences without bold and with plain spaces; numerals and signs isolated in Arabic."""
        texts = []
        for say in said:
            groups = groupby(self.pieces(say), lambda piece: piece.state)
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
        return self.digits(str(value))

    def _typed(self, text: str, state: State) -> str:
        """A text with its typed numbers in digits of the language; a missing one is English and stays."""
        return text if state is State.MISSING else self.digits(text)

    def digits(self, text: str) -> str:
        """Numbers in digits of the language; those of Latin names and ids stay as they are."""
        if self.language.profile.digits != 'arab':
            return text
        out, end = '', 0
        for run in _LATIN_RUN.finditer(text):
            out, end = f'{out}{text[end : run.start()].translate(_ARABIC_INDIC)}{run[0]}', run.end()
        return out + text[end:].translate(_ARABIC_INDIC)

    def pieces(self, say: Say | Name) -> list[Piece]:
        """The runs of a message; all of them bear its state if it is not ready."""
        number = say.n if isinstance(say, Say) else None
        text, state = self.catalog.text(say.id, number)
        if isinstance(say, Name):
            return [Piece(self._typed(text, state), state=state)]
        values = dict(say.values) if number is None else {**say.values, 'n': number}
        try:
            pieces = [
                piece
                for index, part in enumerate(_glued(self._typed(text, state), values).split('**'))
                for piece in self._fill(part, values, bold=index % 2 == 1)
            ]
        except KeyError as error:  # files are checked, so that only code can have forgotten it
            message = f'found {{{error.args[0]}}} in {say.id} ({self.language.code}), expected a value for it'
            raise Problems(Problem('unknown-placeholder', message, hint='delete it, or report this')) from None
        if state is not State.READY:
            for piece in pieces:
                piece.state = state
        return pieces

    def _fill(self, text: str, values: Mapping[str, Value], bold: bool) -> Iterator[Piece]:
        """A text run with its placeholders filled."""
        for index, part in enumerate(_PLACEHOLDER.split(text)):
            if index % 2:
                yield from self._value(values[part], bold)
            elif part:
                yield Piece(part, bold)

    def _value(self, value: Value, bold: bool) -> Iterator[Piece]:
        match value:
            case int():
                yield Piece(self.number(value), bold=True)
            case Signed():
                sign = '\N{MINUS SIGN}' if value.number < 0 else '+'
                yield Piece(sign + self.number(abs(value.number)), bold, ltr=True)
            case Numeral():
                yield Piece(NUMERALS[value.level - 1], bold, ltr=True)
            case Plain():
                yield Piece(
                    self.digits(value.text),
                    bold,
                    ltr=not any(unicodedata.bidirectional(char) == 'AL' for char in value.text),
                )
            case Name() | Say():
                for piece in self.pieces(value):
                    piece.bold = piece.bold or bold or isinstance(value, Name)
                    yield piece

    def _bind(self, pieces: Iterable[Piece]) -> None:
        """No-break spaces after words that may not end a line, before the last word, and between it and a number."""
        pieces = list(pieces)
        text = ''.join(piece.text for piece in pieces)
        if self._no_line_end:
            text = self._no_line_end.sub(rf'\1{NBSP}', text)
        for held in self._held:
            text = held.sub(rf'\1{NBSP}', text)
        last = text.rfind(' ')
        if last > text.rfind(NBSP):
            text = f'{text[:last]}{NBSP}{text[last + 1 :]}'
            text = _NUMBER_BEFORE_LAST.sub(NBSP, text)
        text = self._ended(text)
        start = 0
        for piece in pieces:
            end = start + len(piece.text)
            piece.text, start = text[start:end], end

    def _ended(self, text: str) -> str:
        """No-break spaces before the last words of the last sentence until they are long enough for a line.

        The first word of the sentence is not left behind alone.
        """
        last = text.rfind(' ')
        while self._ending and last > 0 and text[last - 1] not in SENTENCE_ENDS:
            before = text.rfind(' ', 0, last)
            leaves_one = before < 0 or text[before - 1] in SENTENCE_ENDS
            wanted = leaves_one or len(text) - last - 1 < self._ending
            if not wanted or len(text) - before - 1 > LONGEST_ENDING:
                break
            text, last = f'{text[:last]}{NBSP}{text[last + 1 :]}', before
        return text

    @cached_property
    def _no_line_end(self) -> re.Pattern[str] | None:
        words = '|'.join(map(re.escape, self.language.profile.no_line_end))
        return re.compile(rf'(?<![\w-])({words}) ', re.IGNORECASE) if words else None

    @cached_property
    def _held(self) -> tuple[re.Pattern[str], ...]:
        """The spaces that the profile makes unbreakable; what stands before one is kept."""
        profile = self.language.profile
        words = '|'.join(map(re.escape, profile.bound))
        bound = (re.compile(rf'((?<![\w-])(?:{words})) (?=\d|[IVX]+\b)', re.IGNORECASE),) if words else ()
        return (*(_NO_BREAK[name] for name in profile.no_break), *bound)

    def _group(self, state: State, pieces: Iterable[Piece]) -> Markup:
        """Pieces of one state as HTML; a missing text is English amid another language."""
        if state is State.MISSING:
            source = self.catalog.source
            runs = Markup('').join(_bold(piece, escape(piece.text)) for piece in _merged(pieces))
            mark = Markup('<span class="stale" lang="{}" dir="{}">{}</span>')
            return mark.format(source.code, source.direction, runs)
        runs = Markup('').join(self._runs(pieces))
        return Markup('<span class="stale">{}</span>').format(runs) if state is State.STALE else runs

    def _runs(self, pieces: Iterable[Piece]) -> Iterator[Markup]:
        """Runs of one look each; a word that changes its look, or has a hyphen, stays whole.

        WeasyPrint 70 breaks a line at the wrong place when it has to go back over a change of look.
        """
        for is_box, words in groupby(_words(_merged(pieces)), _stays_whole):
            for run in words if is_box else [_merged(piece for word in words for piece in word)]:
                html = Markup('').join(_bold(piece, self._isolated(piece)) for piece in run)
                yield Markup('<span class="whole">{}</span>').format(html) if is_box else html

    def _isolated(self, piece: Piece) -> Markup:
        """Signed numbers, numerals and Latin runs stand apart in a right-to-left language."""
        if self.language.direction == 'ltr':
            return escape(piece.text)
        if piece.ltr:
            return Markup('<span dir="ltr">{}</span>').format(piece.text)
        out, end = Markup(''), 0
        for run in _LTR_RUN.finditer(piece.text):
            out += escape(piece.text[end : run.start()])
            out += Markup('<span dir="ltr">{}</span>').format(run[0])
            end = run.end()
        return out + escape(piece.text[end:])

    def _plain_group(self, state: State, pieces: Iterable[Piece]) -> str:
        if self.language.direction == 'ltr':
            return ''.join(piece.text for piece in pieces)
        if state is State.MISSING:
            return f'{ISOLATE}{"".join(piece.text for piece in pieces)}{END_ISOLATE}'
        return ''.join(f'{ISOLATE}{piece.text}{END_ISOLATE}' if piece.ltr else piece.text for piece in pieces)


def _glued(text: str, values: Mapping[str, Value]) -> str:
    """A counted number holds on to the next word, and to a short one before; another to any word before.

    One that begins the text has none before, and one after a short word is between both: they hold on to the next, too.
    """

    short = re.compile(rf'(?<!\w)\w{{1,2}}[ {NBSP}]\**$')

    def before(match: re.Match[str]) -> str:
        held = match[2] != 'n' or short.search(text[: match.start()] + ' ')
        alone = isinstance(values[match[2]], int | Numeral) and held
        return NBSP + match[1] if alone else match[0]

    def after(match: re.Match[str]) -> str:
        value, first = values[match[2]], not text[: match.start()].strip('*')
        alone = isinstance(value, int) and (first or short.search(text[: match.start()]))
        counted = isinstance(value, Signed) or match[2] == 'n' or alone
        return match[1] + NBSP if counted else match[0]

    return _SPACE_AFTER.sub(after, _SPACE_BEFORE.sub(before, text))


def _signed_apart(text: str, bold: bool) -> Iterator[Piece]:
    """Signed numbers and ranges as pieces of their own."""
    for index, part in enumerate(_SIGNED.split(text)):
        if part:
            yield Piece(part, bold, ltr=index % 2 == 1)


def _bold(piece: Piece, html: Markup) -> Markup:
    return Markup('<b>{}</b>').format(html) if piece.bold else html


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours with the same look as one run."""
    for _, run in groupby(pieces, lambda piece: (piece.bold, piece.ltr)):
        first, *rest = run
        yield first.saying(first.text + ''.join(piece.text for piece in rest)) if rest else first


def _stays_whole(word: list[Piece]) -> bool:
    return len(word) > 1 or '-' in word[0].text.strip('-')


def _words(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Words and the spaces between them; a word is a list of pieces, one for each look."""
    word: list[Piece] = []
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
