"""The command line: parse, call, report. Everything slow is imported by the command that needs it."""

from civap.cli.building import build
from civap.cli.bundling import bundle
from civap.cli.calibrating import calibrate
from civap.cli.checking import check
from civap.cli.comparing import diff
from civap.cli.completion import completion
from civap.cli.doctoring import doctor
from civap.cli.releasing import release, which
from civap.cli.resolving import explain, resolve
from civap.cli.root import cli
from civap.cli.running import main
from civap.cli.schemas import schema
from civap.cli.serving import serve
from civap.cli.starting import init
from civap.cli.translating import translate

__all__ = ['cli', 'main']

COMMANDS = (
    *(build, check, resolve, explain, calibrate, translate, serve),
    *(diff, release, which, bundle, schema, doctor, init, completion),
)
for command in COMMANDS:
    cli.add_command(command)
