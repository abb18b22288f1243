"""Reports: what was found, as a table, a JSON document and an HTML page. Nothing is measured here.

Each file is one view of the same data: ``table``, ``facts``, ``findings`` and ``explanation`` are lines for a terminal;
``document`` is JSON; ``page``, with ``chart`` and ``style``, is HTML; ``junit`` and ``sarif`` are for build servers and
code hosts.
"""
