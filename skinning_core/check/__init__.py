"""Checks of a file before anything is computed: findings with stable codes, JSON pointers and severities.

Read the modules in this order: ``codes`` (the meaning of every finding, and what to do about it) and ``finding`` (one
finding and its severity); ``inspect`` and ``joints`` (the contents of a model, as data); ``rest_transforms``,
``bind_order``, ``skins``, ``weights`` and ``clips`` (doubtful things in a model that was read); ``document`` (faults of
a file, whether it can be read or not); ``check`` puts them together.
"""
