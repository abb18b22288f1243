"""Verbs of the command line that the farm adds, a file each.

Read in this order: ``batch_options`` (arguments of many models), ``plan``, ``summary``, ``batch`` (how processes are
run), ``folder`` (``verify`` for every model of a folder).
"""
