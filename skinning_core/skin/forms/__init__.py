"""The forms of skinning in one table, and the engines that skin whole models by one of them.

Read ``transform_objects``, which multiplies no matrices, and ``dual_quaternion``, which keeps the volume; then
``table`` and ``form_engine``.
"""
