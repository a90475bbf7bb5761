"""Strict YAML: what is kept as typed, where it stands, and what no file in `bad/` can show."""

from pathlib import Path

import pytest

from civap.content import source
from civap.content.problems import Problem, Problems
from civap.content.source import List, Mark, Scalar, Table, load, parse, read_text


def fault(call: object, *args: object) -> Problem:
    """The one problem that the call raises."""
    assert callable(call)
    with pytest.raises(Problems) as caught:
        call(*args)
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    'typed',
    ['+1', '-0', '1.10', 'no', 'Yes', 'null', '~', '12:30', '0x1F', '1_000', '1e3', '.inf', '2026-11-30'],
)
def test_scalars_stay_as_typed(typed: str) -> None:
    assert parse(f'a: {typed}\n', 'x.yaml').data() == {'a': typed}


@pytest.mark.parametrize(
    ('written', 'text'),
    [
        ('"a: #b"', 'a: #b'),
        ("'it''s'", "it's"),
        ('>-\n  one\n  two', 'one two'),
        ('|-\n  one\n  two', 'one\ntwo'),
        ('""', ''),
        ("''", ''),
        ('"\\u0105"', 'ą'),
    ],
)
def test_quotes_and_blocks(written: str, text: str) -> None:
    assert parse(f'a: {written}\n', 'x.yaml').data() == {'a': text}


def test_nodes_know_their_place() -> None:
    root = parse('a: x\nlist:\n  - {b: "c"}\n', 'x.yaml').root
    assert isinstance(root, Table)
    assert list(root.items) == ['a', 'list']
    assert root.keys['list'].start == Mark(1, 0)
    inner = root.items['list']
    assert isinstance(inner, List)
    assert inner.start == Mark(2, 2)
    assert inner.items[0].start == Mark(2, 4)
    assert inner.items[0].end == Mark(2, 12)
    table = inner.items[0]
    assert isinstance(table, Table)
    assert table.items['b'] == Scalar(Mark(2, 8), Mark(2, 11), 'c')


@pytest.mark.parametrize(
    ('location', 'line', 'column', 'key_column'),
    [
        ((), 0, 0, 0),
        (('a',), 1, 2, 0),
        (('a', 0), 1, 4, 4),
        (('a', 0, 'b'), 1, 8, 5),
        (('a', 0, 'attack', 'times'), 1, 4, 4),
        (('a', 1, 'attack', 'times'), 2, 21, 14),
        (('a', 1, 'times'), 2, 21, 14),
        (('a', 9), 1, 2, 0),
        (('z', 'a'), 1, 2, 0),
    ],
)
def test_node_at_a_location_of_the_schema(
    location: tuple[str | int, ...], line: int, column: int, key_column: int
) -> None:
    """Steps that are not there are passed over, as is a table with one key."""
    document = parse('a:\n  - {b: c}\n  - {attack: {times: 2}}\nd: e\n', 'x.yaml')
    assert document.node(location).start == Mark(line, column)
    assert document.key_node(location).start.column == key_column


def test_crlf_is_a_line_end(tmp_path: Path) -> None:
    path = tmp_path / 'a.yaml'
    path.write_bytes(b'a: x\r\nb: y\r\n')
    assert load(path, 'a.yaml').data() == {'a': 'x', 'b': 'y'}
    assert read_text(path, 'a.yaml') == 'a: x\nb: y\n'


def test_not_found(tmp_path: Path) -> None:
    problem = fault(load, tmp_path / 'none.yaml', 'none.yaml')
    assert problem.code == 'not-found'
    hint = '    hint: correct the name, or put the file back'
    assert str(problem) == f'none.yaml: not-found found no file, expected one\n{hint}'


@pytest.mark.parametrize('name', ['.', 'a\0b', 'x' * 300], ids=['folder', 'nul', 'long'])
def test_unreadable(tmp_path: Path, name: str) -> None:
    problem = fault(load, tmp_path / name, 'x.yaml')
    assert problem.code == 'unreadable'
    assert problem.message.endswith('expected a readable file')


def test_too_long(tmp_path: Path) -> None:
    path = tmp_path / 'long.yaml'
    path.write_bytes(b'# three megabytes\n' + b'a' * 3_000_000)
    problem = fault(load, path, 'long.yaml')
    assert (problem.code, problem.line) == ('too-long', 0)
    assert '1000000 bytes' in problem.message


def test_as_long_as_allowed(tmp_path: Path) -> None:
    path = tmp_path / 'long.yaml'
    path.write_bytes(b'a: ' + b'b' * (source.MAX_BYTES - 3))
    assert len(load(path, 'long.yaml').data()['a']) == source.MAX_BYTES - 3  # type: ignore[index]
    path.write_bytes(b'a: ' + b'b' * (source.MAX_BYTES - 2))
    assert fault(load, path, 'long.yaml').code == 'too-long'


def test_too_many_values() -> None:
    text = '- x\n' * (source.MAX_VALUES - 1)
    assert len(parse(text, 'x.yaml').data()) == source.MAX_VALUES - 1  # type: ignore[arg-type]
    problem = fault(parse, f'{text}- y\n', 'x.yaml')
    assert (problem.code, problem.line) == ('too-many-values', source.MAX_VALUES)


def test_as_deep_as_allowed() -> None:
    deep = source.MAX_DEPTH
    parse('[' * deep + 'x' + ']' * deep, 'x.yaml')
    problem = fault(parse, '[' * (deep + 1) + 'x' + ']' * (deep + 1), 'x.yaml')
    assert (problem.code, problem.column) == ('too-deep', deep + 2)


@pytest.mark.parametrize('encoding', ['utf-8-sig', 'utf-16-le', 'utf-16-be'])
def test_byte_order_marks(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / 'a.yaml'
    path.write_bytes('\ufeffa: b'.removeprefix('\ufeff' * (encoding == 'utf-8-sig')).encode(encoding))
    problem = fault(load, path, 'a.yaml')
    assert (problem.code, problem.line, problem.column) == ('byte-order-mark', 1, 1)


@pytest.mark.parametrize('raw', [b'', b'\n', b'  \r\n'], ids=['empty', 'line', 'blanks'])
def test_empty_file(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / 'a.yaml'
    path.write_bytes(raw)
    problem = fault(load, path, 'a.yaml')
    assert (problem.code, problem.line, problem.column) == ('empty-file', 1, 1)


@pytest.mark.parametrize(
    ('start', 'column', 'shown', 'caret'),
    [
        ('', 1, 'x', '    ^'),
        ('ab', 3, 'abx', '      ^'),
        ('معزَّز ', 8, 'معزَّز x', '         ^'),
        ('a' * 200, 201, 'a' * 50 + 'x', ' ' * 54 + '^'),
        ('a\x1b[2J', 6, 'a\\x1b[2Jx', '            ^'),
    ],
    ids=['first', 'third', 'combining', 'far right', 'terminal'],
)
def test_excerpt(start: str, column: int, shown: str, caret: str) -> None:
    problem = Problem('code', 'found x, expected y', 'a.yaml', 1, column, f'{start}x', 'write y')
    assert str(problem).split('\n') == [
        f'a.yaml:1:{column}: code found x, expected y',
        f'    {shown}',
        caret,
        '    hint: write y',
    ]


def test_excerpt_of_a_long_line_ends() -> None:
    problem = Problem('code', 'found x, expected y', 'a.yaml', 1, 1, 'x' * 1000)
    assert str(problem).split('\n')[1] == '    ' + 'x' * 100
