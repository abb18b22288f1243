"""Reports: what was found, as a table, a JSON document and an HTML page. Nothing is measured here."""
