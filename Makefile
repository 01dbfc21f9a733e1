# Everything a developer needs; start.py makes the environment it runs in.
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help run test check bench messages

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

run:  ## serve the companion on this machine and its network
	$(PYTHON) start.py

test:  ## run the tests
	$(PYTHON) start.py --dev pytest

check:  ## lint, types, templates, settings, migrations, translations
	$(PYTHON) start.py --dev python manage.py check_project

bench:  ## measure how fast pages and papers are made
	$(PYTHON) start.py --dev python -m tests.bench

messages:  ## collect new texts for translation and compile the catalogue
	$(PYTHON) start.py --dev python manage.py update_messages
