"""What is changed in a scene so that its export loses less: each change alone.

A mend is tried in a copy of the scene by one more export, and told with what that leaves. Read in this order: ``mend``
(one, as data), ``left_out`` (objects selected), ``pushed_down`` (actions as tracks), ``constraints`` (into keys),
``shape_keys`` (plain ones), ``modifiers`` (applied, to shape keys too), ``correctives`` (Preserve Volume, bendy bones
and modifiers behind the armature as shape keys), ``mend_kinds`` (all of them).
"""
