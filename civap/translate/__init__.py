"""The workbench of translators and reviewers: what helps to write, read and try translations."""
