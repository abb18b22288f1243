"""The list of characters and its buttons."""

from __future__ import annotations

WORDS = {
    "Characters": "角色",
    "Character": "角色",
    "Or drop a .glb into the viewport": "或将 .glb 拖入视图",
    "1 clip": "1 个片段",
    "{count} clips": "{count} 个片段",
    "1 bone": "1 根骨骼",
    "{count} bones": "{count} 根骨骼",
    "1 joint": "1 个关节",
    "{count} joints": "{count} 个关节",
    "1 vertex": "1 个顶点",
    "{count} vertices": "{count} 个顶点",
    "Bones": "骨骼",
    "Vertices": "顶点",
    "File": "文件",
    "The file that the character came from": "角色来自的文件",
    "Active Character": "活动角色",
    "The character that buttons act on": "按钮所作用的角色",
    "Clip": "片段",
    "Clip of the file": "文件中的片段",
    "Rest Pose": "静置姿态",
    "The nodes' stored pose, without a clip": "节点存储的姿态，不含片段",
    "The clip to play and to compare": "要播放和比较的片段",
    "Index": "索引",
    "Place among the clips of the file": "在文件片段中的位置",
    "Select Character": "选择角色",
    "Select everything that belongs to the active character": "选择属于活动角色的一切",
    "Remove Character": "移除角色",
    "Remove Leftover Actions": "移除遗留的动作",
    "Remove 1 Leftover Action": "移除 1 个遗留的动作",
    "Remove {count} Leftover Actions": "移除 {count} 个遗留的动作",
    "Removed 1 action": "已移除 1 个动作",
    "Removed {count} actions": "已移除 {count} 个动作",
    "No deleted character has left an action": "没有已删除的角色遗留动作",
    "Remove the actions of imported characters that were deleted, and their empty collections, if nothing uses them": (
        "移除已删除的导入角色的动作及其空集合（若无其他使用）"
    ),
    "Remove the active character: its armature, meshes and actions; of one that was attached, only what was noted": (
        "移除活动角色：它的骨架、网格和动作；对附加的角色只移除所作的记录"
    ),
    "Detached {name}": "已解除附加 {name}",
    "Attach File": "附加文件",
    "Use the Selected Character": "使用选中的角色",
    "Attach a file to the selected armature or meshes, whatever brought them in, to compare them with it": (
        "给选中的骨架或网格附加一个文件，无论它们从何而来，以便与之比较"
    ),
    "Compare with an Export": "与导出文件比较",
    "Compare with an Export…": "与导出文件比较…",
    "Compare a file that was exported from this scene with what plays here: every clip, at every frame": (
        "把从此场景导出的文件与此处播放的内容比较：每个片段，每一帧"
    ),
    "Exports can be compared in Object Mode only": "只能在物体模式下比较导出文件",
    "Attached": "已附加",
    "Something else brought it in, and a file was attached to it": "由其他途径导入，之后附加了文件",
    "Bone": "骨骼",
    "The bone that the joint is; empty: none": "该关节对应的骨骼；空：无",
    "Bone Map": "骨骼对应表",
    "Row of the Bone Map": "骨骼对应表的行",
    "Character of the Bone Map": "骨骼对应表的角色",
    "Found by Skinproof": "由 Skinproof 找到",
    "List which bone each joint of the file is, as it was found by names, hierarchy and place": (
        "列出文件的每个关节对应哪根骨骼，按名称、层级和位置找到"
    ),
    "Apply Bone Map": "应用骨骼对应表",
    "Attach the file again by the bones of this list": "按此列表的骨骼重新附加文件",
    "Save Bone Map": "保存骨骼对应表",
    "Write the bone map to a file": "把骨骼对应表写入文件",
    "Load Bone Map": "载入骨骼对应表",
    "Attach the file again by the bone map of a file": "按文件中的骨骼对应表重新附加文件",
    "{count} of the file found on the surface of a mesh made anew": "文件的 {count} 个顶点在重新制作的网格表面上找到",
    "Clip Is Action": "片段即动作",
    "Clip Is Action…": "片段即动作…",
    "Say which action of the scene is a clip of the file": "指定场景中哪个动作是文件的某个片段",
    "Of the file": "文件的",
    "Of the scene": "场景的",
    "Action": "动作",
    "{clip} is {action}": "{clip} 即 {action}",
    "Select a character's armature or its meshes first": "请先选择角色的骨架或网格",
    "Characters can be attached in Object Mode only": "只能在物体模式下附加角色",
    "Attached {name}: {what}": "已附加 {name}：{what}",
    "Vertices that were not found in the file when it was attached": "附加文件时未能在其中找到的顶点",
    "Not in the File": "不在文件中",
    "{count} not in the file": "{count} 个不在文件中",
    "1 vertex is not in the file": "1 个顶点不在文件中",
    "{count} vertices are not in the file": "{count} 个顶点不在文件中",
    "Every vertex is in the file": "所有顶点都在文件中",
    "Select": "选择",
    "Show": "显示",
    "Select Vertices Not in the File": "选择不在文件中的顶点",
    "Open the active character's mesh in Edit Mode with those vertices selected that are not in its file": (
        "在编辑模式下打开活动角色的网格，选中不在其文件中的顶点"
    ),
    "Select Around Lost Vertices": "选择丢失顶点的周围",
    "Open the active character's mesh in Edit Mode with those vertices selected that lost ones shared a face with": (
        "在编辑模式下打开活动角色的网格，选中与丢失顶点同属一个面的顶点"
    ),
    "1 vertex selected": "已选择 1 个顶点",
    "{count} vertices selected": "已选择 {count} 个顶点",
    "Removed {name}": "已移除 {name}",
    "Reload": "重新读取",
    "Read the file of the active character again and compare with what it holds now; the scene stays as it is": (
        "重新读取活动角色的文件，以后与其现在的内容比较；场景保持不变"
    ),
    "Read {file} again: it is compared with what it holds now": "已重新读取 {file}：以后与其现在的内容比较",
    "Find File": "查找文件",
    "Say where the file of the active character is now. It is known again by its bytes; its name may be another": (
        "指出活动角色的文件现在在哪里。它按内容辨认，名称可以不同"
    ),
    "Another File": "另一个文件",
    "Take the file also where it is not the one of the import, and compare with it from now on": (
        "即使不是导入时的文件也采用它，以后与之比较"
    ),
    "Use Another File": "使用另一个文件",
    "Compare the active character with another file than that of its import from now on": (
        "以后把活动角色与另一个文件（不是导入时的文件）比较"
    ),
    "{file} is another file than at the import": "{file} 不是导入时的那个文件",
    "Compare with it from now on?": "以后与它比较吗？",
    "Found {file}: it is the file of the import": "已找到 {file}：它就是导入时的文件",
    "{file} is compared with from now on: it is another file than at the import": (
        "以后与 {file} 比较：它不是导入时的那个文件"
    ),
    "Preview Clip": "预览片段",
    "Set the preview range of the timeline to the chosen clip, or clear it for the rest pose": (
        "把时间线的预览范围设为所选片段；静置姿态则清除预览范围"
    ),
    "Import a character first": "请先导入角色",
    "Characters can be changed in Object Mode only": "只能在物体模式下更改角色",
    "{job} is running": "{job}正在进行",
    "there is not enough memory for this": "内存不足",
    "Help": "帮助",
    "Open a page that explains every button and setting, in your browser": "在浏览器中打开解释每个按钮和设置的页面",
    "Buttons": "按钮",
    "Settings": "设置",
}
