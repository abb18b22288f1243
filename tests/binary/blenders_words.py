"""What Blender calls things in Simplified Chinese. Argument: a list of its English names, as JSON.

What it has for each, by any of its contexts, is printed after ``FOUND``.
"""

from __future__ import annotations

import json
import sys

import bpy

bpy.context.preferences.view.language = "zh_HANS"
bpy.context.preferences.view.use_translate_interface = True
said = bpy.app.translations
contexts = [getattr(said.contexts, name) for name in dir(said.contexts) if not name.startswith("_")]
contexts = [each for each in contexts if isinstance(each, str)]
names = json.loads(sys.argv[sys.argv.index("--") + 1])
found = {name: sorted({said.pgettext_iface(name, each) for each in contexts} - {name}) for name in names}
print("FOUND", json.dumps(found))
