"""Checks of a file before anything is computed: findings with stable codes, JSON pointers and severities.

In reading order: ``codes`` (what each finding means, and what to do) and ``finding``; ``inspect`` and ``joints`` (a
model's contents as data); ``rest_transforms``, ``bind_order``, ``skins``, ``weights`` and ``clips`` (doubtful things in
a model); ``document`` (faults of a file, readable or not); ``check`` puts them together.
"""
