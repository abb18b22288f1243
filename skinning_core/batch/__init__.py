"""Many models judged by several processes: files -> worker -> row -> ledger -> summary. Nothing here knows Blender.

``files`` finds the models and says which are whose; ``pool`` hands them to processes that run ``worker`` and sees that
none hangs or eats the machine; each model becomes one ``row``; ``ledger`` keeps the rows as lines of a file, so that
work may be killed at any moment and gone on with; ``summary`` says what all of them come to.
"""
