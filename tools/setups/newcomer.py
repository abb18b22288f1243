"""README's two commands as a newcomer types them, on each Debian that is supported, with a short transcript.

Each is tried on the bare system first, where one sentence has to say what to install; then after README's own
``apt-get`` line; then once more without a network.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from .debian import Debian

#: Debian's releases, and the Python that each has: 3.11 gets Blender 5.0, 3.13 gets 5.3.
SUITES = {"bookworm": "3.11", "trixie": "3.13"}

USER = "newcomer"
#: A path that programs trip over.
FOLDER = f"/home/{USER}/Neue Würfel/skinproof"

#: Enough of the tests to know that they start there; all of them take eight minutes.
SOME_TESTS = ("--", "tests/core/pose", "tests/blender/test_import.py")


def try_all(root: Path, folder: Path, suites: Sequence[str] = tuple(SUITES)) -> int:
    """Try each release in ``folder``; 0 if everything went as README says, else 1."""
    good = [_try_one(root, Debian(folder / suite, suite)) for suite in suites]  # each of them, whatever the others say
    return int(not all(good))


def packages_of_readme(root: Path) -> list[str]:
    """The packages that README tells a newcomer to install first."""
    (line,) = re.findall(r"^apt-get install (.+)$", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    return line.split()


def _try_one(root: Path, debian: Debian) -> bool:
    debian.make(["python3"])
    print(f"{debian.suite}, Python {SUITES[debian.suite]}, {USER} in {FOLDER!r}")
    debian.run(["useradd", "--create-home", USER])
    _copy_of_the_tree(root, debian)
    verify, tests = ["python3", "noxfile.py", "-s", "verify"], ["python3", "noxfile.py", "-s", "tests", *SOME_TESTS]
    good = [_step(debian, "before anything is installed", verify, status=2, says="apt-get install")]
    packages = packages_of_readme(root)
    debian.run(["apt-get", "update"])
    status, said = debian.run(["apt-get", "install", "--yes", "--no-install-recommends", *packages])
    if status != 0:
        print(f"  apt-get install of README's packages: exit status {status}\n{said[-2000:]}")
        return False
    good.append(_step(debian, "verify", verify, status=0, says="the same"))
    good.append(_step(debian, "tests", tests, status=0, says=" passed"))
    good.append(_step(debian, "verify without a network", verify, status=0, says="the same", offline=True))
    return all(good)


def _copy_of_the_tree(root: Path, debian: Debian) -> None:
    """What git knows of the tree, as the newcomer's own."""
    folder = debian.root / FOLDER.lstrip("/")
    folder.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=root, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    debian.run(["chown", "--recursive", f"{USER}:{USER}", f"/home/{USER}"])


def _step(debian: Debian, name: str, command: Sequence[str], *, status: int, says: str, offline: bool = False) -> bool:
    begin = time.monotonic()
    found, said = debian.run(command, FOLDER, USER, offline=offline)
    right = found == status and says in said and "Traceback" not in said
    seconds = time.monotonic() - begin
    telling = [line for line in said.splitlines() if says in line][-1:] or said.splitlines()[-15:]
    print(f"  {'as it should be' if right else 'NOT AS IT SHOULD BE'}: {name}, exit status {found}, {seconds:.0f} s")
    print("\n".join(f"    {line.strip()[:160]}" for line in telling), flush=True)
    return right
