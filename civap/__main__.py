"""`python -m civap`."""

from civap.cli import main

main()
