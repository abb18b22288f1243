"""A small Debian in a folder, made by debootstrap, and commands that run in it with mounts that end with them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

#: Folders that programs in the root need.
MOUNTED = ("/proc", "/dev", "/sys")

#: What pip and TLS are told by the environment of this machine, and so has to hold in the root.
TOLD = re.compile(r"(PIP_.*|SSL_CERT_.*|.*_CA_BUNDLE|.*_proxy|.*_PROXY)")

#: Programs that build it, and Debian's package of each.
PROGRAMS = {"debootstrap": "debootstrap", "unshare": "util-linux", "git": "git"}

#: Files that say where packages come from and whom to trust.
SHARED = ("/etc/ssl", "/etc/pip.conf", "/etc/xdg/pip")

#: Files by which names of the network are found.
NAMES = ("/etc/resolv.conf", "/etc/hosts")


def what_is_missing() -> str:
    """What this machine lacks to make or run one, as a sentence; empty if it lacks nothing."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if missing:
        return f"a bare Debian is made with programs that are not here: apt-get install {' '.join(missing)}"
    if os.geteuid() != 0:
        return "only root can make a bare Debian: run this as root"
    return ""


class Debian:
    """One release of Debian, in a folder."""

    def __init__(self, root: Path, suite: str) -> None:
        self.root = root.resolve()
        self.suite = suite

    def make(self, packages: Sequence[str]) -> None:
        """Make it anew: the smallest set of packages, and these. Half a minute, 300 MB."""
        self._unmount()
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.parent.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", self.suite, str(self.root)]
        with self.root.with_suffix(".log").open("wb") as log:
            subprocess.run(command, check=True, stdout=log, stderr=subprocess.STDOUT)
        self._unmount()

    def _unmount(self) -> None:
        """Take away what debootstrap leaves mounted, or a removal would go on into this machine's own folders."""
        told = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
        places = [line.split()[4] for line in told]
        for place in sorted((p for p in places if p.startswith(f"{self.root}/")), reverse=True):
            subprocess.run(["umount", "--lazy", place], check=True)

    def run(
        self, command: Sequence[str], folder: str = "/", user: str = "root", *, offline: bool = False
    ) -> tuple[int, str]:
        """Run a command there; its exit status and all that it said."""
        # Not as root: packages that are installed write to /etc/ssl.
        mounts = "".join(_mount(place) for place in [*MOUNTED, *(_shared() if user != "root" else NAMES)])
        script = f'root=$1; shift; {mounts}exec chroot "$root" "$@"'
        home = "/root" if user == "root" else f"/home/{user}"
        told = [f"{name}={value}" for name, value in os.environ.items() if TOLD.fullmatch(name)]
        env = ["env", "-i", *told, f"HOME={home}", "LC_ALL=C.UTF-8", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
        as_user = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        there = ["sh", "-c", 'cd "$0" && exec "$@"', folder, *command]
        alone = ["unshare", "--mount", *(["--net"] if offline else [])]
        done = subprocess.run(
            [*alone, "sh", "-euc", script, "sh", str(self.root), *env, *as_user, *there],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.returncode, done.stdout.decode("utf-8", "replace")


def _shared() -> list[str]:
    """Places of this machine that tell pip and TLS where packages are, and folders that pip is told to look in."""
    listed = subprocess.run(["pip", "config", "list"], capture_output=True, text=True, check=False).stdout
    named = re.findall(r"(?:file://)?(?<![\w.])(/[\w./-]+)", listed)
    places = [*NAMES, *SHARED, *named]
    within = [place for place in dict.fromkeys(places) if Path(place).exists()]
    return [p for p in within if not any(p != other and p.startswith(f"{other}/") for other in within)]


def _mount(place: str) -> str:
    """Shell words that show a place of this machine at the same path in the root."""
    made = (
        f'mkdir -p "$root{place}"'
        if Path(place).is_dir()
        else f'mkdir -p "$root{Path(place).parent}"; : >> "$root{place}"'
    )
    return f'{made}; mount --bind "{place}" "$root{place}"; '
