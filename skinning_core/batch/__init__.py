"""Many models judged by several processes: files -> worker -> row -> ledger -> summary. Nothing here knows Blender.

``files`` finds the models and decides which shard has which; ``pool`` hands them to processes that run ``worker`` and
sees that none hangs or uses up the machine's memory; each model becomes one ``row``; ``ledger`` keeps the rows as lines
of a file, so that work may be killed at any moment and resumed later; ``summary`` sums all of them up.
"""
