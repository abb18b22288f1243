"""What an engine's limits cost a character: fewer influences, coarser weights and palettes, resampled clips.

Read in this order: ``refit`` (few influences that do what many did), ``engine_limit`` (the list of limits, each as what
it does to a posed model), ``cost`` (how far each moves the vertices, and where); ``target`` (where a file is to be
used, and what that makes of it).
"""
