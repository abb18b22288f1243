"""Skinning: a palette and a mesh become positions. One idea a file."""
