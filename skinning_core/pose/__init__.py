"""From a file's nodes and keys to matrices: a time becomes a pose, a pose becomes a palette.

Read in this order:

1. ``trs``: translation, rotation and scale, and when a product of two such transforms is no longer one.
2. ``pose``: local matrices, and world matrices, which are the palette.
3. ``track``: keys, and the value between two of them.
4. ``playback``: from a player's clock to a time inside a clip, clamped or looping.
5. ``clip``: all tracks put over the rest pose.
6. ``motion`` and ``stillness``: how much a clip moves, and which parts it leaves still.
7. ``extent``: how large a clip's matrices can become between its keys.
8. ``world_pose``: a pose from elsewhere, as joints' matrices.
"""
