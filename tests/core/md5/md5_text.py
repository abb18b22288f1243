"""The smallest MD5 files: text to be changed by a test, line by line."""

from __future__ import annotations

from pathlib import Path

MESH = """MD5Version 10
commandline "made by hand // with slashes"

numJoints 3
numMeshes 1

joints {
	"root bone"	-1 ( 0 0 1 ) ( 0 0 0 )		// the root has no parent
	"upper arm"	0 ( 0 0 2 ) ( -0.5 -0.5 -0.5 )		// root bone
	"hand {left}"	1 ( 1 0 2 ) ( -0.7071067811865476 0 0 )
}

mesh {
	// meshes: a triangle and a half
	shader "models/one two"

	numverts 4
	vert 0 ( 0 0.25 ) 0 1
	vert 1 ( 1 0 ) 1 2
	vert 2 ( 1 1 ) 3 1
	vert 3 ( 0 1 ) 1 3 /* shares weights
	with others */

	numtris 2
	tri 0 0 1 2
	tri 1 0 2 3

	numweights 4
	weight 0 0 1 ( 1 0 0 )
	weight 1 0 0.25 ( 0 1 1 )
	weight 2 1 0.75 ( 1 0 0 )
	weight 3 2 1 ( 0.5 0 0 )
}
"""

ANIM = """MD5Version 10
commandline ""

numFrames 3
numJoints 3
frameRate 10
numAnimatedComponents 5

hierarchy {
	"root bone"	-1 5 0	// Tx Tz
	"upper arm"	0 56 2	// Qx Qy Qz
	"hand {left}"	1 0 0
}

bounds {
	( -1 -1 -1 ) ( 1 1 1 )
	( -2 -1 -1 ) ( 2 1 1 )
	( -3 -1 -1 ) ( 3 1 1 )
}

baseframe {
	( 0 5 1 ) ( 0 0 0 )
	( 0 0 1 ) ( 0 0 0 )
	( 0 1 0 ) ( 0 0.6 0 )
}

frame 0 {
	0 1
	0 0 0
}

frame 1 {
	10 2 // a comment between numbers
	0 0 -0.7071067811865476
}

frame 2 {
	20 4 0 0 -1
}
"""


def line_of(text: str, part: str) -> int:
    """The line, from 1, on which a part of the text first stands."""
    return text[: text.index(part)].count("\n") + 1


def write(folder: Path, mesh: str = MESH, anim: str | None = ANIM) -> tuple[Path, Path]:
    """Write ``arm.md5mesh`` and (unless None) ``raise.md5anim``."""
    mesh_path, anim_path = folder / "arm.md5mesh", folder / "raise.md5anim"
    mesh_path.write_text(mesh, encoding="utf-8")
    if anim is not None:
        anim_path.write_text(anim, encoding="utf-8")
    return mesh_path, anim_path
