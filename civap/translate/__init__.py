"""The workbench of translators: what English changed brought into PO files, how far they are, new languages."""
