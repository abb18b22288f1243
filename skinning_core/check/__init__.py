"""Checks of a file before anything is computed: findings with stable codes, JSON pointers and severities."""
