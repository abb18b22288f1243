"""A second look at a glTF file, at the document itself and not at the model made of it.

The reader refuses a file at its first fault and puts small ones right; both hide findings. Here the JSON is gone
through whole: `container` and `schema` say what breaks its form, and leave that out; the other modules are rules over
what is left, each a generator of findings. Codes and bounds are those of the Khronos glTF validator.
"""
