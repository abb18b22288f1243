"""``python -m skinproof``: the same as the console command."""

import sys

from .addon.command.start import start

sys.exit(start())
