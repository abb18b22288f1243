"""The fast engine: the same skinning in float32, at the speed of matrix products.

Read in this order, each step on top of the one before. A pose: ``clip`` (all tracks of a clip in flat arrays),
``hierarchy`` (nodes by level), ``pose`` (sampling and composing all joints at once), ``prepared_pose`` (what repeated
calls may reuse). A mesh: ``joint_sets`` (vertices grouped by the joints they share), ``tiles`` (one matrix product for
each group), ``kernels`` and ``threads`` (who multiplies), ``workspace`` and ``pieces_sum`` (memory that is reused).
Then ``normals`` with ``normal_transform``, ``morphs``, ``skinner`` and ``part`` (all of it for one part of a model),
and ``engine``, the door.
"""
