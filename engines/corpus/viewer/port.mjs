// Skinning of glTF 2.0 as the guide builds it up: every function here stands on the page that explains it.

// docs/guide/01-file.md: the file

/** The JSON of a file, and its buffers as DataViews. beside(name): the ArrayBuffer of a file beside it. */
export function opened(data, beside) {
  let json = data, binary;
  const view = new DataView(data);
  if (view.getUint32(0, true) === 0x46546c67) { // "glTF": 12 bytes of header, then chunks: length, type, content
    const end = 20 + view.getUint32(12, true);
    json = data.slice(20, end);
    binary = data.slice(end + 8);
  }
  const file = JSON.parse(new TextDecoder().decode(json));
  file.bytes = (file.buffers ?? []).map(({ uri }) => new DataView(uri ? named(uri, beside) : binary));
  return file;
}

function named(uri, beside) {
  if (!uri.startsWith("data:")) return beside(decodeURIComponent(uri));
  return Uint8Array.from(atob(uri.split(",")[1]), (letter) => letter.charCodeAt(0)).buffer;
}

// docs/guide/bytes.md: numbers out of bytes

const WIDTH = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const NUMBER = { // how a DataView reads it, its bytes, and its largest value
  5120: ["getInt8", 1, 127],
  5121: ["getUint8", 1, 255],
  5122: ["getInt16", 2, 32767],
  5123: ["getUint16", 2, 65535],
  5125: ["getUint32", 4, 4294967295],
  5126: ["getFloat32", 4, 1],
};

/** Rows of numbers as they lie in a buffer view. */
function rows(file, place, type, count, width) {
  const view = file.bufferViews[place.bufferView];
  const [get, size] = NUMBER[type];
  const start = (view.byteOffset ?? 0) + (place.byteOffset ?? 0);
  const stride = view.byteStride ?? width * size;
  const buffer = file.bytes[view.buffer];
  const number = (row, c) => buffer[get](start + row * stride + c * size, true);
  return Array.from({ length: count }, (_, row) => Array.from({ length: width }, (_, c) => number(row, c)));
}

/** The elements of an accessor, one row each. */
function accessor(file, index) {
  const { bufferView, componentType, count, type, sparse, normalized, byteOffset } = file.accessors[index];
  const width = WIDTH[type];
  let elements = Array.from({ length: count }, () => Array(width).fill(0));
  if (bufferView !== undefined) elements = rows(file, { bufferView, byteOffset }, componentType, count, width);
  if (sparse) {
    const replaced = rows(file, sparse.indices, sparse.indices.componentType, sparse.count, 1);
    const values = rows(file, sparse.values, componentType, sparse.count, width);
    replaced.forEach(([row], k) => (elements[row] = values[k]));
  }
  const largest = NUMBER[componentType][2];
  return normalized ? elements.map((row) => row.map((value) => Math.max(value / largest, -1))) : elements;
}

// docs/guide/quaternions.md: rotations

/** The three columns of a rotation, of a quaternion x, y, z, w of any length but 0. */
function rotationColumns(quaternion) {
  const length = Math.hypot(...quaternion);
  const [x, y, z, w] = quaternion.map((value) => value / length);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);
const lerp = (a, b, share) => a.map((value, k) => (1 - share) * value + share * b[k]);

/** From rotation a to rotation b, the shorter way round. */
function slerp(a, b, share) {
  if (dot(a, b) < 0) b = b.map((value) => -value);
  const angle = Math.acos(Math.min(dot(a, b), 1));
  if (angle < 1e-9) return lerp(a, b, share); // a sine this small cannot be divided by
  const of = (part) => Math.sin(part * angle) / Math.sin(angle);
  return a.map((value, k) => of(1 - share) * value + of(share) * b[k]);
}

// docs/guide/02-joint.md: the tree

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]; // column by column, as matrices are stored

/** From a node's own space to its parent's. */
function localMatrix({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) {
  if (matrix) return matrix;
  const [x, y, z] = rotationColumns(rotation).map((column, k) => column.map((value) => value * scale[k]));
  return [...x, 0, ...y, 0, ...z, 0, ...translation, 1];
}

/** The matrix a times the matrix b. */
function multiply(a, b) {
  const row = (r) => [a[r], a[r + 4], a[r + 8], a[r + 12]];
  return b.map((_, k) => dot(row(k % 4), b.slice(k - (k % 4), k - (k % 4) + 4)));
}

/** By node, from its own space to the world's. */
function worldMatrices(nodes) {
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const waiting = nodes.map((_, n) => [n, IDENTITY]).filter(([n]) => !children.has(n));
  const world = [];
  for (const [n, parent] of waiting) {
    world[n] = multiply(parent, localMatrix(nodes[n]));
    waiting.push(...(nodes[n].children ?? []).map((child) => [child, world[n]]));
  }
  return world;
}

// docs/guide/03-motion.md: the tracks

/** The last key at or before t, the next one, and how far t is between them: 0 to 1. */
function surroundingKeys(times, t) {
  const passed = times.filter((time) => time <= t).length;
  const before = Math.max(passed - 1, 0), after = Math.min(passed, times.length - 1);
  const share = after > before ? (t - times[before]) / (times[after] - times[before]) : 0;
  return [before, after, share];
}

/** The value of a track at t seconds. */
function sample(file, { input, output, interpolation = "LINEAR" }, path, t) {
  const times = accessor(file, input).flat(), stored = accessor(file, output).flat();
  const cubic = interpolation === "CUBICSPLINE"; // three entries a key: tangent into it, value, tangent out of it
  const width = stored.length / times.length / (cubic ? 3 : 1);
  const entry = (index) => stored.slice(index * width, (index + 1) * width);
  const [before, after, u] = surroundingKeys(times, t);
  if (cubic) {
    const seconds = times[after] - times[before];
    const [a, out, into, b] = [3 * before + 1, 3 * before + 2, 3 * after, 3 * after + 1].map(entry);
    const fromA = 2 * u ** 3 - 3 * u ** 2 + 1, fromB = 3 * u ** 2 - 2 * u ** 3;
    const fromOut = (u ** 3 - 2 * u ** 2 + u) * seconds, fromInto = (u ** 3 - u ** 2) * seconds;
    return a.map((_, c) => fromA * a[c] + fromOut * out[c] + fromB * b[c] + fromInto * into[c]);
  }
  if (interpolation === "STEP") return entry(before);
  return (path === "rotation" ? slerp : lerp)(entry(before), entry(after), u);
}

/** The nodes as a clip has them at t seconds; what has no track keeps what the file says. */
function posedNodes(file, clip, t) {
  const nodes = file.nodes.map((node) => ({ ...node }));
  const animation = clip === null ? { channels: [] } : file.animations[clip];
  for (const { target, sampler } of animation.channels) {
    let { node, path } = target;
    if (path === "pointer") { // of KHR_animation_pointer: "/nodes/3/rotation"
      const [, of, which, property] = target.extensions.KHR_animation_pointer.pointer.split("/");
      [node, path] = [of === "nodes" ? which : undefined, property];
    }
    if (node !== undefined) nodes[node][path] = sample(file, animation.samplers[sampler], path, t);
  }
  return nodes;
}

// docs/guide/04-bind.md: the palette

/** From the space of the stored vertices to the world, by the skin's joints. */
function skinPalette(file, { joints, inverseBindMatrices }, world) {
  if (inverseBindMatrices === undefined) return joints.map((joint) => world[joint]);
  const stored = accessor(file, inverseBindMatrices);
  return joints.map((joint, j) => multiply(world[joint], stored[j]));
}

// docs/guide/05-vertex.md: the vertices

/** The stored points with every morph target at its weight. */
function morphedPoints(file, node, mesh, { attributes, targets = [] }) {
  const points = accessor(file, attributes.POSITION);
  const weights = node.weights ?? mesh.weights ?? [];
  targets.forEach(({ POSITION }, m) => {
    if (POSITION === undefined || !weights[m]) return;
    accessor(file, POSITION).forEach((way, v) => way.forEach((value, c) => (points[v][c] += weights[m] * value)));
  });
  return points;
}

/** The joints of every vertex, and their weights with a sum of 1. */
function influences(file, attributes) {
  const sets = Object.keys(attributes).filter((name) => name.startsWith("JOINTS_")).sort();
  const named = sets.map((name) => accessor(file, attributes[name]));
  const given = sets.map((name) => accessor(file, attributes[name.replace("JOINTS", "WEIGHTS")]));
  return named[0].map((_, v) => {
    const joints = named.flatMap((set) => set[v]), weights = given.flatMap((set) => set[v]);
    if (weights.every((weight) => weight === 0)) weights[0] = 1; // it follows its first joint
    const sum = weights.reduce((a, b) => a + b);
    return [joints, weights.map((weight) => weight / sum)];
  });
}

/** Points in the world: the mean, by weight, of where each joint wants the vertex. */
function skinned(points, influencing, palette) {
  return points.map((point, v) => {
    const [joints, weights] = influencing[v];
    const matrix = IDENTITY.map((_, i) => joints.reduce((sum, joint, k) => sum + weights[k] * palette[joint][i], 0));
    return placed(point, matrix);
  });
}

/** A point moved by a matrix. */
function placed([x, y, z], m) {
  return [0, 1, 2].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12]);
}

// docs/guide/ladder.md: all of it

/** Positions of every drawn primitive, nodes in ascending order: [{node, primitive, positions: [[x, y, z]]}]. */
export function skin(file, clip, t) {
  const nodes = posedNodes(file, clip, t), world = worldMatrices(nodes), drawn = [];
  nodes.forEach((node, n) => {
    const mesh = file.meshes[node.mesh];
    mesh?.primitives.forEach((primitive, k) => {
      const points = morphedPoints(file, node, mesh, primitive);
      let positions = points.map((point) => placed(point, world[n]));
      if (node.skin !== undefined) {
        const palette = skinPalette(file, file.skins[node.skin], world);
        positions = skinned(points, influences(file, primitive.attributes), palette);
      }
      drawn.push({ node: n, primitive: k, positions });
    });
  });
  return drawn;
}
