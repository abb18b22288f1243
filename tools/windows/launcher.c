/* python.exe: what CPython's own launcher does with the python313.dll beside it. */
#include <windows.h>

int wmain(int argc, wchar_t **argv)
{
    HMODULE python = LoadLibraryW(L"python313.dll");
    int (*run)(int, wchar_t **) = python ? (void *)GetProcAddress(python, "Py_Main") : NULL;
    return run ? run(argc, argv) : 3;
}
