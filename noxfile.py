"""Every task of the project; `python3 noxfile.py --list` names them, and needs nothing but Python 3.11 or newer.

The versions that the tasks install stand in pyproject.toml under [dependency-groups].
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from tools import machine
from tools.bootstrap import find_python, run_nox

if __name__ == "__main__":
    sys.exit(run_nox(sys.argv[1:]))

import nox
from nox.command import CommandFailed

nox.options.sessions = ["tests"]
nox.options.reuse_venv = "yes"

GROUPS = nox.project.dependency_groups
PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
EXAMPLE = "examples/character.glb"
# Line of Blender -> the one Python its module is made for. Newest first: the first that can run here is the default.
LINES = {"5.3": "3.13", "5.2": "3.13", "5.0": "3.11", "4.5": "3.11", "4.2": "3.11"}
#: What a line in between runs by day: where lines of Blender were seen to differ. Its formulas to the last bit (5.0),
#: actions, what crashes as vertices are selected (5.0), how a process of the exporter ends (4.5 hung), how an extension
#: is installed, and the import of every golden model. The rest by day on the oldest and the newest line, at night here.
BETWEEN = (
    "test_actions.py",
    "test_blender_formula.py",
    "test_commands.py",
    "test_export_box.py::test_a_good_export_is_the_same_and_nothing_is_touched",
    "test_extension.py",
    "test_golden_blender.py",
    "test_import.py",
    "test_select_cause.py",
)
#: Files of tests/core that run on the newest Python only; the file says why.
ON_ONE_PYTHON = (ROOT / "tests/core/on_one_python.txt").read_text(encoding="utf-8").splitlines()[3:]
#: What goes through NumPy's newest and Blender: attaching, import of every golden model, which vertex is which,
#: ``--scene``. The core by itself runs on that NumPy every day; by night all that needs Blender does.
THROUGH_NUMPY = ("attach_undone", "golden_blender", "identity", "panel_and_command")
#: What is computed by BLAS, whose kernels round each in its own way.
NUMERIC = (
    "tests/core/compare",
    "tests/core/fast/test_engine.py",
    "tests/core/fast/test_pose.py",
    "tests/lessons/test_instance.py",
    "tests/lessons/test_reach.py",
    "tests/lessons/test_reorder.py",
    "tests/core/pose",
    "tests/core/skeleton/test_identity.py",
    "tests/core/skin",
    "tests/core/test_golden.py",
    "tests/core/test_own_models.py",
)
#: What of it is asked by day: figures at the floor of rounding, of which kernels once chose the worst vertex, and the
#: products themselves.
ROUNDED = (
    "tests/core/compare/causes/test_attribution.py",
    "tests/core/compare/judge",
    "tests/core/compare/measure",
    "tests/core/fast/test_engine.py",
    "tests/core/pose",
    "tests/core/skeleton/test_identity.py",
    "tests/core/skin",
    "tests/core/test_golden.py",
)
#: Kernels of OpenBLAS by what a processor must have: no AVX, AVX2 (Zen's are the same), AVX-512.
KERNELS = {"Prescott": "pni", "Haswell": "avx2", "SkylakeX": "avx512f"}
PYTHONS = {version: find_python(version) for version in ("3.11", "3.13")}
NEWEST = next((line for line, version in LINES.items() if PYTHONS[version]), None)
#: Beside nox, or on PATH.
UV = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def group(*names: str) -> list[str]:
    """The pinned requirements of these dependency groups."""
    return list(GROUPS(PYPROJECT, *names))


def blender_group(line: str) -> str:
    return "blender-" + line.replace(".", "-")


def require_libraries(session: nox.Session) -> None:
    missing = machine.missing_libraries()
    if missing:
        session.error(machine.advice(missing))


def install(session: nox.Session, *requirements: str) -> None:
    """Requirements of pip's into the session's environment, by uv; by pip where uv is not or cannot.

    A line of Blender takes 6 s of processor by uv, 18 s by pip. uv does not read where pip was told to look.
    """
    told = "PIP_INDEX_URL" in os.environ or "PIP_NO_INDEX" in os.environ
    if UV and not told:
        python = Path(session.bin) / ("python.exe" if os.name == "nt" else "python")
        # A folder is built anew: uv would take what it built before while pyproject.toml is the same.
        options = ["--quiet", f"--python={python}", "--reinstall-package=skinproof"]
        # On the disk of the environments, so that files are linked, not copied.
        env = {"UV_CACHE_DIR": str(ROOT / ".nox" / "uv"), "UV_HTTP_RETRIES": "1"}
        for offline in ([], ["--offline"]):  # what was installed once is in uv's folder, and needs no network
            try:
                session.run_install(UV, "pip", "install", *options, *offline, *requirements, external=True, env=env)
                return
            except CommandFailed:
                session.warn(f"uv could not install this: {'pip tries' if offline else 'once more without a network'}")
    session.install(*requirements)


@nox.session(python=PYTHONS[LINES[NEWEST]] if NEWEST else None)
def setup(session: nox.Session) -> None:
    """Skinproof and the newest Blender that the Pythons of this machine can run, in one environment."""
    requirements = group("test")
    if NEWEST:
        require_libraries(session)
        session.log(f"Blender {NEWEST} on Python {LINES[NEWEST]}, the newest that can run here")
        requirements += group(blender_group(NEWEST))
    elif shutil.which("blender") or os.environ.get("BLENDER"):
        session.warn(
            "No Python 3.13 or 3.11, which Blender's module is made for: the blender executable is used instead"
        )
    else:
        session.error(
            "No Blender can be had here. Its Python module needs Python 3.13 (Blender 5.3) or 3.11 (5.0): neither "
            "is on PATH or under ~/.pyenv/versions. There is no blender executable on PATH either.\n"
            "Install one of the three, for instance with pyenv install 3.13, and run this again"
        )
    install_project(session, *requirements)


def install_project(session: nox.Session, *requirements: str) -> None:
    # What an earlier build left there would travel in the package, deleted modules included.
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)
    install(session, *requirements, ".")


def program(name: str) -> str:
    """A program of the environment that `setup` made."""
    folder = ROOT / ".nox" / "setup" / ("Scripts" if os.name == "nt" else "bin")
    return str(folder / name)


@nox.session(python=False, requires=["setup"])
def verify(session: nox.Session) -> None:
    """The main job on the bundled example: every engine and Blender against the specification. Arguments: after --."""
    session.run(program("skinproof"), "verify", *(session.posargs or [EXAMPLE]), external=True)


@nox.session(python=False, requires=["setup"])
def tests(session: nox.Session) -> None:
    """Every test that can run on this machine; the skipped ones say what they lack. Arguments for pytest: after --.

    The core needs no Blender: it is tested by the session that has NumPy's newest.
    """
    apart = NEWEST is not None and not session.posargs
    folders = {str(test.parent) for test in Path("tests").glob("*/test_*.py")} - {str(Path("tests/core"))}
    without_core = [*sorted(folders), "tests/core/test_package.py"]
    session.run(program("python"), "-m", "pytest", *(without_core if apart else session.posargs), external=True)
    if apart:
        session.notify(f"core-{LINES[NEWEST]}")


def core(session: nox.Session) -> None:
    """The core without Blender, and the annexes that need none."""
    version = session.name.removeprefix("core-")
    install(
        session, *group("test", "draco", "python-" + version.replace(".", "-")), *PYPROJECT["project"]["dependencies"]
    )
    newest = version == max(PYTHONS)
    also = ["tests/docs"] if newest else [f"--ignore=tests/core/{name}" for name in ON_ONE_PYTHON]
    both = ["tests/core", "tests/lessons", "tests/engines", "tests/farm/batch"]  # dealt out: tests/core/conftest.py
    session.run("python", "-m", "pytest", *(session.posargs or [*both, *also]))


def blender(session: nox.Session) -> None:
    """The tests that need Blender, on one line of it."""
    line = session.name.removeprefix("blender-")
    require_libraries(session)
    install(session, *group("test", "draco", blender_group(line)), *PYPROJECT["project"]["dependencies"])
    at_an_end = line in (min(LINES), max(LINES))
    files = existing("tests/blender", "tests/gpu") if at_an_end else [f"tests/blender/{name}" for name in BETWEEN]
    for process in [session.posargs] if session.posargs else in_processes(line, files):
        session.run("python", "-m", "pytest", *process)


def in_processes(line: str, files: list[str]) -> list[list[str]]:
    """The files of each process: one, but four for the oldest line.

    Blender 4.2 died four times of signal 11 out of some sixty runs, after 100 to 900 tests in one process: once as its
    own importer left Edit Mode, twice as its own exporter gave the window the scene that it had. So one death costs a
    quarter, and its place is told.
    """
    if line != min(LINES):
        return [files]
    tests = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/blender/test_*.py"))
    quarter = -(-len(tests) // 4)
    shorter = [tests[start : start + quarter] for start in range(0, 3 * quarter, quarter)]
    return [*shorter, [*files, *(f"--ignore={name}" for some in shorter for name in some)]]


@nox.session(python=False, requires=["setup"], name="blender-newest", default=False)
def blender_newest(session: nox.Session) -> None:
    """Blender with the newest NumPy that pip brings today: what goes through both."""
    folder = ROOT / ".nox" / "newest-numpy"  # before Blender's NumPy on the path; Blender itself stays where it is
    numpy = next(one for one in PYPROJECT["project"]["dependencies"] if one.startswith("numpy"))
    python = program("python")
    session.run(python, "-m", "pip", "install", "--quiet", "--upgrade", "--target", str(folder), numpy, external=True)
    files = session.posargs or [f"tests/blender/test_{name}.py" for name in THROUGH_NUMPY]
    session.run(python, "-m", "pytest", *files, external=True, env={"PYTHONPATH": str(folder)})


@nox.session(python=False, requires=["setup"], default=False)
def kernels(session: nox.Session) -> None:
    """What is computed by BLAS, under each kernel of OpenBLAS that this processor can run besides its own.

    With Blender's NumPy. The OpenBLAS in NumPy 2.5.5, told to be a Haswell on a processor with AVX-512, dies in any
    product of float64 matrices that sums over more than 320 numbers, `a @ b` of 350 x 350; as the kernel of that very
    processor it does not, and neither do those of 2.3.4 and 1.26.4.
    """
    flags = Path("/proc/cpuinfo").read_text().split() if Path("/proc/cpuinfo").is_file() else []
    able = [kernel for kernel, flag in KERNELS.items() if flag in flags][:-1]  # the last is taken in every session
    if platform.machine() != "x86_64" or not able:
        session.skip("the kernels are those of x86-64 under Linux")
    files = session.posargs or ROUNDED
    left_out = [f"--ignore=tests/core/{name}" for name in ON_ONE_PYTHON]
    for turn, kernel in enumerate(able):
        env = {"OPENBLAS_CORETYPE": kernel} | ({} if session.posargs else {"SKINPROOF_TURN": str(turn % 2)})
        session.run(program("python"), "-m", "pytest", *files, *left_out, external=True, env=env)


@nox.session(python=False, requires=["setup"], default=False)
def nightly(session: nox.Session) -> None:
    """What takes too long for every day: fuzzing, the dragon made again, all real models, long random walks."""
    python = program("python")
    os.environ["SKINPROOF_NIGHTLY"] = "1"  # for those that follow, too
    session.run(python, "-m", "pytest", "-m", "nightly or in_turns", *session.posargs, external=True)
    long = {"SKINPROOF_LONG": "1", "SKINPROOF_WALK_SEEDS": "20", "SKINPROOF_WALK_STEPS": "30"}
    files = [
        "tests/blender/test_attach.py",
        "tests/blender/test_random_walk.py",
        "tests/core/compare/between/test_split.py",
        "tests/core/gltf/test_quick_checks.py",
    ]
    session.run(python, "-m", "pytest", "-m", "", *files, *session.posargs, external=True, env=long)
    session.notify("blender-4.2", ["-m", "in_turns or on_each_line", "tests/blender"])
    session.notify("blender-4.5", ["tests/blender"])
    session.notify("blender-5.0", ["tests/blender"])
    session.notify("blender-5.2", ["tests/blender", "tests/gpu"])
    session.notify("blender-newest", ["tests/blender"])
    session.notify("core-3.11")
    session.notify("kernels", ["-m", "in_turns", *NUMERIC])


def existing(*folders: str) -> list[str]:
    return [folder for folder in folders if (ROOT / folder).is_dir()]


for _version in PYTHONS:
    nox.session(core, python=PYTHONS[_version] or _version, name=f"core-{_version}", default=False)
for _line, _version in LINES.items():
    nox.session(blender, python=PYTHONS[_version] or _version, name=f"blender-{_line}", default=False)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and format of every Python file."""
    install(session, *group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types of the core and the add-on, as the one package that Blender loads; -- --everywhere: on each system."""
    install(session, *group("types"), *PYPROJECT["project"]["dependencies"])
    package = Path(session.create_tmp()) / "skinproof"  # a clone may have any name, a package may not
    if package.is_symlink():
        package.unlink()
    core = package / "skinning_core"
    shutil.rmtree(package, ignore_errors=True)
    core.mkdir(parents=True)
    for path in (ROOT / "__init__.py", ROOT / "addon", ROOT / "shaders"):
        (package / path.name).symlink_to(path)
    annexes = (ROOT / name for name in ("lessons", "engines", "farm"))  # they are chapters of the core
    for path in (*(ROOT / "skinning_core").iterdir(), *(path for path in annexes if (path / "__init__.py").exists())):
        (core / path.name).symlink_to(path)
    with session.chdir(package.parent):
        packages = ["-p", "skinproof.skinning_core", "-p", "skinproof.addon"]
        everywhere = "--everywhere" in session.posargs  # a system takes a minute, and differs in a few lines
        for system in ("linux", *(("win32", "darwin") if everywhere else ())):  # Blender as Any
            session.run("mypy", f"--config-file={ROOT / 'pyproject.toml'}", f"--platform={system}", *packages)
        session.run("mypy", f"--config-file={ROOT / 'tools/stubs.mypy.ini'}", "--platform=linux", *packages)


@nox.session(venv_backend="none", default=False)
def house(session: nox.Session) -> None:
    """How large each part of the code is: files, lines, tokens a line, words, chains of imports."""
    session.run(sys.executable, "-m", "tests.house")


@nox.session(python=PYTHONS["3.13"] or "3.13", default=False)
def alone(session: nox.Session) -> None:
    """The core's tests in a copy of the files that git knows, without the folders of annexes."""
    install(session, *group("test", "python-3-13"), *PYPROJECT["project"]["dependencies"])
    copy = Path(session.create_tmp()) / "alone"
    shutil.rmtree(copy, ignore_errors=True)
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in known.split("\0")[:-1]:
        top = name.removeprefix("tests/").split("/")[0]
        if top not in ("lessons", "engines", "farm") and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    with session.chdir(copy):
        session.run("python", "-m", "pytest", *(session.posargs or ["tests/core"]))


@nox.session(python=False, default=False)
def node(session: nox.Session) -> None:
    """The packages of Node that tests take as judges, in .nox/node; tools/node/package.json pins them."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        session.skip("no Node here: tests with packages of Node as judges are skipped")
    folder = ROOT / ".nox" / "node"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tools" / "node" / "package.json", folder)
    with session.chdir(folder):
        session.run("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent", external=True)


@nox.session(python=PYTHONS["3.13"] or PYTHONS["3.11"] or "3.13", requires=["node"], default=False)
def scoreboard(session: nox.Session) -> None:
    """docs/scoreboard.md, from seven engines that play the corpus. -- --check: it stands there as it comes out now."""
    project = PYPROJECT["project"]
    install(session, *project["dependencies"], *project["optional-dependencies"]["engines"])
    session.run("python", "-m", "tools.scoreboard", *session.posargs)


@nox.session(python=PYTHONS["3.13"] or PYTHONS["3.11"] or "3.13", requires=["node"], default=False)
def site(session: nox.Session) -> None:
    """The site in build/site: documents, guide, corpus, and the page where one drops a character. No Blender needed.

    Without Node that page has no decoder of Draco, and says so.
    """
    install(session, *group("site"), *PYPROJECT["project"]["dependencies"])
    session.run("python", "-m", "tools.site.build")


@nox.session(python=PYTHONS["3.13"] or "3.13", default=False)
def windows(session: nox.Session) -> None:
    """Windows' Python and Blender under Wine: the main job, jobs of folders, the core's tests. Needs root, 6 GB.

    Arguments for pytest: after --.
    """
    from tools.windows import lane

    missing = lane.what_is_missing()
    if missing:
        session.skip(missing)
    session.install("pip")
    pip = [str(Path(session.bin) / "python"), "-m", "pip"]
    requirements = group("test", "draco", "windows", blender_group("5.3")) + PYPROJECT["project"]["dependencies"]
    lane.run(ROOT, pip, requirements, session.posargs)


@nox.session(python=False, default=False)
def setups(session: nox.Session) -> None:
    """README's commands on a bare Debian 12 and 13, as a newcomer types them. Needs root, 4 GB. Releases: after --."""
    from tools.setups import debian, newcomer

    missing = debian.what_is_missing()
    if missing:
        session.skip(missing)
    if newcomer.try_all(ROOT, ROOT / ".nox" / "setups", session.posargs or tuple(newcomer.SUITES)):
        session.error("a newcomer is not served: see above")


@nox.session(python=PYTHONS["3.13"] or "3.13", default=False)
def fuzz(session: nox.Session) -> None:
    """200,000 cases of coverage-guided fuzzing, from the kept corpus. Arguments of tests.fuzz.search: after --."""
    install(session, *group("fuzz", "draco", "python-3-13"), *PYPROJECT["project"]["dependencies"])
    session.run("python", "-m", "tests.fuzz.search", *session.posargs)


@nox.session(python=PYTHONS["3.13"] or "3.13", default=False)
def mutation(session: nox.Session) -> None:
    """Mutants of what builds, plays, judges, prices and grades, against the tests. Rooms of tests/mutation after --."""
    install(session, *group("test", "draco", blender_group("5.3")), *PYPROJECT["project"]["dependencies"])
    session.run("python", "-m", "tests.mutation.search", *session.posargs)


@nox.session(default=False)
def farm(session: nox.Session) -> None:
    """The job template for render farms, checked and run by Open Job Description's own tools. No Blender needed."""
    install(session, *group("test", "farm"), *PYPROJECT["project"]["dependencies"])
    session.run("python", "-m", "pytest", *(session.posargs or ["tests/farm", "--ignore=tests/farm/batch"]))


@nox.session(python=False, requires=["setup"])
def extension(session: nox.Session) -> None:
    """The extension's zip in dist/, built and validated by Blender's own tool."""
    session.run(program("python"), "tools/build_extension.py", *session.posargs, external=True)


@nox.session(python=False, requires=["setup"], default=False)
def bench(session: nox.Session) -> None:
    """The benchmarks: ratios measured in one run. Arguments for `skinproof bench`: after --."""
    session.run(program("skinproof"), "bench", *session.posargs, external=True)
