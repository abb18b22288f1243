"""Skinning at the speed of matrix products: float64 measures, float32 is the engine "fast".

Going up, each file builds on those before it.

The mesh:

1. ``tiles``: the tile engine; element type and kernel are arguments.
2. ``exact_parts``: positions and normals of one part in float64.
3. ``variants``: raw weights and unnormalised quaternions, if they differ.
4. ``exact_engine``: the engine "reference", ``skin_model``.
5. ``agreement``: the exact engine against the plain page ``skin.reference``, in every answer.

The pose:

6. ``clip``: tracks with the same key times become columns of one array.
7. ``hierarchy``: nodes by level, so world matrices take a few products.
8. ``pose``: from a packed clip and times to world matrices.
9. ``many_poses``: the same for thousands of times, as a crowd needs them.
10. ``prepared_pose``: the pose stage of a model, with what calls may reuse.

The model in float32:

11. ``centre``: keeps float32's digits far from the origin; the shaders use it, too.
12. ``part``: positions and normals of one primitive, exact at any distance from the origin.
13. ``engine``: the entrance, ``skin_model_fast``.
"""
