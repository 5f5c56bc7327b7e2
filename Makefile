# demo, test, lint, bench, render: the only commands to know. Each makes the environment in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCHMARKS ?= startup store staleness lifecycle engramory secrets precheck

.PHONY: demo test lint bench render

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@

demo: $(VENV)/.installed
	@echo '$$ memoryrail-lint check examples'
	@$(BIN)/memoryrail-lint check examples; test $$? -eq 1

test: $(VENV)/.installed
	$(BIN)/python -m pytest -n 2 $(PYTEST_ARGS)

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python scripts/render.py --check
	$(BIN)/memoryrail-lint check
	$(BIN)/memoryrail-lint sync --check

bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --group bench
	for name in $(BENCHMARKS); do $(BIN)/python benchmarks/$$name.py || exit 1; done

render: $(VENV)/.installed
	$(BIN)/python scripts/render.py
	$(BIN)/memoryrail-lint sync
