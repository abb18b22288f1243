"""The panel's comparison: what is asked (``request``), the work (``comparison``), what is shown (``result``)."""
