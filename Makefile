# Everything a developer needs; start.py makes the environment it runs in.
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help run dev test e2e check bench load mutate attack pictures messages
# Every core; a core that is done takes over from one that is not.
PYTEST = $(PYTHON) start.py --dev pytest --numprocesses auto --dist worksteal
# While one test waits for a browser or a server, another uses its core.
test: export PYTEST_XDIST_AUTO_NUM_WORKERS := $(shell $(PYTHON) -c "import os; print(1 + (os.cpu_count() or 1))")

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

run:  ## serve the companion on this machine and its network
	$(PYTHON) start.py

# A folder of its own, because the demo has an account with a password that is printed.
dev: export COMPANION_DEBUG = 1
dev: export COMPANION_DATA = var/dev
dev:  ## work on it: starts again on changes, shows tracebacks, has a demo campaign (var/dev)
	$(PYTHON) start.py --dev python manage.py demo
	$(PYTHON) start.py --dev python manage.py runserver

test:  ## run the tests, with the main journeys in a browser; ONLY=sessions for one room
	$(PYTEST) -m "(not browser or smoke)$(if $(THOROUGH),, and not thorough)" $(if $(ONLY),tests/$(ONLY))

e2e:  ## run every test that needs a browser
	$(PYTEST) tests/e2e

check:  ## lint, types, templates, settings, migrations, translations
	$(PYTHON) start.py --dev python manage.py check_project

bench:  ## measure how fast pages and papers are made
	$(PYTHON) start.py --dev python -m tests.bench

load:  ## an evening of many tables on two processes and PostgreSQL; TABLES=200
	$(PYTHON) start.py --dev python -m tests.load

attack:  ## try what a stranger would: slow clients, bad files, hostile requests
	$(PYTHON) start.py --dev python -m tests.attack

mutate:  ## change lines that decide and tell which changes no test notices; ROOM=scoring
	$(PYTHON) start.py --dev python -m tools.mutate $(or $(ROOM),scoring)

pictures:  ## take the pictures of docs/pictures/ from the demo
	$(PYTHON) start.py --dev python -m tests.pictures

messages:  ## collect new texts for translation and compile the catalogue
	$(PYTHON) start.py --dev python manage.py update_messages
