"""Reports: what was found, as a table, a JSON document and an HTML page. Nothing is measured here.

``readable`` puts figures into words; ``text`` makes lines for a terminal, ``alike`` one for clips in which the same was
found; ``facts``, ``table`` and, by ``camera``, ``explanation`` fill them; ``version`` stands in every file. ``asked``
writes a question again, ``document`` is JSON. ``chart``, ``style``, ``heat_scale`` (colours of errors), ``portrait`` (a
difference drawn), ``three_script`` (three.js), ``figure_mistakes``, ``figure_size`` and ``moving_figure`` (a character
that turns), ``png`` and ``provenance`` serve the HTML of ``page``. ``junit`` and ``sarif`` are for build servers and
code hosts. ``findings`` shows what ``check`` found, ``limit_study`` what limits cost, ``engine_cells`` engines by
models, ``preflight`` the export settings that were tried.
"""
