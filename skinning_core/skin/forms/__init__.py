"""The forms of skinning in one table, and the engines that skin whole models by one of them.

Read ``transform_objects``, the form that multiplies no matrices, and ``dual_quaternion``, which blends rotations and
translations and keeps the volume; then ``table`` and ``form_engine``.
"""
