"""The fast engine: the same skinning in float32, at the speed of matrix products. Eight steps.

Going up, each file builds on those before it; the mesh is skinned by ``tiles``.

The pose:

1. ``clip``: all tracks with the same key times become the columns of one array.
2. ``hierarchy``: nodes by level, so that world matrices take a few products.
3. ``pose``: from a packed clip and times to world matrices.
4. ``many_poses``: the same for thousands of times at once, as a crowd needs them.
5. ``prepared_pose``: the pose stage of a model, with what repeated calls may reuse.

The model:

6. ``centre``: what keeps float32's digits far from the origin; the shaders use it, too.
7. ``part``: positions and normals of one primitive, exact at any distance from the origin.
8. ``engine``: the entrance, ``skin_model_fast``.
"""
