"""What the add-on knows between two clicks: settings, results, and whether they still hold.

Read in this order: ``choices`` (what can be chosen), ``results`` (plain figures), ``live_frame``, ``model_memory``,
``session`` (the one ``State``), ``result_store`` (figures saved with the file), ``views`` (drawn anew), ``staleness``
(whether a result still holds), ``file_watch`` (whether its files changed), ``preferences`` (the unit of figures too),
``properties``, ``listing`` (the scene's characters).
"""
