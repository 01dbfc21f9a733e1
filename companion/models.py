"""Accounts of the people who run a table."""

from django.contrib.auth.models import AbstractUser


class Account(AbstractUser):
    """An organiser's log-in; players need none."""
