"""Checks of a glTF file that examine the document itself, not the model made of it.

The reader refuses a file at its first fault and corrects small faults; both hide findings. Here the whole JSON is
examined: `container` and `schema` report what breaks its form and leave that out; the other modules are rules over the
remaining document, each a generator of findings. Codes and bounds are those of the Khronos glTF validator.
"""
