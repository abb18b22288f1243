"""The panel's comparison: what is compared (``request``), what is shown of it (``outcome``)."""
