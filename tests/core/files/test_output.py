"""Files are written all or nothing: the former one stays whole whatever happens, and nothing is left lying about."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from skinning_core import SkinproofError
from skinning_core.files import output
from skinning_core.files.output import require_apart, require_writable, write_bytes, write_file, write_text
from tests.unprivileged import NOBODY, common_folder, run_unprivileged

FORMER, NEW = b"former " * 10_000, b"new " * 30_000
POSIX = pytest.mark.skipif(os.name != "posix", reason="mode bits, links and limits of POSIX")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "report.json"
    path.write_bytes(FORMER)
    return path


def only(path: Path) -> bool:
    """Whether nothing else lies in the folder."""
    return list(path.parent.iterdir()) == [path]


def test_new_and_again(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_bytes(path, FORMER)
    assert path.read_bytes() == FORMER
    assert only(path)
    write_text(path, "ü\ud800\n")
    assert path.read_bytes() == "ü\\ud800\n".encode()
    assert only(path)


@POSIX
def test_mode_bits_stay_and_new_files_have_the_usual_ones(target: Path) -> None:
    target.chmod(0o640)
    write_bytes(target, NEW)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    usual, ours = target.with_name("usual"), target.with_name("ours")
    usual.touch()
    write_bytes(ours, NEW)
    assert ours.stat().st_mode == usual.stat().st_mode


def interrupted_at(step: int, action) -> bool:
    """Run with a Ctrl+C before the given line of output.py; whether there was such a line."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename != output.__file__:
            return None
        if event == "line":
            count += 1
            if count == step:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_interrupted_at_any_line(target: Path) -> None:
    step = 1
    states = []
    while interrupted_at(step, lambda: write_bytes(target, NEW)):
        states.append(target.read_bytes())
        assert states[-1] in (FORMER, NEW), step
        assert only(target), step
        target.write_bytes(FORMER)
        step += 1
    assert target.read_bytes() == NEW
    assert only(target)
    assert step > 15
    assert FORMER in states
    assert NEW in states


def calls(monkeypatch: pytest.MonkeyPatch, fail: int) -> list[str]:
    """Every call that reaches the disk, by name; the ``fail``-th one raises ``OSError``."""
    made: list[str] = []

    def failing(name: str, real):
        def call(*args, **kwargs):
            made.append(name)
            if len(made) == fail:
                raise OSError(5, "Input/output error")
            return real(*args, **kwargs)

        return call

    for owner, name in ((os, "open"), (os, "fsync"), (os, "chown"), (Path, "chmod"), (Path, "replace")):
        if hasattr(owner, name):
            monkeypatch.setattr(owner, name, failing(name, getattr(owner, name)))
    return made


@pytest.mark.parametrize("fail", range(1, 6))
def test_every_call_may_fail(target: Path, monkeypatch: pytest.MonkeyPatch, fail: int) -> None:
    with monkeypatch.context() as patched:
        made = calls(patched, fail)
        try:
            write_bytes(target, NEW)
        except SkinproofError as error:
            assert str(error) == f"{target}: cannot write: Input/output error"
    if len(made) < fail:
        pytest.skip(f"there are only {len(made)} calls here: {made}")
    assert target.read_bytes() == FORMER
    assert only(target)


def test_a_fault_of_the_writer_leaves_the_former_file(target: Path) -> None:
    def write(file) -> None:
        file.write(NEW)
        raise MemoryError

    with pytest.raises(MemoryError):
        write_file(target, write)
    assert target.read_bytes() == FORMER
    assert only(target)


_LIMITED = """
import resource, signal, sys
from pathlib import Path
from skinning_core import SkinproofError
from skinning_core.files.output import write_bytes
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    write_bytes(Path(sys.argv[1]), b"new " * 30_000)
except SkinproofError as error:
    print(error)
"""


@POSIX
def test_no_room_for_the_file(target: Path, root: Path) -> None:
    command = [sys.executable, "-c", _LIMITED, str(target)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == f"{target}: cannot write: File too large\n"
    assert done.stderr == ""
    assert target.read_bytes() == FORMER
    assert only(target)


@pytest.fixture
def tiny_disk(tmp_path: Path):
    """A disk of 128 kB; skips where none can be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(folder)]
    try:
        mounted = os.name == "posix" and subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(tiny_disk: Path) -> None:
    path = tiny_disk / "report.json"
    path.write_bytes(FORMER)
    with pytest.raises(SkinproofError, match="cannot write: No space left on device"):
        write_bytes(path, NEW)
    assert path.read_bytes() == FORMER
    assert only(path)


_PROTECTED = """
from pathlib import Path
from skinning_core import SkinproofError
from skinning_core.files.output import require_writable, write_bytes
path = Path(sys.argv[1])
def said(action):
    try:
        action()
    except SkinproofError as error:
        return str(error)
"""
_REFUSED = """
print(said(lambda: require_writable(path)))
path.chmod(0o644)
path.parent.chmod(0o555)
print(said(lambda: require_writable(path)))
print(said(lambda: write_bytes(path, b"new")))
print(sorted(path.parent.iterdir()) == [path], path.read_bytes() == b"former")
path.parent.chmod(0o755)
print(said(lambda: require_writable(path)), said(lambda: write_bytes(path, b"new")), path.read_bytes())
"""


def test_what_is_protected_is_refused_beforehand_and_stays() -> None:
    with common_folder() as folder:
        path = folder / "report.json"
        path.write_bytes(b"former")
        path.chmod(0o444)
        if os.geteuid() == 0:
            os.chown(path, NOBODY, NOBODY)
        done = run_unprivileged(_PROTECTED, _REFUSED, str(path))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == [
            f"{path}: cannot write: the file is write-protected (give another file name)",
            f"{path}: cannot write: {folder} is write-protected (give another folder)",
            f"{path}: cannot write: Permission denied",
            "True True",
            "None None b'new'",
        ]


def test_two_writers_at_once(target: Path) -> None:
    """Whoever looks in between sees one of the texts, whole."""
    texts = [bytes([65 + k]) * 200_000 for k in range(4)]
    seen = set()
    done = threading.Event()

    def look() -> None:
        while not done.wait(0.001):  # without it Windows' writers would find the file held for as long as they wait
            with suppress(PermissionError):  # Windows shows nothing at the moment of the exchange
                seen.add(target.read_bytes())

    def write(text: bytes) -> None:
        for _ in range(20):
            write_bytes(target, text)

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    watcher = threading.Thread(target=look)
    for thread in (watcher, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    done.set()
    watcher.join()
    assert seen <= {FORMER, *texts}
    assert target.read_bytes() in texts
    assert only(target)


@POSIX
def test_a_link_stays_a_link(target: Path) -> None:
    elsewhere = target.parent / "folder" / "link.json"
    elsewhere.parent.mkdir()
    elsewhere.symlink_to(target)
    write_bytes(elsewhere, NEW)
    assert elsewhere.is_symlink()
    assert target.read_bytes() == NEW
    assert [p.name for p in elsewhere.parent.iterdir()] == ["link.json"]
    dangling = target.parent / "dangling"
    dangling.symlink_to(target.parent / "new.json")
    write_bytes(dangling, NEW)
    assert dangling.is_symlink()
    assert (target.parent / "new.json").read_bytes() == NEW


@POSIX
def test_a_link_to_itself_is_one_sentence(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for write in (require_writable, lambda path: write_bytes(path, NEW)):
        with pytest.raises(SkinproofError, match="cannot write: Too many levels of symbolic links"):
            write(loop)
    assert loop.is_symlink()


@POSIX
def test_devices_and_pipes_are_written_to_and_stay(tmp_path: Path) -> None:
    null = Path("/dev/null").stat()
    require_writable(Path("/dev/null"))
    write_bytes(Path("/dev/null"), NEW)
    assert os.path.samestat(Path("/dev/null").stat(), null)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, NEW)
    reader.join()
    assert got == [NEW]
    assert pipe.is_fifo()
    assert only(pipe)


@POSIX
def test_standard_output_is_written_to_where_it_goes_to_a_file(tmp_path: Path, root: Path) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("no /dev/stdout")
    code = (
        "from pathlib import Path; from skinning_core.files.output import write_text as w; w(Path('/dev/stdout'), 'a')"
    )
    path = tmp_path / "out"
    with path.open("wb") as file:
        subprocess.run([sys.executable, "-c", code], cwd=root, stdout=file, check=True)
        number = os.fstat(file.fileno()).st_ino
    assert path.read_text() == "a"
    assert path.stat().st_ino == number
    assert only(path)


def test_what_cannot_be_written_is_known_beforehand(tmp_path: Path) -> None:
    with pytest.raises(SkinproofError, match=r"the folder to write into is not there \(make .*nowhere\)"):
        require_writable(tmp_path / "nowhere" / "report.json")
    with pytest.raises(SkinproofError, match="this is a folder"):
        require_writable(tmp_path)
    require_writable(tmp_path / "report.json")
    assert not list(tmp_path.iterdir())


def hard(link: Path, path: Path) -> None:
    link.hardlink_to(path)


def symbolic(link: Path, path: Path) -> None:
    link.symlink_to(path)


def through_a_linked_folder(link: Path, path: Path) -> None:
    folder = link.parent / "folder"
    folder.symlink_to(path.parent, target_is_directory=True)
    (folder / path.name).replace(link)
    link.replace(folder / path.name)
    link.symlink_to(folder / path.name)


@POSIX
@pytest.mark.parametrize("make", [hard, symbolic, through_a_linked_folder], ids=lambda f: f.__name__)
def test_an_output_is_no_input_by_whatever_link(target: Path, make) -> None:
    link = target.with_name("other.json")
    make(link, target)
    with pytest.raises(SkinproofError, match=r"other\.json: this would overwrite report\.json, which is read"):
        require_apart([link], [target])


def test_outputs_are_apart_though_neither_is_there_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    require_apart([Path("a"), tmp_path / "b", Path("folder/a")], [tmp_path / "c"])
    with pytest.raises(SkinproofError, match="this is the same file as a, which is written too"):
        require_apart([Path("a"), Path("folder/../a")], [])
    require_apart([Path(os.devnull), Path(os.devnull)], [])
