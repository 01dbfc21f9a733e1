"""The rules: pure Python that knows nothing of Django, a database or a page."""
