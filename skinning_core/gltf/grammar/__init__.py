"""The one grammar of glTF: what each value of a document may be, and what is wrong with any other.

The reader raises the first fault that could matter to a vertex; ``check`` lists all under their stable codes. Read in
this order:

1. ``faults`` (a fault, the list of all, and the first as an error).
2. ``kinds`` (what a JSON value may be: tested singly or by thousands, corrected, made into an object).
3. ``element`` (how elements of accessors lie in memory).
4. ``schema`` (every property of a document and its kind, from ``schema.json``).
"""
