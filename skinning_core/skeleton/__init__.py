"""What lies between a file's nodes and a character: bind pose, order of nodes, faces, vertices.

Read in this order: ``bind_pose`` (the pose in which the mesh was modelled, rebuilt from inverse bind matrices),
``guessed_bind`` (that which Blender's own importer makes of them), ``node_order`` (a permutation of nodes, both ways),
``faces`` (triangles, strips and fans as faces of one mesh), ``numbering`` and ``identity`` (which vertex of an edited
mesh is which of the file), ``face_loss`` (which triangles of the file it has no face for any more), ``patches``
(which other faces fill their place), ``mirrored`` (parts whose faces are turned round), ``elsewhere`` (a file without
what stands in another scene).
"""
