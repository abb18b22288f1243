"""Two objects of a scene beside each other, and how the motion of one comes of the other's; exports beside scenes."""

from __future__ import annotations

WORDS = {
    "as it plays": "播放时的样子",
    "compare frames at which the faces stay the same": "请比较面保持不变的帧",
    "convert it, or name another object": "请转换它，或指定另一个物体",
    "it does not move": "它不动",
    "it has {now} there, and {count} at the first frame": "它在那里有 {now}，在第一帧有 {count} 个",
    "it is {changes} as a whole": "它整体{changes}",
    "it is {frames}": "它{frames}",
    "it plays at {percent} % of the speed": "它以 {percent} % 的速度播放",
    "leave out --times, or give seconds": "请去掉 --times，或给出秒数",
    "mirrored": "被镜像",
    "moved by {metres} m": "移动了 {metres} 米",
    "name two": "请指定两个",
    "stretched unevenly": "不均匀拉伸",
    "there is no object {name} in the scene": "场景中没有物体 {name}",
    "turned by {angle} degrees": "旋转了 {angle} 度",
    "two objects of a scene have frames, no keys": "场景中的两个物体有帧，没有关键帧",
    "{first}, and {second}": "{first}，并且{second}",
    "{name} is no mesh": "{name} 不是网格",
    "{name} would be compared with itself": "{name} 会与自身比较",
    "{object} at frame {frame}": "{object}，第 {frame} 帧",
    "{vertices} of {name} only: not judged": "仅 {name} 有的 {vertices}：未判断",
    "{what} (explains {share} %)": "{what}（解释了 {share} %）",
    "Verify After Export": "导出后验证",
    "After a glTF export, another Blender compares the file with a copy of the scene; the tab Skinproof says whether "
    "it plays as you see it. The export itself is not touched, and nothing waits": (
        "glTF 导出之后，另一个 Blender 把文件与场景的副本比较；“Skinproof”标签页会说明它播放的是否与所见一致。"
        "导出本身不受影响，无需等待"
    ),
    "Two Objects, Exports": "两个物体、导出",
    "Compare Two Objects": "比较两个物体",
    "Compare the active object with the other selected one, frame by frame, whatever moves either of them": (
        "逐帧比较活动物体与另一个选中的物体，不论它们由什么驱动"
    ),
    "Compare {second} with {first}": "比较 {second} 与 {first}",
    "Colour the meshes by the largest error of each vertex over all frames": "按每个顶点在所有帧中的最大误差为网格着色",
    "Go to the frame at which the error is largest": "转到误差最大的帧",
    "Dismiss": "关闭",
    "Write this result as one HTML page, with charts": "把此结果写成一个带图表的 HTML 页面",
    "The last colour is {share} of its size": "最后一种颜色是其大小的 {share}",
    "Take this result off the panel": "从面板上移去此结果",
    "Select two meshes, or two armatures": "请选择两个网格或两个骨架",
    "Two objects can be compared in Object Mode only": "只能在物体模式下比较两个物体",
    "Verifying {file} in another Blender ...": "正在另一个 Blender 中验证 {file} ...",
    "Looking for the setting at fault ...": "正在寻找出错的设置 ...",
    "{file} was not verified: {why}": "{file} 未被验证：{why}",
    "{file} could not be written whole, so nothing was verified": "{file} 没有完整写出，因此没有验证",
    "{file} could not be written whole, so the file from before was put back": "{file} 没有完整写出，已恢复原来的文件",
    "{file} was not written, so nothing was verified": "{file} 没有写出，因此没有验证",
    "Blender gave no answer": "Blender 没有回答",
    "another Blender could not be started": "无法启动另一个 Blender",
    "compare again, or apply modifiers first": "请重新比较，或先应用修改器",
    "none of the meshes has the vertices that were compared": "没有网格含有所比较的顶点",
    "these are no settings": "这不是设置",
    "influences limited to {count}": "影响数限于 {count}",
    "one frame in {count} sampled": "每 {count} 帧采样一次",
    "{second} beside {first}": "{second} 与 {first} 并列",
    "{setting}: {share} (with {better}: {rest})": "{setting}：{share}（用 {better}：{rest}）",
}
