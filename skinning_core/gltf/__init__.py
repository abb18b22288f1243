"""Reading glTF 2.0: container -> resolver -> document -> accessor -> model, one file per step.

The reader is independent of Blender's importer on purpose, opens nothing outside the asset's folder, and answers any
broken file with one ``SkinproofError`` that says where the fault is.

Read in this order:

1. ``container`` (bytes become JSON and a binary chunk) and ``resolver`` (URIs become bytes); ``grammar`` (a folder:
   what each value of a document must be, for the reader and for ``check``).
2. ``meshopt`` (a folder: compressed buffer views), ``accessor`` (bytes become arrays), ``whole_draco`` and
   ``draco`` (compressed meshes: those in which nothing is coded, and all).
3. ``demands`` (what a document may ask for), ``document`` (JSON text becomes checked JSON and objects).
4. ``nodes``, ``skin`` and ``mesh``; ``animation_target``, ``track_check`` and ``animation``; ``choices`` (what
   is made of forbidden data, which is not judged), ``instances`` (copies of a mesh).
5. ``images`` and ``materials`` (what a character looks like), ``extensions`` (what is read, and what is not judged),
   ``humanoid`` (bones of a human), ``hidden`` (what a viewer does not show), ``packing`` (how much compression
   saves).
6. ``load`` puts them together. ``other_clips`` adds clips of other files; ``named_files`` lists the files that a
   document names.
"""

from .load import load_gltf

__all__ = ["load_gltf"]
