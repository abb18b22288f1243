"""Simplified Chinese. Every entry is a text of the interface as it stands in the code, and what it says in Chinese.

In the order in which a user meets them: ``import_dialog``, ``characters``, ``comparison``, ``engines``, ``result``,
``causes``, ``pair``, ``sentences``, ``refusals``, ``overlays``, ``lessons``,
``preferences``.

A joint is 关节 and a bone 骨骼, as in Blender; a clip is 片段, the reference 参考, a heat map 热图, a crowd 群体.
"""

from __future__ import annotations

from . import (
    causes,
    characters,
    comparison,
    engines,
    import_dialog,
    lessons,
    overlays,
    pair,
    preferences,
    refusals,
    result,
    sentences,
)

WORDS: dict[str, str] = {
    **import_dialog.WORDS,
    **characters.WORDS,
    **comparison.WORDS,
    **engines.WORDS,
    **result.WORDS,
    **causes.WORDS,
    **pair.WORDS,
    **sentences.WORDS,
    **refusals.WORDS,
    **overlays.WORDS,
    **lessons.WORDS,
    **preferences.WORDS,
}
