"""Cards, sheets and rulebooks of the Automated Player, printed and proven from one YAML source."""

__version__ = '0.1.0'
