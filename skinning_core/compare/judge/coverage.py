"""How much of what was asked was judged: the first line of every answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...text.sentence import Sentence, joined, sentence


@dataclass(frozen=True)
class Covered:
    """A count of things, judged and asked for."""

    judged: int
    asked: int


@dataclass(frozen=True)
class Coverage:
    """How much of what was asked was judged."""

    clips: Covered  # of all clips of the file, even if a few were asked for; 0 of 0 for a pose
    times: Covered
    vertices: Covered
    joints: Covered
    in_scene: bool = False  # the times are a scene's frames, and the joints are bones
    by_subject: Mapping[str, Coverage] = field(default_factory=dict)  # empty: the same for every subject

    @property
    def none_of_it(self) -> Coverage:
        """The same with nothing judged."""
        return replace(
            self,
            clips=Covered(0, self.clips.asked),
            times=Covered(0, self.times.asked),
            vertices=Covered(0, self.vertices.asked),
            joints=Covered(0, self.joints.asked),
        )

    @property
    def sentence(self) -> Sentence:
        """2 of 2 clips, 25 of 25 times, 300 of 300 vertices, 34 of 34 joints. Of a scene: frames, deform bones.

        What was not asked for is left out. Each subject has its own sentence if their coverage differs.
        """
        if self.by_subject:
            alike: dict[Sentence, list[str]] = {}
            for name, of_it in self.by_subject.items():
                said = of_it.sentence if of_it.times.judged else sentence("nothing was judged")
                alike.setdefault(said, []).append(name)
            each = [(", ".join(names), said) for said, names in alike.items()]
            return joined([sentence("{subject}: {coverage}", subject=names, coverage=said) for names, said in each])
        times, joints = "{judged} of {asked} times", "{judged} of {asked} joints"
        if self.in_scene:
            times, joints = "{judged} of {asked} frames", "{judged} of {asked} deform bones"
        counts = (
            (self.clips, "{judged} of {asked} clips"),
            (self.times, times),
            (self.vertices, "{judged:,} of {asked:,} vertices"),
            (self.joints, joints),
        )
        told = [sentence(words, judged=count.judged, asked=count.asked) for count, words in counts if count.asked]
        return joined(told, ", ")
