"""World matrices of single joints, computed when asked for and kept until something above changes.

See docs/systems.md, P4.

For inverse kinematics: a few joints are set and read, over and over. Spaces: local (relative to the
parent) and world; matrices (3, 4).

A joint's dirty flag says that its cached world matrix is out of date. Invariant: *below a dirty joint everything is
dirty*. So marking stops at a dirty joint, and reading climbs only to the first clean ancestor. There is no recursion: a
chain may be of any depth.

No engine needs it, since they pose whole skeletons. ``reach`` does, and with it the button *Reach the 3D Cursor* and
``examples/reach.py``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..model import Float64
from ..pose.pose import Pose, local_matrices
from ..transform import compose, multiply


class CachedPose:
    """A pose at one time that can be changed joint by joint; ``computed`` counts computed world matrices."""

    def __init__(self, pose: Pose) -> None:
        self._parents = pose.parents.tolist()
        self._children: list[list[int]] = [[] for _ in self._parents]
        for joint, parent in enumerate(self._parents):
            if parent >= 0:
                self._children[parent].append(joint)
        self._local = local_matrices(pose)
        self._world = np.empty_like(self._local)
        self._dirty = [True] * len(self._parents)
        self.computed = 0

    def local(self, joint: int) -> Float64:
        """(3, 4) matrix of the joint relative to its parent."""
        result: Float64 = self._local[joint].copy()
        return result

    def set_local(self, joint: int, translation: ArrayLike, rotation: ArrayLike, scale: ArrayLike) -> None:
        """Put a joint elsewhere relative to its parent; it and all joints below become dirty.

        Parameters
        ----------
        joint : index of the joint
        translation : (3,)
        rotation : (4,) unit quaternion xyzw
        scale : (3,)
        """
        self._local[joint] = compose(translation, rotation, scale)
        waiting = [joint]
        while waiting:
            now = waiting.pop()
            if not self._dirty[now]:
                self._dirty[now] = True
                waiting.extend(self._children[now])

    def world(self, joint: int) -> Float64:
        """(3, 4) matrix of the joint relative to the world; computes only the dirty part of its chain."""
        chain = []
        above = joint
        while above >= 0 and self._dirty[above]:
            chain.append(above)
            above = self._parents[above]
        for now in reversed(chain):
            parent = self._parents[now]
            local = self._local[now]
            self._world[now] = local if parent < 0 else multiply(self._world[parent], local)
            self._dirty[now] = False
            self.computed += 1
        result: Float64 = self._world[joint].copy()
        return result
