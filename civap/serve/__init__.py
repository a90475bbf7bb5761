"""Serve: the printed pages in a browser, made anew as files are saved."""
