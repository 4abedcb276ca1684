# `make demo` shows LegalRAG with a sample firm; `make test` checks everything. Both set up what they need.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PORT ?= 8000
READY := .venv/set-up-done
RUN := .venv/bin/python

.PHONY: help demo test lint format lock clean

help:
	@echo 'make demo    the portal with a sample firm, on http://127.0.0.1:$(PORT) (PORT=8001 for another port)'
	@echo 'make test    style, migrations, all tests'
	@echo 'make lint    style only'
	@echo 'make format  put the code into the house style'
	@echo 'make lock    write requirements.lock anew from pyproject.toml'
	@echo 'make clean   remove the virtual environment and caches; the data in var/ stay'

$(READY): requirements.lock scripts/set_up.py
	@test -n "$(PYTHON)" || { echo 'LegalRAG needs Python 3.11 or later. Install it, or name it: make PYTHON=/path/to/python3 demo' >&2; exit 1; }
	@$(PYTHON) scripts/set_up.py
	@touch $@

demo: $(READY)
	@exec $(RUN) manage.py demo --port $(PORT)

lint: $(READY)
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

test: lint
	DJANGO_SETTINGS_MODULE=tests.settings $(RUN) manage.py makemigrations --check --dry-run
	.venv/bin/pytest -n 2

format: $(READY)
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

lock:
	$(PYTHON) scripts/set_up.py --lock

clean:
	rm -rf .venv .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
