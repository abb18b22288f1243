"""What the add-on knows between two clicks: settings, results, and whether they still hold.

Read in this order: ``choices`` (what can be chosen), ``results`` (plain figures), ``session`` (arrays and models of
this run of Blender), ``result_store`` (figures saved with the file), ``views`` (drawn anew) and ``staleness`` (whether
a result still holds), ``file_watch`` (whether the files behind it changed), ``preferences`` (in which unit figures are
read, too), ``properties``, ``listing`` (the scene's characters).
"""
