"""Comparison: how far an engine is from the reference, why, and whether that is too far."""
