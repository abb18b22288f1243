"""Checks of a glTF file that examine the document itself, not the model made of it.

The reader refuses a file at its first fault and corrects small faults; both hide findings. Here the whole JSON is
examined. Codes and bounds are those of the Khronos glTF validator. Read in this order:

1. ``container``, and ``form``: what breaks the grammar (`gltf/grammar`) is reported and left out.
2. ``values`` (numbers of accessors, where they can be read) and ``usable_document``, over which all rules run.
3. ``formats``; then the rules, each a generator of findings: ``storage``, ``data``, ``usage``, ``meshes``,
   ``hierarchy``, ``skins``, ``animations``.
4. ``judge`` applies all of them.
"""
