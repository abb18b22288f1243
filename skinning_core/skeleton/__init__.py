"""What lies between a file's nodes and a character: bind pose, order of nodes, faces, vertices.

In reading order: ``bind_pose`` (rebuilt from inverse bind matrices), ``guessed_bind`` (what Blender's importer makes of
them), ``node_order`` (a permutation of nodes, both ways), ``faces`` (triangles, strips and fans as faces of one mesh),
``numbering`` and ``identity`` (which vertex of an edited mesh is which of the file), ``face_loss`` (triangles without a
face), ``patches`` (other faces in their place), ``mirrored`` (parts turned round), ``elsewhere`` (a file without what
stands in another scene).
"""
