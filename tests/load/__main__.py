"""make load TABLES=200: an evening of many tables on two server processes and PostgreSQL."""

from tests.load.evening import main

main()
