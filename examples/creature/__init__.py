"""The example character, an ember dragon, from nothing but arithmetic: surface -> shape -> rig -> clips -> glTF."""
