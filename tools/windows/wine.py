"""A real Windows CPython, and Blender's module for Windows, under Wine: made in one folder, and run there.

Its parts come from ordinary package clients:

- Wine 10 from Debian's trixie, by ``debootstrap``. Wine 8 aborts in ``_winapi.CopyFile2`` and another call of Python's.
- ``python313.dll`` and the extension modules of the standard library from the wheel of panda3d for Windows.
- The standard library's ``.py`` files from the Python 3.13 of this machine: they are the same on every system.
- Microsoft's C runtime from the wheel of dotnetcore2. Wine's own rounds ``sin`` and ``cos`` in another way.
- Everything else from wheels for Windows, installed without a network by that Python's own pip.

What runs there is Windows' code over Linux's files. It is no proof for NTFS, consoles, drivers or windows of Blender.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from ..setups.debian import Debian

#: The distribution whose Wine is recent enough.
SUITE = "trixie"

#: Programs that build it, and Debian's package of each.
PROGRAMS = {
    "debootstrap": "debootstrap",
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
    "unshare": "util-linux",
}

#: Folders that programs in the root need. Without /sys Windows counts no processor, and Blender starts 3,800 threads.
MOUNTED = ("proc", "dev", "sys")

#: What a call of Python gets, beside folders of its own.
ENVIRONMENT = {
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "ucrtbase=n,b;mscoree=;mshtml=",  # Microsoft's C runtime; no .NET, no browser
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "LC_ALL": "C.UTF-8",  # names of files have any letters
}

#: The Python that this is, and pip's name for its wheels.
VERSION, TAG = "3.13", "win_amd64"

#: Its standard library has no use for these.
LEFT_OUT = ("site-packages", "test", "lib-dynload", "__pycache__", "config-*")


def what_is_missing() -> str:
    """What this machine lacks to make or run it, as a sentence; empty if it lacks nothing."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if missing:
        return f"Windows' Python is made with programs that are not here: apt-get install {' '.join(missing)}"
    if os.geteuid() != 0:
        return "only root can mount what Wine's folder needs: run this as root"
    return ""


class Windows:
    """A folder with Wine, its settings and a Windows Python."""

    def __init__(self, folder: Path, seen: Sequence[Path] = ()) -> None:
        """seen: other folders of this machine that are there too."""
        self.folder = folder.resolve()
        self.seen = [self.folder, *(path.resolve() for path in seen)]
        self.root = self.folder / "root"
        self.python = self.folder / "python"
        self.wheels = self.folder / "wheels"

    def make_root(self) -> None:
        """A small Debian with Wine: a minute, 1.4 GB. Left alone if it is there."""
        if self.root.exists():
            return
        part = self.folder / "root.part"
        Debian(part, SUITE).make(["wine", "wine64"])
        part.rename(self.root)

    def download(self, pip: Sequence[str], requirements: Sequence[str]) -> None:
        """Wheels for Windows. pip: the command of a pip on this machine."""
        self.wheels.mkdir(parents=True, exist_ok=True)
        system = ["--platform", TAG, "--python-version", VERSION, "--only-binary=:all:"]
        subprocess.run([*pip, "download", "--quiet", "--dest", str(self.wheels), *system, *requirements], check=True)

    def make_python(self, launcher: Path, library: Path) -> None:
        """Windows' Python from its parts, anew.

        launcher: the source of ``python.exe``. library: the standard library of a Python of this version.
        """
        shutil.rmtree(self.python, ignore_errors=True)
        libraries = self.python / "DLLs"
        libraries.mkdir(parents=True)
        compiler = "x86_64-w64-mingw32-gcc"
        subprocess.run([compiler, "-municode", "-O1", "-o", str(self.python / "python.exe"), str(launcher)], check=True)
        self._unpack("panda3d-*", "deploy_libs/python313.dll", self.python)
        self._unpack("panda3d-*", "deploy_libs/VCRUNTIME140*.dll", self.python)
        self._unpack("dotnetcore2-*", "*/ucrtbase.dll", self.python)
        self._unpack("panda3d-*", "deploy_libs/*.pyd", libraries)
        for name in ("libcrypto", "libffi", "libssl", "sqlite3"):
            self._unpack("panda3d-*", f"deploy_libs/{name}*.dll", libraries)
        for of_threads in libraries.glob("*.cp313t-*"):  # those of the Python without a global lock
            of_threads.unlink()
        shutil.copytree(library, self.python / "Lib", ignore=shutil.ignore_patterns(*LEFT_OUT))
        shutil.rmtree(self.folder / "settings", ignore_errors=True)
        self._in_root(self.folder, ["sh", "-c", "wineboot --init && wineserver --wait"])
        self.run(self.folder, "-m", "ensurepip")

    def install(self, *requirements: str) -> None:
        """Requirements of pip's, from the wheels alone."""
        offline = ["--no-index", "--find-links", windows_path(self.wheels), "--no-warn-script-location"]
        self.run(self.folder, "-m", "pip", "install", "--quiet", *offline, *requirements)

    def run(self, folder: Path, *arguments: str, env: Mapping[str, str] | None = None, check: bool = True) -> int:
        """Run Windows' Python in a folder; its exit status. Its streams are pipes: Wine has no use for files."""
        return self._in_root(folder, ["wine", str(self.python / "python.exe"), *arguments], env or {}, check=check)

    def _in_root(
        self, folder: Path, command: Sequence[str], env: Mapping[str, str] | None = None, *, check: bool = True
    ) -> int:
        """Run a command in the root, with mounts of its own that end with it."""
        seen = [*(f"/{name}" for name in MOUNTED), *map(str, self.seen)]
        mounts = "".join(f'mkdir -p "$root{place}"; mount --bind "{place}" "$root{place}"; ' for place in seen)
        script = f'root=$1; shift; {mounts}exec chroot "$root" env "$@"'
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        of_wine = {"WINEPREFIX": str(self.folder / "settings"), "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        told = [f"{name}={value}" for name, value in (ENVIRONMENT | of_wine | dict(env or {})).items()]
        words = [f"--chdir={folder.resolve()}", "-i", *told, *command]
        process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-euc", script, "sh", str(self.root), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout is not None
        for line in process.stdout:
            print(line.decode("utf-8", "replace"), end="", flush=True)
        status = process.wait()
        if check and status != 0:
            raise SystemExit(f"exit status {status} of {' '.join(command)}")
        return status

    def _unpack(self, wheel: str, pattern: str, folder: Path) -> None:
        """Files of a wheel into a folder, without their own folders."""
        (path,) = self.wheels.glob(f"{wheel}.whl")
        with zipfile.ZipFile(path) as file:
            names = [name for name in file.namelist() if fnmatch(name, pattern)]
            if not names:
                raise SystemExit(f"{path.name} has no {pattern}")
            for name in names:
                (folder / Path(name).name).write_bytes(file.read(name))


def windows_path(path: Path) -> str:
    """How Windows' programs call a path of this machine: Wine has its root as the drive Z."""
    return "Z:" + str(path.resolve()).replace("/", "\\")
