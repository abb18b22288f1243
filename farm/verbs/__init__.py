"""Verbs of the command line that the farm adds, a file each.

Read in this order: ``batch_options`` (arguments of many models), ``plan``, ``summary``, ``batch`` (how processes are
run), ``folders`` (the main verb ``verify``, which takes folders if the farm is there).
"""
