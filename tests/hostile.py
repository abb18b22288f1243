"""A folder of hostile files, made by kind: what is wrong is in the text, the chunks, the paths, the names, the numbers,
or in what lies under the file's name. Some are no worse than odd, and are read.

``hostile(folder, count)`` makes all kinds and fills up with mutants of a sound file (`fuzz.mutate`), by their numbers.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from tests.core.gltf.test_reader_errors import BROKEN
from tests.fuzz.mutate import spoilt
from tests.tiny import Tiny

#: What a buffer or an image may name: nothing outside the folder, and nothing without an end, is opened for it.
PATHS = (
    "../outside.bin", "%2e%2e/outside.bin", "..%2foutside.bin", "sub/../../outside.bin", "..\\outside.bin",
    "/etc/hostname",
    "/dev/zero", "/dev/random", "/proc/self/pagemap", "/proc/kmsg", "file:///etc/hostname", "file://host/x.bin",
    "http://127.0.0.1:9/x.bin", "https://nobody.invalid/x.bin", "//nobody.invalid/share/x.bin",
    "\\\\nobody.invalid\\share\\x.bin", "\\\\?\\C:\\x.bin", "C:/x.bin", "CON", "x.bin:stream", "a\0b.bin", "", ".",
    "..", "/",
    "a" * 5000, "a/" * 2000, "fifo.bin", "folder.bin", "loop.bin", "out.bin", "zero.bin", "nothing.bin", "data:",
    "data:,x", "data:application/octet-stream;base64,????", "data:;base64," + "A" * 100_001, "~/x.bin", "$HOME/x.bin",
    "{0.__class__}.bin", "`id`.bin", "x.bin?y#z",
)  # fmt: skip
#: Names of nodes, meshes, skins and clips, and of files.
NAMES = (
    "", " ", "\n", "a\nb", "\t", "\0", "a\0b", "\x1b[31mred", "\u202egnp.exe", "\ud800", "\ufeff", "é" * 31, "女" * 21,
    "😀" * 16, "x" * 62, "x" * 63, "x" * 64, "x" * 300, "{0.__class__}", "{", "%s%n", "'; import os #", '"', "\\",
    "../..", "/",
    "CON", "-rf", "<script>alert(1)</script>", "<img onerror=x>", "]]>", "\u2028", 'pose.bones["x"]', "None", "NaN",
)  # fmt: skip
#: Texts that are no document.
TEXTS = (
    b"", b"[]", b"null", b"1", b"nonsense", b"\xff\xfe{}", b"\xef\xbb\xbf{}", b'{"asset":', b"[" * 100_000,
    b'{"a":' * 50_000, b'{"asset": {"version": %s}}' % (b"9" * 5000), b'{"asset": {"version": "2.0"}, "nodes": NaN}',
    b"{" + b'"a":1,' * 100_000 + b'"a":1}', b"\0" * 5000, "{}".encode("utf-16"), b'{"asset": {"version": "2.0"}} {}',
)  # fmt: skip
_CUTS = (0, 1, 3, 4, 8, 11, 12, 16, 19, 20, 21, 40, 400, -1, -4)
_LENGTHS = (0, 1, 2**16, 2**31 - 1, 2**31, 2**32 - 1)


def hostile(folder: Path, count: int) -> list[Path]:
    """Make so many hostile files in ``folder/in``, sorted by name; beside it, and never to be read, ``outside.bin``."""
    inside = folder / "in"
    inside.mkdir()
    (folder / "outside.bin").write_bytes(bytes(1000))
    made = [*_documents(inside), *_texts(inside), *_chunks(inside), *_paths(inside), *_names(inside), *_places(inside)]
    number = 0
    while len(made) < count:
        made.append(inside / f"mutant {number:04}.glb")
        made[-1].write_bytes(spoilt(Tiny().glb(), number))
        number += 1
    return sorted(made)


def _documents(folder: Path) -> Iterator[Path]:
    for k, (change, _, _) in enumerate(BROKEN.values()):
        tiny = Tiny()
        change(tiny)
        yield tiny.write_gltf(folder / f"document {k:03}.gltf")


def _texts(folder: Path) -> Iterator[Path]:
    for k, text in enumerate(TEXTS):
        path = folder / f"text {k:03}.gltf"
        path.write_bytes(text)
        yield path


def _chunks(folder: Path) -> Iterator[Path]:
    whole = Tiny().glb()
    cut = [whole[:size] for size in _CUTS]
    lied = [whole[:at] + struct.pack("<I", length) + whole[at + 4 :] for at in (8, 12, 16) for length in _LENGTHS]
    for k, data in enumerate([*cut, *lied]):
        path = folder / f"chunk {k:03}.glb"
        path.write_bytes(data)
        yield path


def _paths(folder: Path) -> Iterator[Path]:
    """Of a buffer, and of an image; with a pipe, a folder, and links beside them."""
    os.mkfifo(folder / "fifo.bin")
    (folder / "folder.bin").mkdir()
    for name, target in (("loop", "loop.bin"), ("out", "../outside.bin"), ("zero", "/dev/zero"), ("nothing", "none")):
        (folder / f"{name}.bin").symlink_to(target)
    for k, uri in enumerate(PATHS):
        for of_image in (False, True):
            tiny = Tiny()
            path = tiny.write_gltf(folder / f"path {k:03} {'image' if of_image else 'buffer'}.gltf")
            document = json.loads(path.read_text(encoding="utf-8"))
            if of_image:
                document |= {"images": [{"uri": uri}], "textures": [{"source": 0}]}
                document["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
                document["meshes"][0]["primitives"][0]["material"] = 0
            else:
                document["buffers"][0]["uri"] = uri
            path.write_text(json.dumps(document), encoding="utf-8")
            yield path


def _names(folder: Path) -> Iterator[Path]:
    """Sound files but for every name in them, each under that name where the system takes it."""
    for k, name in enumerate(NAMES):
        tiny = Tiny()
        for kind in ("nodes", "meshes", "skins", "animations"):
            for each in tiny.data[kind]:
                each["name"] = name
        path = folder / f"name {k:03}.gltf"
        tiny.write_gltf(path)
        yield path
        named = folder / f"{name}.gltf"
        if name.isprintable() and name.strip() and "/" not in name and len(os.fsencode(named.name)) < 250:
            named.write_bytes(path.read_bytes())
            yield named


def _places(folder: Path) -> Iterator[Path]:
    """Under the name of a model: a pipe, a folder, links to themselves, to nothing, to a device, out of the folder."""
    os.mkfifo(folder / "place pipe.glb")
    yield folder / "place pipe.glb"
    for k, target in enumerate(("place link 0.glb", "nowhere", "/dev/zero", "/dev/random", "/proc/self/pagemap")):
        (folder / f"place link {k}.glb").symlink_to(target)
        yield folder / f"place link {k}.glb"
