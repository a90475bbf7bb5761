"""`sic`: so it is meant. An entry beside a text that lets one finding about it pass, with the reason."""

from typing import Annotated, Literal

from civap.content.schema import Id, Model, NotEmpty, Text


class Sic(Model):
    """One finding that is meant: its code, and why. `about` is a word of its message, where one code fits several."""

    code: Id
    about: Text | None = None
    because: Text


class SicOfFile(Sic):
    """What may stand at the top of a file: only what has no place further down."""

    code: Literal['unused-criterion']


Sics = Annotated[tuple[Sic, ...], NotEmpty]
SicsOfFile = Annotated[tuple[SicOfFile, ...], NotEmpty]
