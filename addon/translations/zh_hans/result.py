"""The verdict, its figures, the heat map, reports, and one vertex explained."""

from __future__ import annotations

WORDS = {
    "Select what this is about: the object, and its bones, modifier, vertex group or vertices": (
        "选择它所指的：物体，以及其中的骨骼、修改器、顶点组或顶点"
    ),
    "nothing of it is left in this scene": "此场景中已没有它的任何部分",
    "More causes ({count})": "更多原因（{count}）",
    "Details": "细节",
    "Put this setting back to what the file is made for. What would remain of the error is told first": (
        "将此设置恢复为文件所要求的。事先告知会剩下多少误差"
    ),
    "Fix": "修复",
    "At this frame {length} remain, from another cause": "在此帧仍有 {length}，来自另一个原因",
    "At this frame: {before} before, {after} after": "在此帧：之前 {before}，之后 {after}",
    "Result": "结果",
    "Compare a character first": "请先比较角色",
    "No vertex could be compared": "没有可比较的顶点",
    "It may have changed since": "此后可能已更改",
    "{engine}: {words}, largest error {length}": "{engine}：{words}，最大误差 {length}",
    "the same": "相同",
    "nobody would see it": "无人能看出",
    "visible in a close-up": "特写时可见",
    "visible": "可见",
    "{length} off": "相差 {length}",
    "vertex {vertex}: {length} off": "顶点 {vertex}：相差 {length}",
    "vertex {vertex} (behind): {length} off": "顶点 {vertex}（在背面）：相差 {length}",
    "{engine} against the reference": "{engine} 与参考相比",
    "{clip}, {seconds} s: error as part of the size": "{clip}，{seconds} 秒：误差占尺寸的比例",
    "{share} of its size": "为其尺寸的 {share}",
    "99 % below": "99 % 低于",
    "Pixels": "像素",
    "{count} of {lines}": "{count}（共 {lines} 行）",
    "Too small to see": "小到看不出",
    "{share} of the vertices": "占顶点的 {share}",
    "Normals off by 1°, 5°": "法线偏 1°、5°",
    "{share} of the normals": "占法线的 {share}",
    "{vertex} of {part}": "{vertex} 号（{part}）",
    "1 time": "1 个时间",
    "{count} times": "{count} 个时间",
    "{engine} · {clip} · {times} in {seconds} s": "{engine} · {clip} · {times}，用时 {seconds} 秒",
    "Error": "误差",
    "of size": "占尺寸",
    "length": "长度",
    "Largest": "最大",
    "largest": "最大",
    "Worst vertex": "最差顶点",
    "Joint": "关节",
    "At": "位于",
    "frame {frame}, {seconds} s": "第 {frame} 帧，{seconds} 秒",
    "Part": "部分",
    "Parts ({count})": "部分（{count}）",
    "and {count} with smaller errors": "另有 {count} 个误差更小",
    "Jump to Worst Frame": "跳到最差帧",
    "Go to the frame at which the error is largest, select the vertex and turn the view to it": (
        "跳到误差最大的帧，选择该顶点并把视图转向它"
    ),
    "Edit Worst Vertex": "编辑最差顶点",
    "Go to the worst frame and open the mesh in Edit Mode with the worst vertex selected and in view": (
        "跳到最差帧，在编辑模式下打开网格，选中最差顶点并使其可见"
    ),
    "Show Heat Map": "显示热图",
    "Colour the meshes by their distance from the reference and switch 3D views to show it": (
        "按与参考的距离给网格着色，并让 3D 视图显示颜色"
    ),
    "Hide Heat Map": "隐藏热图",
    "Take the colours off the meshes and give 3D views the shading that they had before": (
        "去掉网格上的颜色，恢复 3D 视图原来的着色方式"
    ),
    "Compare first: errors of single vertices are not kept in the file": "请先比较：单个顶点的误差不保存在文件中",
    "The legend cannot be drawn: {why}": "无法绘制图例：{why}",
    "Heat Map Shown": "热图已显示",
    "Clip time that the colours belong to": "颜色所属的片段时间",
    "Time": "时间",
    "Top": "顶端",
    "Error that the last colour stands for, as a fraction of the diagonal": (
        "最后一种颜色代表的误差，以对角线的比例表示"
    ),
    "Colour Scale": "色标",
    "What the last colour of the heat map stands for": "热图最后一种颜色代表什么",
    "Auto": "自动",
    "The largest error of the comparison, and at least the tolerance": "比较的最大误差，但不小于容差",
    "The largest error of the comparison, however small": "比较的最大误差，无论多小",
    "The tolerance: whatever has the last colour is beyond it": "容差：呈最后一种颜色的都超过它",
    "Follow the Timeline": "跟随时间线",
    "Recolour the meshes while the timeline plays, from the errors of the compared times": (
        "播放时间线时，用所比较时间的误差重新着色"
    ),
    "Report": "报告",
    "Write Report": "写入报告",
    "Write the last comparison as a file": "把最近一次比较写入文件",
    "Format": "格式",
    "For people or for programs": "供人阅读或供程序读取",
    "One page to read, with charts; needs no network": "一页可读的报告，带图表；不需要网络",
    "Every number, for other programs to read": "全部数字，供其他程序读取",
    "Write every number of the last comparison as JSON": "把最近一次比较的全部数字写成 JSON",
    "Write the last comparison as one HTML page, with charts": "把最近一次比较写成一个带图表的 HTML 页面",
    "Compare first: the numbers behind the panel are not kept in the file": "请先比较：面板背后的数字不保存在文件中",
    "Wrote {file}": "已写入 {file}",
    "Open Report": "打开报告",
    "Open the report that was written last, in your browser": "在浏览器中打开最近写入的报告",
    "Write a report first": "请先写入报告",
    "{file} is no longer there": "{file} 已不存在",
    "Explain Vertex": "解释顶点",
    "Follow one vertex from the file to its place: each joint's wish, the mean, and what other engines make of it": (
        "跟踪一个顶点从文件到最终位置：每个关节的要求、平均值，以及其他引擎的结果"
    ),
    "Blender shows another time: jump to the worst frame to have its place here too": (
        "Blender 显示的是另一时间：跳到最差帧，即可在此看到它的位置"
    ),
    "Answer": "结果来自",
    "digit": "位数",
    "Vertex": "顶点",
    "Selected": "选中的",
    "Worst": "最差的",
    "Which": "哪一个",
    "Selected Vertex": "选中的顶点",
    "The selected vertex of the active mesh, at the current frame": "活动网格中选中的顶点，在当前帧",
    "The worst vertex of the last comparison, at the time at which it is worst": (
        "最近一次比较的最差顶点，在其最差的时间"
    ),
    "As Text": "写成文本",
    'Write all numbers into the text "Skinproof Vertex" as well': "同时把全部数字写入文本“Skinproof Vertex”",
    "Explained Vertex": "已解释的顶点",
    "What was last found out about one vertex, in lines": "最近关于一个顶点的发现，逐行列出",
    "Id of the Character": "角色的标识",
    "Count": "数量",
    "Worst Vertex": "最差顶点",
    "same": "相同",
    "same as far as judged": "就所评判的而言相同",
    "not judged": "未评判",
    "differs": "不同",
}
