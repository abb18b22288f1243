"""The tile engine: linear blend skinning at the speed of matrix products, in float32 or float64.

``linear`` has the same formulas in a form to read, and judges this one: tests compare the two to the last digits.
``exact_engine`` uses it in float64, the engine "fast" in float32. Going up, each file builds on those before it.

1. ``kernels``: the functions that multiply, and the number of threads.
2. ``tuning``: element type, sizes and thresholds, in one record that callers may replace.
3. ``joint_sets``: vertices grouped by the joints they share.
4. ``layout``: each group laid out for one matrix product.
5. ``workspace``: the protocol of all that skins, and positions.
6. ``normals``: blended matrices become unit normals within the cache.
7. ``morphs``: vertices that stand elsewhere at each time.
8. ``skinner``: ranges of a mesh, batches of frames, threads.
9. ``joined_parts``: small parts of one skin as one mesh.

For the idea alone read 3, 4 and 5. ``docs/performance.md`` explains each layout.
"""
