"""Linear blend skinning at many times at once: the formulas of ``linear``, laid out for the machine. Float64.

``linear`` is the form to read, and this one is judged by it: tests compare them to the last digits of a float64. The
formulas are the same; what differs is the layout. Read in this order:

1. ``arrangement``: vertices that follow the same joints stand together.
2. ``blocks``: what is worked on at a time. Results are collected in *planes*, one for each of x, y and z, and one
   ``take`` for each block of times brings them into the file's order.
3. ``positions``: what moves vertices of the same joints, ``sum_k w_k M_k (x, y, z, 1)``, is one product for a block of
   times, ``matrices (numbers x times, 4 K) @ (4 K, n)``, whose right side, weight times position, has no time in it.
4. ``normals``: they need the blended matrix itself, for its cofactors.

Shapes: T times, J joints, V vertices, I influences, B blends, K joints of a set, n vertices, m blends and t times of a
block.
"""
