"""What lies between a file's nodes and a character: bind pose, shared skeleton, reordering, rigid parts.

Read in this order: ``bind_pose`` (the pose in which the mesh was modelled, rebuilt from inverse bind matrices),
``instance`` (one skeleton shared by many instances), ``reorder`` (parents before children, with the maps both ways),
``mesh_parts`` (models of rigid parts, without skin weights), ``faces`` (triangles, strips and fans as faces of one
mesh).
"""
