"""The one thing pyproject.toml cannot say: this folder is the package ``skinproof``, the core stands alone as well.

Sub-packages are found, so a new folder under addon/, skinning_core/ or shaders/ needs no entry anywhere.
"""

from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

PARTS = find_namespace_packages(include=["addon*", "skinning_core*", "shaders*"], exclude=["*__pycache__*"])
#: Annexes lie beside the core and are imported, and installed, as chapters of it (skinning_core/annexes.py).
ANNEXES = find_namespace_packages(include=["lessons*", "engines*", "farm", "farm.verbs"], exclude=["*__pycache__*"])
CORE = [name for name in PARTS if name.split(".")[0] == "skinning_core"]
IN_CORE = {f"skinning_core.{name}": name.replace(".", "/") for name in ANNEXES}
#: The scripts that make real engines play files are examples in a checkout; an installed package looks for them beside
#: the module that runs them (skinning_core/compare/between/real_engine.py).
RUNNERS = {"skinning_core.compare.between.runners": "examples/engines"}
BESIDE = {**IN_CORE, **RUNNERS}
OF_THE_ROOT = {"__init__", "__main__"}


class BuildWithoutRootScripts(build_py):
    """Of the modules beside pyproject.toml only the package's own travel, not the task runner's."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Every (package, module, file) of one package, as setuptools asks for it."""
        found = super().find_package_modules(package, package_dir)
        return [row for row in found if package != "skinproof" or row[1] in OF_THE_ROOT]


setup(
    packages=["skinproof", *(f"skinproof.{name}" for name in (*PARTS, *BESIDE)), *CORE, *BESIDE],
    package_dir={
        "skinproof": ".",
        "skinning_core": "skinning_core",
        **BESIDE,
        **{f"skinproof.{name}": folder for name, folder in BESIDE.items()},
    },
    cmdclass={"build_py": BuildWithoutRootScripts},
)
