# Longroad's commands; `make` alone lists them. Pass options to a command with ARGS="...".

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTEST := $(BIN)/python -m pytest -q
# At a time: of the tests that wait for servers and browsers, and of those that compute. Each collects all tests.
WORKERS ?= 3
BUSY_WORKERS ?= 3
CODE := src bridges tests scripts benchmarks examples conftest.py # what ruff checks

# The CUDA compiler can be installed on these machines, device or not, and then `make test` also compiles the kernel.
GPU ?= $(if $(filter Linux-x86_64 Linux-aarch64,$(shell uname -sm | tr ' ' -)),yes,no)

# The tests start hundreds of processes, which should not compile every module again, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-gpu setup-ray setup-train play client client-check client-types client-scenes chromium postgres nginx dist compile test test-python test-server test-rules test-browser test-slow test-ray test-train test-numba check lint types layers audit rules fuzz faults load stress bench mutants diff \
        screens docs docs-serve docs-tables format lock clean

help: ## list what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- playing and testing: on a fresh machine each of these two is enough ---

play: $(VENV)/run.stamp client ## play: sets everything up, starts the server and opens the page (ARGS=--help lists its options)
	@$(BIN)/longroad play $(ARGS)

# Two lanes, so that the cores have work while the browser waits. Each step has a command of its own, below.
test: setup $(if $(filter yes,$(GPU)),setup-gpu) chromium postgres nginx client client/node_modules/.dev.stamp ## all checks and all tests but the slow ones (GPU=no leaves the CUDA compiler out)
	@$(BIN)/python scripts/lanes.py "check rules test-rules test-python" "compile client-check test-browser test-server"

compile: setup ## compile the rules and the search into the cache, as everything that needs them does otherwise
	$(BIN)/python scripts/compile_all.py

# With the arena, whose tests wait for processes too, both lanes end at about the same time.
SERVER_TESTS := tests/server tests/mcp tests/arena tests/faults tests/benchmarks

test-python: setup client ## all tests but those of the rules, the server, the arena and the page
	$(PYTEST) -n $(BUSY_WORKERS) --dist worksteal -m "not slow" $(addprefix --ignore=,tests/browser tests/rules $(SERVER_TESTS)) $(ARGS)

test-server: setup postgres client ## the tests of the servers, also under faults and load, and of the arena
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not slow" $(SERVER_TESTS) $(ARGS)

test-rules: setup ## the tests of the rules, as if Numba were not installed
	$(PYTEST) -p tests.without_numba tests/rules tests/core/test_without_numba.py $(ARGS)

# Several at a time, each with a server and a browser of its own; a test that waits leaves the core to another.
test-browser: setup chromium postgres nginx client/node_modules/.dev.stamp client ## play in a real Chromium as people do (CHROMIUM=path names one)
	$(PYTEST) -n $(WORKERS) -m "not slow" tests/browser $(ARGS)

test-slow: setup chromium postgres nginx client/node_modules/.dev.stamp client ## tests that show at length what those of `make test` show in short
	$(PYTEST) -n $(WORKERS) --dist worksteal -m slow $(ARGS)

# Ray is no part of `make test`, for its size; here nothing may be left out because it is missing.
test-ray: setup setup-ray ## the tests of the arena on a Ray cluster, with a real one
	$(BIN)/python -c 'import ray'
	$(PYTEST) tests/arena/test_ray.py $(ARGS)

test-train: setup-train ## the tests of learning weights and of the examples that train agents, with PyTorch
	build/train/bin/python -c 'import torch, sb3_contrib'
	build/train/bin/python -m pytest -q -p no:cacheprovider tests/scripts/test_learn.py tests/examples $(ARGS)

# The compiler uses inner parts of Numba, so both ends of the range in pyproject.toml are tested, each in its own environment.
test-numba: $(foreach end,lowest highest,build/numba-$(end)/.stamp) ## the back ends with the lowest and the highest Numba of the range
	build/numba-lowest/bin/python -m pytest -q -p no:cacheprovider $(NUMBA_TESTS) $(ARGS)
	build/numba-highest/bin/python -m pytest -q -p no:cacheprovider $(NUMBA_TESTS) $(ARGS)

NUMBA_TESTS := tests/core/test_compile.py tests/core/test_backends.py tests/core/test_fuzz.py

build/%/.stamp: requirements/%.txt
	@echo "Installing requirements/$*.txt into build/$* ..."
	@$(PYTHON) -m venv --clear build/$*
	@build/$*/bin/python -m pip --disable-pip-version-check -qq install --require-hashes -r $< || $(PIP_FAILED)
	@echo $(CURDIR)/src > $$(echo build/$*/lib/python3.*/site-packages)/longroad.pth
	@touch $@

chromium: setup ## find a Chromium for the tests, or install the system's
	@$(BIN)/python -m scripts.chromium

postgres: setup ## find a PostgreSQL for the tests, or install the system's
	@$(BIN)/python -m scripts.postgres

nginx: setup ## find an nginx for the tests, or install the system's
	@$(BIN)/python -m scripts.nginx

check: setup lint types layers audit ## ruff, mypy, the import contracts, the lint for rule functions and the audit of dependencies

lint: setup
	$(BIN)/ruff check --quiet $(CODE)
	$(BIN)/ruff format --quiet --check $(CODE) || { echo "Some files are not formatted: make format"; exit 1; }
	$(BIN)/python scripts/lint_rules.py

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports --no-logo

audit: setup ## check locks, hashes and licences of dependencies, as far as that works offline
	$(BIN)/python scripts/audit.py

format: setup ## let ruff format the code and repair what it can
	$(BIN)/ruff check --quiet --fix-only $(CODE)
	$(BIN)/ruff format --quiet $(CODE)

rules: setup ## every rule of docs/rules.md with the tests that show it; fails on a gap
	$(BIN)/python scripts/rules_coverage.py

# --- the page: built once into the server's folder, again when its source changes ---

NPM := $(BIN)/python scripts/with_node.py npm --prefix client
PAGE := src/longroad/server/static/index.html
PAGE_SOURCE := $(shell find client -name node_modules -prune -o -type f -not -name '*.test.ts' -print 2> /dev/null)
ENGINE := client/src/engine/longroad.wasm
ENGINE_SOURCE := $(shell find src/longroad/core src/longroad/search -name '*.py' -o -name 'weights.json') scripts/client/engine.py

client: $(PAGE) ## build the page that the server shows

client-types: setup ## write the types of the page from the server's messages and the engine's tables, and its art from the drawings
	$(BIN)/python -m scripts.client.message_types
	$(BIN)/python -m scripts.client.engine --layout
	$(BIN)/python -m scripts.client.art

client-scenes: setup ## write scenes for working on the page without a server (cd client && npm run dev, then /mock)
	$(BIN)/python -m scripts.client.scenes

client-check: setup client/node_modules/.dev.stamp $(ENGINE) ## types, format, folders and tests of the page
	$(NPM) run --silent check
	$(NPM) run --silent folders
	$(NPM) run --silent lint
	$(NPM) run --silent test

# The rules and the search as WebAssembly: half a minute once, then from the cache of compiled code.
$(ENGINE): $(ENGINE_SOURCE) | $(BIN)/python
	@echo "Building the page's engine ..."
	@$(BIN)/python -m scripts.client.engine && touch $@

# With a built page, as in a source archive, neither Node.js nor its packages are needed.
$(PAGE): $(PAGE_SOURCE) $(ENGINE) | $(BIN)/python
	@$(MAKE) --no-print-directory -s client/node_modules/.build.stamp
	@echo "Building the page ..."
	@$(NPM) run --silent build -- --logLevel error
	@test -f $@ && touch $@

NPM_FAILED := { echo "What builds the page could not be installed (see above). Is there a network?"; exit 1; }

client/node_modules/.build.stamp: client/package-lock.json scripts/with_node.py | $(BIN)/python
	@echo "Installing what builds the page ..."
	@$(NPM) ci --omit=dev --no-audit --no-fund --loglevel=error || $(NPM_FAILED)
	@touch $@

client/node_modules/.dev.stamp: client/package-lock.json scripts/with_node.py | $(BIN)/python
	@echo "Installing what builds and tests the page ..."
	@$(NPM) ci --no-audit --no-fund --loglevel=error || $(NPM_FAILED)
	@touch client/node_modules/.build.stamp $@

# --- the package: a wheel with the page in it, and an archive of the source with its tests ---

dist: setup client ## build the wheel and the source archive into dist
	@rm -rf dist
	$(BIN)/python -m hatchling build -d dist

# --- longer checks and measurements, each a command of its own ---

fuzz: setup ## a million random games over all presets and options, invariants checked
	$(BIN)/python scripts/fuzz.py $(ARGS)

stress: setup ## bots over all presets and player counts; counts illegal answers, exceptions and hangs
	$(BIN)/python scripts/stress.py $(ARGS)

bench: setup ## how fast: one table, figures and ratios (ARGS=--json for programs)
	$(BIN)/longroad bench $(ARGS)

screens: setup chromium client ## pictures of every page and state into build/screens
	$(BIN)/python -m scripts.screens $(ARGS)

faults: setup postgres ## servers under faults: 100,000 games in virtual time, then 500 kills of real processes (ARGS="kill --seed 1" or "simulate --seed N --games 1" for a half)
	$(BIN)/python -m tests.faults $(ARGS)

load: setup ## 1,000 open games, people acting in half of them: how soon actions are confirmed (ARGS=--help)
	$(BIN)/python -m benchmarks.load $(ARGS)

mutants: setup ## break one rule after another; the tests must catch each
	$(BIN)/python scripts/mutants.py $(ARGS)

diff: setup ## a thousand games side by side with Catanatron
	$(BIN)/python scripts/differential.py $(ARGS)

# --- the documents ---

docs: setup ## build the documentation site into build/site, and check its links
	$(BIN)/python -m scripts.docs.pages
	$(BIN)/python -m zensical build --strict --clean
	$(BIN)/python -m scripts.docs.links build/site
	@echo "Open build/site/index.html, or: make docs-serve"

docs-serve: setup ## serve the site on this machine, and rebuild it whenever a document changes
	$(BIN)/python -m scripts.docs.pages --serve $(ARGS)

docs-tables: setup ## write the tables and diagrams of the documents from the code
	$(BIN)/python -m scripts.docs.tables $(ARGS)
	$(BIN)/python -m scripts.docs.island
	$(BIN)/python -m scripts.docs.record_schema
	$(BIN)/python -m scripts.docs.program_schema
	$(BIN)/python scripts/rules_coverage.py --write
	@$(MAKE) --no-print-directory client-types

# --- the environment: one .venv, a lock for each use; a stamp says which of them are in it ---

setup: $(VENV)/dev.stamp ## create .venv with what playing, tests and checks need

setup-gpu: $(VENV)/gpu.stamp ## add the CUDA compiler (about 500 MB)

setup-ray: $(VENV)/ray.stamp ## add Ray, for the arena on a cluster (about 80 MB)

# PyTorch and the CUDA compiler need different versions of some packages, so it has an environment of its own.
setup-train: build/train/.stamp ## create build/train with PyTorch, to learn weights and train agents (several GB on Linux, where it brings CUDA)

$(BIN)/python:
	@command -v $(PYTHON) > /dev/null || { \
	  echo "No '$(PYTHON)' here. Install Python 3.11 or later (Debian: apt install python3 python3-venv)" \
	       "or name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Longroad needs Python 3.11 or later, and '$(PYTHON)' is $$($(PYTHON) -V 2>&1)." \
	       "Name another one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python cannot create environments here. Install its venv module (Debian: apt install python3-venv)"; exit 1; }

PIP_FAILED := { echo "What Longroad needs could not be installed (see above). Is there a network?"; exit 1; }

# The development lock contains the run lock, so that whoever has the first need not install the second.
$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml | $(BIN)/python
	@echo "Installing what development needs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt || $(PIP_FAILED)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $(VENV)/run.stamp $@

$(VENV)/run.stamp: requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "Installing what playing needs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/run.txt || $(PIP_FAILED)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/gpu.stamp: requirements/gpu.txt | $(BIN)/python
	@echo "Installing the CUDA compiler into $(VENV) (make GPU=no ... leaves it out) ..."
	@$(PIP) install --require-hashes -r requirements/gpu.txt
	@touch $@

$(VENV)/ray.stamp: requirements/ray.txt | $(BIN)/python
	@echo "Installing Ray into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/ray.txt
	@touch $@

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url

lock: ## resolve the dependencies of pyproject.toml (needs uv; UPGRADE=--upgrade takes the newest)
	@command -v uv > /dev/null || { echo "No 'uv' here. Install it: pip install uv"; exit 1; }
	$(LOCK) $(UPGRADE) pyproject.toml --extra all --group dev -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra all --group build -c requirements/dev.txt -o requirements/run.txt
	$(LOCK) pyproject.toml --group build --extra gpu -c requirements/dev.txt -o requirements/gpu.txt
	$(LOCK) pyproject.toml --extra ray --group build -c requirements/dev.txt -o requirements/ray.txt
	$(LOCK) pyproject.toml --extra train --group train -c requirements/dev.txt -o requirements/train.txt
	$(LOCK) $(UPGRADE) --group node -o requirements/node.txt
	$(LOCK) $(UPGRADE) --group numba-lowest -o requirements/numba-lowest.txt
	$(LOCK) $(UPGRADE) --group numba-highest -o requirements/numba-highest.txt

clean: ## remove .venv and everything else that can be made again
	rm -rf $(VENV) client/node_modules src/longroad/server/static build dist .cache .coverage* htmlcov .hypothesis .import_linter_cache .mypy_cache .numba_cache .pytest_cache .ruff_cache
	find src bridges tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
