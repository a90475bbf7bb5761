ARGS ?=
SINCE ?=

PYTHON := $(if $(filter Windows_NT,$(OS)),.venv/Scripts/python,.venv/bin/python)
ifeq ($(shell uname -s),Darwin)
# Inside the command, since macOS keeps DYLD_* from /bin/sh.
RUN := DYLD_FALLBACK_LIBRARY_PATH="$${DYLD_FALLBACK_LIBRARY_PATH:-/opt/homebrew/lib:/usr/local/lib:/usr/lib}" $(PYTHON)
else
RUN := $(PYTHON)
endif

.PHONY: help setup pdf release test lint lock clean distclean
.NOTPARALLEL:

help:
	@echo 'make pdf        print everything into build/   ARGS="--lang pl --draft" narrows it'
	@echo 'make release    all that players want, then dist/civap-VERSION-LANG.zip; SINCE=1.0 adds the pack since then'
	@echo 'make test       ruff, mypy and pytest           ARGS="-k masonry" goes to pytest'
	@echo 'make lint       ruff and mypy only'
	@echo 'make setup      .venv with all it needs; the others do it when needed'
	@echo 'make lock       newest versions into requirements.lock'
	@echo 'make clean      empty build/;  make distclean   .venv and caches too'

setup:
	@sh tools/setup.sh

pdf: setup
	$(RUN) -m civap build $(ARGS)

release: setup
	$(RUN) -m civap build --variant colour,economy,large,shop --booklet $(ARGS)
	test -z '$(SINCE)' || $(RUN) -m civap build --since '$(SINCE)' --variant colour,economy,large $(ARGS)
	$(RUN) -m civap bundle $(ARGS)

test: lint
	$(RUN) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

lint: setup
	$(RUN) -m ruff check
	$(RUN) -m mypy

lock: setup
	$(RUN) -m pip install -qq --upgrade --upgrade-strategy eager hatchling --editable '.[dev,browser]'
	{ sed -n '/^#/p; /;/p' requirements.lock; $(RUN) -m pip freeze --exclude-editable; } > requirements.new
	mv requirements.new requirements.lock

clean:
	find build -mindepth 1 ! -path build/.gitignore -delete

distclean: clean
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	find . -name __pycache__ -prune -exec rm -rf {} +
