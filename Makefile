# Longroad's habits, one word each; `make` alone lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

.DEFAULT_GOAL := help
.PHONY: help setup

help: ## list what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- the environment: one .venv, three locks; a stamp says which lock is in it ---

setup: $(VENV)/dev.stamp ## create .venv with everything that play, tests and checks need

$(BIN)/python:
	@command -v $(PYTHON) > /dev/null || { \
	  echo "No '$(PYTHON)' here: install Python 3.11 or later (Debian: apt install python3 python3-venv), or name one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Longroad needs Python 3.11 or later, and '$(PYTHON)' is $$($(PYTHON) -V 2>&1): name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python cannot create environments here: install its venv module (Debian: apt install python3-venv)"; exit 1; }

# The development lock contains the run lock, so that whoever has it need not install the other.
$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml | $(BIN)/python
	@echo "Installing what development needs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $(VENV)/run.stamp $@

$(VENV)/run.stamp: requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "Installing what playing needs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
