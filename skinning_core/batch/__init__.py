"""Many models judged by several processes: files -> worker -> row -> ledger -> summary. Nothing here knows Blender.

``files`` finds the models and decides which shard has which; each model becomes one ``row``; ``worker`` is what each
process runs; ``pool`` hands models to such processes and sees that none hangs or uses up the machine's memory;
``ledger`` keeps the rows as lines of a file, so that work may be killed at any moment and resumed later; ``summary``
sums all of them up.
"""
