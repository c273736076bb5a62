# To play, all you need is `make run`; to check everything, `make test`.

VENV := .venv
IN_VENV := $(VENV)/bin/python
INSTALL := $(IN_VENV) -m run.install
MATCHES ?= 30

# The first of these that exists and is new enough; PYTHON= chooses another.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

.PHONY: help run test test-long attack faults bench strength bench-tournament bench-peers looks templates messages wire lock
.DEFAULT_GOAL := help

help: ## List these commands
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1@\2/p' $(MAKEFILE_LIST) | column -t -s @ 2>/dev/null \
		|| sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1: \2/p' $(MAKEFILE_LIST)

run: $(VENV)/.run ## Start the whole site (PORT=8000, HOST=127.0.0.1)
	@$(IN_VENV) -m run

test: $(VENV)/.test ## Check style, types, imports and migrations, and run all tests on both databases
	@$(IN_VENV) -m run.check

test-long: $(VENV)/.test ## The same with far more random cases (about an hour)
	@$(IN_VENV) -m run.check --long

bench: $(VENV)/.test ## Measure rules, live moves and pages; results go to bench/results.md
	@$(IN_VENV) bench

strength: $(VENV)/.test ## Let bots of all levels play each other (MATCHES=30); results go to bench/strength.md
	@$(IN_VENV) -m games.bots strength --matches $(MATCHES)

bench-tournament: $(VENV)/.test ## Measure a tournament of 200 on Daphne, Celery, PostgreSQL and Redis (some minutes)
	@$(IN_VENV) bench tournament rolling

bench-peers: $(VENV)/.test ## Compare live moves to those of boardgame.io, if npm can install it (some minutes)
	@$(IN_VENV) bench peers

attack: $(VENV)/.test ## Start a site, attack it, and report what breaks (some minutes)
	@$(IN_VENV) -m run.attack

faults: $(VENV)/.test ## Start a distributed site, break its parts at random during play, and report what was lost
	@$(IN_VENV) -m run.faults

looks: $(VENV)/.test ## Take screenshots of each game in many screen sizes, light and dark, into var/looks
	@$(IN_VENV) -m run.check.looks

templates: $(VENV)/.test ## Format the templates
	@$(VENV)/bin/djangofmt templates

messages: $(VENV)/.test ## Collect translatable sentences into locale/
	@$(IN_VENV) -m run.translations.collecting

wire: $(VENV)/.test ## Generate types/wire.d.ts from the Python types of the live messages
	@$(IN_VENV) manage.py shell --no-imports -c "from run.wire import write; write()"

lock: ## Update and pin all dependencies with hashes (needs uv)
	uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 pyproject.toml -o requirements.txt
	uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 pyproject.toml --group dev \
		-c requirements.txt -o requirements-dev.txt
	uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 --group pyproject.toml:node -o requirements-node.txt

# --- Set-up; each step runs once, and again when its sources change ---

$(VENV)/.made:
	@[ -n "$(PYTHON)" ] || { echo "Boneyard needs Python 3.11 or newer: install it, or set PYTHON= to its path."; exit 1; }
	@echo "Creating a virtual environment in $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot create a virtual environment: on Debian and Ubuntu, run apt-get install python3-venv."; exit 1; }
	@touch $@

$(VENV)/.run: requirements.txt $(VENV)/.made
	@$(INSTALL) requirements.txt
	@touch $@

$(VENV)/.test: requirements-dev.txt requirements-node.txt $(VENV)/.made
	@$(INSTALL) requirements-dev.txt
	@$(INSTALL) requirements-node.txt || true
	@touch $@ $(VENV)/.run
