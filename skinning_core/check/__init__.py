"""Checks of a file before anything is computed: findings with stable codes, JSON pointers and severities.

Read in this order: ``finding`` (what is said, and how severe it is) and ``codes`` (all that can be said, with what to
do about it); ``inspect`` and ``joints`` (what is in a model, as data); ``nodes``, ``skins``, ``weights`` and ``clips``
(what is doubtful about a model that was read); ``document`` (what is wrong with a file, whether it can be read or not);
``check`` puts them together.
"""
