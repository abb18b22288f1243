"""Run inside a Blender that knows nothing of Skinproof: ``blender -b --python launch.py -- ARGV...``.

It loads the package from the folder above, whatever ``sys.path`` holds, and runs the command line.
"""

import importlib.util
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Before NumPy is imported. Threads of OpenBLAS wait by spinning: finding matrices from vertices took ten times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
HEARS = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # unlike a job in a shell's background
if HEARS:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Blender's own handler only notes it

argv = sys.argv[sys.argv.index("--") + 1 :]

spec = importlib.util.spec_from_file_location("skinproof", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)])
assert spec is not None
assert spec.loader is not None
package = importlib.util.module_from_spec(spec)
sys.modules["skinproof"] = package
spec.loader.exec_module(package)

from skinproof.addon import interruption, program  # noqa: E402
from skinproof.addon.command import commands  # noqa: E402

print(program.BEGIN, flush=True)
try:
    if HEARS:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    status = commands.run(argv)
    print(program.END, status, flush=True)
except KeyboardInterrupt:  # the verb, or whoever started this, has said it
    status = interruption.INTERRUPTED
sys.exit(status)
