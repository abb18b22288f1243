"""The textures of an MD5 character: images named as its shaders, in its own folder and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from skinning_core import load_model
from skinning_core.error import SkinproofError
from tests.links import make_link
from tests.looks import PIXELS, png

from .md5_text import MESH, write

SHADER = "models/one two"


def test_an_image_of_the_shaders_name(tmp_path: Path) -> None:
    assert SHADER in MESH
    path, _ = write(tmp_path)
    assert load_model(path).materials[0].base_texture is None
    (tmp_path / "one two.png").write_bytes(png(PIXELS))
    model = load_model(path)
    assert model.materials[0].base_texture is not None
    image = model.images[model.materials[0].base_texture.image]
    assert (bytes(image.data), image.path) == (png(PIXELS), tmp_path / "one two.png")


@pytest.mark.parametrize("shader", ["../outside", "/outside", "..", "c:\\\\outside", "linked"])
def test_nothing_outside_the_folder_is_opened(shader: str, tmp_path: Path) -> None:
    folder = tmp_path / "character"
    folder.mkdir()
    (tmp_path / "outside.png").write_bytes(png(PIXELS))
    make_link(folder / "linked.png", tmp_path / "outside.png")
    model = load_model(write(folder, MESH.replace(SHADER, shader))[0])
    assert model.materials[0].base_texture is None
    with pytest.raises(SkinproofError, match="no image for the shader"):
        model.images[0]


def test_the_octopus_has_its_colours(root: Path) -> None:
    model = load_model(root / "examples" / "octopus.md5mesh")
    names = [model.images[m.base_texture.image].name for m in model.materials if m.base_texture is not None]
    assert names == ["octopus skin", "octopus eye", "octopus pupil"]
