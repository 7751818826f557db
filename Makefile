# Everything from a first look to a release; needs only make and Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow check bench generate clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/.installed ## play the built-in bots against each other and show the standings
	@$(BIN)/arena demo

test: $(VENV)/.installed-dev ## run the tests
	@$(BIN)/pytest

test-slow: $(VENV)/.installed-dev ## run the tests that are marked slow
	@$(BIN)/pytest -m slow

check: $(VENV)/.installed-dev ## check format, style, types and layers
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: $(VENV)/.installed ## measure speed
	@$(BIN)/python -m bench

generate: $(VENV)/.installed ## write the files that are made from the code: schemas, rule tables
	@$(BIN)/python -m arena.report.generated .

clean: ## remove the environment, builds and caches; runs under results/ stay
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A pip older than 25.1 knows no dependency groups, so pip comes first.
$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "arena needs Python 3.11 or newer and $(PYTHON) is %d.%d: name a newer one with make PYTHON=python3.12" % sys.version_info[:2])'
	@echo "Installing into $(VENV), once ..." >&2
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade pip
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing the development tools, once ..." >&2
	@$(PIP) install --group dev
	@touch $@
