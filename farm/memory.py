"""How much memory another process holds, on each system."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    #: Asked of ``OpenProcess``: to look at a process, and no more.
    _QUERY = 0x1000

    class _Counters(ctypes.Structure):
        """``PROCESS_MEMORY_COUNTERS``."""

        _fields_ = (
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            ("PeakWorkingSetSize", ctypes.c_size_t),
            ("WorkingSetSize", ctypes.c_size_t),
            ("QuotaPeakPagedPoolUsage", ctypes.c_size_t),
            ("QuotaPagedPoolUsage", ctypes.c_size_t),
            ("QuotaPeakNonPagedPoolUsage", ctypes.c_size_t),
            ("QuotaNonPagedPoolUsage", ctypes.c_size_t),
            ("PagefileUsage", ctypes.c_size_t),
            ("PeakPagefileUsage", ctypes.c_size_t),
        )

    def _resident_bytes(pid: int) -> int:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = wintypes.HANDLE
        kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        kernel.K32GetProcessMemoryInfo.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Counters), wintypes.DWORD)
        handle = kernel.OpenProcess(_QUERY, False, pid)
        if not handle:
            return 0
        try:
            counters = _Counters(cb=ctypes.sizeof(_Counters))
            found = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
            return int(counters.WorkingSetSize) if found else 0
        finally:
            kernel.CloseHandle(handle)

elif sys.platform == "linux":

    def _resident_bytes(pid: int) -> int:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

else:  # macOS

    def _resident_bytes(pid: int) -> int:
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False)
        return int(told.stdout.strip() or 0) * 1024


def resident_bytes(pid: int) -> int:
    """The bytes of memory that a process holds now; 0 if unknown, as after its end."""
    try:
        return _resident_bytes(pid)
    except (OSError, ValueError, IndexError):
        return 0
