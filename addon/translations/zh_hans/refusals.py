"""Why something was refused, and what to do about it (see ``skinning_core.text``)."""

from __future__ import annotations

WORDS = {
    "there is no profile {name}": "没有名为 {name} 的引擎配置",
    "profiles: {names}": "引擎配置：{names}",
    "choose the armature in the modifier": "请在修改器中选择骨架",
    "this character has several armatures": "该角色有多个骨架",
    "this has no remedy that is a button": "这没有可一键应用的补救办法",
    "docs/causes.md says what to do": "docs/causes.md 说明了该怎么做",
    "this mesh has no armature any more": "该网格已没有骨架",
    "give it one first": "请先给它一个",
    "several groups have lost their bones": "有多个顶点组失去了骨骼",
    "give them their names by hand": "请手动给它们命名",
    "what this is about is no longer there": "所涉及的东西已不在此处",
    "there is no character in this scene": "此场景中没有角色",
    "import one": "请导入一个",
    "the character is being changed": "角色正在被更改",
    "it is compared again at the next frame": "下一帧会再次比较",
    "the reference leaves float32's range at this time": "参考在此时间超出了 float32 的范围",
    "{mesh} is in Edit Mode": "{mesh} 处于编辑模式",
    "leave it (Tab)": "请退出（Tab）",
    "{modifier} of {mesh} changes the mesh": "{mesh} 的 {modifier} 改变了网格",
    "use Current Frame, which tells it apart, or switch the modifier off": (
        "请用“当前帧”，它能把两者区分开；或关闭该修改器"
    ),
    "{character} was not imported from a file": "{character} 不是从文件导入的",
    "{character} is no longer in this scene": "{character} 已不在此场景中",
    "vertex {vertex} is no longer in the mesh": "顶点 {vertex} 已不在网格中",
    "{object} is hidden from evaluation": "{object} 被隐藏，不参与求值",
    "{file} has changed since the import": "{file} 自导入后已更改",
    "{file} is no longer where it was at the import": "{file} 已不在导入时的位置",
    "there is no mesh in this file": "此文件中没有网格",
    "no mesh in this file has a skin, and none moves": "此文件中没有带蒙皮的网格，也没有会动的网格",
    "no mesh belongs to what is selected": "所选内容没有网格",
    "no vertex of the file lies where one of the selected objects does, at rest": (
        "静置时，文件中没有顶点与所选物体的顶点位置相同"
    ),
    "no vertex is left that shared a face with a lost one": "与丢失顶点同属一个面的顶点都已不在",
    "import it again": "请重新导入",
    "choose another file, or import this one": "请选择另一个文件，或导入此文件",
    "compare again": "请重新比较",
    "import it from a file": "请从文件导入",
    "put it back, Reload, or import it again": "请放回原处、重新读取，或重新导入",
    "show it in the viewports and in the view layer": "请在视图和视图层中显示它",
    "select a character's armature or its meshes": "请选择角色的骨架或网格",
    "their places can be shown": "可以显示它们的位置",
    "import it with File > Import > glTF 2.0": "请用 文件 > 导入 > glTF 2.0 导入",
    "the active object is no mesh": "活动物体不是网格",
    "{count} vertices are selected": "选中了 {count} 个顶点",
    "this vertex is not one of {character}'s file": "此顶点不属于 {character} 的文件",
    "there is no worst vertex yet": "还没有最差顶点",
    "there is no character in this scene any more": "此场景中已没有角色",
    "there is no mesh in an .md5anim file": ".md5anim 文件中没有网格",
    "there is no mesh in this file, and not one character that its clips are for": (
        "此文件中没有网格，也没有恰好一个可使用其片段的角色"
    ),
    "there is no mesh in this file, so nothing to import": "此文件中没有网格，无可导入",
    "no file was given": "没有给出文件",
    "a character can be imported in object mode only": "只能在物体模式下导入角色",
    "{what} hold numbers up to {largest}, more than Blender can reckon with": (
        "{what}中的数值达到 {largest}，超出 Blender 的计算范围"
    ),
    "the clips last until {end} s, which is beyond Blender's last frame, {last}": (
        "片段持续到 {end} 秒，超过了 Blender 的最后一帧 {last}"
    ),
    "its objects do not say which file they are from": "其物体没有记录来自哪个文件",
    "its {changed} have changed since the import": "其{changed}自导入后已更改",
    "the clips of the file have changed since the import": "文件的片段自导入后已更改",
    "the character {character} is no longer in this file": "角色 {character} 已不在此文件中",
    "the mesh {mesh} is no longer in this file": "网格 {mesh} 已不在此文件中",
    "the mesh {mesh} has lost its attribute {first} or {second}": "网格 {mesh} 丢失了属性 {first} 或 {second}",
    "the collection {collection} holds no character of Skinproof": "集合 {collection} 中没有 Skinproof 的角色",
    "{object} is linked from another file": "{object} 是从另一个文件链接的",
    "{character} is linked from {file}": "{character} 链接自 {file}",
    "{object} has been edited and not evaluated since": "{object} 编辑后尚未重新求值",
    "{object} is in the NLA's tweak mode": "{object} 处于 NLA 的调整模式",
    "the pose at frame {frame} is not keyed, and other frames would lose it": (
        "第 {frame} 帧的姿态没有关键帧，换到其他帧会丢失它"
    ),
    "the bone {bone} is no joint of the file": "骨骼 {bone} 不是文件中的关节",
    "the joints above {bone} have no bones": "{bone} 之上的关节没有骨骼",
    "Blender's own importer reads .glb and .gltf files only": "Blender 自带的导入器只读取 .glb 和 .gltf 文件",
    "Blender's own glTF importer cannot be enabled": "无法启用 Blender 自带的 glTF 导入器",
    "Blender's own importer needs a window": "Blender 自带的导入器需要窗口",
    "Blender's own importer fails: {why}": "Blender 自带的导入器失败：{why}",
    "Blender's own importer made {vertices} of node {node}, which uses {expected}": (
        "Blender 自带的导入器由节点 {node} 生成了 {vertices}，而该节点使用 {expected} 个"
    ),
    "{file} has changed since it was read, and Blender's own importer reads it again": (
        "{file} 自读取后已更改，而 Blender 自带的导入器会重新读取"
    ),
    "the clip is of another file, which Blender's own importer does not take": (
        "该片段来自另一个文件，Blender 自带的导入器不读取它"
    ),
    "{count} joints are more than any transport of this GPU holds: {need}": (
        "{count} 个关节超出此 GPU 任何传输方式的容量：{need}"
    ),
    "a transform of translation, rotation and one scale cannot hold the matrix of joint {joint}: its "
    "axes have the lengths {first}, {second}, {third} and it departs by {part} of its scale (allowed: {most})": (
        "平移、旋转加单一缩放的变换无法表示关节 {joint} 的矩阵：其各轴长度为 {first}、{second}、{third}，"
        "偏离其缩放的 {part}（允许：{most}）"
    ),
    "the GPU driver refused the shader {shader}: {why}": "GPU 驱动拒绝了着色器 {shader}：{why}",
    "GPU skinning runs inside Blender, and this Python has no bpy": "GPU 蒙皮在 Blender 中运行，而此 Python 没有 bpy",
    "Blender {version} has no GPU in background mode (5.2 has, and any window)": (
        "Blender {version} 在后台模式下没有 GPU（5.2 有，任何窗口也有）"
    ),
    "the GPU could not be started in background mode: {why}": "无法在后台模式下启动 GPU：{why}",
    "Blender offers no GPU: {why}": "Blender 没有提供 GPU：{why}",
    "Blender was started without a GPU backend": "Blender 启动时没有 GPU 后端",
    "select a vertex of a mesh of {character}": "请选择 {character} 的网格上的一个顶点",
    "select one, in Edit Mode": "请在编辑模式下选择一个",
    "choose its character above": "请在上方选择其角色",
    "compare first": "请先比较",
    "choose its .md5mesh file as well": "请同时选择其 .md5mesh 文件",
    "choose it along with one character": "请将它与一个角色一起选择",
    "choose a .glb, .gltf, .vrm or .md5mesh file": "请选择 .glb、.gltf、.vrm 或 .md5mesh 文件",
    "leave the current mode first": "请先离开当前模式",
    "look for what has blown up in the program that wrote the file": "请在写出该文件的程序中查找数值失控的原因",
    "lower the scene's frame rate, or import without clips": "请降低场景帧率，或不带片段导入",
    "import the file again": "请重新导入该文件",
    "reload it, or import it again": "请重新读取，或重新导入",
    "choose a character with a mesh": "请选择带网格的角色",
    "choose the character that was made from this file, or give a bone map": (
        "请选择由此文件制作的角色，或给出骨骼对应表"
    ),
    "choose the mesh that was made from this file": "请选择由此文件制作的网格",
    "correct the map": "请更正对应表",
    "it needs no map": "它不需要对应表",
    "once each": "每个只能一次",
    "none of the file's {count} joints is a bone of this rig, and its mesh is another": (
        "文件的 {count} 个关节都不是此骨架的骨骼，网格也是另一个"
    ),
    "{there} of the file's {count} joints are bones of this rig, but its mesh lies elsewhere": (
        "文件的 {count} 个关节中有 {there} 个是此骨架的骨骼，但网格位于别处"
    ),
    "the bone map names {name} for several joints": "骨骼对应表把 {name} 给了多个关节",
    "the bones of an imported character are its file's": "导入角色的骨骼就是其文件的骨骼",
    "the mesh {mesh} has been edited since the file was attached": "网格 {mesh} 在附加文件后被编辑过",
    "the objects have no vertices": "这些物体没有顶点",
    "the bone map names what is not there: {names}": "骨骼对应表提到了不存在的名称：{names}",
    "nothing was left unjudged that could be accepted": "没有可以接受的未评判内容",
    "the arrays of this comparison are no longer there": "此次比较的数据已不在",
    "attach the file again": "请重新附加文件",
    "the modifiers of {mesh} make other vertices than in the file": "{mesh} 的修改器生成的顶点与文件中的不同",
    "attach the file there": "请在那里附加文件",
    "change it there": "请在那里更改",
    "select the character that was made from this file": "请选择由此文件生成的角色",
    "update it": "请更新它",
    "leave it to compare the clips": "请离开该模式再比较片段",
    "compare the current frame, or key the pose": "请比较当前帧，或为姿态插入关键帧",
    "take another bone": "请换一根骨骼",
    "import it on the exact rig": "请用“精确”骨架导入",
    "check the add-on glTF 2.0 format": "请检查插件 glTF 2.0 format",
    "run it from Blender or from the bpy module": "请在 Blender 或 bpy 模块中运行",
    "skin on the CPU: the engine 'fast' computes the same": "请在 CPU 上蒙皮：引擎 'fast' 的结果相同",
    "use the transport 'texture', which carries any matrix": "请使用传输方式 'texture'，它能传输任何矩阵",
    "use the transport 'texture', or the CPU engine 'fast'": "请使用传输方式 'texture'，或 CPU 引擎 'fast'",
    "clips": "片段",
    "nodes and joints": "节点和关节",
    "meshes and vertices": "网格和顶点",
    "vertices": "顶点",
    "joints or nodes": "关节或节点",
    "inverse bind matrices": "逆绑定矩阵",
    "keys": "关键帧",
    "{count} joints need {need} of {have} {unit}": "{count} 个关节需要 {have} {unit}中的 {need}",
    "uniform components": "个 uniform 分量",
    "bytes of a uniform buffer": "字节的 uniform 缓冲",
    "texels of a texture's line": "个纹理单行纹素",
    "close other programs, or ask for fewer times or smaller parts": "请关闭其他程序，或减少时间数量，或缩小各部分",
    "the numbers of {engine} are too large to place {vertices}": "{engine} 的数值太大，无法放置 {vertices}",
    "joints multiply to matrices with entries beyond {largest}, so there are no positions to compare": (
        "关节相乘所得矩阵的元素超过 {largest}，没有位置可比较"
    ),
    "look for enormous scales, translations or inverse bind matrices": "请查找过大的缩放、平移或逆绑定矩阵",
    "use form:points or form:palette, which take any matrix": "请用 form:points 或 form:palette，它们接受任何矩阵",
    "a transform of translation, rotation and one scale cannot hold the {what} of joint {joint}: its "
    "scales are {first}, {second}, {third} and {loss} of it is shear (allowed: {most})": (
        "平移、旋转和单一缩放的变换无法容纳关节 {joint} 的{what}："
        "其缩放为 {first}、{second}、{third}，其中 {loss} 为切变（允许：{most}）"
    ),
    "an inverse bind matrix is singular, so that its joint has no place in the bind pose": (
        "有一个逆绑定矩阵是奇异的，因此其关节在绑定姿态中没有位置"
    ),
    "part {part} of {model} has no skin": "{model} 的部分 {part} 没有蒙皮",
    "world matrix": "世界矩阵",
    "bind matrix": "绑定矩阵",
    "no action {name} could move {character}": "没有名为 {name} 的动作能移动 {character}",
    "no action, strip or track of {character} is the clip {clip} (name it by --clip-map)": (
        "{character} 没有动作、NLA 片段或轨道是文件的片段 {clip}（请用 --clip-map 指定）"
    ),
    "only what plays now was judged (name it by --clip, or ask for all by --judge clips)": (
        "只判断了现在播放的内容（请用 --clip 指定它，或用 --judge clips 要求全部）"
    ),
    "several actions could be the clip {clip}: {actions} (name one by --clip-map)": (
        "有多个动作可能是文件的片段 {clip}：{actions}（请用 --clip-map 指定其一）"
    ),
    "one of {names}": "其中之一：{names}",
    "what plays now ({words}) is none of the file's clips": "现在播放的（{words}）不是文件的任何片段",
    "there is no time to compare at": "没有可比较的时间",
    "frames are of a scene": "帧属于场景",
    "name a scene by --scene, or ask for keys": "请用 --scene 指定场景，或按关键帧比较",
}
