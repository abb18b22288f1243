"""What an engine's limits cost a character: fewer influences, coarser weights and palettes, resampled clips.

Read in this order: ``refit`` (few influences that do the work of many), ``engine_limit`` (each limit applied to a posed
model), ``cost`` (how far each moves the vertices); ``target`` (what a target makes of a file).
"""
