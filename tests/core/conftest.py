"""Property tests have no deadline per example: a busy machine is slow, not wrong."""

from hypothesis import settings

settings.register_profile("skinproof", deadline=None)
settings.load_profile("skinproof")
