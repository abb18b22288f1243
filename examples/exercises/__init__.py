"""The exercises of ``docs/guide``: one function each, left for the reader to write.

``python -m examples.exercises`` says which are solved; ``python -m examples.exercises 5`` says what is wrong with the
fifth. The checks compare with a plain reading of the formula on cases of their own, so any right answer passes.
"""
