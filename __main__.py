"""``python -m skinproof``: the same as the console command."""

import sys

from .addon.commands import console

sys.exit(console())
