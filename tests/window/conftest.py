"""What draws a picture to look at is no test: it is collected only where the picture is asked for."""

import os

collect_ignore = [] if os.environ.get("SKINPROOF_PICTURES") == "1" else ["test_looks.py"]
