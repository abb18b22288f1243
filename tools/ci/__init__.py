"""Continuous integration: the list of checks (``checks``) and what runs them (``run``). ``bash .ci/run`` calls it."""
