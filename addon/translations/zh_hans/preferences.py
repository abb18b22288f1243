"""Preferences of the add-on."""

from __future__ import annotations

WORDS = {
    "Legend in the Viewport": "视图中的图例",
    "Draw the colour scale and mark the worst vertex while a heat map is shown": "显示热图时绘制色标并标出最差顶点",
    "Choosing a Clip Poses the Character": "选择片段即摆好角色",
    "Give the character the actions of a clip as soon as the clip is chosen in the panel": (
        "在面板中选择片段后，立即给角色该片段的动作"
    ),
    "Choosing a Clip Sets the Preview Range": "选择片段即设置预览范围",
    "Let the timeline play the chosen clip from its first frame to its last, and no further": (
        "让时间线只播放所选片段，从第一帧到最后一帧"
    ),
    "Judge by this tolerance wherever a scene has none of its own": "场景没有自己的容差时，按此容差评判",
    "Colors": "颜色",
    "The colours of heat maps, from no error to the top of the scale": "热图的颜色，从无误差到色标顶端",
    "Clay to Violet": "陶灰到紫",
    "Clay grey over yellow and red to dark violet": "从陶灰经黄、红到深紫",
    "Yellow to Blue": "黄到蓝",
    "Pale yellow over green to dark blue, for eyes that confuse red and green": "从浅黄经绿到深蓝，适合红绿色弱者",
    "Grey": "灰度",
    "White to black, for print": "从白到黑，适合打印",
    "Lengths": "长度",
    "How the panel writes lengths": "面板怎样书写长度",
    "Unit of the Scene": "场景单位",
    "In the scene's unit: mm, cm or m by their size, inches or feet": (
        "用场景的单位：按大小用毫米、厘米或米，英寸或英尺"
    ),
    "Metres": "米",
    "In metres": "以米为单位",
    "Millimetres": "毫米",
    "In millimetres": "以毫米为单位",
    "Report Folder": "报告文件夹",
    "Where reports are written; empty: beside the .blend": "报告写入的位置；为空：在 .blend 旁边",
}
