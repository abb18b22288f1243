"""Sentences about a scene or a file (see ``skinning_core.text``) that are not typical mistakes."""

from __future__ import annotations

WORDS = {
    "Compared: {what}, as it plays": "评判的是所见：{what}",
    "Playing: {what}. The file's clip is {clip}": "正在播放：{what}。文件的片段是 {clip}",
    "The character {moved}: taken off before comparing": "角色{moved}：比较前已扣除",
    "The character {moved}: compared in place": "角色{moved}：就地比较",
    "The character {moved}, which counts as error": "角色{moved}，这算作误差",
    "The character stands unevenly scaled, mirrored or sheared, which is not taken off": (
        "角色被非均匀缩放、镜像或切变，无法扣除"
    ),
    "{count} extra vertices of {mesh} in the scene were left out": "场景中 {mesh} 多出的 {count} 个顶点未参与比较",
    "{count} vertices are gone; in their places others with the same weights are left and were compared": (
        "{count} 个顶点已不在；原处留有权重相同的其他顶点，比较的是它们"
    ),
    "{mesh} is in Edit Mode: the mesh is judged as edited so far, moved by the pose": (
        "{mesh} 处于编辑模式：按目前的编辑加上姿态评判"
    ),
    "{armature} is in Edit Mode: its rest position is judged": "{armature} 处于编辑模式：评判其静置位置",
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
    "a mirror was applied to {armature}: at rest its {axis} is turned round, in its keys it is not": (
        "{armature} 应用了镜像：静置时其 {axis} 轴反转，而关键帧没有"
    ),
    "bone {bone} of {armature} multiplies its weights by its envelope": "{armature} 的骨骼 {bone} 将权重乘以其封套",
    "a driver sets the {channel} of bone {bone} of {armature}": "驱动器设置了 {armature} 的骨骼 {bone} 的 {channel}",
    "a driver sets {channel} of {object}": "驱动器设置了 {object} 的 {channel}",
    "a driver sets shape key {key} of {mesh}": "驱动器设置了 {mesh} 的形态键 {key}",
    "{object} is mirrored: its scale along {axis} is {value}": "{object} 被镜像：其沿 {axis} 轴的缩放为 {value}",
    "{object} is scaled unevenly: {x}, {y}, {z}": "{object} 的缩放不均匀：{x}、{y}、{z}",
    "{object} has the parent {parent}, which moves": "{object} 的父级 {parent} 在运动",
    "{object} uses the slot {other} of the action {action}, not {slot}": (
        "{object} 使用动作 {action} 的插槽 {other}，而不是 {slot}"
    ),
    "the action of {object} has an influence of {value}": "{object} 的动作影响力为 {value}",
    "the action of {object} is blended by {blend}": "{object} 的动作以 {blend} 方式混合",
    "the curve modifier {modifier} changes {channel} of {bone} in the action {action}": (
        "曲线修改器 {modifier} 更改了动作 {action} 中 {bone} 的 {channel}"
    ),
    "what plays {clip} begins at frame {begin}, the clip itself at frame {start}: it is {which}": (
        "播放 {clip} 的内容从第 {begin} 帧开始，片段本身从第 {start} 帧开始：偏{which}"
    ),
    "what plays {clip} has keys from frame {begin} to {end} only, the clip from {start} to {stop}": (
        "播放 {clip} 的内容只在第 {begin} 至 {end} 帧有关键帧，片段则为第 {start} 至 {stop} 帧"
    ),
    "what plays {clip} moves {bones} that the clip leaves at rest, first {bone}": (
        "播放 {clip} 的内容移动了片段中保持静止的 {bones}，首先是 {bone}"
    ),
    "{count} bones or objects": "{count} 个骨骼或物体",
    "{bone} has a scale of 0 in {clip}: nothing tells where what it carries stands": (
        "{bone} 在 {clip} 中的缩放为 0：无从得知其所带动的部分位于何处"
    ),
    "what plays {clip} is the clip at the keys of the file, and another curve between them": (
        "播放 {clip} 的内容在文件的关键帧处与片段一致，在其间则是另一条曲线"
    ),
    "the strip {strip} of {object} starts {frames} frames {which}": (
        "{object} 的片段条 {strip} 开始得{which} {frames} 帧"
    ),
    "the strip {strip} of {object} fades in over {before} frames and out over {after}": (
        "{object} 的片段条 {strip} 用 {before} 帧淡入，用 {after} 帧淡出"
    ),
    "late": "晚",
    "early": "早",
    "the strip {strip} of {object} is stretched {factor} times": "{object} 的片段条 {strip} 被拉伸 {factor} 倍",
    "the strip {strip} of {object} repeats its action {factor} times": (
        "{object} 的片段条 {strip} 将动作重复 {factor} 次"
    ),
    "the strip {strip} of {object} plays backwards": "{object} 的片段条 {strip} 倒放",
    "the strip {strip} of {object} has an influence of {value}": "{object} 的片段条 {strip} 影响力为 {value}",
    "the strip {strip} of {object} is blended by {blend}": "{object} 的片段条 {strip} 以 {blend} 方式混合",
    "the strip {strip} of {object} plays the action {other}, not {action}": (
        "{object} 的片段条 {strip} 播放动作 {other}，而不是 {action}"
    ),
    "shape key {key} of {mesh} is relative to {other}, not to {basis}": (
        "{mesh} 的形态键 {key} 相对于 {other}，而不是 {basis}"
    ),
    "bone {bone} of {armature} has another rest pose than in the file": "{armature} 的骨骼 {bone} 静置时位置不同",
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
    "a pose without keys": "未设关键帧的姿态",
    "no action": "无动作",
    "actions {names}": "动作 {names}",
    "NLA strips {names}": "NLA 片段 {names}",
    "adds {vertices}": "增加 {vertices}",
    "takes away {vertices}": "去掉 {vertices}",
    "moves nothing": "没有移动任何东西",
    "leaves none that can be told from the others": "剩下的顶点无法相互区分",
    "{count} curves": "{count} 条曲线",
    "{count} bones move": "{count} 根骨骼移动",
    "{count} of the scene are not in it and not judged": "场景中有 {count} 个不在文件中，未评判",
    "{count} of the file are not in the scene": "文件中有 {count} 个不在场景中",
    "joints without a bone: {joints}": "没有骨骼的关节：{joints}",
    "{change}; the comparison is with what was imported": "{change}；比较以导入时的内容为准",
    "Not compared: {what}; it {effect}": "不计入评判：{what}；它{effect}",
    "{modifiers} of {mesh}": "{mesh} 的 {modifiers}",
    "{modifier} (before the Armature modifier)": "{modifier}（在骨架修改器之前）",
    "{modifier} (after the Armature modifier)": "{modifier}（在骨架修改器之后）",
    "moves vertices by up to {length}": "移动顶点最多 {length}",
    "moves the others by up to {length}": "移动其余顶点最多 {length}",
    "{metres} m ({percent} % of the size)": "{metres} 米（尺寸的 {percent} %）",
    "{metres} m": "{metres} 米",
    "{first} and {second}": "{first}，并{second}",
    "{first}, {second}": "{first}、{second}",
    "{first}; {second}": "{first}；{second}",
    "{names} and {more} more": "{names} 等另外 {more} 个",
    "The scene has {rate} frames per second, the keys were placed for {own}: it plays at {part} % of the "
    "file's speed": ("场景为每秒 {rate} 帧，而关键帧按每秒 {own} 帧放置：播放速度为文件的 {part} %"),
    "{what} (and {more})": "{what}（另有 {more}）",
    "{count} more bones": "{count} 根骨骼",
    "bone {bone} of {armature} moves along other axes": "{armature} 的骨骼 {bone} 沿其他轴向移动",
    "bone {bone} of {armature} bends (Bendy Bones)": "{armature} 的骨骼 {bone} 会弯曲（柔性骨骼）",
    "{modifier} uses bone envelopes": "{modifier}使用了骨骼封套",
    "{mesh} has {modifiers}": "{mesh} 有 {modifiers}",
    "{count} Armature modifiers": "{count} 个骨架修改器",
    "{modifier} follows {object}, which is not of this character": "{modifier}跟随 {object}，而它不属于此角色",
    "shape key {key} of {mesh} is muted": "{mesh} 的形态键 {key} 被静音",
    "shape key {key} of {mesh} is limited to the vertex group {group}": "{mesh} 的形态键 {key} 仅限于顶点组 {group}",
    "one shape key of {mesh} is pinned": "{mesh} 的一个形态键被固定",
    "{object} has no slot in the action {action}, which moves nothing then": (
        "{object} 在动作 {action} 中没有槽，因此该动作不起作用"
    ),
    "{object} plays the action {other}": "{object} 播放的是动作 {other}",
    "action {names}": "动作 {names}",
    "NLA strip {names}": "NLA 片段 {names}",
    "stands {metres} m away": "移动了 {metres} 米",
    "turned {angle} degrees": "旋转了 {angle} 度",
    "scaled by {factor}": "缩放到 {factor} 倍",
    "is {moved}": "已{moved}",
    "{count} vertices of the scene found in the file": "场景的 {count} 个顶点在文件中找到",
    "GPU: {device}": "GPU（图形处理器）：{device}",
    "{transport} instead of {other}: {need}": "改用 {transport} 而非 {other}：{need}",
    "the four strongest influences leave out up to {part} of a vertex's weight": (
        "四个最强的影响最多舍去一个顶点 {part} 的权重"
    ),
    "{count} vertices were not written by the GPU": "GPU 没有写出 {count} 个顶点",
    "{chain}: each of Blender's float32 matrices adds an error of about 1e-8 of the size": (
        "{chain}：Blender 的每个 float32 矩阵约增加尺寸的 1e-8 的误差"
    ),
    "{span}: products of float32 matrices may be off by {error} of the size": (
        "{span}：float32 矩阵之积的误差可达尺寸的 {error}"
    ),
    "the character stands {far} m from the origin: it is rigged around a point of its own, but Blender "
    "moves it there in float32": ("角色距原点 {far} 米：骨架绕其自身的一点建立，但 Blender 以 float32 将其移到那里"),
    "Blender's clock is a float32 count of frames: at {time} s it cannot place the fastest joint better "
    "than {angle} rad": ("Blender 的时钟是 float32 的帧数：在 {time} 秒时，最快的关节的精度不优于 {angle} 弧度"),
    "{count} vertices have negative weights, which Blender's vertex groups cannot hold": (
        "{count} 个顶点有负权重，Blender 的顶点组无法保存"
    ),
    "a chain of {count} nodes": "一条有 {count} 个节点的链",
    "scales span {span} : 1": "缩放相差 {span} : 1 倍",
    "coordinates so large that one float32 rounding is {rounding} of the size": (
        "坐标太大，一次 float32 舍入就达尺寸的 {rounding}"
    ),
    "float32 is the floor: {reasons}": "float32 是精度下限：{reasons}",
    "by design not the specification: every vertex follows its strongest joint alone": (
        "有意不按规范：每个顶点只跟随其最强的关节"
    ),
    "by design not the specification: a vertex follows its four strongest joints": (
        "有意不按规范：顶点跟随其最强的四个关节"
    ),
    "by design not the specification: rotations are blended as dual quaternions, volume is kept": (
        "有意不按规范：旋转按双四元数混合，保持体积"
    ),
    "by design not the specification: this is Blender's Preserve Volume": "有意不按规范：这是 Blender 的“保持体积”",
    "taking its matrices apart into translation, rotation and scale loses at most {loss} of them": (
        "把矩阵拆成平移、旋转和缩放，最多损失其 {loss}"
    ),
    "/nodes/{node}: animated, but given as a matrix; its decomposition is used": (
        "/nodes/{node}：带动画却以矩阵给出；使用其分解"
    ),
    "{where}: animates morph weights of node {node}, which has no targets": (
        "{where}：为节点 {node} 的形变权重设了动画，但它没有形变目标"
    ),
    "{where}: a second track of the same target; the last one counts": "{where}：同一目标的第二条轨道；以最后一条为准",
    "{count} keys are": "{count} 个关键帧",
    "{where}: {keys} at the time of the next key, which counts": "{where}：{keys}与下一关键帧同时，以后者为准",
    "the path {path} is not read": "不读取路径 {path}",
    "what {names} animates is not read": "不读取 {names} 所设动画的内容",
    "a pointer channel says nowhere what it animates": "指针通道没有说明为什么设动画",
    "what the pointer {pointer} animates is not read": "不读取指针 {pointer} 所设动画的内容",
    "{where}: there is no decoder for Draco here; the file's uncompressed data are read instead": (
        "{where}：此处没有 Draco 解码器；改读文件中未压缩的数据"
    ),
    "the extension {extension} is not read ({why})": "不读取扩展 {extension}（{why}）",
    "{what}, in {count} places": "{what}，共 {count} 处",
    "{where}: the primitive has no POSITION, so there is nothing to draw; it is skipped": (
        "{where}：图元没有 POSITION，无可绘制；已跳过"
    ),
    "{where}: {indices} out of range, without weight, read as joint 0": (
        "{where}：{indices}超出范围且没有权重，读作关节 0"
    ),
    "{count} joint indices": "{count} 个关节索引",
    "its clips move no node that has a name of this model's (they move {names})": (
        "其片段移动的节点与此模型的节点无一同名（它们移动 {names}）"
    ),
    "{file}: nodes that its clips move and that are not here are left out: {names}": (
        "{file}：其片段移动而此处没有的节点已略去：{names}"
    ),
    "{file}: joints that none of its clips moves stay at rest: {names}": (
        "{file}：其片段都不移动的关节保持静置：{names}"
    ),
    "{file}: joints that have another parent there: {names}": "{file}：在那里父级不同的关节：{names}",
    "{file}: morph weights of nodes with another number of targets are left out: {names}": (
        "{file}：形变目标数量不同的节点，其形变权重已略去：{names}"
    ),
    "mesh {mesh}: vertices whose weights name different points of the bind pose: {count}; skinning by "
    "matrices moves such a vertex from their mean": (
        "网格 {mesh}：其权重指向绑定姿态不同位置的顶点有 {count} 个；按矩阵蒙皮时从其平均位置移动"
    ),
    "{what}, up to {share} of the size in these clips": "{what}，在这些片段中最多为尺寸的 {share}",
    "an animation beside the mesh was left out: {why}": "网格旁的一个动画被略去：{why}",
    "copies of a mesh at other places": "网格在其他位置的副本",
    "springs move joints over time": "弹簧随时间移动关节",
    "constraints turn nodes after others": "约束使节点随其他节点转动",
    "a simulation moves nodes": "模拟会移动节点",
    "nodes move as the user asks": "节点按用户要求移动",
    "programs in the file move nodes": "文件中的程序会移动节点",
    "Skinproof does not know this extension, and it could move vertices": "Skinproof 不认识此扩展，而它可能移动顶点",
    "Between frames {share} of its size: an engine shows it, so export at {rate} fps": (
        "帧与帧之间为其尺寸的 {share}：引擎会显示它，因此请以每秒 {rate} 帧导出"
    ),
    "Compared: the file's skin on Blender's bones as they stand": "比较的是：文件的蒙皮用在 Blender 现在的骨骼上",
    "{verdict} ({why})": "{verdict}（原因：{why}）",
    "at {time} s pose and deformation work against each other: neither has a share of the difference": (
        "在 {time} 秒，姿态与变形相互抵消：两者都不占差异的份额"
    ),
    "the skin is right, bones are off (at {time} s)": "蒙皮正确，骨骼有偏差（在 {time} 秒）",
    "bones are right, the skin is off (at {time} s)": "骨骼正确，蒙皮有偏差（在 {time} 秒）",
    "{pose} % of it comes from the bones, {deformation} % from the skin (at {time} s)": (
        "其中 {pose} % 来自骨骼，{deformation} % 来自蒙皮（在 {time} 秒）"
    ),
    "{count} of the {total} keys": "{total} 个关键帧中的 {count} 个",
    "{count} of the {total} times at and between keys (every-key takes all)": (
        "关键帧上及其间 {total} 个时间中的 {count} 个（every-key 取全部）"
    ),
    "what plays {clip} has keys from frame {first} to {last}; frames {begin} to {end} are judged": (
        "播放 {clip} 的动画在第 {first} 至 {last} 帧有关键帧；评判第 {begin} 至 {end} 帧"
    ),
    "the pose is not keyed: only the current frame is judged, since others would lose it": (
        "姿态没有关键帧：只评判当前帧，因为换到其他帧会丢失它"
    ),
    "{judged} of {asked} clips": "{asked} 个片段中的 {judged} 个",
    "{judged} of {asked} times": "{asked} 个时间中的 {judged} 个",
    "{judged} of {asked} vertices": "{asked} 个顶点中的 {judged} 个",
    "{judged} of {asked} joints": "{asked} 个关节中的 {judged} 个",
    "{judged} of {asked} frames": "{asked} 帧中的 {judged} 帧",
    "{judged} of {asked} deform bones": "{asked} 根形变骨骼中的 {judged} 根",
    "not done": "未完成",
    "differs: {level}": "不同：{level}",
    "allowed: {level}": "在容差内：{level}",
    "{missing} of {count} clips not judged: {names}": "{count} 个片段中有 {missing} 个未判断：{names}",
    "{count} vertices are gone": "{count} 个顶点已不在",
    "{count} vertices have no usable position": "{count} 个顶点没有可用的位置",
    "positions differ": "位置不同",
    "what plays now mixes {names}, which the file has one by one": "现在播放的内容混合了 {names}，而文件中它们各自独立",
    "compared with the nearest points on {mesh}, a new mesh (at rest up to {percent} % of the size off)": (
        "与重新制作的网格 {mesh} 上的最近点比较（静置时相距最多为尺寸的 {percent} %）"
    ),
    "nothing could be compared": "没有可比较的内容",
    "{count} normals are missing or no numbers": "{count} 条法线缺失或不是数字",
    "normals are off by up to {angle} degrees (tolerance {limit})": "法线最多偏 {angle} 度（容差 {limit}）",
    "{lost} of {faces} triangles of the file are gone": "文件的 {faces} 个三角形中有 {lost} 个已不在",
    "{count} faces are not of the file": "{count} 个面不属于文件",
    "none of the file's {count} joints is in this rig": "文件的 {count} 个关节都不在此骨架中",
    "{missing} of the file's {count} joints have no bone: {names}": (
        "文件的 {count} 个关节中有 {missing} 个没有骨骼：{names}"
    ),
    "{modifier} takes away {count} vertices": "{modifier}去掉了 {count} 个顶点",
    "behind {modifier} no vertex can be told from another": "经过{modifier}后，顶点无法相互区分",
    "{modifier} moves it by up to {moves} m ({share} % of the size)": (
        "{modifier}使其移动最多 {moves} 米（尺寸的 {share} %）"
    ),
    "{modifier} adds {count} vertices: not judged": "{modifier}增加了 {count} 个顶点：未评判",
    "the same before {modifier}, which moves it by up to {moves} m ({share} % of the size)": (
        "在{modifier}之前相同，它使其移动最多 {moves} 米（尺寸的 {share} %）"
    ),
}
