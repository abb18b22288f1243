"""The panel's comparison: what is asked (``request``), what is shown (``result``)."""
