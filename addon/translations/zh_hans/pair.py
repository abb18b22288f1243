"""Two objects of a scene beside each other, and how the motion of one comes of that of the other."""

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
}
