"""``python -m skinproof``: the same as the console command."""

import sys

from .addon.command.commands import console

sys.exit(console())
