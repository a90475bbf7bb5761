"""The workbench of translators and reviewers: what helps to begin, write, read and try translations."""
