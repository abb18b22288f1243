"""Checks of a glTF file's document itself, not of the model made of it.

The reader stops at the first fault and corrects small ones; both hide findings. Here the whole JSON is examined. Codes
and bounds are the Khronos glTF validator's. Read in this order:

1. ``container``, and ``form``: what breaks the grammar (`gltf/grammar`) is reported and left out.
2. ``values`` (numbers of accessors, if readable) and ``usable_document``, over which all rules run.
3. ``formats``; then the rules, each a generator of findings: ``storage``, ``data``, ``usage``, ``meshes``,
   ``hierarchy``, ``skins``, ``animations``.
4. ``judge`` applies all of them.
"""
