"""From a file's nodes and keys to matrices: a time becomes a pose, a pose becomes a palette.

Read in this order: ``trs`` (translation, rotation, scale, and where their composition stops closing), ``pose`` (local
matrices, world matrices), ``track`` (keys and the value between them), ``key_search`` (three ways to find the key),
``key_table`` (a fourth, in constant time), ``playback`` (looping and clamping), ``clip`` (tracks put over the rest
pose), ``cached_pose`` (asking for single joints after small changes).
"""
