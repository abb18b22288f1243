"""Lessons: what a guide explains and an example or a command shows. An annex: the core never imports it.

What draws in Blender is in ``addon/lessons``; examples and benchmarks import from here, too.

In reading order: ``key_search`` (three ways to find the key before a time) and ``key_table`` (a fourth, in constant
time); ``cached_pose`` (single joints read after small changes) and ``reach`` (by it a limb's end is put on a point);
``blend`` (two clips at once, by a weight and a mask) and ``blended_file`` (the same as a clip of a file); ``instance``
(one skeleton shared by a crowd) and ``baked_clip`` (a clip in a texture); ``reorder`` (parents before children, with
the maps both ways) and ``reordered_file`` (the same as a file); ``file_buffer`` (what both files add to);
``mesh_parts`` (models of rigid parts); ``normal_effect`` (the two rules for normals); ``explained_page`` (a vertex on a
page that answers); ``verbs``: the command line's.
"""

VERBS = {"bake": "verbs.bake", "blend": "verbs.blend", "explain": "verbs.explain", "reorder": "verbs.reorder"}
