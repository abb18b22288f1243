"""Reading glTF 2.0: container -> resolver -> document -> accessor -> model, one file per step.

The reader is independent of Blender's importer on purpose. It opens nothing outside the asset's folder, and answers a
broken file with one ``SkinproofError`` that names the place.

Read in this order:

1. ``container`` (bytes become JSON and a binary chunk), ``resolver`` (URIs become bytes), ``grammar`` (what each value
   of a document must be, for the reader and for ``check``).
2. ``meshopt`` (compressed buffer views), ``accessor`` (bytes become arrays), ``whole_draco`` and ``draco``
   (compressed meshes: those in which nothing is coded, and all).
3. ``demands`` (what a document may ask for), ``document`` (JSON text becomes checked JSON and objects).
4. ``nodes``, ``skin`` and ``mesh``; ``animation_target``, ``track_check`` and ``animation``; ``choices`` (what is made
   of forbidden data), ``instances`` (copies of a mesh).
5. ``images`` and ``materials`` (looks), ``extensions`` (read or not judged), ``humanoid`` (bones of a human),
   ``hidden`` (what a viewer does not show), ``packing`` (what compression saves).
6. ``load`` puts them together. ``other_clips`` adds clips of other files; ``named_files`` lists the files that a
   document names.
"""

from .load import load_gltf

__all__ = ["load_gltf"]
