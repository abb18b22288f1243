"""Skinproof, the extension. Blender loads this file; it only hands over to ``addon``, and imports nothing before."""


def register() -> None:
    """Called by Blender when the extension is enabled."""
    from .addon import registration

    registration.register()


def unregister() -> None:
    """Called by Blender when the extension is disabled."""
    from .addon import registration

    registration.unregister()
