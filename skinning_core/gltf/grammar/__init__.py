"""The one grammar of glTF: what each value of a document may be, and what is wrong with one that is something else.

The reader raises the first fault that could matter to a vertex; ``check`` lists all of them under their stable codes.
Read in this order:

1. ``faults`` (a fault, the list of all, and the first as an error).
2. ``kinds`` (what a JSON value may be: tested one by one or thousands at once, corrected, made into an object).
3. ``element`` (the component types and types of accessors, and how their elements lie in memory).
4. ``schema`` (every property of a document and its kind, from the table ``schema.json``).
"""
