"""The corpus: small files that each test one rule of skinning, for everyone who writes an engine, and a grade.

Read in this order: ``figure`` (a generated character before it is a file), ``meshopt``, ``draco_stream`` and
``encoding`` (it becomes glTF), ``cases`` (a folder: which figure shows which rule), ``truth`` (what a file gives, as
numbers), ``proof`` (a file that shows in any viewer whether it is drawn right), ``folder`` (all of it written),
``case_text`` (one case in words), ``reading`` (pages of the guide), ``grade`` (judges results), ``played`` (makes an
engine give them), ``scores`` (shows grades), ``corpus_page`` (the cases with a viewer, and the grades).
"""
