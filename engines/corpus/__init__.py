"""The corpus: small files that each test one rule of skinning, for everyone who writes an engine, and a grade.

In reading order: ``figure`` (a generated character), ``meshopt``, ``draco_stream`` and ``encoding`` (it becomes glTF),
``cases`` (which figure shows which rule), ``truth`` (a file's results as numbers), ``proof`` (a file that shows in any
viewer whether it is drawn right), ``folder`` (all of it written), ``case_text`` (one case in words), ``reading`` (pages
of the guide), ``grade`` (judges results), ``played`` (makes an engine give them), ``scores`` (shows grades),
``corpus_page`` (cases with a viewer, and grades).
"""
