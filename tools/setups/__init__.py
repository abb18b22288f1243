"""A newcomer's set-up, tried: README's commands on a bare Debian, as anybody, in a folder with a space and an umlaut.

Read in this order: ``debian`` (a small Debian in a folder, and commands in it), ``newcomer`` (what is tried there).
"""
