"""The panel's comparison: what is compared (``request``), and what is shown of it (``result``)."""
