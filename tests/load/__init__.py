"""Load: many pages that listen to one process (pages), and an evening of many tables on two (evening)."""
