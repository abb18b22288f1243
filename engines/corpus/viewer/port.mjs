// Skinning of glTF 2.0 from the guide's text, in JavaScript: docs/guide/ladder.md says on which page each step stands.
const WIDTH = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const READ = { 5120: ["getInt8", 1, 127], 5121: ["getUint8", 1, 255], 5122: ["getInt16", 2, 32767],
  5123: ["getUint16", 2, 65535], 5125: ["getUint32", 4], 5126: ["getFloat32", 4] };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]; // matrices are stored column by column

/** A file's JSON and its buffers as DataViews; ``beside(name)``: the ArrayBuffer of a file beside it. */
export function opened(data, beside) {
  const head = new DataView(data), end = head.getUint32(0, true) === 0x46546c67 ? 20 + head.getUint32(12, true) : 0;
  const json = JSON.parse(new TextDecoder().decode(end ? data.slice(20, end) : data));
  const inside = (uri) => Uint8Array.from(atob(uri.split(",")[1]), (letter) => letter.charCodeAt(0)).buffer;
  const named = (uri) => (uri.startsWith("data:") ? inside(uri) : beside(decodeURIComponent(uri)));
  return { json, buffers: json.buffers.map(({ uri }) => new DataView(uri ? named(uri) : data.slice(end + 8))) };
}

/** Rows of numbers as they lie in a buffer view. */
function rows({ json, buffers }, place, type, count, width) {
  const view = json.bufferViews[place.bufferView], [get, size] = READ[type];
  const start = (view.byteOffset ?? 0) + (place.byteOffset ?? 0), step = view.byteStride ?? width * size;
  const at = (i, c) => buffers[view.buffer][get](start + i * step + c * size, true);
  return Array.from({ length: count }, (_, i) => Array.from({ length: width }, (_, c) => at(i, c)));
}

/** The elements of an accessor. */
function accessor(file, index) {
  const a = file.json.accessors[index], type = a.componentType, width = WIDTH[a.type];
  const zeros = () => Array.from({ length: a.count }, () => Array(width).fill(0));
  const out = a.bufferView === undefined ? zeros() : rows(file, a, type, a.count, width);
  if (a.sparse) {
    const { count, indices, values } = a.sparse, replaced = rows(file, indices, indices.componentType, count, 1);
    rows(file, values, type, count, width).forEach((row, k) => (out[replaced[k][0]] = row));
  }
  return a.normalized ? out.map((row) => row.map((v) => Math.max(v / READ[type][2], -1))) : out;
}

const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
const lerp = (a, b, u) => a.map((v, k) => (1 - u) * v + u * b[k]);

/** Between two keys as they are stored. */
function slerp(a, b, u) {
  const d = dot(a, b), angle = Math.acos(Math.min(Math.abs(d), 1)), sign = d < 0 ? -1 : 1;
  const [p, q] = angle < 1e-9 ? [1 - u, u] : [1 - u, u].map((s) => Math.sin(s * angle) / Math.sin(angle));
  return a.map((v, k) => p * v + sign * q * b[k]);
}

/** The value of a track at a time. */
function sample(file, { input, output, interpolation: how }, path, t) {
  const [keys, stored] = [input, output].map((index) => accessor(file, index).flat());
  const per = how === "CUBICSPLINE" ? 3 : 1, width = stored.length / keys.length / per;
  const at = (k, part) => stored.slice((per * k + part) * width, (per * k + part + 1) * width);
  const after = keys.filter((key) => key <= t).length, k = Math.max(after - 1, 0), n = Math.min(after, keys.length - 1);
  const d = keys[n] - keys[k], u = how === "STEP" || k === n ? 0 : (t - keys[k]) / d;
  if (per === 1) return (path === "rotation" ? slerp : lerp)(at(k, 0), at(n, 0), u);
  const [a, out, into, b] = [at(k, 1), at(k, 2), at(n, 0), at(n, 1)];
  return a.map((v, c) => (2 * u ** 3 - 3 * u ** 2 + 1) * v + (u ** 3 - 2 * u ** 2 + u) * d * out[c]
    + (3 * u ** 2 - 2 * u ** 3) * b[c] + (u ** 3 - u ** 2) * d * into[c]);
}

/** A node's transform relative to its parent. */
function localMatrix({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale: [a, b, c] = [1, 1, 1] }) {
  const [x, y, z, w] = rotation.map((v) => v / Math.hypot(...rotation));
  return matrix ?? [a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + w * z), a * 2 * (x * z - w * y), 0,
    b * 2 * (x * y - w * z), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + w * x), 0,
    c * 2 * (x * z + w * y), c * 2 * (y * z - w * x), c * (1 - 2 * (x * x + y * y)), 0, ...translation, 1];
}

const multiply = (a, b) => a.map((_, i) => dot([0, 4, 8, 12].map((c) => a[c + (i % 4)]), b.slice(i - (i % 4))));

/** The nodes as a clip has them at a time, each with its world matrix. */
function pose(file, clip, t) {
  const nodes = [...file.json.nodes, {}].map((node) => ({ ...node })); // the empty one: for channels without a node
  const { channels, samplers } = clip === null ? { channels: [] } : file.json.animations[clip];
  for (const { sampler, target: { node, path, extensions } } of channels) {
    const pointer = extensions?.KHR_animation_pointer?.pointer ?? `/nodes/${node ?? nodes.length - 1}/${path}`;
    const [, , which, property] = pointer.split("/");
    nodes[which][property] = sample(file, samplers[sampler], property, t);
  }
  const below = new Set(nodes.flatMap(({ children = [] }) => children));
  const way = nodes.flatMap((node, n) => (below.has(n) ? [] : [[node, IDENTITY]]));
  for (const [node, above] of way) {
    node.world = multiply(above, localMatrix(node));
    way.push(...(node.children ?? []).map((child) => [nodes[child], node.world]));
  }
  return nodes;
}

/** By vertex, the mean of the joints' matrices by weight. */
function vertexMatrices(file, { joints, inverseBindMatrices }, nodes, attributes) {
  const binds = inverseBindMatrices === undefined ? [] : accessor(file, inverseBindMatrices);
  const palette = joints.map((joint, j) => multiply(nodes[joint].world, binds[j] ?? IDENTITY));
  const sets = Object.keys(attributes).filter((name) => name.startsWith("JOINTS_")).sort();
  const named = sets.map((name) => accessor(file, attributes[name]));
  const shares = sets.map((name) => accessor(file, attributes[name.replace("JOINTS", "WEIGHTS")]));
  return named[0].map((_, v) => {
    const of = named.flatMap((set) => set[v]), weights = shares.flatMap((set) => set[v]);
    if (weights.every((w) => w === 0)) weights[0] = 1;
    const sum = weights.reduce((a, b) => a + b);
    return IDENTITY.map((_, i) => of.reduce((total, joint, k) => total + (weights[k] / sum) * palette[joint][i], 0));
  });
}

/** Positions of every drawn primitive, nodes in ascending order: [{node, primitive, positions: [[x, y, z]]}]. */
export function skin(file, clip, t) {
  const nodes = pose(file, clip, t), { meshes, skins } = file.json, placed = [];
  nodes.forEach((node, n) => meshes[node.mesh]?.primitives.forEach(({ attributes, targets = [] }, primitive) => {
    const weights = node.weights ?? meshes[node.mesh].weights ?? [], points = accessor(file, attributes.POSITION);
    targets.forEach(({ POSITION }, m) => POSITION !== undefined && weights[m] && accessor(file, POSITION).forEach(
      (delta, v) => (points[v] = points[v].map((p, c) => p + weights[m] * delta[c]))));
    const matrices = node.skin === undefined ? [] : vertexMatrices(file, skins[node.skin], nodes, attributes);
    const moved = (m, [x, y, z]) => [0, 1, 2].map((r) => m[r] * x + m[r + 4] * y + m[r + 8] * z + m[r + 12]);
    placed.push({ node: n, primitive, positions: points.map((point, v) => moved(matrices[v] ?? node.world, point)) });
  }));
  return placed;
}
