"""Sentences about a scene or a file (see ``translations.sentences``) that are not typical mistakes."""

from __future__ import annotations

WORDS = {
    "Judged is what is seen: {what}": "评判的是所见：{what}",
    "Judged is the deformation alone: the file's skin on Blender's bones as they stand": (
        "只评判变形：文件的蒙皮用在 Blender 现在的骨骼上"
    ),
    "The character plays {what}, not just the import's own actions of {clip}": (
        "角色播放的是{what}，而不只是导入时 {clip} 的动作"
    ),
    "The character {moved}: taken off before comparing": "角色{moved}：比较前已扣除",
    "The character {moved}: compared in place": "角色{moved}：就地比较",
    "The character {moved}, which counts as error": "角色{moved}，这算作误差",
    "The character stands unevenly scaled, mirrored or sheared, which is not taken off": (
        "角色被非均匀缩放、镜像或切变，无法扣除"
    ),
    "Left out of what is judged: {modifiers} of {mesh}; it {effect}": "不计入评判：{mesh} 的 {modifiers}；它{effect}",
    "Left out of what is judged: {modifiers} of {mesh}; it {first} and {second}": (
        "不计入评判：{mesh} 的 {modifiers}；它{first}，并{second}"
    ),
    "1 vertex of {mesh} is not of the file (added, copied or merged): not judged": (
        "{mesh} 有 1 个顶点不属于文件（新增、复制或合并）：未评判"
    ),
    "{count} vertices of {mesh} are not of the file (added, copied or merged): not judged": (
        "{mesh} 有 {count} 个顶点不属于文件（新增、复制或合并）：未评判"
    ),
    "1 vertex of the file merged into twins, which are judged instead": "文件的 1 个顶点已并入其孪生顶点，改为评判后者",
    "{count} vertices of the file merged into twins, which are judged instead": (
        "文件的 {count} 个顶点已并入其孪生顶点，改为评判后者"
    ),
    "{mesh} is in Edit Mode: the mesh is judged as edited so far, moved by the pose": (
        "{mesh} 处于编辑模式：按目前的编辑加上姿态评判"
    ),
    "{armature} is in Edit Mode: its rest position is judged": "{armature} 处于编辑模式：评判其静置位置",
    "The scene has {rate} frames per second, the keys were placed for {own}: it plays at {part} of the file's speed": (
        "场景为每秒 {rate} 帧，而关键帧按每秒 {own} 帧放置：播放速度为文件的 {part}"
    ),
    "{mesh} has no Armature modifier: it was removed or applied": "{mesh} 没有骨架修改器：已被移除或应用",
    "{modifier} has no object: the armature was deleted, or taken off": "{modifier}没有物体：骨架已被删除或取下",
    "{modifier} is off in viewports": "{modifier}在视图中被关闭",
    "{modifier} does not use vertex groups": "{modifier}没有使用顶点组",
    "{modifier} is limited to the vertex group {group}": "{modifier}仅限于顶点组 {group}",
    "Preserve Volume is on in {modifier}": "{modifier}开启了“保持体积”",
    "the Armature modifier {modifier} of {mesh}": "{mesh} 的骨架修改器 {modifier} ",
    "{armature} shows its rest position (Object Data Properties, Pose Position)": (
        "{armature} 显示的是静置位置（物体数据属性，姿态位置）"
    ),
    "{armature} is in Edit Mode, where Blender shows its rest position": (
        "{armature} 处于编辑模式，Blender 显示其静置位置"
    ),
    "a scale was applied to {armature}: at rest it is {factor} times as large, its keys are not": (
        "{armature} 应用了缩放：静置时为原来的 {factor} 倍，而关键帧不是"
    ),
    "{what} (and 1 more bone)": "{what}（另有 1 根骨骼）",
    "{what} (and {count} more bones)": "{what}（另有 {count} 根骨骼）",
    "bone {bone} of {armature} stands otherwise at rest": "{armature} 的骨骼 {bone} 静置时位置不同",
    "bone {bone} of {armature} has another parent": "{armature} 的骨骼 {bone} 换了父级",
    "bone {bone} of {armature} inherits rotation otherwise": "{armature} 的骨骼 {bone} 继承旋转的方式不同",
    "bone {bone} of {armature} inherits scale otherwise": "{armature} 的骨骼 {bone} 继承缩放的方式不同",
    "bone {bone} of {armature} deforms otherwise (Deform, in its properties)": (
        "{armature} 的骨骼 {bone} 的变形设置不同（其属性中的“形变”）"
    ),
    "bone {bone} of {armature} has another rotation mode than its keys are for": (
        "{armature} 的骨骼 {bone} 的旋转模式与其关键帧不符"
    ),
    "the constraint {constraint} moves bone {bone} of {armature}": "约束 {constraint} 移动了 {armature} 的骨骼 {bone}",
    "the constraint {constraint} moves {object}": "约束 {constraint} 移动了 {object}",
    "group {group} of {mesh} belongs to no bone, and bone {bone} has no group": (
        "{mesh} 的顶点组 {group} 不属于任何骨骼，而骨骼 {bone} 没有顶点组"
    ),
    "group {group} of {mesh} belongs to no bone: the bone was deleted": (
        "{mesh} 的顶点组 {group} 不属于任何骨骼：骨骼已被删除"
    ),
    "bone {bone} of {armature} has no vertex group in {mesh} any more": (
        "{armature} 的骨骼 {bone} 在 {mesh} 中不再有顶点组"
    ),
    "weights of {vertices} of {mesh} differ from the file: at most {bones} a vertex, in the file {most}": (
        "{mesh} 的 {vertices}的权重与文件不同：每个顶点最多由 {bones}，文件中为 {most} 根"
    ),
    "weights of {vertices} of {mesh} differ from the file": "{mesh} 的 {vertices}的权重与文件不同",
    "1 vertex of {mesh} is not where the file has it": "{mesh} 有 1 个顶点不在文件中的位置",
    "{count} vertices of {mesh} are not where the file has them": "{mesh} 有 {count} 个顶点不在文件中的位置",
    "{mesh} is no longer the child of its armature": "{mesh} 不再是其骨架的子级",
    "{mesh} has been moved, turned or scaled apart from its armature": "{mesh} 脱离骨架单独移动、旋转或缩放过",
    "shape key {key} of {mesh}, which is not of the file, is at {value}": (
        "{mesh} 的形态键 {key} 不属于文件，其值为 {value}"
    ),
    "{curves} of the action {action} muted, first {bone}": "动作 {action} 有 {curves}被静音，首先是 {bone}",
    "{curves} of the action {action} changed since the import, first {bone}": (
        "动作 {action} 有 {curves}自导入后被更改，首先是 {bone}"
    ),
    "{curves} of the action {action} removed since the import": "动作 {action} 有 {curves}自导入后被移除",
    "the action of the clip on {object} was deleted": "{object} 上该片段的动作已被删除",
    "{object} plays no action, not {action}": "{object} 没有播放动作，应为 {action}",
    "{object} plays the action {other}, not {action}": "{object} 播放的是动作 {other}，应为 {action}",
    "the scene's time is remapped (Output Properties, Time Stretching: {old} to {new})": (
        "场景的时间被重映射（输出属性，时间拉伸：{old} 到 {new}）"
    ),
    "{modifiers} (before the Armature modifier)": "{modifiers}（在骨架修改器之前）",
    "{modifiers} (after the Armature modifier)": "{modifiers}（在骨架修改器之后）",
    "{first}, an unkeyed pose": "{first}，未设关键帧的姿态",
    "{first}, NLA strip {name}": "{first}，NLA 片段 {name}",
    "{first}, NLA strips {names}": "{first}，NLA 片段 {names}",
    "an unkeyed pose": "未设关键帧的姿态",
    "no action": "无动作",
    "action {name}": "动作 {name}",
    "actions {names}": "动作 {names}",
    "NLA strip {name}": "NLA 片段 {name}",
    "NLA strips {names}": "NLA 片段 {names}",
    "{moved}, scaled by {factor}": "{moved}，缩放到 {factor} 倍",
    "is scaled by {factor}": "缩放到 {factor} 倍",
    "{moved}, turned {angle} degrees": "{moved}，旋转了 {angle} 度",
    "is turned {angle} degrees": "旋转了 {angle} 度",
    "stands {distance} away": "移动了 {distance}",
    "adds {vertices}": "增加 {vertices}",
    "takes away {vertices}": "去掉 {vertices}",
    "moves nothing": "没有移动任何东西",
    "moves vertices by up to {length} ({share} of the size)": "移动顶点最多 {length}（尺寸的 {share}）",
    "moves the others by up to {length} ({share} of the size)": "移动其余顶点最多 {length}（尺寸的 {share}）",
    "leaves none that can be told from the others": "剩下的顶点无法相互区分",
    "1 curve": "1 条曲线",
    "{count} curves": "{count} 条曲线",
    "1 bone moves": "1 根骨骼移动",
    "{count} bones move": "{count} 根骨骼移动",
    "{vertices} of the scene found in the file": "场景的 {vertices}在文件中找到",
    "{count} of the scene are not in it and not judged": "场景中有 {count} 个不在文件中，未评判",
    "{count} of the file are not in the scene": "文件中有 {count} 个不在场景中",
    "joints without a bone: {joints}": "没有骨骼的关节：{joints}",
    "{change}; the comparison is with what was imported": "{change}；比较以导入时的内容为准",
}
