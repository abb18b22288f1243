"""The machine and the software that the figures belong to."""

from __future__ import annotations

import importlib.util
import os
import platform
from pathlib import Path

import numpy as np

from skinning_core.fast.tiles.kernels import thread_count, usual_kernel


def machine() -> dict[str, str]:
    """What to print beside the figures."""
    return {
        "processor": _processor(),
        "cores": f"{thread_count()} of {os.cpu_count()}",
        "load": ", ".join(f"{value:.2f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown",
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "numpy": f"{np.__version__}, BLAS: {_blas()}",
        "kernel chosen": usual_kernel().__name__,
        "bpy": "there" if importlib.util.find_spec("bpy") else "absent",
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    flags = next((line for line in lines if line.startswith("flags")), "")
    wide = ", AVX-512" if "avx512f" in flags else ", AVX2" if "avx2" in flags else ""
    return (names[0] if names else platform.processor() or platform.machine()) + wide


def _blas() -> str:
    config = np.show_config(mode="dicts")
    dependency = config.get("Build Dependencies", {}).get("blas", {}) if isinstance(config, dict) else {}
    return f"{dependency.get('name', 'none')} {dependency.get('version', '')}".strip()
