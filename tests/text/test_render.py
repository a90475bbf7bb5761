"""What the renderer puts in: bold, no-break spaces, isolates, digits, marks; and nothing else."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civap.content.project import Project, said
from civap.content.say import Name, Numeral, Say, Signed, Value
from civap.text.catalog import Catalog, State, Translation, load_catalog
from civap.text.languages import load_language
from civap.text.render import END_ISOLATE, ENDING, ISOLATE, NBSP, Renderer

ROOT = Path(__file__).parents[2]
CODES = ('en', 'pl', 'ar')


def renderer(code: str, *, digits: str = 'latn', state: State = State.READY, **texts: str) -> Renderer:
    """Says the given texts, each in one form, in a language."""
    language = load_language(ROOT, code)
    language = replace(language, profile=language.profile.model_copy(update={'digits': digits}))
    translations = {name: Translation((text,), state) for name, text in texts.items()}
    return Renderer(Catalog(language, load_language(ROOT, 'en'), translations))


def marked(html: str) -> str:
    """HTML to read: `_` for a no-break space, ⟦ and ⟧ round what stays whole."""
    out, closing = [], []
    for token in re.split('(<[^>]*>)', html.replace(NBSP, '_')):
        if token.startswith('<span'):
            closing.append('⟧' if 'whole' in token else '</span>')
            out.append('⟦' if 'whole' in token else token)
        else:
            out.append(closing.pop() if token == '</span>' else token)
    return ''.join(out)


def shown(html: str) -> str:
    """The same without ⟦ and ⟧, and bold in one piece."""
    return re.sub('[⟦⟧]', '', marked(html)).replace('</b><b>', '')


@pytest.mark.parametrize(
    ('code', 'text', 'values', 'html'),
    [
        ('en', 'Take **it**, now or then', {}, 'Take ⟦<b>it</b>,⟧ now or_then'),
        ('en', 'A non-capital city of all', {}, 'A ⟦non-capital⟧ city of_all'),
        ('en', 'Defense {c} or less.', {'c': 8}, '⟦Defense_<b>8</b>_or_less.⟧'),
        ('en', 'Some – dashes do not count', {}, 'Some – dashes do not_count'),
        ('pl', 'Wykonaj do {n} ataków na raz', {}, 'Wykonaj ⟦do_<b>5</b>_ataków⟧ na_raz'),
        ('pl', 'Ponad {n} pól od niego', {}, 'Ponad ⟦<b>5</b>_pól⟧ od_niego'),
        ('ar', 'قيمة {c} هنا الآن', {'c': 8}, '⟦قيمة_<b>8</b>_هنا_الآن⟧'),
        ('ar', 'بطاقة «**أب**» هنا الآن', {}, 'بطاقة ⟦«<b>أب</b>»⟧ هنا_الآن'),
    ],
)
def test_what_stays_whole(code: str, text: str, values: dict[str, Value], html: str) -> None:
    """A word that changes its look, one with a hyphen, and what no-break spaces hold together with either."""
    say = Say('x', 5 if '{n}' in text else None, values)
    assert marked(renderer(code, x=text).html(say)) == html


def test_short_sentences_after_another_stay_on_one_line() -> None:
    english = renderer('en', x='Place it on the table.', y='Combat value 5.', z='This one is much too long for it.')
    html = shown(english.html(Say('x'), Say('y'), Say('z')))
    assert html == 'Place it on the table. Combat_value_5. This one is much too long for_it.'


@pytest.mark.parametrize(
    ('text', 'say', 'html'),
    [
        ('Plain words here', Say('x'), 'Plain words_here'),
        ('One', Say('x'), 'One'),
        ('**Place** it', Say('x'), '<b>Place</b>_it'),
        ('Roll {n} dice now', Say('x', 2), 'Roll <b>2</b>_dice_now'),
        ('a b {n} dice', Say('x', 2), 'a b_<b>2</b>_dice'),
        ('a bcd {n} dice', Say('x', 2), 'a bcd <b>2</b>_dice'),
        ('**Roll {n} dice** now', Say('x', 2), '<b>Roll 2_dice</b>_now'),
        ('**{n}** dice now ok', Say('x', 2), '<b>2</b>_dice now_ok'),
        ('Roll {n}. Then go', Say('x', 2), 'Roll <b>2</b>. Then_go'),
        ('Cost {c} is much more', Say('x', None, {'c': 7}), 'Cost_<b>7</b> is much_more'),
        ('Cost **{c}** is much more', Say('x', None, {'c': 7}), 'Cost_<b>7</b> is much_more'),
        ('Cost ({c}) is more', Say('x', None, {'c': 7}), 'Cost (<b>7</b>) is_more'),
        ('{b} space for each', Say('x', None, {'b': Signed(1)}), '+1_space for_each'),
        ('{b} space for each', Say('x', None, {'b': Signed(-2)}), '−2_space for_each'),
        ('The level {l} is high', Say('x', None, {'l': Numeral(3)}), 'The level_III is_high'),
        ('Take {card} and go on', Say('x', None, {'card': Name('name')}), 'Take <b>Iron Works</b> and go_on'),
        ('Go {way} now or so', Say('x', None, {'way': Say('inner', 3)}), 'Go within <b>3</b>_spaces now or_so'),
        ('**Go {way}** now', Say('x', None, {'way': Say('inner', 3)}), '<b>Go within 3_spaces</b>_now'),
    ],
)
def test_numbers_and_names(text: str, say: Say, html: str) -> None:
    english = renderer('en', x=text, name='Iron Works', inner='within {n} spaces')
    assert shown(english.html(say)) == html


@pytest.mark.parametrize(
    ('code', 'text', 'html'),
    [
        ('en', 'Adjacent to the city closest to maturity.', 'Adjacent to the city closest_to_maturity.'),
        ('en', 'replace this card and reset the new card.', 'replace this card and reset_the_new_card.'),
        ('en', 'It lies on the attacked battlefields.', 'It lies on the attacked_battlefields.'),
        ('en', 'It is written with extraordinarilylonger words.', 'It is written with extraordinarilylonger_words.'),
        ('en', 'Go on. Tie: highest slot.', 'Go on. Tie:_highest_slot.'),
        ('en', 'Move on. Do not reset that card.', 'Move on. Do not reset_that_card.'),
        ('pl', 'Rozpatrz je. Nie resetuj tamtej karty.', 'Rozpatrz je. Nie_resetuj_tamtej_karty.'),
    ],
)
def test_last_lines_are_long_enough(code: str, text: str, html: str) -> None:
    """The sentence before is left alone, its own first word not left behind, and nothing long is held together."""
    plain = renderer(code, x=text)
    assert shown(Renderer(plain.catalog, ENDING).html(Say('x'))) == html
    assert plain.html(Say('x')).count(NBSP) < 3


def test_a_number_after_a_short_word_stays_with_the_next(project: Project) -> None:
    assert shown(renderer('pl', x='tokens, o {less} mniej za atak ok').html(Say('x', None, {'less': 1}))) == (
        'tokens, o_<b>1</b>_mniej za atak_ok'
    )


def test_a_name_alone_is_not_bold() -> None:
    assert renderer('en', x='Iron').html(Name('x')) == 'Iron'


@pytest.mark.parametrize(
    ('text', 'html'),
    [
        ('a & b < c > d', 'a &amp; b &lt; c &gt;_d'),
        ('"quoted" \'too\' x', '&#34;quoted&#34; &#39;too&#39;_x'),
        ('<b>**x**</b> _y_ `z` [a](b)', '&lt;b&gt;<b>x</b>&lt;/b&gt; _y_ `z`_[a](b)'),
        ('&amp; x', '&amp;amp;_x'),
    ],
)
def test_texts_are_escaped(text: str, html: str) -> None:
    """Only ** is markup; the rest is printed as typed."""
    assert shown(renderer('en', x=text).html(Say('x'))) == html
    assert '<b>' in shown(renderer('en', x='**a & b**').html(Say('x')))
    arabic = renderer('ar', x='أ < ب & Latin <i> ج د')
    assert shown(arabic.html(Say('x'))) == (
        'أ &lt; ب &amp; <span dir="ltr">Latin</span> &lt;<span dir="ltr">i</span>&gt; ج_د'
    )


@pytest.mark.parametrize(
    ('text', 'html'),
    [
        ('Idź w las i z powrotem', 'Idź w_las i_z_powrotem'),
        ('A potem w zasięgu pola', 'A_potem w_zasięgu_pola'),
        ('Weź {n} z tych żetonów tam', 'Weź <b>2</b>_z_tych żetonów_tam'),
        ('(o obronie) i (a może) nie', '(o_obronie) i_(a_może)_nie'),
        ('Rów A – a wal', 'Rów A_– a_wal'),
        ('**Idź w** las i **u** nas', '<b>Idź w_</b>las i_<b>u_</b>nas'),
        ('ma do osi kla i', 'ma do osi kla_i'),
        ('Bez kraj-a potem dom', 'Bez kraj-a potem_dom'),
        ('Jest 20 kart działań gracza tam', 'Jest 20_kart działań gracza_tam'),
        ('Zobacz str. 6 oraz nr 3 dalej tam', 'Zobacz str._6_oraz nr_3_dalej_tam'),
        ('Od poziomu II oraz poziomów III w górę', 'Od poziomu_II oraz poziomów_III w_górę'),
        ('Poziom trudności gry – na start', 'Poziom trudności gry_– na_start'),
        ('Wersja 1.0 gry oraz inne wersje', 'Wersja 1.0 gry oraz inne_wersje'),
    ],
)
def test_polish_words_of_one_letter(text: str, html: str) -> None:
    found = renderer('pl', x=text).html(Say('x', 2 if '{n}' in text else None))
    assert re.sub('</b>_', '_</b>', shown(found)) == re.sub('</b>_', '_</b>', html)


def test_one_letter_words_hold_on_across_sentences() -> None:
    polish = renderer('pl', x='Idź z', y='nami wszystkimi do lasu')
    assert shown(polish.html(Say('x'), Say('y'))) == 'Idź z_nami wszystkimi do_lasu'


def test_other_languages_have_no_such_words() -> None:
    assert shown(renderer('en', x='a b c d').html(Say('x'))) == 'a b c_d'


@pytest.mark.parametrize(
    ('text', 'values', 'html', 'plain'),
    [
        ('أضف {b} هنا الآن', {'b': Signed(1)}, 'أضف ⟦<span dir="ltr">+1</span>_هنا_الآن⟧', 'أضف ⟨+1⟩ هنا الآن'),
        ('المستوى {l} هنا', {'l': Numeral(4)}, '⟦المستوى_<span dir="ltr">IV</span>_هنا⟧', 'المستوى ⟨IV⟩ هنا'),
        ('أضف +1 هنا الآن', {}, 'أضف <span dir="ltr">+1</span>_هنا_الآن', 'أضف +1 هنا الآن'),
        ('من 7-8 هنا الآن', {}, 'من 7-8_هنا_الآن', 'من 7-8 هنا الآن'),
        ('نوع A-B هنا', {}, 'نوع <span dir="ltr">A-B</span>_هنا', 'نوع A-B هنا'),
        ('في New Dawn. الآن', {}, 'في <span dir="ltr">New Dawn</span>._الآن', 'في New Dawn. الآن'),
        ('قيمة {c} هنا الآن', {'c': 8}, '⟦قيمة_<b>8</b>_هنا_الآن⟧', 'قيمة 8 هنا الآن'),
        ('نوع {b}', {'b': Signed(1)}, '⟦نوع_<span dir="ltr">+1</span>⟧', 'نوع ⟨+1⟩'),
    ],
)
def test_arabic_isolates(text: str, values: dict[str, Value], html: str, plain: str) -> None:
    """Signs, numerals and Latin runs are isolated."""
    arabic = renderer('ar', x=text)
    assert shown(arabic.html(Say('x', None, values))) == re.sub('[⟦⟧]', '', html)
    found = arabic.plain(Say('x', None, values))
    assert found.replace(ISOLATE, '⟨').replace(END_ISOLATE, '⟩') == plain


@pytest.mark.parametrize(('digits', 'text'), [('latn', '10 +20 −3'), ('arab', '١٠ +٢٠ −٣')])
def test_digits(digits: str, text: str) -> None:
    values: dict[str, Value] = {'a': 10, 'b': Signed(20), 'c': Signed(-3)}
    arabic = renderer('ar', digits=digits, x='{a} {b} {c}')
    found = arabic.plain(Say('x', None, values))
    assert found.replace(ISOLATE, '').replace(END_ISOLATE, '') == text


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('اقلب 2 من 10', 'اقلب ٢ من ١٠'),
        ('راجع AOE-4 في 3', 'راجع AOE-4 في ٣'),
        ('المستوى II و2', 'المستوى II و٢'),
        ('الإصدار 1.0', 'الإصدار ١.٠'),
    ],
)
def test_typed_numbers_have_the_digits_of_the_language(text: str, expected: str) -> None:
    """Those of Latin names and ids stay."""
    assert renderer('ar', digits='arab', x=text).plain(Say('x')) == expected
    assert renderer('ar', digits='arab', x=text).plain(Name('x')) == expected
    assert renderer('ar', x=text).plain(Say('x')) == text


def test_stale_and_missing_texts_are_marked() -> None:
    stale = renderer('pl', state=State.STALE, x='**Idź** dalej')
    assert shown(stale.html(Say('x'))) == '<span class="stale"><b>Idź</b>_dalej</span>'
    missing = renderer('ar', state=State.MISSING, x='**Go** {n} spaces +1')
    assert shown(missing.html(Say('x', 2))) == (
        '<span class="stale" lang="en" dir="ltr"><b>Go</b> <b>2</b>_spaces_+1</span>'
    )
    assert missing.plain(Say('x', 2)) == f'{ISOLATE}Go 2 spaces +1{END_ISOLATE}'
    assert not stale.is_ready(Say('x'))
    assert not missing.is_ready(Say('x'))


def test_a_stale_phrase_inside_a_ready_one_is_marked_alone() -> None:
    polish = renderer('pl', x='Idź {way} tam', inner='{n} pola')
    translations = {**polish.catalog.translations, 'inner': Translation(('{n} pola',), State.STALE)}
    polish = Renderer(replace(polish.catalog, translations=translations))
    say = Say('x', None, {'way': Say('inner', 2)})
    assert shown(polish.html(say)) == 'Idź <span class="stale"><b>2</b>_pola</span>_tam'
    assert not polish.is_ready(say)
    assert polish.is_ready(Say('x'))


class _Tags(HTMLParser):
    """The text of some HTML; fails on tags that do not nest as the renderer's must."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ''
        self.open: list[str] = []
        self.feed(str(html))
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {'b', 'span'}
        assert tag != 'b' or 'b' not in self.open, 'bold inside bold'
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def text_of(html: str) -> str:
    """What a reader of the HTML reads."""
    return _Tags(html).text


def with_numbers(say: Say | Name, number: int) -> Say | Name:
    """The message with every number in it replaced."""
    if isinstance(say, Name):
        return say
    values: dict[str, Value] = {}
    for name, value in say.values.items():
        if isinstance(value, Say | Name):
            values[name] = with_numbers(value, number)
        else:
            values[name] = number if isinstance(value, int) else value
    return Say(say.id, None if say.n is None else number, values)


def shipped(project: Project) -> Iterator[Say | Name]:
    """Everything that a card says, with each number from 1 to 9."""
    for say in {repr(say): say for say in said(project.deck)}.values():
        for number in range(1, 10):
            yield with_numbers(say, number)


@pytest.fixture(scope='module')
def printers(project: Project) -> dict[str, Renderer]:
    """The shipped languages."""
    return {code: Renderer(load_catalog(project, code)) for code in CODES}


@pytest.mark.parametrize('code', CODES)
def test_shipped_html_reads_as_its_plain_text(project: Project, printers: dict[str, Renderer], code: str) -> None:
    for say in shipped(project):
        plain = printers[code].plain(say).replace(ISOLATE, '').replace(END_ISOLATE, '')
        assert text_of(printers[code].html(say)).replace(NBSP, ' ') == plain
        assert not re.search(r'[{}*]', plain)
        assert '  ' not in plain
        assert printers[code].is_ready(say)


@pytest.mark.parametrize('code', CODES)
def test_shipped_numbers_are_bold_and_hold_on(project: Project, printers: dict[str, Renderer], code: str) -> None:
    """A digit never stands outside bold but in +1, nor between two plain spaces."""
    for say in shipped(project):
        html = printers[code].html(say)
        rest = re.sub('<b>.*?</b>', '', html)
        assert not re.search(r'(?<![+−])[0-9]', rest), html
        assert not re.search(r'(?:^| )[(„«]?[0-9]+ ', text_of(html)), html


@pytest.mark.parametrize('code', CODES)
def test_shipped_texts_do_not_end_in_one_short_word(project: Project, printers: dict[str, Renderer], code: str) -> None:
    """The last two words of a paragraph stay together."""
    for say in shipped(project):
        text = text_of(printers[code].html(say))
        assert text.rfind(' ') < text.rfind(NBSP) or ' ' not in text.replace(NBSP, ' '), text


def test_shipped_polish_lines_end_in_no_short_word(project: Project, printers: dict[str, Renderer]) -> None:
    hanging = re.compile(r'(?<![\w-])[aiouwz] ', re.IGNORECASE)
    texts = [text_of(printers['pl'].html(say)) for say in shipped(project)]
    assert not [text for text in texts if hanging.search(text)]
    assert any(re.search(rf'(?<!\w)[aiouwz]{NBSP}', text) for text in texts)


def test_shipped_arabic_isolates_all_that_runs_left_to_right(project: Project, printers: dict[str, Renderer]) -> None:
    """Outside an isolate there is no Latin letter and no sign before a digit."""
    isolate = re.compile(r'<span dir="ltr">(.*?)</span>')
    htmls = [printers['ar'].html(say) for say in shipped(project)]
    assert not [html for html in htmls if re.search(r'[A-Za-z]|[+−-][0-9]', text_of(isolate.sub('', html)))]
    runs = {run for html in htmls for run in isolate.findall(html)}
    assert {'+1', 'I', 'IV'} <= runs


def test_shipped_cards_name_the_card_that_follows(project: Project, printers: dict[str, Renderer]) -> None:
    for code, name in (('en', 'Iron Working'), ('pl', 'Obróbka żelaza')):
        upgrade = project.cards['masonry'].steps[-1].say().sentences[0]
        assert f'<b>{name}</b>' in shown(printers[code].html(upgrade)).replace('_', ' ')


WORD = st.sampled_from(['a', 'w', 'i', 'z', 'las', 'Pole', 'żeton', '3', 'A&B', '<x>', '(o', 'do)', '–'])
PART = st.one_of(WORD, st.sampled_from(['{n}', '{c}', '{b}', '{l}', '{card}', '{way}', '{n},']))


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A sentence with some parts bold."""
    parts = draw(st.lists(PART, min_size=1, max_size=9))
    bold = draw(st.booleans())
    return f'**{parts[0]}** {" ".join(parts[1:])}'.strip() if bold else ' '.join(parts)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(text=texts(), code=st.sampled_from(CODES), number=st.integers(0, 12))
def test_any_text(text: str, code: str, number: int) -> None:
    """HTML without tags is the plain text; only plain spaces became no-break spaces."""
    values: dict[str, Value] = {
        'c': number,
        'b': Signed(number - 5),
        'l': Numeral(number % 4 + 1),
        'card': Name('name'),
        'way': Say('inner', number),
    }
    printer = renderer(code, x=text, name='Karta', inner='do {n} pól')
    say = Say('x', number, values)
    found = text_of(printer.html(say))
    plain = printer.plain(say).replace(ISOLATE, '').replace(END_ISOLATE, '')
    assert found.replace(NBSP, ' ') == plain
    assert len(found) == len(plain)
    assert found.count(' ') <= max(plain.count(' ') - 1, 0)
    if code == 'pl':
        assert not re.search(r'(?<![\w-])[aiouwz] ', found, re.IGNORECASE)
