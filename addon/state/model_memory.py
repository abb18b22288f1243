"""Models of characters' files, kept in memory as long as the files do not change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...skinning_core import load_model
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.source import Source, stamp_of
from ...skinning_core.model import Model
from ...skinning_core.skeleton.elsewhere import Elsewhere, without
from ...skinning_core.text.sentence import sentence
from ..scene.identity.character import Character, file_of_character, objects_of
from ..scene.identity.soundness import require_fitting

MODELS_KEPT = 8


@dataclass(eq=False)
class ModelMemory:
    """The models read last."""

    #: Ids of characters whose files were asked for since the .blend was opened.
    asked: set[str] = field(default_factory=set)
    #: By files as they were when read: the paths that were asked for, and the model.
    _models: OrderedDict[tuple[Source, ...], tuple[tuple[Path, ...], Model]] = field(default_factory=OrderedDict)
    #: By character: its file's model, what of it is elsewhere, and the model without that.
    _left: dict[str, tuple[Model, tuple[Elsewhere, ...], Model]] = field(default_factory=dict)

    def read_mesh_file(self, path: Path) -> Model:
        """The model of a file to compare a mesh with. Raises ``SkinproofError`` as ``read``, and if there is no
        mesh."""
        model = self.read(path)
        if not model.parts:
            raise SkinproofError("there is no mesh in this file", where=path.name)
        return model

    def read(self, path: Path, clip_files: Sequence[Path] = ()) -> Model:
        """The model of a file (and its MD5 clips) as they are now; read once for each state of the files.

        Raises ``SkinproofError`` as the reader does.
        """
        for asked, model in reversed(self._models.values()):
            if asked == (path, *clip_files) and all(source.is_unchanged() for source in model.sources):
                return model
        model = load_model(path, clip_files)
        self._keep(model.sources, path, clip_files, model)
        return model

    def of(self, character: Character) -> Model:
        """A character's model as made or last reloaded: from memory, else from its files, without what is elsewhere.

        Raises ``SkinproofError`` if a file has changed since and the model is not in memory, or as the reader does.
        """
        path = file_of_character(character)
        self.asked.add(character.id)
        if not character.sources:  # an older version noted none
            return self.read(path, character.clip_files)
        if character.sources not in self._models:
            if change := change_of(character.sources):
                raise SkinproofError(change, fix="put it back, Reload, or import it again")
            model = load_model(path, character.clip_files)
            require_fitting(objects_of(character), without(model, character.elsewhere))
            self._keep(character.sources, path, character.clip_files, model)
        self._models.move_to_end(character.sources)
        return self._in_scene(self._models[character.sources][1], character)

    def was_read(self, character: Character) -> bool:
        """Whether a character's files were asked for since this .blend was opened."""
        return character.id in self.asked or character.sources in self._models

    def in_memory(self, character: Character) -> Model | None:
        """What ``of`` gives if it needs no file; else None. Touches no disk."""
        asked = (character.path, *character.clip_files)
        for sources, (paths, model) in reversed(self._models.items()):
            if sources == character.sources or (not character.sources and paths == asked):
                return self._in_scene(model, character)
        return None

    def _in_scene(self, model: Model, character: Character) -> Model:
        """The model without what is elsewhere: one object for one model, as long as it is asked for."""
        if not character.elsewhere:
            return model
        known = self._left.get(character.id)
        if known is None or known[0] is not model or known[1] != character.elsewhere:
            known = self._left[character.id] = model, character.elsewhere, without(model, character.elsewhere)
        return known[2]

    def _keep(self, sources: tuple[Source, ...], path: Path, clip_files: Sequence[Path], model: Model) -> None:
        self._models[sources] = (path, *clip_files), model
        while len(self._models) > MODELS_KEPT:
            self._models.popitem(last=False)

    def forget(self) -> None:
        """Forget all models."""
        self._models.clear()


def change_of(sources: Sequence[Source]) -> str:
    """What became of a character's files since they were read, one sentence; empty if unchanged."""
    for source in sources:
        if not source.is_unchanged():
            if stamp_of(source.path) is None:
                return sentence("{file} is no longer where it was at the import", file=source.path.name)
            return sentence("{file} has changed since the import", file=source.path.name)
    return ""
